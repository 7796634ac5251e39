//! The solver, which reasons as a person does: windows, pairs of rows, assumptions that fail, and search.
//!
//! Every technique is monotone: more clues never lead to fewer conclusions. So the order of the steps does not change
//! the result, and a set of clues of which none can be removed is found by trying each of them once.

mod explain;
mod grade;
mod probe;
mod row_pair;
mod sat;
#[cfg(test)]
mod tests;
mod window;

pub use explain::{Conflict, Deduction, Explanation, Reason};
pub use grade::{Analysis, Grade, Technique, analyse, technique_needed};
pub use sat::{Answer, Exact, Solutions};
pub(crate) use window::WindowTable;
pub use window::states_of;

use crate::layout::Layout;
use common::automaton::State;
use row_pair::Scratch;

/// A set of states that a cell may have: bit `s` is set if state `s` is possible.
pub type Candidates = u16;

/// The state of a cell with one candidate.
pub fn only_state(candidates: Candidates) -> Option<State> {
    candidates.is_power_of_two().then(|| candidates.trailing_zeros() as State)
}

/// The candidates of every cell: one for a known cell, all for a hidden one.
pub fn candidates_of(layout: &Layout, known: &[Option<State>]) -> Vec<Candidates> {
    let all = all_states(layout.states());
    known.iter().map(|state| state.map_or(all, |state| 1 << state)).collect()
}

/// All states.
pub fn all_states(states: u8) -> Candidates {
    (1 << states) - 1
}

/// No assignment fits: where that was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// The window or the pair of rows.
    pub place: Place,
}

/// Where a conclusion was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The window with this result cell.
    Window(usize),
    /// This row and the row below it.
    RowPair(usize),
}

/// Narrows candidates by windows and pairs of rows.
#[derive(Clone)]
pub struct Solver {
    layout: Layout,
    table: WindowTable,
    /// Every triple has a result.
    total: bool,
    scratch: Scratch,
    /// The windows of each cell, by their result cells.
    windows_of: Vec<Vec<u32>>,
    /// What is left to look at.
    queue: Vec<u32>,
    queued: Vec<bool>,
    dirty_rows: Vec<bool>,
    /// The places where candidates were removed, in order, where that is wanted.
    trail: Option<Vec<Narrowed>>,
}

/// Candidates of one cell were removed.
#[derive(Debug, Clone, Copy)]
struct Narrowed {
    cell: usize,
    before: Candidates,
    after: Candidates,
    place: Place,
}

impl Solver {
    /// A solver for boards of this layout.
    pub fn new(layout: &Layout) -> Solver {
        let cells = layout.cells();
        let mut windows_of = vec![Vec::new(); cells];
        for result in layout.width()..cells {
            let window = layout.window(result).into_iter().flatten().flatten();
            for cell in window {
                if windows_of[cell].last() != Some(&(result as u32)) {
                    windows_of[cell].push(result as u32);
                }
            }
        }
        Solver {
            layout: layout.clone(),
            table: WindowTable::new(layout),
            total: layout.rules().count() == usize::from(layout.states()).pow(3),
            scratch: Scratch::default(),
            windows_of,
            queue: Vec::new(),
            queued: vec![false; cells],
            dirty_rows: vec![false; layout.height()],
            trail: None,
        }
    }

    /// The board's layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Removes every candidate that `technique` and the ones before it can remove. It ends early when `target` has one
    /// candidate.
    pub fn narrow(
        &mut self,
        candidates: &mut [Candidates],
        technique: Technique,
        target: Option<usize>,
    ) -> Result<(), Contradiction> {
        self.queue_all();
        let result = self.propagate(candidates, technique.min(Technique::RowPair), target);
        if result.is_ok() && technique >= Technique::Probe {
            return self.probe_all(candidates, target, None);
        }
        result
    }

    /// The same by probing, if a solution is known: its values need not be probed, because no probe of them fails.
    pub(crate) fn probe_beside(
        &mut self,
        candidates: &mut [Candidates],
        target: Option<usize>,
        solution: &[State],
    ) -> Result<(), Contradiction> {
        self.queue_all();
        self.propagate(candidates, Technique::RowPair, target)?;
        self.probe_all(candidates, target, Some(solution))
    }

    /// Whether `technique` and the ones before it find every cell.
    pub fn solves(&mut self, known: &[Option<State>], technique: Technique) -> bool {
        let mut candidates = candidates_of(&self.layout, known);
        self.narrow(&mut candidates, technique, None).is_ok() && is_solved(&candidates)
    }

    /// Every window and every pair of rows is to be looked at.
    fn queue_all(&mut self) {
        self.queue.clear();
        let first = self.layout.width();
        self.queue.extend((first..self.layout.cells()).rev().map(|result| result as u32));
        self.queued.fill(true);
        self.dirty_rows.fill(true);
    }

    /// Forgets what is left to look at.
    fn clear_queue(&mut self) {
        self.queue.clear();
        self.queued.fill(false);
        self.dirty_rows.fill(false);
    }

    fn cell_changed(&mut self, cell: usize) {
        for result in &self.windows_of[cell] {
            if !std::mem::replace(&mut self.queued[*result as usize], true) {
                self.queue.push(*result);
            }
        }
        let row = cell / self.layout.width();
        self.dirty_rows[row] = true;
        if let Some(above) = row.checked_sub(1) {
            self.dirty_rows[above] = true;
        }
    }

    /// Looks at everything in the queue until nothing changes.
    fn propagate(
        &mut self,
        candidates: &mut [Candidates],
        technique: Technique,
        target: Option<usize>,
    ) -> Result<(), Contradiction> {
        let found =
            |candidates: &[Candidates]| target.is_some_and(|target| candidates[target].is_power_of_two());
        loop {
            while let Some(result) = self.queue.pop() {
                self.queued[result as usize] = false;
                if !self.narrow_window(candidates, result as usize, technique) {
                    self.clear_queue();
                    return Err(Contradiction { place: Place::Window(result as usize) });
                }
                if found(candidates) {
                    self.clear_queue();
                    return Ok(());
                }
            }
            if technique < Technique::RowPair {
                self.dirty_rows.fill(false);
                return Ok(());
            }
            let last = self.layout.height() - 1;
            let Some(row) = self.dirty_rows[..last].iter().position(|dirty| *dirty) else {
                self.dirty_rows.fill(false);
                return Ok(());
            };
            if !self.narrow_row_pair(candidates, row) {
                self.clear_queue();
                return Err(Contradiction { place: Place::RowPair(row) });
            }
            self.dirty_rows[row] = false;
            if found(candidates) {
                self.clear_queue();
                return Ok(());
            }
        }
    }

    /// False if no rule fits the window.
    fn narrow_window(&mut self, candidates: &mut [Candidates], result: usize, technique: Technique) -> bool {
        let Some(cells) = self.layout.window(result) else { return true };
        let edge = self.layout.edge().map_or(0, |edge| 1 << edge);
        let before = cells.map(|cell| cell.map_or(edge, |cell| candidates[cell]));
        let after = self.table.narrow(before);
        if after[3] == 0 {
            return false;
        }
        for (at, cell) in cells.into_iter().enumerate() {
            let Some(cell) = cell else { continue };
            // On narrow rings one cell may be in a window twice.
            let narrowed = candidates[cell] & after[at];
            if narrowed == 0 {
                return false;
            }
            let remembered = technique > Technique::Sweep || narrowed.is_power_of_two();
            if narrowed != candidates[cell] && remembered {
                self.set(candidates, cell, narrowed, Place::Window(result));
            }
        }
        true
    }

    /// False if no assignment fits the two rows.
    fn narrow_row_pair(&mut self, candidates: &mut [Candidates], row: usize) -> bool {
        let width = self.layout.width();
        let first = row * width;
        let both = first..first + 2 * width;
        // All known: the windows have checked it. Nothing known below: every row above has a row below it.
        let all = all_states(self.layout.states());
        let below = &candidates[first + width..first + 2 * width];
        let nothing_below = self.total && below.iter().all(|cell| *cell == all);
        if nothing_below || candidates[both.clone()].iter().all(|cell| cell.is_power_of_two()) {
            return true;
        }
        let mut upper = candidates[first..first + width].to_vec();
        let mut lower = candidates[first + width..first + 2 * width].to_vec();
        let boundary = self.layout.boundary();
        if !row_pair::narrow(&self.table, boundary, &mut upper, &mut lower, &mut self.scratch) {
            return false;
        }
        for (cell, narrowed) in both.zip(upper.into_iter().chain(lower)) {
            if narrowed != candidates[cell] {
                self.set(candidates, cell, narrowed, Place::RowPair(row));
            }
        }
        true
    }

    fn set(&mut self, candidates: &mut [Candidates], cell: usize, after: Candidates, place: Place) {
        let before = std::mem::replace(&mut candidates[cell], after);
        if let Some(trail) = &mut self.trail {
            trail.push(Narrowed { cell, before, after, place });
        }
        self.cell_changed(cell);
    }
}

/// Whether every cell has one candidate.
pub fn is_solved(candidates: &[Candidates]) -> bool {
    candidates.iter().all(|cell| cell.is_power_of_two())
}

/// The states of a solved board.
pub fn states(candidates: &[Candidates]) -> Vec<Option<State>> {
    candidates.iter().map(|cell| only_state(*cell)).collect()
}
