//! Waits for another program's answer. Every wait ends: by the answer, a time limit, the stop flag, too many junk lines,
//! or the end of the program.

use super::{Line, Process, Received, quoted};
use crate::player::{PlayerError, Stop};
use std::time::Duration;
use web_time::Instant;

/// The time limits for another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For an answer that needs no thinking, such as `ugiok` and `readyok`.
    pub handshake: Duration,
    /// For its move, in addition to its thinking time.
    pub grace: Duration,
    /// For its move after it was told to stop.
    pub after_stop: Duration,
    /// Between two expected lines, while it thinks with a limit of nodes or depth only. A search without any limit may
    /// be silent for ever.
    pub silence: Duration,
    /// For its end after the quit line.
    pub quit: Duration,
    /// The maximum number of junk lines before one answer.
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
    /// The limits for an answer that needs no thinking.
    pub fn handshake<'a>(&self, stop: Option<&'a Stop>) -> WaitLimits<'a> {
        WaitLimits {
            limit: Some(self.handshake),
            silence: None,
            stop,
            stop_line: None,
            after_stop: self.after_stop,
            junk: self.junk,
        }
    }
}

/// The limits for one answer.
#[derive(Debug, Clone, Copy)]
pub struct WaitLimits<'a> {
    /// The total time.
    pub limit: Option<Duration>,
    /// The time between two expected lines.
    pub silence: Option<Duration>,
    /// Raised when the answer is wanted at once, or not at all.
    pub stop: Option<&'a Stop>,
    /// The line that tells the program to stop.
    pub stop_line: Option<&'static str>,
    /// The time after the stop flag is raised.
    pub after_stop: Duration,
    /// The maximum number of junk lines.
    pub junk: usize,
}

/// The meaning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading<T> {
    /// The answer.
    Answer(T),
    /// Another line that is allowed here.
    Expected,
    /// A line that does not belong here.
    Junk,
}

impl Process {
    /// Receives lines until one is the answer.
    pub fn wait<T>(
        &mut self,
        limits: &WaitLimits<'_>,
        mut read: impl FnMut(&str) -> Reading<T>,
    ) -> Result<T, PlayerError> {
        // Short, so that a stop flag is noticed soon. A line ends the wait in any case.
        const SLICE: Duration = Duration::from_millis(5);
        let start = Instant::now();
        let mut last_expected = start;
        let mut stopped: Option<Instant> = None;
        let mut junk = 0;
        loop {
            if stopped.is_none() && limits.stop.is_some_and(Stop::raised) {
                stopped = Some(Instant::now());
                if let Some(line) = limits.stop_line {
                    self.send(line);
                }
            }
            if stopped.is_some_and(|since| since.elapsed() >= limits.after_stop) {
                return Err(PlayerError::Stopped);
            }
            if let Some(limit) = limits.limit.filter(|limit| start.elapsed() >= *limit) {
                return Err(PlayerError::TimedOut(limit));
            }
            if let Some(limit) = limits.silence.filter(|limit| last_expected.elapsed() >= *limit) {
                return Err(PlayerError::TimedOut(limit));
            }
            let line = match self.receive(SLICE) {
                Received::Nothing => continue,
                Received::Ended(how) => return Err(PlayerError::Died(how)),
                Received::Line(Line::TooLong) => "a line that is too long".to_owned(),
                Received::Line(Line::Text(line)) => line,
            };
            match read(&line) {
                Reading::Answer(answer) => return Ok(answer),
                Reading::Expected => last_expected = Instant::now(),
                Reading::Junk => junk += 1,
            }
            if junk > limits.junk {
                let example = quoted(&line);
                return Err(PlayerError::Died(format!(
                    "it wrote {junk} lines that mean nothing here, such as '{example}'"
                )));
            }
        }
    }
}
