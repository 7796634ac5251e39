//! The strongest machine: a deep search on bit planes, with a judgement that was learned from games.

mod patterns;
mod root;
mod search;
mod traits;
mod weights;

pub use common::search::{SharedTable as Table, Unlimited};
pub use patterns::{PATTERNS, STAGES, UNITS, patterns, stage};
pub use root::{Found, deepen};
pub use search::{PROVED, Search, WIN};
pub use traits::{Counts, TRAITS, Worths, traits};
pub use weights::{Weights, traits_of};

use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::team;
use std::sync::Arc;

/// The strongest machine.
#[derive(Debug)]
pub struct Strong<W> {
    shape: Shape<W>,
    weights: Arc<Weights>,
    table: Table,
    threads: Option<usize>,
    dice: Dice,
}

impl<W: Word> Strong<W> {
    /// Unless told how many threads to take, it takes its share of the cores.
    pub fn new(
        shape: Shape<W>,
        weights: Arc<Weights>,
        table: Table,
        threads: Option<usize>,
        dice: Dice,
    ) -> Strong<W> {
        Strong { shape, weights, table, threads, dice }
    }

    /// The best move of a board, as far as the budget lets it see.
    pub fn search(
        &self,
        board: &Board<W>,
        first_square: usize,
        budget: &Budget,
        seen: &(dyn Fn(&Found, u64) + Sync),
    ) -> (Found, u64) {
        self.table.new_generation();
        team(
            self.threads,
            budget,
            |n, limits| {
                let mut search = Search::new(&self.shape, &self.weights, &self.table, limits);
                deepen(&mut search, &self.shape, board, n, (1 + n as u32 % 2, 120), |_, _| true);
            },
            |limits| {
                let mut search = Search::new(&self.shape, &self.weights, &self.table, limits);
                let depths = (1, budget.depth.unwrap_or(120));
                let found = deepen(&mut search, &self.shape, board, first_square, depths, |found, nodes| {
                    seen(found, limits.nodes(nodes));
                    // A depth that cannot be finished may still find a better move.
                    true
                });
                (found, limits.nodes(search.nodes))
            },
        )
    }
}

impl<W: Word> Strong<W> {
    /// The moves of a board, the one that a short search prefers first.
    pub fn preferred(&self, board: &Board<W>, budget: &Budget) -> Vec<Square> {
        let (found, _) = self.search(board, 0, budget, &|_, _| ());
        let best = found.line.first().map(|square| usize::from(*square));
        let mut moves: Vec<usize> = board.moves(&self.shape).squares().collect();
        moves.sort_by_key(|square| Some(*square) != best);
        moves.into_iter().map(|square| self.shape.size().square(square)).collect()
    }
}

/// A score as others understand it: a point is a won game.
pub fn value(score: i32) -> Value {
    if score.abs() >= PROVED {
        return Value(Value::POINT.0 * score.signum());
    }
    let odds = f64::from(score) / f64::from(UNITS);
    Value((99.0 * (odds / 2.0).tanh()).round() as i32)
}

impl<W: Word> Player<Position> for Strong<W> {
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
        let tell = |found: &Found, nodes: u64| {
            seen(Thought {
                depth: found.depth,
                value: Some(value(found.score)),
                exact: found.score.abs() >= PROVED,
                line: found.line.iter().map(|square| size.square(usize::from(*square)).to_string()).collect(),
                nodes,
                time: clock.elapsed(),
                ..Thought::default()
            });
        };
        let first_square = self.dice.below(size.squares());
        let (found, _) = self.search(&board, first_square, budget, &tell);
        found.line.first().map(|square| size.square(usize::from(*square))).ok_or(PlayerError::NoMove)
    }
}
