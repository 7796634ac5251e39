//! Matching rules where some of the cells are unknown.

use super::{Rule, State};
use std::fmt;
use std::str::FromStr;

/// Three cells and a result, as far as they are known. An unknown cell may be in any state.
///
/// It is read from text such as `?2?` or `?2? 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The three cells, from left to right.
    pub cells: [Option<State>; 3],
    /// What the middle one becomes.
    pub result: Option<State>,
}

impl Pattern {
    /// Whether the rule may be the one at this place.
    pub fn fits(self, rule: Rule) -> bool {
        let same = |known: &Option<State>, state: State| known.is_none_or(|known| known == state);
        self.cells.iter().zip(rule.triple.cells()).all(|(known, state)| same(known, state))
            && same(&self.result, rule.result)
    }

    /// Whether some permutation of the rule may be the one at this place. Sorting the cells would not tell, for an
    /// unknown one has no place in the order; so every known state must occur in the rule at least as often as here.
    pub fn fits_in_some_order(self, rule: Rule) -> bool {
        let cells = rule.triple.cells();
        let here = |state: State| self.cells.iter().filter(|known| **known == Some(state)).count();
        let there = |state: State| cells.into_iter().filter(|one| *one == state).count();
        self.cells.iter().flatten().all(|state| here(*state) <= there(*state))
            && self.result.is_none_or(|result| result == rule.result)
    }

    /// All permutations of a totalistic rule that may be the one at this place, ascending.
    pub fn possibilities(self, rule: Rule) -> Vec<Rule> {
        let orders = rule.triple.permutations().into_iter().map(|triple| Rule::new(triple, rule.result));
        orders.filter(|rule| self.fits(*rule)).collect()
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Pattern, String> {
        let why = || {
            format!(
                "'{text}' is no pattern; give three digits or question marks, as in ?2?, and perhaps a result, as in ?2? 1"
            )
        };
        let cell = |c: &u8| match c {
            b'?' => Some(None),
            b'0'..=b'9' => Some(Some(c - b'0')),
            _ => None,
        };
        let (cells, result) = match text.as_bytes() {
            [cells @ .., b' ', result] => (cells, cell(result).ok_or_else(why)?),
            cells => (cells, None),
        };
        match cells {
            [a, b, c] => {
                let known = |c| cell(c).ok_or_else(why);
                Ok(Pattern { cells: [known(a)?, known(b)?, known(c)?], result })
            }
            _ => Err(why()),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |known: Option<State>| known.map_or("?".to_owned(), |state| state.to_string());
        let [a, b, c] = self.cells.map(shown);
        write!(f, "{a}{b}{c} {}", shown(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Automaton, Kind, Table, Triple, triples, wolfram};

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    fn rule(text: &str) -> Rule {
        let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
        Rule::new(Triple::new(digits[0], digits[1], digits[2]), 0)
    }

    fn found(rules: &[Rule]) -> Vec<String> {
        rules.iter().map(|rule| rule.triple.to_string()).collect()
    }

    /// The thesis, section 5.3: 4 ? 2 sorted with -1 for the unknown is -1 2 4, which hides 1, 3 and 5 alike.
    #[test]
    fn an_unknown_cell_may_sort_anywhere() {
        for triple in ["124", "234", "245", "024", "224", "244"] {
            assert!(pattern("4?2").fits_in_some_order(rule(triple)), "{triple}");
        }
        for triple in ["123", "334", "445", "022"] {
            assert!(!pattern("4?2").fits_in_some_order(rule(triple)), "{triple}");
        }
    }

    #[test]
    fn every_known_state_must_be_in_the_rule() {
        assert!(pattern("?3?").fits_in_some_order(rule("301")));
        assert!(!pattern("?3?").fits_in_some_order(rule("210")));
    }

    #[test]
    fn a_state_must_be_in_the_rule_as_often_as_in_the_pattern() {
        assert!(!pattern("?22").fits_in_some_order(rule("213")));
        assert!(pattern("?22").fits_in_some_order(rule("221")));
        assert!(!pattern("222").fits_in_some_order(rule("221")));
    }

    #[test]
    fn all_permutations_that_fit_are_given() {
        assert_eq!(found(&pattern("?2?").possibilities(rule("234"))), ["324", "423"]);
        assert_eq!(found(&pattern("???").possibilities(rule("223"))), ["223", "232", "322"]);
        assert_eq!(found(&pattern("?22").possibilities(rule("213"))), Vec::<String>::new());
        assert_eq!(found(&pattern("4?2").possibilities(rule("234"))), ["432"]);
    }

    #[test]
    fn an_automaton_finds_its_rules() {
        let sum = Table::from_fn(5, |triple| (triple.sum() % 5) as u8);
        let automaton = Automaton::new(Kind::Totalistic, &sum).unwrap();
        assert_eq!(found(&automaton.matching(pattern("4?2 4"))), ["234"]);
        assert_eq!(found(&automaton.possibilities(pattern("?2? 4"))), possible(&sum));
        let elementary = Automaton::new(Kind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        assert_eq!(found(&elementary.matching(pattern("?1? 0"))), ["111"]);
        assert_eq!(found(&elementary.possibilities(pattern("1?? 1"))), ["101", "110"]);
    }

    /// Every rule with 2 in the middle and result 4, found by looking at all of them.
    fn possible(table: &Table) -> Vec<String> {
        let mut all: Vec<Triple> = triples(5).filter(|t| t.middle == 2 && table.result(*t) == 4).collect();
        all.sort_by_key(|t| (t.sorted(), *t));
        all.iter().map(Triple::to_string).collect()
    }

    /// The thesis's way of counting against the definition: some permutation fits.
    #[test]
    fn counting_tells_the_same_as_trying_all_permutations() {
        let known = || [None, Some(0), Some(1), Some(2)];
        for (a, b, c) in known()
            .iter()
            .flat_map(|a| known().map(|b| (*a, b)))
            .flat_map(|(a, b)| known().map(|c| (a, b, c)))
        {
            let pattern = Pattern { cells: [a, b, c], result: None };
            for triple in triples(3) {
                let rule = Rule::new(triple, 0);
                assert_eq!(
                    pattern.fits_in_some_order(rule),
                    !pattern.possibilities(rule).is_empty(),
                    "{pattern} {rule}"
                );
            }
        }
    }

    #[test]
    fn patterns_are_read_and_written() {
        assert_eq!(pattern("?2?").to_string(), "?2? ?");
        assert_eq!(pattern("012 ?").to_string(), "012 ?");
        assert_eq!(pattern("9?0 3").to_string(), "9?0 3");
        for text in ["", "?", "??", "????", "?2? ", "?2? 1 ", "?2?1", "a2?", "?2? x", "é2"] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
    }
}
