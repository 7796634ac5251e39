//! A rule table (one result for every ordered triple) and its properties.

use super::{Rule, State, Triple, triples};
use std::fmt;
use thiserror::Error;

/// One result for every ordered triple of states.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RuleTable {
    states: u8,
    results: Vec<State>,
}

/// Two rules that prove that a table does not have a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{} gives {}, but {} gives {}", first.triple, first.result, second.triple, second.result)]
pub struct RuleConflict {
    /// The first rule.
    pub first: Rule,
    /// The second rule, which should have the same result.
    pub second: Rule,
}

impl RuleTable {
    /// Builds a table by calling `result` for every triple, modulo the number of states.
    pub fn from_fn(states: u8, mut result: impl FnMut(Triple) -> State) -> RuleTable {
        assert!((super::MIN_STATES..=super::MAX_STATES).contains(&states), "2 to 10 states, not {states}");
        RuleTable { states, results: triples(states).map(|triple| result(triple) % states).collect() }
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.states
    }

    /// The results, ordered by triple.
    pub fn results(&self) -> &[State] {
        &self.results
    }

    /// The next state of the middle cell of a triple.
    pub fn result(&self, triple: Triple) -> State {
        self.results[triple.index(self.states)]
    }

    /// All rules, in ascending order of their triples.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        triples(self.states).zip(&self.results).map(|(triple, result)| Rule::new(triple, *result))
    }

    /// The mirror image: left and right are swapped.
    pub fn mirrored(&self) -> RuleTable {
        RuleTable::from_fn(self.states, |triple| self.result(triple.mirrored()))
    }

    /// The conjugate: every state `s` becomes `k - 1 - s`.
    pub fn conjugated(&self) -> RuleTable {
        let conjugate = |state: State| self.states - 1 - state;
        RuleTable::from_fn(self.states, |Triple { left, middle, right }| {
            conjugate(self.result(Triple::new(conjugate(left), conjugate(middle), conjugate(right))))
        })
    }

    /// One result for each value of `key`, or two rules with the same key and different results.
    pub fn results_by_key(
        &self,
        keys: usize,
        key: impl Fn(Triple) -> usize,
    ) -> Result<Vec<State>, RuleConflict> {
        let mut first_rules: Vec<Option<Rule>> = vec![None; keys];
        for rule in self.rules() {
            match first_rules[key(rule.triple)] {
                Some(first) if first.result != rule.result => {
                    return Err(RuleConflict { first, second: rule });
                }
                Some(_) => {}
                None => first_rules[key(rule.triple)] = Some(rule),
            }
        }
        Ok(first_rules.into_iter().map(|rule| rule.map_or(0, |rule| rule.result)).collect())
    }

    /// Checks that the order of the three cells never matters.
    pub fn check_totalistic(&self) -> Result<(), RuleConflict> {
        self.results_by_key(self.results.len(), |triple| triple.sorted().index(self.states)).map(drop)
    }

    /// Checks that left and right can be swapped.
    pub fn check_symmetric(&self) -> Result<(), RuleConflict> {
        let smaller = |triple: Triple| triple.min(triple.mirrored());
        self.results_by_key(self.results.len(), |triple| smaller(triple).index(self.states)).map(drop)
    }

    /// Whether different left cells always give different results while the other two cells stay the same.
    pub fn is_left_permutive(&self) -> bool {
        self.is_permutive(|fixed, free| Triple::new(free, fixed.0, fixed.1))
    }

    /// Whether different right cells always give different results while the other two cells stay the same.
    pub fn is_right_permutive(&self) -> bool {
        self.is_permutive(|fixed, free| Triple::new(fixed.0, fixed.1, free))
    }

    fn is_permutive(&self, triple: impl Fn((State, State), State) -> Triple) -> bool {
        let states = || 0..self.states;
        states().flat_map(|a| states().map(move |b| (a, b))).all(|fixed| {
            let seen = states().fold(0u16, |seen, free| seen | 1 << self.result(triple(fixed, free)));
            seen.count_ones() == u32::from(self.states)
        })
    }
}

impl fmt::Debug for RuleTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.results.iter().map(State::to_string).collect();
        write!(f, "RuleTable({}: {digits})", self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::wolfram;

    fn rule(number: u8) -> RuleTable {
        wolfram::table(2, &number.to_string()).unwrap()
    }

    #[test]
    fn mirror_images_and_conjugates_match_the_literature() {
        // Equivalence classes from the literature: rule, mirror image, conjugate, both.
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
    fn a_failed_check_returns_two_conflicting_rules() {
        assert_eq!(rule(150).check_totalistic(), Ok(()));
        let conflict = rule(90).check_totalistic().unwrap_err();
        assert_eq!(conflict.to_string(), "001 gives 1, but 010 gives 0");
        assert_eq!(rule(90).check_symmetric(), Ok(()));
        assert_eq!(rule(110).check_symmetric().unwrap_err().to_string(), "001 gives 1, but 100 gives 0");
    }

    #[test]
    fn known_rules_are_permutive() {
        assert!(rule(30).is_left_permutive() && !rule(30).is_right_permutive());
        assert!(rule(90).is_left_permutive() && rule(90).is_right_permutive());
        assert!(!rule(110).is_left_permutive() && !rule(110).is_right_permutive());
    }
}
