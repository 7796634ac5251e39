//! Clocks: a side uses up its time while it is to move, and gains some with each move.

use crate::game::{Side, Sides};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// A time control: minutes for the game, plus seconds for each move.
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

/// The error of a text that is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a time control: use minutes+seconds, as in 5+3, or minutes alone, at most 999")]
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

/// The clocks of a game, one for each side.
#[derive(Debug, Clone)]
pub struct Clock {
    control: TimeControl,
    sides: Vec<SideTime>,
}

#[derive(Debug, Clone)]
struct SideTime {
    left: Duration,
    /// Since when the clock runs.
    running: Option<Instant>,
}

impl SideTime {
    fn left(&self) -> Duration {
        self.left.saturating_sub(self.running.map_or(Duration::ZERO, |since| since.elapsed()))
    }
    fn pause(&mut self) {
        self.left = self.left();
        self.running = None;
    }
}

/// Clocks in a saved game.
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
    /// Full clocks, stopped.
    pub fn new(control: TimeControl, sides: usize) -> Clock {
        Clock { control, sides: vec![SideTime { left: control.base, running: None }; sides] }
    }

    /// The time a side has left.
    pub fn left(&self, side: Side) -> Duration {
        self.sides[side.index()].left()
    }

    /// Whether a side's time is used up.
    pub fn is_up(&self, side: Side) -> bool {
        self.left(side).is_zero()
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The time an AI player may use for its next move: a share of what is left, and most of the increment.
    pub fn share(&self, side: Side) -> Duration {
        let left = self.left(side);
        (left / 20 + self.control.increment.mul_f64(0.8)).min(left.mul_f64(0.5))
    }

    /// Lets the clocks of these sides run, and stops the others.
    pub(super) fn run(&mut self, sides: Sides) {
        for (side, time) in Side::all(self.sides.len()).zip(&mut self.sides) {
            if !sides.contains(side) {
                time.pause();
            } else if time.running.is_none() {
                time.running = Some(Instant::now());
            }
        }
    }

    /// Stops all clocks.
    pub(super) fn pause(&mut self) {
        self.run(Sides::NONE);
    }

    /// A side has moved: its clock stops and gains the increment.
    pub(super) fn moved(&mut self, side: Side) {
        let time = &mut self.sides[side.index()];
        time.pause();
        time.left = time.left.saturating_add(self.control.increment);
    }

    /// A move was undone or redone: its increment goes or comes with it.
    pub(super) fn regain(&mut self, side: Side, back: bool) {
        let left = &mut self.sides[side.index()].left;
        let gain = self.control.increment;
        // Undo never loses the game on time.
        *left = if back {
            left.saturating_sub(gain).max(Duration::from_secs(1).min(*left))
        } else {
            left.saturating_add(gain)
        };
    }

    /// Limits each side to the time it had when `known` was taken: looking at earlier moves gains no time.
    pub(super) fn limit(&mut self, known: &Clock) {
        for (time, known) in self.sides.iter_mut().zip(&known.sides) {
            time.left = time.left.min(known.left);
        }
    }

    pub(super) fn saved(&self) -> SavedClock {
        SavedClock {
            control: self.control.to_string(),
            seconds_left: self.sides.iter().map(|time| time.left().as_secs_f64()).collect(),
        }
    }

    pub(super) fn from_saved(saved: &SavedClock, sides: usize) -> Option<Clock> {
        let control = saved.control()?;
        // At most a thousand days.
        let time = |seconds: &f64| {
            let left = Duration::try_from_secs_f64(*seconds).ok().filter(|time| time.as_secs() < 86_400_000);
            left.map(|left| SideTime { left, running: None })
        };
        let times: Option<Vec<SideTime>> = saved.seconds_left.iter().map(time).collect();
        times.filter(|times| times.len() == sides).map(|sides| Clock { control, sides })
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
    fn several_clocks_run_at_once() {
        let control = TimeControl { base: Duration::from_mins(1), increment: Duration::ZERO };
        let mut clock = Clock::new(control, 3);
        clock.run(Sides::one(Side(0)).with(Side(2)));
        while clock.left(Side(2)) == control.base {
            std::thread::yield_now();
        }
        assert!(clock.left(Side(0)) < control.base);
        assert_eq!(clock.left(Side(1)), control.base);
        clock.moved(Side(0));
        let stopped = clock.left(Side(0));
        while clock.left(Side(2)) >= stopped {
            std::thread::yield_now();
        }
        assert_eq!(clock.left(Side(0)), stopped, "the clock of a side that has moved stands still");
    }

    #[test]
    fn an_empty_clock_is_up() {
        let control = TimeControl { base: Duration::ZERO, increment: Duration::ZERO };
        let mut clock = Clock::new(control, 2);
        clock.run(Sides::all(2));
        assert!(clock.is_up(Side::SECOND));
        assert!(clock.is_up(Side::FIRST));
        assert!(clock.share(Side::FIRST).is_zero());
    }
}
