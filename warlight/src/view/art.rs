//! What a map looks like: its picture, the pixels and outlines of its regions, places for bonuses. It is computed in the
//! background and shared by everything that shows the map.

use super::outline::{self, Ring};
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
    /// Computes everything that drawing needs.
    pub fn new(loaded: LoadedMap, is_substitute: bool) -> MapArt {
        let (map, template) = (loaded.map.clone(), &loaded.template);
        let outlines = outline::trace(template, map.regions.len(), usize::from);
        let super_of = |region: RegionId| {
            map.regions.get(usize::from(region)).map_or(usize::MAX, |region| usize::from(region.super_region))
        };
        MapArt {
            shading: Shading::new(&loaded),
            runs: runs(&loaded),
            bounds: outlines.iter().map(|rings| outline::bounds(rings)).collect(),
            outlines,
            super_outlines: outline::trace(template, map.super_regions.len(), super_of),
            bonus_places: bonus_places(&loaded),
            is_substitute,
            loaded,
        }
    }

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

/// The pixels of each region.
fn runs(loaded: &LoadedMap) -> Vec<Vec<Range<u32>>> {
    let width = loaded.template.width().max(1) as usize;
    let mut runs = vec![Vec::new(); loaded.map.regions.len()];
    for (y, row) in loaded.template.pixels().chunks(width).enumerate() {
        let mut start = 0;
        for same in row.chunk_by(|a, b| a == b) {
            if let Some(runs) = runs.get_mut(usize::from(same[0])) {
                let at = (y * width + start) as u32;
                runs.push(at..at + same.len() as u32);
            }
            start += same.len();
        }
    }
    runs
}

/// The place of each super region that is inside it and far from the numbers of armies.
fn bonus_places(loaded: &LoadedMap) -> Vec<Pos2> {
    const STEP: u32 = 8;
    let (map, template) = (&loaded.map, &loaded.template);
    let labels: Vec<Pos2> =
        map.regions.iter().map(|region| pos2(region.label.0 as f32, region.label.1 as f32)).collect();
    // In a larger picture numbers are larger too.
    let unit = template.width() as f32 / 2000.0;
    let super_at = |x: f32, y: f32| {
        let region = (x >= 0.0 && y >= 0.0).then(|| template.region_at(x as u32, y as u32)).flatten();
        region.map(|region| map.regions[usize::from(region)].super_region)
    };
    let centre = |regions: &[RegionId]| {
        let sum =
            regions.iter().fold(egui::Vec2::ZERO, |sum, region| sum + labels[usize::from(*region)].to_vec2());
        (sum / regions.len().max(1) as f32).to_pos2()
    };
    let centres: Vec<Pos2> = map.super_regions.iter().map(|of| centre(&of.regions)).collect();
    let first =
        |n: usize| map.super_regions[n].regions.first().map_or(Pos2::ZERO, |r| labels[usize::from(*r)]);
    let mut best: Vec<(f32, Pos2)> = (0..map.super_regions.len()).map(|n| (f32::MIN, first(n))).collect();
    for y in (0..template.height()).step_by(STEP as usize) {
        for x in (0..template.width()).step_by(STEP as usize) {
            let at = pos2(x as f32, y as f32);
            let Some(own) = super_at(at.x, at.y) else { continue };
            // Land of its own is good, sea is better than land of others.
            let around =
                [(-32.0, -14.0), (32.0, -14.0), (-32.0, 14.0), (32.0, 14.0), (-16.0, 0.0), (16.0, 0.0)];
            let inside = around.iter().map(|(dx, dy)| match super_at(at.x + dx * unit, at.y + dy * unit) {
                Some(other) if other == own => 1.0,
                Some(_) => 0.0,
                None => 0.4,
            });
            let fits = inside.sum::<f32>() / around.len() as f32;
            let clear = labels.iter().map(|label| label.distance(at)).fold(f32::MAX, f32::min) / unit;
            let edge = at.y.min(template.height() as f32 - at.y) / unit;
            let far = centres[usize::from(own)].distance(at) / unit;
            let score = clear.min(52.0) + 60.0 * fits + edge.min(30.0) - far * 0.05;
            if let Some(best) = best.get_mut(usize::from(own))
                && score > best.0
            {
                *best = (score, at);
            }
        }
    }
    best.into_iter().map(|(_, place)| place).collect()
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

/// Finds the pictures of a map: built in, in the folder of the user's maps, or made from its borders alone.
fn find(map: &MapRef, folder: Option<PathBuf>) -> MapArt {
    let file = folder.map(|folder| folder.join(format!("{}.yaml", map.id)));
    let names = std::iter::once(map.id.clone()).chain(file.map(|file| file.to_string_lossy().into_owned()));
    let loaded = names.filter_map(|name| map::load(&name).ok()).find(|loaded| loaded.map == map.map);
    match loaded {
        Some(loaded) => MapArt::new(loaded, false),
        None => MapArt::new(import::with_discs(&map.id, Map::clone(&map.map)), true),
    }
}

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
            let job = Job::start("map", move || ctx.request_repaint(), move |_| find(&given, folder));
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
    fn every_pixel_of_a_region_is_in_its_runs() {
        let art = MapArt::new(map::load("brindle").unwrap(), false);
        let pixels = art.loaded.template.pixels();
        for (region, runs) in art.runs.iter().enumerate() {
            let listed: usize = runs.iter().map(ExactSizeIterator::len).sum();
            assert_eq!(listed, pixels.iter().filter(|id| usize::from(**id) == region).count());
            let own = |at: u32| usize::from(pixels[at as usize]) == region;
            assert!(runs.iter().cloned().flatten().all(own));
        }
    }

    #[test]
    fn labels_and_bonuses_are_inside() {
        for art in builtin_maps() {
            let name = &art.loaded.id;
            for region in 0..art.map().regions.len() as RegionId {
                assert_eq!(art.region_at(art.label(region)), Some(region), "{name}");
                assert!(art.bounds[usize::from(region)].contains(art.label(region)), "{name}");
            }
            for (n, place) in art.bonus_places.iter().enumerate() {
                let region = art.region_at(*place).unwrap();
                assert_eq!(usize::from(art.map().regions[usize::from(region)].super_region), n, "{name}");
            }
        }
    }

    #[test]
    fn a_map_without_pictures_gets_one_and_says_so() {
        let world = crate::rules::find_map("world").unwrap();
        let art = find(&MapRef { id: "elsewhere".to_owned(), map: world.map }, None);
        assert!(art.is_substitute);
        assert_eq!(art.region_at(art.label(3)), Some(3));
    }
}
