//! What the referee keeps about a bot: a shared report, and a transcript of everything that was said.

use super::ContestReport;
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use web_time::Instant;

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
