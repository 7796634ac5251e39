//! `check`: whether a board has exactly one solution, and `grade`: what it takes to find it.

use super::board_json::rows;
use super::input::{InputArgs, in_background, stopped};
use super::solve::unique;
use crate::solver::Solutions;
use crate::text;
use clap::Args;
use common::automaton::State;
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Default, Serialize)]
struct Report {
    unique: bool,
    /// `one`, `several` or `none`.
    solutions: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Vec<State>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Vec<Vec<State>>>,
    /// The cells in which the two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differs: Vec<String>,
}

impl Check {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let view = self.input.read()?;
        let (layout, known) = (view.layout().clone(), view.clues());
        let solutions = in_background("counting solutions", move |work| {
            Solutions::count(view.layout(), &known, work).ok_or_else(stopped)
        })?;
        let to_rows = |states: &[State]| Some(rows(layout.width(), states));
        match solutions {
            Solutions::One(solution) => {
                if self.json {
                    let solution = to_rows(&solution);
                    super::json(
                        &Report { unique: true, solutions: "one", solution, ..Report::default() },
                        out,
                    )?;
                } else {
                    writeln!(out, "The board has exactly one solution.")?;
                }
                Ok(out.flush()?)
            }
            Solutions::None => {
                if self.json {
                    super::json(&Report { solutions: "none", ..Report::default() }, out)?;
                    out.flush()?;
                }
                Err(Failure::No("the board has no solution: its cells contradict each other".to_owned()))
            }
            Solutions::Several(first, second) => {
                let differs: Vec<usize> =
                    (0..first.len()).filter(|cell| first[*cell] != second[*cell]).collect();
                if self.json {
                    let differs = differs.iter().map(|cell| layout.cell(*cell).to_string()).collect();
                    let (solution, second) = (to_rows(&first), to_rows(&second));
                    let report = Report { unique: false, solutions: "several", solution, second, differs };
                    super::json(&report, out)?;
                } else {
                    for (title, solution) in
                        [("A first solution:", &first), ("Another one, with ! where it differs:", &second)]
                    {
                        let mark = |cell: usize| if first[cell] == second[cell] { "" } else { "!" };
                        let grid = text::grid(&layout, |cell| format!("{}{}", solution[cell], mark(cell)));
                        write!(out, "{title}\n{grid}")?;
                    }
                }
                out.flush()?;
                let count = differs.len();
                let differ =
                    if count == 1 { "1 cell differs".to_owned() } else { format!("{count} cells differ") };
                Err(Failure::No(format!("the board has several solutions: in these two {differ}")))
            }
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct GradeOf {
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct GradeReport {
    unique: bool,
    grade: &'static str,
    technique: &'static str,
    hidden: usize,
    cells: usize,
}

impl GradeOf {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let view = self.input.read()?;
        let seen = view.clone();
        let (_, technique) = in_background("solving", move |work| unique(&seen, work))?;
        let grade = technique.grade();
        let cells = view.cells.len();
        let hidden = view.clues().iter().filter(|clue| clue.is_none()).count();
        if self.json {
            let technique = text::technique_name(technique);
            super::json(&GradeReport { unique: true, grade: grade.name(), technique, hidden, cells }, out)?;
        } else {
            writeln!(out, "{grade}: {}. {hidden} of {cells} cells are hidden.", text::grade_about(grade))?;
        }
        Ok(out.flush()?)
    }
}
