//! The clock of a contest, as the referee keeps it.

use super::words::Version;
use std::time::Duration;

/// The time that a bot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContestLimits {
    /// Version 2: the bank at the beginning, which is also the largest one.
    pub bank: Duration,
    /// Version 1: the time for each request. Version 2: what each request adds to the bank.
    pub per_move: Duration,
}

impl ContestLimits {
    /// The limits of the contests.
    pub fn of_contest(version: Version) -> ContestLimits {
        let per_move = match version {
            Version::One => Duration::from_secs(2),
            Version::Two => Duration::from_millis(500),
        };
        ContestLimits { bank: Duration::from_secs(10), per_move }
    }

    /// Limits for about this time per move.
    pub fn for_time(per_move: Duration) -> ContestLimits {
        ContestLimits { bank: per_move.saturating_mul(20), per_move }
    }
}

/// How many time-outs are forgiven in a game.
pub const FORGIVEN_TIME_OUTS: u32 = 2;

/// The clock of one bot in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContestClock {
    limits: ContestLimits,
    version: Version,
    bank: Duration,
    time_outs: u32,
}

impl ContestClock {
    /// A clock at the beginning of a game.
    pub fn new(version: Version, limits: ContestLimits) -> ContestClock {
        ContestClock { limits, version, bank: limits.bank, time_outs: 0 }
    }

    /// The time for the next request.
    pub fn left(&self) -> Duration {
        match self.version {
            Version::One => self.limits.per_move,
            Version::Two => self.bank,
        }
    }

    /// A request was answered, or not answered, in this time.
    pub fn spend(&mut self, used: Duration) {
        let bank = self.bank.saturating_sub(used).saturating_add(self.limits.per_move);
        self.bank = bank.min(self.limits.bank.max(self.limits.per_move));
    }

    /// A request was not answered in time.
    pub fn time_out(&mut self) {
        self.time_outs += 1;
        self.spend(self.left());
    }

    /// Whether there were so many time-outs that the bot moves no more.
    pub fn is_out(&self) -> bool {
        self.time_outs > FORGIVEN_TIME_OUTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn each_request_of_version_1_has_its_own_time() {
        let mut clock = ContestClock::new(Version::One, ContestLimits::of_contest(Version::One));
        assert_eq!(clock.left(), ms(2000));
        clock.spend(ms(1999));
        assert_eq!(clock.left(), ms(2000));
    }

    #[test]
    fn the_bank_of_version_2_grows_up_to_its_maximum() {
        let mut clock = ContestClock::new(Version::Two, ContestLimits::of_contest(Version::Two));
        assert_eq!(clock.left(), ms(10_000));
        clock.spend(ms(3_000));
        assert_eq!(clock.left(), ms(7_500));
        clock.spend(ms(0));
        assert_eq!(clock.left(), ms(8_000));
        (0..9).for_each(|_| clock.spend(ms(1)));
        assert_eq!(clock.left(), ms(10_000));
    }

    #[test]
    fn after_the_third_time_out_a_bot_is_out() {
        let mut clock = ContestClock::new(Version::Two, ContestLimits::of_contest(Version::Two));
        clock.time_out();
        assert_eq!(clock.left(), ms(500));
        clock.time_out();
        assert!(!clock.is_out());
        clock.time_out();
        assert!(clock.is_out());
    }

    #[test]
    fn a_bank_smaller_than_the_time_per_move_is_as_large_as_that() {
        let limits = ContestLimits { bank: ms(0), per_move: ms(100) };
        let mut clock = ContestClock::new(Version::Two, limits);
        clock.spend(ms(0));
        assert_eq!(clock.left(), ms(100));
    }
}
