//! How a bot behaved, in numbers.

use serde::{Deserialize, Serialize};
use std::time::Duration;

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
