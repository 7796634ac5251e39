//! The results of a search, as JSON and as text.

use crate::contradiction::{Cell, Place};
use crate::generate::{Found, Report, Request, Verdict};
use crate::mask::INK;
use crate::{replay, text};
use common::automaton::State;
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// What is known about a number of states.
#[derive(Serialize)]
struct StateVerdict {
    states: u8,
    verdict: &'static str,
}

fn verdicts(report: &Report) -> Vec<StateVerdict> {
    let verdict = |(states, verdict): &(u8, Verdict)| StateVerdict {
        states: *states,
        verdict: text::verdict(*verdict),
    };
    report.verdicts.iter().map(verdict).collect()
}

/// Nothing was found.
#[derive(Serialize)]
pub struct Failed<'a> {
    found: bool,
    reason: &'a str,
    suggestion: &'a str,
    /// The places that contradict each other.
    places: Vec<PlaceOutput>,
    verdicts: Vec<StateVerdict>,
    seconds: f64,
    stopped: bool,
}

/// A place of the mask. Columns and rows are counted from 1, as in sentences.
#[derive(Serialize)]
struct PlaceOutput {
    above: [Option<CellOutput>; 3],
    result: CellOutput,
}

#[derive(Serialize)]
struct CellOutput {
    column: usize,
    row: usize,
}

impl From<Cell> for CellOutput {
    fn from((x, y): Cell) -> CellOutput {
        CellOutput { column: x + 1, row: y + 1 }
    }
}

impl<'a> Failed<'a> {
    pub fn new(report: &Report, stopped: bool, reason: &'a str, suggestion: &'a str) -> Failed<'a> {
        let places = report.contradiction.iter().flat_map(|contradiction| &contradiction.places);
        let place = |place: &Place| PlaceOutput {
            above: place.above.map(|cell| cell.map(CellOutput::from)),
            result: place.result.into(),
        };
        Failed {
            found: false,
            reason,
            suggestion,
            places: places.map(place).collect(),
            verdicts: verdicts(report),
            seconds: report.elapsed.as_secs_f64(),
            stopped,
        }
    }
}

/// At least one automaton was found. The fields of the first one are also those of the whole object.
#[derive(Serialize)]
pub struct Succeeded {
    found: bool,
    #[serde(flatten)]
    first: AutomatonOutput,
    /// The time of the whole search.
    seconds: f64,
    width: usize,
    height: usize,
    plan: String,
    seed: u64,
    stopped: bool,
    verdicts: Vec<StateVerdict>,
    automata: Vec<AutomatonOutput>,
    files: Vec<String>,
}

#[derive(Serialize, Clone)]
struct AutomatonOutput {
    states: u8,
    /// The states of ink.
    ink: Vec<State>,
    /// The states of each colour.
    sets: Vec<Vec<State>>,
    method: String,
    rules: usize,
    /// The time until it was found.
    found_after: f64,
}

impl AutomatonOutput {
    fn new(request: &Request, found: &Found) -> Result<AutomatonOutput, Failure> {
        let sets = replay::drawn_sets(&request.mask, &found.automaton);
        let wrong = || {
            Failure::Bad("the automaton does not draw the mask: this is a mistake in the program".to_owned())
        };
        let sets = sets.ok_or_else(wrong)?;
        Ok(AutomatonOutput {
            states: found.automaton.states(),
            ink: sets[usize::from(INK)].clone(),
            sets,
            method: found.method.to_string(),
            rules: found.automaton.rules().count(),
            found_after: found.after.as_secs_f64(),
        })
    }
}

impl Succeeded {
    /// Checks the automata and describes them. There must be at least one.
    pub fn new(request: &Request, report: &Report, stopped: bool) -> Result<Succeeded, Failure> {
        let automata: Vec<AutomatonOutput> = report
            .found
            .iter()
            .map(|found| AutomatonOutput::new(request, found))
            .collect::<Result<_, _>>()?;
        Ok(Succeeded {
            found: true,
            first: automata[0].clone(),
            seconds: report.elapsed.as_secs_f64(),
            width: request.mask.width(),
            height: request.mask.height(),
            plan: request.boundary.to_string(),
            seed: request.seed,
            stopped,
            verdicts: verdicts(report),
            automata,
            files: Vec::new(),
        })
    }

    /// Sets the files that were written, one for each automaton.
    pub fn set_files(&mut self, files: &[PathBuf]) {
        self.files = files.iter().map(|path| path.display().to_string()).collect();
    }

    /// Prints the result as text: with the pictures, unless they were written to files.
    pub fn print(&self, request: &Request, report: &Report, out: &mut impl Write) -> Result<(), Failure> {
        for (index, (found, output)) in report.found.iter().zip(&self.automata).enumerate() {
            if report.found.len() > 1 {
                write!(out, "{}: ", index + 1)?;
            }
            writeln!(out, "{}", text::found(found))?;
            writeln!(out, "{}", text::sets(&output.sets))?;
            match self.files.get(index) {
                Some(file) => writeln!(out, "Written: {file}")?,
                None => writeln!(
                    out,
                    "\n{}",
                    found.automaton.draw().map(|rows| text::picture(&rows)).unwrap_or_default()
                )?,
            }
        }
        if report.found.len() < request.count {
            writeln!(out, "{} of {} different automata were found.", report.found.len(), request.count)?;
        }
        Ok(writeln!(out, "{}", text::verdicts(&report.verdicts))?)
    }
}
