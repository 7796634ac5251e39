//! How a bot divides its time.

use std::time::Duration;

/// What is kept for a busy computer.
const RESERVE: Duration = Duration::from_millis(60);
/// The shortest time that a player is asked to think.
const MIN_TIME: Duration = Duration::from_millis(20);
/// The part of the bank that is not used for better turns, only for more time-consuming ones.
const KEPT_BANK: Duration = Duration::from_secs(4);
/// With less time than this an answer is given at once.
const TOO_LITTLE: Duration = Duration::from_millis(150);

/// The time that a bot may use for one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// How long to think.
    pub time: Duration,
    /// After this time the answer must be given, whatever the player does.
    pub hard_limit: Duration,
}

/// What is known about the clock of the contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClockKind {
    /// Nothing.
    #[default]
    Unknown,
    /// Version 1: every request has its own time.
    PerRequest,
    /// Version 2: a bank, to which this time is added for every request.
    Bank(Duration),
}

impl Allowance {
    /// The allowance for a request that says `left`; `None` if there is no time to think at all.
    ///
    /// A round of version 2 has two requests and only one needs thinking, so it may use more than the time that is
    /// added for one.
    pub fn new(kind: ClockKind, left: Duration) -> Option<Allowance> {
        if left < TOO_LITTLE {
            return None;
        }
        let time = match kind {
            ClockKind::Unknown => left / 4,
            ClockKind::PerRequest => left.mul_f64(0.7),
            ClockKind::Bank(per_move) => {
                let spare = left.saturating_sub(KEPT_BANK) / 20;
                (per_move.mul_f64(0.8).saturating_add(spare)).min(left / 3)
            }
        };
        let time = time.saturating_sub(RESERVE).max(MIN_TIME);
        Some(Allowance { time, hard_limit: time + left.saturating_sub(time) / 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn time(kind: ClockKind, left: u64) -> Option<u128> {
        Allowance::new(kind, ms(left)).map(|allowance| allowance.time.as_millis())
    }

    #[test]
    fn a_bank_is_used_slowly() {
        let bank = ClockKind::Bank(ms(500));
        assert_eq!(time(bank, 10_000), Some(400 + 300 - 60));
        assert_eq!(time(bank, 4_000), Some(400 - 60));
        assert_eq!(time(bank, 600), Some(200 - 60));
        assert_eq!(time(bank, 210), Some(20));
        assert_eq!(time(bank, 100), None);
        assert_eq!(time(ClockKind::Bank(Duration::ZERO), 3_000), Some(20));
    }

    #[test]
    fn other_clocks_use_a_part_of_what_they_are_given() {
        assert_eq!(time(ClockKind::PerRequest, 2_000), Some(1_400 - 60));
        assert_eq!(time(ClockKind::Unknown, 2_000), Some(500 - 60));
        assert_eq!(time(ClockKind::Unknown, 0), None);
    }

    #[test]
    fn no_time_is_too_long_or_too_large() {
        for left in (0..20_000).step_by(7).chain([u64::MAX]).map(ms) {
            for kind in [ClockKind::Unknown, ClockKind::PerRequest, ClockKind::Bank(ms(u64::MAX / 4))] {
                if let Some(allowance) = Allowance::new(kind, left) {
                    assert!(allowance.time <= allowance.hard_limit && allowance.hard_limit < left);
                }
            }
        }
    }
}
