//! How fast rows evolve, against the plain walk, measured in one run on the same work.

use common::automaton::{Evolution, Kind, Plan, Start, Table, plain, wolfram};
use common::speed::Speed;
use serde::Serialize;
use std::hint::black_box;

/// All measurements.
#[derive(Debug, Serialize)]
pub struct Bench {
    /// One for each number of states.
    pub parts: Vec<Part>,
}

/// One table, walked both ways.
#[derive(Debug, Serialize)]
pub struct Part {
    /// The table and the row.
    pub what: String,
    /// Cells a second of the plain walk.
    pub plain: Speed,
    /// Cells a second of our way.
    pub fast: Speed,
    /// How many times as fast ours is.
    pub ratio: f64,
}

/// The row of the two-state bench; its generations are as many.
const CELLS: usize = 16_384;

/// Measures; an error says that the two ways did not come to the same row.
pub fn run() -> Result<Bench, String> {
    let rule_30 = wolfram::table(2, "30").map_err(|why| why.to_string())?;
    let random = |states| Table::random(Kind::Common, states, 1, 90);
    let parts = [
        ("Rule 30", rule_30, CELLS),
        ("A table of 4 states", random(4), CELLS / 8),
        ("A table of 10 states", random(10), CELLS / 8),
    ];
    let parts: Result<Vec<Part>, String> =
        parts.iter().map(|(name, table, generations)| part(name, table, *generations)).collect();
    Ok(Bench { parts: parts? })
}

fn part(name: &str, table: &Table, generations: usize) -> Result<Part, String> {
    let start = Start::Random { seed: 1 }.row(table.states(), CELLS)?;
    let work = (CELLS * generations) as u64;
    let (mut slow_row, mut fast_row) = (Vec::new(), Vec::new());
    let plain = Speed::of(|| {
        slow_row = plain::after(black_box(table), Plan::Cyclic, black_box(&start), generations);
        work
    });
    let fast = Speed::of(|| {
        let mut evolution = Evolution::new(black_box(table), Plan::Cyclic, black_box(&start));
        evolution.steps(generations);
        fast_row = evolution.cells();
        work
    });
    if slow_row != fast_row {
        return Err(format!("{name}: the two ways did not come to the same row"));
    }
    let what = format!("{name}, {CELLS} cells in a ring, {generations} generations");
    Ok(Part { what, plain, fast, ratio: fast.nodes_per_second / plain.nodes_per_second })
}
