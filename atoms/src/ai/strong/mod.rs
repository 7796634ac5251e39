//! The strong player: a parallel principal variation search on bit planes, with an evaluation fitted to self-play games.

mod features;
mod patterns;
mod root;
mod search;
mod weights;

pub use features::{FEATURES, FeatureCounts, FeatureWeights, pattern_features};
pub use patterns::{PATTERNS, STAGES, UNITS_PER_LOGIT, for_each_pattern, stage};
pub use root::{BestLine, iterative_deepening};
pub use search::Search;
pub use weights::{PatternWeights, board_features};

use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::{SharedTranspositionTable, is_proved, lazy_smp, score_to_value};
use search::MAX_PLY;
use std::sync::Arc;

/// The strong player.
#[derive(Debug)]
pub struct StrongPlayer<W> {
    shape: Shape<W>,
    weights: Arc<PatternWeights>,
    table: SharedTranspositionTable,
    threads: Option<usize>,
    dice: Dice,
}

impl<W: Word> StrongPlayer<W> {
    /// With `threads` of `None` it takes its share of the cores.
    pub fn new(
        shape: Shape<W>,
        weights: Arc<PatternWeights>,
        table: SharedTranspositionTable,
        threads: Option<usize>,
        dice: Dice,
    ) -> StrongPlayer<W> {
        StrongPlayer { shape, weights, table, threads, dice }
    }

    /// Searches a board within a budget. Returns the best line and the number of nodes. Among moves that look equal, those
    /// from `first_square` on are tried first.
    pub fn search(
        &self,
        board: &Board<W>,
        first_square: usize,
        budget: &Budget,
        on_depth: &(dyn Fn(&BestLine, u64) + Sync),
    ) -> (BestLine, u64) {
        self.table.new_generation();
        let max_depth = MAX_PLY as u32;
        lazy_smp(
            self.threads,
            budget,
            |n, limits| {
                let mut search = Search::new(&self.shape, &self.weights, &self.table, limits);
                iterative_deepening(&mut search, board, n, (1 + n as u32 % 2, max_depth), |_, _| true);
            },
            |limits| {
                let mut search = Search::new(&self.shape, &self.weights, &self.table, limits);
                let depths = (1, budget.depth.unwrap_or(max_depth));
                let best = iterative_deepening(&mut search, board, first_square, depths, |best, nodes| {
                    on_depth(best, limits.nodes(nodes));
                    // An unfinished depth can still find a better move.
                    true
                });
                (best, limits.nodes(search.nodes))
            },
        )
    }

    /// All moves, with the best move of a search first.
    pub fn moves_best_first(&self, board: &Board<W>, budget: &Budget) -> Vec<Square> {
        let (best, _) = self.search(board, 0, budget, &|_, _| ());
        let best = best.line.first().map(|square| usize::from(*square));
        let mut moves: Vec<usize> = board.moves(&self.shape).squares().collect();
        moves.sort_by_key(|square| Some(*square) != best);
        moves.into_iter().map(|square| self.shape.size().square(square)).collect()
    }
}

/// The value of a score: a point is a won game.
pub fn value(score: i32) -> Value {
    score_to_value(score, UNITS_PER_LOGIT)
}

impl<W: Word> Player<Position> for StrongPlayer<W> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        if turn.view.winner().is_some() {
            return Err(PlayerError::NoMove);
        }
        let board = Board::of(turn.view);
        let clock = budget.start();
        let size = self.shape.size();
        let report = |best: &BestLine, nodes: u64| {
            seen(Thought {
                depth: best.depth,
                value: Some(value(best.score)),
                exact: is_proved(best.score),
                line: best.line.iter().map(|square| size.square(usize::from(*square)).to_string()).collect(),
                nodes,
                time: clock.elapsed(),
                ..Thought::default()
            });
        };
        let first_square = self.dice.below(size.squares());
        let (best, _) = self.search(&board, first_square, budget, &report);
        best.line.first().map(|square| size.square(usize::from(*square))).ok_or(PlayerError::NoMove)
    }
}
