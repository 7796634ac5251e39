//! What a session speaks of: who plays, what was played, what happened, and why something was not done.

use super::Hint;
use crate::game::{Outcome, Side};
use crate::player::{BadSpec, PlayerError, Spec};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Who sits on a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    Human,
    /// A machine of ours, or another program.
    Machine(Spec),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => write!(f, "human"),
            Seat::Machine(spec) => write!(f, "{spec}"),
        }
    }
}

impl std::str::FromStr for Seat {
    type Err = BadSpec;
    fn from_str(text: &str) -> Result<Seat, BadSpec> {
        if text == "human" { Ok(Seat::Human) } else { text.parse().map(Seat::Machine) }
    }
}

/// A move that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply<M> {
    /// By whom.
    pub side: Side,
    /// What.
    pub chosen: M,
    /// The same as text.
    pub text: String,
}

/// What undo does not give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Hints that were asked for.
    #[serde(default)]
    pub hints: u32,
    /// Moves that were taken back.
    #[serde(default)]
    pub undos: u32,
    /// Moves that were refused.
    #[serde(default)]
    pub mistakes: u32,
    /// Seconds of play.
    #[serde(default)]
    pub seconds: u64,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Played(Outcome),
    /// A side's time ran out.
    TimeUp(Side),
    /// A side's machine failed.
    Failed(Side, PlayerError),
}

impl GameEnd {
    /// The points, also of a game that did not end by the rules: the other sides win it.
    pub fn outcome(&self, sides: usize) -> Outcome {
        match self {
            GameEnd::Played(outcome) => *outcome,
            GameEnd::TimeUp(loser) | GameEnd::Failed(loser, _) => {
                let points: Vec<i8> =
                    (0..sides).map(|side| if side == loser.index() { 0 } else { 2 }).collect();
                Outcome::halves(&points)
            }
        }
    }
}

/// What happened since the last time somebody asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A machine has moved: its move is the newest of the record.
    Moved,
    /// The hint that was asked for.
    Hint(Hint),
    /// No hint could be had.
    NoHint(PlayerError),
    /// The game ended without a move: time ran out or a machine failed.
    Ended,
}

/// Why a move was not played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused<I: std::error::Error> {
    /// The rules say no.
    #[error("{0}")]
    Illegal(I),
    /// It is a machine's turn.
    #[error("it is the machine's turn; wait for its move or take back yours")]
    MachinesTurn,
    /// The game is over.
    #[error("the game is over; undo takes moves back, new starts again")]
    Over,
}

/// Why a game could not start.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotStarted {
    /// The parameters make no game.
    #[error("{0}")]
    Setup(String),
    /// A player cannot be had.
    #[error("{0}")]
    Player(#[from] BadSpec),
    /// Too few or too many players.
    #[error("this game has {wanted} players, not {given}")]
    Seats {
        /// How many the game has.
        wanted: usize,
        /// How many were named.
        given: usize,
    },
}
