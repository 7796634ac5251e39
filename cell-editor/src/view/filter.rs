//! The filter of the rule list: which rules are shown, and where each of them comes from.

use common::automaton::{Automaton, AutomatonKind, Rule, RulePattern, RuleTable, State, Triple};

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleOrigin {
    /// The automaton lists it.
    Listed,
    /// The picture needs it and has no rule for it, so the editor adds a rule with result 0.
    Added,
    /// The triple has no rule.
    Missing,
}

/// An entry of the rule list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleEntry {
    /// The three cells.
    pub triple: Triple,
    /// The result, if there is a rule.
    pub result: Option<State>,
    /// Where the rule comes from.
    pub origin: RuleOrigin,
    /// The result of the formula, if it differs.
    pub formula_result: Option<State>,
    /// Whether the entry still matches the filter; an edit may have changed that.
    pub matches: bool,
}

/// What a filter is applied to.
#[derive(Debug, Clone, Copy)]
pub struct FilterInput<'a> {
    /// The automaton.
    pub automaton: &'a Automaton,
    /// [`Automaton::added_triples`], computed once per change and not per frame.
    pub added: &'a [Triple],
    /// The table of the automaton's formula.
    pub formula: Option<&'a RuleTable>,
}

/// A filter of rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleFilter {
    /// Three digits or question marks, and optionally a result.
    pub pattern: String,
    /// Shows only rules with this result.
    pub gives: Option<State>,
    /// Shows only rules that differ from the formula.
    pub only_differing: bool,
    /// Also shows triples without a rule.
    pub show_missing: bool,
}

impl RuleFilter {
    /// Whether there is anything to clear.
    pub fn is_active(&self) -> bool {
        !self.pattern.trim().is_empty() || self.gives.is_some() || self.only_differing
    }

    /// Whether the filter can hide rules. A pattern that is not valid hides none.
    pub fn hides_rules(&self) -> bool {
        matches!(self.rule_pattern(), Ok(Some(_))) || self.gives.is_some() || self.only_differing
    }

    /// The typed pattern, `None` if nothing is typed, or an error message. Missing characters match any state.
    pub fn rule_pattern(&self) -> Result<Option<RulePattern>, String> {
        let typed = self.pattern.trim().replace('.', "?");
        if typed.is_empty() {
            return Ok(None);
        }
        let (cells, rest) =
            typed.split_at(typed.char_indices().nth(3).map_or(typed.len(), |(index, _)| index));
        let rest = rest.trim_start();
        let full = format!("{cells:?<3}{}{rest}", if rest.is_empty() { "" } else { " " });
        full.parse().map(Some)
    }

    /// Why the pattern is not valid for an automaton with `states` states, as a sentence.
    pub fn problem(&self, states: u8) -> Option<String> {
        let max = states - 1;
        match self.rule_pattern() {
            Err(_) => Some(format!("Use digits 0 to {max} and ?, as in ?1? or ?1? 0.")),
            Ok(pattern) => {
                let RulePattern { cells, result } = pattern?;
                let unknown = cells.into_iter().chain([result]).flatten().find(|state| *state > max)?;
                Some(format!("There is no state {unknown}: the states are 0 to {max}."))
            }
        }
    }

    /// The matching rules in ascending order.
    pub fn entries(&self, input: &FilterInput) -> Vec<RuleEntry> {
        let mut entries = self.all(input);
        entries.retain(|entry| entry.matches);
        entries
    }

    /// Updates entries after an edit. Entries that do not match any more stay in the list.
    pub fn update_entries(&self, found: &[RuleEntry], input: &FilterInput) -> Vec<RuleEntry> {
        let mut entries = RuleFilter { show_missing: true, ..self.clone() }.all(input);
        entries.retain(|entry| found.binary_search_by_key(&entry.triple, |entry| entry.triple).is_ok());
        entries
    }

    /// All rules, with or without a match.
    fn all(&self, input: &FilterInput) -> Vec<RuleEntry> {
        let FilterInput { automaton, added, formula } = *input;
        let pattern = self.rule_pattern().ok().flatten();
        let totalistic = automaton.kind() == AutomatonKind::Totalistic;
        let entry_matches = |entry: RuleEntry| {
            let pattern_matches = pattern.is_none_or(|pattern| {
                // A triple without a rule has no result, so any result matches.
                let pattern =
                    RulePattern { result: pattern.result.filter(|_| entry.result.is_some()), ..pattern };
                let rule = Rule::new(entry.triple, entry.result.unwrap_or(0));
                if totalistic { pattern.matches_some_permutation(rule) } else { pattern.matches(rule) }
            });
            pattern_matches
                && (self.gives.is_none() || self.gives == entry.result)
                && (!self.only_differing || entry.formula_result.is_some())
        };
        let entry = |triple: Triple| {
            let (result, origin) = match automaton.rule(triple) {
                Some(result) => (Some(result), RuleOrigin::Listed),
                None if added.binary_search(&triple).is_ok() => (Some(0), RuleOrigin::Added),
                None if self.show_missing => (None, RuleOrigin::Missing),
                None => return None,
            };
            let formula_result = formula.map(|table| table.result(triple));
            let formula_result =
                formula_result.filter(|expected| result.is_some_and(|result| result != *expected));
            let entry = RuleEntry { triple, result, origin, formula_result, matches: true };
            Some(RuleEntry { matches: entry_matches(entry), ..entry })
        };
        Automaton::rule_triples(automaton.kind(), automaton.states()).into_iter().filter_map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Formula, wolfram};

    fn entries(filter: &RuleFilter, automaton: &Automaton, formula: Option<&RuleTable>) -> Vec<RuleEntry> {
        filter.entries(&FilterInput { automaton, added: &automaton.added_triples(), formula })
    }

    fn found(filter: &RuleFilter, automaton: &Automaton) -> Vec<String> {
        entries(filter, automaton, None).iter().map(|entry| entry.triple.to_string()).collect()
    }

    fn pattern(text: &str) -> RuleFilter {
        RuleFilter { pattern: text.to_owned(), ..RuleFilter::default() }
    }

    #[test]
    fn rules_are_found_by_pattern_and_by_result() {
        let rule_110 = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        assert_eq!(found(&RuleFilter::default(), &rule_110).len(), 8);
        assert_eq!(found(&pattern("?1?"), &rule_110), ["010", "011", "110", "111"]);
        assert_eq!(found(&pattern("?1? 0"), &rule_110), ["111"]);
        assert_eq!(
            found(&pattern(".1"), &rule_110),
            ["010", "011", "110", "111"],
            "missing characters match any state"
        );
        assert_eq!(found(&pattern("1"), &rule_110).len(), 4);
        let gives = RuleFilter { gives: Some(0), ..RuleFilter::default() };
        assert_eq!(found(&gives, &rule_110), ["000", "100", "111"]);
        assert_eq!(found(&RuleFilter { gives: Some(0), ..pattern("1") }, &rule_110), ["100", "111"]);
        assert!(pattern("1x").rule_pattern().is_err() && pattern("01101").rule_pattern().is_err());
        assert_eq!(found(&pattern("1x"), &rule_110).len(), 8, "an invalid pattern hides nothing");
        assert!(pattern("1x").is_active() && !pattern("1x").hides_rules() && pattern("1").hides_rules());
    }

    #[test]
    fn edited_entries_stay_in_the_list() {
        let mut rule_110 = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        let gives = RuleFilter { gives: Some(0), ..RuleFilter::default() };
        let before = entries(&gives, &rule_110, None);
        rule_110.set_rule(Triple::new(1, 0, 0), 1);
        let after =
            gives.update_entries(&before, &FilterInput { automaton: &rule_110, added: &[], formula: None });
        let matches: Vec<(String, bool)> =
            after.iter().map(|entry| (entry.triple.to_string(), entry.matches)).collect();
        let expected = [("000", true), ("100", false), ("111", true)];
        assert_eq!(matches, expected.map(|(triple, matches)| (triple.to_owned(), matches)));
    }

    #[test]
    fn invalid_patterns_are_explained() {
        assert_eq!(pattern("?1? 0").problem(2), None);
        assert_eq!(pattern("").problem(2), None);
        assert!(pattern("?2?").problem(2).unwrap().contains("no state 2"));
        assert!(pattern("x").problem(3).unwrap().contains("digits 0 to 2"));
    }

    #[test]
    fn a_totalistic_rule_matches_in_any_order() {
        let sum = RuleTable::from_fn(3, |triple| (triple.sum() % 3) as u8);
        let sum = Automaton::new(AutomatonKind::Totalistic, &sum).unwrap();
        assert_eq!(found(&pattern("?2?"), &sum), ["002", "012", "022", "112", "122", "222"]);
        assert_eq!(found(&pattern("2?2"), &sum), ["022", "122", "222"]);
    }

    #[test]
    fn a_picture_shows_added_rules_and_missing_triples() {
        let mut picture = Automaton::picture(
            &wolfram::table(2, "90").unwrap(),
            common::automaton::Boundary::default(),
            vec![0, 0, 1, 0, 0],
            3,
        );
        picture.remove_rule(Triple::new(0, 1, 0));
        let found = entries(&RuleFilter::default(), &picture, None);
        let added: Vec<&RuleEntry> = found.iter().filter(|entry| entry.origin == RuleOrigin::Added).collect();
        assert_eq!((added.len(), added[0].triple.to_string().as_str(), added[0].result), (1, "010", Some(0)));
        let all = entries(&RuleFilter { show_missing: true, ..RuleFilter::default() }, &picture, None);
        assert_eq!(all.len(), 8);
        assert!(all.iter().any(|entry| entry.origin == RuleOrigin::Missing && entry.result.is_none()));
    }

    #[test]
    fn rules_that_differ_from_the_formula_are_found() {
        let formula: Formula = "(l + r) % k".parse().unwrap();
        let table = formula.table(2).unwrap();
        let mut rule = Automaton::new(AutomatonKind::Common, &table).unwrap();
        let only_differing = RuleFilter { only_differing: true, ..RuleFilter::default() };
        assert!(entries(&only_differing, &rule, Some(&table)).is_empty());
        rule.set_rule(Triple::new(1, 1, 1), 1);
        let found = entries(&only_differing, &rule, Some(&table));
        assert_eq!((found.len(), found[0].formula_result), (1, Some(0)));
    }
}
