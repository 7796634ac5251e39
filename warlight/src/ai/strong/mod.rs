//! The strongest player, and the levels below it: a search of whole turns in a fast simulation.
//!
//! | module | what it does |
//! |---|---|
//! | [`atlas`] | a map and its rules in flat arrays, with tables of fights |
//! | [`planner`], [`style`] | sensible turns in a few microseconds, in many styles |
//! | [`judge`] | the chance to win, from sums over the map |
//! | [`search`], [`race`], [`mutate`] | compares turns in the same scenarios and changes the best one |
//! | [`belief`] | states that agree with everything that fog lets a side see |
//! | [`picks`] | starting regions, by simulated beginnings |
//! | [`tune`], [`tuned`] | the numbers of style and evaluation, fitted in games against itself |

pub mod atlas;
mod belief;
pub mod judge;
mod mutate;
mod picks;
pub mod planner;
mod race;
pub mod search;
pub mod style;
#[cfg(test)]
mod tests;
#[cfg(not(target_arch = "wasm32"))]
pub mod tune;
pub mod tuned;

use crate::ai::evaluate::{Constants, Evaluator};
use crate::rules::{self, Move, Position, Setup, View};
use atlas::Atlas;
use belief::Belief;
use common::game::{Dice, Value};
use common::parameters::weights_option;
use common::player::{BadSpec, Budget, Player, PlayerError, Spec, Thought, Turn};
use common::search::{MAX_THREADS, SearchThreads};
use picks::choose_picks;
use planner::Planner;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use search::{Found, Problem, Progress, Settings, search};
use std::sync::Arc;
use std::time::Duration;
use tuned::Tuned;

/// The options of the player `strong`.
pub const OPTIONS: &[&str] = &["threads", "tidy", "weights"];

/// An attack with a smaller chance to take its region is hopeless.
const HOPELESS: f64 = 0.01;

/// The time for a move if there is no limit.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// The part of the time that is used: the rest is for what comes after the search.
const USED_TIME: f64 = 0.96;

/// How much a level may simulate for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Nothing: it plays a planned turn.
    Plan,
    /// So many simulations.
    Simulations(u64),
    /// As many as the time allows.
    Full,
}

/// A player that searches whole turns.
#[derive(Debug)]
pub struct StrongPlayer {
    atlas: Atlas,
    evaluator: Evaluator,
    tuned: Arc<Tuned>,
    effort: Effort,
    /// The number of threads; `None` for a share of the cores.
    threads: Option<usize>,
    /// Leaves out attacks that only make a turn harder to understand.
    tidy: bool,
    dice: Dice,
    belief: Belief,
    /// The last turn, if the game goes on from there.
    last: Option<rules::Turn>,
}

impl StrongPlayer {
    /// The player of a level: `easy`, `medium`, `hard` or `strong`. `None` if it is another one.
    pub fn of_spec(spec: &Spec, setup: &Setup, seed: u64) -> Result<Option<StrongPlayer>, BadSpec> {
        let effort = match spec.name() {
            "easy" => Effort::Plan,
            "medium" => Effort::Simulations(40),
            "hard" => Effort::Simulations(250),
            "strong" => Effort::Full,
            _ => return Ok(None),
        };
        spec.check_keys(if effort == Effort::Full { OPTIONS } else { &[] })?;
        let tuned = weights_option::<Tuned>(spec, Tuned::shared)?;
        let threads = match effort {
            Effort::Full => Some(spec.within("threads", 0, 0..=MAX_THREADS)?).filter(|threads| *threads > 0),
            Effort::Plan | Effort::Simulations(_) => Some(1),
        };
        Ok(Some(StrongPlayer {
            atlas: Atlas::new(&setup.map.map, setup.round_rules()),
            evaluator: Evaluator::new(&setup.map, Constants::default()),
            tuned,
            effort,
            threads,
            tidy: spec.number("tidy", false)?,
            dice: Dice::new(seed),
            belief: Belief::default(),
            last: None,
        }))
    }

    /// The limits of one move.
    fn budget(&self, given: &Budget) -> Budget {
        let mut budget = given.clone();
        if let Effort::Simulations(most) = self.effort {
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        if budget.time.is_none() && budget.nodes.is_none() {
            budget.time = Some(DEFAULT_TIME);
        }
        budget.time = budget.time.map(|time| time.mul_f64(USED_TIME));
        budget
    }

    /// A planned turn, without a search.
    fn planned_turn(&self, view: &View, seed: u64) -> rules::Turn {
        let mut dice = SmallRng::seed_from_u64(seed);
        let mut turn = rules::Turn::default();
        let style = self.tuned.style.vary(&mut dice);
        Planner::default().plan(&self.atlas, &view.state, view.side, &style, &mut dice, &mut turn);
        turn
    }

    fn search_turn(
        &mut self,
        view: &View,
        budget: &Budget,
        seed: u64,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Option<rules::Turn> {
        let tidy = self.tidy;
        self.search(view, budget, seed, seen, |_, _, found| {
            let best = found.into_iter().next()?.turn;
            Some(if tidy { tidied(view, best) } else { best })
        })
    }

    /// Compares a turn that was played with the best one that a search finds. `None` if it was stopped.
    pub fn rate_turn(&mut self, view: &View, played: &rules::Turn, budget: &Budget) -> Option<RatedTurn> {
        let seed = self.dice.seed();
        let budget = self.budget(budget);
        let compare = |problem: &Problem<'_>, settings: &Settings, found: Vec<Found>| {
            // The review shows it.
            let best = tidied(view, found.into_iter().next()?.turn);
            let values = search::compare(problem, settings, &[&best, played], seed);
            Some(RatedTurn { best, best_value: values[0], played_value: values[1] })
        };
        let rated = self.search(view, &budget, seed, &|_| (), compare);
        self.last = Some(played.clone());
        rated
    }

    /// Searches a turn, and passes what was searched and found to `then`.
    fn search<R>(
        &mut self,
        view: &View,
        budget: &Budget,
        seed: u64,
        seen: &(dyn Fn(Thought) + Sync),
        then: impl FnOnce(&Problem<'_>, &Settings, Vec<Found>) -> R,
    ) -> R {
        let running = budget.start();
        let threads = SearchThreads::claim(self.threads, budget);
        let (atlas, tuned) = (&self.atlas, &*self.tuned);
        let states = self.belief.states(atlas, &tuned.style, view, self.last.as_ref(), seed);
        let problem = Problem {
            atlas,
            tuned,
            evaluator: &self.evaluator,
            states,
            side: view.side,
            rounds_left: u32::from(view.setup.round_limit().saturating_sub(view.round)).max(1),
        };
        let settings = match budget.nodes {
            None => Settings::default(),
            Some(nodes) => Settings::default().for_simulations(nodes),
        };
        let progress = Progress {
            used_up: &|simulations| running.used_up(simulations),
            part: &|simulations| {
                let time = budget.time.map_or(0.0, |max| running.elapsed().as_secs_f32() / max.as_secs_f32());
                let nodes = budget.nodes.map_or(0.0, |max| simulations as f32 / max as f32);
                time.max(nodes)
            },
            report: &|found: &[Found], simulations| {
                seen(thought(found, simulations, settings.horizon, running.elapsed()));
            },
        };
        let found = search(&problem, &settings, threads.count, seed, &progress);
        then(&problem, &settings, found)
    }
}

/// A turn that was played beside a better one, or the same.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedTurn {
    /// The best turn that was found.
    pub best: rules::Turn,
    /// The chance to win with it.
    pub best_value: f32,
    /// The chance to win with the turn that was played.
    pub played_value: f32,
}

/// A turn without its hopeless attacks. Attacks on the same region help each other, so they are judged together.
fn tidied(view: &View, mut turn: rules::Turn) -> rules::Turn {
    let all = turn.orders.clone();
    turn.orders.retain(|order| {
        let sent: u32 = all.iter().filter(|other| other.to == order.to).map(|other| other.armies).sum();
        let defenders = view.state.armies(order.to);
        view.state.owns(view.side, order.to)
            || rules::odds(sent.max(1), defenders, view.setup.luck()).captured >= HOPELESS
    });
    turn
}

/// What a window shows of a search.
fn thought(found: &[Found], simulations: u64, horizon: u32, time: Duration) -> Thought {
    let value = |found: &Found| {
        Value(((2.0 * f64::from(found.value) - 1.0) * f64::from(Value::POINT.0)).round() as i32)
    };
    let text = |found: &Found| Move::Turn(found.turn.clone()).to_string();
    Thought {
        depth: horizon + 1,
        value: found.first().map(value),
        line: found.first().map(text).into_iter().collect(),
        nodes: simulations,
        time,
        moves: found.iter().map(|found| (text(found), value(found))).collect(),
        ..Thought::default()
    }
}

impl Player<Position> for StrongPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let view = turn.view;
        if !view.waiting_for.contains(view.side) {
            return Err(PlayerError::NoMove);
        }
        let seed = self.dice.seed();
        let budget = self.budget(budget);
        if view.picking {
            self.last = None;
            if self.effort == Effort::Plan {
                return Ok(Move::Pick(rules::random_picks(view.own_offers(), view.picks, &mut self.dice)));
            }
            let running = budget.start();
            let used_up = |simulations| running.used_up(simulations);
            return Ok(Move::Pick(choose_picks(&self.atlas, &self.tuned, view, seed, &used_up)));
        }
        let chosen = match self.effort {
            Effort::Plan => self.planned_turn(view, seed),
            Effort::Simulations(_) | Effort::Full => {
                self.search_turn(view, &budget, seed, seen).ok_or(PlayerError::Stopped)?
            }
        };
        self.last = Some(chosen.clone());
        Ok(Move::Turn(chosen))
    }
}
