//! What the referee keeps about a bot: counters, and a transcript of everything that was said.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How a bot behaved, over all games that share the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContestReport {
    /// The requests that it was sent.
    pub requests: u64,
    /// The requests that it did not answer in time.
    pub time_outs: u64,
    /// The lines that were not understood, wholly or in part.
    pub bad_lines: u64,
    /// The moves that were understood, but not legal; those with too many armies were made with fewer.
    pub illegal_moves: u64,
    /// The longest time for an answer.
    pub longest: Duration,
    /// The time for all answers.
    pub total_time: Duration,
}

/// A report that its reader shares with the player.
pub type SharedReport = Arc<Mutex<ContestReport>>;

/// Notes something in a report.
pub(super) fn note(report: &SharedReport, change: impl FnOnce(&mut ContestReport)) {
    change(&mut report.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Who says a line of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    Referee,
    Bot,
    /// A remark of the referee that the bot does not get.
    Remark,
}

/// A file with everything that was said, each line with the seconds since the start.
#[derive(Debug)]
pub(super) struct Transcript {
    file: File,
    start: Instant,
}

impl Transcript {
    pub(super) fn new(file: File) -> Transcript {
        Transcript { file, start: Instant::now() }
    }

    /// Adds a line. A game goes on if its transcript cannot be written.
    pub(super) fn add(&mut self, speaker: Speaker, line: &str) {
        let sign = match speaker {
            Speaker::Referee => '>',
            Speaker::Bot => '<',
            Speaker::Remark => '!',
        };
        let text = format!("{:9.3} {sign} {line}\n", self.start.elapsed().as_secs_f64());
        let _ = self.file.write_all(text.as_bytes());
    }
}
