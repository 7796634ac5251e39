//! The verb `solve`: the value of a position and of all its moves.

use crate::ai::Solver;
use crate::rules::{Move, Position, Scoring, Setup};
use clap::Args;
use common::cli::{Failure, SetupArgs};
use common::game::{Dice, Enumerable, Game, Side, Value};
use common::search::Reversible;
use common::words::Words;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// The arguments of `solve`.
#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    setup: SetupArgs<Setup>,
    /// Solve the position after these moves instead of the start, as in "0-1 1-4 0-4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    position: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result. Every value is the points of x minus the points of y.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct SolveReport {
    scoring: &'static str,
    value: f64,
    first_moves: Vec<Rated>,
    states: u64,
    seconds: f64,
}

/// A move and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Rated {
    #[serde(rename = "move")]
    text: String,
    value: f64,
}

impl Solve {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let setup = self.setup.0.unwrap_or_default();
        let position = position_after(setup.scoring, &self.position)?;
        let report = report(&position);
        if self.json {
            let json = serde_json::to_string(&report).map_err(Failure::bad)?;
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", text_report(&position, &report))?;
        }
        Ok(out.flush()?)
    }
}

/// The position after a list of moves.
fn position_after(scoring: Scoring, moves: &str) -> Result<Position, Failure> {
    let mut position = Position::new(scoring);
    for (text, number) in moves.split_whitespace().zip(1..) {
        let mover = position.mover();
        let m = position.parse(mover, text);
        m.and_then(|m| position.play(mover, &m, &mut Dice::new(0)))
            .map_err(|why| Failure::Bad(format!("move {number} of --position, '{text}': {why}")))?;
    }
    Ok(position)
}

/// Solves a position.
fn report(position: &Position) -> SolveReport {
    let start = Instant::now();
    let mut solver = Solver::new(position.scoring());
    let mut margin = |position: &Position| f64::from(solver.margin(position).halves()) / 2.0;
    let value = margin(position);
    let mut rate = |m: &Move| {
        let mut after = *position;
        after.apply(m);
        Rated { text: m.to_string(), value: margin(&after) }
    };
    let mut first_moves: Vec<Rated> = position.moves().iter().map(&mut rate).collect();
    let sign = if position.mover() == Side::FIRST { 1.0 } else { -1.0 };
    first_moves.sort_by(|a, b| (sign * b.value).total_cmp(&(sign * a.value)));
    let (states, seconds) = (solver.states() as u64, start.elapsed().as_secs_f64());
    SolveReport { scoring: position.scoring().name(), value, first_moves, states, seconds }
}

/// The result as text: the moves grouped by value, best first.
fn text_report(position: &Position, report: &SolveReport) -> String {
    let value = |points: f64| {
        let value = Value((points * f64::from(Value::POINT.0)).round() as i32);
        let (better, lead) = if value < Value::EVEN { (Side::SECOND, -value) } else { (Side::FIRST, value) };
        (Position::describe_value(position, better, lead, true), value)
    };
    let (description, exact) = value(report.value);
    let mut text = format!("With perfect play: {description} (points of x minus points of y: {exact}).\n");
    let groups = report.first_moves.chunk_by(|a, b| a.value.total_cmp(&b.value).is_eq());
    text.extend(groups.map(|group| {
        let moves: Vec<&str> = group.iter().map(|rated| rated.text.as_str()).collect();
        format!("  {}: {}\n", value(group[0].value).0, moves.join("  "))
    }));
    text + &format!("{} states, {:.2} seconds.\n", report.states, report.seconds)
}
