//! Searches that play any game of turns: alpha-beta for games of two without chance, Monte Carlo tree search for all.
//!
//! What they need beyond the rules they ask for in small traits: a hash key, play and take back, an evaluation, an order
//! of the moves.

mod alphabeta;
mod mcts;
mod score;
mod shared;
mod table;
mod team;
#[cfg(test)]
mod toy;

pub use alphabeta::{AlphaBeta, Found, Rated};
pub use mcts::{AllMoves, Candidates, Explored, Mcts, Playout, RandomPlayout, Reward, Scores, Visited};
pub use score::Score;
pub use shared::{Known, SharedTable};
pub use table::{Bound, Entry, Table};
pub use team::{Helper, Leader, Limits, Unlimited, team};

use crate::game::{Enumerable, Game, Outcome, Side, Value};

/// Positions with a hash key.
pub trait Hashed: Game {
    /// A key of everything the rest of the game depends on, the side to move included. Usually kept along the way.
    fn key(&self) -> u64;
    /// The same key, computed anew. The conformance kit compares the two.
    fn key_from_scratch(&self) -> u64;
}

/// Games without chance whose moves can be played and taken back in place, without checks.
///
/// This is the unchecked door to a move, for moves that [`Enumerable::moves`] has just listed. What any other move does
/// is unspecified: the position may be nonsense afterwards, or the call may panic.
pub trait Reversible: Enumerable {
    /// What it takes to take a move back.
    type Undo;
    /// Plays a listed move of the side to move, with the same result as [`Game::play`].
    fn apply(&mut self, m: &Self::Move) -> Self::Undo;
    /// Takes back the latest move that was applied and is not yet taken back; the position is equal to the one before.
    fn take_back(&mut self, undo: Self::Undo);
}

/// Whoever can say how good an unfinished position is. A closure is an evaluator.
pub trait Evaluator<G: Game>: Send + Sync {
    /// How good the position is for the side to move.
    fn evaluate(&self, position: &G) -> Value;
    /// How good a finished game is for `mover`, on the same scale. Unless it is overridden a won point is
    /// [`Value::POINT`], so estimates should stay well within that; an evaluator with a wider scale puts ends beyond it.
    fn outcome(&self, outcome: Outcome, mover: Side) -> Value {
        outcome.value_for(mover)
    }
}

impl<G: Game, F: Fn(&G) -> Value + Send + Sync> Evaluator<G> for F {
    fn evaluate(&self, position: &G) -> Value {
        self(position)
    }
}

/// The evaluator that knows nothing: every unfinished position is even. Enough for solving.
#[derive(Debug, Clone, Copy, Default)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&self, _: &G) -> Value {
        Value::EVEN
    }
}

/// Whether moves that are left out could have changed the value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Considered {
    /// Nothing that matters is missing: no move was left out, or only such as mirror another.
    All,
    /// Moves were left out because they hardly ever matter; values are estimates from here on.
    Some,
}

/// Puts the promising moves first: the better the order, the deeper alpha-beta looks. A closure is an order that leaves
/// nothing out.
pub trait MoveOrder<G: Game>: Send + Sync {
    /// Sorts the moves of the position, the most promising first. It may leave moves out, but not all of them.
    fn order(&self, position: &G, moves: &mut Vec<G::Move>) -> Considered;
}

impl<G: Game, F: Fn(&G, &mut [G::Move]) + Send + Sync> MoveOrder<G> for F {
    fn order(&self, position: &G, moves: &mut Vec<G::Move>) -> Considered {
        self(position, moves);
        Considered::All
    }
}

/// The moves as the game lists them.
#[derive(Debug, Clone, Copy, Default)]
pub struct AsListed;

impl<G: Game> MoveOrder<G> for AsListed {
    fn order(&self, _: &G, _: &mut Vec<G::Move>) -> Considered {
        Considered::All
    }
}
