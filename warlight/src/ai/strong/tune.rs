//! The tuner: styles compete in games of planned turns, and the weights of the evaluation are fitted to the results of
//! games of the search against itself.

use super::atlas::Atlas;
use super::judge::{FEATURES, Judge, Weights};
use super::planner::Planner;
use super::search::{Problem, Progress, Settings, search};
use super::style::Style;
use super::tuned::Tuned;
use crate::ai::evaluate::{Constants, Evaluator};
use crate::map::RegionId;
use crate::rules::{RoundBuffer, RuleSet, Setup, Start, State, Turn, find_map, map_ids, play_round};
use common::fit::{Loss, Sample, fit_with_test_set};
use common::game::{Dice, Side};
use common::parameters::Parameters;
use common::tune::{Trainer, TrainingOptions};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::sync::Arc;

/// Games end after so many rounds; they are draws then.
const ROUNDS: u32 = 100;

/// Positions of a game that become samples.
const SAMPLES: usize = 8;

/// Simulations for a turn of the training games.
const SIMULATIONS: u64 = 240;

/// Features are fitted in thousandths.
const UNIT: f32 = 1000.0;

/// A map with a rule set.
#[derive(Debug)]
pub struct Ground {
    atlas: Atlas,
    evaluator: Evaluator,
    setup: Setup,
}

impl Ground {
    /// All built-in maps with all rule sets.
    pub fn all() -> Vec<Ground> {
        let maps = map_ids().iter().filter_map(|id| find_map(id));
        maps.flat_map(|map| {
            [RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2].map(|rules| {
                let setup = Setup { map: map.clone(), rules, ..Setup::default() };
                let atlas = Atlas::new(&setup.map.map, setup.round_rules());
                Ground { atlas, evaluator: Evaluator::new(&setup.map, Constants::default()), setup }
            })
        })
        .collect()
    }

    /// A start with random regions for both sides.
    fn start(&self, dice: &mut Dice) -> Option<State> {
        let start = Start::new(&self.setup, dice).ok()?;
        let mut state = start.neutral.clone();
        let each = match self.setup.rules {
            RuleSet::Seed => 2,
            RuleSet::Contest1 => start.picks[0] / 2,
            RuleSet::Contest2 => start.picks_in_turn / 2,
        };
        for n in 0..2 * each {
            let side = Side((n % 2) as u8);
            let free = start.offers[side.index()].iter().filter(|region| state.owner(**region).is_none());
            let free: Vec<RegionId> = free.copied().collect();
            let region = *dice.pick(&free)?;
            state.set_owner(region, Some(side));
        }
        Some(state)
    }
}

/// The points of a style against another one in a game of planned turns, as the first or the second side.
fn play_styles(ground: &Ground, styles: [&Style; 2], start: &State, seed: u64) -> f64 {
    let (mut planner, mut buffer) = (Planner::default(), RoundBuffer::default());
    let mut turns = vec![Turn::default(); 2];
    let (mut state, mut dice) = (start.clone(), SmallRng::seed_from_u64(seed));
    for _ in 0..ROUNDS {
        for (n, style) in styles.iter().enumerate() {
            planner.plan(&ground.atlas, &state, Side(n as u8), style, &mut dice, &mut turns[n]);
        }
        play_round(ground.atlas.rules, &ground.setup.map, &mut state, &turns, &mut buffer, &mut dice, |_| ());
        let alive = state.alive();
        match (alive.contains(Side::FIRST), alive.contains(Side::SECOND)) {
            (true, true) => {}
            (first, _) => return f64::from(u8::from(first)),
        }
    }
    0.5
}

/// The mean points of a style against another one: `games` starts on every ground, each played with both sides.
pub fn compare(grounds: &[Ground], style: &Style, other: &Style, games: u64, seed: u64) -> f64 {
    let points = |(n, ground): (usize, &Ground)| -> f64 {
        let game = |game: u64| {
            let mut dice = Dice::of(seed, (n as u64) << 32 | game);
            let Some(start) = ground.start(&mut dice) else { return 0.5 };
            let seed = dice.seed();
            let as_first = play_styles(ground, [style, other], &start, seed);
            let as_second = 1.0 - play_styles(ground, [other, style], &start, seed);
            f64::midpoint(as_first, as_second)
        };
        (0..games).map(game).sum::<f64>() / games.max(1) as f64
    };
    let total: f64 = grounds.par_iter().enumerate().map(points).sum();
    total / grounds.len().max(1) as f64
}

/// One step of the search for a style: a changed one, if it wins against the best one in more and more games.
pub fn better_style(grounds: &[Ground], best: &Style, step: f32, number: u64) -> Option<Style> {
    /// Starts on every ground in each stage.
    const STAGES: [u64; 5] = [10, 20, 40, 80, 160];
    let challenger = best.mutate(step, &mut SmallRng::seed_from_u64(number));
    let (mut points, mut games) = (0.0, 0.0);
    for (stage, starts) in STAGES.into_iter().enumerate() {
        let seed = number << 8 | stage as u64;
        points += compare(grounds, &challenger, best, starts, seed) * starts as f64;
        games += starts as f64;
        let lead = points / games - 0.5;
        let error = 0.5 / (2.0 * games * grounds.len() as f64).sqrt();
        if lead < -0.5 * error {
            return None;
        }
        if stage >= 2 && lead > 2.5 * error {
            return Some(challenger);
        }
    }
    None
}

/// Learns the weights of the evaluation. The style stays the built-in one.
#[derive(Debug)]
pub struct Tuner;

/// A position of a game and its result.
#[derive(Debug, Clone)]
pub struct TrainingSample {
    game: u64,
    features: [i16; FEATURES],
    result: f64,
}

impl Trainer for Tuner {
    type Parameters = Tuned;
    type Sample = TrainingSample;

    fn self_play(tuned: &Arc<Tuned>, options: &TrainingOptions, number: u64) -> Vec<TrainingSample> {
        self_play(tuned, options, number)
    }

    fn fit(samples: &[TrainingSample]) -> (Tuned, Loss) {
        let samples = samples.iter().map(|sample| Sample {
            game: sample.game,
            features: &sample.features,
            result: sample.result,
        });
        let (fitted, loss) = fit_with_test_set(FEATURES, samples);
        let mut weights = [0.0; FEATURES];
        for (weight, fitted) in weights.iter_mut().zip(fitted) {
            *weight = fitted as f32 * UNIT;
        }
        (Tuned { weights: Weights::from_array(weights), ..Tuned::built_in() }, loss)
    }
}

/// Plays a game of the search against itself, looking `options.depth` rounds ahead.
fn self_play(tuned: &Tuned, options: &TrainingOptions, number: u64) -> Vec<TrainingSample> {
    let mut dice = Dice::of(options.seed, number);
    let maps: Vec<_> = map_ids().iter().filter_map(|id| find_map(id)).collect();
    let rules = [RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2];
    let (Some(map), Some(rules)) = (dice.pick(&maps), dice.pick(&rules)) else { return Vec::new() };
    let setup = Setup { map: map.clone(), rules: *rules, ..Setup::default() };
    let ground = Ground {
        atlas: Atlas::new(&setup.map.map, setup.round_rules()),
        evaluator: Evaluator::new(&setup.map, Constants::default()),
        setup,
    };
    let Some(mut state) = ground.start(&mut dice) else { return Vec::new() };
    let settings = Settings { horizon: options.random_depth(&mut dice), ..Settings::default() }
        .for_simulations(SIMULATIONS);
    let mut random = SmallRng::seed_from_u64(dice.seed());
    let (mut buffer, mut judge) = (RoundBuffer::default(), Judge::default());
    let mut positions = Vec::new();
    let mut result = None;
    for round in 0..ROUNDS {
        positions.push(judge.features(&ground.atlas, &state, Side::FIRST));
        let turns: Vec<Turn> = Side::all(2)
            .map(|side| {
                let problem = Problem {
                    atlas: &ground.atlas,
                    tuned,
                    evaluator: &ground.evaluator,
                    states: std::slice::from_ref(&state),
                    side,
                    rounds_left: ROUNDS - round,
                };
                let progress = Progress {
                    used_up: &|simulations| simulations >= SIMULATIONS,
                    part: &|simulations| simulations as f32 / SIMULATIONS as f32,
                    report: &|_, _| (),
                };
                let found = search(&problem, &settings, 1, random.random(), &progress);
                found.into_iter().next().map(|found| found.turn).unwrap_or_default()
            })
            .collect();
        play_round(
            ground.atlas.rules,
            &ground.setup.map,
            &mut state,
            &turns,
            &mut buffer,
            &mut random,
            |_| (),
        );
        let alive = state.alive();
        if !(alive.contains(Side::FIRST) && alive.contains(Side::SECOND)) {
            result = Some(f64::from(u8::from(alive.contains(Side::FIRST))));
            break;
        }
    }
    let Some(result) = result else { return Vec::new() };
    let sample = |_| {
        let features = positions[dice.below(positions.len())].map(|feature| (feature * UNIT) as i16);
        TrainingSample { game: number, features, result }
    };
    (0..SAMPLES).map(sample).collect()
}
