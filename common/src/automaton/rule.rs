//! Three cells in a row, and the rule that tells what the middle one becomes.

use super::State;
use std::fmt;

/// Three neighbouring cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triple {
    /// The left neighbour.
    pub left: State,
    /// The cell itself.
    pub middle: State,
    /// The right neighbour.
    pub right: State,
}

impl Triple {
    /// Three states, from left to right.
    pub const fn new(left: State, middle: State, right: State) -> Triple {
        Triple { left, middle, right }
    }

    /// Its place among all ordered triples of that many states: the triple read as a number, leftmost first.
    pub const fn index(self, states: u8) -> usize {
        let k = states as usize;
        (self.left as usize * k + self.middle as usize) * k + self.right as usize
    }

    /// The triple at that place.
    pub const fn at(index: usize, states: u8) -> Triple {
        let k = states as usize;
        Triple::new((index / k / k) as State, (index / k % k) as State, (index % k) as State)
    }

    /// The states from left to right.
    pub const fn cells(self) -> [State; 3] {
        [self.left, self.middle, self.right]
    }

    /// The same states in ascending order: what all permutations of a triple have in common, and no other has.
    pub fn sorted(self) -> Triple {
        let mut cells = self.cells();
        cells.sort_unstable();
        Triple::from(cells)
    }

    /// Left and right swapped.
    pub const fn mirrored(self) -> Triple {
        Triple::new(self.right, self.middle, self.left)
    }

    /// What the states add up to.
    pub const fn sum(self) -> usize {
        self.left as usize + self.middle as usize + self.right as usize
    }

    /// All different orders of its states, ascending.
    pub fn permutations(self) -> Vec<Triple> {
        let Triple { left: a, middle: b, right: c } = self;
        let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
        let mut all: Vec<Triple> = orders.into_iter().map(Triple::from).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl From<[State; 3]> for Triple {
    fn from([left, middle, right]: [State; 3]) -> Triple {
        Triple::new(left, middle, right)
    }
}

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.left, self.middle, self.right)
    }
}

/// All ordered triples of that many states, ascending.
pub fn triples(states: u8) -> impl Iterator<Item = Triple> {
    (0..usize::from(states).pow(3)).map(move |index| Triple::at(index, states))
}

/// All unordered triples of that many states, each written ascending, in ascending order.
pub fn unordered_triples(states: u8) -> impl Iterator<Item = Triple> {
    triples(states).filter(|triple| triple.sorted() == *triple)
}

/// What the middle cell of a triple becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The three cells.
    pub triple: Triple,
    /// The state of the middle cell in the next generation.
    pub result: State,
}

impl Rule {
    /// A rule.
    pub const fn new(triple: Triple, result: State) -> Rule {
        Rule { triple, result }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.triple, self.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_are_numbers_leftmost_first() {
        assert_eq!(Triple::new(1, 1, 0).index(2), 6);
        assert_eq!(Triple::new(9, 0, 7).index(10), 907);
        for states in 2..=10 {
            for (index, triple) in triples(states).enumerate() {
                assert_eq!(triple.index(states), index);
            }
            let k = usize::from(states);
            assert_eq!(triples(states).count(), k * k * k);
            assert_eq!(unordered_triples(states).count(), (k + 2) * (k + 1) * k / 6);
        }
    }

    #[test]
    fn a_triple_has_one_three_or_six_orders() {
        let orders =
            |a, b, c| Triple::new(a, b, c).permutations().iter().map(Triple::to_string).collect::<Vec<_>>();
        assert_eq!(orders(4, 4, 4), ["444"]);
        assert_eq!(orders(2, 1, 2), ["122", "212", "221"]);
        assert_eq!(orders(3, 0, 1), ["013", "031", "103", "130", "301", "310"]);
    }
}
