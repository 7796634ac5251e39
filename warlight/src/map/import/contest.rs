//! The formats of the AI Games contest: JSON (version 2) and the `setup_map` lines of the protocol.

use super::Outline;
use crate::map::{DEFAULT_ARMIES, MAX_REGIONS, Map, RegionId};
use serde::Deserialize;
use std::collections::HashMap;

/// The armies of a wasteland in the contest's version 2.
const WASTELAND_ARMIES: u16 = 6;

#[derive(Deserialize)]
struct JsonMap {
    #[serde(rename = "Regions", alias = "regions")]
    regions: Vec<JsonRegion>,
    #[serde(rename = "SuperRegions", alias = "superRegions")]
    super_regions: Vec<JsonSuperRegion>,
}

#[derive(Deserialize)]
struct JsonRegion {
    id: u32,
    #[serde(rename = "superRegion")]
    super_region: u32,
    #[serde(default)]
    neighbors: Vec<u32>,
}

#[derive(Deserialize)]
struct JsonSuperRegion {
    id: u32,
    bonus: u16,
}

/// Reads the contest's JSON.
pub fn from_json(text: &str) -> Result<Outline, String> {
    let map: JsonMap = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut ids = ContestMap::default();
    for super_region in &map.super_regions {
        ids.add_super_region(super_region.id, super_region.bonus)?;
    }
    for region in &map.regions {
        ids.add_region(region.id, region.super_region)?;
    }
    for region in &map.regions {
        for neighbour in &region.neighbors {
            ids.add_border(region.id, *neighbour)?;
        }
    }
    Ok(ids.outline)
}

/// Reads `setup_map` lines. Other lines are ignored, so that a whole log of a game can be imported.
pub fn from_lines(text: &str) -> Result<Outline, String> {
    let mut ids = ContestMap::default();
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        if words.next() != Some("setup_map") {
            continue;
        }
        let kind = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        ids.add_line(kind, &words).map_err(|why| format!("line {number}: {why}"))?;
    }
    if ids.outline.regions.is_empty() {
        return Err("there is no line 'setup_map regions'".to_owned());
    }
    Ok(ids.outline)
}

/// A map with the contest's numbers, which grows line by line.
#[derive(Debug, Default)]
pub struct ContestMap {
    outline: Outline,
    super_regions: HashMap<u32, usize>,
    regions: HashMap<u32, usize>,
}

impl ContestMap {
    /// The map so far.
    pub fn map(&self, name: &str) -> Map {
        self.outline.clone().into_map(name)
    }

    /// The index of a region in the map.
    pub fn region(&self, id: u32) -> Option<RegionId> {
        self.regions.get(&id).map(|index| *index as RegionId)
    }

    /// The contest's numbers of all regions, in the order of the map.
    pub fn ids(&self) -> Vec<u32> {
        let mut ids = vec![0; self.regions.len()];
        for (id, index) in &self.regions {
            ids[*index] = *id;
        }
        ids
    }

    fn add_super_region(&mut self, id: u32, bonus: u16) -> Result<(), String> {
        if self.super_regions.len() >= MAX_REGIONS {
            return Err(format!("there are more than {MAX_REGIONS} super regions"));
        }
        if self.super_regions.contains_key(&id) {
            return Err(format!("there are two super regions {id}"));
        }
        self.super_regions.insert(id, self.super_regions.len());
        self.outline.super_regions.push((format!("Super region {id}"), Some(bonus)));
        Ok(())
    }

    fn add_region(&mut self, id: u32, super_region: u32) -> Result<(), String> {
        if self.regions.len() >= MAX_REGIONS {
            return Err(format!("there are more than {MAX_REGIONS} regions"));
        }
        let known = self.super_regions.get(&super_region);
        let known = *known.ok_or_else(|| format!("region {id}: there is no super region {super_region}"))?;
        if self.regions.contains_key(&id) {
            return Err(format!("there are two regions {id}"));
        }
        self.regions.insert(id, self.regions.len());
        self.outline.regions.push((format!("Region {id}"), known, DEFAULT_ARMIES));
        Ok(())
    }

    fn add_border(&mut self, from: u32, to: u32) -> Result<(), String> {
        let find = |id: u32| {
            let index = self.regions.get(&id).copied();
            index.ok_or_else(|| format!("the border between {from} and {to}: there is no region {id}"))
        };
        let border = (find(from)?, find(to)?);
        if border.0 == border.1 {
            return Err(format!("region {from} is its own neighbour"));
        }
        self.outline.borders.push(border);
        Ok(())
    }

    /// Adds what a line `setup_map KIND WORDS` says. After an error, what came before it in the line is kept.
    pub fn add_line(&mut self, kind: &str, words: &[&str]) -> Result<(), String> {
        let pairs = || {
            let is_even = words.len().is_multiple_of(2);
            if is_even { Ok(words.as_chunks::<2>().0) } else { Err("a pair is incomplete".to_owned()) }
        };
        match kind {
            "super_regions" => {
                for [id, bonus] in pairs()? {
                    let bonus = bonus.parse().map_err(|_| format!("'{bonus}' is not a bonus"))?;
                    self.add_super_region(number(id)?, bonus)?;
                }
            }
            "regions" => {
                for [id, super_region] in pairs()? {
                    self.add_region(number(id)?, number(super_region)?)?;
                }
            }
            "neighbors" => {
                for [id, neighbours] in pairs()? {
                    for neighbour in neighbours.split(',') {
                        self.add_border(number(id)?, number(neighbour)?)?;
                    }
                }
            }
            "wastelands" => {
                for word in words {
                    let id = number(word)?;
                    let index = self.regions.get(&id).ok_or_else(|| format!("there is no region {id}"))?;
                    self.outline.regions[*index].2 = WASTELAND_ARMIES;
                }
            }
            // Start positions belong to a game, not to its map.
            "opponent_starting_regions" => {}
            kind => return Err(format!("'setup_map {kind}' is not known")),
        }
        Ok(())
    }
}

fn number(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("'{word}' is not the number of a region or super region"))
}
