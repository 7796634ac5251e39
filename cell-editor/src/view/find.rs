//! Which rules are shown: those that were asked for, in what standing.

use common::automaton::{Automaton, Kind, Pattern, Rule, State, Table, Triple};

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is in the file.
    Given,
    /// The picture needs it, so the program has added it.
    Added,
    /// There is none for this triple.
    Lacking,
}

/// A rule as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The three cells.
    pub triple: Triple,
    /// What they become; nothing if there is no rule.
    pub result: Option<State>,
    /// Where it comes from.
    pub standing: Standing,
    /// What the formula says, if that is something else.
    pub told: Option<State>,
    /// It is still what was looked for; an edit may have changed that.
    pub fits: bool,
}

/// What is looked through.
#[derive(Debug, Clone, Copy)]
pub struct Basis<'a> {
    /// The automaton.
    pub automaton: &'a Automaton,
    /// The triples of its picture that have no rule; they are counted once for each change, not for each frame.
    pub added: &'a [Triple],
    /// The table that its formula tells.
    pub formula: Option<&'a Table>,
}

/// What is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Find {
    /// Three digits or question marks, and perhaps a result.
    pub pattern: String,
    /// Only rules that give this state.
    pub gives: Option<State>,
    /// Only rules that are not as the formula tells.
    pub differing: bool,
    /// Triples without a rule too.
    pub lacking: bool,
}

impl Find {
    /// Whether anything is looked for.
    pub fn is_on(&self) -> bool {
        !self.pattern.trim().is_empty() || self.gives.is_some() || self.differing
    }

    /// The pattern, nothing while there is none, or why it is none. What is not typed yet may be anything.
    pub fn wanted(&self) -> Result<Option<Pattern>, String> {
        let typed = self.pattern.trim().replace('.', "?");
        if typed.is_empty() {
            return Ok(None);
        }
        let (cells, rest) = typed.split_at(typed.char_indices().nth(3).map_or(typed.len(), |(at, _)| at));
        let rest = rest.trim_start();
        let full = format!("{cells:?<3}{}{rest}", if rest.is_empty() { "" } else { " " });
        full.parse().map(Some)
    }

    /// Why nothing can be found in an automaton of so many states, in a sentence.
    pub fn trouble(&self, states: u8) -> Option<String> {
        let most = states - 1;
        match self.wanted() {
            Err(_) => Some(format!("Use digits 0 to {most} and ?, as in ?1? or ?1? 0.")),
            Ok(pattern) => {
                let Pattern { cells, result } = pattern?;
                let unknown = cells.into_iter().chain([result]).flatten().find(|state| *state > most)?;
                Some(format!("There is no state {unknown}: the states are 0 to {most}."))
            }
        }
    }

    /// The rules that are found, ascending; all of them while nothing is looked for.
    pub fn entries(&self, of: &Basis) -> Vec<Entry> {
        let mut entries = self.all(of);
        entries.retain(|entry| entry.fits);
        entries
    }

    /// The same rules as were found before an edit, as they are now.
    pub fn again(&self, found: &[Entry], of: &Basis) -> Vec<Entry> {
        let mut entries = Find { lacking: true, ..self.clone() }.all(of);
        entries.retain(|entry| found.binary_search_by_key(&entry.triple, |entry| entry.triple).is_ok());
        entries
    }

    /// All rules, with a note whether they fit.
    fn all(&self, of: &Basis) -> Vec<Entry> {
        let Basis { automaton, added, formula } = *of;
        let pattern = self.wanted().ok().flatten();
        let totalistic = automaton.kind() == Kind::Totalistic;
        let fits = |entry: Entry| {
            let of_pattern = pattern.is_none_or(|pattern| {
                // Without a rule there is no result that could fail to fit.
                let wished = Pattern { result: pattern.result.filter(|_| entry.result.is_some()), ..pattern };
                let rule = Rule::new(entry.triple, entry.result.unwrap_or(0));
                if totalistic { wished.fits_in_some_order(rule) } else { wished.fits(rule) }
            });
            of_pattern
                && (self.gives.is_none() || self.gives == entry.result)
                && (!self.differing || entry.told.is_some())
        };
        let entry = |triple: Triple| {
            let (result, standing) = match automaton.rule(triple) {
                Some(result) => (Some(result), Standing::Given),
                None if added.binary_search(&triple).is_ok() => (Some(0), Standing::Added),
                None if self.lacking => (None, Standing::Lacking),
                None => return None,
            };
            let told =
                formula.map(|table| table.result(triple)).filter(|told| result.is_some_and(|r| r != *told));
            let entry = Entry { triple, result, standing, told, fits: true };
            Some(Entry { fits: fits(entry), ..entry })
        };
        Automaton::listed(automaton.kind(), automaton.states()).into_iter().filter_map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Formula, wolfram};

    fn entries(find: &Find, automaton: &Automaton, formula: Option<&Table>) -> Vec<Entry> {
        find.entries(&Basis { automaton, added: &automaton.added(), formula })
    }

    fn found(find: &Find, automaton: &Automaton) -> Vec<String> {
        entries(find, automaton, None).iter().map(|entry| entry.triple.to_string()).collect()
    }

    fn pattern(text: &str) -> Find {
        Find { pattern: text.to_owned(), ..Find::default() }
    }

    #[test]
    fn rules_are_found_by_pattern_and_by_result() {
        let rule_110 = Automaton::new(Kind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        assert_eq!(found(&Find::default(), &rule_110).len(), 8);
        assert_eq!(found(&pattern("?1?"), &rule_110), ["010", "011", "110", "111"]);
        assert_eq!(found(&pattern("?1? 0"), &rule_110), ["111"]);
        assert_eq!(found(&pattern(".1"), &rule_110), ["010", "011", "110", "111"], "as far as typed");
        assert_eq!(found(&pattern("1"), &rule_110).len(), 4);
        let gives = Find { gives: Some(0), ..Find::default() };
        assert_eq!(found(&gives, &rule_110), ["000", "100", "111"]);
        assert_eq!(found(&Find { gives: Some(0), ..pattern("1") }, &rule_110), ["100", "111"]);
        assert!(pattern("1x").wanted().is_err() && pattern("01101").wanted().is_err());
        assert_eq!(found(&pattern("1x"), &rule_110).len(), 8, "a pattern that is none hides nothing");
    }

    #[test]
    fn what_was_found_stays_when_it_is_edited() {
        let mut rule_110 = Automaton::new(Kind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        let gives = Find { gives: Some(0), ..Find::default() };
        let before = entries(&gives, &rule_110, None);
        rule_110.set_rule(Triple::new(1, 0, 0), 1);
        let after = gives.again(&before, &Basis { automaton: &rule_110, added: &[], formula: None });
        let fits: Vec<(String, bool)> =
            after.iter().map(|entry| (entry.triple.to_string(), entry.fits)).collect();
        let expected = [("000", true), ("100", false), ("111", true)];
        assert_eq!(fits, expected.map(|(triple, fits)| (triple.to_owned(), fits)));
    }

    #[test]
    fn troubles_are_told() {
        assert_eq!(pattern("?1? 0").trouble(2), None);
        assert_eq!(pattern("").trouble(2), None);
        assert!(pattern("?2?").trouble(2).unwrap().contains("no state 2"));
        assert!(pattern("x").trouble(3).unwrap().contains("digits 0 to 2"));
    }

    #[test]
    fn a_totalistic_rule_is_found_in_any_order() {
        let sum = Table::from_fn(3, |triple| (triple.sum() % 3) as u8);
        let sum = Automaton::new(Kind::Totalistic, &sum).unwrap();
        assert_eq!(found(&pattern("?2?"), &sum), ["002", "012", "022", "112", "122", "222"]);
        assert_eq!(found(&pattern("2?2"), &sum), ["022", "122", "222"]);
    }

    #[test]
    fn a_picture_shows_what_was_added_and_what_is_lacking() {
        let mut picture = Automaton::picture(
            &wolfram::table(2, "90").unwrap(),
            common::automaton::Plan::default(),
            vec![0, 0, 1, 0, 0],
            3,
        );
        picture.remove_rule(Triple::new(0, 1, 0));
        let found = entries(&Find::default(), &picture, None);
        let added: Vec<&Entry> = found.iter().filter(|entry| entry.standing == Standing::Added).collect();
        assert_eq!((added.len(), added[0].triple.to_string().as_str(), added[0].result), (1, "010", Some(0)));
        let all = entries(&Find { lacking: true, ..Find::default() }, &picture, None);
        assert_eq!(all.len(), 8);
        assert!(all.iter().any(|entry| entry.standing == Standing::Lacking && entry.result.is_none()));
    }

    #[test]
    fn rules_that_differ_from_the_formula_are_found() {
        let formula: Formula = "(l + r) % k".parse().unwrap();
        let table = formula.table(2).unwrap();
        let mut rule = Automaton::new(Kind::Common, &table).unwrap();
        let differing = Find { differing: true, ..Find::default() };
        assert!(entries(&differing, &rule, Some(&table)).is_empty());
        rule.set_rule(Triple::new(1, 1, 1), 1);
        let found = entries(&differing, &rule, Some(&table));
        assert_eq!((found.len(), found[0].told), (1, Some(0)));
    }
}
