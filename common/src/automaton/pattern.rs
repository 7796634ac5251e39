//! Rule patterns, in which some cells may be unknown.

use super::{Rule, State};
use std::fmt;
use std::str::FromStr;

/// Three cells and a result. `None` matches any state.
///
/// It is parsed from text such as `?2?` or `?2? 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RulePattern {
    /// The three cells, from left to right.
    pub cells: [Option<State>; 3],
    /// The next state of the middle cell.
    pub result: Option<State>,
}

impl RulePattern {
    /// Whether the rule matches.
    pub fn matches(self, rule: Rule) -> bool {
        let same = |known: &Option<State>, state: State| known.is_none_or(|known| known == state);
        self.cells.iter().zip(rule.triple.cells()).all(|(known, state)| same(known, state))
            && same(&self.result, rule.result)
    }

    /// Whether some permutation of the rule matches. Comparing sorted cells would not work, because an unknown cell has
    /// no position in the order. Instead every known state must occur in the rule at least as often as in the pattern.
    pub fn matches_some_permutation(self, rule: Rule) -> bool {
        let cells = rule.triple.cells();
        let in_pattern = |state: State| self.cells.iter().filter(|known| **known == Some(state)).count();
        let in_rule = |state: State| cells.into_iter().filter(|one| *one == state).count();
        self.cells.iter().flatten().all(|state| in_pattern(*state) <= in_rule(*state))
            && self.result.is_none_or(|result| result == rule.result)
    }

    /// All permutations of a totalistic rule that match, in ascending order.
    pub fn matching_permutations(self, rule: Rule) -> Vec<Rule> {
        let permutations =
            rule.triple.permutations().into_iter().map(|triple| Rule::new(triple, rule.result));
        permutations.filter(|rule| self.matches(*rule)).collect()
    }
}

impl FromStr for RulePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<RulePattern, String> {
        let error = || {
            format!(
                "'{text}' is not a valid pattern: use three digits or question marks, as in ?2?, and optionally a result, as in ?2? 1"
            )
        };
        let cell = |c: &u8| match c {
            b'?' => Some(None),
            b'0'..=b'9' => Some(Some(c - b'0')),
            _ => None,
        };
        let (cells, result) = match text.as_bytes() {
            [cells @ .., b' ', result] => (cells, cell(result).ok_or_else(error)?),
            cells => (cells, None),
        };
        match cells {
            [a, b, c] => {
                let known = |c| cell(c).ok_or_else(error);
                Ok(RulePattern { cells: [known(a)?, known(b)?, known(c)?], result })
            }
            _ => Err(error()),
        }
    }
}

impl fmt::Display for RulePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |known: Option<State>| known.map_or("?".to_owned(), |state| state.to_string());
        let [a, b, c] = self.cells.map(shown);
        write!(f, "{a}{b}{c} {}", shown(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Automaton, AutomatonKind, RuleTable, Triple, triples, wolfram};

    fn pattern(text: &str) -> RulePattern {
        text.parse().unwrap()
    }

    fn rule(text: &str) -> Rule {
        let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
        Rule::new(Triple::new(digits[0], digits[1], digits[2]), 0)
    }

    fn found(rules: &[Rule]) -> Vec<String> {
        rules.iter().map(|rule| rule.triple.to_string()).collect()
    }

    /// The thesis, section 5.3: sorting 4 ? 2 with -1 for the unknown cell gives -1 2 4, whether the cell is 1, 3 or 5.
    #[test]
    fn an_unknown_cell_may_have_any_position_in_the_sorted_triple() {
        for triple in ["124", "234", "245", "024", "224", "244"] {
            assert!(pattern("4?2").matches_some_permutation(rule(triple)), "{triple}");
        }
        for triple in ["123", "334", "445", "022"] {
            assert!(!pattern("4?2").matches_some_permutation(rule(triple)), "{triple}");
        }
    }

    #[test]
    fn every_known_state_must_occur_in_the_rule() {
        assert!(pattern("?3?").matches_some_permutation(rule("301")));
        assert!(!pattern("?3?").matches_some_permutation(rule("210")));
    }

    #[test]
    fn a_state_must_occur_as_often_as_in_the_pattern() {
        assert!(!pattern("?22").matches_some_permutation(rule("213")));
        assert!(pattern("?22").matches_some_permutation(rule("221")));
        assert!(!pattern("222").matches_some_permutation(rule("221")));
    }

    #[test]
    fn all_matching_permutations_are_returned() {
        assert_eq!(found(&pattern("?2?").matching_permutations(rule("234"))), ["324", "423"]);
        assert_eq!(found(&pattern("???").matching_permutations(rule("223"))), ["223", "232", "322"]);
        assert_eq!(found(&pattern("?22").matching_permutations(rule("213"))), Vec::<String>::new());
        assert_eq!(found(&pattern("4?2").matching_permutations(rule("234"))), ["432"]);
    }

    #[test]
    fn an_automaton_finds_its_rules() {
        let sum = RuleTable::from_fn(5, |triple| (triple.sum() % 5) as u8);
        let automaton = Automaton::new(AutomatonKind::Totalistic, &sum).unwrap();
        assert_eq!(found(&automaton.matching_rules(pattern("4?2 4"))), ["234"]);
        assert_eq!(found(&automaton.possible_rules(pattern("?2? 4"))), possible(&sum));
        let elementary = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        assert_eq!(found(&elementary.matching_rules(pattern("?1? 0"))), ["111"]);
        assert_eq!(found(&elementary.possible_rules(pattern("1?? 1"))), ["101", "110"]);
    }

    /// Every rule with middle cell 2 and result 4, found by checking all rules.
    fn possible(table: &RuleTable) -> Vec<String> {
        let mut all: Vec<Triple> = triples(5).filter(|t| t.middle == 2 && table.result(*t) == 4).collect();
        all.sort_by_key(|t| (t.sorted(), *t));
        all.iter().map(Triple::to_string).collect()
    }

    /// The count of the thesis against the definition: some permutation matches.
    #[test]
    fn counting_agrees_with_trying_all_permutations() {
        let known = || [None, Some(0), Some(1), Some(2)];
        for (a, b, c) in known()
            .iter()
            .flat_map(|a| known().map(|b| (*a, b)))
            .flat_map(|(a, b)| known().map(|c| (a, b, c)))
        {
            let pattern = RulePattern { cells: [a, b, c], result: None };
            for triple in triples(3) {
                let rule = Rule::new(triple, 0);
                assert_eq!(
                    pattern.matches_some_permutation(rule),
                    !pattern.matching_permutations(rule).is_empty(),
                    "{pattern} {rule}"
                );
            }
        }
    }

    #[test]
    fn patterns_are_parsed_and_formatted() {
        assert_eq!(pattern("?2?").to_string(), "?2? ?");
        assert_eq!(pattern("012 ?").to_string(), "012 ?");
        assert_eq!(pattern("9?0 3").to_string(), "9?0 3");
        for text in ["", "?", "??", "????", "?2? ", "?2? 1 ", "?2?1", "a2?", "?2? x", "é2"] {
            assert!(text.parse::<RulePattern>().is_err(), "{text}");
        }
    }
}
