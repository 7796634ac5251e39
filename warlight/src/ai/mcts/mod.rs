//! The player `mcts`: the document's Monte Carlo tree search over generated turns.
//!
//! | document | here |
//! |---|---|
//! | own turn, then enemy turn; expanded by both at once | [`tree`] |
//! | every round 15 times, then the median | [`simulate`] |
//! | playout of 10 rounds with random generated turns | [`simulate`] |
//! | one tree for each core, visits added up at the root | [`Mcts::choose`] |
//!
//! An iteration is one walk from the root down, with one playout. The search is about two players: of several enemies it
//! takes the strongest neighbour, and the others do nothing in its simulations.

pub mod picks;
pub mod simulate;
#[cfg(test)]
mod tests;
pub mod tree;

use super::evaluate::Evaluator;
use super::log::{LogSlot, RoundLog, TurnValue};
use super::settings::{MctsSettings, Settings};
use crate::rules::{Move, Position, Setup, View};
use common::game::{Dice, Side, Sides, Value};
use common::player::{BadSpec, Budget, Player, PlayerError, Spec, Thought, Turn};
use common::search::{MAX_THREADS, SearchLimits, lazy_smp};
use picks::PickSearch;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use simulate::{Duel, Simulator};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tree::{Stats, Tree};
use web_time::Instant;

/// The options of the player.
pub const OPTIONS: &[&str] = &["level", "settings", "threads"];

/// Iterations before the first report. Each later report comes after twice as many.
const FIRST_REPORT: u64 = 64;

/// The document's search.
#[derive(Debug)]
pub struct Mcts {
    settings: MctsSettings,
    evaluator: Evaluator,
    /// The time for a move if the budget has no limit.
    default_time: Duration,
    /// The number of threads; `None` for a share of the cores.
    threads: Option<usize>,
    dice: Dice,
    /// Where the values of every choice are written.
    log: Option<LogSlot>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The moves with their statistics, the best first.
    pub moves: Vec<(Move, Stats)>,
    /// The best line, as text.
    pub line: Vec<String>,
    /// The number of iterations of all threads.
    pub iterations: u64,
    /// The depth of the deepest tree in turns.
    pub depth: u32,
}

impl Mcts {
    /// Builds the player of a spec.
    pub fn new(spec: &Spec, setup: &Setup, seed: u64, log: Option<LogSlot>) -> Result<Mcts, BadSpec> {
        spec.check_keys(OPTIONS)?;
        let settings = Settings::of_spec(spec)?;
        let threads = spec.within("threads", 0, 0..=MAX_THREADS)?;
        let level = spec.within("level", 1, 1..=settings.mcts.seconds.len())?;
        Ok(Mcts {
            settings: settings.mcts,
            evaluator: Evaluator::new(&setup.map, settings.default),
            default_time: Duration::from_secs_f64(settings.mcts.seconds[level - 1]),
            threads: Some(threads).filter(|threads| *threads > 0),
            dice: Dice::new(seed),
            log,
        })
    }

    /// Searches for a move of the viewer. `None` if it is not to move.
    pub fn search(&mut self, view: &View, budget: &Budget, seen: &dyn Fn(Thought)) -> Option<Found> {
        if !view.waiting_for.contains(view.side) {
            return None;
        }
        let mut budget = budget.clone();
        if budget.time.is_none() && budget.nodes.is_none() {
            budget.time = Some(self.default_time);
        }
        let seed = self.dice.seed();
        let duel = self.duel(view)?;
        if view.picking {
            Some(search_picks(&duel, view, &budget, seed, seen))
        } else {
            self.search_turns(&duel, view, &budget, seed, seen)
        }
    }

    /// The two sides of the search.
    fn duel<'a>(&'a self, view: &'a View) -> Option<Duel<'a>> {
        let (map, evaluator) = (view.map(), &self.evaluator);
        let enemy = opponent(evaluator, view)?;
        let [own, other] = evaluator.players(map, &view.state, [view.side, enemy]);
        // Behind fog the enemy is supposed to have as much as the searching side, or every value would be 1 as long as
        // it is not seen.
        let hidden = if view.setup.fog() && !view.picking { (own - other).max(0) } else { 0 };
        Some(Duel {
            evaluator,
            settings: &self.settings,
            map,
            rules: view.setup.round_rules(),
            players: usize::from(view.setup.players),
            side: view.side,
            enemy,
            hidden,
        })
    }

    fn search_turns(
        &self,
        duel: &Duel<'_>,
        view: &View,
        budget: &Budget,
        seed: u64,
        seen: &dyn Fn(Thought),
    ) -> Option<Found> {
        let start = Instant::now();
        let simulator = |n: usize| {
            Simulator::new(*duel, Xoshiro256PlusPlus::seed_from_u64(Dice::of(seed, n as u64).seed()))
        };
        let finished: Mutex<Vec<Tree>> = Mutex::new(Vec::new());
        let finish = |tree| finished.lock().unwrap_or_else(PoisonError::into_inner).push(tree);
        let report = |found: &Found| seen(found.thought(start.elapsed()));
        lazy_smp(
            self.threads,
            budget,
            |n, thread| {
                let (mut tree, mut simulator) = (Tree::new(view.state.clone()), simulator(n));
                while !thread.reached(tree.visits()) {
                    tree.iterate(&mut simulator);
                }
                finish(tree);
            },
            |thread| {
                let (mut tree, mut simulator) = (Tree::new(view.state.clone()), simulator(0));
                // Even if there is no time, the root gets its turns.
                tree.iterate(&mut simulator);
                let mut next_report = FIRST_REPORT;
                while !thread.reached(tree.visits()) && tree.turns().len() > 1 {
                    tree.iterate(&mut simulator);
                    if tree.visits() >= next_report {
                        next_report *= 2;
                        let trees = std::slice::from_ref(&tree);
                        if let Some(found) = merge(trees) {
                            report(&Found { iterations: thread.nodes(tree.visits()), ..found });
                        }
                    }
                }
                finish(tree);
            },
        );
        let trees = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found = merge(&trees)?;
        report(&found);
        Some(found)
    }
}

fn search_picks(duel: &Duel<'_>, view: &View, budget: &Budget, seed: u64, seen: &dyn Fn(Thought)) -> Found {
    let running = budget.start();
    let mut simulator = Simulator::new(*duel, Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut search = PickSearch::new(duel, view, Dice::of(seed, 1));
    search.run(&mut simulator, &running);
    let iterations = search.visits();
    let moves: Vec<_> =
        search.combinations.into_iter().map(|(picks, stats)| (Move::Pick(picks), stats)).collect();
    let line = moves.first().map(|(m, _)| m.to_string()).into_iter().collect();
    let found = Found { moves, line, iterations, depth: 1 };
    seen(found.thought(running.elapsed()));
    found
}

/// The enemy to search against: the strongest one beside an own region, or else the strongest one.
fn opponent(evaluator: &Evaluator, view: &View) -> Option<Side> {
    let (map, state) = (view.map(), &view.state);
    let mut beside = Sides::NONE;
    for region in state.regions_of(view.side) {
        let neighbours = map.regions[usize::from(region)].neighbours.iter();
        beside = neighbours.filter_map(|region| state.owner(*region)).fold(beside, Sides::with);
    }
    let others = view.alive.without(view.side);
    let strength = |side: &Side| (beside.contains(*side), evaluator.player(map, state, *side));
    others.iter().max_by_key(strength)
}

/// Adds the visits of equal turns up. The most visited turn comes first.
fn merge(trees: &[Tree]) -> Option<Found> {
    let mut sums: Vec<(usize, Stats)> = Vec::new();
    let first = trees.iter().find(|tree| !tree.turns().is_empty())?;
    for (n, (turn, _)) in first.turns().iter().enumerate() {
        let equal = trees.iter().flat_map(Tree::turns).filter(|(other, _)| other == turn);
        let sum = equal.fold(Stats::default(), |sum, (_, stats)| Stats {
            visits: sum.visits + stats.visits,
            total: sum.total + stats.total,
        });
        sums.push((n, sum));
    }
    sums.sort_by(|(_, a), (_, b)| b.visits.cmp(&a.visits).then(b.mean().total_cmp(&a.mean())));
    let line = first.line(sums.first()?.0);
    Some(Found {
        line: line.into_iter().map(ToString::to_string).collect(),
        moves: sums.into_iter().map(|(n, stats)| (Move::Turn(first.turns()[n].0.clone()), stats)).collect(),
        iterations: trees.iter().map(Tree::visits).sum(),
        depth: 2 * trees.iter().map(Tree::depth).max().unwrap_or(0) as u32,
    })
}

impl Found {
    fn thought(&self, time: Duration) -> Thought {
        Thought {
            depth: self.depth,
            value: self.moves.first().map(|(_, stats)| value(stats.mean())),
            line: self.line.clone(),
            nodes: self.iterations,
            time,
            moves: self.moves.iter().map(|(m, stats)| (m.to_string(), value(stats.mean()))).collect(),
            ..Thought::default()
        }
    }
}

/// A share of everything as a value: all of it is a point.
fn value(share: f64) -> Value {
    Value(((2.0 * share - 1.0) * f64::from(Value::POINT.0)).round() as i32)
}

impl Player<Position> for Mcts {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let found = self.search(turn.view, budget, seen).ok_or(PlayerError::NoMove)?;
        if let Some(slot) = &self.log {
            let turns = found.moves.iter().map(|(m, stats)| TurnValue {
                turn: m.to_string(),
                // Four digits are enough for a reader, and are read back as they are written.
                value: (stats.mean() * 1e4).round() / 1e4,
                visits: Some(stats.visits),
            });
            slot.set(RoundLog::new(&self.evaluator, turn.view, turns.collect()));
        }
        found.moves.into_iter().next().map(|(m, _)| m).ok_or(PlayerError::NoMove)
    }
}
