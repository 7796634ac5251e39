//! The types of a session: who plays, how a game ended, what happened, and why something was refused.

use super::Hint;
use crate::game::{Outcome, Side};
use crate::player::{BadSpec, PlayerError, Spec};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Who plays a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seat {
    /// A human at this computer.
    Human,
    /// An AI player, or another program.
    Ai(Spec),
}

impl Seat {
    /// Who plays where not every seat is named: a human begins, and the others are this AI player. Where another
    /// begins, a human comes next.
    pub fn fill(given: &[Option<Seat>], sides: usize, opponent: &Spec) -> Vec<Seat> {
        let mut human = given.contains(&Some(Seat::Human));
        let seat = |side: usize| {
            given.get(side).cloned().flatten().unwrap_or_else(|| {
                let other = std::mem::replace(&mut human, true) && side > 0;
                if other { Seat::Ai(opponent.clone()) } else { Seat::Human }
            })
        };
        (0..sides).map(seat).collect()
    }

    /// The player as a window shows it: "Human" or "Easy".
    pub fn title(&self) -> String {
        match self {
            Seat::Human => "Human".to_owned(),
            Seat::Ai(spec) => spec.title(),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => write!(f, "human"),
            Seat::Ai(spec) => write!(f, "{spec}"),
        }
    }
}

impl std::str::FromStr for Seat {
    type Err = BadSpec;
    fn from_str(text: &str) -> Result<Seat, BadSpec> {
        if text == "human" { Ok(Seat::Human) } else { text.parse().map(Seat::Ai) }
    }
}

/// Counts that undo does not give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Hints asked for.
    pub hints: u32,
    /// Moves taken back.
    pub undos: u32,
    /// Moves refused.
    pub mistakes: u32,
    /// Seconds of play.
    pub seconds: u64,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Played(Outcome),
    /// A side ran out of time.
    TimeUp(Side),
    /// The player of a side failed.
    Failed(Side, PlayerError),
    /// A side resigned.
    Resigned(Side),
}

impl GameEnd {
    /// The points, also of a game that did not end by the rules.
    pub fn outcome(&self, sides: usize) -> Outcome {
        match self {
            GameEnd::Played(outcome) => *outcome,
            GameEnd::TimeUp(loser) | GameEnd::Failed(loser, _) | GameEnd::Resigned(loser) => {
                Outcome::forfeit(*loser, sides)
            }
        }
    }
}

/// What has happened since the last call of [`super::Session::step`].
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An AI player has moved: its move is the newest.
    Moved(Side),
    /// The hint that was asked for.
    Hint(Hint),
    /// The hint player failed.
    NoHint(PlayerError),
    /// The game ended without a move: time ran out or a player failed.
    Ended,
}

/// Why a move was not played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused<I: std::error::Error> {
    /// The rules refuse it.
    #[error("{0}")]
    Illegal(I),
    /// An AI player plays this side.
    #[error(
        "an AI player has this turn; wait for its move, continue the game if it is paused, or undo your move"
    )]
    AiTurn,
    /// The side is not to move.
    #[error("it is not this side's turn")]
    NotToMove,
    /// The moves after this position cannot be undone.
    #[error(
        "you cannot play on from this position, because the moves after it cannot be undone; go to the last move"
    )]
    Fixed,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why a game could not start.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotStarted {
    /// The setup does not make a game.
    #[error("{0}")]
    Setup(String),
    /// Making the start position takes long, and that was not wanted now.
    #[error("the start position is not made yet")]
    Slow {
        /// The options of the game.
        setup: BTreeMap<String, String>,
        /// The seed of everything random.
        seed: u64,
    },
    /// The start was cancelled.
    #[error("the start of the game was cancelled")]
    Cancelled,
    /// A player cannot be built.
    #[error("{0}")]
    Player(#[from] BadSpec),
    /// Too few or too many players.
    #[error("this game has {wanted} players, not {given}")]
    Seats {
        /// The number of sides.
        wanted: usize,
        /// The number of players given.
        given: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_are_not_named_are_filled() {
        let fill = |given: &[&str]| -> Vec<String> {
            let given: Vec<Option<Seat>> =
                given.iter().map(|text| text.parse().ok().filter(|_| !text.is_empty())).collect();
            Seat::fill(&given, 2, &Spec::level("hard")).iter().map(ToString::to_string).collect()
        };
        assert_eq!(fill(&[]), ["human", "hard"]);
        assert_eq!(fill(&["human"]), ["human", "hard"]);
        assert_eq!(fill(&["", "human"]), ["human", "human"]);
        assert_eq!(fill(&["", "other"]), ["human", "other"]);
        assert_eq!(fill(&["other"]), ["other", "human"]);
    }
}
