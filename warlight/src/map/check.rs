//! Checks of maps. Each mistake is a sentence that names its place.

use super::file::colour_text;
use super::template::SEA;
use super::{MAX_REGIONS, Map, RegionId, Template};
use std::collections::HashMap;
use thiserror::Error;

/// The maximum number of players of a map.
pub const MAX_PLAYERS: u8 = 8;
/// The maximum length of a name in characters.
pub const MAX_NAME: usize = 60;

/// A mistake in a map.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the sentences describe the variants and their fields")]
pub enum Mistake {
    #[error("the map has no regions")]
    NoRegions,
    #[error("the map has {count} regions; at most {MAX_REGIONS} are allowed")]
    TooManyRegions { count: usize },
    #[error("the map has {count} borders; at most {max} are allowed for {regions} regions")]
    TooManyBorders { count: usize, max: usize, regions: usize },
    #[error("max_players is {players}, but must be 2 to {MAX_PLAYERS}, and at most the number of regions")]
    Players { players: u8 },
    #[error("{place}: a name has 1 to {MAX_NAME} characters, none of them a control character")]
    BadName { place: String },
    #[error("two regions are named '{name}'")]
    SameRegion { name: String },
    #[error("two super regions are named '{name}'")]
    SameSuperRegion { name: String },
    #[error("super region '{name}' has no regions")]
    EmptySuperRegion { name: String },
    #[error("region '{region}': there is no super region '{name}'")]
    UnknownSuperRegion { region: String, name: String },
    #[error("region '{region}': there is no region '{name}' to be its neighbour")]
    UnknownNeighbour { region: String, name: String },
    #[error(
        "region '{region}' lists '{neighbour}' as a neighbour, but '{neighbour}' does not list '{region}'"
    )]
    OneSidedBorder { region: String, neighbour: String },
    #[error("region '{region}' is its own neighbour")]
    OwnNeighbour { region: String },
    #[error("region '{region}' lists '{neighbour}' twice")]
    RepeatedNeighbour { region: String, neighbour: String },
    #[error("the map is not connected: '{region}' cannot be reached from '{from}'")]
    Disconnected { region: String, from: String },
    #[error("{place} has no colour")]
    NoColour { place: String },
    #[error("{place}: '{text}' is not a colour; write it as '#rrggbb'")]
    BadColour { place: String, text: String },
    #[error("regions '{first}' and '{second}' have the same template colour {colour}")]
    SameColour { first: String, second: String, colour: String },
    #[error("region '{region}' has the template colour #000000, which is the sea")]
    SeaColour { region: String },
    #[error("region '{region}' has no label place; add label: [x, y]")]
    NoLabel { region: String },
    #[error("region '{region}': its colour {colour} does not occur in the template")]
    MissingInTemplate { region: String, colour: String },
    #[error("the template has the colour {colour}, which no region has, at {x}, {y} ({count} pixels)")]
    UnknownInTemplate { colour: String, x: u32, y: u32, count: usize },
    #[error("region '{region}': its label at {x}, {y} is not inside the region in the template")]
    LabelOutside { region: String, x: u32, y: u32 },
    #[error("the picture is {picture} pixels large, but the template is {template}")]
    Sizes { picture: String, template: String },
}

/// The maximum number of borders. Areas of a plane have less than three each; borders across the sea come on top. Each border
/// that the picture does not show is drawn as a line, which takes time.
pub fn max_borders(regions: usize) -> usize {
    4 * regions + 100
}

/// Checks a map without its pictures. Returns all mistakes.
pub fn structure(map: &Map) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let regions = &map.regions;
    if regions.is_empty() {
        return vec![Mistake::NoRegions];
    }
    if regions.len() > MAX_REGIONS {
        return vec![Mistake::TooManyRegions { count: regions.len() }];
    }
    let count = regions.iter().map(|region| region.neighbours.len()).sum::<usize>().div_ceil(2);
    let max = max_borders(regions.len());
    if count > max {
        return vec![Mistake::TooManyBorders { count, max, regions: regions.len() }];
    }
    let players = map.max_players;
    if !(2..=MAX_PLAYERS).contains(&players) || usize::from(players) > regions.len() {
        mistakes.push(Mistake::Players { players });
    }
    names(map, &mut mistakes);
    let mut colours = HashMap::new();
    for region in regions {
        if region.template == SEA {
            mistakes.push(Mistake::SeaColour { region: region.name.clone() });
        } else if let Some(first) = colours.insert(region.template, &region.name) {
            mistakes.push(Mistake::SameColour {
                first: first.clone(),
                second: region.name.clone(),
                colour: colour_text(region.template),
            });
        }
    }
    borders(map, &mut mistakes);
    mistakes
}

fn names(map: &Map, mistakes: &mut Vec<Mistake>) {
    let is_bad = |name: &str| {
        name.trim().is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control)
    };
    if is_bad(&map.name) {
        mistakes.push(Mistake::BadName { place: "name".to_owned() });
    }
    let mut seen = HashMap::new();
    for (index, super_region) in map.super_regions.iter().enumerate() {
        let name = super_region.name.clone();
        if is_bad(&name) {
            mistakes.push(Mistake::BadName { place: format!("super_regions[{index}]") });
        }
        if super_region.regions.is_empty() {
            mistakes.push(Mistake::EmptySuperRegion { name: name.clone() });
        }
        if seen.insert(&super_region.name, index).is_some() {
            mistakes.push(Mistake::SameSuperRegion { name });
        }
    }
    let mut seen = HashMap::new();
    for (index, region) in map.regions.iter().enumerate() {
        if is_bad(&region.name) {
            mistakes.push(Mistake::BadName { place: format!("regions[{index}]") });
        }
        if seen.insert(&region.name, index).is_some() {
            mistakes.push(Mistake::SameRegion { name: region.name.clone() });
        }
    }
}

fn borders(map: &Map, mistakes: &mut Vec<Mistake>) {
    let regions = &map.regions;
    let name = |id: RegionId| regions[usize::from(id)].name.clone();
    let mut one_sided = false;
    for (id, region) in (0..).zip(regions) {
        for pair in region.neighbours.windows(2).filter(|pair| pair[0] == pair[1]) {
            mistakes
                .push(Mistake::RepeatedNeighbour { region: region.name.clone(), neighbour: name(pair[0]) });
        }
        let mut previous = None;
        for &neighbour in &region.neighbours {
            if previous.replace(neighbour) == Some(neighbour) {
                continue;
            }
            if neighbour == id {
                mistakes.push(Mistake::OwnNeighbour { region: region.name.clone() });
            } else if !regions[usize::from(neighbour)].neighbours.contains(&id) {
                one_sided = true;
                mistakes.push(Mistake::OneSidedBorder {
                    region: region.name.clone(),
                    neighbour: name(neighbour),
                });
            }
        }
    }
    // With one-sided borders the answer would depend on where the walk starts.
    if one_sided {
        return;
    }
    let reached = reachable(map);
    if let Some(region) = reached.iter().position(|reached| !reached) {
        mistakes.push(Mistake::Disconnected { region: name(region as RegionId), from: name(0) });
    }
}

/// Which regions can be reached from the first one.
pub(super) fn reachable(map: &Map) -> Vec<bool> {
    let mut reached = vec![false; map.regions.len()];
    let mut open = vec![0_usize];
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            open.extend(map.regions[id].neighbours.iter().map(|id| usize::from(*id)));
        }
    }
    reached
}

/// Checks the label places of regions alone, which is much faster than the whole template.
pub fn labels(map: &Map, template: &Template) -> Vec<Mistake> {
    let outside = |(id, region): (RegionId, &super::Region)| {
        let (x, y) = region.label;
        let is_inside = template.region_at(x, y) == Some(id);
        (!is_inside).then(|| Mistake::LabelOutside { region: region.name.clone(), x, y })
    };
    (0..).zip(&map.regions).filter_map(outside).collect()
}

/// Checks that a map fits its template. `strays` are the colours of the template that no region has.
pub fn template(map: &Map, template: &Template, strays: &[Mistake]) -> Vec<Mistake> {
    let mut mistakes = strays.to_vec();
    let mut found = vec![false; map.regions.len()];
    for id in template.pixels().iter().copied().filter(|id| *id != Template::NO_REGION) {
        if let Some(found) = found.get_mut(usize::from(id)) {
            *found = true;
        }
    }
    for ((id, region), found) in (0..).zip(&map.regions).zip(found) {
        let (x, y) = region.label;
        if !found {
            let colour = colour_text(region.template);
            mistakes.push(Mistake::MissingInTemplate { region: region.name.clone(), colour });
        } else if template.region_at(x, y) != Some(id) {
            mistakes.push(Mistake::LabelOutside { region: region.name.clone(), x, y });
        }
    }
    mistakes
}
