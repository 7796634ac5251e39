//! A map in compact form, for records and saved games: names, bonuses, borders, armies, label places and colours, no
//! pictures.

use super::{MAX_REGIONS, Map, Mistake, Region, SuperRegion, check};
use crate::compact::{Reader, Writer, from_letters, to_letters};

/// Writes a map.
pub fn write(map: &Map, out: &mut Writer) {
    out.text(&map.name);
    out.number(map.max_players);
    out.length(map.super_regions.len());
    for super_region in &map.super_regions {
        out.text(&super_region.name);
        out.number(super_region.bonus);
        out.0.extend(super_region.colour);
    }
    out.length(map.regions.len());
    for (id, region) in map.regions.iter().enumerate() {
        out.text(&region.name);
        out.number(region.super_region);
        out.number(region.armies);
        out.number(region.label.0);
        out.number(region.label.1);
        out.0.extend(region.template);
        // A border is written once, as the distance from the lower number to the higher one.
        let higher: Vec<usize> =
            region.neighbours.iter().map(|n| usize::from(*n)).filter(|n| *n > id).collect();
        out.list(&higher, |out, neighbour| out.length(neighbour - id));
    }
}

/// Reads a map. Only what the format needs is checked: see [`check_rules`].
pub fn read(from: &mut Reader<'_>) -> Result<Map, &'static str> {
    let (name, max_players) = (from.text()?, from.number()?);
    let mut super_regions = from.list(|from| {
        let (name, bonus, colour) = (from.text()?, from.number()?, colour(from)?);
        Ok(SuperRegion { name, bonus, colour, regions: Vec::new() })
    })?;
    let mut borders = Vec::new();
    let mut regions = from.list(|from| {
        let region = Region {
            name: from.text()?,
            super_region: from.number()?,
            armies: from.number()?,
            label: (from.number()?, from.number()?),
            template: colour(from)?,
            neighbours: Vec::new(),
        };
        borders.push(from.list(Reader::number::<u16>)?);
        Ok(region)
    })?;
    if regions.len() > MAX_REGIONS {
        return Err("its map has too many regions");
    }
    for (id, region) in regions.iter().enumerate() {
        let super_region = super_regions.get_mut(usize::from(region.super_region));
        let super_region = super_region.ok_or("a region has no super region")?;
        super_region.regions.push(id as u16);
    }
    for (id, distances) in borders.into_iter().enumerate() {
        for distance in distances {
            let neighbour = id + usize::from(distance);
            if neighbour >= regions.len() {
                return Err("a border of its map leads nowhere");
            }
            regions[id].neighbours.push(neighbour as u16);
            regions[neighbour].neighbours.push(id as u16);
        }
    }
    for region in &mut regions {
        region.neighbours.sort_unstable();
    }
    Ok(Map { name, max_players, super_regions, regions })
}

fn colour(from: &mut Reader<'_>) -> Result<[u8; 3], &'static str> {
    Ok([from.byte()?, from.byte()?, from.byte()?])
}

/// The first mistake that matters for playing on a map. Colours are for pictures, and the number of players is known
/// where a map of a game is read.
pub fn check_rules(map: &Map) -> Option<Mistake> {
    check::structure(map).into_iter().find(|mistake| {
        !matches!(mistake, Mistake::SameColour { .. } | Mistake::SeaColour { .. } | Mistake::Players { .. })
    })
}

/// A map as text in one word.
pub fn to_text(map: &Map) -> String {
    let mut out = Writer(Vec::new());
    write(map, &mut out);
    to_letters(&out.0)
}

/// Reads what [`to_text`] has written. The error is a clause.
pub fn from_text(text: &str) -> Result<Map, String> {
    let bytes = from_letters(text).ok_or("it contains other characters")?;
    let mut from = Reader(&bytes);
    let map = read(&mut from)?;
    match check_rules(&map) {
        _ if !from.0.is_empty() => Err("something follows its end".to_owned()),
        Some(mistake) => Err(mistake.to_string()),
        None => Ok(map),
    }
}
