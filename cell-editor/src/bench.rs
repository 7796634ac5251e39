//! How fast rows evolve, against the plain walk, measured in one run on the same work; and how long frames take.

use common::automaton::{Evolution, Kind, Plan, Start, Table, plain, wolfram};
use common::speed::Speed;
use serde::Serialize;
use std::hint::black_box;

/// All measurements.
#[derive(Debug, Serialize)]
pub struct Bench {
    /// One for each number of states.
    pub parts: Vec<Part>,
    /// Frames of the window, while 1,000 rules are scrolled; none in a build without it.
    pub frames: Option<Frames>,
}

/// One table, walked both ways.
#[derive(Debug, Serialize)]
pub struct Part {
    /// The table and the row.
    pub what: String,
    /// Cells and time of the plain walk.
    pub plain: Speed,
    /// Cells and time of our way.
    pub fast: Speed,
    /// Cells a second of the plain walk in its best turn.
    pub best_plain: f64,
    /// Cells a second of our way in its best turn.
    pub best_fast: f64,
    /// How many times as fast ours is, best turn against best turn.
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
    Ok(Bench { parts: parts?, frames: frames()? })
}

#[cfg(feature = "window")]
pub use crate::view::bench::Frames;

/// No frames where there is no window.
#[cfg(not(feature = "window"))]
pub type Frames = ();

#[cfg(feature = "window")]
fn frames() -> Result<Option<Frames>, String> {
    crate::view::bench::run().map(Some)
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "as where there is a window")]
fn frames() -> Result<Option<Frames>, String> {
    Ok(None)
}

/// The work is done in so many turns, each way in turn, so that whatever else the machine does disturbs both alike.
const TURNS: usize = 128;

fn part(name: &str, table: &Table, generations: usize) -> Result<Part, String> {
    let start = Start::Random { seed: 1 }.row(table.states(), CELLS)?;
    let steps = generations / TURNS;
    let work = (CELLS * steps) as u64;
    let mut row = start.clone();
    let mut evolution = Evolution::new(black_box(table), Plan::Cyclic, &start);
    let (mut plain, mut fast) = (Speed::NONE, Speed::NONE);
    // The least disturbed turn of each tells how fast it is.
    let (mut best_plain, mut best_fast) = (0.0f64, 0.0f64);
    for _ in 0..TURNS {
        let turn = Speed::of(|| {
            row = plain::after(black_box(table), Plan::Cyclic, black_box(&row), steps);
            work
        });
        best_plain = best_plain.max(turn.nodes_per_second);
        plain.add(turn);
        let turn = Speed::of(|| {
            black_box(&mut evolution).steps(steps);
            work
        });
        best_fast = best_fast.max(turn.nodes_per_second);
        fast.add(turn);
    }
    if row != evolution.cells() {
        return Err(format!("{name}: the two ways did not come to the same row"));
    }
    let what = format!("{name}, {CELLS} cells in a ring, {generations} generations");
    Ok(Part { what, plain, fast, best_plain, best_fast, ratio: best_fast / best_plain })
}
