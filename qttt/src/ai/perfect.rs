//! The perfect player: an exact best move, and among those the one that is hardest to answer.

use super::sight;
use super::solver::{Solver, Study};
use crate::rules::{Move, Position};
use common::game::{Dice, Enumerable, Game, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::Reversible;
use std::cmp::Reverse;

/// How many of the equal moves are weighed against each other, by the number of marks on the board: early on there are
/// many and each takes long. A fixed number, so that the choice depends on the seed only and not on the clock.
const WEIGHED: [usize; 9] = [0, 0, 3, 12, 36, 36, 36, 36, 36];
/// How soon a game is won is looked at from so many marks on.
const PACED_FROM: usize = 4;

/// Plays perfectly, however long that takes: no limit of time, positions or depth ends it before it knows, only being
/// stopped does. The first move of a process takes a second, all others less than a tenth.
///
/// All such players of a process share what the solver finds out. That changes how long they think and never what they
/// play: exact values, counts of right answers and the seed decide.
#[derive(Debug)]
pub struct Perfect {
    dice: Dice,
    tells_all: bool,
}

/// How hard a move is to answer; the greatest is preferred.
type Weight = (u32, i32);
/// Less than that of any move.
const NO_WEIGHT: Weight = (0, i32::MIN);
/// Moves with their values.
type Rated = Vec<(Move, Value)>;

impl Perfect {
    /// Everything random about it is its choice among moves that are equal in every way.
    pub fn new(dice: Dice) -> Perfect {
        Perfect { dice, tells_all: false }
    }

    /// Tells the values of all moves even where this takes longer than to find a best one, as hints do.
    #[must_use]
    pub fn tells_all(self, tells_all: bool) -> Perfect {
        Perfect { tells_all, ..self }
    }

    /// The moves of greatest value in the order of preference, and the values of all moves unless they are not told;
    /// `None` if it was stopped before they were known.
    fn rate(&mut self, study: &mut Study<'_>, position: &Position) -> Option<(Vec<Move>, Rated)> {
        let value = study.value(position)?;
        // Of two small marks some best moves are known from the start, while to rate all moves takes long.
        // Of three it is quicker to find those that keep the value than to value all.
        let known = match study.opening(position) {
            None if position.marks().count() == 3 => Some(study.right_moves(position)?.0),
            known => known,
        };
        let rated = if self.tells_all || known.is_none() { study.values(position)? } else { Vec::new() };
        let equal = |rated: &Rated| {
            let best = rated.iter().filter(|(_, other)| *other == value);
            best.map(|(m, _)| *m).collect()
        };
        // The same choice whether all values are told or not.
        let mut best: Vec<Move> = known.unwrap_or_else(|| equal(&rated));
        shuffle(&mut best, &mut self.dice);
        if let Some(traps) = study.traps(position) {
            best.sort_by_key(|m| !traps.contains(m));
        }
        let weighed = best.len().min(WEIGHED[position.marks().count().min(8)]);
        if weighed > 1 {
            let (mut hardest, mut place) = (NO_WEIGHT, 0);
            for (n, m) in best[..weighed].iter().enumerate() {
                let weight = weigh(study, position, *m, value, hardest)?;
                if weight > hardest {
                    (hardest, place) = (weight, n);
                }
            }
            best.swap(0, place);
        }
        Some((best, rated))
    }
}

/// The share of the answers that are mistakes, in thousandths. Where none is, or shares are equal: a soon win, a late
/// loss. After a collapse the same side moves, so that is as good as its best continuation.
///
/// If that is not above `floor`, it is `floor`, which is often seen long before the weight is known.
fn weigh(study: &mut Study<'_>, position: &Position, m: Move, value: Value, floor: Weight) -> Option<Weight> {
    let mut next = *position;
    next.apply(&m);
    if next.outcome().is_some() {
        return Some(floor.max((0, if value > Value::EVEN { i32::MAX } else { 0 })));
    }
    if next.mover() == position.mover() {
        let mut best = floor;
        for m in study.right_moves(&next)?.0 {
            best = weigh(study, &next, m, value, best)?;
        }
        return Some(best);
    }
    let mistakes = if value == Value::POINT {
        0
    } else {
        let share = |right: usize, all: usize| ((all - right) * 1000 / all.max(1)) as u32;
        let Some((right, all)) = study.count_right(&next, |right, all| share(right, all) >= floor.0)? else {
            return Some(floor);
        };
        share(right, all)
    };
    let decided = value == Value::POINT || value == -Value::POINT;
    let pace = if decided && position.marks().count() >= PACED_FROM {
        let plies = study.plies_to_win(&next)?.unwrap_or_default() as i32;
        if value > Value::EVEN { -plies } else { plies }
    } else {
        0
    };
    Some(floor.max((mistakes, pace)))
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
    loop {
        let known = study.opening(&position).and_then(|moves| moves.first().copied());
        let next = if known.is_some() { known } else { study.right_move(&position)? };
        let Some(next) = next else { return Some(line) };
        position.apply(&next);
        line.push(next);
    }
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
        let budget = Budget { stop: budget.stop.clone(), ..Budget::default() };
        if let Some(m) = self.think(turn.view, &budget.start(), seen) {
            return Ok(m);
        }
        sight::glance(turn.view, &mut self.dice).ok_or(PlayerError::NoMove)
    }
}

impl Perfect {
    /// The move to play, told with all that is known of it; `None` if it was stopped before it knew.
    fn think(
        &mut self,
        position: &Position,
        running: &Running<'_>,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Option<Move> {
        if running.used_up(0) {
            return None;
        }
        let mut solver = Solver::shared(position.scoring(), running)?;
        let mut study = solver.within(running);
        let (best, mut rated) = self.rate(&mut study, position)?;
        let best = *best.first()?;
        rated.sort_by_key(|(m, value)| (Reverse(*value), *m != best, m.to_string()));
        let value = study.value(position);
        let line = line(&mut study, position, best).unwrap_or_else(|| vec![best]);
        let nodes = study.nodes();
        drop(solver);
        seen(Thought {
            depth: line.len() as u32,
            value,
            exact: true,
            line: line.iter().map(ToString::to_string).collect(),
            nodes,
            time: running.elapsed(),
            moves: rated.iter().map(|(m, value)| (m.to_string(), *value)).collect(),
            ..Thought::default()
        });
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Scoring;

    /// What a solver was asked before must not change the choice, whether before or after it warmed up.
    #[test]
    fn choices_do_not_depend_on_what_the_solver_knows() {
        let random = |plies: u64, n| {
            let mut dice = Dice::of(n, plies);
            let mut position = Position::new(Scoring::ALL[n as usize % 2]);
            for _ in 0..plies {
                position.apply(dice.pick(&position.moves())?);
            }
            position.outcome().is_none().then_some(position)
        };
        let budget = Budget::default();
        let running = budget.start();
        let positions: Vec<Position> = (0..48).filter_map(|n| random(1 + n / 2 % 8, n)).collect();
        for scoring in Scoring::ALL {
            let choose = |solver: &mut Solver, n: usize| {
                let mut study = solver.within(&running);
                study.warm_up().expect("no limit");
                let (best, _) =
                    Perfect::new(Dice::new(n as u64)).rate(&mut study, &positions[n]).expect("no limit");
                best[0]
            };
            let mine: Vec<usize> =
                (0..positions.len()).filter(|n| positions[*n].scoring() == scoring).collect();
            let mut asked = Solver::new(scoring);
            for n in 100..130 {
                random(2 + n % 4, n).map(|position| asked.margin(&position));
            }
            let backwards: Vec<Move> = mine.iter().rev().map(|n| choose(&mut asked, *n)).collect();
            let mut fresh = Solver::new(scoring);
            let forwards: Vec<Move> = mine.iter().map(|n| choose(&mut fresh, *n)).collect();
            assert!(forwards.iter().eq(backwards.iter().rev()));
        }
    }
}
