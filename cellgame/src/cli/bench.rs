//! `bench`: how long boards take to make, and how fast the solver is.

use crate::automaton_ref::AutomatonRef;
use crate::generator::{Board, NoBoard, generate};
use crate::layout::Layout;
use crate::solver::{Grade, Solver};
use common::automaton::Boundary;
use common::cli::Failure;
use common::job::Work;
use common::speed::Speed;
use serde::Serialize;
use std::time::Instant;

/// Automata of every kind, with 2 to 6 states.
const AUTOMATA: [&str; 10] = [
    "rule-030",
    "rule-090",
    "rule-110",
    "rule-184",
    "random-3",
    "cyclic-3",
    "cyclic-5",
    "sum-5",
    "code-0777",
    "smooth-6",
];
/// Seeds of each automaton, grade and size.
const SEEDS: u64 = 2;
/// How often the solver solves each board.
const SOLVED: usize = 5;

/// Sizes and their grades. Larger boards of the last grades take too long for a benchmark.
const SIZES: [((usize, usize), &[Grade]); 3] = [
    ((8, 8), &[Grade::Sweep, Grade::Easy, Grade::Medium, Grade::Hard, Grade::Fiendish]),
    ((20, 10), &[Grade::Sweep, Grade::Easy, Grade::Medium, Grade::Hard]),
    ((40, 20), &[Grade::Sweep, Grade::Medium]),
];

/// The JSON output.
#[derive(Serialize)]
struct Report {
    /// The cells that all boards hide: it changes only when the generator does.
    hidden: u64,
    /// Boards, and the time they took.
    generator: Speed,
    /// Hidden cells found by the solver.
    solver: Speed,
    generation: Vec<Generation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redraw: Option<RedrawTimes>,
}

#[cfg(feature = "window")]
type RedrawTimes = crate::view::bench::RedrawTimes;
/// There is nothing to draw without the window.
#[cfg(not(feature = "window"))]
type RedrawTimes = ();

/// The boards of one size and grade.
#[derive(Serialize)]
struct Generation {
    size: String,
    grade: &'static str,
    boards: usize,
    /// Seeds without a board of this grade.
    none: usize,
    median_ms: f64,
    longest_ms: f64,
    /// The automaton and the seed that took longest.
    longest: String,
}

/// Runs the benchmark.
pub(super) fn run(json: bool) -> Result<String, Failure> {
    let mut generator = Speed::NONE;
    let mut solver = Speed::NONE;
    let mut hidden = 0;
    let mut generation = Vec::new();
    for ((width, height), grades) in SIZES {
        for grade in grades {
            let (boards, row) = generate_all(width, height, *grade)?;
            for (board, speed) in &boards {
                generator.add(*speed);
                hidden += board.clues.iter().filter(|clue| !**clue).count() as u64;
            }
            if let Some(technique) = grade.technique().filter(|_| *grade < Grade::Hard) {
                solver.add(Speed::of(|| solve_all(&boards, technique)));
            }
            generation.push(row);
        }
    }
    let report = Report { hidden, generator, solver, generation, redraw: redraw_times()? };
    if json {
        return serde_json::to_string(&report).map_err(Failure::bad);
    }
    Ok(text(&report))
}

/// How long the window takes to draw the largest board, in milliseconds.
#[cfg(feature = "window")]
fn redraw_times() -> Result<Option<RedrawTimes>, Failure> {
    crate::view::bench::redraw_times().map(Some).map_err(Failure::No)
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with a window")]
fn redraw_times() -> Result<Option<RedrawTimes>, Failure> {
    Ok(None)
}

type Timed = (Board, Speed);

fn generate_all(width: usize, height: usize, grade: Grade) -> Result<(Vec<Timed>, Generation), Failure> {
    let (mut boards, mut times, mut none) = (Vec::new(), Vec::new(), 0);
    for name in AUTOMATA {
        let automaton = AutomatonRef::parse(name).map_err(Failure::bad)?;
        let layout =
            Layout::new(automaton.automaton(), Boundary::default(), width, height).map_err(Failure::bad)?;
        for seed in 0..if grade == Grade::Fiendish { 1 } else { SEEDS } {
            let start = Instant::now();
            let board = generate(&layout, grade, seed, &Work::quiet());
            let seconds = start.elapsed().as_secs_f64();
            match board {
                Ok(board) => {
                    let speed = Speed { nodes: 1, seconds, nodes_per_second: 1.0 / seconds.max(1e-9) };
                    boards.push((board, speed));
                }
                Err(NoBoard::Stopped) => return Err(super::input::stopped()),
                Err(_) => none += 1,
            }
            times.push((seconds, format!("{name}#{seed}")));
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (longest_ms, longest) =
        times.last().map_or((0.0, String::new()), |(seconds, name)| (seconds * 1e3, name.clone()));
    let row = Generation {
        size: format!("{width}x{height}"),
        grade: grade.name(),
        boards: boards.len(),
        none,
        median_ms: times.get(times.len() / 2).map_or(0.0, |(seconds, _)| seconds * 1e3),
        longest_ms,
        longest,
    };
    Ok((boards, row))
}

/// Solves the boards, and returns how many cells that found.
fn solve_all(boards: &[Timed], technique: crate::solver::Technique) -> u64 {
    let mut found = 0;
    for (board, _) in boards {
        let known = board.known();
        let hidden = known.iter().filter(|state| state.is_none()).count() as u64;
        let mut solver = Solver::new(&board.layout);
        found += (0..SOLVED).filter(|_| solver.solves(&known, technique)).count() as u64 * hidden;
    }
    found
}

fn text(report: &Report) -> String {
    let mut lines = vec![
        report.generator.line("generator", "boards"),
        report.solver.line("solver", "cells"),
        format!("{:<12}{:>10} cells hidden", "total", report.hidden),
        String::new(),
        format!(
            "{:<8}{:<10}{:>6}{:>6}{:>12}{:>13}  {}",
            "Size", "Grade", "Boards", "None", "Median ms", "Longest ms", "Longest board"
        ),
    ];
    lines.extend(report.generation.iter().map(|row| {
        let Generation { size, grade, boards, none, median_ms, longest_ms, longest } = row;
        format!("{size:<8}{grade:<10}{boards:>6}{none:>6}{median_ms:>12.1}{longest_ms:>13.1}  {longest}")
    }));
    #[cfg(feature = "window")]
    if let Some(RedrawTimes { first, median, longest, frames, .. }) = report.redraw {
        lines.extend([
            String::new(),
            format!("The window at 1280x800 with a 60x40 board of 10 states, {frames} frames while the pointer moves"),
            format!("  first frame {first:.1} ms, median {median:.2} ms, longest {longest:.2} ms"),
        ]);
    }
    lines.join("\n")
}
