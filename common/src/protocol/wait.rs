//! Waiting for another program's answer. Every way out has its limit: the time, the stop flag, nonsense, the end.

use super::{Heard, Line, Process, quoted};
use crate::player::{PlayerError, Stop};
use std::time::Duration;
use web_time::Instant;

/// How patient we are with another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For its answer to a greeting, such as `ugiok` and `readyok`.
    pub handshake: Duration,
    /// For its move, beyond the time it was given.
    pub grace: Duration,
    /// For its move after it was told to stop.
    pub after_stop: Duration,
    /// Between two words of sense while it thinks with a limit of nodes or depth only. A search without any limit may
    /// be as silent as it likes.
    pub silence: Duration,
    /// For its end after the farewell.
    pub quit: Duration,
    /// How many lines without sense it may write while it is asked one thing.
    pub junk: usize,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            handshake: Duration::from_secs(10),
            grace: Duration::from_secs(2),
            after_stop: Duration::from_secs(2),
            silence: Duration::from_mins(10),
            quit: Duration::from_millis(500),
            junk: 10_000,
        }
    }
}

impl Timeouts {
    /// The patience with an answer that needs no thinking.
    pub fn handshake<'a>(&self, stop: Option<&'a Stop>) -> Patience<'a> {
        Patience {
            limit: Some(self.handshake),
            silence: None,
            stop,
            stop_line: None,
            after_stop: self.after_stop,
            junk: self.junk,
        }
    }
}

/// How long to wait for one answer.
#[derive(Debug, Clone, Copy)]
pub struct Patience<'a> {
    /// In all.
    pub limit: Option<Duration>,
    /// Between two words of sense.
    pub silence: Option<Duration>,
    /// Raised by whoever no longer wants to wait.
    pub stop: Option<&'a Stop>,
    /// What tells the program so.
    pub stop_line: Option<&'static str>,
    /// From then on.
    pub after_stop: Duration,
    /// How many lines without sense are passed over.
    pub junk: usize,
}

/// What to make of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading<T> {
    /// It is what was waited for.
    Answer(T),
    /// It is something else that may be said here.
    Sense,
    /// It has no business here.
    Junk,
}

impl Process {
    /// Hears lines until one is the answer.
    pub fn wait<T>(
        &mut self,
        patience: &Patience<'_>,
        mut read: impl FnMut(&str) -> Reading<T>,
    ) -> Result<T, PlayerError> {
        // Short enough for a stop flag to be noticed at once; lines wake us in any case.
        const SLICE: Duration = Duration::from_millis(5);
        let begun = Instant::now();
        let mut sense = begun;
        let mut stopped: Option<Instant> = None;
        let mut junk = 0;
        loop {
            if stopped.is_none() && patience.stop.is_some_and(Stop::raised) {
                stopped = Some(Instant::now());
                if let Some(line) = patience.stop_line {
                    self.say(line);
                }
            }
            if stopped.is_some_and(|at| at.elapsed() >= patience.after_stop) {
                return Err(PlayerError::Stopped);
            }
            if let Some(limit) = patience.limit.filter(|limit| begun.elapsed() >= *limit) {
                return Err(PlayerError::TimedOut(limit));
            }
            if let Some(limit) = patience.silence.filter(|limit| sense.elapsed() >= *limit) {
                return Err(PlayerError::TimedOut(limit));
            }
            let line = match self.hear(SLICE) {
                Heard::Silence => continue,
                Heard::Gone(how) => return Err(PlayerError::Died(how)),
                Heard::Line(Line::TooLong) => "a line without an end".to_owned(),
                Heard::Line(Line::Text(line)) => line,
            };
            match read(&line) {
                Reading::Answer(answer) => return Ok(answer),
                Reading::Sense => sense = Instant::now(),
                Reading::Junk => junk += 1,
            }
            if junk > patience.junk {
                let example = quoted(&line);
                return Err(PlayerError::Died(format!(
                    "it wrote {junk} lines without sense, such as '{example}'"
                )));
            }
        }
    }
}
