//! Changes of maps that keep both sides of a relation: borders, and regions in super regions.

use super::generate::bonus;
use super::paint::SUPER_REGION_COLOURS;
use super::{Map, RegionId, SuperRegion, SuperRegionId, Template, labels};

/// Adds or removes the border between two regions. Returns whether there is one now.
pub fn toggle_border(map: &mut Map, a: RegionId, b: RegionId) -> bool {
    if a == b {
        return false;
    }
    // A border that only one side lists counts as one, so that it can be removed.
    let has = |from: RegionId, to: RegionId| map.regions[usize::from(from)].neighbours.contains(&to);
    let add = !(has(a, b) || has(b, a));
    for (from, to) in [(a, b), (b, a)] {
        let neighbours = &mut map.regions[usize::from(from)].neighbours;
        neighbours.retain(|near| *near != to && *near != from);
        if add {
            neighbours.push(to);
        }
        neighbours.sort_unstable();
        neighbours.dedup();
    }
    add
}

/// Makes every border go both ways, and removes borders of regions with themselves.
pub fn repair_borders(map: &mut Map) {
    let links: Vec<(RegionId, RegionId)> = (0..)
        .zip(&map.regions)
        .flat_map(|(id, region)| region.neighbours.iter().map(move |near| (id, *near)))
        .filter(|(from, to)| from != to)
        .collect();
    for region in &mut map.regions {
        region.neighbours.clear();
    }
    for (from, to) in links {
        map.regions[usize::from(from)].neighbours.push(to);
        map.regions[usize::from(to)].neighbours.push(from);
    }
    for region in &mut map.regions {
        region.neighbours.sort_unstable();
        region.neighbours.dedup();
    }
}

/// Moves a region to another super region.
pub fn set_super_region(map: &mut Map, region: RegionId, to: SuperRegionId) {
    if usize::from(to) >= map.super_regions.len() {
        return;
    }
    map.regions[usize::from(region)].super_region = to;
    list_members(map);
}

/// Adds a super region without regions, with a name and a colour that no other one has.
pub fn add_super_region(map: &mut Map) -> SuperRegionId {
    let is_free = |name: &String| map.super_regions.iter().all(|other| other.name != *name);
    let names = (map.super_regions.len() + 1..).map(|number| format!("Super region {number}"));
    let name = names.into_iter().find(is_free).unwrap_or_default();
    let uses = |colour: &&[u8; 3]| map.super_regions.iter().filter(|other| other.colour == **colour).count();
    let colour = SUPER_REGION_COLOURS.iter().min_by_key(uses).copied().unwrap_or_default();
    map.super_regions.push(SuperRegion { name, bonus: 1, colour, regions: Vec::new() });
    (map.super_regions.len() - 1) as SuperRegionId
}

/// Removes a super region. Its regions join the super region that they have most borders with. The last super region
/// cannot be removed; returns whether it was.
pub fn remove_super_region(map: &mut Map, removed: SuperRegionId) -> bool {
    if map.super_regions.len() < 2 || usize::from(removed) >= map.super_regions.len() {
        return false;
    }
    // From the edge inwards: a region in the middle joins what its neighbours have joined.
    while map.regions.iter().any(|region| region.super_region == removed) {
        let foreign = |region: &&super::Region| {
            region
                .neighbours
                .iter()
                .filter(|near| map.regions[usize::from(**near)].super_region != removed)
                .count()
        };
        let members = (0..).zip(&map.regions).filter(|(_, region)| region.super_region == removed);
        let Some((id, region)) = members.max_by_key(|(_, region)| foreign(region)) else { break };
        let mut borders = vec![0_usize; map.super_regions.len()];
        for near in &region.neighbours {
            borders[usize::from(map.regions[usize::from(*near)].super_region)] += 1;
        }
        let others = (0..map.super_regions.len()).filter(|other| *other != usize::from(removed));
        let target = others.rev().max_by_key(|other| borders[*other]).unwrap_or(0);
        let id: RegionId = id;
        map.regions[usize::from(id)].super_region = target as SuperRegionId;
    }
    map.super_regions.remove(usize::from(removed));
    for region in &mut map.regions {
        region.super_region -= SuperRegionId::from(region.super_region > removed);
    }
    list_members(map);
    true
}

/// Removes a region: its land becomes sea. A super region without regions goes too. The last two regions stay; returns
/// whether the region was removed.
pub fn remove_region(map: &mut Map, removed: RegionId) -> bool {
    if map.regions.len() <= 2 || usize::from(removed) >= map.regions.len() {
        return false;
    }
    let of = map.regions.remove(usize::from(removed)).super_region;
    for region in &mut map.regions {
        region.neighbours.retain(|near| *near != removed);
        for near in &mut region.neighbours {
            *near -= RegionId::from(*near > removed);
        }
    }
    map.max_players = map.max_players.min(map.regions.len().min(usize::from(u8::MAX)) as u8);
    list_members(map);
    if map.super_regions.get(usize::from(of)).is_some_and(|group| group.regions.is_empty()) {
        remove_super_region(map, of);
    }
    true
}

/// Whether all numbers of regions and super regions exist, as in a map that was read from anywhere.
pub fn is_consistent(map: &Map) -> bool {
    let (regions, groups) = (map.regions.len(), map.super_regions.len());
    let is_sound = |region: &super::Region| {
        usize::from(region.super_region) < groups
            && region.neighbours.iter().all(|near| usize::from(*near) < regions)
    };
    let members = map.super_regions.iter().flat_map(|group| &group.regions);
    (1..=super::MAX_REGIONS).contains(&regions)
        && map.regions.iter().all(is_sound)
        && members.into_iter().all(|member| usize::from(*member) < regions)
}

/// The bonus that fits the size of a super region and the number of regions to defend.
pub fn suggested_bonus(map: &Map, of: SuperRegionId) -> u16 {
    let members: Vec<_> = map.regions.iter().filter(|region| region.super_region == of).collect();
    let is_border = |region: &&&super::Region| {
        region.neighbours.iter().any(|near| map.regions[usize::from(*near)].super_region != of)
    };
    bonus(members.len(), members.iter().filter(is_border).count())
}

/// The place of a region's army number that is farthest from its edge. `None` for a region without pixels.
pub fn label_place(template: &Template, region: RegionId) -> Option<(u32, u32)> {
    let places = labels::places(template, usize::from(region) + 1);
    let place = places.get(usize::from(region)).map(|(place, _)| *place);
    place.filter(|(x, y)| template.region_at(*x, *y) == Some(region))
}

/// Lists the regions of each super region again.
fn list_members(map: &mut Map) {
    for super_region in &mut map.super_regions {
        super_region.regions.clear();
    }
    for (id, region) in (0..).zip(&map.regions) {
        if let Some(super_region) = map.super_regions.get_mut(usize::from(region.super_region)) {
            super_region.regions.push(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{check, load_structure};

    fn brindle() -> Map {
        Map::clone(&load_structure("brindle").unwrap())
    }

    #[test]
    fn a_border_is_added_and_removed_on_both_sides() {
        let mut map = brindle();
        let far = (1..15).find(|id| !map.regions[0].neighbours.contains(id)).unwrap();
        assert!(toggle_border(&mut map, 0, far));
        assert!(
            map.regions[0].neighbours.contains(&far) && map.regions[usize::from(far)].neighbours.contains(&0)
        );
        assert_eq!(check::structure(&map), []);
        assert!(!toggle_border(&mut map, 0, far));
        assert_eq!(map, brindle());
        assert!(!toggle_border(&mut map, 3, 3));
    }

    #[test]
    fn a_removed_region_leaves_a_consistent_map() {
        let mut map = brindle();
        let names: Vec<String> = map.regions.iter().map(|region| region.name.clone()).collect();
        let links = |map: &Map, name: &str| -> Vec<String> {
            let region = map.regions.iter().find(|region| region.name == name).unwrap();
            region.neighbours.iter().map(|near| map.regions[usize::from(*near)].name.clone()).collect()
        };
        let before = links(&map, &names[9]);
        assert!(remove_region(&mut map, 4) && is_consistent(&map));
        assert_eq!(map.regions.len(), 14);
        assert!(map.regions.iter().all(|region| region.name != names[4]));
        let expected: Vec<String> = before.into_iter().filter(|name| *name != names[4]).collect();
        assert_eq!(links(&map, &names[9]), expected);
        let of_group: Vec<RegionId> = map.super_regions[0].regions.clone();
        for region in of_group.into_iter().rev() {
            assert!(remove_region(&mut map, region) && is_consistent(&map));
        }
        assert_eq!(map.super_regions.len(), brindle().super_regions.len() - 1, "an empty one goes too");
        while map.regions.len() > 2 {
            assert!(remove_region(&mut map, 0));
        }
        assert!(!remove_region(&mut map, 0) && is_consistent(&map));
    }

    #[test]
    fn one_sided_borders_are_repaired() {
        let mut map = brindle();
        let near = map.regions[0].neighbours.remove(0);
        map.regions[2].neighbours.push(2);
        assert_ne!(check::structure(&map), []);
        repair_borders(&mut map);
        assert!(map.regions[0].neighbours.contains(&near));
        assert_eq!(map, brindle());
    }

    #[test]
    fn regions_change_their_super_region() {
        let mut map = brindle();
        let new = add_super_region(&mut map);
        assert_eq!(check::structure(&map).len(), 1, "it is empty");
        set_super_region(&mut map, 4, new);
        assert_eq!(map.super_regions[usize::from(new)].regions, [4]);
        assert_eq!(check::structure(&map), []);
        assert_eq!(suggested_bonus(&map, new), 1);
    }

    #[test]
    fn a_label_place_is_inside_its_region() {
        let loaded = crate::map::load("brindle").unwrap();
        for region in 0..15 {
            let (x, y) = label_place(&loaded.template, region).unwrap();
            assert_eq!(loaded.template.region_at(x, y), Some(region));
        }
        assert_eq!(label_place(&loaded.template, 15), None);
    }

    #[test]
    fn the_regions_of_a_removed_super_region_join_their_neighbours() {
        let mut map = brindle();
        while map.super_regions.len() > 1 {
            assert!(remove_super_region(&mut map, 0));
            assert_eq!(check::structure(&map), []);
            let listed: usize = map.super_regions.iter().map(|group| group.regions.len()).sum();
            assert_eq!(listed, 15);
        }
        assert!(!remove_super_region(&mut map, 0));
    }
}
