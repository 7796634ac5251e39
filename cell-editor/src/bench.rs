//! Benchmarks: the fast evolution against the naive implementation on the same work, and frame times of the window.

use common::automaton::{AutomatonKind, Boundary, Evolution, RuleTable, StartRow, naive, wolfram};
use common::speed::Speed;
use serde::Serialize;
use std::hint::black_box;

/// All results.
#[derive(Debug, Serialize)]
pub struct Bench {
    /// One result per table.
    pub parts: Vec<Part>,
    /// Frame times while scrolling through 1,000 rules. `None` in a build without a window.
    pub frames: Option<Frames>,
}

/// One table, evolved by both implementations.
#[derive(Debug, Serialize)]
pub struct Part {
    /// The table and the size of the work.
    pub what: String,
    /// Cells and time of the naive implementation.
    pub plain: Speed,
    /// Cells and time of the fast implementation.
    pub fast: Speed,
    /// Cells per second of the naive implementation in its best round.
    pub best_plain: f64,
    /// Cells per second of the fast implementation in its best round.
    pub best_fast: f64,
    /// The speed-up, best round against best round.
    pub ratio: f64,
}

/// The number of cells in a row, and of generations with two states.
const CELLS: usize = 16_384;

/// Runs all benchmarks. Fails if the two implementations give different rows.
pub fn run() -> Result<Bench, String> {
    let rule_30 = wolfram::table(2, "30").map_err(|why| why.to_string())?;
    let random = |states| RuleTable::random(AutomatonKind::Common, states, 1, 90);
    let parts = [
        ("Rule 30", rule_30, CELLS),
        ("A table with 4 states", random(4), CELLS / 8),
        ("A table with 10 states", random(10), CELLS / 8),
    ];
    let parts: Result<Vec<Part>, String> =
        parts.iter().map(|(name, table, generations)| part(name, table, *generations)).collect();
    Ok(Bench { parts: parts?, frames: frames()? })
}

#[cfg(feature = "window")]
pub use crate::view::bench::Frames;

/// Without a window there are no frame times.
#[cfg(not(feature = "window"))]
pub type Frames = ();

#[cfg(feature = "window")]
fn frames() -> Result<Option<Frames>, String> {
    crate::view::bench::run().map(Some)
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with a window")]
fn frames() -> Result<Option<Frames>, String> {
    Ok(None)
}

/// The number of rounds. The two implementations alternate, so that other load on the computer affects both equally.
const ROUNDS: usize = 128;

fn part(name: &str, table: &RuleTable, generations: usize) -> Result<Part, String> {
    let start = StartRow::Random { seed: 1 }.row(table.states(), CELLS)?;
    let steps = generations / ROUNDS;
    let work = (CELLS * steps) as u64;
    let mut row = start.clone();
    let mut evolution = Evolution::new(black_box(table), Boundary::Cyclic, &start);
    let (mut plain, mut fast) = (Speed::NONE, Speed::NONE);
    // The best round is the least disturbed one.
    let (mut best_plain, mut best_fast) = (0.0f64, 0.0f64);
    for _ in 0..ROUNDS {
        let round = Speed::of(|| {
            row = naive::row_after(black_box(table), Boundary::Cyclic, black_box(&row), steps);
            work
        });
        best_plain = best_plain.max(round.nodes_per_second);
        plain.add(round);
        let round = Speed::of(|| {
            black_box(&mut evolution).advance(steps);
            work
        });
        best_fast = best_fast.max(round.nodes_per_second);
        fast.add(round);
    }
    if row != evolution.cells() {
        return Err(format!("{name}: the two implementations give different rows"));
    }
    let what = format!("{name}, {CELLS} cells in a ring, {generations} generations");
    Ok(Part { what, plain, fast, best_plain, best_fast, ratio: best_fast / best_plain })
}
