//! A race between turns: each challenger plays the scenarios that the best turn has played, and is given up as soon as it is
//! clearly worse.

use super::judge::Judge;
use super::mutate::Editor;
use super::planner::Planner;
use super::search::{Found, Problem, Settings};
use super::style::Style;
use crate::rules::{RoundBuffer, State, Turn, play_round};
use common::game::Side;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A state, what the others do in it and how they go on, and the seed of the dice.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    /// The index of the state.
    pub state: usize,
    /// The turns of all sides; the own one is empty.
    pub turns: Vec<Turn>,
    pub seed: u64,
    /// How the others play the rounds after this one.
    pub style: Style,
}

/// A turn with its values in the scenarios.
#[derive(Debug, Clone, Default)]
pub(super) struct Candidate {
    pub turn: Turn,
    pub values: Vec<f32>,
}

impl Candidate {
    pub fn mean(&self) -> f32 {
        self.values.iter().sum::<f32>() / self.values.len().max(1) as f32
    }
}

/// Memory of one thread.
#[derive(Debug, Default)]
pub(super) struct Worker {
    planner: Planner,
    judge: Judge,
    buffer: RoundBuffer,
    state: State,
    turns: Vec<Turn>,
}

impl Worker {
    /// The value of a turn of a side in a scenario.
    pub fn play(
        &mut self,
        problem: &Problem<'_>,
        settings: &Settings,
        scenario: &Scenario,
        turn: &Turn,
    ) -> f32 {
        let (atlas, side) = (problem.atlas, problem.side);
        let mut dice = SmallRng::seed_from_u64(scenario.seed);
        self.state.clone_from(&problem.states[scenario.state]);
        self.turns.resize(scenario.turns.len(), Turn::default());
        for (own, given) in self.turns.iter_mut().zip(&scenario.turns) {
            own.clone_from(given);
        }
        self.turns[side.index()].clone_from(turn);
        let rounds = (settings.horizon + 1).min(problem.rounds_left);
        for round in 0..rounds {
            if round > 0 {
                for n in 0..self.turns.len() {
                    let (turn, whose) = (&mut self.turns[n], Side(n as u8));
                    let style = if whose == side { &problem.tuned.style } else { &scenario.style };
                    self.planner.plan(atlas, &self.state, whose, style, &mut dice, turn);
                }
            }
            play_round(
                atlas.rules,
                atlas.plain_map(),
                &mut self.state,
                &self.turns,
                &mut self.buffer,
                &mut dice,
                |_| (),
            );
            if !self.state.alive().iter().any(|other| other != side) || !self.state.alive().contains(side) {
                break;
            }
        }
        let value = self.judge.chance(atlas, &self.state, side, &problem.tuned.weights);
        // At the round limit the game is a draw.
        if rounds == problem.rounds_left && value > 0.0 && value < 1.0 { 0.4 + 0.2 * value } else { value }
    }
}

/// A comparison of turns in the same scenarios.
pub(super) struct Race<'a> {
    pub problem: &'a Problem<'a>,
    pub settings: &'a Settings,
    pub scenarios: &'a [Scenario],
    pub simulations: &'a AtomicU64,
    pub shared: Mutex<Shared>,
}

#[derive(Default)]
pub(super) struct Shared {
    /// Turns that have not been tried; the last one is next.
    pub waiting: Vec<Turn>,
    /// The best candidates, best first.
    pub best: Vec<Candidate>,
}

/// Candidates that are kept.
const KEPT: usize = 4;

impl Race<'_> {
    /// The best turns, best first.
    pub fn found(&self) -> Vec<Found> {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.best.iter().map(|best| Found { value: best.mean(), turn: best.turn.clone() }).collect()
    }

    /// Runs until `over`, which is asked with the number of simulations so far.
    pub fn run(&self, threads: usize, dice: &mut SmallRng, over: &(dyn Fn(u64) -> bool + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let seed = dice.random();
                scope.spawn(move || self.work(SmallRng::seed_from_u64(seed), over));
            }
            self.work(SmallRng::seed_from_u64(dice.random()), over);
        });
    }

    fn work(&self, mut dice: SmallRng, over: &(dyn Fn(u64) -> bool + Sync)) {
        let mut worker = Worker::default();
        let (problem, state) = (self.problem, &self.problem.states[0]);
        let mut editor = Editor::new(problem.atlas, state, problem.side);
        let mut planner = Planner::default();
        loop {
            let (turn, rivals) = self.next_turn(&mut editor, &mut planner, &mut dice);
            // At least one turn is tried, however little time there is.
            if rivals.is_some() && over(self.simulations.load(Ordering::Relaxed)) {
                return;
            }
            let Some(candidate) = self.try_turn(&mut worker, turn, rivals.as_deref(), over) else { continue };
            let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
            if shared.best.iter().all(|other| other.turn != candidate.turn) {
                let mean = candidate.mean();
                let place = shared.best.partition_point(|other| other.mean() >= mean);
                shared.best.insert(place, candidate);
                shared.best.truncate(KEPT);
            }
        }
    }

    /// A turn to try, and the values of the best one.
    fn next_turn(
        &self,
        editor: &mut Editor,
        planner: &mut Planner,
        dice: &mut SmallRng,
    ) -> (Turn, Option<Vec<f32>>) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let rivals = shared.best.first().map(|best| best.values.clone());
        if let Some(turn) = shared.waiting.pop() {
            return (turn, rivals);
        }
        let problem = self.problem;
        let parent = shared.best.get(if dice.random_bool(0.6) { 0 } else { dice.random_range(0..KEPT) });
        let mut turn = parent.or(shared.best.first()).map(|best| best.turn.clone()).unwrap_or_default();
        drop(shared);
        if dice.random_bool(0.15) {
            let n = dice.random_range(0..problem.states.len());
            let (state, style) = (&problem.states[n], problem.tuned.style.vary(dice));
            planner.plan(problem.atlas, state, problem.side, &style, dice, &mut turn);
        } else {
            editor.mutate(problem.atlas, &problem.states[0], problem.side, &mut turn, dice);
        }
        (turn, rivals)
    }

    /// Tries a turn in the scenarios; `None` if it is given up, or the time is over.
    fn try_turn(
        &self,
        worker: &mut Worker,
        turn: Turn,
        rivals: Option<&[f32]>,
        over: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Candidate> {
        let mut values = Vec::with_capacity(self.scenarios.len());
        let (mut sum, mut squares) = (0.0f32, 0.0f32);
        // If there was no time for all scenarios, the first turn has played some of them only.
        let played = rivals.map_or(self.scenarios.len(), <[f32]>::len);
        for (n, scenario) in self.scenarios[..played].iter().enumerate() {
            let value = worker.play(self.problem, self.settings, scenario, &turn);
            values.push(value);
            let simulations = self.simulations.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(rivals) = rivals {
                let difference = value - rivals[n];
                sum += difference;
                squares += difference * difference;
                let count = (n + 1) as f32;
                if n >= 7 && n % 4 == 3 {
                    let mean = sum / count;
                    let variance = (squares / count - mean * mean).max(1e-6);
                    if mean + self.settings.patience * (variance / count).sqrt() < 0.0 {
                        return None;
                    }
                }
                if n % 8 == 7 && over(simulations) {
                    return None;
                }
            } else if n >= 7 && n % 8 == 7 && over(simulations) {
                break;
            }
        }
        Some(Candidate { turn, values })
    }
}
