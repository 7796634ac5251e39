//! Players that search a few plies ahead and sometimes make a mistake: easy, medium and hard.

use crate::rules::{Cell, LINES, Move, Position};
use common::game::{Dice, Enumerable, Side, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::{
    AlphaBeta, Evaluator, ForwardPruning, Hashed, MoveOrdering, RatedMove, TranspositionTable,
};

/// The chance of a player to own an empty cell at the end.
const EMPTY_CHANCE: f64 = 0.3;

/// Evaluates unfinished positions: the chance of each line to be completed, if all small marks of a cell are equally
/// likely to settle there.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineChances;

impl Evaluator<Position> for LineChances {
    fn evaluate(&self, position: &Position) -> Value {
        let mut chances = [[0.0; 9]; 2];
        for cell in Cell::all() {
            let [x, y] = chances_of_cell(position, cell);
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

/// The chances of x and of y to own a cell.
fn chances_of_cell(position: &Position, cell: Cell) -> [f64; 2] {
    if let Some(mark) = position.settled(cell) {
        return if mark.owner() == Side::FIRST { [1.0, 0.0] } else { [0.0, 1.0] };
    }
    let mut count = [0u8; 2];
    for mark in position.small(cell) {
        count[mark.owner().index()] += 1;
    }
    match count {
        [0, 0] => [EMPTY_CHANCE; 2],
        [x, y] => [x, y].map(|own| f64::from(own) / f64::from(x + y)),
    }
}

/// A random order of the moves by a seed, so that a player varies its choice among equal moves. Moves that close a
/// cycle come first, because they decide most.
#[derive(Debug, Clone, Copy)]
pub struct SeededOrder(u64);

impl SeededOrder {
    /// The order for a seed.
    pub fn new(seed: u64) -> SeededOrder {
        SeededOrder(seed)
    }
}

impl MoveOrdering<Position> for SeededOrder {
    fn order(&self, position: &Position, moves: &mut Vec<Move>) -> ForwardPruning {
        let mut dice = Dice::new(self.0 ^ position.key());
        moves.sort_by_cached_key(|m| {
            let closes = matches!(m, Move::Pair(a, b) if position.tied(*a, *b));
            (!closes, dice.seed())
        });
        ForwardPruning::None
    }
}

/// An alpha-beta search that knows that a game is worth at most one point.
pub fn alpha_beta(seed: u64) -> AlphaBeta<Position, LineChances, SeededOrder> {
    AlphaBeta::new(LineChances)
        .ordering(SeededOrder::new(seed))
        .table(TranspositionTable::with_megabytes(4))
        .max_outcome(Value::POINT)
}

/// A player that searches to a fixed depth and makes random mistakes.
#[derive(Debug)]
pub struct DepthPlayer {
    search: AlphaBeta<Position, LineChances, SeededOrder>,
    /// Search depth in plies.
    depth: u32,
    /// The share of moves that are mistakes.
    mistake_rate: f64,
    dice: Dice,
}

impl DepthPlayer {
    /// A player with this depth and rate of mistakes.
    pub fn new(depth: u32, mistake_rate: f64, mut dice: Dice) -> DepthPlayer {
        DepthPlayer { search: alpha_beta(dice.seed()), depth: depth.max(1), mistake_rate, dice }
    }
}

impl Player<Position> for DepthPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if self.dice.chance(self.mistake_rate) {
            let budget = Budget { depth: Some(1), ..budget.clone() };
            let found = self.search.rate_all_moves(turn.view, &budget, &|_| ()).ok_or(PlayerError::NoMove)?;
            let chosen = plausible_mistake(&found.moves, &mut self.dice).ok_or(PlayerError::NoMove)?;
            // What it reports is about the move it plays.
            seen(Thought {
                depth: 1,
                value: chosen.value,
                exact: chosen.exact,
                line: vec![chosen.m.to_string()],
                nodes: found.moves.len() as u64,
                ..Thought::default()
            });
            return Ok(chosen.m);
        }
        let depth = budget.depth.map_or(self.depth, |max| max.min(self.depth));
        let budget = Budget { depth: Some(depth), ..budget.clone() };
        let found = self.search.search(turn.view, &budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(*found.best())
    }
}

/// A plausible move that is not the best of a shallow search, or the only move.
fn plausible_mistake<'a>(rated: &'a [RatedMove<Move>], dice: &mut Dice) -> Option<&'a RatedMove<Move>> {
    let better_half = &rated[..rated.len().div_ceil(2).max(2).min(rated.len())];
    let others = better_half.get(1..).filter(|others| !others.is_empty()).unwrap_or(better_half);
    dice.pick(others)
}

/// The best move of a shallow search, for when there is no time.
pub fn quick_move(position: &Position, dice: &mut Dice) -> Option<Move> {
    let found = alpha_beta(dice.seed()).search(position, &Budget::depth(2), &|_| ());
    found.map(|found| *found.best()).or_else(|| position.moves().first().copied())
}
