//! What a map looks like: its picture, the pixels and outlines of its regions, places for bonuses. It is computed in the
//! background and shared by everything that shows the map.

mod build;

pub use build::steps;

use super::outline::Ring;
use crate::map::render::Shading;
use crate::map::{self, LoadedMap, Map, RegionId, import};
use crate::rules::MapRef;
use common::job::Job;
use common::store::Store;
use egui::{Context, Pos2, Rect, pos2};
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// What a map looks like.
#[derive(Debug, Clone)]
pub struct MapArt {
    /// The map with its pictures.
    pub loaded: LoadedMap,
    /// How its pixels are coloured.
    pub shading: Shading,
    /// The pixels of each region: parts of rows, as indices into all pixels.
    pub runs: Vec<Vec<Range<u32>>>,
    /// The outlines of each region.
    pub outlines: Vec<Vec<Ring>>,
    /// The rectangle around each region.
    pub bounds: Vec<Rect>,
    /// The outlines of each super region.
    pub super_outlines: Vec<Vec<Ring>>,
    /// Where the bonus of each super region is written.
    pub bonus_places: Vec<Pos2>,
    /// The picture was made because the map came without one.
    pub is_substitute: bool,
}

impl MapArt {
    /// The map.
    pub fn map(&self) -> &Map {
        &self.loaded.map
    }

    /// The size in pixels.
    pub fn size(&self) -> egui::Vec2 {
        egui::vec2(self.loaded.template.width() as f32, self.loaded.template.height() as f32)
    }

    /// Where the armies of a region are written.
    pub fn label(&self, region: RegionId) -> Pos2 {
        let (x, y) = self.map().regions[usize::from(region)].label;
        pos2(x as f32 + 0.5, y as f32 + 0.5)
    }

    /// The region at a point.
    pub fn region_at(&self, point: Pos2) -> Option<RegionId> {
        if point.x < 0.0 || point.y < 0.0 {
            return None;
        }
        self.loaded.template.region_at(point.x as u32, point.y as u32)
    }
}

/// The maps that were drawn in this run, by their names.
type Known = Mutex<HashMap<String, Vec<Arc<MapArt>>>>;

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(Mutex::default)
}

/// Remembers how a map looks, as when it was made or opened from a file.
pub fn remember(art: &Arc<MapArt>) {
    let mut known = known().lock().unwrap_or_else(PoisonError::into_inner);
    let of_name = known.entry(art.loaded.id.clone()).or_default();
    of_name.retain(|other| other.loaded.map != art.loaded.map);
    of_name.push(Arc::clone(art));
}

fn recall(map: &MapRef) -> Option<Arc<MapArt>> {
    let known = known().lock().unwrap_or_else(PoisonError::into_inner);
    known.get(&map.id)?.iter().find(|art| art.loaded.map == map.map).cloned()
}

/// The folder of the user's maps.
pub fn map_folder(store: &Store) -> PathBuf {
    store.data().join("maps")
}

/// Finds the pictures of a map: built in, in the folder of the user's maps, or made from its borders alone. Returns also
/// whether they were made.
fn find(map: &MapRef, folder: Option<PathBuf>) -> (LoadedMap, bool) {
    let file = folder.map(|folder| folder.join(format!("{}.yaml", map.id)));
    let names = std::iter::once(map.id.clone()).chain(file.map(|file| file.to_string_lossy().into_owned()));
    let loaded = names.filter_map(|name| map::load(&name).ok()).find(|loaded| loaded.map == map.map);
    match loaded {
        Some(loaded) => (loaded, false),
        None => (import::with_discs(&map.id, Map::clone(&map.map)), true),
    }
}

/// The width of most maps divided by their height.
const USUAL_ASPECT: f32 = 1.6;

/// So many maps without pictures are kept.
const MAX_SUBSTITUTES: usize = 8;

/// The look of a map that may still be on its way.
#[derive(Debug, Default)]
pub struct ArtLoader {
    folder: Option<PathBuf>,
    shown: Option<(MapRef, Arc<MapArt>)>,
    wanted: Option<(MapRef, Job<MapArt>)>,
    /// Maps without pictures that were shown last.
    substitutes: Vec<(MapRef, Arc<MapArt>)>,
}

impl ArtLoader {
    /// Says where the user's maps are.
    pub fn attach(&mut self, store: &Store) {
        self.folder = Some(map_folder(store));
    }

    /// The width of a map divided by its height; that of most maps while its look is being computed.
    pub fn aspect(&self, map: &MapRef) -> f32 {
        let shown = self.shown.iter().chain(&self.substitutes).find(|(shown, _)| shown == map);
        let art = shown.map(|(_, art)| Arc::clone(art)).or_else(|| recall(map));
        art.map_or(USUAL_ASPECT, |art| art.size().x / art.size().y.max(1.0))
    }

    /// The look of a map; `None` while it is being computed.
    pub fn get(&mut self, ctx: &Context, map: &MapRef) -> Option<Arc<MapArt>> {
        if let Some((shown, art)) = &self.shown
            && shown == map
        {
            return Some(Arc::clone(art));
        }
        if let Some(art) = recall(map) {
            self.shown = Some((map.clone(), Arc::clone(&art)));
            return Some(art);
        }
        if let Some((_, art)) = self.substitutes.iter().find(|(of, _)| of == map) {
            return Some(Arc::clone(art));
        }
        // Where several maps are wanted, as in a list, one is computed after the other.
        if self.wanted.is_none() {
            let (ctx, folder, given) = (ctx.clone(), self.folder.clone(), map.clone());
            let job =
                Job::in_steps("map", move || ctx.request_repaint(), steps(move || find(&given, folder)));
            self.wanted = Some((map.clone(), job));
        }
        let (_, job) = self.wanted.as_mut()?;
        // Most maps are there at once; the first frame should not flicker.
        job.wait(Duration::from_millis(30));
        let result = job.poll()?;
        let (wanted, _) = self.wanted.take()?;
        let art = Arc::new(result.ok()?);
        if art.is_substitute {
            self.substitutes.truncate(MAX_SUBSTITUTES - 1);
            self.substitutes.insert(0, (wanted.clone(), Arc::clone(&art)));
        } else {
            remember(&art);
        }
        if wanted != *map {
            ctx.request_repaint();
            return None;
        }
        self.shown = Some((wanted, Arc::clone(&art)));
        Some(art)
    }
}

/// The built-in maps. The tests share them, because computing them takes longest.
#[cfg(test)]
pub fn builtin_maps() -> &'static [Arc<MapArt>] {
    static MAPS: std::sync::LazyLock<Vec<Arc<MapArt>>> = std::sync::LazyLock::new(|| {
        let art = |name| Arc::new(MapArt::new(map::load(name).expect("a built-in map"), false));
        map::builtin().map(art).collect()
    });
    &MAPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_without_pictures_gets_one_and_says_so() {
        let world = crate::rules::find_map("world").unwrap();
        let (loaded, is_substitute) = find(&MapRef { id: "elsewhere".to_owned(), map: world.map }, None);
        assert!(is_substitute);
        let art = MapArt::new(loaded, is_substitute);
        assert_eq!(art.region_at(art.label(3)), Some(3));
    }
}
