//! A whole table of rules, one result for every ordered triple, and what can be said of it.

use super::{Rule, State, Triple, triples};
use std::fmt;
use thiserror::Error;

/// The results of all ordered triples.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Table {
    states: u8,
    results: Vec<State>,
}

/// Two rules that show why a table is not of a wished kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{} gives {}, but {} gives {}", one.triple, one.result, other.triple, other.result)]
pub struct Clash {
    /// One of them.
    pub one: Rule,
    /// The other one, whose result should be the same.
    pub other: Rule,
}

impl Table {
    /// The table whose results are told by `result`; one that is no state counts modulo the number of states.
    pub fn from_fn(states: u8, mut result: impl FnMut(Triple) -> State) -> Table {
        assert!(
            (super::FEWEST_STATES..=super::MOST_STATES).contains(&states),
            "2 to 10 states, not {states}"
        );
        Table { states, results: triples(states).map(|triple| result(triple) % states).collect() }
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.states
    }

    /// The results, in the order of the triples.
    pub fn results(&self) -> &[State] {
        &self.results
    }

    /// What the middle cell of this triple becomes.
    pub fn result(&self, triple: Triple) -> State {
        self.results[triple.index(self.states)]
    }

    /// All rules, ascending.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        triples(self.states).zip(&self.results).map(|(triple, result)| Rule::new(triple, *result))
    }

    /// The table whose pictures are the mirror images of this one's.
    pub fn mirrored(&self) -> Table {
        Table::from_fn(self.states, |triple| self.result(triple.mirrored()))
    }

    /// The table whose pictures have the colours exchanged: the first with the last, the second with the last but one …
    pub fn conjugated(&self) -> Table {
        let turned = |state: State| self.states - 1 - state;
        Table::from_fn(self.states, |Triple { left, middle, right }| {
            turned(self.result(Triple::new(turned(left), turned(middle), turned(right))))
        })
    }

    /// One result for each value of `key`, or two triples with the same value and different results.
    pub fn by_key(&self, keys: usize, key: impl Fn(Triple) -> usize) -> Result<Vec<State>, Clash> {
        let mut first: Vec<Option<Rule>> = vec![None; keys];
        for rule in self.rules() {
            match first[key(rule.triple)] {
                Some(one) if one.result != rule.result => return Err(Clash { one, other: rule }),
                Some(_) => {}
                None => first[key(rule.triple)] = Some(rule),
            }
        }
        Ok(first.into_iter().map(|rule| rule.map_or(0, |rule| rule.result)).collect())
    }

    /// Whether the order of the three cells never matters; where it does, two triples that show it.
    pub fn totalistic(&self) -> Result<(), Clash> {
        self.by_key(self.results.len(), |triple| triple.sorted().index(self.states)).map(drop)
    }

    /// Whether left and right can be swapped; where not, two triples that show it.
    pub fn symmetric(&self) -> Result<(), Clash> {
        let least = |triple: Triple| triple.min(triple.mirrored());
        self.by_key(self.results.len(), |triple| least(triple).index(self.states)).map(drop)
    }

    /// Whether, the other two cells being fixed, every state of the left cell gives another result.
    pub fn left_permutive(&self) -> bool {
        self.permutive(|fixed, free| Triple::new(free, fixed.0, fixed.1))
    }

    /// Whether, the other two cells being fixed, every state of the right cell gives another result.
    pub fn right_permutive(&self) -> bool {
        self.permutive(|fixed, free| Triple::new(fixed.0, fixed.1, free))
    }

    fn permutive(&self, triple: impl Fn((State, State), State) -> Triple) -> bool {
        let states = || 0..self.states;
        states().flat_map(|a| states().map(move |b| (a, b))).all(|fixed| {
            let seen = states().fold(0u16, |seen, free| seen | 1 << self.result(triple(fixed, free)));
            seen.count_ones() == u32::from(self.states)
        })
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.results.iter().map(State::to_string).collect();
        write!(f, "Table({}: {digits})", self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::wolfram;

    fn rule(number: u8) -> Table {
        wolfram::table(2, &number.to_string()).unwrap()
    }

    #[test]
    fn mirror_images_and_conjugates_are_the_known_ones() {
        // The classes that the literature gives, as rule, mirror image, conjugate, both.
        for [rule_number, mirror, conjugate, both] in [
            [30, 86, 135, 149],
            [110, 124, 137, 193],
            [90, 90, 165, 165],
            [184, 226, 226, 184],
            [54, 54, 147, 147],
        ] {
            let table = rule(rule_number);
            assert_eq!(table.mirrored(), rule(mirror), "{rule_number}");
            assert_eq!(table.conjugated(), rule(conjugate), "{rule_number}");
            assert_eq!(table.mirrored().conjugated(), rule(both), "{rule_number}");
        }
    }

    #[test]
    fn a_table_that_is_not_totalistic_shows_two_triples() {
        assert_eq!(rule(150).totalistic(), Ok(()));
        let clash = rule(90).totalistic().unwrap_err();
        assert_eq!(clash.to_string(), "001 gives 1, but 010 gives 0");
        assert_eq!(rule(90).symmetric(), Ok(()));
        assert_eq!(rule(110).symmetric().unwrap_err().to_string(), "001 gives 1, but 100 gives 0");
    }

    #[test]
    fn permutive_rules_are_known() {
        assert!(rule(30).left_permutive() && !rule(30).right_permutive());
        assert!(rule(90).left_permutive() && rule(90).right_permutive());
        assert!(!rule(110).left_permutive() && !rule(110).right_permutive());
    }
}
