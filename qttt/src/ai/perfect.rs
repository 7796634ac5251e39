//! The perfect player: an exact best move, and among those the one that is hardest to answer.

use super::sight;
use super::solver::{Solver, Study};
use crate::rules::{Move, Position};
use common::game::{Dice, Enumerable, Game, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::Reversible;
use std::cmp::Reverse;
use std::time::Duration;

/// How many of the equal moves are weighed against each other, by the number of marks on the board: early on there are
/// many and each takes long. A fixed number, so that the choice depends on the seed only and not on the clock.
const WEIGHED: [usize; 9] = [0, 0, 2, 6, 36, 36, 36, 36, 36];
/// How soon a game is won is looked at from so many marks on.
const PACED_FROM: usize = 4;

/// With less time than this only the position at hand is looked at; otherwise the first move of a process also finds out
/// what makes the next ones quick.
const PATIENCE: Duration = Duration::from_secs(3);

/// Plays perfectly. All such players of a process share what the solver finds out.
#[derive(Debug)]
pub struct Perfect {
    dice: Dice,
}

/// How hard a move is to answer; the greatest is preferred.
type Weight = (u32, i32);

impl Perfect {
    /// Everything random about it is its choice among moves that are equal in every way.
    pub fn new(dice: Dice) -> Perfect {
        Perfect { dice }
    }

    /// All moves with their values, the one to play first; `None` if the budget ended before they were known.
    fn rate(&mut self, study: &mut Study<'_>, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut rated = study.values(position)?;
        shuffle(&mut rated, &mut self.dice);
        rated.sort_by_key(|(_, value)| Reverse(*value));
        let best = rated.first()?.1;
        let equal = rated.iter().take_while(|(_, value)| *value == best).count();
        let weighed = equal.min(WEIGHED[position.marks().count().min(8)]);
        if weighed > 1 {
            let mut weights = Vec::new();
            for (m, _) in &rated[..weighed] {
                weights.push((*m, weigh(study, position, *m, best)?));
            }
            let weight = |m: &Move| weights.iter().find(|(other, _)| other == m).map(|(_, weight)| *weight);
            rated[..weighed].sort_by_key(|(m, _)| Reverse(weight(m)));
        }
        let (first, rest) = rated.split_at_mut(1);
        rest.sort_by_key(|(m, value)| (Reverse(*value), m.to_string()));
        debug_assert_eq!(first[0].1, best);
        Some(rated)
    }
}

/// The share of the answers that are mistakes, in thousandths. Where none is, or shares are equal: a soon win, a late
/// loss. After a collapse the same side moves, so that is as good as its best continuation.
fn weigh(study: &mut Study<'_>, position: &Position, m: Move, value: Value) -> Option<Weight> {
    let mut next = *position;
    next.apply(&m);
    if next.outcome().is_some() {
        return Some((0, if value > Value::EVEN { i32::MAX } else { 0 }));
    }
    if next.mover() == position.mover() {
        let mut best = None;
        for m in study.right_moves(&next)?.0 {
            best = best.max(Some(weigh(study, &next, m, value)?));
        }
        return Some(best.unwrap_or_default());
    }
    let mistakes = if value == Value::POINT {
        0
    } else {
        let (right, all) = study.right_moves(&next)?;
        ((all - right.len()) * 1000 / all.max(1)) as u32
    };
    let decided = value == Value::POINT || value == -Value::POINT;
    let pace = if decided && position.marks().count() >= PACED_FROM {
        let plies = study.plies_to_win(&next)?.unwrap_or_default() as i32;
        if value > Value::EVEN { -plies } else { plies }
    } else {
        0
    };
    Some((mistakes, pace))
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for i in (1..items.len()).rev() {
        items.swap(i, dice.below(i + 1));
    }
}

/// A line of perfect play from `position` that begins with `m` and goes to the end.
fn line(study: &mut Study<'_>, position: &Position, m: Move) -> Option<Vec<Move>> {
    let mut position = *position;
    let mut line = vec![m];
    position.apply(&m);
    while let Some(next) = study.right_move(&position)? {
        position.apply(&next);
        line.push(next);
    }
    Some(line)
}

impl Player<Position> for Perfect {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if turn.view.moves().is_empty() {
            return Err(PlayerError::NoMove);
        }
        // The depth is no limit: whoever sees everything sees it at any depth.
        let running = budget.start();
        let patient = budget.nodes.is_none() && budget.time.is_none_or(|time| time >= PATIENCE);
        if let Some(m) = self.think(turn.view, &running, patient, seen) {
            return Ok(m);
        }
        sight::glance(turn.view, &mut self.dice).ok_or(PlayerError::NoMove)
    }
}

impl Perfect {
    /// The move to play, told with all that is known of it; `None` if the budget ended before it was known.
    fn think(
        &mut self,
        position: &Position,
        running: &Running<'_>,
        patient: bool,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Option<Move> {
        if running.used_up(0) {
            return None;
        }
        let mut solver = Solver::shared(position.scoring(), running)?;
        let mut study = solver.within(running);
        if patient {
            study.warm_up()?;
        }
        let rated = self.rate(&mut study, position)?;
        let (best, value) = *rated.first()?;
        let line = line(&mut study, position, best).unwrap_or_else(|| vec![best]);
        let nodes = study.nodes();
        drop(solver);
        seen(Thought {
            depth: line.len() as u32,
            value: Some(value),
            exact: true,
            line: line.iter().map(ToString::to_string).collect(),
            nodes,
            time: running.elapsed(),
            moves: rated.iter().map(|(m, value)| (m.to_string(), *value)).collect(),
        });
        Some(best)
    }
}
