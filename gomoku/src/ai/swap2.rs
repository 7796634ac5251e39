//! Plays the opening `swap2` for any AI player: three balanced stones, and the better colour.

use super::strong::{Found, Strong};
use crate::rules::{Grid, Move, Point, Position};
use common::game::{Dice, Game};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::Reversible;
use std::time::Duration;
use web_time::Instant;

/// A player that leaves the opening to the strong engine.
pub struct Swap2 {
    player: Box<dyn Player<Position>>,
    evaluator: Strong,
    dice: Dice,
    /// Further stones of the chosen opening.
    plan: Vec<Point>,
}

/// Maximum number of openings to compare.
const MAX_OPENINGS: usize = 24;
/// Nodes to evaluate an opening.
const NODES: u64 = 4_000;
/// Shares of the thinking time for the choice of a colour and for the stones. One turn may need both.
const COLOUR_TIME_SHARE: f64 = 0.5;
const STONES_TIME_SHARE: f64 = 0.3;
/// A score up to this is balanced.
const BALANCED: i32 = 8;

impl Swap2 {
    /// Wraps a player.
    pub fn new(player: Box<dyn Player<Position>>, evaluator: Strong, dice: Dice) -> Swap2 {
        Swap2 { player, evaluator, dice, plan: Vec::new() }
    }

    /// The score of a position for white, who is to move, and the lines.
    fn evaluate(&mut self, position: &Position, budget: &Budget) -> (i32, Vec<Found>) {
        let (found, _) = self.evaluator.search(position, budget, &|_, _| ());
        (found.first().map_or(0, |found| found.score), found)
    }

    /// Stones that give both colours about the same chances.
    fn balanced_stones(&mut self, position: &Position, count: usize, budget: &Budget) -> Vec<Point> {
        let started = Instant::now();
        let time_limit = budget.time.unwrap_or(Duration::from_secs(2)).mul_f64(STONES_TIME_SHARE);
        let short = Budget { stop: budget.stop.clone(), ..Budget::nodes(NODES) };
        let mut best: Option<(i32, Vec<Point>)> = None;
        for _ in 0..MAX_OPENINGS {
            let Some((after, stones)) = self.random_stones(position, count) else { continue };
            let (score, _) = self.evaluate(&after, &short);
            if best.as_ref().is_none_or(|(lowest, _)| score.abs() < *lowest) {
                best = Some((score.abs(), stones));
            }
            let balanced = best.as_ref().is_some_and(|(lowest, _)| *lowest <= BALANCED);
            if balanced || started.elapsed() >= time_limit || budget.stop.raised() {
                break;
            }
        }
        best.map(|(_, stones)| stones).unwrap_or_default()
    }

    fn random_stones(&mut self, position: &Position, count: usize) -> Option<(Position, Vec<Point>)> {
        let (mut after, mut stones) = (position.clone(), Vec::new());
        for _ in 0..count {
            let Move::Stone(point) = *self.dice.pick(&super::first_stones(&after))? else { return None };
            after.apply(&Move::Stone(point));
            stones.push(point);
        }
        Some((after, stones))
    }

    /// Takes the better colour.
    fn choose_colour(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Move {
        // A budget without limits must not run for ever.
        let unlimited = budget.time.is_none() && budget.nodes.is_none() && budget.depth.is_none();
        let nodes = if unlimited { Some(5 * NODES) } else { budget.nodes };
        let time = budget.time.map(|time| time.mul_f64(COLOUR_TIME_SHARE));
        let (score, found) = self.evaluate(turn.view, &Budget { nodes, time, ..budget.clone() });
        seen(Thought { value: Some(super::strong::value(score.abs())), ..Thought::default() });
        if turn.view.offers(Move::More) && score.abs() <= BALANCED && self.dice.chance(0.5) {
            return Move::More;
        }
        let stone = found.first().and_then(|found| found.line.first()).map(|index| Grid::point(*index));
        match stone.filter(|_| score >= 0) {
            Some(point) => Move::Stone(point),
            None => Move::Swap,
        }
    }
}

impl Player<Position> for Swap2 {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let position = turn.view;
        if position.black().is_some() || position.outcome().is_some() {
            return self.player.choose(turn, budget, seen);
        }
        if position.is_choosing_colour() {
            return Ok(self.choose_colour(turn, budget, seen));
        }
        let remaining = if position.stones() < 3 { 3 - position.stones() } else { 5 - position.stones() };
        let planned = self.plan.len() == remaining
            && self.plan.iter().all(|point| position.check(Move::Stone(*point)).is_ok());
        if !planned {
            self.plan = self.balanced_stones(position, remaining, budget);
        }
        if self.plan.is_empty() {
            return position.grid().empty().next().map(Move::Stone).ok_or(PlayerError::NoMove);
        }
        Ok(Move::Stone(self.plan.remove(0)))
    }
}
