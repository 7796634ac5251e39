//! `solve`: the solution of a board, and how it is found.

use super::board_json::rows;
use super::input::{InputArgs, in_background, stopped};
use crate::hint::Step;
use crate::layout::Layout;
use crate::rules::{PuzzleView, Status};
use crate::solver::{Analysis, Solver, Technique, analyse};
use crate::text;
use clap::Args;
use common::automaton::State;
use common::cli::Failure;
use common::job::Work;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    input: InputArgs,
    /// Print every step with its explanation
    #[arg(long)]
    explain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Report {
    grade: &'static str,
    technique: &'static str,
    solution: Vec<Vec<State>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepJson>>,
}

#[derive(Serialize)]
struct StepJson {
    cell: String,
    state: State,
    technique: &'static str,
    /// The cells that imply it.
    evidence: Vec<String>,
    why: String,
}

impl Solve {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let view = self.input.read()?;
        let seen = view.clone();
        let (solution, technique) = in_background("solving", move |work| unique(&seen, work))?;
        let layout = view.layout().clone();
        let steps = if self.explain {
            let seen = view.clone();
            Some(in_background("explaining", move |work| explain(seen, work))?)
        } else {
            None
        };
        if self.json {
            let steps =
                steps.map(|steps| steps.iter().map(|(step, why)| step_json(&layout, step, why)).collect());
            let (grade, technique) = (technique.grade().name(), text::technique_name(technique));
            let solution = rows(layout.width(), &solution);
            super::json(&Report { grade, technique, solution, steps }, out)?;
            return Ok(out.flush()?);
        }
        for (n, (step, why)) in steps.iter().flatten().enumerate() {
            let (cell, state) = (layout.cell(step.cell), step.state);
            writeln!(out, "{:>3}. {cell}={state}, {}: {why}", n + 1, text::technique_name(step.technique))?;
        }
        write!(out, "{}", solved_grid(&view, &solution))?;
        writeln!(out, "One solution; it takes {}: {}.", text::technique_name(technique), technique.grade())?;
        Ok(out.flush()?)
    }
}

/// The solution, and what it takes to find it. Anything else is an answer of no.
pub(super) fn unique(view: &PuzzleView, work: &Work) -> Result<(Vec<State>, Technique), Failure> {
    work.report(None, "counting solutions");
    match analyse(view.layout(), &view.clues(), work).ok_or_else(stopped)? {
        Analysis::Unique { solution, technique } => Ok((solution, technique)),
        Analysis::Several(..) => Err(Failure::No(
            "this board has several solutions: 'cellgame check' shows two of them".to_owned(),
        )),
        Analysis::Impossible => {
            Err(Failure::No("this board has no solution: its cells contradict each other".to_owned()))
        }
    }
}

/// The solution with a mark at the cells that were hidden.
fn solved_grid(view: &PuzzleView, solution: &[State]) -> String {
    let clue = |cell: usize| view.cells[cell].status == Status::Clue;
    text::grid(view.layout(), |cell| format!("{}{}", solution[cell], if clue(cell) { "" } else { "'" }))
}

type Steps = Vec<(crate::solver::Explanation, String)>;

/// Every step from what the player sees to the solution.
fn explain(mut view: PuzzleView, work: &Work) -> Result<Steps, Failure> {
    // Entered values that were not checked may be wrong. Struck values are not needed: the clues are enough.
    for cell in view.cells_mut() {
        cell.struck = 0;
        if cell.status == Status::Entered {
            (cell.state, cell.status) = (None, Status::Hidden);
        }
    }
    let mut solver = Solver::new(view.layout());
    let mut candidates = view.candidates();
    let all = view.hidden();
    let mut steps = Vec::with_capacity(all);
    while view.hidden() > 0 {
        work.report(Some(steps.len() as f64 / all as f64), "explaining");
        let hidden = |cell: usize| view.cells[cell].state.is_none();
        let why = solver.explain(&candidates, &hidden, work).ok_or_else(stopped)?;
        let step = Step { why, corrects: false };
        let reason = text::reason(&view, &step);
        let (cell, state) = (step.why.cell, step.why.state);
        candidates[cell] = 1 << state;
        let found = &mut view.cells_mut()[cell];
        (found.state, found.status) = (Some(state), Status::Found);
        steps.push((step.why, reason));
    }
    Ok(steps)
}

fn step_json(layout: &Layout, step: &crate::solver::Explanation, why: &str) -> StepJson {
    StepJson {
        cell: layout.cell(step.cell).to_string(),
        state: step.state,
        technique: text::technique_name(step.technique),
        evidence: step.evidence.iter().map(|(cell, _)| layout.cell(*cell).to_string()).collect(),
        why: why.to_owned(),
    }
}
