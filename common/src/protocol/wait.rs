//! Waits for another program's answer. Every wait ends: by the answer, a time limit, the stop flag, too many junk lines,
//! too many bytes, or the end of the program.

use super::{Process, Received, quoted};
use crate::player::{Budget, PlayerError, Stop};
use std::sync::OnceLock;
use std::time::Duration;
use web_time::Instant;

/// The limits for another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For an answer that needs no thinking, such as `ugiok` and `readyok`.
    pub handshake: Duration,
    /// For its move, in addition to its thinking time.
    pub grace: Duration,
    /// For its move after it was told to stop.
    pub after_stop: Duration,
    /// For a search without a limit of time. Then it is told to stop.
    pub search: Duration,
    /// For its end after the quit line.
    pub quit: Duration,
    /// The maximum number of junk lines before one answer.
    pub junk: usize,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let set = ANSWER_TIMEOUT.get().copied();
        Timeouts {
            handshake: set.unwrap_or(Duration::from_secs(10)),
            grace: Duration::from_secs(2),
            after_stop: Duration::from_secs(2),
            search: set.unwrap_or(Duration::from_mins(2)),
            quit: Duration::from_millis(500),
            junk: 10_000,
        }
    }
}

/// What [`set_answer_timeout`] was given.
static ANSWER_TIMEOUT: OnceLock<Duration> = OnceLock::new();

/// Sets the time that other programs have for every answer that has no limit of its own. The first call counts.
pub fn set_answer_timeout(timeout: Duration) {
    ANSWER_TIMEOUT.get_or_init(|| timeout);
}

/// What a program may write before an answer that needs no thinking, in bytes.
const MAX_HANDSHAKE: u64 = 4 << 20;
/// What a program may write while it thinks, in bytes.
const MAX_SEARCH: u64 = 64 << 20;

impl Timeouts {
    /// The limits for an answer that needs no thinking.
    pub fn handshake<'a>(&self, stop: Option<&'a Stop>) -> WaitLimits<'a> {
        WaitLimits {
            limit: self.handshake,
            stop_at_limit: false,
            stop,
            stop_line: None,
            after_stop: self.after_stop,
            junk: self.junk,
            bytes: MAX_HANDSHAKE,
        }
    }

    /// The limits for a move. A search without a limit of time is told to stop at last, and its move counts.
    pub fn search<'a>(&self, budget: &'a Budget, stop_line: &'static str) -> WaitLimits<'a> {
        WaitLimits {
            limit: budget.time.map_or(self.search, |time| time.saturating_add(self.grace)),
            stop_at_limit: budget.time.is_none(),
            stop_line: Some(stop_line),
            bytes: MAX_SEARCH,
            ..self.handshake(Some(&budget.stop))
        }
    }
}

/// The limits for one answer.
#[derive(Debug, Clone, Copy)]
pub struct WaitLimits<'a> {
    /// The total time.
    pub limit: Duration,
    /// Whether the program is told to stop at the limit and may still answer.
    pub stop_at_limit: bool,
    /// Raised when the answer is wanted at once, or not at all.
    pub stop: Option<&'a Stop>,
    /// The line that tells the program to stop.
    pub stop_line: Option<&'static str>,
    /// The time after the program was told to stop.
    pub after_stop: Duration,
    /// The maximum number of junk lines.
    pub junk: usize,
    /// The maximum number of bytes of all lines, and of one that does not end.
    pub bytes: u64,
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
        let heard_before = self.bytes_heard();
        let mut stopped: Option<Instant> = None;
        let mut junk = 0;
        loop {
            let wanted_now = limits.stop.is_some_and(Stop::raised);
            let over_limit = start.elapsed() >= limits.limit;
            if stopped.is_none() && (wanted_now || over_limit && limits.stop_at_limit) {
                stopped = Some(Instant::now());
                if let Some(line) = limits.stop_line {
                    self.send(line);
                }
            }
            match stopped {
                Some(since) if since.elapsed() < limits.after_stop => {}
                Some(_) if wanted_now => return Err(PlayerError::Stopped),
                None if !over_limit => {}
                _ => return Err(PlayerError::TimedOut(limits.limit)),
            }
            let heard = self.bytes_heard() - heard_before;
            if heard > limits.bytes {
                let megabytes = limits.bytes >> 20;
                let why = format!("it wrote more than {megabytes} megabytes without an answer");
                return Err(PlayerError::Died(why));
            }
            let line = match self.receive(SLICE) {
                Received::Nothing => continue,
                Received::Ended(how) => return Err(PlayerError::Died(how)),
                Received::Line(line) => line.into_text(),
            };
            match read(&line) {
                Reading::Answer(answer) => return Ok(answer),
                Reading::Expected => {}
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

    /// Passes on everything that the program has said without being asked, so that the next answer belongs to the next
    /// request. It is an error if the lines do not end.
    pub fn skip_lines(&mut self, max: usize, mut read: impl FnMut(&str)) -> Result<(), PlayerError> {
        let heard_before = self.bytes_heard();
        for _ in 0..max {
            match self.receive(Duration::ZERO) {
                Received::Line(line) => read(&line.into_text()),
                // A program that has ended fails in the next wait.
                Received::Nothing | Received::Ended(_) => return Ok(()),
            }
            if self.bytes_heard() - heard_before > MAX_SEARCH {
                break;
            }
        }
        Err(PlayerError::Died("it writes without being asked, and does not stop".to_owned()))
    }
}
