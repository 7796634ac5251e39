//! Values of super regions, regions and players, after the source document.

use super::settings::Settings;
use crate::map::{Map, RegionId};
use crate::rules::{MAX_PLAYERS, State};
use common::game::Side;
use serde::{Deserialize, Serialize};

/// What the parts of a super region's value count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuperRegionWeights {
    /// For each army of its bonus.
    pub bonus: i64,
    /// For each neighbouring super region.
    pub neighbours: i64,
    /// For each of its regions.
    pub regions: i64,
    /// For each border between one of its regions and a region outside.
    pub borders: i64,
}

/// The constants of the evaluation and of the generators. The default ones are the document's; [`Settings`] reads them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Super regions while starting regions are picked.
    pub start: SuperRegionWeights,
    /// Super regions in the rounds.
    pub later: SuperRegionWeights,
    /// For the square of the bonus of a super region that somebody owns whole.
    pub whole: i64,
    /// The factor of the super region in the value of a region that can be picked.
    pub start_super_region: i64,
    /// For each step from a region that can be picked to the nearest own one, up to half of the map's diameter.
    pub start_distance: i64,
    /// The factor of the super region in the value of a region.
    pub super_region: i64,
    /// For each own region in the super region of a region.
    pub own: i64,
    /// For each region that the enemy owns in the super region of a region of the enemy.
    pub enemy: i64,
    /// The factor of a region that somebody owns.
    pub owned: i64,
    /// For each army of a player.
    pub army: i64,
    /// The armies above the expected need that defend a threatened region.
    pub defence_reserve: i64,
    /// The armies above the expected need that attack a region.
    pub attack_reserve: u64,
    /// How many percent of the attackers must be as many as the defenders in the aggressive player's attacks.
    pub boldness: u32,
    /// How many combinations of starting regions are generated.
    pub picks: usize,
}

impl Default for Constants {
    fn default() -> Constants {
        Settings::original().default
    }
}

impl Constants {
    /// The constants of the aggressive player.
    pub fn aggressive() -> Constants {
        Settings::original().aggressive
    }
}

/// Evaluates positions on one map. All values are positive.
#[derive(Debug, Clone)]
pub struct Evaluator {
    constants: Constants,
    /// The values of the super regions while starting regions are picked.
    start: Vec<i64>,
    /// Their values in the rounds, if nobody owns them.
    later: Vec<i64>,
    /// Half of the map's diameter.
    radius: i64,
}

impl Evaluator {
    /// An evaluator for a map.
    pub fn new(map: &Map, constants: Constants) -> Evaluator {
        let farthest = |from| distances(map, [from]).into_iter().filter(|steps| *steps != FAR).max();
        let diameter = (0..map.regions.len() as RegionId).filter_map(farthest).max().unwrap_or(0);
        Evaluator {
            constants,
            start: super_region_values(map, constants.start),
            later: super_region_values(map, constants.later),
            radius: i64::from(diameter / 2),
        }
    }

    /// The constants.
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// The values of the super regions in a state.
    pub fn super_regions(&self, map: &Map, state: &State) -> Vec<i64> {
        let whole = |n: usize| {
            let owner = map.super_regions[n].regions.first().and_then(|region| state.owner(*region));
            owner.is_some_and(|owner| state.owns_super_region(map, owner, n))
        };
        let value = |(n, value): (usize, &i64)| {
            if whole(n) { self.whole(*value, map.super_regions[n].bonus) } else { *value }
        };
        self.later.iter().enumerate().map(value).collect()
    }

    /// The values of all regions for a side.
    pub fn regions(&self, map: &Map, state: &State, side: Side) -> Vec<i64> {
        let mut values = Vec::new();
        self.write_regions(map, state, side, &mut values);
        values
    }

    /// Writes the values of all regions for a side.
    pub fn write_regions(&self, map: &Map, state: &State, side: Side, values: &mut Vec<i64>) {
        let c = &self.constants;
        values.clear();
        values.resize(state.len(), 0);
        for (super_region, value) in map.super_regions.iter().zip(&self.later) {
            let mut owned_by = [0; MAX_PLAYERS];
            for region in &super_region.regions {
                if let Some(owner) = state.owner(*region) {
                    owned_by[owner.index()] += 1;
                }
            }
            let whole = owned_by.contains(&(super_region.regions.len() as i64));
            let value = c.own * owned_by[side.index()]
                + c.super_region * if whole { self.whole(*value, super_region.bonus) } else { *value };
            for region in &super_region.regions {
                values[usize::from(*region)] = match state.owner(*region) {
                    None => value,
                    Some(owner) if owner == side => c.owned * value,
                    Some(enemy) => c.owned * (value + c.enemy * owned_by[enemy.index()]),
                };
            }
        }
    }

    /// The value of a super region that somebody owns.
    fn whole(&self, value: i64, bonus: u16) -> i64 {
        value + self.constants.whole * i64::from(bonus) * i64::from(bonus)
    }

    /// The value of a region that can be picked, with the distances to the own regions (see [`distances`]).
    pub fn start_region(&self, map: &Map, region: RegionId, own_distances: &[u16]) -> i64 {
        let super_region = usize::from(map.regions[usize::from(region)].super_region);
        let distance = i64::from(own_distances[usize::from(region)]).min(self.radius);
        self.constants.start_super_region * self.start[super_region]
            + self.constants.start_distance * distance
    }

    /// What a side has: the sum of the values of its regions and of its armies.
    pub fn player(&self, map: &Map, state: &State, side: Side) -> i64 {
        self.players(map, state, [side])[0]
    }

    /// What each of some sides has. Searches call this most of all: it adds up whole super regions, because all regions
    /// of a side in one of them have the same value for the side.
    pub fn players<const N: usize>(&self, map: &Map, state: &State, sides: [Side; N]) -> [i64; N] {
        let c = &self.constants;
        let mut totals = [0; N];
        for (super_region, value) in map.super_regions.iter().zip(&self.later) {
            let (mut regions, mut armies) = ([0; N], [0; N]);
            for region in &super_region.regions {
                for n in 0..N {
                    let owned = i64::from(state.owns(sides[n], *region));
                    regions[n] += owned;
                    armies[n] += owned * i64::from(state.armies(*region));
                }
            }
            for n in 0..N {
                let whole = regions[n] == super_region.regions.len() as i64;
                let value = if whole { self.whole(*value, super_region.bonus) } else { *value };
                totals[n] +=
                    c.owned * regions[n] * (c.own * regions[n] + c.super_region * value) + c.army * armies[n];
            }
        }
        totals
    }

    /// The side's part of what it and an enemy have, from 0 to 1.
    pub fn position(&self, map: &Map, state: &State, side: Side, enemy: Side) -> f64 {
        let [own, other] = self.players(map, state, [side, enemy]);
        share(own, other)
    }
}

/// The part that is one's own, from 0 to 1.
pub fn share(own: i64, other: i64) -> f64 {
    if own + other > 0 { own as f64 / (own + other) as f64 } else { 0.5 }
}

/// The distance of a region that cannot be reached.
pub const FAR: u16 = u16::MAX;

/// The number of steps from each region to the nearest of some regions; [`FAR`] if there is no way.
pub fn distances(map: &Map, to: impl IntoIterator<Item = RegionId>) -> Vec<u16> {
    let mut steps = Vec::new();
    write_distances(map, to, &mut steps, &mut Vec::new());
    steps
}

/// Writes what [`distances`] returns. The queue is memory for the search.
pub fn write_distances(
    map: &Map,
    to: impl IntoIterator<Item = RegionId>,
    steps: &mut Vec<u16>,
    queue: &mut Vec<RegionId>,
) {
    steps.clear();
    steps.resize(map.regions.len(), FAR);
    queue.clear();
    for region in to {
        steps[usize::from(region)] = 0;
        queue.push(region);
    }
    let mut next = 0;
    while let Some(region) = queue.get(next).copied() {
        next += 1;
        for neighbour in &map.regions[usize::from(region)].neighbours {
            if steps[usize::from(*neighbour)] == FAR {
                steps[usize::from(*neighbour)] = steps[usize::from(region)] + 1;
                queue.push(*neighbour);
            }
        }
    }
}

/// The values of the super regions, moved up so that the smallest is at least 1.
fn super_region_values(map: &Map, weights: SuperRegionWeights) -> Vec<i64> {
    let values = map.super_regions.iter().enumerate().map(|(n, super_region)| {
        let mut borders = 0;
        let mut neighbours = Vec::new();
        for region in &super_region.regions {
            for neighbour in &map.regions[usize::from(*region)].neighbours {
                let other = map.regions[usize::from(*neighbour)].super_region;
                if usize::from(other) != n {
                    borders += 1;
                    neighbours.push(other);
                }
            }
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        weights.bonus * i64::from(super_region.bonus)
            + weights.neighbours * neighbours.len() as i64
            + weights.regions * super_region.regions.len() as i64
            + weights.borders * borders
    });
    let values: Vec<i64> = values.collect();
    let shift = values.iter().min().map_or(0, |min| min.abs() + 1);
    values.into_iter().map(|value| value + shift).collect()
}
