//! The search for a turn: candidates are compared in the same scenarios, and the best one is changed again and again.
//!
//! A scenario is a state (one of those that fog allows), the turns of the others, their style, and the seed of the dice. The value of a
//! turn in a scenario is the evaluation after this round and a few simulated ones. A challenger is given up as soon as it
//! is clearly worse than the best turn in the scenarios that both have played; the difference of two turns in one scenario
//! varies much less than their values.
//!
//! The turns are given at the same time, so the others do not answer: a search that let them look for good answers to the
//! best turn guarded against everything at once, and lost to this one.

use super::atlas::Atlas;
use super::planner::Planner;
use super::race::{Race, Scenario, Shared, Worker};
use super::style::Style;
use super::tuned::Tuned;
use crate::ai::evaluate::Evaluator;
use crate::ai::generators::Situation;
use crate::rules::{State, Turn};
use common::game::Side;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the search may do.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Scenarios in which a turn is tried.
    pub scenarios: usize,
    /// Rounds that are simulated after the turn.
    pub horizon: u32,
    /// Possible turns of the others for each state.
    pub replies: usize,
    /// A challenger is given up when it is worse by so many standard errors.
    pub patience: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { scenarios: 192, horizon: 4, replies: 8, patience: 1.0 }
    }
}

impl Settings {
    /// Fewer scenarios for few simulations, so that several turns can be compared.
    pub fn for_simulations(self, simulations: u64) -> Settings {
        let most = usize::try_from(simulations / 12).unwrap_or(usize::MAX).max(12);
        Settings { scenarios: self.scenarios.min(most), ..self }
    }
}

/// How often a search reports.
const REPORTS: u32 = 3;

/// When a search ends, and what it reports.
pub struct Progress<'a> {
    /// Whether the search is over after so many simulations.
    pub used_up: &'a (dyn Fn(u64) -> bool + Sync),
    /// The part of the time or of the simulations that is used, from 0 to 1.
    pub part: &'a (dyn Fn(u64) -> f32 + Sync),
    /// Gets the best turns so far and the number of simulations.
    pub report: &'a (dyn Fn(&[Found], u64) + Sync),
}

/// What is searched: the possible states and who is to choose.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The map and rules.
    pub atlas: &'a Atlas,
    /// The style of simulated turns, and the evaluation.
    pub tuned: &'a Tuned,
    /// The document's evaluation, for its turns as candidates.
    pub evaluator: &'a Evaluator,
    /// The possible states. The own regions and those that are seen are the same in all of them.
    pub states: &'a [State],
    /// Who chooses.
    pub side: Side,
    /// The rounds that are left before the game is a draw.
    pub rounds_left: u32,
}

/// A turn and its mean value.
#[derive(Debug, Clone)]
pub struct Found {
    /// The turn.
    pub turn: Turn,
    /// The chance to win.
    pub value: f32,
}

/// Looks for the best turn. Returns the best ones, best first.
pub fn search(
    problem: &Problem<'_>,
    settings: &Settings,
    threads: usize,
    seed: u64,
    progress: &Progress<'_>,
) -> Vec<Found> {
    let (used_up, part_used) = (progress.used_up, progress.part);
    let mut dice = SmallRng::seed_from_u64(seed);
    let simulations = AtomicU64::new(0);
    let mut planner = Planner::default();
    let replies = make_replies(problem, settings, &mut planner, &mut dice);
    let scenarios = make_scenarios(problem, settings, &replies, &mut dice);
    let waiting = first_turns(problem, &mut planner, &mut dice);
    let race = Race {
        problem,
        settings,
        scenarios: &scenarios,
        simulations: &simulations,
        shared: Mutex::new(Shared { waiting, best: Vec::new() }),
    };
    for report in 1..=REPORTS {
        let part = report as f32 / REPORTS as f32;
        let over =
            |simulations: u64| used_up(simulations) || (report < REPORTS && part_used(simulations) >= part);
        race.run(threads, &mut dice, &over);
        let simulations = simulations.load(Ordering::Relaxed);
        (progress.report)(&race.found(), simulations);
        if used_up(simulations) {
            break;
        }
    }
    race.found()
}

/// What the others might do, by state.
fn make_replies(
    problem: &Problem<'_>,
    settings: &Settings,
    planner: &mut Planner,
    dice: &mut SmallRng,
) -> Vec<Vec<Vec<Turn>>> {
    let sides = problem.states[0].alive().iter().map(Side::index).max().map_or(2, |last| (last + 1).max(2));
    let sides = sides.max(problem.side.index() + 1);
    let many = (settings.replies * 2 / problem.states.len().max(1)).max(settings.replies / 2).max(2);
    let mut replies: Vec<Vec<Vec<Turn>>> = Vec::new();
    for state in problem.states {
        let mut turns: Vec<Vec<Turn>> = (0..many)
            .map(|n| {
                let style = if n == 0 { problem.tuned.style } else { problem.tuned.style.of_opponent(dice) };
                plan_all(planner, problem.atlas, state, sides, problem.side, &style, dice)
            })
            .collect();
        turns.extend(documented_replies(problem, state, sides));
        replies.push(turns);
    }
    replies
}

/// The mean values of some turns in the same new scenarios. A search overrates the turn that it has chosen, because it
/// was the luckiest in its own scenarios.
pub fn compare(problem: &Problem<'_>, settings: &Settings, turns: &[&Turn], seed: u64) -> Vec<f32> {
    let mut dice = SmallRng::seed_from_u64(seed);
    let replies = make_replies(problem, settings, &mut Planner::default(), &mut dice);
    let scenarios = make_scenarios(problem, settings, &replies, &mut dice);
    let mut worker = Worker::default();
    let mut mean = |turn: &&Turn| {
        let value = |scenario: &Scenario| worker.play(problem, settings, scenario, turn);
        scenarios.iter().map(value).sum::<f32>() / scenarios.len().max(1) as f32
    };
    turns.iter().map(&mut mean).collect()
}

/// The turns of all sides but one.
fn plan_all<R: Rng + ?Sized>(
    planner: &mut Planner,
    atlas: &Atlas,
    state: &State,
    sides: usize,
    except: Side,
    style: &Style,
    dice: &mut R,
) -> Vec<Turn> {
    let mut turns = vec![Turn::default(); sides];
    for (n, turn) in turns.iter_mut().enumerate() {
        let side = Side(n as u8);
        if side != except {
            planner.plan(atlas, state, side, style, dice, turn);
        }
    }
    turns
}

/// What the document's generators would do for the others: the n-th turns of all sides together.
fn documented_replies(problem: &Problem<'_>, state: &State, sides: usize) -> Vec<Vec<Turn>> {
    let atlas = problem.atlas;
    let turns_of = |n: usize| {
        let side = Side(n as u8);
        if side == problem.side || !state.alive().contains(side) {
            return vec![Turn::default()];
        }
        Situation::new(problem.evaluator, atlas.plain_map(), state, atlas.rules.base_income, side).turns()
    };
    let by_side: Vec<Vec<Turn>> = (0..sides).map(turns_of).collect();
    let most = by_side.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).map(|n| by_side.iter().map(|turns| turns[n % turns.len()].clone()).collect()).collect()
}

/// The first candidates: planned turns of different styles, and those of the document's generators.
fn first_turns(problem: &Problem<'_>, planner: &mut Planner, dice: &mut SmallRng) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut keep = |turn: Turn| {
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    };
    let atlas = problem.atlas;
    let state = &problem.states[0];
    let base = atlas.rules.base_income;
    for turn in Situation::new(problem.evaluator, atlas.plain_map(), state, base, problem.side).turns() {
        keep(turn);
    }
    for n in 0..16 {
        let style =
            if n == 0 { Style { noise: 0.0, ..problem.tuned.style } } else { problem.tuned.style.vary(dice) };
        let state = &problem.states[dice.random_range(0..problem.states.len())];
        let mut turn = Turn::default();
        planner.plan(atlas, state, problem.side, &style, dice, &mut turn);
        keep(turn);
    }
    // The last one is taken first.
    turns.reverse();
    turns
}

fn make_scenarios(
    problem: &Problem<'_>,
    settings: &Settings,
    replies: &[Vec<Vec<Turn>>],
    dice: &mut SmallRng,
) -> Vec<Scenario> {
    let make = |_| {
        let seed = dice.random();
        let style = problem.tuned.style.of_opponent(dice);
        let state = dice.random_range(0..problem.states.len());
        let turns = replies[state][dice.random_range(0..replies[state].len())].clone();
        Scenario { state, turns, seed, style }
    };
    (0..settings.scenarios).map(make).collect()
}
