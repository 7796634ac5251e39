//! The evaluation of positions: the chance to win, from a few sums over the map.

use super::atlas::Atlas;
use crate::rules::{MAX_PLAYERS, State};
use common::game::Side;
use serde::{Deserialize, Serialize};

/// The number of features.
pub const FEATURES: usize = 8;

/// The weights of the features: what a feature of 1 adds to the logarithm of the odds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The part of the income, from −1 to 1, as all shares.
    pub income_share: f32,
    /// The part of the armies.
    pub army_share: f32,
    /// The part of the regions.
    pub region_share: f32,
    /// The part of the super regions that are owned in part, by their bonuses.
    pub progress_share: f32,
    /// The lead in income, in tens.
    pub income_lead: f32,
    /// The lead in armies, compared with the incomes.
    pub army_lead: f32,
    /// The part of the armies beside enemies.
    pub front_share: f32,
    /// Own bonuses beside enemies, and enemies' ones beside own regions, compared with the incomes.
    pub exposed_bonus: f32,
}

impl Weights {
    /// The weights in the order of the features.
    pub fn to_array(self) -> [f32; FEATURES] {
        let Weights { income_share, army_share, region_share, progress_share, .. } = self;
        let Weights { income_lead, army_lead, front_share, exposed_bonus, .. } = self;
        [
            income_share,
            army_share,
            region_share,
            progress_share,
            income_lead,
            army_lead,
            front_share,
            exposed_bonus,
        ]
    }

    /// Weights in the order of the features.
    pub fn from_array(weights: [f32; FEATURES]) -> Weights {
        let [
            income_share,
            army_share,
            region_share,
            progress_share,
            income_lead,
            army_lead,
            front_share,
            exposed_bonus,
        ] = weights;
        Weights {
            income_share,
            army_share,
            region_share,
            progress_share,
            income_lead,
            army_lead,
            front_share,
            exposed_bonus,
        }
    }
}

/// What a side has.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    armies: f32,
    regions: f32,
    income: f32,
    /// Bonuses of super regions that are owned in part.
    progress: f32,
    /// Armies beside enemies.
    front: f32,
    /// Bonuses that are owned and have an enemy beside them.
    exposed: f32,
}

/// Evaluates positions. It keeps its memory.
#[derive(Debug, Clone, Default)]
pub struct Judge {
    counts: Vec<[u16; MAX_PLAYERS]>,
    /// By super region: whether an enemy of its owner is beside it.
    touched: Vec<bool>,
}

/// The part of the first one of two numbers, from −1 to 1.
fn share(own: f32, other: f32) -> f32 {
    if own + other > 0.0 { (own - other) / (own + other) } else { 0.0 }
}

impl Judge {
    /// The chance of a side to win, by these weights. It is certain if nobody else, or everybody else, is left.
    pub fn chance(&mut self, atlas: &Atlas, state: &State, side: Side, weights: &Weights) -> f32 {
        let alive = state.alive();
        if !alive.contains(side) {
            return 0.0;
        }
        if alive.iter().all(|other| other == side) {
            return 1.0;
        }
        let features = self.features(atlas, state, side);
        let log_odds: f32 =
            weights.to_array().iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// The features of a position for a side, against its strongest enemy.
    pub fn features(&mut self, atlas: &Atlas, state: &State, side: Side) -> [f32; FEATURES] {
        let mut sums = [Sums { income: atlas.rules.base_income as f32, ..Sums::default() }; MAX_PLAYERS];
        self.counts.clear();
        self.counts.resize(atlas.bonuses().len(), [0; MAX_PLAYERS]);
        self.touched.clear();
        self.touched.resize(atlas.bonuses().len(), false);
        for region in state.regions() {
            let Some(owner) = state.owner(region) else { continue };
            let n = atlas.super_region(region);
            let armies = state.armies(region) as f32;
            let sums = &mut sums[owner.index()];
            sums.armies += armies;
            sums.regions += 1.0;
            self.counts[n][owner.index()] += 1;
            if atlas.neighbours(region).iter().any(|other| state.owner(*other).is_some_and(|o| o != owner)) {
                sums.front += armies;
                self.touched[n] = true;
            }
        }
        for ((counts, (bonus, size)), touched) in self.counts.iter().zip(atlas.bonuses()).zip(&self.touched) {
            for (sums, count) in sums.iter_mut().zip(counts) {
                if u32::from(*count) == *size {
                    sums.income += bonus;
                    sums.exposed += if *touched { *bonus } else { 0.0 };
                } else if *count > 0 {
                    let part = f32::from(*count) / *size as f32;
                    sums.progress += bonus * part * part;
                }
            }
        }
        let own = sums[side.index()];
        let strength = |sums: &Sums| sums.armies + 5.0 * sums.income;
        let others = sums.iter().enumerate().filter(|(n, sums)| *n != side.index() && sums.regions > 0.0);
        let enemy = others.map(|(_, sums)| *sums).max_by(|a, b| strength(a).total_cmp(&strength(b)));
        let enemy = enemy.unwrap_or_default();
        let total = own.income + enemy.income;
        [
            share(own.income, enemy.income),
            share(own.armies, enemy.armies),
            share(own.regions, enemy.regions),
            share(own.progress + 1.0, enemy.progress + 1.0),
            ((own.income - enemy.income) / 10.0).clamp(-2.0, 2.0),
            ((own.armies - enemy.armies) / total.max(1.0) / 4.0).clamp(-2.0, 2.0),
            share(own.front + 1.0, enemy.front + 1.0),
            (own.exposed - enemy.exposed) / total.max(1.0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn features_of_the_other_side_are_opposite() {
        let setup = Setup::default();
        let atlas = Atlas::new(&setup.map.map, setup.round_rules());
        let mut state = State::neutral(&setup.map);
        for (region, side) in [(0, 0), (1, 0), (2, 1), (9, 1), (20, 1)] {
            state.set_owner(region, Some(Side(side)));
            state.set_armies(region, 3 + u32::from(region));
        }
        let mut judge = Judge::default();
        let one = judge.features(&atlas, &state, Side(0));
        let other = judge.features(&atlas, &state, Side(1));
        for (a, b) in one.iter().zip(other) {
            assert!((a + b).abs() < 1e-5, "{one:?} {other:?}");
        }
        assert!(one[1] < 0.0 && one[2] < 0.0);
    }

    #[test]
    fn the_end_is_certain() {
        let setup = Setup::default();
        let atlas = Atlas::new(&setup.map.map, setup.round_rules());
        let mut state = State::neutral(&setup.map);
        state.set_owner(3, Some(Side(1)));
        let weights = Weights::from_array([1.0; FEATURES]);
        let mut judge = Judge::default();
        assert!(judge.chance(&atlas, &state, Side(0), &weights) < f32::EPSILON);
        assert!(judge.chance(&atlas, &state, Side(1), &weights) > 1.0 - f32::EPSILON);
    }
}
