//! Game-tree search: alpha-beta for games of two sides without chance, Monte Carlo tree search for every turn-based game.
//!
//! Small traits declare what a search needs beyond the rules: a hash key, apply and take back, an evaluation, a move
//! ordering. Games with a search of their own share [`search_root`], [`lazy_smp`] and [`SharedTranspositionTable`].

mod alphabeta;
mod lazy_smp;
mod mcts;
mod options;
mod root;
mod score;
mod shared_transposition;
#[cfg(test)]
mod toy;
mod transposition;
mod win_score;

pub use alphabeta::{AlphaBeta, RatedMove, SearchResult};
pub use lazy_smp::{HelperThread, MainThread, SearchLimits, SearchThreads, Unlimited, lazy_smp};
pub use mcts::{AllMoves, Candidates, Mcts, MctsResult, MoveStats, Playout, RandomPlayout, Reward, Scores};
pub use options::{DEFAULT_HASH, MAX_HASH, MAX_THREADS, SearchOptions};
pub use root::{RootLine, RootMove, RootSearch, pick_best, search_root};
pub use score::Score;
pub use shared_transposition::{SharedEntry, SharedTranspositionTable};
pub use transposition::{Bound, TableEntry, TranspositionTable};
pub use win_score::{PROVED, WIN, is_proved, score_from_table, score_to_table, score_to_value};

use crate::game::{Enumerable, Game, Outcome, Side, Value};

/// Positions with a hash key.
pub trait Hashed: Game {
    /// A key of everything that the rest of the game depends on, including the side to move. Usually updated with each
    /// move.
    fn key(&self) -> u64;
    /// The same key, computed from scratch. The conformance kit compares the two.
    fn key_from_scratch(&self) -> u64;
}

/// Games without chance whose moves can be applied and taken back in place, without legality checks.
///
/// Only pass moves that [`Enumerable::moves`] has listed for the current position. Any other move may corrupt the position
/// or panic.
pub trait Reversible: Enumerable {
    /// The data that restores the position before a move.
    type Undo;
    /// Applies a listed move of the side to move, with the same result as [`Game::play`].
    fn apply(&mut self, m: &Self::Move) -> Self::Undo;
    /// Takes back the last applied move. The position is then equal to the one before that move.
    fn take_back(&mut self, undo: Self::Undo);
}

/// A static evaluation of unfinished positions. A closure is an evaluator.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of the position for the side to move.
    fn evaluate(&self, position: &G) -> Value;
    /// The value of a finished game for `mover`, on the same scale. By default a won point is [`Value::POINT`], and
    /// estimates should stay well below it. An evaluator with a wider scale overrides this method.
    fn outcome(&self, outcome: Outcome, mover: Side) -> Value {
        outcome.value_for(mover)
    }
}

impl<G: Game, F: Fn(&G) -> Value + Send + Sync> Evaluator<G> for F {
    fn evaluate(&self, position: &G) -> Value {
        self(position)
    }
}

/// An evaluator that rates every unfinished position as even. It is enough for solving.
#[derive(Debug, Clone, Copy, Default)]
pub struct ZeroEvaluator;

impl<G: Game> Evaluator<G> for ZeroEvaluator {
    fn evaluate(&self, _: &G) -> Value {
        Value::EVEN
    }
}

/// Whether a move ordering removed moves that could change the value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForwardPruning {
    /// No move was removed, or only moves that are symmetric to another.
    None,
    /// Moves were removed because they rarely matter. Values are estimates from here on.
    Applied,
}

/// Sorts moves for alpha-beta, which searches deeper with a better ordering. A closure is an ordering that removes no move.
pub trait MoveOrdering<G: Game>: Send + Sync {
    /// Sorts the moves of the position, most promising first. It may remove moves, but not all of them.
    fn order(&self, position: &G, moves: &mut Vec<G::Move>) -> ForwardPruning;
}

impl<G: Game, F: Fn(&G, &mut [G::Move]) + Send + Sync> MoveOrdering<G> for F {
    fn order(&self, position: &G, moves: &mut Vec<G::Move>) -> ForwardPruning {
        self(position, moves);
        ForwardPruning::None
    }
}

/// The order in which the game lists its moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListedOrder;

impl<G: Game> MoveOrdering<G> for ListedOrder {
    fn order(&self, _: &G, _: &mut Vec<G::Move>) -> ForwardPruning {
        ForwardPruning::None
    }
}
