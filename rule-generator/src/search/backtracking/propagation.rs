//! Cells and rules that are known so far, and what follows from them.
//!
//! As soon as the three cells above a cell are known, a known rule determines the cell, a known cell determines the rule,
//! and otherwise the colour of the cell limits the results of the rule. So equal triples have equal results and
//! consequences run down the mask at once, long before the search comes to these rows.

use super::layout::{END, Layout};
use crate::problem::{Solution, StateSet};
use common::automaton::State;

const UNKNOWN: State = State::MAX;
/// The mark of a window that is in no list.
const NOT_WAITING: u32 = END - 1;

/// A set of levels of the search: the decisions that something follows from. All levels from the last bit on share it.
pub(super) type Levels = u128;

/// The set with one level.
pub(super) fn level_bit(level: usize) -> Levels {
    1 << level.min(LAST_LEVEL_BIT)
}

/// The index of the last bit of a set of levels.
pub(super) const LAST_LEVEL_BIT: usize = Levels::BITS as usize - 1;

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// The state of a cell of the start row.
    Cell(u32),
    /// The result of a rule.
    Rule(u32),
}

/// A change that can be undone.
#[derive(Debug, Clone, Copy)]
enum Change {
    Cell(u32),
    Rule(u32),
    Results { rule: u32, old: StateSet },
    Waiting { rule: u32, window: u32 },
}

/// The known cells and rules of one search.
#[derive(Debug, Clone)]
pub(super) struct Propagation<'a> {
    layout: &'a Layout,
    /// The state of each cell, or `UNKNOWN`. The last one is the edge.
    cells: Vec<State>,
    /// The result of each rule, or `UNKNOWN`.
    rules: Vec<State>,
    /// The results that each rule may have.
    results: Vec<StateSet>,
    /// The decisions that each known cell follows from.
    cell_reasons: Vec<Levels>,
    /// The decisions that each known rule follows from.
    rule_reasons: Vec<Levels>,
    /// The decisions that the last contradiction follows from.
    conflict: Levels,
    /// For each rule without a result, the window that waits for it since the shortest time.
    first_waiting: Vec<u32>,
    /// For each window, the previous one that waits for the same rule.
    next_waiting: Vec<u32>,
    /// The number of cells with each state.
    used: [u32; 16],
    changes: Vec<Change>,
    /// The cells whose windows have not been looked at.
    queue: Vec<u32>,
}

impl<'a> Propagation<'a> {
    /// What follows from the mask alone. `None` if that is a contradiction.
    pub fn new(layout: &'a Layout) -> Option<Propagation<'a>> {
        let rules = layout.rules.len();
        let mut cells = vec![UNKNOWN; layout.allowed.len()];
        cells.push(layout.edge);
        let mut known = Propagation {
            layout,
            cell_reasons: vec![0; cells.len()],
            rule_reasons: vec![0; rules],
            conflict: 0,
            cells,
            rules: vec![UNKNOWN; rules],
            results: vec![((1_u32 << layout.states) - 1) as StateSet; rules],
            first_waiting: vec![END; rules],
            next_waiting: vec![NOT_WAITING; layout.windows.len()],
            used: [0; 16],
            changes: Vec::new(),
            queue: Vec::new(),
        };
        known.used[usize::from(layout.edge)] = 1;
        for cell in layout.cells.iter().copied() {
            let allowed = layout.allowed[cell as usize];
            if allowed == 0 || allowed.is_power_of_two() && !known.set_cell(cell, single(allowed), 0) {
                return None;
            }
        }
        known.run().then_some(known)
    }

    /// The next question in the order of the rows, from this cell on, with the cell that it is about.
    pub fn next_question(&self, from: usize) -> Option<(usize, Question)> {
        let unknown = |index: &usize| self.cells[self.layout.cells[*index] as usize] == UNKNOWN;
        let index = (from..self.layout.cells.len()).find(unknown)?;
        let cell = self.layout.cells[index];
        let question = match self.layout.window_of[cell as usize] {
            END => Question::Cell(cell),
            window => Question::Rule(self.rule_of(window)?),
        };
        Some((index, question))
    }

    /// The answers to try. States of one colour that have not been used yet are interchangeable, so only the lowest one
    /// is tried.
    pub fn candidates(&self, question: Question) -> StateSet {
        let possible = match question {
            Question::Cell(cell) => self.layout.allowed[cell as usize],
            Question::Rule(rule) => self.results[rule as usize],
        };
        let mut used: StateSet = 0;
        for (state, count) in self.used.iter().enumerate() {
            used |= StateSet::from(*count > 0) << state;
        }
        let lowest_unused = |set: &StateSet| {
            let unused = set & !used;
            unused & unused.wrapping_neg()
        };
        possible & self.layout.sets.iter().fold(used, |states, set| states | lowest_unused(set))
    }

    /// The decisions because of which other states than the candidates are no answers.
    pub fn reason_of_candidates(&self, question: Question) -> Levels {
        match question {
            Question::Cell(_) => 0,
            Question::Rule(rule) => self.reason_of_results(rule),
        }
    }

    /// The decisions that the last contradiction follows from.
    pub fn conflict(&self) -> Levels {
        self.conflict
    }

    /// Answers a question with everything that follows. Returns whether there is no contradiction; if there is one, the
    /// changes must be undone.
    pub fn answer(&mut self, question: Question, state: State, level: usize) -> bool {
        let possible = match question {
            Question::Cell(cell) => self.set_cell(cell, state, level_bit(level)),
            Question::Rule(rule) => self.set_rule(rule, state, level_bit(level)),
        };
        possible && self.run()
    }

    /// The number of changes so far, to come back to.
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Undoes all changes after a mark.
    pub fn undo(&mut self, mark: usize) {
        self.queue.clear();
        for change in self.changes.drain(mark..).rev() {
            match change {
                Change::Cell(cell) => {
                    let state = std::mem::replace(&mut self.cells[cell as usize], UNKNOWN);
                    self.used[usize::from(state)] -= 1;
                }
                Change::Rule(rule) => self.rules[rule as usize] = UNKNOWN,
                Change::Results { rule, old } => self.results[rule as usize] = old,
                Change::Waiting { rule, window } => {
                    self.first_waiting[rule as usize] =
                        std::mem::replace(&mut self.next_waiting[window as usize], NOT_WAITING);
                }
            }
        }
    }

    /// The states of all cells, when there are no more questions.
    pub fn solution(&self) -> Solution {
        Solution { cells: self.layout.cells.iter().map(|cell| self.cells[*cell as usize]).collect() }
    }

    /// The rule of a window, if the three cells above are known.
    fn rule_of(&self, window: u32) -> Option<u32> {
        let cells = self.layout.windows[window as usize].above.map(|cell| self.cells[cell as usize]);
        if cells.contains(&UNKNOWN) {
            return None;
        }
        let [left, middle, right] = cells.map(usize::from);
        let k = self.layout.states;
        Some(self.layout.rules[(left * k + middle) * k + right])
    }

    /// The decisions that the three cells above a window's result follow from.
    fn reason_above(&self, window: u32) -> Levels {
        let above = self.layout.windows[window as usize].above;
        above.into_iter().fold(0, |levels, cell| levels | self.cell_reasons[cell as usize])
    }

    /// The decisions that the possible results of a rule follow from. All waiting windows need the same colour, so the
    /// one that waits for the longest time is enough.
    fn reason_of_results(&self, rule: u32) -> Levels {
        let mut window = self.first_waiting[rule as usize];
        if window == END {
            return 0;
        }
        while self.next_waiting[window as usize] != END {
            window = self.next_waiting[window as usize];
        }
        self.reason_above(window)
    }

    fn contradict(&mut self, reason: Levels) -> bool {
        self.conflict = reason;
        false
    }

    fn set_cell(&mut self, cell: u32, state: State, reason: Levels) -> bool {
        let old = self.cells[cell as usize];
        if old != UNKNOWN {
            return old == state || self.contradict(reason | self.cell_reasons[cell as usize]);
        }
        if self.layout.allowed[cell as usize] >> state & 1 == 0 {
            return self.contradict(reason);
        }
        self.cells[cell as usize] = state;
        self.cell_reasons[cell as usize] = reason;
        self.used[usize::from(state)] += 1;
        self.changes.push(Change::Cell(cell));
        self.queue.push(cell);
        true
    }

    fn set_rule(&mut self, rule: u32, state: State, reason: Levels) -> bool {
        let old = self.rules[rule as usize];
        if old != UNKNOWN {
            return old == state || self.contradict(reason | self.rule_reasons[rule as usize]);
        }
        if self.results[rule as usize] >> state & 1 == 0 {
            return self.contradict(reason | self.reason_of_results(rule));
        }
        self.rules[rule as usize] = state;
        self.rule_reasons[rule as usize] = reason;
        self.changes.push(Change::Rule(rule));
        let mut window = self.first_waiting[rule as usize];
        while window != END {
            let reason = reason | self.reason_above(window);
            if !self.set_cell(self.layout.windows[window as usize].result, state, reason) {
                return false;
            }
            window = self.next_waiting[window as usize];
        }
        true
    }

    /// Follows the consequences of the cells in the queue.
    fn run(&mut self) -> bool {
        let layout = self.layout;
        while let Some(cell) = self.queue.pop() {
            let cell = cell as usize;
            let uses = layout.use_starts[cell] as usize..layout.use_starts[cell + 1] as usize;
            for window in &layout.uses[uses] {
                if !self.look_at(*window) {
                    return false;
                }
            }
        }
        true
    }

    fn look_at(&mut self, window: u32) -> bool {
        let Some(rule) = self.rule_of(window) else { return true };
        let cell = self.layout.windows[window as usize].result;
        let (below, known) = (self.cells[cell as usize], self.rules[rule as usize]);
        let above = self.reason_above(window);
        if known != UNKNOWN {
            return self.set_cell(cell, known, above | self.rule_reasons[rule as usize]);
        }
        if below != UNKNOWN {
            return self.set_rule(rule, below, above | self.cell_reasons[cell as usize]);
        }
        if self.next_waiting[window as usize] != NOT_WAITING {
            return true;
        }
        let old = self.results[rule as usize];
        let results = old & self.layout.allowed[cell as usize];
        if results == 0 {
            return self.contradict(above | self.reason_of_results(rule));
        }
        if results != old {
            self.results[rule as usize] = results;
            self.changes.push(Change::Results { rule, old });
        }
        self.next_waiting[window as usize] = self.first_waiting[rule as usize];
        self.first_waiting[rule as usize] = window;
        self.changes.push(Change::Waiting { rule, window });
        true
    }
}

/// The only state of a set.
fn single(set: StateSet) -> State {
    set.trailing_zeros() as State
}
