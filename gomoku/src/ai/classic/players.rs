//! The four machines as players.

use super::forced::Pressing;
use super::groups::Groups;
use super::minimax::{Found, WON, search};
use crate::rules::{Grid, Move, Point, Position};
use common::game::{Dice, Enumerable, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use std::cmp::Reverse;

/// Takes any relevant point: one near the stones.
#[derive(Debug)]
pub struct Random(pub Dice);

/// Follows the document's rules: completes, blocks and extends runs, the longest first; otherwise takes any relevant point.
#[derive(Debug)]
pub struct Rules(pub Dice);

/// Looks a number of plies ahead, at the best moves of each board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimax {
    /// How many plies.
    pub depth: u32,
    /// How many moves of each board.
    pub best: usize,
}

impl Default for Minimax {
    fn default() -> Minimax {
        Minimax { depth: 4, best: 30 }
    }
}

/// Completes its four, blocks the opponent's, extends its open three; otherwise looks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Combined(pub Minimax);

/// What a machine has chosen, and why.
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

/// A machine that always puts a stone, also where the opening offers something else.
trait Machine {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice;
}

fn relevant(position: &Position, dice: &mut Dice) -> Choice {
    let mut points = Groups::of(position).relevant_points();
    points.retain(|point| position.forbidden(*point).is_none());
    dice.pick(&points).copied().into()
}

impl Machine for Random {
    fn point(&mut self, position: &Position, _: &Budget) -> Choice {
        relevant(position, &mut self.0)
    }
}

impl Machine for Rules {
    fn point(&mut self, position: &Position, _: &Budget) -> Choice {
        for rule in Pressing::ALL {
            if let Some(point) = self.0.pick(&rule.points(position)) {
                return Some(*point).into();
            }
        }
        relevant(position, &mut self.0)
    }
}

impl Machine for Minimax {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice {
        search(position, self.depth, self.best, budget).into()
    }
}

impl Machine for Combined {
    fn point(&mut self, position: &Position, budget: &Budget) -> Choice {
        for rule in &Pressing::ALL[..3] {
            let points = rule.points(position);
            if !points.is_empty() {
                let groups = Groups::of(position);
                let gain = |point: &Point| groups.gain(Grid::index(*point), position.colour());
                let value = (*rule == Pressing::ALL[0]).then_some(WON - 1);
                let point = points.into_iter().min_by_key(|point| Reverse(gain(point)));
                return Choice { value, depth: 1, ..point.into() };
            }
        }
        self.0.point(position, budget)
    }
}

/// A rating is no chance of winning, but its sign and size are about what a player wants to know. Only five that can be made
/// at once are sure: a longer way was not looked at with all answers.
fn judged(value: i32) -> (Value, bool) {
    if value == WON - 1 { (Value::POINT, true) } else { (Value(value.clamp(-99, 99)), false) }
}

fn choose(
    machine: &mut dyn Machine,
    turn: &Turn<'_, Position>,
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<Move, PlayerError> {
    if turn.view.end().is_some() {
        return Err(PlayerError::NoMove);
    }
    let running = budget.start();
    let choice = machine.point(turn.view, budget);
    // In renju all relevant points may be forbidden.
    let anywhere = || turn.view.moves().into_iter().find(|m| matches!(m, Move::Stone(_)));
    let chosen = choice.point.map(Move::Stone).or_else(anywhere).ok_or(PlayerError::NoMove)?;
    if let Some((value, exact)) = choice.value.map(judged) {
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

/// Makes players of machines.
macro_rules! players {
    ($($machine:ty),*) => {$(
        impl Player<Position> for $machine {
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
