//! The whole way from a mask to automata: numbers of states tried upwards, then downwards again, with results that are
//! optimised and verified.

mod candidate;
mod estimate;
mod ladder;
mod several;
#[cfg(test)]
mod tests;

use crate::contradiction::Contradiction;
use crate::mask::Mask;
use crate::problem::InkMode;
use crate::search::Meter;
use common::automaton::{Automaton, Boundary, MAX_STATES, MIN_STATES};
use common::job::Work;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Method {
    /// The best of the others.
    #[default]
    Auto,
    /// Row by row, as in the thesis.
    Backtracking,
    /// Row by row, with many partial solutions side by side.
    Beam,
    /// By a SAT solver.
    Sat,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Auto, Method::Backtracking, Method::Beam, Method::Sat];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Backtracking => "backtracking",
            Method::Beam => "beam",
            Method::Sat => "sat",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let method = Method::ALL.into_iter().find(|method| method.name() == text);
        method.ok_or_else(|| format!("'{text}' is not a valid method: use auto, backtracking, beam or sat"))
    }
}

/// What is wanted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// The picture.
    pub mask: Mask,
    /// The numbers of states to try.
    pub states: RangeInclusive<u8>,
    /// What colours mean.
    pub ink: InkMode,
    /// How to search.
    pub method: Method,
    /// Only rows that equal their mirror images.
    pub symmetric: bool,
    /// What is beyond the ends of a row.
    pub boundary: Boundary,
    /// The search ends after this time. Without it, it ends soon after a result.
    pub time: Option<Duration>,
    /// The number of different automata.
    pub count: usize,
    /// Look for as few rules as possible.
    pub fewest_rules: bool,
    /// The seed of everything random.
    pub seed: u64,
}

impl Request {
    /// One automaton for a mask with as few states as possible, by the default options.
    pub fn new(mask: Mask) -> Request {
        Request {
            mask,
            states: MIN_STATES..=MAX_STATES,
            ink: InkMode::default(),
            method: Method::default(),
            symmetric: false,
            boundary: Boundary::default(),
            time: None,
            count: 1,
            fewest_rules: false,
            seed: 0,
        }
    }
}

/// An automaton that draws the mask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The automaton, optimised and verified.
    pub automaton: Automaton,
    /// The method that found it.
    pub method: Method,
    /// The time from the start of the search.
    pub after: Duration,
}

/// What is known about a number of states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// There is an automaton.
    Found,
    /// There is none.
    Impossible,
    /// None was found in the time.
    NotFound,
}

/// The result of a search.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Report {
    /// The automata with the fewest states that were found.
    pub found: Vec<Found>,
    /// What is known about each number of states that was tried, in ascending order.
    pub verdicts: Vec<(u8, Verdict)>,
    /// Why the mask is impossible, if there is a short reason.
    pub contradiction: Option<Contradiction>,
    /// The time of the whole search.
    pub elapsed: Duration,
}

/// What a search is doing now; a window reads it while the search runs.
#[derive(Debug, Default)]
pub struct Status {
    /// Rows and tries of the current step.
    pub meter: Meter,
    current: Mutex<Current>,
}

/// The current step of a search.
#[derive(Debug, Clone, Default)]
pub struct Current {
    /// The number of states that is tried now; 0 before the first one.
    pub states: u8,
    /// How.
    pub method: Method,
    /// Since when.
    pub since: Option<Instant>,
    /// The automata with the fewest states that were found so far.
    pub found: Vec<Found>,
}

impl Status {
    /// The current step.
    pub fn current(&self) -> Current {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows the step of a search elsewhere.
    #[cfg(target_arch = "wasm32")]
    pub fn show(&self, current: Current, rows: usize, tries: u64) {
        self.meter.show(rows, tries);
        self.update(|shown| *shown = current);
    }

    fn update(&self, change: impl FnOnce(&mut Current)) {
        change(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn begin(&self, states: u8, method: Method) {
        self.meter.reset();
        self.update(|current| {
            (current.states, current.method, current.since) = (states, method, Some(Instant::now()));
        });
    }
}

/// Searches for automata that draw a mask. When `work` is stopped, the report has what was found until then.
pub fn generate(request: &Request, status: &Arc<Status>, work: &Work) -> Report {
    let mut request = request.clone();
    request.mask = request.mask.compacted();
    ladder::Ladder::new(&request, status, work).climb()
}
