//! The YAML file of a map. `maps/map.schema.json` describes it for editors.

use super::check::{self, Mistake};
use super::{DEFAULT_ARMIES, Map, Region, RegionId, SuperRegion, SuperRegionId};
use common::limits::{self, YamlLimits};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt::Write;

/// The limits of a map file. A map of 1,000 regions needs about half of the length, and a depth of 4.
pub const LIMITS: YamlLimits = YamlLimits { bytes: 1 << 19, depth: 16, brackets: 4000 };

/// What is wrong with a file without content.
pub const EMPTY: &str = "the file is empty";

/// A map file as written, before the names are resolved.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The name shown to players.
    pub name: String,
    /// A sentence about the map.
    #[serde(default)]
    pub about: String,
    /// The number of players that the map carries.
    pub max_players: u8,
    /// The super regions.
    pub super_regions: Vec<SuperRegionEntry>,
    /// The regions.
    pub regions: Vec<RegionEntry>,
}

/// A super region as written.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SuperRegionEntry {
    /// The name.
    pub name: String,
    /// The income for its owner.
    pub bonus: u16,
    /// The colour as `#rrggbb`.
    pub colour: Option<String>,
}

/// A region as written.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RegionEntry {
    /// The name.
    pub name: String,
    /// The name of its super region.
    pub super_region: String,
    /// The names of the regions across its borders.
    pub neighbours: Vec<String>,
    /// The neutral armies at the beginning.
    pub armies: Option<u16>,
    /// Where the number of armies is drawn.
    pub label: Option<(u32, u32)>,
    /// The colour in the template as `#rrggbb`.
    pub template: Option<String>,
}

impl MapFile {
    /// The file of a map; [`resolve`] gives the map back.
    pub fn of(map: &Map, about: &str) -> MapFile {
        let name = |id: &RegionId| map.regions[usize::from(*id)].name.clone();
        let super_regions = map.super_regions.iter().map(|super_region| SuperRegionEntry {
            name: super_region.name.clone(),
            bonus: super_region.bonus,
            colour: Some(colour_text(super_region.colour)),
        });
        let regions = map.regions.iter().map(|region| RegionEntry {
            name: region.name.clone(),
            super_region: map.super_regions[usize::from(region.super_region)].name.clone(),
            neighbours: region.neighbours.iter().map(name).collect(),
            armies: Some(region.armies),
            label: Some(region.label),
            template: Some(colour_text(region.template)),
        });
        MapFile {
            name: map.name.clone(),
            about: about.to_owned(),
            max_players: map.max_players,
            super_regions: super_regions.collect(),
            regions: regions.collect(),
        }
    }
}

/// Reads a map file without resolving names. The error is a sentence with the place.
pub fn parse(text: &str) -> Result<MapFile, String> {
    if text.len() as u64 <= LIMITS.bytes && text.trim().is_empty() {
        return Err(EMPTY.to_owned());
    }
    limits::parse_yaml(text, LIMITS)
}

/// A colour written as `#rrggbb`.
pub fn parse_colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| {
        let part = &digits[at..at + 2];
        part.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u8::from_str_radix(part, 16).ok())?
    };
    Some([part(0)?, part(2)?, part(4)?])
}

/// Writes a colour as `#rrggbb`.
pub fn colour_text([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Resolves the names of a map file. Returns all mistakes if there are any.
pub fn resolve(file: &MapFile) -> Result<Map, Vec<Mistake>> {
    let (map, mistakes) = resolve_with_mistakes(file);
    if mistakes.is_empty() { Ok(map) } else { Err(mistakes) }
}

/// Resolves the names of a map file as far as possible, for an editor that can repair the map. Neighbours that do not
/// exist are left out, and a region whose super region does not exist belongs to the first one.
pub fn resolve_with_mistakes(file: &MapFile) -> (Map, Vec<Mistake>) {
    let mut mistakes = Vec::new();
    let super_ids: HashMap<&str, usize> =
        file.super_regions.iter().enumerate().rev().map(|(id, entry)| (&*entry.name, id)).collect();
    let ids: HashMap<&str, usize> =
        file.regions.iter().enumerate().rev().map(|(id, entry)| (&*entry.name, id)).collect();
    let mut colour = |place: String, text: Option<&String>| match text {
        None => {
            mistakes.push(Mistake::NoColour { place });
            [0; 3]
        }
        Some(text) => parse_colour(text).unwrap_or_else(|| {
            mistakes.push(Mistake::BadColour { place, text: text.clone() });
            [0; 3]
        }),
    };
    let mut super_regions: Vec<SuperRegion> = file
        .super_regions
        .iter()
        .map(|entry| SuperRegion {
            name: entry.name.clone(),
            bonus: entry.bonus,
            colour: colour(format!("super region '{}'", entry.name), entry.colour.as_ref()),
            regions: Vec::new(),
        })
        .collect();
    let templates: Vec<[u8; 3]> = file
        .regions
        .iter()
        .map(|entry| colour(format!("region '{}'", entry.name), entry.template.as_ref()))
        .collect();
    let mut regions = Vec::new();
    for (id, (entry, template)) in file.regions.iter().zip(templates).enumerate() {
        let super_region = super_ids.get(&*entry.super_region).copied().unwrap_or_else(|| {
            mistakes.push(Mistake::UnknownSuperRegion {
                region: entry.name.clone(),
                name: entry.super_region.clone(),
            });
            0
        });
        if let Some(super_region) = super_regions.get_mut(super_region) {
            super_region.regions.push(id as RegionId);
        }
        let mut neighbours = Vec::new();
        for name in &entry.neighbours {
            match ids.get(&**name) {
                Some(neighbour) => neighbours.push(*neighbour as RegionId),
                None => mistakes
                    .push(Mistake::UnknownNeighbour { region: entry.name.clone(), name: name.clone() }),
            }
        }
        neighbours.sort_unstable();
        if entry.label.is_none() {
            mistakes.push(Mistake::NoLabel { region: entry.name.clone() });
        }
        regions.push(Region {
            name: entry.name.clone(),
            super_region: super_region as SuperRegionId,
            neighbours,
            armies: entry.armies.unwrap_or(DEFAULT_ARMIES),
            label: entry.label.unwrap_or_default(),
            template,
        });
    }
    let map = Map { name: file.name.clone(), max_players: file.max_players, super_regions, regions };
    let unresolved = !mistakes.is_empty();
    mistakes.extend(check::structure(&map).into_iter().filter(|mistake| {
        // A colour that is missing or unreadable is black here, which is not a second mistake.
        !(unresolved && matches!(mistake, Mistake::SameColour { .. } | Mistake::SeaColour { .. }))
    }));
    (map, mistakes)
}

/// Writes the YAML file of a map, in the form that [`parse`] and [`resolve`] read back.
pub fn write(map: &Map, about: &str) -> String {
    let mut text = String::from("# yaml-language-server: $schema=map.schema.json\n");
    let names = |ids: &[RegionId]| {
        let names: Vec<String> = ids.iter().map(|id| quote(&map.regions[usize::from(*id)].name)).collect();
        names.join(", ")
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "name: {}", quote(&map.name));
    if !about.is_empty() {
        let _ = writeln!(text, "about: {}", quote(about));
    }
    let _ = writeln!(text, "max_players: {}\nsuper_regions:", map.max_players);
    for super_region in &map.super_regions {
        let (name, colour) = (quote(&super_region.name), colour_text(super_region.colour));
        let _ = writeln!(text, "  - name: {name}\n    bonus: {}\n    colour: '{colour}'", super_region.bonus);
    }
    text.push_str("regions:\n");
    for region in &map.regions {
        let super_region = &map.super_regions[usize::from(region.super_region)].name;
        let _ =
            writeln!(text, "  - name: {}\n    super_region: {}", quote(&region.name), quote(super_region));
        let _ = writeln!(text, "    neighbours: [{}]", names(&region.neighbours));
        if region.armies != DEFAULT_ARMIES {
            let _ = writeln!(text, "    armies: {}", region.armies);
        }
        let (x, y) = region.label;
        let _ = writeln!(text, "    label: [{x}, {y}]\n    template: '{}'", colour_text(region.template));
    }
    text
}

/// A YAML scalar: as it is if it consists of letters, digits and spaces and starts with a letter, else in double quotes.
fn quote(text: &str) -> String {
    let plain = text.chars().all(|char| char.is_alphanumeric() || " '.-".contains(char))
        && text.starts_with(char::is_alphabetic)
        && text.ends_with(char::is_alphanumeric)
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&&*text.to_ascii_lowercase());
    // A JSON string is a YAML double-quoted scalar.
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
