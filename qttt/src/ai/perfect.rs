//! The perfect player: it plays an exact best move, and among those the one that is hardest to answer.

use super::depth_player;
use super::solver::{Solver, SolverRun};
use crate::rules::{Move, Position};
use common::game::{Dice, Enumerable, Game, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::Reversible;
use std::cmp::Reverse;

/// How many of the best moves are compared, by the number of marks: early positions have many moves, and each takes
/// long. Fixed numbers make the choice depend only on the seed, not on the clock.
const COMPARED: [usize; 9] = [0, 0, 3, 12, 36, 36, 36, 36, 36];
/// Number of marks from which the distance to the win is compared.
const DISTANCE_FROM_MARKS: usize = 4;

/// Plays perfectly and ignores limits of time, nodes and depth; only a stop ends the search early. The first move of a
/// process takes a second, all others less than a tenth.
///
/// All perfect players of a process share the solver's results. This affects only their speed: the choice depends on
/// exact values, counts of optimal answers and the seed.
#[derive(Debug)]
pub struct Perfect {
    dice: Dice,
    reports_all_values: bool,
}

/// How hard a move is to answer; higher is better.
type Difficulty = (u32, i32);
/// Lower than the difficulty of any move.
const MIN_DIFFICULTY: Difficulty = (0, i32::MIN);
/// Moves with their values.
type Rated = Vec<(Move, Value)>;

impl Perfect {
    /// The dice decide only among moves that are equal in every way.
    pub fn new(dice: Dice) -> Perfect {
        Perfect { dice, reports_all_values: false }
    }

    /// Sets whether to report the values of all moves, as hints do, even if that takes longer.
    #[must_use]
    pub fn reports_all_values(self, reports_all_values: bool) -> Perfect {
        Perfect { reports_all_values, ..self }
    }

    /// The best moves in order of preference, and the values of all moves if they were computed; `None` if the search
    /// was stopped.
    fn rate(&mut self, run: &mut SolverRun<'_>, position: &Position) -> Option<(Vec<Move>, Rated)> {
        let value = run.value(position)?;
        // With two small marks some best moves are cached. With three it is faster to find the moves that keep the
        // value than to compute all values.
        let known = match run.opening(position) {
            None if position.marks().count() == 3 => Some(run.optimal_moves(position)?.0),
            known => known,
        };
        let rated =
            if self.reports_all_values || known.is_none() { run.values(position)? } else { Vec::new() };
        let equal = |rated: &Rated| {
            let best = rated.iter().filter(|(_, other)| *other == value);
            best.map(|(m, _)| *m).collect()
        };
        // The choice must not depend on whether all values are reported.
        let mut best: Vec<Move> = known.unwrap_or_else(|| equal(&rated));
        shuffle(&mut best, &mut self.dice);
        if let Some(traps) = run.traps(position) {
            best.sort_by_key(|m| !traps.contains(m));
        }
        let compared = best.len().min(COMPARED[position.marks().count().min(8)]);
        if compared > 1 {
            let (mut hardest, mut index) = (MIN_DIFFICULTY, 0);
            for (n, m) in best[..compared].iter().enumerate() {
                let candidate = difficulty(run, position, *m, value, hardest)?;
                if candidate > hardest {
                    (hardest, index) = (candidate, n);
                }
            }
            best.swap(0, index);
        }
        Some((best, rated))
    }
}

/// The share of answers that are mistakes, in thousandths; then a fast win or a slow loss. After a collapse the same
/// side moves, so the difficulty is that of its best continuation.
///
/// At least `floor`. The search ends early once the difficulty cannot exceed it.
fn difficulty(
    run: &mut SolverRun<'_>,
    position: &Position,
    m: Move,
    value: Value,
    floor: Difficulty,
) -> Option<Difficulty> {
    let mut next = *position;
    next.apply(&m);
    if next.outcome().is_some() {
        return Some(floor.max((0, if value > Value::EVEN { i32::MAX } else { 0 })));
    }
    if next.mover() == position.mover() {
        let mut best = floor;
        for m in run.optimal_moves(&next)?.0 {
            best = difficulty(run, &next, m, value, best)?;
        }
        return Some(best);
    }
    let mistakes = if value == Value::POINT {
        0
    } else {
        let share = |right: usize, all: usize| ((all - right) * 1000 / all.max(1)) as u32;
        let Some((right, all)) = run.count_optimal(&next, |right, all| share(right, all) >= floor.0)? else {
            return Some(floor);
        };
        share(right, all)
    };
    let decided = value == Value::POINT || value == -Value::POINT;
    let distance = if decided && position.marks().count() >= DISTANCE_FROM_MARKS {
        let plies = run.plies_to_win(&next)?.unwrap_or_default() as i32;
        if value > Value::EVEN { -plies } else { plies }
    } else {
        0
    };
    Some(floor.max((mistakes, distance)))
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for i in (1..items.len()).rev() {
        items.swap(i, dice.below(i + 1));
    }
}

/// A line of perfect play that starts with `m` and goes to the end of the game.
fn line(run: &mut SolverRun<'_>, position: &Position, m: Move) -> Option<Vec<Move>> {
    let mut position = *position;
    let mut line = vec![m];
    position.apply(&m);
    loop {
        let known = run.opening(&position).and_then(|moves| moves.first().copied());
        let next = if known.is_some() { known } else { run.optimal_move(&position)? };
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
        depth_player::quick_move(turn.view, &mut self.dice).ok_or(PlayerError::NoMove)
    }
}

impl Perfect {
    /// Finds the move to play and reports it; `None` if the search was stopped.
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
        let mut run = solver.within(running);
        let (best, mut rated) = self.rate(&mut run, position)?;
        let best = *best.first()?;
        rated.sort_by_key(|(m, value)| (Reverse(*value), *m != best, m.to_string()));
        let value = run.value(position);
        let line = line(&mut run, position, best).unwrap_or_else(|| vec![best]);
        let nodes = run.nodes();
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

    /// Earlier searches of a solver must not change the choice.
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
                let mut run = solver.within(&running);
                run.warm_up().expect("no limit");
                let (best, _) =
                    Perfect::new(Dice::new(n as u64)).rate(&mut run, &positions[n]).expect("no limit");
                best[0]
            };
            let mine: Vec<usize> =
                (0..positions.len()).filter(|n| positions[*n].scoring() == scoring).collect();
            let mut used = Solver::new(scoring);
            for n in 100..130 {
                random(2 + n % 4, n).map(|position| used.margin(&position));
            }
            let backwards: Vec<Move> = mine.iter().rev().map(|n| choose(&mut used, *n)).collect();
            let mut fresh = Solver::new(scoring);
            let forwards: Vec<Move> = mine.iter().map(|n| choose(&mut fresh, *n)).collect();
            assert!(forwards.iter().eq(backwards.iter().rev()));
        }
    }
}
