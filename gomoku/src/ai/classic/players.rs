//! The four AI players.

use super::groups::Groups;
use super::minimax::{Found, WON, search};
use super::run_rules::RunRule;
use crate::rules::{Grid, Move, Point, Position};
use common::game::{Dice, Enumerable, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use std::cmp::Reverse;

/// Plays a random relevant point: one near the stones.
#[derive(Debug)]
pub struct Random(pub Dice);

/// Follows the document's rules: completes, blocks and extends runs, the longest first; otherwise plays a random
/// relevant point.
#[derive(Debug)]
pub struct Rules(pub Dice);

/// Searches a number of plies ahead, over the best moves of each board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimax {
    /// Search depth in plies.
    pub depth: u32,
    /// Number of moves to try on each board.
    pub best: usize,
}

impl Default for Minimax {
    fn default() -> Minimax {
        Minimax { depth: 4, best: 30 }
    }
}

/// Completes its four, blocks the opponent's four, extends its open three; otherwise searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Combined(pub Minimax);

/// The chosen point, and what the search reports about it.
struct Choice {
    point: Option<Point>,
    value: Option<i32>,
    depth: u32,
    nodes: u64,
}

impl From<Option<Point>> for Choice {
    fn from(point: Option<Point>) -> Choice {
        Choice { point, value: None, depth: 0, nodes: 0 }
    }
}

impl From<Found> for Choice {
    fn from(Found { point, value, depth, nodes }: Found) -> Choice {
        Choice { point, value: Some(value), depth, nodes }
    }
}

/// A player that always places a stone, even if the opening offers other moves.
trait PointChooser {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice;
}

fn random_relevant(position: &Position, dice: &mut Dice) -> Choice {
    let mut points = Groups::of(position).relevant_points();
    points.retain(|point| position.forbidden(*point).is_none());
    dice.pick(&points).copied().into()
}

impl PointChooser for Random {
    fn point(&mut self, position: &Position, _: &Budget) -> Choice {
        random_relevant(position, &mut self.0)
    }
}

impl PointChooser for Rules {
    fn point(&mut self, position: &Position, _: &Budget) -> Choice {
        for rule in RunRule::ALL {
            if let Some(point) = self.0.pick(&rule.points(position)) {
                return Some(*point).into();
            }
        }
        random_relevant(position, &mut self.0)
    }
}

impl PointChooser for Minimax {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice {
        search(position, self.depth, self.best, budget).into()
    }
}

impl PointChooser for Combined {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice {
        for rule in &RunRule::ALL[..3] {
            let points = rule.points(position);
            if !points.is_empty() {
                let groups = Groups::of(position);
                let gain = |point: &Point| groups.gain(Grid::index(*point), position.colour());
                let value = (*rule == RunRule::ALL[0]).then_some(WON - 1);
                let point = points.into_iter().min_by_key(|point| Reverse(gain(point)));
                return Choice { value, depth: 1, ..point.into() };
            }
        }
        self.0.point(position, budget)
    }
}

/// A rating is not a probability, but its sign and size are useful to show. Only an immediate five is exact: longer
/// wins were not checked against all answers.
fn to_value(value: i32) -> (Value, bool) {
    if value == WON - 1 { (Value::POINT, true) } else { (Value(value.clamp(-99, 99)), false) }
}

fn choose(
    chooser: &mut dyn PointChooser,
    turn: &Turn<'_, Position>,
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<Move, PlayerError> {
    if turn.view.end().is_some() {
        return Err(PlayerError::NoMove);
    }
    let running = budget.start();
    let choice = chooser.point(turn.view, budget);
    // In renju all relevant points may be forbidden.
    let anywhere = || turn.view.moves().into_iter().find(|m| matches!(m, Move::Stone(_)));
    let chosen = choice.point.map(Move::Stone).or_else(anywhere).ok_or(PlayerError::NoMove)?;
    if let Some((value, exact)) = choice.value.map(to_value) {
        seen(Thought {
            depth: choice.depth,
            value: Some(value),
            exact,
            line: vec![chosen.to_string()],
            nodes: choice.nodes,
            time: running.elapsed(),
            ..Thought::default()
        });
    }
    Ok(chosen)
}

/// Implements `Player`.
macro_rules! players {
    ($($player:ty),*) => {$(
        impl Player<Position> for $player {
            fn choose(
                &mut self,
                turn: &Turn<'_, Position>,
                budget: &Budget,
                seen: &(dyn Fn(Thought) + Sync),
            ) -> Result<Move, PlayerError> {
                choose(self, turn, budget, seen)
            }
        }
    )*};
}

players!(Random, Rules, Minimax, Combined);
