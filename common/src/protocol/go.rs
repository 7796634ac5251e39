//! How long to think: the words after `go`, and the share of a clock that one move gets.

use super::quoted;
use crate::game::Side;
use crate::player::Budget;
use std::time::Duration;

/// The limits of a `go` line. All that are given hold; the first one reached ends the search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// `movetime`: the time for this move.
    pub movetime: Option<Duration>,
    /// `nodes`: the positions to look at.
    pub nodes: Option<u64>,
    /// `depth`: the plies to look ahead.
    pub depth: Option<u32>,
    clocks: [SideClock; 8],
    clocked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct SideClock {
    left: Option<Duration>,
    increment: Duration,
}

impl Go {
    /// Reads the words after `go`. No word at all is the same as `infinite`, which adds no limit.
    pub fn read(words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("'{}' needs a number", quoted(word)))?;
                // Clients send what their clock shows, and that may be below zero; or a number that means no limit.
                let number: i128 = text.parse().map_err(|_| {
                    format!("'{}' needs a whole number, not '{}'", quoted(word), quoted(text))
                })?;
                Ok::<u64, String>(number.clamp(0, u64::MAX.into()) as u64)
            };
            match word {
                "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
                "nodes" => go.nodes = Some(number()?.max(1)),
                "depth" => go.depth = Some(u32::try_from(number()?.max(1)).unwrap_or(u32::MAX)),
                _ => match clock_word(word) {
                    Some((side, word @ ("time" | "inc"))) => {
                        let time = Duration::from_millis(number()?);
                        let clock = &mut go.clocks[side.index()];
                        if word == "time" {
                            clock.left = Some(time);
                        } else {
                            clock.increment = time;
                        }
                        go.clocked = true;
                    }
                    _ => return Err(format!("'go' does not know '{}'", quoted(word))),
                },
            }
        }
        Ok(go)
    }

    /// What `side` may use for its move, when it has at most `moves_left` of its own to make, this one included.
    /// Fails when the only time given is on the clocks of others: thinking without end is not what was meant.
    pub fn budget(&self, side: Side, moves_left: usize) -> Result<Budget, String> {
        let clock = self.clocks.get(side.index()).copied().unwrap_or_default();
        let share = match clock.left {
            Some(left) => Some(share(left, clock.increment, moves_left)),
            None if self.movetime.is_some() || !self.clocked => None,
            None => {
                return Err(format!(
                    "it is the turn of player {0}, but 'go' has no p{0}time",
                    side.index() + 1
                ));
            }
        };
        let time = match (self.movetime, share) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Ok(Budget { time, nodes: self.nodes, depth: self.depth, ..Budget::default() })
    }
}

/// `p2time` is `(Side::SECOND, "time")`.
fn clock_word(word: &str) -> Option<(Side, &str)> {
    let word = word.strip_prefix('p')?;
    let (digit, rest) = word.split_at_checked(1)?;
    let number: u8 = digit.parse().ok()?;
    (1..=8).contains(&number).then(|| (Side(number - 1), rest))
}

/// The share of the clock for one move: an even part for each move to come, of at most thirty (games seldom last as
/// long as they can), and most of the increment. A margin stays untouched, because the clock also runs while lines
/// travel through pipes.
fn share(left: Duration, increment: Duration, moves_left: usize) -> Duration {
    let margin = (left / 10).clamp(Duration::from_millis(10), Duration::from_millis(200));
    let usable = left.saturating_sub(margin);
    let even = usable / moves_left.clamp(1, 30) as u32;
    even.saturating_add(increment / 4 * 3).min(usable).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn budget(line: &str, side: Side, moves_left: usize) -> Result<Budget, String> {
        Go::read(&line.split_whitespace().collect::<Vec<_>>())?.budget(side, moves_left)
    }

    fn millis(line: &str, side: Side, moves_left: usize) -> u128 {
        budget(line, side, moves_left).unwrap().time.unwrap().as_millis()
    }

    #[test]
    fn limits_add_up() {
        let all = budget("nodes 5000 depth 9 movetime 250 infinite", Side::FIRST, 10).unwrap();
        assert_eq!((all.nodes, all.depth, all.time), (Some(5000), Some(9), Some(Duration::from_millis(250))));
        for endless in ["", "infinite"] {
            let none = budget(endless, Side::FIRST, 10).unwrap();
            assert_eq!((none.nodes, none.depth, none.time), (None, None, None));
        }
        assert_eq!(millis("movetime 50 p1time 60000", Side::FIRST, 10), 50);
    }

    #[test]
    fn the_clock_of_the_mover_counts() {
        let clocks = "p1time 60200 p2time 3200 p1inc 0 p2inc 400";
        assert_eq!(millis(clocks, Side::FIRST, 100), 2000);
        assert_eq!(millis(clocks, Side::SECOND, 10), 600);
        assert_eq!(millis(clocks, Side::SECOND, 1), 3000, "the last move may have it all but the margin");
        assert_eq!(millis("p1time -20", Side::FIRST, 5), 1);
        for line in ["p2time 1000", "p1inc 0", "depth 3 p2time 1000"] {
            let why = budget(line, Side::FIRST, 5).unwrap_err();
            assert_eq!(why, "it is the turn of player 1, but 'go' has no p1time");
        }
        assert_eq!(millis("movetime 70 p2time 1000", Side::FIRST, 5), 70);
    }

    #[test]
    fn wrong_words_are_named() {
        for (line, why) in [
            ("depth", "'depth' needs a number"),
            ("depth deep", "'depth' needs a whole number, not 'deep'"),
            ("p0time 3", "'go' does not know 'p0time'"),
            ("fast", "'go' does not know 'fast'"),
            ("pé", "'go' does not know 'pé'"),
        ] {
            assert_eq!(budget(line, Side::FIRST, 5).unwrap_err(), why);
        }
    }

    proptest! {
        #[test]
        fn no_share_is_longer_than_the_clock(left in 2u64..10_000_000, inc in 0u64..100_000, moves: usize) {
            let left = Duration::from_millis(left);
            prop_assert!(share(left, Duration::from_millis(inc), moves) < left);
        }

        #[test]
        fn no_words_panic(words in "[a-z0-9 é-]{0,40}", side in 0u8..8) {
            let _ = budget(&words, Side(side), 3);
        }
    }
}
