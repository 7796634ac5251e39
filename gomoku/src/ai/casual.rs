//! The levels below `strong`: its engine with few positions per move, which sometimes overlooks what the opponent does.

use super::strong::{Board, Kind, Strong, Weights, moves};
use crate::rules::{Grid, Move, Position};
use common::game::Dice;
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use std::cmp::Reverse;

/// A player that overlooks threats chooses among this many points of its own plan.
const POINTS_OF_PLAN: usize = 3;
/// With fewer stones nothing can be overlooked.
const STONES_BEFORE_SLIPS: usize = 4;

/// The strong engine with a limit of nodes, and with slips.
#[derive(Debug)]
pub struct Casual {
    strong: Strong,
    /// Positions per move.
    nodes: u64,
    /// The share of moves in which it overlooks what the opponent does.
    slip: f64,
    dice: Dice,
}

impl Casual {
    /// A player with this engine, limit of nodes and rate of slips.
    pub fn new(strong: Strong, nodes: u64, slip: f64, dice: Dice) -> Casual {
        Casual { strong, nodes, slip, dice }
    }

    /// A point of its own plan. It sees a five and an opponent's four, but no threat that is further away.
    fn overlook_threats(&mut self, board: &mut Board) -> Option<usize> {
        let (own, other) = (board.mover(), board.mover().other());
        if board.count_of(own, Kind::Five) + board.count_of(other, Kind::Five) > 0 {
            return moves(board).first().copied();
        }
        let near: Vec<usize> = board.candidates().collect();
        let mut points: Vec<usize> = near.into_iter().filter(|at| !board.is_forbidden(*at)).collect();
        points.sort_by_key(|at| Reverse(board.point_value(own, *at)));
        points.truncate(POINTS_OF_PLAN);
        self.dice.pick(&points).copied()
    }
}

impl Player<Position> for Casual {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if turn.view.end().is_some() {
            return Err(PlayerError::NoMove);
        }
        let mut board = Board::of(turn.view, &Weights::learned());
        let slips = self.dice.chance(self.slip) && board.stones() >= STONES_BEFORE_SLIPS;
        let overlooking = if slips { self.overlook_threats(&mut board) } else { None };
        if let Some(at) = overlooking {
            return Ok(Move::Stone(Grid::point(at)));
        }
        let nodes = budget.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        self.strong.choose(turn, &Budget { nodes: Some(nodes), ..budget.clone() }, seen)
    }
}
