//! Rounds that are played to see what could happen: the median of several samples, and playouts.

use crate::ai::evaluate::{Evaluator, share};
use crate::ai::generators::{AttackPlan, DeployPlan, Draft, Knowledge, Situation};
use crate::ai::settings::MctsSettings;
use crate::map::Map;
use crate::rules::{RoundBuffer, RoundRules, State, Turn, play_round};
use common::game::Side;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// What a search is about: the two sides of a game, as the searching side sees it.
#[derive(Debug, Clone, Copy)]
pub struct Duel<'a> {
    /// The evaluation.
    pub evaluator: &'a Evaluator,
    /// The constants of the search.
    pub settings: &'a MctsSettings,
    /// The map.
    pub map: &'a Map,
    /// The rules of rounds.
    pub rules: RoundRules,
    /// The number of players of the game. All but two of them do nothing in simulations.
    pub players: usize,
    /// The searching side.
    pub side: Side,
    /// Its opponent.
    pub enemy: Side,
    /// What the enemy is supposed to have where the searching side sees nothing.
    pub hidden: i64,
}

impl Duel<'_> {
    /// The searching side's part of everything, from 0 to 1.
    pub fn value(&self, state: &State) -> f64 {
        let [own, enemy] = self.evaluator.players(self.map, state, [self.side, self.enemy]);
        share(own, enemy + self.hidden)
    }

    /// Whether one of the two has lost all its regions.
    pub fn is_over(&self, state: &State) -> bool {
        let alive = state.alive();
        !alive.contains(self.side) || (self.hidden == 0 && !alive.contains(self.enemy))
    }
}

/// Plays rounds without allocating memory, once it has played a few.
#[derive(Debug)]
pub struct Simulator<'a> {
    duel: Duel<'a>,
    rng: Xoshiro256PlusPlus,
    /// The turns of the round that is played, one for each player.
    turns: Vec<Turn>,
    buffer: RoundBuffer,
    samples: Vec<State>,
    /// The values of the samples, with their indices.
    values: Vec<(f64, usize)>,
    /// The super regions that the searching side owns before a round.
    whole: Vec<usize>,
    knowledge: Knowledge,
    draft: Draft,
}

impl<'a> Simulator<'a> {
    /// A simulator with random numbers of its own.
    pub fn new(duel: Duel<'a>, rng: Xoshiro256PlusPlus) -> Simulator<'a> {
        Simulator {
            duel,
            rng,
            turns: vec![Turn::default(); duel.players],
            buffer: RoundBuffer::default(),
            samples: vec![State::default(); duel.settings.samples.max(1)],
            values: Vec::new(),
            whole: Vec::new(),
            knowledge: Knowledge::default(),
            draft: Draft::default(),
        }
    }

    /// What is simulated.
    pub fn duel(&self) -> &Duel<'a> {
        &self.duel
    }

    /// The random numbers.
    pub fn rng(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.rng
    }

    /// The turns that the generators give a side.
    pub fn turns(&mut self, state: &State, side: Side) -> Vec<Turn> {
        let Duel { evaluator, map, rules, settings, .. } = self.duel;
        let mut turns = Situation::new(evaluator, map, state, rules.base_income, side).turns();
        turns.truncate(settings.children);
        turns
    }

    /// Plays a round with a turn of each of the two sides: the state becomes the median of the samples.
    pub fn play(&mut self, state: &mut State, own: &Turn, enemy: &Turn) {
        self.turns[self.duel.side.index()].clone_from(own);
        self.turns[self.duel.enemy.index()].clone_from(enemy);
        self.sample_round(state);
    }

    /// Plays rounds with random turns of the generators, and returns the value of the last state.
    pub fn play_out(&mut self, state: &mut State) -> f64 {
        for _ in 0..self.duel.settings.playout_rounds {
            if self.duel.is_over(state) {
                break;
            }
            for side in [self.duel.side, self.duel.enemy] {
                self.draw_turn(state, side);
            }
            self.sample_round(state);
        }
        self.duel.value(state)
    }

    /// Makes a random turn of the generators the turn of a side. Only that one is generated; plans that give the same
    /// turn count separately here.
    fn draw_turn(&mut self, state: &State, side: Side) {
        let Duel { evaluator, map, rules, .. } = self.duel;
        let memory = std::mem::take(&mut self.knowledge);
        let situation = Situation::with_memory(memory, evaluator, map, state, rules.base_income, side);
        let drawn = self.rng.random_range(0..(DeployPlan::ALL.len() * AttackPlan::ALL.len()) as u32) as usize;
        let (deploy, attack) = (drawn / AttackPlan::ALL.len(), drawn % AttackPlan::ALL.len());
        situation.write_turn(DeployPlan::ALL[deploy], AttackPlan::ALL[attack], &mut self.draft);
        self.turns[side.index()].clone_from(&self.draft.turn);
        self.knowledge = situation.into_memory();
    }

    /// Plays the round of [`Simulator::turns`] several times. The state becomes the median for the searching side; the
    /// worst one if that loses a super region that the side owned whole, because a bonus is hard to get back.
    fn sample_round(&mut self, state: &mut State) {
        let duel = self.duel;
        let owned = |n: &usize| state.owns_super_region(duel.map, duel.side, *n);
        self.whole.clear();
        self.whole.extend((0..duel.map.super_regions.len()).filter(owned));
        self.values.clear();
        for (n, sample) in self.samples.iter_mut().enumerate() {
            sample.clone_from(state);
            play_round(duel.rules, duel.map, sample, &self.turns, &mut self.buffer, &mut self.rng, |_| ());
            self.values.push((duel.value(sample), n));
        }
        let middle = self.values.len() / 2;
        let (_, (_, median), _) = self.values.select_nth_unstable_by(middle, |a, b| a.0.total_cmp(&b.0));
        let mut taken = *median;
        if !self.whole.is_empty() {
            let worst = self.values.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(taken, |(_, n)| *n);
            let lost = |n: &usize| !self.samples[worst].owns_super_region(duel.map, duel.side, *n);
            if self.whole.iter().any(lost) {
                taken = worst;
            }
        }
        std::mem::swap(state, &mut self.samples[taken]);
    }
}
