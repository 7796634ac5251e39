//! An automaton as stored in a file: states with colours and names, rules, keys and a description.

use super::{
    Boundary, Colour, MAX_STATES, MIN_STATES, Rule, RuleConflict, RulePattern, RuleTable, SpaceTime, State,
    Triple, evolve, triples, unordered_triples,
};
use crate::limits;
use std::path::Path;

/// The three kinds of automata. Each has its own file extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AutomatonKind {
    /// A rule for every ordered triple.
    Common,
    /// A rule for every unordered triple. It applies to all permutations.
    Totalistic,
    /// A start row, a number of generations and the rules that this picture needs.
    Picture,
}

impl AutomatonKind {
    /// All kinds.
    pub const ALL: [AutomatonKind; 3] =
        [AutomatonKind::Common, AutomatonKind::Totalistic, AutomatonKind::Picture];

    /// The file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            AutomatonKind::Common => "ccell",
            AutomatonKind::Totalistic => "tcell",
            AutomatonKind::Picture => "pcell",
        }
    }

    /// The kind of a file, by its extension.
    pub fn from_path(path: &Path) -> Option<AutomatonKind> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        AutomatonKind::ALL.into_iter().find(|kind| kind.extension() == extension)
    }

    /// The number of rules of an automaton of this kind. `None` for a picture, which may have any number.
    pub fn rule_count(self, states: u8) -> Option<usize> {
        let k = usize::from(states);
        match self {
            AutomatonKind::Common => Some(k * k * k),
            AutomatonKind::Totalistic => Some((k + 2) * (k + 1) * k / 6),
            AutomatonKind::Picture => None,
        }
    }
}

/// The `key: value` lines of a file, between its colours and its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub generations: Option<usize>,
    pub start: Option<Vec<State>>,
    pub cyclic: Option<bool>,
    pub edge: Option<State>,
    pub ink: Option<Vec<State>>,
    pub formula: Option<String>,
    /// Unknown keys, which are preserved.
    pub extra: Vec<(String, String)>,
}

/// A cellular automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    pub(super) kind: AutomatonKind,
    /// The colour and the name of each state.
    pub(super) styles: Vec<(Colour, String)>,
    pub(super) rules: Vec<Option<State>>,
    pub(super) keys: Keys,
    pub(super) description: String,
}

impl Automaton {
    /// Checks the size of a picture. The error names the limits.
    pub fn check_picture_size(width: usize, generations: usize) -> Result<(), String> {
        let (side, cells) = (limits::PICTURE_SIDE, limits::PICTURE_CELLS);
        if (1..=side).contains(&width)
            && (1..=side).contains(&generations)
            && width.saturating_mul(generations) <= cells
        {
            return Ok(());
        }
        Err(format!(
            "a picture has 1 to {side} cells in a row, 1 to {side} generations and at most {cells} cells in all, \
             not {width} times {generations}"
        ))
    }

    /// An automaton with this table and the default colours. Fails if `kind` is totalistic and the table is not.
    pub fn new(kind: AutomatonKind, table: &RuleTable) -> Result<Automaton, RuleConflict> {
        if kind == AutomatonKind::Totalistic {
            table.check_totalistic()?;
        }
        let rules = table.results().iter().map(|result| Some(*result)).collect();
        let mut automaton = Automaton::empty(kind, table.states());
        automaton.rules = rules;
        if kind == AutomatonKind::Picture {
            // A picture always has a start row and a number of generations; the caller can change them.
            automaton.set_picture(vec![0], 1);
        }
        Ok(automaton)
    }

    /// The picture that a table draws from a start row. It contains only the rules that it uses.
    pub fn picture(
        table: &RuleTable,
        boundary: Boundary,
        start: Vec<State>,
        generations: usize,
    ) -> Automaton {
        let mut picture = Automaton::empty(AutomatonKind::Picture, table.states());
        picture.set_boundary(boundary);
        let rows = evolve(table, boundary, &start, generations);
        picture.set_picture(start, generations);
        for row in rows.rows().take(generations.saturating_sub(1)) {
            for_each_triple(boundary, row, |triple| picture.set_rule(triple, table.result(triple)));
        }
        picture
    }

    pub(super) fn empty(kind: AutomatonKind, states: u8) -> Automaton {
        assert!((MIN_STATES..=MAX_STATES).contains(&states), "2 to 10 states, not {states}");
        let style = |state| (Colour::default_for(state).0, Colour::default_for(state).1.to_owned());
        Automaton {
            kind,
            styles: (0..states).map(style).collect(),
            rules: vec![None; usize::from(states).pow(3)],
            keys: Keys::default(),
            description: String::new(),
        }
    }

    /// The kind of automaton.
    pub fn kind(&self) -> AutomatonKind {
        self.kind
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.styles.len() as u8
    }

    /// The colour of a state.
    pub fn colour(&self, state: State) -> Colour {
        self.styles[usize::from(state)].0
    }

    /// The colours of all states.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        self.styles.iter().map(|(colour, _)| *colour)
    }

    /// The name of a state, or an empty string.
    pub fn name(&self, state: State) -> &str {
        &self.styles[usize::from(state)].1
    }

    /// Sets the colour of a state.
    pub fn set_colour(&mut self, state: State, colour: Colour) {
        self.styles[usize::from(state)].0 = colour;
    }

    /// Sets the name of a state. Control characters become spaces.
    pub fn set_name(&mut self, state: State, name: &str) {
        self.styles[usize::from(state)].1 = one_line(name);
    }

    /// The result of a triple, if there is a rule for it.
    pub fn rule(&self, triple: Triple) -> Option<State> {
        self.rules[triple.index(self.states())]
    }

    /// Sets a rule. In a totalistic automaton it applies to all permutations.
    pub fn set_rule(&mut self, triple: Triple, result: State) {
        self.store_rule(triple, Some(result));
    }

    /// Removes a rule of a picture. The other kinds always have all rules and do not change.
    pub fn remove_rule(&mut self, triple: Triple) {
        if self.kind == AutomatonKind::Picture {
            self.store_rule(triple, None);
        }
    }

    fn store_rule(&mut self, triple: Triple, result: Option<State>) {
        assert!(
            result.is_none_or(|result| result < self.states()),
            "the result must be a state of the automaton"
        );
        let states = self.states();
        match self.kind {
            AutomatonKind::Totalistic => {
                triple.permutations().iter().for_each(|one| self.rules[one.index(states)] = result);
            }
            AutomatonKind::Common | AutomatonKind::Picture => self.rules[triple.index(states)] = result,
        }
    }

    /// The rules in ascending order, as the file lists them. A totalistic rule is listed once for all permutations.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        let is_listed = move |triple: &Triple| self.listed_triple(*triple) == *triple;
        let states = self.states();
        triples(states).filter(is_listed).filter_map(|triple| Some(Rule::new(triple, self.rule(triple)?)))
    }

    /// The triple under which the rule for `triple` is listed: sorted in a totalistic automaton.
    pub fn listed_triple(&self, triple: Triple) -> Triple {
        if self.kind == AutomatonKind::Totalistic { triple.sorted() } else { triple }
    }

    /// The listed rules that match a pattern.
    pub fn matching_rules(&self, pattern: RulePattern) -> Vec<Rule> {
        let totalistic = self.kind == AutomatonKind::Totalistic;
        let matches = |rule: &Rule| {
            if totalistic { pattern.matches_some_permutation(*rule) } else { pattern.matches(*rule) }
        };
        self.rules().filter(matches).collect()
    }

    /// The rules that match a pattern, with every matching permutation of a totalistic rule.
    pub fn possible_rules(&self, pattern: RulePattern) -> Vec<Rule> {
        let found = self.matching_rules(pattern);
        match self.kind {
            AutomatonKind::Totalistic => {
                found.into_iter().flat_map(|rule| pattern.matching_permutations(rule)).collect()
            }
            AutomatonKind::Common | AutomatonKind::Picture => found,
        }
    }

    /// The complete rule table. A triple without a rule gives state 0.
    pub fn table(&self) -> RuleTable {
        RuleTable::from_fn(self.states(), |triple| self.rule(triple).unwrap_or(0))
    }

    /// The boundary condition.
    pub fn boundary(&self) -> Boundary {
        match self.keys.cyclic {
            Some(true) => Boundary::Cyclic,
            _ => Boundary::Flat { edge: self.keys.edge.unwrap_or(0) },
        }
    }

    /// Sets the boundary condition.
    pub fn set_boundary(&mut self, boundary: Boundary) {
        (self.keys.cyclic, self.keys.edge) = match boundary {
            Boundary::Cyclic => (Some(true), None),
            Boundary::Flat { edge: 0 } => (None, None),
            Boundary::Flat { edge } => (None, Some(edge)),
        };
    }

    /// The start row and the number of generations (including the start row), if the file has both.
    pub fn start(&self) -> Option<(&[State], usize)> {
        Some((self.keys.start.as_deref()?, self.keys.generations?))
    }

    /// Sets the start row and the number of generations, which includes the start row.
    pub fn set_picture(&mut self, start: Vec<State>, generations: usize) {
        assert!(!start.is_empty() && generations > 0, "a picture has at least one cell");
        (self.keys.start, self.keys.generations) = (Some(start), Some(generations));
    }

    /// Evolves the automaton's own start row, if it has one.
    pub fn draw(&self) -> Option<SpaceTime> {
        let (start, generations) = self.start()?;
        Some(evolve(&self.table(), self.boundary(), start, generations))
    }

    /// The triples that occur in the automaton's own picture without a rule, in ascending order. They give state 0; the
    /// editor shows them as added rules.
    pub fn added_triples(&self) -> Vec<Triple> {
        let mut seen = vec![false; self.rules.len()];
        let rows = self.draw();
        let rows =
            rows.iter().flat_map(SpaceTime::rows).take(self.keys.generations.unwrap_or(1).saturating_sub(1));
        rows.for_each(|row| {
            for_each_triple(self.boundary(), row, |triple| seen[triple.index(self.states())] = true);
        });
        let missing = |triple: &Triple| self.rule(*triple).is_none() && seen[triple.index(self.states())];
        triples(self.states()).filter(missing).collect()
    }

    /// The states that count as ink in the picture. Default: all except 0.
    pub fn ink(&self) -> Vec<State> {
        self.keys.ink.clone().unwrap_or_else(|| (1..self.states()).collect())
    }

    /// Sets the states that count as ink. An empty list restores the default.
    pub fn set_ink(&mut self, mut ink: Vec<State>) {
        ink.sort_unstable();
        ink.dedup();
        ink.retain(|state| *state < self.states());
        self.keys.ink = (!ink.is_empty()).then_some(ink);
    }

    /// The formula that the rules are compared with.
    pub fn formula(&self) -> Option<&str> {
        self.keys.formula.as_deref()
    }

    /// Sets the formula that the rules are compared with.
    pub fn set_formula(&mut self, formula: Option<&str>) {
        self.keys.formula = formula.map(one_line).filter(|formula| !formula.is_empty());
    }

    /// Unknown keys of the file with their values.
    pub fn extra_keys(&self) -> &[(String, String)] {
        &self.keys.extra
    }

    /// Sets an unknown key. Line breaks become spaces.
    pub fn set_extra_key(&mut self, key: &str, value: &str) {
        let (key, value) = (one_line(key), one_line(value));
        match self.keys.extra.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.keys.extra.push((key, value)),
        }
    }

    /// The description, or an empty string.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Sets the description.
    pub fn set_description(&mut self, text: &str) {
        let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
        self.description = lines.join("\n");
    }

    /// Converts to another kind, or returns two conflicting rules. A triple without a rule that does not occur in the
    /// picture may get any result; one that occurs gives state 0.
    pub fn converted(&self, kind: AutomatonKind) -> Result<Automaton, RuleConflict> {
        let mut other = Automaton { kind, rules: vec![None; self.rules.len()], ..self.clone() };
        let added = self.added_triples().into_iter().map(|triple| Rule::new(triple, 0));
        let given = triples(self.states()).filter_map(|triple| Some(Rule::new(triple, self.rule(triple)?)));
        let mut first_rules: Vec<Option<Rule>> = vec![None; self.rules.len()];
        for rule in given.chain(added) {
            if kind == AutomatonKind::Totalistic {
                let seen = &mut first_rules[rule.triple.sorted().index(self.states())];
                match *seen {
                    Some(first) if first.result != rule.result => {
                        return Err(RuleConflict { first, second: rule });
                    }
                    _ => *seen = Some(rule),
                }
            }
            other.set_rule(rule.triple, rule.result);
        }
        if kind != AutomatonKind::Picture {
            other.rules.iter_mut().for_each(|rule| *rule = Some(rule.unwrap_or(0)));
        }
        Ok(other)
    }

    /// The same automaton as a picture with this start row and all rules.
    pub fn as_picture(&self, start: Vec<State>, generations: usize) -> Automaton {
        let rules = self.table().results().iter().map(|result| Some(*result)).collect();
        let mut picture = Automaton { kind: AutomatonKind::Picture, rules, ..self.clone() };
        picture.set_picture(start, generations);
        picture
    }

    /// The mirror image: left and right are swapped in the rules and in the start row.
    pub fn mirrored(&self) -> Automaton {
        let mut start = self.keys.start.clone();
        if let Some(start) = &mut start {
            start.reverse();
        }
        self.with_mapped_rules(|triple, result| (triple.mirrored(), result), start)
    }

    /// The conjugate: every state `s` becomes `k - 1 - s`. The colours stay, so the picture appears with swapped colours.
    pub fn conjugated(&self) -> Automaton {
        let conjugate = |state: State| self.states() - 1 - state;
        let start =
            self.keys.start.as_ref().map(|start| start.iter().map(|state| conjugate(*state)).collect());
        let conjugate_rule =
            |triple: Triple, result| (Triple::from(triple.cells().map(conjugate)), conjugate(result));
        let mut next = self.with_mapped_rules(conjugate_rule, start);
        if let Boundary::Flat { edge } = self.boundary() {
            next.set_boundary(Boundary::Flat { edge: conjugate(edge) });
        }
        next.keys.ink = self.keys.ink.as_ref().map(|ink| {
            let mut ink: Vec<State> = ink.iter().map(|state| conjugate(*state)).collect();
            ink.sort_unstable();
            ink
        });
        // The implicit result 0 of a triple without a rule changes too.
        for triple in self.added_triples() {
            let (triple, result) = conjugate_rule(triple, 0);
            next.set_rule(triple, result);
        }
        next
    }

    /// The same automaton with every rule mapped by `map_rule`.
    fn with_mapped_rules(
        &self,
        map_rule: impl Fn(Triple, State) -> (Triple, State),
        start: Option<Vec<State>>,
    ) -> Automaton {
        let rules = vec![None; self.rules.len()];
        let keys = Keys { start, ..self.keys.clone() };
        let mut next = Automaton { rules, keys, ..self.clone() };
        for rule in self.rules() {
            let (triple, result) = map_rule(rule.triple, rule.result);
            next.set_rule(triple, result);
        }
        next
    }

    /// The triples for which an automaton of this kind lists a rule.
    pub fn rule_triples(kind: AutomatonKind, states: u8) -> Vec<Triple> {
        if kind == AutomatonKind::Totalistic {
            unordered_triples(states).collect()
        } else {
            triples(states).collect()
        }
    }
}

/// Calls `each` for the neighbourhood of every cell of a row.
fn for_each_triple(boundary: Boundary, row: &[State], mut each: impl FnMut(Triple)) {
    (0..row.len()).for_each(|index| each(boundary.neighbourhood(row, index)));
}

/// The text on one line, without control characters.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().to_owned()
}
