//! Maps: regions with borders, grouped into super regions.

pub mod check;
pub mod compact;
pub mod edit;
pub mod file;
pub mod generate;
pub mod import;
mod labels;
mod load;
mod names;
pub mod paint;
pub mod render;
mod strokes;
pub mod template;
mod voronoi;

pub use check::Mistake;
pub use load::{
    LoadedMap, MapError, builtin, files_of, load, load_structure, load_with_mistakes, stored_pictures,
};
pub use template::Template;

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The index of a region in its map.
pub type RegionId = u16;
/// The index of a super region in its map.
pub type SuperRegionId = u16;

/// The maximum number of regions of a map.
pub const MAX_REGIONS: usize = 1000;

/// Neutral armies of a region, unless the map says otherwise.
pub const DEFAULT_ARMIES: u16 = 2;

/// A region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The name, unique in the map.
    pub name: String,
    /// The super region that it belongs to.
    pub super_region: SuperRegionId,
    /// The regions across its borders, in ascending order. Borders go both ways.
    pub neighbours: Vec<RegionId>,
    /// The neutral armies at the beginning.
    pub armies: u16,
    /// Where the number of armies is drawn in the picture, in pixels.
    pub label: (u32, u32),
    /// Its colour in the template, which no other region has.
    pub template: [u8; 3],
}

/// A group of regions with a bonus for a player who owns all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuperRegion {
    /// The name, unique in the map.
    pub name: String,
    /// The income for its owner.
    pub bonus: u16,
    /// Its colour in the legend of the map.
    pub colour: [u8; 3],
    /// Its regions, in ascending order.
    pub regions: Vec<RegionId>,
}

/// A map without its pictures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// The name.
    pub name: String,
    /// The number of players that it carries.
    pub max_players: u8,
    /// The super regions.
    pub super_regions: Vec<SuperRegion>,
    /// The regions.
    pub regions: Vec<Region>,
}

/// A map that games share.
pub type SharedMap = Arc<Map>;

#[cfg(test)]
mod tests;
