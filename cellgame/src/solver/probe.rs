//! Probing: assume a value, find the contradiction by windows and pairs of rows, and remove the value.

use super::window::states_of;
use super::{Candidates, Contradiction, Solver, Technique};
use common::automaton::State;

impl Solver {
    /// Removes every candidate whose assumption fails, until none does. Candidates must have been narrowed by pairs of
    /// rows.
    pub(super) fn probe_all(
        &mut self,
        candidates: &mut [Candidates],
        target: Option<usize>,
        solution: Option<&[State]>,
    ) -> Result<(), Contradiction> {
        if target.is_some_and(|target| candidates[target].is_power_of_two()) {
            return Ok(());
        }
        let mut fresh = candidates.to_vec();
        // Cells that were probed since the last removal of a candidate.
        let mut unchanged = 0;
        let cells = candidates.len();
        let mut at = 0;
        while unchanged < cells {
            let cell = at % cells;
            at += 1;
            unchanged += 1;
            if candidates[cell].is_power_of_two() {
                continue;
            }
            for state in states_of(candidates[cell]) {
                // Refuting another value may have removed this one too.
                let in_solution = solution.is_some_and(|solution| solution[cell] == state);
                if in_solution || candidates[cell] >> state & 1 == 0 {
                    continue;
                }
                fresh.copy_from_slice(candidates);
                if self.assume(&mut fresh, cell, state).is_ok() {
                    continue;
                }
                unchanged = 0;
                self.refute(candidates, cell, state, target)?;
                if target.is_some_and(|target| candidates[target].is_power_of_two()) {
                    return Ok(());
                }
            }
        }
        Ok(())
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
