//! The choice of starting regions: each combination of the generators is tried in playouts.

use super::simulate::{Duel, Simulator};
use super::tree::Stats;
use crate::ai::generators::{picks, picks_from};
use crate::map::RegionId;
use crate::rules::{RuleSet, State, View, give_ranked, picker, random_picks};
use common::game::{Dice, Side};
use common::player::Running;

/// The combinations of starting regions with the values that playouts gave them.
#[derive(Debug)]
pub struct PickSearch<'a> {
    view: &'a View,
    dice: Dice,
    /// The combinations. There is at least one, unless no region is offered.
    pub combinations: Vec<(Vec<RegionId>, Stats)>,
}

impl<'a> PickSearch<'a> {
    /// Nothing is tried yet.
    pub fn new(duel: &Duel<'_>, view: &'a View, dice: Dice) -> PickSearch<'a> {
        let combinations = picks(duel.evaluator, view).into_iter().map(|picks| (picks, Stats::default()));
        PickSearch { view, dice, combinations: combinations.collect() }
    }

    /// The number of playouts.
    pub fn visits(&self) -> u64 {
        self.combinations.iter().map(|(_, stats)| stats.visits).sum()
    }

    /// Tries the combinations in turn.
    pub fn run(&mut self, simulator: &mut Simulator<'_>, running: &Running<'_>) {
        if self.combinations.len() < 2 {
            return;
        }
        while !running.used_up(self.visits()) {
            let n = self.visits() as usize % self.combinations.len();
            let mut state = self.begin(simulator.duel(), n);
            let value = simulator.play_out(&mut state);
            self.combinations[n].1.add(value);
        }
        self.combinations.sort_by(|(_, a), (_, b)| b.mean().total_cmp(&a.mean()));
    }

    /// A possible state at the beginning of the rounds, with this combination.
    fn begin(&mut self, duel: &Duel<'_>, combination: usize) -> State {
        let own = self.combinations[combination].0.clone();
        let mut state = self.view.state.clone();
        match self.view.setup.rules {
            RuleSet::Seed => {
                give(&mut state, duel.side, &own);
                for side in Side::all(duel.players).filter(|side| *side != duel.side) {
                    let picked = self.guess(duel, &state, side);
                    give(&mut state, side, &picked);
                }
            }
            RuleSet::Contest1 => {
                let mut ranked = vec![self.guess(duel, &state, duel.enemy); 2];
                ranked[duel.side.index()] = own;
                for (side, region) in give_ranked(&ranked, &mut self.dice) {
                    give(&mut state, side, &[region]);
                }
            }
            RuleSet::Contest2 => {
                give(&mut state, duel.side, &own);
                let picked = state.regions().filter(|region| state.owner(*region).is_some()).count();
                for n in picked..self.view.picks_in_turn {
                    let picked = self.guess(duel, &state, picker(n));
                    give(&mut state, picker(n), &picked);
                }
            }
        }
        state
    }

    /// What a side may pick: one of its combinations. If its offers are hidden, random neutral regions.
    fn guess(&mut self, duel: &Duel<'_>, state: &State, side: Side) -> Vec<RegionId> {
        let free = |region: &RegionId| state.owner(*region).is_none();
        let offers = self.view.offers.get(side.index()).map_or(&[][..], Vec::as_slice);
        let offers: Vec<RegionId> = offers.iter().copied().filter(free).collect();
        if offers.is_empty() {
            let neutral: Vec<RegionId> = state.regions().filter(free).collect();
            return random_picks(&neutral, self.view.picks, &mut self.dice);
        }
        let combinations = picks_from(duel.evaluator, duel.map, state, side, &offers, self.view.picks.max(1));
        self.dice.pick(&combinations).cloned().unwrap_or_default()
    }
}

fn give(state: &mut State, side: Side, regions: &[RegionId]) {
    for region in regions {
        state.set_owner(*region, Some(side));
    }
}
