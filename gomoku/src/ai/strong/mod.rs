//! The strongest engine: principal variation search on incrementally updated shapes, with VCF and VCT.

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
pub use threats::ThreatSearch;
pub use weights::{FEATURES, TunedWeights, Weights};

use crate::rules::{Grid, Move, Position};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Thought, Turn, Variation};
use common::search::{SharedTranspositionTable, lazy_smp, score_to_value};
use std::sync::Arc;
use web_time::Instant;

/// The strongest engine.
#[derive(Debug)]
pub struct Strong {
    weights: Arc<Weights>,
    table: SharedTranspositionTable,
    threads: Option<usize>,
    lines: usize,
    dice: Dice,
    always_search: bool,
}

/// Maximum number of the attacker's stones in a forced win.
const MAX_VCF_STONES: usize = 40;
/// Nodes of the threat search per millisecond of thinking time.
const NODES_PER_MS: u64 = 100;
/// Maximum share of the thinking time for the threat search.
const THREAT_TIME_SHARE: f64 = 0.4;
/// Nodes of the threat search without a time limit.
const NODES_WITHOUT_CLOCK: u64 = 50_000;
/// With less time, in milliseconds, only one thread searches: on a busy computer other threads may stop too late.
const SINGLE_THREAD_BELOW_MS: u128 = 60;

impl Strong {
    /// Without a number of threads, the engine takes its share of the cores.
    pub fn new(
        weights: Arc<Weights>,
        table: SharedTranspositionTable,
        threads: Option<usize>,
        dice: Dice,
    ) -> Strong {
        Strong { weights, table, threads, lines: 1, dice, always_search: false }
    }

    /// Searches even if there is only one move, to get an evaluation.
    pub fn always_search(self) -> Strong {
        Strong { always_search: true, ..self }
    }

    /// Sets the number of best lines to report.
    pub fn lines(self, lines: usize) -> Strong {
        Strong { lines, ..self }
    }

    /// The best lines of a position within the budget, and the number of nodes.
    pub fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        seen: &(dyn Fn(&[Found], u64) + Sync),
    ) -> (Vec<Found>, u64) {
        let started = Instant::now();
        let board = Board::of(position, &self.weights);
        let moves = moves(&mut board.clone());
        let salt = self.dice.seed() | 1;
        if let [five] = moves[..]
            && board.kind(position.colour(), five) == Kind::Five
        {
            // It ends the game: its value is known without a search.
            let found = vec![Found { depth: 1, score: WIN - 1, line: vec![five] }];
            seen(&found, 0);
            return (found, 0);
        }
        // Several lines are asked for by hints, which show a value.
        if let ([only], false) = (&moves[..], self.always_search || self.lines > 1) {
            let found = vec![Found { depth: 0, score: 0, line: vec![*only] }];
            return (found, 0);
        }
        self.table.new_generation();
        let (table, lines) = (&self.table, self.lines);
        let time = budget.time.map_or(NODES_WITHOUT_CLOCK, |time| time.as_millis() as u64 * NODES_PER_MS);
        let nodes = budget.nodes.map_or(time, |nodes| time.min(nodes / 4)).clamp(100, 2_000_000);
        let single_thread = budget.time.is_some_and(|time| time.as_millis() < SINGLE_THREAD_BELOW_MS);
        lazy_smp(
            if single_thread { Some(1) } else { self.threads },
            budget,
            |n, limits| {
                let mut search = Search::new(board.clone(), table, limits, salt);
                let mut moves = moves.clone();
                let offset = n % moves.len().max(1);
                moves.rotate_left(offset);
                deepen(&mut search, &moves, 1, (1 + n as u32 % 2, 100), |_, _| true);
            },
            |limits| {
                let mut search = Search::new(board.clone(), table, limits, salt);
                search.threats.deadline = budget.time.map(|time| started + time.mul_f64(THREAT_TIME_SHARE));
                let forced_win = find_forced_win(&mut search, nodes);
                search.threats.deadline = None;
                if let Some(found) = forced_win.clone().filter(|_| lines == 1) {
                    let found = vec![found];
                    seen(&found, limits.nodes(search.threats.nodes));
                    return (found, limits.nodes(search.threats.nodes));
                }
                let depths = (1, budget.depth.unwrap_or(100));
                let found = deepen(&mut search, &moves, lines, depths, |found, nodes| {
                    seen(&with_forced_win(forced_win.as_ref(), found), limits.nodes(nodes));
                    true
                });
                (with_forced_win(forced_win.as_ref(), &found), limits.nodes(search.nodes))
            },
        )
    }
}

/// Puts a forced win before the other lines.
fn with_forced_win(forced_win: Option<&Found>, found: &[Found]) -> Vec<Found> {
    let Some(forced_win) = forced_win else { return found.to_vec() };
    let others = found.iter().filter(|one| one.line.first() != forced_win.line.first());
    let mut all = vec![forced_win.clone()];
    all.extend(others.take(found.len().saturating_sub(1)).cloned());
    all.sort_by_key(|one| -one.score);
    all
}

/// A win by VCF or VCT.
fn find_forced_win<L: common::search::SearchLimits>(search: &mut Search<'_, L>, nodes: u64) -> Option<Found> {
    if let Some(line) = search.threats.shortest_vcf(&mut search.board, MAX_VCF_STONES, nodes) {
        return Some(Found { depth: line.len() as u32, score: WIN - line.len() as i32, line });
    }
    let (first, plies) = search.threats.vct(&mut search.board, MAX_VCF_STONES, nodes)?;
    Some(Found { depth: plies as u32, score: WIN - plies, line: search.line(first, WIN) })
}

/// Converts a score to a value: a won game is one point.
pub fn value(score: i32) -> Value {
    score_to_value(score, Weights::UNIT)
}

/// Point indices as the texts of moves.
pub fn move_texts(line: &[usize]) -> Vec<String> {
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
        let report = |found: &[Found], nodes: u64| {
            let Some(best) = found.first() else { return };
            let variation = |one: &Found| Variation {
                moves: move_texts(&one.line),
                value: value(one.score),
                exact: one.score.abs() >= PROVED,
            };
            seen(Thought {
                depth: best.depth,
                value: Some(value(best.score)),
                exact: best.score.abs() >= PROVED,
                line: move_texts(&best.line),
                nodes,
                time: clock.elapsed(),
                lines: found.iter().map(variation).collect(),
                ..Thought::default()
            });
        };
        let (found, _) = self.search(turn.view, budget, &report);
        let best = found.first().and_then(|found| found.line.first()).ok_or(PlayerError::NoMove)?;
        Ok(Move::Stone(Grid::point(*best)))
    }
}
