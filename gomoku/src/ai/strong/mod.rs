//! The strongest machine: principal variation search on shapes that are kept up to date, with wins by fours and threes.

mod board;
mod kinds;
mod root;
mod search;
mod shapes;
mod threats;
mod weights;

pub use board::{Board, Tables};
pub use common::search::{PROVED, WIN};
pub use kinds::Kind;
pub use root::{Found, deepen, moves};
pub use search::Search;
pub use threats::Attacks;
pub use weights::{FEATURES, Weights, Worths};

use crate::rules::{Grid, Move, Position};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn, Variation};
use common::search::{SharedTranspositionTable, lazy_smp, score_to_value};
use std::sync::Arc;
use web_time::Instant;

/// The strongest machine.
#[derive(Debug)]
pub struct Strong {
    weights: Arc<Weights>,
    table: SharedTranspositionTable,
    threads: Option<usize>,
    lines: usize,
    dice: Dice,
    curious: bool,
}

/// A win by fours is looked for with at most so many stones.
const MOST_STONES: usize = 40;
/// Positions that a search of wins looks at in a millisecond of thinking, so that most of the time is left for other things.
const NODES_PER_MS: u64 = 100;
/// Such a share of the time they may take at most.
const SURE: f64 = 0.4;
/// And where no clock runs.
const NODES_WITHOUT_CLOCK: u64 = 50_000;
/// With less time than this, in milliseconds, it thinks alone: on a busy machine others may be late to hear that it is over.
const ALONE: u128 = 60;

impl Strong {
    /// Unless told how many threads to take, it takes its share of the cores.
    pub fn new(
        weights: Arc<Weights>,
        table: SharedTranspositionTable,
        threads: Option<usize>,
        dice: Dice,
    ) -> Strong {
        Strong { weights, table, threads, lines: 1, dice, curious: false }
    }

    /// Looks ahead even where there is nothing to choose, to know what the position is worth.
    pub fn curious(self) -> Strong {
        Strong { curious: true, ..self }
    }

    /// Tells so many of the best lines.
    pub fn lines(self, lines: usize) -> Strong {
        Strong { lines, ..self }
    }

    /// The best lines of a position, as far as the budget lets it see, and how many positions were looked at.
    pub fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        seen: &(dyn Fn(&[Found], u64) + Sync),
    ) -> (Vec<Found>, u64) {
        let begun = Instant::now();
        let board = Board::of(position, &self.weights);
        let moves = moves(&mut board.clone());
        let salt = self.dice.seed() | 1;
        if let ([only], false) = (&moves[..], self.curious) {
            let found = vec![Found { depth: 0, score: 0, line: vec![*only] }];
            return (found, 0);
        }
        self.table.new_generation();
        let (table, lines) = (&self.table, self.lines);
        let time = budget.time.map_or(NODES_WITHOUT_CLOCK, |time| time.as_millis() as u64 * NODES_PER_MS);
        let nodes = budget.nodes.map_or(time, |nodes| time.min(nodes / 4)).clamp(100, 2_000_000);
        let hurried = budget.time.is_some_and(|time| time.as_millis() < ALONE);
        lazy_smp(
            if hurried { Some(1) } else { self.threads },
            budget,
            |n, limits| {
                let mut search = Search::new(board.clone(), table, limits, salt);
                let mut moves = moves.clone();
                let turn = n % moves.len().max(1);
                moves.rotate_left(turn);
                deepen(&mut search, &moves, 1, (1 + n as u32 % 2, 100), |_, _| true);
            },
            |limits| {
                let mut search = Search::new(board.clone(), table, limits, salt);
                search.attacks.deadline = budget.time.map(|time| begun + time.mul_f64(SURE));
                let sure = sure_win(&mut search, nodes);
                search.attacks.deadline = None;
                if let Some(found) = sure.clone().filter(|_| lines == 1) {
                    let found = vec![found];
                    seen(&found, limits.nodes(search.attacks.nodes));
                    return (found, limits.nodes(search.attacks.nodes));
                }
                let depths = (1, budget.depth.unwrap_or(100));
                let found = deepen(&mut search, &moves, lines, depths, |found, nodes| {
                    seen(&with(sure.as_ref(), found), limits.nodes(nodes));
                    true
                });
                (with(sure.as_ref(), &found), limits.nodes(search.nodes))
            },
        )
    }
}

/// Lines with a sure win at the head of them.
fn with(sure: Option<&Found>, found: &[Found]) -> Vec<Found> {
    let Some(sure) = sure else { return found.to_vec() };
    let others = found.iter().filter(|one| one.line.first() != sure.line.first());
    let mut all = vec![sure.clone()];
    all.extend(others.take(found.len().saturating_sub(1)).cloned());
    all.sort_by_key(|one| -one.score);
    all
}

/// A win by fours or by threes.
fn sure_win<L: common::search::SearchLimits>(search: &mut Search<'_, L>, nodes: u64) -> Option<Found> {
    if let Some(line) = search.attacks.shortest(&mut search.board, MOST_STONES, nodes) {
        return Some(Found { depth: line.len() as u32, score: WIN - line.len() as i32, line });
    }
    let (first, plies) = search.attacks.threes(&mut search.board, MOST_STONES, nodes)?;
    Some(Found { depth: plies as u32, score: WIN - plies, line: search.line(first, WIN) })
}

/// A score as others understand it: a point is a won game.
pub fn value(score: i32) -> Value {
    score_to_value(score, Weights::UNIT)
}

/// Places as the text of moves.
pub fn text(line: &[usize]) -> Vec<String> {
    line.iter().map(|at| Grid::point(*at).to_string()).collect()
}

impl Player<Position> for Strong {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if turn.view.end().is_some() {
            return Err(PlayerError::NoMove);
        }
        let clock = budget.start();
        let tell = |found: &[Found], nodes: u64| {
            let Some(best) = found.first() else { return };
            let variation = |one: &Found| Variation {
                moves: text(&one.line),
                value: value(one.score),
                exact: one.score.abs() >= PROVED,
            };
            seen(Thought {
                depth: best.depth,
                value: Some(value(best.score)),
                exact: best.score.abs() >= PROVED,
                line: text(&best.line),
                nodes,
                time: clock.elapsed(),
                lines: found.iter().map(variation).collect(),
                ..Thought::default()
            });
        };
        let (found, _) = self.search(turn.view, budget, &tell);
        let best = found.first().and_then(|found| found.line.first()).ok_or(PlayerError::NoMove)?;
        Ok(Move::Stone(Grid::point(*best)))
    }
}
