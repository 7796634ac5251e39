//! A player that also reports the value of every move, for hints.

use super::strong::{PatternWeights, Search, value};
use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::Value;
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::{SearchLimits, SharedTranspositionTable, Unlimited, WIN};
use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

/// The share of the time in which the move itself is chosen.
const CHOICE_SHARE: f64 = 0.5;
/// Depth of the ratings if there is no time limit.
const DEFAULT_DEPTH: u32 = 4;
/// The values of the moves that were not chosen are rounded to this step, so that a list groups similar moves.
const STEP: i32 = 5;

/// Chooses as `player` does, and rates all moves in the rest of the time.
pub struct RatingPlayer<W> {
    player: Box<dyn Player<Position>>,
    shape: Shape<W>,
    weights: Arc<PatternWeights>,
}

/// The limits of the ratings.
struct TimeLimit<'a>(Running<'a>);

impl SearchLimits for TimeLimit<'_> {
    fn reached(&self, nodes: u64) -> bool {
        self.0.used_up(nodes)
    }
}

impl<W: Word> RatingPlayer<W> {
    /// Both must be built for the same setup.
    pub fn new(
        player: Box<dyn Player<Position>>,
        shape: Shape<W>,
        weights: Arc<PatternWeights>,
    ) -> RatingPlayer<W> {
        RatingPlayer { player, shape, weights }
    }

    /// The values of all moves by searches of increasing depth, as far as the budget allows.
    fn rate(&self, position: &Position, budget: &Budget) -> Vec<(Square, Value)> {
        let table = SharedTranspositionTable::small();
        let limit = TimeLimit(budget.start());
        let max_depth = budget.depth.or(budget.time.is_none().then_some(DEFAULT_DEPTH)).unwrap_or(u32::MAX);
        let mut rated = self.rate_at(position, 1, &table, &Unlimited).unwrap_or_default();
        for depth in 2..=max_depth {
            if rated.iter().all(|(_, value)| value.0.abs() == Value::POINT.0) {
                break;
            }
            let Some(deeper) = self.rate_at(position, depth, &table, &limit) else { break };
            rated = deeper;
        }
        rated
    }

    /// The values of all moves at one depth; `None` if the limit is reached.
    fn rate_at<L: SearchLimits>(
        &self,
        position: &Position,
        depth: u32,
        table: &SharedTranspositionTable,
        limits: &L,
    ) -> Option<Vec<(Square, Value)>> {
        let (board, size) = (Board::of(position), self.shape.size());
        let mut search = Search::new(&self.shape, &self.weights, table, limits);
        let mut rated = Vec::new();
        for index in board.moves(&self.shape).squares() {
            let mut after = board;
            let score = if after.play(&self.shape, W::bit(index)) {
                WIN - 1
            } else {
                -search.search_node(&after, depth as i32 - 1, -WIN, WIN, 1)
            };
            if search.stopped {
                return None;
            }
            rated.push((size.square(index), value(score)));
        }
        Some(rated)
    }
}

/// The chosen move first, then the others by their values. The value of the choice is that of the hint, which comes from a
/// deeper search, so no other move is better.
fn in_order(rated: Vec<(Square, Value)>, chosen: Square, best: Option<Value>) -> Vec<(String, Value)> {
    let round = |value: Value| match value.0.abs() {
        100.. => value,
        size => Value(value.0.signum() * ((size + STEP / 2) / STEP * STEP).min(99)),
    };
    let of = |square: Square, value: Value| match best {
        Some(best) if square == chosen => best,
        Some(best) => round(value).min(best),
        None => round(value),
    };
    let mut rated: Vec<(Square, Value)> =
        rated.into_iter().map(|(square, value)| (square, of(square, value))).collect();
    rated.sort_by_key(|(square, value)| (Reverse(*value), *square != chosen));
    rated.into_iter().map(|(square, value)| (square.to_string(), value)).collect()
}

impl<W: Word> Player<Position> for RatingPlayer<W> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        let part = Budget { time: budget.time.map(|time| time.mul_f64(CHOICE_SHARE)), ..budget.clone() };
        let last = Mutex::new(Thought::default());
        let chosen = self.player.choose(turn, &part, &|thought: Thought| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = thought.clone();
            seen(thought);
        })?;
        let thought = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let moves = in_order(self.rate(turn.view, &part), chosen, thought.value);
        seen(Thought { moves, ..thought });
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_move_has_the_value_of_the_hint_and_no_other_is_better() {
        let squares: Vec<Square> = (0..4).map(|column| Square { row: 0, column }).collect();
        let rated: Vec<(Square, Value)> = squares.iter().copied().zip([31, 62, 38, -44].map(Value)).collect();
        let listed = in_order(rated.clone(), squares[2], Some(Value(37)));
        let expected = [("c1", 37), ("b1", 37), ("a1", 30), ("d1", -45)];
        assert_eq!(listed, expected.map(|(text, value)| (text.to_owned(), Value(value))));
        let listed = in_order(rated, squares[2], None);
        assert_eq!(listed[0], ("b1".to_owned(), Value(60)));
    }
}
