//! `new`: makes boards.

use super::board_json::BoardJson;
use super::input::{generate, in_background, view_of};
use crate::automaton_ref::{AutomatonRef, DEFAULT_AUTOMATON};
use crate::generator::NoBoard;
use crate::id::{PuzzleId, Size};
use crate::rules::{Puzzle, PuzzleSetup};
use crate::solver::Grade;
use crate::text;
use clap::Args;
use common::automaton::Boundary;
use common::cli::{self, Failure, fresh_seed};
use common::terminal::{ColorArgs, Rendering};
use common::words::Words;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct New {
    /// The automaton: a name of the library, states and number such as 3,1815, or a file
    #[arg(long, value_name = "AUTOMATON", default_value = DEFAULT_AUTOMATON)]
    automaton: String,
    /// Columns and rows, from 3x3 to 60x40 [default: 12x8, or as in the picture]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The grade: sweep, easy, medium, hard, fiendish or classic
    #[arg(long, value_name = "GRADE", default_value_t = Grade::Sweep)]
    grade: Grade,
    /// What is beyond the ends of a row: flat, flat:EDGE or cyclic [default: flat, or as in the picture]
    #[arg(long, value_name = "PLAN")]
    plan: Option<Boundary>,
    /// Random seed of the board; a new one is chosen by default
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Number of boards; each has the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// Print the solution too
    #[arg(long)]
    solution: bool,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    color: ColorArgs,
}

impl New {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let id = self.id()?;
        let rendering = Rendering::of_output(self.color);
        let mut missing: Option<(u64, String)> = None;
        for n in 0..self.count {
            let id = PuzzleId { seed: id.seed.wrapping_add(n), ..id.clone() };
            let name = id.to_string();
            let start = match in_background("generating", move |work| generate(&id, work)) {
                // Another seed may have a board. If no seed has one, there is nothing to wait for.
                Err(Failure::No(why)) if self.count > 1 && why != NoBoard::TwoStates.to_string() => {
                    if why == super::input::stopped().to_string() {
                        return Err(Failure::No(why));
                    }
                    cli::remark(&format!("{name}: {why}."));
                    let count = missing.map_or(0, |(count, _)| count) + 1;
                    missing = Some((count, why));
                    continue;
                }
                other => other?,
            };
            if self.json {
                super::json(&BoardJson::new(&start, self.solution), out)?;
            } else {
                let view = view_of(&start);
                write!(out, "{}", rendering.render(&Puzzle::board(&view, &[])))?;
                if self.solution {
                    let grid = text::solution(&view, &start.board.solution);
                    write!(out, "Solution:\n{}", rendering.render(&grid))?;
                }
            }
            out.flush()?;
        }
        match missing {
            Some((count, why)) => {
                Err(Failure::No(format!("{count} of {} boards could not be made: {why}", self.count)))
            }
            None => Ok(()),
        }
    }

    fn id(&self) -> Result<PuzzleId, Failure> {
        let default = PuzzleSetup::default();
        let wanted = PuzzleId {
            automaton: AutomatonRef::open(&self.automaton).map_err(Failure::bad)?,
            size: self.size.unwrap_or(default.size),
            grade: self.grade,
            boundary: self.plan.unwrap_or(default.boundary),
            seed: self.seed.unwrap_or_else(fresh_seed),
        };
        let id = wanted.clone().normalised();
        id.layout().map_err(Failure::bad)?;
        if self.size.is_some_and(|size| size != id.size) || self.plan.is_some_and(|plan| plan != id.boundary)
        {
            cli::remark(&format!("A picture has its own size and plan: {}, {}.", id.size, id.boundary));
        }
        Ok(id)
    }
}
