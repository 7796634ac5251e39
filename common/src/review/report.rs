//! What a review has found so far.

use super::{Finding, Verdict};
use crate::game::{Side, Value};
use serde::{Deserialize, Serialize};

/// How the sides stood in a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The expected score of each side, from 0 to 1; in a puzzle the part that is solved.
    pub shares: Vec<f32>,
    /// The same in words, such as "Blue is better (65 % to win)".
    pub words: String,
}

impl Standing {
    /// The expected score of a side, from 0 to 1.
    pub fn share(&self, side: Side) -> f32 {
        self.shares.get(side.index()).copied().unwrap_or(0.0)
    }
}

/// What a move was worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// How good it was.
    pub verdict: Verdict,
    /// What is to be said about it, in sentences; empty if there is nothing.
    pub comment: String,
    /// What would have been better.
    pub better: Option<Better>,
}

impl MoveReview {
    /// A move about which there is nothing to say.
    pub fn good() -> MoveReview {
        MoveReview { verdict: Verdict::Good, comment: String::new(), better: None }
    }
}

/// A better move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Better {
    /// The move, as text.
    pub text: String,
    /// The move and what may follow it, as text.
    pub line: Vec<String>,
    /// Its value for the side that moved, where it is known.
    pub value: Option<Value>,
    /// The value is proved, not estimated.
    pub exact: bool,
}

/// The findings of a review.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    standings: Vec<Option<Standing>>,
    moves: Vec<Option<MoveReview>>,
    /// How many moves belong to the start of the game. They are not reviewed.
    start_moves: usize,
}

impl Report {
    /// For a game of so many moves, of which the first may belong to its start.
    pub fn new(moves: usize, start_moves: usize) -> Report {
        let start_moves = start_moves.min(moves);
        Report { standings: vec![None; moves + 1], moves: vec![None; moves], start_moves }
    }

    /// Adds what was found.
    pub fn add(&mut self, finding: Finding) {
        match finding {
            Finding::Standing { ply, standing } => {
                if let Some(known) = self.standings.get_mut(ply) {
                    *known = Some(standing);
                }
            }
            Finding::Move { index, review } => {
                if let Some(known) = self.moves.get_mut(index) {
                    *known = Some(review);
                }
            }
        }
    }

    /// The number of moves of the game.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the game has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The number of moves that belong to the start of the game. They are not reviewed.
    pub fn start_moves(&self) -> usize {
        self.start_moves
    }

    /// The number of moves that are to be reviewed.
    pub fn to_review(&self) -> usize {
        self.moves.len() - self.start_moves
    }

    /// The number of moves that have been reviewed.
    pub fn reviewed(&self) -> usize {
        self.moves.iter().flatten().count()
    }

    /// How the sides stood after `ply` moves.
    pub fn standing(&self, ply: usize) -> Option<&Standing> {
        self.standings.get(ply)?.as_ref()
    }

    /// What is known about a move, by its index from 0.
    pub fn review(&self, index: usize) -> Option<&MoveReview> {
        self.moves.get(index)?.as_ref()
    }

    /// The marked moves with their indices, in the order of the game.
    pub fn marked(&self) -> impl DoubleEndedIterator<Item = (usize, &MoveReview)> {
        let marked = |(index, review): (usize, &'_ Option<MoveReview>)| {
            let marked = review.as_ref().is_some_and(|review| review.verdict.is_marked());
            marked.then_some(index)
        };
        let indices: Vec<usize> = self.moves.iter().enumerate().filter_map(marked).collect();
        indices.into_iter().filter_map(|index| Some((index, self.review(index)?)))
    }

    /// The number of moves after which the next marked move has just been played, seen from the position after `ply`.
    pub fn next_marked(&self, ply: usize) -> Option<usize> {
        self.marked().map(|(index, _)| index + 1).find(|marked| *marked > ply)
    }

    /// The same for the marked move before.
    pub fn previous_marked(&self, ply: usize) -> Option<usize> {
        self.marked().rev().map(|(index, _)| index + 1).find(|marked| *marked < ply)
    }
}
