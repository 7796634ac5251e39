//! The naive implementation of evolution, one cell at a time. Tests and benchmarks compare the fast one with it.

use crate::automaton::{Boundary, RuleTable, State};

/// Computes the next generation of a row.
pub fn step(table: &RuleTable, boundary: Boundary, row: &[State], next: &mut [State]) {
    let k = usize::from(table.states());
    let results = table.results();
    let (before, after) = boundary.outer_states(row);
    for (i, middle) in row.iter().enumerate() {
        let left = if i == 0 { before } else { row[i - 1] };
        let right = if i + 1 == row.len() { after } else { row[i + 1] };
        next[i] = results[(usize::from(left) * k + usize::from(*middle)) * k + usize::from(right)];
    }
}

/// The row after `steps` generations.
pub fn row_after(table: &RuleTable, boundary: Boundary, start: &[State], steps: usize) -> Vec<State> {
    let (mut row, mut next) = (start.to_vec(), start.to_vec());
    for _ in 0..steps {
        step(table, boundary, &row, &mut next);
        std::mem::swap(&mut row, &mut next);
    }
    row
}
