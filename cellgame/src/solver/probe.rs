//! Probing: assume a value, find the contradiction by windows and pairs of rows, and remove the value.

use super::window::states_of;
use super::{Candidates, Contradiction, Solver, Technique};
use common::automaton::State;

/// A set of rows: bit `y` is set if row `y` is in it.
type Rows = u64;

impl Solver {
    /// Removes every candidate whose assumption fails, until none does. Candidates must have been narrowed by pairs of
    /// rows. The values of a known `solution` are not probed: they cannot fail.
    pub(super) fn probe_all(
        &mut self,
        candidates: &mut [Candidates],
        target: Option<usize>,
        solution: Option<&[State]>,
    ) -> Result<(), Contradiction> {
        let found =
            |candidates: &[Candidates]| target.is_some_and(|target| candidates[target].is_power_of_two());
        if found(candidates) {
            return Ok(());
        }
        // The rows that the probes of a cell looked at. While these stay the same, the probes need not be repeated.
        let mut looked_at: Vec<Option<Rows>> = vec![None; candidates.len()];
        let (mut assumed, mut before) = (candidates.to_vec(), candidates.to_vec());
        while let Some(cell) = next_cell(candidates, &looked_at) {
            let mut rows = 0;
            for state in states_of(candidates[cell]) {
                // Refuting another value may have removed this one too.
                let in_solution = solution.is_some_and(|solution| solution[cell] == state);
                if in_solution || candidates[cell] >> state & 1 == 0 {
                    continue;
                }
                assumed.copy_from_slice(candidates);
                if self.assume(&mut assumed, cell, state).is_ok() {
                    rows |= self.changed_rows(candidates, &assumed);
                    continue;
                }
                before.copy_from_slice(candidates);
                self.refute(candidates, cell, state, target)?;
                if found(candidates) {
                    return Ok(());
                }
                let changed = self.changed_rows(&before, candidates);
                let is_stale = |rows: &Rows| rows & changed != 0;
                for rows in &mut looked_at {
                    *rows = rows.filter(|rows| !is_stale(rows));
                }
                if is_stale(&rows) {
                    // The other values are probed again.
                    rows = Rows::MAX;
                }
            }
            let repeat = rows == Rows::MAX && candidates[cell].count_ones() > 1;
            looked_at[cell] = (!repeat).then_some(rows | rows << 1 | rows >> 1);
        }
        Ok(())
    }

    /// The rows in which the two differ.
    fn changed_rows(&self, before: &[Candidates], after: &[Candidates]) -> Rows {
        let width = self.layout.width();
        let rows = before.chunks(width).zip(after.chunks(width)).enumerate();
        rows.filter(|(_, (before, after))| before != after).fold(0, |rows, (row, _)| rows | 1 << row)
    }

    /// Assumes a value and draws the conclusions.
    pub(super) fn assume(
        &mut self,
        candidates: &mut [Candidates],
        cell: usize,
        state: State,
    ) -> Result<(), Contradiction> {
        candidates[cell] = 1 << state;
        self.clear_queue();
        self.cell_changed(cell);
        self.propagate(candidates, Technique::RowPair, None)
    }

    /// Removes a candidate that has failed and draws the conclusions.
    fn refute(
        &mut self,
        candidates: &mut [Candidates],
        cell: usize,
        state: State,
        target: Option<usize>,
    ) -> Result<(), Contradiction> {
        candidates[cell] &= !(1 << state);
        self.clear_queue();
        self.cell_changed(cell);
        self.propagate(candidates, Technique::RowPair, target)
    }
}

/// The next cell to probe: those with few candidates first.
fn next_cell(candidates: &[Candidates], looked_at: &[Option<Rows>]) -> Option<usize> {
    let open =
        (0..candidates.len()).filter(|cell| looked_at[*cell].is_none() && candidates[*cell].count_ones() > 1);
    open.min_by_key(|cell| candidates[*cell].count_ones())
}
