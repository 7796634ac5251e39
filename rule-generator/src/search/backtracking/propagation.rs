//! Cells and rules that are known so far, and what follows from them.
//!
//! As soon as the three cells above a cell are known, a known rule determines the cell, a known cell determines the rule,
//! and otherwise the colour of the cell limits the results of the rule. So equal triples have equal results and
//! consequences run down the mask at once, long before the search comes to these rows.

use crate::problem::{Problem, Solution, StateSet};
use common::automaton::{State, Triple};

const UNKNOWN: State = State::MAX;
/// The end of a list of windows.
const END: u32 = u32::MAX;
/// The mark of a window that is in no list.
const NOT_WAITING: u32 = u32::MAX - 1;

/// Three cells and the one below.
#[derive(Debug, Clone, Copy)]
struct Window {
    above: [u32; 3],
    result: u32,
}

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

/// The parts that never change during a search.
#[derive(Debug)]
pub(super) struct Layout {
    width: usize,
    height: usize,
    states: usize,
    /// The cell that holds the state of each place of the mask: mirror images in a symmetric problem share one.
    cells: Vec<u32>,
    /// The windows, sorted by row.
    windows: Vec<Window>,
    /// For each cell, the windows that have it above: `uses[use_starts[cell]..use_starts[cell + 1]]`.
    uses: Vec<u32>,
    use_starts: Vec<u32>,
    /// For each cell, the window that has it below; `END` in the start row.
    window_of: Vec<u32>,
    allowed: Vec<StateSet>,
    /// The index of the rule of each triple.
    rules: Vec<u32>,
    /// The states of each colour.
    sets: Vec<StateSet>,
    /// The state beyond a flat edge.
    edge: State,
}

impl Layout {
    pub fn new(problem: &Problem) -> Layout {
        let (width, height) = (problem.mask().width(), problem.mask().height());
        let states = usize::from(problem.states());
        let own = |x: usize| if problem.symmetric() { x.min(width - 1 - x) } else { x };
        let cells: Vec<u32> =
            (0..height).flat_map(|y| (0..width).map(move |x| (y * width + own(x)) as u32)).collect();
        let edge = (width * height) as u32;
        let mut allowed = vec![StateSet::MAX; width * height];
        for (index, cell) in cells.iter().enumerate() {
            allowed[*cell as usize] &= problem.allowed(index % width, index / width);
        }
        let mut windows = Vec::new();
        let mut uses_of = vec![Vec::new(); width * height + 1];
        let mut window_of = vec![END; width * height];
        for y in 1..height {
            for x in (0..width).filter(|x| own(*x) == *x) {
                let above = problem
                    .columns_above(x)
                    .map(|column| column.map_or(edge, |column| cells[(y - 1) * width + column]));
                let result = cells[y * width + x];
                let window = windows.len() as u32;
                window_of[result as usize] = window;
                for cell in above {
                    let uses: &mut Vec<u32> = &mut uses_of[cell as usize];
                    if uses.last() != Some(&window) {
                        uses.push(window);
                    }
                }
                windows.push(Window { above, result });
            }
        }
        uses_of[edge as usize].clear();
        let mut use_starts = vec![0];
        for uses in &uses_of {
            use_starts.push(use_starts.last().unwrap_or(&0) + uses.len() as u32);
        }
        let rules = (0..states.pow(3))
            .map(|index| problem.rule_index(Triple::from_index(index, problem.states())) as u32)
            .collect();
        let sets = (0..problem.mask().colours()).map(|colour| problem.set(colour as u8)).collect();
        Layout {
            width,
            height,
            states,
            cells,
            windows,
            uses: uses_of.concat(),
            use_starts,
            window_of,
            allowed,
            rules,
            sets,
            edge: problem.edge(),
        }
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// The row of a cell.
    pub fn row(&self, cell: usize) -> usize {
        cell / self.width
    }
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
    /// For each rule without a result, the first window that waits for it.
    first_waiting: Vec<u32>,
    /// For each window, the next one that waits for the same rule.
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
            if allowed == 0 || allowed.is_power_of_two() && !known.set_cell(cell, single(allowed)) {
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

    /// Answers a question with everything that follows. Returns whether there is no contradiction; if there is one, the
    /// changes must be undone.
    pub fn answer(&mut self, question: Question, state: State) -> bool {
        let possible = match question {
            Question::Cell(cell) => self.set_cell(cell, state),
            Question::Rule(rule) => self.set_rule(rule, state),
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

    fn set_cell(&mut self, cell: u32, state: State) -> bool {
        let old = self.cells[cell as usize];
        if old != UNKNOWN {
            return old == state;
        }
        if self.layout.allowed[cell as usize] >> state & 1 == 0 {
            return false;
        }
        self.cells[cell as usize] = state;
        self.used[usize::from(state)] += 1;
        self.changes.push(Change::Cell(cell));
        self.queue.push(cell);
        true
    }

    fn set_rule(&mut self, rule: u32, state: State) -> bool {
        let old = self.rules[rule as usize];
        if old != UNKNOWN {
            return old == state;
        }
        if self.results[rule as usize] >> state & 1 == 0 {
            return false;
        }
        self.rules[rule as usize] = state;
        self.changes.push(Change::Rule(rule));
        let mut window = self.first_waiting[rule as usize];
        while window != END {
            if !self.set_cell(self.layout.windows[window as usize].result, state) {
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
        if known != UNKNOWN {
            return self.set_cell(cell, known);
        }
        if below != UNKNOWN {
            return self.set_rule(rule, below);
        }
        if self.next_waiting[window as usize] != NOT_WAITING {
            return true;
        }
        self.next_waiting[window as usize] = self.first_waiting[rule as usize];
        self.first_waiting[rule as usize] = window;
        self.changes.push(Change::Waiting { rule, window });
        let old = self.results[rule as usize];
        let results = old & self.layout.allowed[cell as usize];
        if results != old {
            self.results[rule as usize] = results;
            self.changes.push(Change::Results { rule, old });
        }
        match results {
            0 => false,
            _ if results.is_power_of_two() => self.set_rule(rule, single(results)),
            _ => true,
        }
    }
}

/// The only state of a set.
fn single(set: StateSet) -> State {
    set.trailing_zeros() as State
}
