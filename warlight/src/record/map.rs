//! The map of a record in its compact form: names, bonuses, borders, armies, label places and colours, no pictures.

use super::bytes::{Reader, Writer};
use super::stored::{BadRecord, damaged};
use crate::map::{MAX_REGIONS, Map, Region, SuperRegion};

pub(super) fn write(map: &Map, out: &mut Writer) {
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

pub(super) fn read(from: &mut Reader<'_>) -> Result<Map, BadRecord> {
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
        return Err(damaged(format!("its map has more than {MAX_REGIONS} regions")));
    }
    for (id, region) in regions.iter().enumerate() {
        let super_region = super_regions.get_mut(usize::from(region.super_region));
        let super_region = super_region.ok_or_else(|| damaged("a region has no super region"))?;
        super_region.regions.push(id as u16);
    }
    for (id, distances) in borders.into_iter().enumerate() {
        for distance in distances {
            let neighbour = id + usize::from(distance);
            if neighbour >= regions.len() {
                return Err(damaged("a border of its map leads nowhere"));
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

fn colour(from: &mut Reader<'_>) -> Result<[u8; 3], BadRecord> {
    Ok([from.byte()?, from.byte()?, from.byte()?])
}
