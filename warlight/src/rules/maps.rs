//! The maps that a setup can name.

use crate::map::{DEFAULT_ARMIES, Map, Region, RegionId, SharedMap, SuperRegion};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A map and the name by which setups and saved games refer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapRef {
    /// The short name.
    pub id: String,
    /// The map.
    pub map: SharedMap,
}

impl Deref for MapRef {
    type Target = Map;
    fn deref(&self) -> &Map {
        &self.map
    }
}

/// The names of the known maps, the default first.
pub fn map_ids() -> &'static [&'static str] {
    &["blocks", "pair"]
}

/// Loads a map by its name.
fn load(id: &str) -> Option<SharedMap> {
    match id {
        "blocks" => Some(Arc::new(blocks(id, 3, 2, 2))),
        "pair" => Some(Arc::new(blocks(id, 2, 1, 2))),
        _ => None,
    }
}

/// The map of this name. Each map is loaded once.
pub fn find_map(id: &str) -> Option<MapRef> {
    static LOADED: OnceLock<Mutex<HashMap<String, SharedMap>>> = OnceLock::new();
    let mut loaded = LOADED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let known = map_ids().iter().find(|known| known.eq_ignore_ascii_case(id)).map_or(id, |known| *known);
    if !loaded.contains_key(known) {
        loaded.insert(known.to_owned(), load(known)?);
    }
    Some(MapRef { id: known.to_owned(), map: Arc::clone(loaded.get(known)?) })
}

/// The map of a setup that names none.
pub(super) fn default_map() -> MapRef {
    let first = map_ids().first().and_then(|id| find_map(id));
    first.unwrap_or_else(|| MapRef { id: "pair".to_owned(), map: Arc::new(blocks("pair", 2, 1, 2)) })
}

/// A map of squares: `columns` × `rows` blocks, which are the super regions, of `side` × `side` regions.
fn blocks(name: &str, columns: usize, rows: usize, side: usize) -> Map {
    let (width, height) = (columns * side, rows * side);
    let id = |x: usize, y: usize| (y * width + x) as RegionId;
    let mut regions = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let left = x.checked_sub(1).map(|x| id(x, y));
            let right = (x + 1 < width).then(|| id(x + 1, y));
            let above = y.checked_sub(1).map(|y| id(x, y));
            let below = (y + 1 < height).then(|| id(x, y + 1));
            regions.push(Region {
                name: format!("{}{}", char::from(b'A' + x as u8), y + 1),
                super_region: (y / side * columns + x / side) as u16,
                neighbours: [above, left, right, below].into_iter().flatten().collect(),
                armies: DEFAULT_ARMIES,
                label: (x as u32 * 40 + 20, y as u32 * 40 + 20),
                template: [x as u8, y as u8, 1],
            });
        }
    }
    let super_region = |n: usize| SuperRegion {
        name: format!("Block {}", n + 1),
        bonus: (side * side / 2) as u16,
        colour: [(n * 40) as u8, 120, 200],
        regions: (0..)
            .zip(&regions)
            .filter(|(_, r)| usize::from(r.super_region) == n)
            .map(|(i, _)| i)
            .collect(),
    };
    Map {
        name: name.to_owned(),
        max_players: (side * side) as u8,
        super_regions: (0..columns * rows).map(super_region).collect(),
        regions,
    }
}
