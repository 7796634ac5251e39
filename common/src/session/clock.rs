//! Clocks: a side that is to move uses up its time, and gets some back for each move.

use crate::game::Side;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// How much time there is: minutes for the game, plus seconds for each move.
///
/// ```
/// use common::session::TimeControl;
/// let control: TimeControl = "5+3".parse().unwrap();
/// assert_eq!((control.base.as_secs(), control.increment.as_secs()), (300, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Time gained by each move.
    pub increment: Duration,
}

/// Why a text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no time control; write minutes+seconds, as in 5+3, or minutes alone, at most 999")]
pub struct BadClock(String);

impl FromStr for TimeControl {
    type Err = BadClock;
    fn from_str(text: &str) -> Result<TimeControl, BadClock> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.parse::<f64>().ok().filter(|n| (0.0..1000.0).contains(n));
        match (number(minutes), number(seconds)) {
            (Some(minutes), Some(seconds)) if minutes > 0.0 => Ok(TimeControl {
                base: Duration::from_secs_f64(minutes * 60.0),
                increment: Duration::from_secs_f64(seconds),
            }),
            _ => Err(BadClock(text.to_owned())),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// The clocks of a game.
#[derive(Debug, Clone)]
pub struct Clock {
    control: TimeControl,
    left: Vec<Duration>,
    running: Option<(Side, Instant)>,
}

/// A clock as it is saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedClock {
    control: String,
    seconds_left: Vec<f64>,
}

impl SavedClock {
    pub(super) fn control(&self) -> Option<TimeControl> {
        self.control.parse().ok()
    }
}

impl Clock {
    /// Full clocks, standing.
    pub fn new(control: TimeControl, sides: usize) -> Clock {
        Clock { control, left: vec![control.base; sides], running: None }
    }

    /// What a side has left.
    pub fn left(&self, side: Side) -> Duration {
        let used = match self.running {
            Some((runs, since)) if runs == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(used)
    }

    /// Whether a side's time is used up.
    pub fn is_up(&self, side: Side) -> bool {
        self.left(side).is_zero()
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// A machine's time for its next move: a share of what is left, and most of what it gains.
    pub fn share(&self, side: Side) -> Duration {
        let left = self.left(side);
        (left / 20 + self.control.increment.mul_f64(0.8)).min(left.mul_f64(0.5))
    }

    /// Lets a side's clock run, if it does not run already.
    pub(super) fn run(&mut self, side: Side) {
        if self.running.is_none_or(|(runs, _)| runs != side) {
            self.pause();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops whichever clock runs.
    pub(super) fn pause(&mut self) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side);
            self.running = None;
        }
    }

    /// A side has moved.
    pub(super) fn moved(&mut self, side: Side) {
        self.pause();
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(self.control.increment);
    }

    /// A move was taken back, or played again: what it gained goes or comes with it.
    pub(super) fn regain(&mut self, side: Side, back: bool) {
        let left = &mut self.left[side.index()];
        let gain = self.control.increment;
        // Taking back never costs the game.
        *left = if back {
            left.saturating_sub(gain).max(Duration::from_secs(1).min(*left))
        } else {
            left.saturating_add(gain)
        };
    }

    /// Back where these clocks stood, nobody has more than then: to look at a game gains no time.
    pub(super) fn limit(&mut self, known: &Clock) {
        for (left, most) in self.left.iter_mut().zip(&known.left) {
            *left = (*left).min(*most);
        }
    }

    pub(super) fn saved(&self) -> SavedClock {
        let left = |side: usize| self.left(Side(side as u8)).as_secs_f64();
        SavedClock {
            control: self.control.to_string(),
            seconds_left: (0..self.left.len()).map(left).collect(),
        }
    }

    pub(super) fn from_saved(saved: &SavedClock, sides: usize) -> Option<Clock> {
        let control = saved.control()?;
        // Nobody has more than a thousand days.
        let time = |seconds: &f64| {
            Duration::try_from_secs_f64(*seconds).ok().filter(|time| time.as_secs() < 86_400_000)
        };
        let left: Option<Vec<Duration>> = saved.seconds_left.iter().map(time).collect();
        left.filter(|left| left.len() == sides).map(|left| Clock { control, left, running: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["5+3", "0.5+0", "90+30"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "5+", "+3", "1e9", "NaN", "inf", "5+3+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_gives_time_and_stops_the_clock() {
        let control = TimeControl { base: Duration::from_mins(1), increment: Duration::from_secs(5) };
        let mut clock = Clock::new(control, 2);
        clock.moved(Side::FIRST);
        assert_eq!(clock.left(Side::FIRST), Duration::from_secs(65));
        assert_eq!(clock.left(Side::SECOND), Duration::from_mins(1));
        let back = Clock::from_saved(&clock.saved(), 2).unwrap();
        assert_eq!(back.left(Side::FIRST), Duration::from_secs(65));
        assert!(Clock::from_saved(&clock.saved(), 3).is_none());
    }

    #[test]
    fn an_empty_clock_is_up() {
        let control = TimeControl { base: Duration::ZERO, increment: Duration::ZERO };
        let mut clock = Clock::new(control, 2);
        clock.run(Side::FIRST);
        assert!(clock.is_up(Side::FIRST));
        assert!(clock.share(Side::FIRST).is_zero());
    }
}
