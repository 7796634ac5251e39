//! Evolution as plain as can be: a table, and one cell after the other. Tests and benches measure the fast ways by it.

use crate::automaton::{Plan, State, Table};

/// The next generation of a row.
pub fn step(table: &Table, plan: Plan, row: &[State], next: &mut [State]) {
    let k = usize::from(table.states());
    let results = table.results();
    let (before, after) = plan.beyond(row);
    for (i, middle) in row.iter().enumerate() {
        let left = if i == 0 { before } else { row[i - 1] };
        let right = if i + 1 == row.len() { after } else { row[i + 1] };
        next[i] = results[(usize::from(left) * k + usize::from(*middle)) * k + usize::from(right)];
    }
}

/// The row after so many steps.
pub fn after(table: &Table, plan: Plan, start: &[State], steps: usize) -> Vec<State> {
    let (mut row, mut next) = (start.to_vec(), start.to_vec());
    for _ in 0..steps {
        step(table, plan, &row, &mut next);
        std::mem::swap(&mut row, &mut next);
    }
    row
}
