//! The words after `go`, and the share of the clock that one move gets.

use super::quoted;
use crate::game::{MAX_SIDES, Side};
use crate::player::Budget;
use std::time::Duration;

/// A `go` line: the side and the limits. All limits hold; the first one that is reached ends the search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoLimits {
    /// The side to choose a move for, if the line names it: `go p2 …`.
    pub side: Option<Side>,
    /// `movetime`: the time for this move.
    pub movetime: Option<Duration>,
    /// `nodes`: the positions to search.
    pub nodes: Option<u64>,
    /// `depth`: the plies to look ahead.
    pub depth: Option<u32>,
    clocks: [SideClock; MAX_SIDES],
    has_clocks: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct SideClock {
    left: Option<Duration>,
    increment: Duration,
}

impl GoLimits {
    /// Reads the words after `go`. No limits at all are the same as `infinite`.
    pub fn read(words: &[&str]) -> Result<GoLimits, String> {
        let mut limits = GoLimits::default();
        let mut words = words.iter();
        limits.side = words.as_slice().first().and_then(|word| word.parse().ok());
        if limits.side.is_some() {
            words.next();
        }
        while let Some(&word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("'{}' needs a number", quoted(word)))?;
                // A clock may be below zero, and some clients write a huge number for no limit.
                let number: i128 = text.parse().map_err(|_| {
                    format!("'{}' needs a whole number, not '{}'", quoted(word), quoted(text))
                })?;
                Ok::<u64, String>(number.clamp(0, u64::MAX.into()) as u64)
            };
            match word {
                "movetime" => limits.movetime = Some(Duration::from_millis(number()?)),
                "nodes" => limits.nodes = Some(number()?.max(1)),
                "depth" => limits.depth = Some(u32::try_from(number()?.max(1)).unwrap_or(u32::MAX)),
                _ => match side_word(word) {
                    Some((side, word @ ("time" | "inc"))) => {
                        let time = Duration::from_millis(number()?);
                        let clock = &mut limits.clocks[side.index()];
                        if word == "time" {
                            clock.left = Some(time);
                        } else {
                            clock.increment = time;
                        }
                        limits.has_clocks = true;
                    }
                    _ => return Err(format!("'go' does not know '{}'", quoted(word))),
                },
            }
        }
        Ok(limits)
    }

    /// The budget of `side`, which has at most `moves_left` moves to make, including this one, and whose answers are
    /// about `late` later than planned. It is an error if only the clocks of other sides are given: an endless search is
    /// not what the client meant.
    pub fn budget(&self, side: Side, moves_left: usize, late: Duration) -> Result<Budget, String> {
        let clock = self.clocks.get(side.index()).copied().unwrap_or_default();
        let share = match clock.left {
            Some(left) => Some(share(left, clock.increment, moves_left, late)),
            None if self.movetime.is_some() || !self.has_clocks => None,
            None => return Err(format!("{side} is to move, but 'go' has no {side}time")),
        };
        let time = match (self.movetime, share) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Ok(Budget { time, nodes: self.nodes, depth: self.depth, ..Budget::default() })
    }
}

impl GoLimits {
    /// When the answer must be sent, counted from the request: before the clock ends, and soon after `movetime`.
    pub fn answer_by(&self, side: Side) -> Option<Duration> {
        const MIN_TOLERANCE: Duration = Duration::from_millis(5);
        let left = self.clocks.get(side.index()).and_then(|clock| clock.left);
        let by_clock = left.map(|left| left.saturating_sub(margin(left) / 2));
        let by_move = self.movetime.map(|time| time.saturating_add((time / 20).max(MIN_TOLERANCE)));
        by_clock.into_iter().chain(by_move).min()
    }
}

/// Splits a word that begins with a side: `p2time` is `(Side::SECOND, "time")`.
pub(super) fn side_word(word: &str) -> Option<(Side, &str)> {
    let digits = word.strip_prefix('p')?.bytes().take_while(u8::is_ascii_digit).count();
    let (side, rest) = word.split_at(1 + digits);
    Some((side.parse().ok()?, rest))
}

/// The share of the clock for one move: an equal part for each of the moves left, of which at most thirty are counted
/// because most games end early, plus most of the increment. What late answers cost is kept for all moves left, so that
/// a long game does not overdraw the clock.
fn share(left: Duration, increment: Duration, moves_left: usize, late: Duration) -> Duration {
    const MAX_RESERVED: usize = 200;
    let usable = left.saturating_sub(margin(left));
    let reserve = late.saturating_sub(increment).saturating_mul(moves_left.min(MAX_RESERVED) as u32);
    let even = usable.saturating_sub(reserve) / moves_left.clamp(1, 30) as u32;
    even.saturating_add(increment / 4 * 3).min(usable).max(Duration::from_millis(1))
}

/// A part of the clock that is not used, because the clock also runs while lines travel through pipes.
fn margin(left: Duration) -> Duration {
    (left / 10).clamp(Duration::from_millis(10), Duration::from_millis(200))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn budget(line: &str, side: Side, moves_left: usize) -> Result<Budget, String> {
        GoLimits::read(&line.split_whitespace().collect::<Vec<_>>())?.budget(side, moves_left, Duration::ZERO)
    }

    fn millis(line: &str, side: Side, moves_left: usize) -> u128 {
        budget(line, side, moves_left).unwrap().time.unwrap().as_millis()
    }

    #[test]
    fn limits_are_combined() {
        let all = budget("nodes 5000 depth 9 movetime 250 infinite", Side::FIRST, 10).unwrap();
        assert_eq!((all.nodes, all.depth, all.time), (Some(5000), Some(9), Some(Duration::from_millis(250))));
        for endless in ["", "infinite"] {
            let none = budget(endless, Side::FIRST, 10).unwrap();
            assert_eq!((none.nodes, none.depth, none.time), (None, None, None));
        }
        assert_eq!(millis("movetime 50 p1time 60000", Side::FIRST, 10), 50);
    }

    #[test]
    fn the_clock_of_the_side_counts() {
        let clocks = "p1time 60200 p2time 3200 p1inc 0 p2inc 400";
        assert_eq!(millis(clocks, Side::FIRST, 100), 2000);
        assert_eq!(millis(clocks, Side::SECOND, 10), 600);
        assert_eq!(millis(clocks, Side::SECOND, 1), 3000, "the last move may use everything but the margin");
        assert_eq!(millis("p1time -20", Side::FIRST, 5), 1);
        for line in ["p2time 1000", "p1inc 0", "depth 3 p2time 1000"] {
            let why = budget(line, Side::FIRST, 5).unwrap_err();
            assert_eq!(why, "p1 is to move, but 'go' has no p1time");
        }
        assert_eq!(millis("movetime 70 p2time 1000", Side::FIRST, 5), 70);
    }

    /// A client whose clock counts what answers really take.
    #[test]
    fn late_answers_do_not_overdraw_a_clock() {
        let ms = Duration::from_millis;
        for (late, moves) in [(ms(10), 300), (ms(40), 100), (ms(150), 60)] {
            let mut left = ms(15_000);
            for played in 0..moves {
                let used = share(left, Duration::ZERO, moves - played, late) + late;
                left = left.checked_sub(used).unwrap_or_else(|| panic!("{late:?}: overdrawn after {played}"));
            }
        }
    }

    #[test]
    fn an_answer_is_due_before_the_clock_ends() {
        let due = |line: &str| {
            GoLimits::read(&line.split_whitespace().collect::<Vec<_>>()).unwrap().answer_by(Side::FIRST)
        };
        let ms = Duration::from_millis;
        assert_eq!(due("p1time 1000 p2time 9"), Some(ms(950)));
        assert_eq!(due("movetime 1000"), Some(ms(1050)));
        assert_eq!(due("movetime 1000 p1time 500"), Some(ms(475)));
        assert_eq!(due("depth 5"), None);
    }

    #[test]
    fn sides_have_up_to_two_digits() {
        let clocks = "p1time 60200 p17time 3200 p17inc 400 p32time 40";
        assert_eq!(millis(clocks, Side(16), 10), 600);
        assert_eq!(millis(clocks, Side(31), 1), 30);
        let why = budget(clocks, Side(15), 5).unwrap_err();
        assert_eq!(why, "p16 is to move, but 'go' has no p16time");
    }

    #[test]
    fn the_first_word_may_be_a_side() {
        let read = |line: &str| GoLimits::read(&line.split_whitespace().collect::<Vec<_>>()).unwrap();
        assert_eq!((read("p2 depth 3").side, read("p2 depth 3").depth), (Some(Side::SECOND), Some(3)));
        assert_eq!(read("p32").side, Some(Side(31)));
        assert_eq!(read("p2time 100").side, None);
    }

    #[test]
    fn wrong_words_are_named() {
        for (line, why) in [
            ("depth", "'depth' needs a number"),
            ("depth deep", "'depth' needs a whole number, not 'deep'"),
            ("p0time 3", "'go' does not know 'p0time'"),
            ("p33time 3", "'go' does not know 'p33time'"),
            ("ptime 3", "'go' does not know 'ptime'"),
            ("depth 3 p2", "'go' does not know 'p2'"),
            ("fast", "'go' does not know 'fast'"),
            ("pé", "'go' does not know 'pé'"),
        ] {
            assert_eq!(budget(line, Side::FIRST, 5).unwrap_err(), why);
        }
    }

    proptest! {
        #[test]
        fn no_share_is_longer_than_the_clock(
            left in 2u64..10_000_000, inc in 0u64..100_000, moves: usize, late in 0u64..10_000_000
        ) {
            let ms = Duration::from_millis;
            prop_assert!(share(ms(left), ms(inc), moves, ms(late)) < ms(left));
        }

        #[test]
        fn no_words_panic(words in "[a-z0-9 é-]{0,40}", side in 0u8..32) {
            let _ = budget(&words, Side(side), 3);
        }
    }
}
