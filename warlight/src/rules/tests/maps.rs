//! Maps for tests.

use crate::map::{DEFAULT_ARMIES, Map, Region, RegionId, SuperRegion};
use crate::rules::{MapRef, State};
use common::game::{Dice, Side};
use std::sync::Arc;

/// A map from borders and super regions; regions are numbered through.
pub fn build(name: &str, borders: &[(RegionId, RegionId)], groups: &[(u16, &[RegionId])]) -> MapRef {
    let count = groups.iter().map(|(_, regions)| regions.len()).sum::<usize>() as RegionId;
    let group_of = |region: RegionId| {
        groups.iter().position(|(_, regions)| regions.contains(&region)).expect("every region is in a group")
    };
    let region = |id: RegionId| {
        let mut neighbours: Vec<RegionId> = borders
            .iter()
            .filter_map(|(a, b)| if *a == id { Some(*b) } else { (*b == id).then_some(*a) })
            .collect();
        neighbours.sort_unstable();
        neighbours.dedup();
        Region {
            name: format!("Region {}", id + 1),
            super_region: group_of(id) as u16,
            neighbours,
            armies: DEFAULT_ARMIES,
            label: (0, 0),
            template: [id as u8, (id >> 8) as u8, 0],
        }
    };
    let super_region = |(n, (bonus, regions)): (usize, &(u16, &[RegionId]))| SuperRegion {
        name: format!("Group {}", n + 1),
        bonus: *bonus,
        colour: [n as u8, 0, 0],
        regions: regions.to_vec(),
    };
    let map = Map {
        name: name.to_owned(),
        max_players: 8,
        super_regions: groups.iter().enumerate().map(super_region).collect(),
        regions: (0..count).map(region).collect(),
    };
    MapRef { id: name.to_owned(), map: Arc::new(map) }
}

/// Six regions: two triangles, 0 1 2 with a bonus of 3 and 3 4 5 with a bonus of 4, joined by the border of 2 and 3.
pub fn six() -> MapRef {
    let borders = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
    build("six", &borders, &[(3, &[0, 1, 2]), (4, &[3, 4, 5])])
}

/// A random connected map.
pub fn random(regions: usize, groups: usize, seed: u64) -> MapRef {
    let mut dice = Dice::of(seed, 77);
    let mut borders: Vec<(RegionId, RegionId)> =
        (1..regions).map(|n| (dice.below(n) as RegionId, n as RegionId)).collect();
    for _ in 0..regions {
        let (a, b) = (dice.below(regions) as RegionId, dice.below(regions) as RegionId);
        if a != b {
            borders.push((a, b));
        }
    }
    let lists: Vec<Vec<RegionId>> = (0..groups)
        .map(|n| (0..regions).filter(|r| r % groups == n).map(|r| r as RegionId).collect())
        .collect();
    let bonuses: Vec<u16> = (0..groups).map(|_| dice.below(6) as u16).collect();
    let groups: Vec<(u16, &[RegionId])> = bonuses.into_iter().zip(lists.iter().map(Vec::as_slice)).collect();
    build(&format!("random {seed}"), &borders, &groups)
}

/// A state of a map; each entry is the owner (0 is nobody, 1 the first side) and the armies of a region.
pub fn state(map: &Map, holdings: &[(u8, u32)]) -> State {
    let mut state = State::neutral(map);
    for (region, (owner, armies)) in (0..).zip(holdings) {
        state.set_owner(region, owner.checked_sub(1).map(Side));
        state.set_armies(region, *armies);
    }
    state
}
