//! Computes what a map looks like, in steps: a web page draws between two of them.

use super::super::outline;
use super::MapArt;
use crate::map::render::Shading;
use crate::map::{LoadedMap, RegionId};
use common::job::Work;
use egui::{Pos2, pos2};
use std::ops::Range;

/// What remains to be computed when there is a shading.
const STEPS: [fn(&mut MapArt); 3] =
    [MapArt::trace_regions, MapArt::trace_super_regions, MapArt::place_bonuses];

impl MapArt {
    /// Computes everything that drawing needs.
    pub fn new(loaded: LoadedMap, is_substitute: bool) -> MapArt {
        let mut art = MapArt::shaded(loaded, is_substitute);
        for step in STEPS {
            step(&mut art);
        }
        art
    }

    fn shaded(loaded: LoadedMap, is_substitute: bool) -> MapArt {
        MapArt {
            shading: Shading::new(&loaded),
            loaded,
            runs: Vec::new(),
            outlines: Vec::new(),
            bounds: Vec::new(),
            super_outlines: Vec::new(),
            bonus_places: Vec::new(),
            is_substitute,
        }
    }

    fn trace_regions(&mut self) {
        self.runs = runs(&self.loaded);
        self.outlines = outline::trace(&self.loaded.template, self.map().regions.len(), usize::from);
        self.bounds = self.outlines.iter().map(|rings| outline::bounds(rings)).collect();
    }

    fn trace_super_regions(&mut self) {
        let map = &self.loaded.map;
        let super_of = |region: RegionId| {
            map.regions.get(usize::from(region)).map_or(usize::MAX, |region| usize::from(region.super_region))
        };
        self.super_outlines = outline::trace(&self.loaded.template, map.super_regions.len(), super_of);
    }

    fn place_bonuses(&mut self) {
        self.bonus_places = bonus_places(&self.loaded);
    }
}

/// The same as [`MapArt::new`] in steps, for [`common::job::Job::in_steps`]. The first one loads the map; it also says
/// whether its picture is a substitute.
pub fn steps(
    load: impl FnOnce() -> (LoadedMap, bool) + Send + 'static,
) -> impl FnMut(&Work) -> Option<MapArt> + Send + 'static {
    let mut load = Some(load);
    let mut loaded = None;
    let mut art = None;
    let mut rest = STEPS.iter();
    move |_| {
        if let Some(load) = load.take() {
            loaded = Some(load());
        } else if let Some((loaded, is_substitute)) = loaded.take() {
            art = Some(MapArt::shaded(loaded, is_substitute));
        } else if let (Some(art), Some(step)) = (&mut art, rest.next()) {
            step(art);
        }
        if rest.len() == 0 { art.take() } else { None }
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

#[cfg(test)]
mod tests {
    use super::super::builtin_maps;
    use super::*;
    use crate::map;

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
    fn steps_lead_to_the_same() {
        let loaded = map::load("brindle").unwrap();
        let art = MapArt::new(loaded.clone(), true);
        let mut step = steps(move || (loaded, true));
        let work = Work::quiet();
        let count = (0..20).find(|_| {
            step(&work).is_some_and(|made| {
                made.is_substitute && made.outlines == art.outlines && made.bonus_places == art.bonus_places
            })
        });
        assert_eq!(count, Some(STEPS.len() + 1), "loading and shading come first");
    }
}
