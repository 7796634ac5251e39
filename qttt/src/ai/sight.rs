//! Players that look a few plies ahead and sometimes slip, as people do: easy, medium and hard.

use crate::rules::{Cell, LINES, Move, Position};
use common::game::{Dice, Enumerable, Side, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::{
    AlphaBeta, Evaluator, ForwardPruning, Hashed, MoveOrdering, RatedMove, TranspositionTable,
};

/// How likely a cell without any mark is to become a player's.
const EMPTY: f64 = 0.3;

/// Judges unfinished positions: how likely each line is to be completed, if every small mark in a cell is as likely as
/// any other to settle there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chances;

impl Evaluator<Position> for Chances {
    fn evaluate(&self, position: &Position) -> Value {
        let mut chances = [[0.0; 9]; 2];
        for cell in Cell::all() {
            let [x, y] = share(position, cell);
            chances[0][cell.index()] = x;
            chances[1][cell.index()] = y;
        }
        let lines = |chances: &[f64; 9]| -> f64 {
            LINES
                .iter()
                .map(|line| line.iter().map(|cell| chances[usize::from(*cell)]).product::<f64>())
                .sum()
        };
        let value = 60.0 * (lines(&chances[0]) - lines(&chances[1]));
        Value(value.clamp(-90.0, 90.0) as i32).turned(Side::FIRST, position.mover())
    }
}

/// How likely a cell is to become x's and y's.
fn share(position: &Position, cell: Cell) -> [f64; 2] {
    if let Some(mark) = position.settled(cell) {
        return if mark.owner() == Side::FIRST { [1.0, 0.0] } else { [0.0, 1.0] };
    }
    let mut count = [0u8; 2];
    for mark in position.small(cell) {
        count[mark.owner().index()] += 1;
    }
    match count {
        [0, 0] => [EMPTY; 2],
        [x, y] => [x, y].map(|own| f64::from(own) / f64::from(x + y)),
    }
}

/// An order of the moves that comes from a seed, so that among equal moves the same player does not always take the
/// first of the list; moves that close a cycle go first, because they decide most.
#[derive(Debug, Clone, Copy)]
pub struct Shuffled(u64);

impl Shuffled {
    /// The order of a seed.
    pub fn new(seed: u64) -> Shuffled {
        Shuffled(seed)
    }
}

impl MoveOrdering<Position> for Shuffled {
    fn order(&self, position: &Position, moves: &mut Vec<Move>) -> ForwardPruning {
        let mut dice = Dice::new(self.0 ^ position.key());
        moves.sort_by_cached_key(|m| {
            let closes = matches!(m, Move::Pair(a, b) if position.tied(*a, *b));
            (!closes, dice.seed())
        });
        ForwardPruning::None
    }
}

/// A search with an eye for the whole game: no game is worth more than a point.
pub fn searcher(seed: u64) -> AlphaBeta<Position, Chances, Shuffled> {
    AlphaBeta::new(Chances)
        .ordering(Shuffled::new(seed))
        .table(TranspositionTable::with_megabytes(4))
        .max_outcome(Value::POINT)
}

/// A player that looks some plies ahead and slips in a share of its moves.
#[derive(Debug)]
pub struct Sight {
    search: AlphaBeta<Position, Chances, Shuffled>,
    /// Plies it looks ahead.
    depth: u32,
    /// The share of the moves in which it slips.
    slip: f64,
    dice: Dice,
}

impl Sight {
    /// A player of such strength.
    pub fn new(depth: u32, slip: f64, mut dice: Dice) -> Sight {
        Sight { search: searcher(dice.seed()), depth: depth.max(1), slip, dice }
    }
}

impl Player<Position> for Sight {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if self.dice.chance(self.slip) {
            let budget = Budget { depth: Some(1), ..budget.clone() };
            let found = self.search.rate_all_moves(turn.view, &budget, seen).ok_or(PlayerError::NoMove)?;
            return slipped(&found.moves, &mut self.dice).ok_or(PlayerError::NoMove);
        }
        let depth = budget.depth.map_or(self.depth, |most| most.min(self.depth));
        let budget = Budget { depth: Some(depth), ..budget.clone() };
        let found = self.search.search(turn.view, &budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(*found.best())
    }
}

/// A plausible move that is not the best at first sight, or the only one there is.
fn slipped(rated: &[RatedMove<Move>], dice: &mut Dice) -> Option<Move> {
    let better_half = &rated[..rated.len().div_ceil(2).max(2).min(rated.len())];
    let others = better_half.get(1..).filter(|others| !others.is_empty()).unwrap_or(better_half);
    dice.pick(others).map(|rated| rated.m)
}

/// The best move at first sight, for those who have no time for another.
pub fn glance(position: &Position, dice: &mut Dice) -> Option<Move> {
    let found = searcher(dice.seed()).search(position, &Budget::depth(2), &|_| ());
    found.map(|found| *found.best()).or_else(|| position.moves().first().copied())
}
