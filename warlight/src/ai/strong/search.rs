//! The search for a turn: candidates are compared in the same scenarios, and the best one is changed again and again.
//!
//! A scenario is a state (one of those that fog allows), the turns of the others, and the seed of the dice. The value of a
//! turn in a scenario is the evaluation after this round and a few simulated ones. A challenger is given up as soon as it
//! is clearly worse than the best turn in the scenarios that both have played; the difference of two turns in one scenario
//! varies much less than their values.
//!
//! The turns are given at the same time, so the search goes on in epochs: in each of them the others look for good answers
//! to the best turn so far, and these become part of the scenarios.

use super::atlas::Atlas;
use super::planner::Planner;
use super::race::{Candidate, Race, Scenario, Shared, Worker};
use super::style::Style;
use super::tuned::Tuned;
use crate::ai::evaluate::Evaluator;
use crate::ai::generators::Situation;
use crate::rules::{State, Turn};
use common::game::Side;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the search may do.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Scenarios in which a turn is tried.
    pub scenarios: usize,
    /// Rounds that are simulated after the turn.
    pub horizon: u32,
    /// Possible turns of the others for each state.
    pub replies: usize,
    /// How often the others adapt to the best turn.
    pub epochs: u32,
    /// A challenger is given up when it is worse by so many standard errors.
    pub patience: f32,
    /// The part of the scenarios in which the others' answers are good ones against the best turn.
    pub distrust: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { scenarios: 192, horizon: 4, replies: 8, epochs: 3, patience: 1.0, distrust: 0.5 }
    }
}

impl Settings {
    /// Fewer scenarios for few simulations, so that several turns can be compared.
    pub fn for_simulations(self, simulations: u64) -> Settings {
        let most = usize::try_from(simulations / 12).unwrap_or(usize::MAX).max(12);
        Settings { scenarios: self.scenarios.min(most), ..self }
    }
}

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
    let mut waiting = first_turns(problem, &mut planner, &mut dice);
    let mut archive: Vec<Candidate> = Vec::new();
    let mut answers: Vec<(usize, Vec<Turn>)> = Vec::new();
    for epoch in 0..settings.epochs {
        let scenarios = make_scenarios(problem, settings, &replies, &answers, &mut dice);
        let part = |of_epoch: f32| (epoch as f32 + of_epoch) / settings.epochs as f32;
        // The last one is taken first: the best turn so far.
        waiting.extend(archive.iter().rev().map(|candidate| candidate.turn.clone()));
        let race = Race {
            problem,
            settings,
            scenarios: &scenarios,
            side: problem.side,
            state: 0,
            simulations: &simulations,
            shared: Mutex::new(Shared { waiting: std::mem::take(&mut waiting), best: Vec::new() }),
        };
        let last = epoch + 1 == settings.epochs;
        let over = |simulations: u64| used_up(simulations) || (!last && part_used(simulations) >= part(0.7));
        race.run(threads, &mut dice, &over);
        let best = race.shared.into_inner().unwrap_or_else(PoisonError::into_inner).best;
        // What was tried in a few scenarios only says nothing.
        let tried = best.first().map_or(0, |candidate| candidate.values.len());
        if archive.is_empty() || tried == scenarios.len() {
            archive = best;
        }
        (progress.report)(&found(&archive), simulations.load(Ordering::Relaxed));
        if last || used_up(simulations.load(Ordering::Relaxed)) {
            break;
        }
        if let Some(best) = archive.first() {
            let over = |share: f32, simulations: u64| {
                used_up(simulations) || part_used(simulations) >= part(0.7 + 0.3 * share)
            };
            let new = find_answers(
                problem,
                settings,
                &best.turn,
                &replies,
                threads,
                &simulations,
                &mut dice,
                &over,
            );
            answers.extend(new);
            let old = answers.len().saturating_sub(24);
            answers.drain(..old);
        }
    }
    found(&archive)
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
                let style = if n == 0 { problem.tuned.style } else { problem.tuned.style.vary(dice) };
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
    let scenarios = make_scenarios(problem, settings, &replies, &[], &mut dice);
    let mut worker = Worker::default();
    let mut mean = |turn: &&Turn| {
        let value = |scenario: &Scenario| worker.play(problem, settings, scenario, problem.side, turn);
        scenarios.iter().map(value).sum::<f32>() / scenarios.len().max(1) as f32
    };
    turns.iter().map(&mut mean).collect()
}

fn found(candidates: &[Candidate]) -> Vec<Found> {
    candidates.iter().map(|c| Found { value: c.mean(), turn: c.turn.clone() }).collect()
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
    answers: &[(usize, Vec<Turn>)],
    dice: &mut SmallRng,
) -> Vec<Scenario> {
    let make = |_| {
        let seed = dice.random();
        if !answers.is_empty() && dice.random::<f32>() < settings.distrust {
            let (state, turns) = &answers[dice.random_range(0..answers.len())];
            return Scenario { state: *state, turns: turns.clone(), seed };
        }
        let state = dice.random_range(0..problem.states.len());
        let turns = replies[state][dice.random_range(0..replies[state].len())].clone();
        Scenario { state, turns, seed }
    };
    (0..settings.scenarios).map(make).collect()
}

/// Good answers to a turn: the strongest other side searches as we do, against this turn. `over` gets the part of the
/// time for this that a search may use, and the number of simulations.
#[expect(clippy::too_many_arguments, reason = "it is one step of the search")]
fn find_answers(
    problem: &Problem<'_>,
    settings: &Settings,
    turn: &Turn,
    replies: &[Vec<Vec<Turn>>],
    threads: usize,
    simulations: &AtomicU64,
    dice: &mut SmallRng,
    over: &(dyn Fn(f32, u64) -> bool + Sync),
) -> Vec<(usize, Vec<Turn>)> {
    const STATES: usize = 3;
    let mut found = Vec::new();
    let searched = problem.states.len().min(STATES);
    for n in 0..searched {
        let share = (n + 1) as f32 / searched as f32;
        let n = if problem.states.len() > STATES { dice.random_range(0..problem.states.len()) } else { n };
        let state = &problem.states[n];
        let others = state.alive().iter().filter(|side| *side != problem.side);
        let Some(enemy) = others.max_by_key(|side| state.army_count(*side)) else { continue };
        let scenarios: Vec<Scenario> = (0..(settings.scenarios / 4).max(8))
            .map(|k| {
                let mut turns = replies[n][k % replies[n].len()].clone();
                turns[problem.side.index()].clone_from(turn);
                Scenario { state: n, turns, seed: dice.random() }
            })
            .collect();
        let race = Race {
            problem,
            settings,
            scenarios: &scenarios,
            side: enemy,
            state: n,
            simulations,
            shared: Mutex::new(Shared {
                waiting: replies[n].iter().rev().map(|turns| turns[enemy.index()].clone()).collect(),
                best: Vec::new(),
            }),
        };
        race.run(threads, dice, &|simulations| over(share, simulations));
        let best = race.shared.into_inner().unwrap_or_else(PoisonError::into_inner).best;
        found.extend(best.into_iter().map(|candidate| {
            let mut turns = scenarios[0].turns.clone();
            turns[problem.side.index()].clear();
            turns[enemy.index()] = candidate.turn;
            (n, turns)
        }));
    }
    found
}
