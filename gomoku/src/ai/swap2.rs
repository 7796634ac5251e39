//! Playing the opening `swap2` for any machine: three stones that favour nobody, and the better colour.

use super::strong::{Found, Strong};
use crate::rules::{Grid, Move, Point, Position};
use common::game::{Dice, Game};
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use common::search::Reversible;
use std::time::Duration;
use web_time::Instant;

/// A machine that leaves the opening to a strong judge.
pub struct Swap2 {
    player: Box<dyn Player<Position>>,
    judge: Strong,
    dice: Dice,
    /// Stones that were decided on together with an earlier one.
    plan: Vec<Point>,
}

/// So many openings are weighed, if there is time.
const OPENINGS: usize = 24;
/// Positions that are looked at to weigh one.
const NODES: u64 = 4_000;
/// Such a share of the time the choice of a colour may take, and that of stones: both may have to be made in one turn.
const CHOICE: f64 = 0.5;
const STONES: f64 = 0.3;
/// What counts as fair, as a score.
const FAIR: i32 = 8;

impl Swap2 {
    /// Plays for a machine.
    pub fn new(player: Box<dyn Player<Position>>, judge: Strong, dice: Dice) -> Swap2 {
        Swap2 { player, judge, dice, plan: Vec::new() }
    }

    /// The score of a position for white, who is to move.
    fn weigh(&mut self, position: &Position, budget: &Budget) -> (i32, Vec<Found>) {
        let (found, _) = self.judge.search(position, budget, &|_, _| ());
        (found.first().map_or(0, |found| found.score), found)
    }

    /// Stones that leave both colours about the same chances.
    fn fair_stones(&mut self, position: &Position, count: usize, budget: &Budget) -> Vec<Point> {
        let begun = Instant::now();
        let enough = budget.time.unwrap_or(Duration::from_secs(2)).mul_f64(STONES);
        let look = Budget { stop: budget.stop.clone(), ..Budget::nodes(NODES) };
        let mut best: Option<(i32, Vec<Point>)> = None;
        for _ in 0..OPENINGS {
            let Some((after, stones)) = self.random_stones(position, count) else { continue };
            let (score, _) = self.weigh(&after, &look);
            if best.as_ref().is_none_or(|(least, _)| score.abs() < *least) {
                best = Some((score.abs(), stones));
            }
            let fair = best.as_ref().is_some_and(|(least, _)| *least <= FAIR);
            if fair || begun.elapsed() >= enough || budget.stop.raised() {
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

    /// Who chooses a colour takes the better one.
    fn choose_colour(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Move {
        // Whoever sets no limit does not want to wait for ever.
        let endless = budget.time.is_none() && budget.nodes.is_none() && budget.depth.is_none();
        let nodes = if endless { Some(5 * NODES) } else { budget.nodes };
        let time = budget.time.map(|time| time.mul_f64(CHOICE));
        let (score, found) = self.weigh(turn.view, &Budget { nodes, time, ..budget.clone() });
        seen(Thought { value: Some(super::strong::value(score.abs())), ..Thought::default() });
        if turn.view.offers(Move::More) && score.abs() <= FAIR && self.dice.chance(0.5) {
            return Move::More;
        }
        let stone = found.first().and_then(|found| found.line.first()).map(|at| Grid::point(*at));
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
        if position.choosing() {
            return Ok(self.choose_colour(turn, budget, seen));
        }
        let left = if position.stones() < 3 { 3 - position.stones() } else { 5 - position.stones() };
        let planned = self.plan.len() == left
            && self.plan.iter().all(|point| position.check(Move::Stone(*point)).is_ok());
        if !planned {
            self.plan = self.fair_stones(position, left, budget);
        }
        if self.plan.is_empty() {
            return position.grid().empty().next().map(Move::Stone).ok_or(PlayerError::NoMove);
        }
        Ok(Move::Stone(self.plan.remove(0)))
    }
}
