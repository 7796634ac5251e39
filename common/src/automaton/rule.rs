//! Triples of neighbouring cells, and rules that map a triple to the next state of its middle cell.

use super::State;
use std::fmt;

/// The states of three neighbouring cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triple {
    /// The left neighbour.
    pub left: State,
    /// The middle cell.
    pub middle: State,
    /// The right neighbour.
    pub right: State,
}

impl Triple {
    /// A triple, from left to right.
    pub const fn new(left: State, middle: State, right: State) -> Triple {
        Triple { left, middle, right }
    }

    /// The index among all ordered triples: the triple read as a number to the base of `states`, leftmost digit first.
    pub const fn index(self, states: u8) -> usize {
        let k = states as usize;
        (self.left as usize * k + self.middle as usize) * k + self.right as usize
    }

    /// The triple with this index.
    pub const fn from_index(index: usize, states: u8) -> Triple {
        let k = states as usize;
        Triple::new((index / k / k) as State, (index / k % k) as State, (index % k) as State)
    }

    /// The states from left to right.
    pub const fn cells(self) -> [State; 3] {
        [self.left, self.middle, self.right]
    }

    /// The same states in ascending order. All permutations of a triple, and no other triples, have the same sorted form.
    pub fn sorted(self) -> Triple {
        let mut cells = self.cells();
        cells.sort_unstable();
        Triple::from(cells)
    }

    /// The triple with left and right swapped.
    pub const fn mirrored(self) -> Triple {
        Triple::new(self.right, self.middle, self.left)
    }

    /// The sum of the states.
    pub const fn sum(self) -> usize {
        self.left as usize + self.middle as usize + self.right as usize
    }

    /// All distinct permutations, in ascending order.
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

/// All ordered triples of `states` states, in ascending order.
pub fn triples(states: u8) -> impl Iterator<Item = Triple> {
    (0..usize::from(states).pow(3)).map(move |index| Triple::from_index(index, states))
}

/// All unordered triples of `states` states as sorted triples, in ascending order.
pub fn unordered_triples(states: u8) -> impl Iterator<Item = Triple> {
    triples(states).filter(|triple| triple.sorted() == *triple)
}

/// The next state of the middle cell of a triple.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The three cells.
    pub triple: Triple,
    /// The state of the middle cell in the next generation.
    pub result: State,
}

impl Rule {
    /// The rule that maps `triple` to `result`.
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
    fn the_index_reads_the_leftmost_digit_first() {
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
    fn a_triple_has_one_three_or_six_permutations() {
        let orders =
            |a, b, c| Triple::new(a, b, c).permutations().iter().map(Triple::to_string).collect::<Vec<_>>();
        assert_eq!(orders(4, 4, 4), ["444"]);
        assert_eq!(orders(2, 1, 2), ["122", "212", "221"]);
        assert_eq!(orders(3, 0, 1), ["013", "031", "103", "130", "301", "310"]);
    }
}
