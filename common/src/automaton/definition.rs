//! An automaton as a person keeps it: states with colours and names, rules, what its file says besides, a description.

use super::{
    Clash, Colour, FEWEST_STATES, MOST_STATES, Pattern, Plan, Rule, SpaceTime, State, Table, Triple, evolve,
    triples, unordered_triples,
};
use std::path::Path;

/// The three kinds of automata, each with its own ending of file names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A rule for every ordered triple.
    Common,
    /// A rule for every unordered triple: it holds for all its permutations.
    Totalistic,
    /// A start row, and rules for some of the triples, enough to draw one picture.
    Picture,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Common, Kind::Totalistic, Kind::Picture];

    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Common => "ccell",
            Kind::Totalistic => "tcell",
            Kind::Picture => "pcell",
        }
    }

    /// The kind that a file's name tells.
    pub fn of(path: &Path) -> Option<Kind> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Kind::ALL.into_iter().find(|kind| kind.ending() == ending)
    }

    /// The number of rules that an automaton of this kind must have; a picture may have any.
    pub fn rule_count(self, states: u8) -> Option<usize> {
        let k = usize::from(states);
        match self {
            Kind::Common => Some(k * k * k),
            Kind::Totalistic => Some((k + 2) * (k + 1) * k / 6),
            Kind::Picture => None,
        }
    }
}

/// What a file may say between its colours and its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub generations: Option<usize>,
    pub start: Option<Vec<State>>,
    pub cyclic: Option<bool>,
    pub edge: Option<State>,
    pub ink: Option<Vec<State>>,
    pub formula: Option<String>,
    /// What this program does not know, but keeps.
    pub others: Vec<(String, String)>,
}

/// A cellular automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    pub(super) kind: Kind,
    pub(super) looks: Vec<(Colour, String)>,
    pub(super) rules: Vec<Option<State>>,
    pub(super) keys: Keys,
    pub(super) description: String,
}

impl Automaton {
    /// The most cells that the picture of an automaton may have.
    pub const MOST_CELLS: usize = 1 << 26;

    /// An automaton with this table and the usual colours. It is totalistic only if the table is.
    pub fn new(kind: Kind, table: &Table) -> Result<Automaton, Clash> {
        if kind == Kind::Totalistic {
            table.totalistic()?;
        }
        let rules = table.results().iter().map(|result| Some(*result)).collect();
        let mut automaton = Automaton::empty(kind, table.states());
        automaton.rules = rules;
        if kind == Kind::Picture {
            // A picture has both at any rate; whoever makes one sets what is wanted.
            automaton.set_picture(vec![0], 1);
        }
        Ok(automaton)
    }

    /// The picture that a table draws from a start row: only the rules that it needs are kept.
    pub fn picture(table: &Table, plan: Plan, start: Vec<State>, generations: usize) -> Automaton {
        let mut picture = Automaton::empty(Kind::Picture, table.states());
        picture.set_plan(plan);
        let rows = evolve(table, plan, &start, generations);
        picture.set_picture(start, generations);
        for row in rows.rows().take(generations.saturating_sub(1)) {
            for_each_triple(plan, row, |triple| picture.set_rule(triple, table.result(triple)));
        }
        picture
    }

    pub(super) fn empty(kind: Kind, states: u8) -> Automaton {
        assert!((FEWEST_STATES..=MOST_STATES).contains(&states), "2 to 10 states, not {states}");
        let look = |state| (Colour::usual(state).0, Colour::usual(state).1.to_owned());
        Automaton {
            kind,
            looks: (0..states).map(look).collect(),
            rules: vec![None; usize::from(states).pow(3)],
            keys: Keys::default(),
            description: String::new(),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of its states.
    pub fn states(&self) -> u8 {
        self.looks.len() as u8
    }

    /// The colour of a state.
    pub fn colour(&self, state: State) -> Colour {
        self.looks[usize::from(state)].0
    }

    /// The name of a state; empty if it has none.
    pub fn name(&self, state: State) -> &str {
        &self.looks[usize::from(state)].1
    }

    /// Gives a state another colour.
    pub fn set_colour(&mut self, state: State, colour: Colour) {
        self.looks[usize::from(state)].0 = colour;
    }

    /// Gives a state another name, on one line.
    pub fn set_name(&mut self, state: State, name: &str) {
        self.looks[usize::from(state)].1 = one_line(name);
    }

    /// What a triple becomes, if there is a rule for it.
    pub fn rule(&self, triple: Triple) -> Option<State> {
        self.rules[triple.index(self.states())]
    }

    /// Sets a rule; a totalistic one holds for all permutations.
    pub fn set_rule(&mut self, triple: Triple, result: State) {
        self.put(triple, Some(result));
    }

    /// Takes a rule out of a picture; the other kinds have all of theirs, and are not changed.
    pub fn remove_rule(&mut self, triple: Triple) {
        if self.kind == Kind::Picture {
            self.put(triple, None);
        }
    }

    fn put(&mut self, triple: Triple, result: Option<State>) {
        assert!(result.is_none_or(|result| result < self.states()), "a result is one of the states");
        let states = self.states();
        match self.kind {
            Kind::Totalistic => {
                triple.permutations().iter().for_each(|one| self.rules[one.index(states)] = result);
            }
            Kind::Common | Kind::Picture => self.rules[triple.index(states)] = result,
        }
    }

    /// The rules as its file lists them, ascending: a totalistic one once for all its permutations.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        let listed = move |triple: &Triple| self.kind != Kind::Totalistic || triple.sorted() == *triple;
        let states = self.states();
        triples(states).filter(listed).filter_map(|triple| Some(Rule::new(triple, self.rule(triple)?)))
    }

    /// The listed rules that may hold where only `pattern` is known.
    pub fn matching(&self, pattern: Pattern) -> Vec<Rule> {
        let totalistic = self.kind == Kind::Totalistic;
        let fits =
            |rule: &Rule| if totalistic { pattern.fits_in_some_order(*rule) } else { pattern.fits(*rule) };
        self.rules().filter(fits).collect()
    }

    /// The same as concrete rules: of a totalistic rule all permutations that fit, as they may stand on the board.
    pub fn possibilities(&self, pattern: Pattern) -> Vec<Rule> {
        let found = self.matching(pattern);
        match self.kind {
            Kind::Totalistic => found.into_iter().flat_map(|rule| pattern.possibilities(rule)).collect(),
            Kind::Common | Kind::Picture => found,
        }
    }

    /// The whole table; a triple of a picture that has no rule gives state 0.
    pub fn table(&self) -> Table {
        Table::from_fn(self.states(), |triple| self.rule(triple).unwrap_or(0))
    }

    /// What stands beyond the ends of a row.
    pub fn plan(&self) -> Plan {
        match self.keys.cyclic {
            Some(true) => Plan::Cyclic,
            _ => Plan::Flat { edge: self.keys.edge.unwrap_or(0) },
        }
    }

    /// Sets what stands beyond the ends of a row.
    pub fn set_plan(&mut self, plan: Plan) {
        (self.keys.cyclic, self.keys.edge) = match plan {
            Plan::Cyclic => (Some(true), None),
            Plan::Flat { edge: 0 } => (None, None),
            Plan::Flat { edge } => (None, Some(edge)),
        };
    }

    /// The start row and the number of generations with it, if the file tells both.
    pub fn start(&self) -> Option<(&[State], usize)> {
        Some((self.keys.start.as_deref()?, self.keys.generations?))
    }

    /// Sets the start row and the number of generations with it.
    pub fn set_picture(&mut self, start: Vec<State>, generations: usize) {
        assert!(!start.is_empty() && generations > 0, "a picture has at least one cell");
        (self.keys.start, self.keys.generations) = (Some(start), Some(generations));
    }

    /// The picture that it draws from its own start row.
    pub fn draw(&self) -> Option<SpaceTime> {
        let (start, generations) = self.start()?;
        Some(evolve(&self.table(), self.plan(), start, generations))
    }

    /// The triples of its own picture that have no rule, ascending. They give state 0, as if that were their rule, and
    /// are shown as added by the program.
    pub fn added(&self) -> Vec<Triple> {
        let mut seen = vec![false; self.rules.len()];
        let rows = self.draw();
        let rows =
            rows.iter().flat_map(SpaceTime::rows).take(self.keys.generations.unwrap_or(1).saturating_sub(1));
        rows.for_each(|row| {
            for_each_triple(self.plan(), row, |triple| seen[triple.index(self.states())] = true);
        });
        let missing = |triple: &Triple| self.rule(*triple).is_none() && seen[triple.index(self.states())];
        triples(self.states()).filter(missing).collect()
    }

    /// The states that count as ink in its picture; by default all but 0.
    pub fn ink(&self) -> Vec<State> {
        self.keys.ink.clone().unwrap_or_else(|| (1..self.states()).collect())
    }

    /// Says which states count as ink.
    pub fn set_ink(&mut self, mut ink: Vec<State>) {
        ink.sort_unstable();
        ink.dedup();
        ink.retain(|state| *state < self.states());
        self.keys.ink = (!ink.is_empty()).then_some(ink);
    }

    /// The formula from which the table was made, if it was.
    pub fn formula(&self) -> Option<&str> {
        self.keys.formula.as_deref()
    }

    /// Notes the formula from which the table was made.
    pub fn set_formula(&mut self, formula: Option<&str>) {
        self.keys.formula = formula.map(one_line).filter(|formula| !formula.is_empty());
    }

    /// What its file says under keys that mean nothing to this program.
    pub fn others(&self) -> &[(String, String)] {
        &self.keys.others
    }

    /// The description in plain words; empty if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Describes it.
    pub fn set_description(&mut self, text: &str) {
        let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
        self.description = lines.join("\n");
    }

    /// The same automaton as one of another kind, or two triples that show why it cannot be. Rules that a picture
    /// lacks may be any where they do not occur in it, else they give state 0.
    pub fn converted(&self, kind: Kind) -> Result<Automaton, Clash> {
        let mut other = Automaton { kind, rules: vec![None; self.rules.len()], ..self.clone() };
        let added = self.added().into_iter().map(|triple| Rule::new(triple, 0));
        let given = triples(self.states()).filter_map(|triple| Some(Rule::new(triple, self.rule(triple)?)));
        let mut first: Vec<Option<Rule>> = vec![None; self.rules.len()];
        for rule in given.chain(added) {
            if kind == Kind::Totalistic {
                let seen = &mut first[rule.triple.sorted().index(self.states())];
                match *seen {
                    Some(one) if one.result != rule.result => return Err(Clash { one, other: rule }),
                    _ => *seen = Some(rule),
                }
            }
            other.set_rule(rule.triple, rule.result);
        }
        if kind != Kind::Picture {
            other.rules.iter_mut().for_each(|rule| *rule = Some(rule.unwrap_or(0)));
        }
        Ok(other)
    }

    /// The same automaton as a picture with this start, and all its rules.
    pub fn as_picture(&self, start: Vec<State>, generations: usize) -> Automaton {
        let rules = self.table().results().iter().map(|result| Some(*result)).collect();
        let mut picture = Automaton { kind: Kind::Picture, rules, ..self.clone() };
        picture.set_picture(start, generations);
        picture
    }

    /// Left and right swapped, in the rules and in its start row.
    pub fn mirrored(&self) -> Automaton {
        let mut start = self.keys.start.clone();
        if let Some(start) = &mut start {
            start.reverse();
        }
        self.rearranged(|triple, result| (triple.mirrored(), result), start)
    }

    /// State s changed for k - 1 - s everywhere; colours stay where they are, so the picture is shown in exchanged ones.
    pub fn conjugated(&self) -> Automaton {
        let other = |state: State| self.states() - 1 - state;
        let start = self.keys.start.as_ref().map(|start| start.iter().map(|state| other(*state)).collect());
        let changed = |triple: Triple, result| (Triple::from(triple.cells().map(other)), other(result));
        let mut next = self.rearranged(changed, start);
        if let Plan::Flat { edge } = self.plan() {
            next.set_plan(Plan::Flat { edge: other(edge) });
        }
        next.keys.ink = self.keys.ink.as_ref().map(|ink| {
            let mut ink: Vec<State> = ink.iter().map(|state| other(*state)).collect();
            ink.sort_unstable();
            ink
        });
        // What a triple without a rule gives is exchanged too.
        for triple in self.added() {
            let (triple, result) = changed(triple, 0);
            next.set_rule(triple, result);
        }
        next
    }

    /// The same automaton with its rules put elsewhere.
    fn rearranged(
        &self,
        put: impl Fn(Triple, State) -> (Triple, State),
        start: Option<Vec<State>>,
    ) -> Automaton {
        let rules = vec![None; self.rules.len()];
        let keys = Keys { start, ..self.keys.clone() };
        let mut next = Automaton { rules, keys, ..self.clone() };
        for rule in self.rules() {
            let (triple, result) = put(rule.triple, rule.result);
            next.set_rule(triple, result);
        }
        next
    }

    /// The triples for which an automaton of this kind may have a rule of its own.
    pub fn listed(kind: Kind, states: u8) -> Vec<Triple> {
        if kind == Kind::Totalistic { unordered_triples(states).collect() } else { triples(states).collect() }
    }
}

/// All triples of a row, with what stands beyond its ends.
fn for_each_triple(plan: Plan, row: &[State], mut each: impl FnMut(Triple)) {
    let (before, after) = plan.beyond(row);
    for (i, middle) in row.iter().enumerate() {
        let left = if i == 0 { before } else { row[i - 1] };
        let right = row.get(i + 1).copied().unwrap_or(after);
        each(Triple::new(left, *middle, right));
    }
}

/// Text that fits on one line of a file.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().to_owned()
}
