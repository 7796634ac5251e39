//! The problem as tables that the beam search reads, and its partial solutions.

use crate::problem::{Problem, Solution, StateSet, states_of};
use common::automaton::{Boundary, State, Triple};

/// A cell or a rule that is not known yet.
const UNKNOWN: u8 = u8::MAX;
/// A rule of which only the colour of the result is known: this plus the colour.
const COLOUR_ONLY: u8 = 128;
/// A triple that is not known yet.
const NO_RULE: u16 = u16::MAX;

/// The number of rows of a partial solution in sight: the last complete row, the row in work, and rows below of which the known
/// rules already give some cells. More rows cost time and find hardly more.
pub(super) const ROWS_IN_SIGHT: usize = 4;

/// What a satisfied cell is worth, in bits. The best of 0.8 to 1.5 on random masks.
const CELL_VALUE: f32 = 0.9;

/// The column of a neighbour.
#[derive(Debug, Clone, Copy)]
enum Neighbour {
    Column(usize),
    Edge,
}

/// The problem as tables. In a symmetric problem only the left half of each row is stored.
#[derive(Debug)]
pub(super) struct Model {
    pub width: usize,
    pub height: usize,
    states: usize,
    edge: State,
    /// The state of the edge as a set, if there is an edge.
    edge_state: StateSet,
    /// The colour of each cell.
    mask: Vec<u8>,
    /// The rule of each triple: in a symmetric problem mirror images share one.
    rule_of: Vec<u16>,
    /// The neighbours of each column.
    neighbours: Vec<[Neighbour; 2]>,
    /// The columns whose triples contain a column.
    users: Vec<Vec<usize>>,
    colour_of: Vec<u8>,
    states_of: Vec<Vec<State>>,
    /// The freedom of a rule in bits: unknown, and with a known colour.
    unknown_bits: f32,
    colour_bits: Vec<f32>,
}

/// The first rows of a solution, and what follows from their rules.
#[derive(Debug, Clone)]
pub(super) struct Partial {
    /// The result of each rule: a state, a colour alone, or unknown.
    rules: Vec<u8>,
    /// The cells in sight. Row 0 is the last complete row.
    cells: Vec<u8>,
    /// The rules of the triples in sight.
    triples: Vec<u16>,
    start: Vec<State>,
    /// The states that occur. Those that do not are interchangeable.
    seen: StateSet,
    /// The freedom that is left and the cells that are already satisfied, in bits. More is better.
    pub score: f32,
    /// Partial solutions with the same number had the same rows when the row in work was begun.
    pub family: u32,
}

/// What was changed, to be taken back.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    changes: Vec<Change>,
    todo: Vec<(usize, State)>,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Cell(usize),
    Rule(usize, u8),
    Triple(usize),
}

impl Partial {
    /// A copy that reuses the memory of an old one.
    pub fn copy_to(&self, other: &mut Partial) {
        other.rules.clone_from(&self.rules);
        other.cells.clone_from(&self.cells);
        other.triples.clone_from(&self.triples);
        other.start.clone_from(&self.start);
        (other.score, other.family, other.seen) = (self.score, self.family, self.seen);
    }

    fn take_back(&mut self, scratch: &mut Scratch, (score, seen): (f32, StateSet)) {
        for change in scratch.changes.drain(..).rev() {
            match change {
                Change::Cell(cell) => self.cells[cell] = UNKNOWN,
                Change::Rule(rule, before) => self.rules[rule] = before,
                Change::Triple(cell) => self.triples[cell] = NO_RULE,
            }
        }
        (self.score, self.seen) = (score, seen);
    }
}

impl Model {
    pub fn new(problem: &Problem) -> Model {
        let (mask, states) = (problem.mask(), problem.states());
        let full = mask.width();
        let fold = |column: usize| if problem.symmetric() { column.min(full - 1 - column) } else { column };
        let width = if problem.symmetric() { full.div_ceil(2) } else { full };
        let neighbour =
            |column: Option<usize>| column.map_or(Neighbour::Edge, |column| Neighbour::Column(fold(column)));
        let neighbours: Vec<[Neighbour; 2]> = (0..width)
            .map(|x| {
                let [left, _, right] = problem.columns_above(x);
                [neighbour(left), neighbour(right)]
            })
            .collect();
        let uses = |x: usize, column: usize| {
            x == column
                || neighbours[x].iter().any(|other| matches!(other, Neighbour::Column(c) if *c == column))
        };
        let users = (0..width).map(|column| (0..width).filter(|x| uses(*x, column)).collect()).collect();
        let triples = usize::from(states).pow(3);
        let rule_of =
            (0..triples).map(|index| problem.rule_index(Triple::from_index(index, states)) as u16).collect();
        let states_of: Vec<Vec<State>> =
            (0..mask.colours()).map(|colour| states_of(problem.set(colour as u8)).collect()).collect();
        Model {
            width,
            height: mask.height(),
            states: usize::from(states),
            edge: problem.edge(),
            edge_state: match problem.boundary() {
                Boundary::Flat { edge } => 1 << edge,
                Boundary::Cyclic => 0,
            },
            mask: mask.rows().flat_map(|row| row[..width].to_vec()).collect(),
            rule_of,
            neighbours,
            users,
            colour_of: (0..states).map(|state| problem.colour_of(state)).collect(),
            unknown_bits: f32::from(states).log2(),
            colour_bits: states_of.iter().map(|states| (states.len() as f32).log2()).collect(),
            states_of,
        }
    }

    /// A partial solution without rows.
    pub fn empty(&self) -> Partial {
        Partial {
            rules: vec![UNKNOWN; self.rule_of.len()],
            cells: vec![UNKNOWN; ROWS_IN_SIGHT * self.width],
            triples: vec![NO_RULE; ROWS_IN_SIGHT * self.width],
            start: Vec::new(),
            seen: self.edge_state,
            score: 0.0,
            family: 0,
        }
    }

    /// The memory of a partial solution in bytes.
    pub fn partial_size(&self) -> usize {
        self.rule_of.len() + ROWS_IN_SIGHT * self.width * 3 + self.width + size_of::<Partial>()
    }

    /// The row in sight that is in work, when row `y` of the mask is.
    const fn row_in_work(y: usize) -> usize {
        if y == 0 { 0 } else { 1 }
    }

    fn colour(&self, x: usize, y: usize) -> usize {
        usize::from(self.mask[y * self.width + x])
    }

    /// Calls `found` with every state that the next cell of row `y` can have, and the score it leads to.
    pub fn choices(
        &self,
        partial: &mut Partial,
        x: usize,
        y: usize,
        scratch: &mut Scratch,
        mut found: impl FnMut(State, f32),
    ) {
        let row = Model::row_in_work(y);
        let cell = row * self.width + x;
        if partial.cells[cell] != UNKNOWN {
            if self.repetitions_fit(partial, x, y) {
                found(partial.cells[cell], partial.score);
            }
            return;
        }
        let before = (partial.score, partial.seen);
        let mut new_state_tried = false;
        for state in &self.states_of[self.colour(x, y)] {
            let is_new = before.1 >> state & 1 == 0;
            if is_new && new_state_tried {
                continue;
            }
            new_state_tried |= is_new;
            if self.set(partial, cell, *state, y - row, scratch) && self.repetitions_fit(partial, x, y) {
                found(*state, partial.score);
            }
            partial.take_back(scratch, before);
        }
    }

    /// Sets a cell of row `y` to a state that [`Model::choices`] has found.
    pub fn choose(&self, partial: &mut Partial, x: usize, y: usize, state: State, scratch: &mut Scratch) {
        let row = Model::row_in_work(y);
        self.set(partial, row * self.width + x, state, y - row, scratch);
        scratch.changes.clear();
    }

    /// Sets a cell in sight and draws the conclusions: rules, and cells below. `top` is the row of the mask that is the first
    /// row in sight. False if there is a contradiction.
    fn set(
        &self,
        partial: &mut Partial,
        cell: usize,
        state: State,
        top: usize,
        scratch: &mut Scratch,
    ) -> bool {
        scratch.todo.clear();
        scratch.todo.push((cell, state));
        while let Some((cell, state)) = scratch.todo.pop() {
            match partial.cells[cell] {
                UNKNOWN => {}
                known if known == state => continue,
                _ => return false,
            }
            partial.cells[cell] = state;
            partial.seen |= 1 << state;
            scratch.changes.push(Change::Cell(cell));
            if cell >= self.width {
                self.set_rule_above(partial, cell, state, scratch);
            }
            let row = cell / self.width;
            let below = top + row + 1;
            if below >= self.height {
                continue;
            }
            for x in &self.users[cell % self.width] {
                if !self.add_triple(partial, *x, row, below, scratch) {
                    return false;
                }
            }
        }
        true
    }

    /// A cell determines the rule that produces it, if only the colour of its result was known.
    fn set_rule_above(&self, partial: &mut Partial, cell: usize, state: State, scratch: &mut Scratch) {
        let rule = partial.triples[cell - self.width];
        if rule == NO_RULE {
            return;
        }
        let before = partial.rules[usize::from(rule)];
        if before < COLOUR_ONLY || before == UNKNOWN {
            return;
        }
        partial.rules[usize::from(rule)] = state;
        scratch.changes.push(Change::Rule(usize::from(rule), before));
        partial.score -= self.colour_bits[usize::from(before - COLOUR_ONLY)];
        let last = (ROWS_IN_SIGHT - 1) * self.width;
        for (above, other) in partial.triples[..last].iter().enumerate() {
            if *other == rule && partial.cells[above + self.width] == UNKNOWN {
                scratch.todo.push((above + self.width, state));
            }
        }
    }

    /// Looks up the rule of the triple around a column, if the triple is known now. False if the rule contradicts the mask.
    fn add_triple(
        &self,
        partial: &mut Partial,
        x: usize,
        row: usize,
        below: usize,
        scratch: &mut Scratch,
    ) -> bool {
        let cell = row * self.width + x;
        if partial.triples[cell] != NO_RULE {
            return true;
        }
        let [left, right] = self.neighbours[x].map(|neighbour| match neighbour {
            Neighbour::Column(column) => partial.cells[row * self.width + column],
            Neighbour::Edge => self.edge,
        });
        let middle = partial.cells[cell];
        if left == UNKNOWN || middle == UNKNOWN || right == UNKNOWN {
            return true;
        }
        let index =
            (usize::from(left) * self.states + usize::from(middle)) * self.states + usize::from(right);
        let rule = self.rule_of[index];
        partial.triples[cell] = rule;
        scratch.changes.push(Change::Triple(cell));
        partial.score += CELL_VALUE;
        let colour = self.mask[below * self.width + x];
        let result = partial.rules[usize::from(rule)];
        if result == UNKNOWN {
            partial.rules[usize::from(rule)] = COLOUR_ONLY + colour;
            scratch.changes.push(Change::Rule(usize::from(rule), UNKNOWN));
            partial.score -= self.unknown_bits - self.colour_bits[usize::from(colour)];
            true
        } else if result >= COLOUR_ONLY {
            result - COLOUR_ONLY == colour
        } else {
            if row + 1 < ROWS_IN_SIGHT {
                scratch.todo.push((cell + self.width, result));
            }
            self.colour_of[usize::from(result)] == colour
        }
    }

    /// Equal sequences of 2r + 1 cells in the row in work have equal cells r rows below, so the mask must have equal colours
    /// there. Checks the sequences that end at a column.
    fn repetitions_fit(&self, partial: &Partial, x: usize, y: usize) -> bool {
        let row = &partial.cells[Model::row_in_work(y) * self.width..][..=x];
        (0..x).all(|other| {
            let mut equal = 0;
            while equal <= other && row[other - equal] == row[x - equal] {
                equal += 1;
                let rows = equal / 2;
                if equal >= 5
                    && equal % 2 == 1
                    && y + rows < self.height
                    && self.colour(x - rows, y + rows) != self.colour(other - rows, y + rows)
                {
                    return false;
                }
            }
            true
        })
    }

    /// Ends row `y`. False if a cell of the next row can have no state.
    pub fn end_row(&self, partial: &mut Partial, y: usize, scratch: &mut Scratch) -> bool {
        if y == 0 {
            partial.start = partial.cells[..self.width].to_vec();
        } else {
            let last = (ROWS_IN_SIGHT - 1) * self.width;
            partial.cells.copy_within(self.width.., 0);
            partial.cells[last..].fill(UNKNOWN);
            partial.triples.copy_within(self.width.., 0);
            partial.triples[last..].fill(NO_RULE);
            for x in 0..self.width {
                let rule = partial.triples[last - self.width + x];
                let result = if rule == NO_RULE { UNKNOWN } else { partial.rules[usize::from(rule)] };
                if result < COLOUR_ONLY {
                    let fits = self.set(partial, last + x, result, y, scratch);
                    scratch.changes.clear();
                    if !fits {
                        return false;
                    }
                }
            }
        }
        y + 1 >= self.height || self.next_row_is_possible(partial, y, scratch)
    }

    /// Tries every state of every cell below row `y` alone. A cell that can have one state only gets it.
    fn next_row_is_possible(&self, partial: &mut Partial, y: usize, scratch: &mut Scratch) -> bool {
        let mut x = 0;
        while x < self.width {
            let cell = self.width + x;
            if partial.cells[cell] != UNKNOWN {
                x += 1;
                continue;
            }
            let before = (partial.score, partial.seen);
            let mut possible = Vec::new();
            for state in &self.states_of[self.colour(x, y + 1)] {
                if self.set(partial, cell, *state, y, scratch) {
                    possible.push(*state);
                }
                partial.take_back(scratch, before);
            }
            match possible.as_slice() {
                [] => return false,
                [only] => {
                    let fits = self.set(partial, cell, *only, y, scratch);
                    scratch.changes.clear();
                    if !fits {
                        return false;
                    }
                    // Cells on the left may have lost states.
                    x = 0;
                }
                _ => x += 1,
            }
        }
        true
    }

    /// The whole solution of a partial solution that has all rows.
    pub fn solution(&self, partial: &Partial, problem: &Problem) -> Solution {
        let full = problem.mask().width();
        let unfold = |row: &[State]| -> Vec<State> {
            (0..full).map(|x| row[if x < self.width { x } else { full - 1 - x }]).collect()
        };
        let mut cells = unfold(&partial.start);
        for y in 1..self.height {
            let above = &cells[(y - 1) * full..];
            let result = |x: usize| {
                let triple = problem.boundary().neighbourhood(above, x);
                let result = partial.rules[problem.rule_index(triple)];
                if result < COLOUR_ONLY { result } else { 0 }
            };
            let row: Vec<State> = (0..full).map(result).collect();
            cells.extend(row);
        }
        Solution { cells }
    }
}
