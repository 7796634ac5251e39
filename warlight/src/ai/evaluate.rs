//! Values of super regions, regions and players, after the source document.

use crate::map::{Map, RegionId};
use crate::rules::State;
use common::game::Side;
use std::collections::VecDeque;

/// What the parts of a super region's value count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The constants of the evaluation and of the generators. The default ones are the document's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}

impl Default for Constants {
    fn default() -> Constants {
        Constants {
            start: SuperRegionWeights { bonus: 3, neighbours: 1, regions: -3, borders: -5 },
            later: SuperRegionWeights { bonus: 3, neighbours: -1, regions: -5, borders: -3 },
            whole: 30,
            start_super_region: 3,
            start_distance: 50,
            super_region: 1,
            own: 20,
            enemy: 20,
            owned: 2,
            army: 10,
            defence_reserve: 2,
            attack_reserve: 4,
            boldness: 90,
        }
    }
}

impl Constants {
    /// The constants of the aggressive player.
    pub fn aggressive() -> Constants {
        let plain = Constants::default();
        Constants {
            later: SuperRegionWeights { regions: -6, ..plain.later },
            super_region: 15,
            owned: 5,
            ..plain
        }
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
            let bonus = i64::from(map.super_regions[n].bonus);
            if whole(n) { value + self.constants.whole * bonus * bonus } else { *value }
        };
        self.later.iter().enumerate().map(value).collect()
    }

    /// The values of all regions for a side.
    pub fn regions(&self, map: &Map, state: &State, side: Side) -> Vec<i64> {
        let c = &self.constants;
        let super_regions = self.super_regions(map, state);
        let count = |n: usize, owner| {
            map.super_regions[n].regions.iter().filter(|region| state.owns(owner, **region)).count() as i64
        };
        let own: Vec<i64> = (0..super_regions.len()).map(|n| count(n, side)).collect();
        let value = |region: RegionId| {
            let n = usize::from(map.regions[usize::from(region)].super_region);
            let value = c.own * own[n] + c.super_region * super_regions[n];
            match state.owner(region) {
                None => value,
                Some(owner) if owner == side => c.owned * value,
                Some(enemy) => c.owned * (value + c.enemy * count(n, enemy)),
            }
        };
        state.regions().map(value).collect()
    }

    /// The value of a region that can be picked, with the distances to the own regions (see [`distances`]).
    pub fn start_region(&self, map: &Map, region: RegionId, own_distances: &[u16]) -> i64 {
        let super_region = usize::from(map.regions[usize::from(region)].super_region);
        let distance = i64::from(own_distances[usize::from(region)]).min(self.radius);
        self.constants.start_super_region * self.start[super_region]
            + self.constants.start_distance * distance
    }

    /// What a side has: its regions and its armies.
    pub fn player(&self, map: &Map, state: &State, side: Side) -> i64 {
        let values = self.regions(map, state, side);
        let regions: i64 = state.regions_of(side).map(|region| values[usize::from(region)]).sum();
        regions + self.constants.army * state.army_count(side) as i64
    }

    /// The side's part of what it and an enemy have, from 0 to 1.
    pub fn position(&self, map: &Map, state: &State, side: Side, enemy: Side) -> f64 {
        let (own, other) = (self.player(map, state, side) as f64, self.player(map, state, enemy) as f64);
        if own + other > 0.0 { own / (own + other) } else { 0.5 }
    }
}

/// The distance of a region that cannot be reached.
pub const FAR: u16 = u16::MAX;

/// The number of steps from each region to the nearest of some regions; [`FAR`] if there is no way.
pub fn distances(map: &Map, to: impl IntoIterator<Item = RegionId>) -> Vec<u16> {
    let mut steps = vec![FAR; map.regions.len()];
    let mut queue: VecDeque<RegionId> = to.into_iter().collect();
    for region in &queue {
        steps[usize::from(*region)] = 0;
    }
    while let Some(region) = queue.pop_front() {
        for neighbour in &map.regions[usize::from(region)].neighbours {
            if steps[usize::from(*neighbour)] == FAR {
                steps[usize::from(*neighbour)] = steps[usize::from(region)] + 1;
                queue.push_back(*neighbour);
            }
        }
    }
    steps
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
