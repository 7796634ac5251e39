//! Random maps: land cells of a relaxed Voronoi diagram, grouped into super regions.

use super::labels;
use super::load::LoadedMap;
use super::names::Names;
use super::paint::{self, SUPER_REGION_COLOURS};
use super::template::{Template, template_colour};
use super::voronoi::{self, Noise, Point};
use super::{DEFAULT_ARMIES, Map, Region, RegionId, SuperRegion, SuperRegionId};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// The number of regions that can be generated.
pub const REGIONS: std::ops::RangeInclusive<usize> = 4..=300;
/// The percentages of sea that can be generated.
pub const SEA_PERCENT: std::ops::RangeInclusive<u32> = 0..=80;
/// The size of the picture.
const SIZE: (u32, u32) = (1600, 1000);
/// Regions that touch along fewer pixels are not neighbours.
const MIN_BORDER: usize = 10;
/// The maximum length of links across the sea that are not needed, in a picture of the size above.
const REACH: u64 = 380;

/// What to generate. The same request always gives the same map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapRequest {
    /// The number of regions.
    pub regions: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// How much of the picture is sea, in percent.
    pub sea: u32,
    /// The name of the map; `None` invents one.
    pub name: Option<String>,
}

/// Generates a map. The error is a sentence.
pub fn generate(request: &MapRequest) -> Result<LoadedMap, String> {
    let MapRequest { regions, seed, sea, name } = request;
    if !REGIONS.contains(regions) {
        return Err(format!("a map has {} to {} regions, not {regions}", REGIONS.start(), REGIONS.end()));
    }
    if !SEA_PERCENT.contains(sea) {
        return Err(format!(
            "the sea covers {} to {} percent, not {sea}",
            SEA_PERCENT.start(),
            SEA_PERCENT.end()
        ));
    }
    let dice = &mut ChaCha8Rng::seed_from_u64(*seed);
    let template = land(*regions, *sea, dice);
    let places: Vec<(u32, u32)> =
        labels::places(&template, *regions).into_iter().map(|(place, _)| place).collect();
    let neighbours = borders(&template, &places, MIN_BORDER);
    let groups = groups(&neighbours, dice);
    let mut names = Names::default();
    let name = name.clone().unwrap_or_else(|| names.super_region(dice));
    let map = assemble(&name, &groups, &neighbours, &places, &mut names, dice);
    let picture = paint::paint(&map, &template);
    Ok(LoadedMap {
        id: name.to_lowercase().replace(' ', "-"),
        about: format!("A generated map of {regions} regions (seed {seed}, {sea} % sea)."),
        map: Arc::new(map),
        picture: Arc::new(picture),
        template: Arc::new(template),
    })
}

/// Chooses which cells are land, and numbers them from top to bottom.
fn land(regions: usize, sea: u32, dice: &mut ChaCha8Rng) -> Template {
    let mut cells = (regions * 100).div_ceil(100 - sea as usize);
    loop {
        let points = voronoi::relaxed_points(cells, SIZE, dice);
        let raster = voronoi::wavy_cells(&points, SIZE, dice);
        let chosen = highest_cells(&raster, &points, regions, sea, dice);
        if chosen.len() == regions {
            let mut ids = vec![Template::NO_REGION; cells];
            for (id, cell) in (0..).zip(chosen) {
                ids[cell] = id;
            }
            let pixels = raster.pixels().iter().map(|cell| ids[usize::from(*cell)]).collect();
            return Template::new(SIZE.0, SIZE.1, pixels).expect("a pixel for each place");
        }
        // Cells at the edge of the picture are always sea, so few cells have too little land.
        cells += cells / 8 + 1;
    }
}

/// The cells of the highest land, none of them at the edge of the picture. The more sea, the more islands.
fn highest_cells(
    raster: &Template,
    points: &[Point],
    count: usize,
    sea: u32,
    dice: &mut ChaCha8Rng,
) -> Vec<usize> {
    let (width, height) = (SIZE.0 as usize, SIZE.1 as usize);
    let mut inland = vec![true; points.len()];
    for (at, cell) in raster.pixels().iter().enumerate() {
        let (x, y) = (at % width, at / width);
        if x < 6 || y < 6 || x + 6 >= width || y + 6 >= height {
            inland[usize::from(*cell)] = false;
        }
    }
    let sea = sea as f32 / 100.0;
    let hills = Noise::new(height as f32 * (0.55 - 0.45 * sea), dice);
    let bumps = Noise::new(height as f32 * 0.17, dice);
    let altitude = |cell: usize| {
        let (x, y) = points[cell];
        let (dx, dy) = (x / width as f32 - 0.5, y / height as f32 - 0.5);
        hills.at((x, y)) + (0.25 + 0.6 * sea) * bumps.at((x, y)) - 1.6 * (1.0 - sea) * (dx * dx + dy * dy)
    };
    let mut cells: Vec<usize> = (0..points.len()).filter(|cell| inland[*cell]).collect();
    cells.sort_by(|a, b| altitude(*b).total_cmp(&altitude(*a)));
    cells.truncate(count);
    cells.sort_by(|a, b| points[*a].1.total_cmp(&points[*b].1));
    cells
}

/// Borders on land of at least `min_border` pixels, and links across the sea until everything is connected.
pub(super) fn borders(template: &Template, places: &[(u32, u32)], min_border: usize) -> Vec<Vec<RegionId>> {
    let mut links: HashSet<(RegionId, RegionId)> = paint::touching(template, min_border);
    // A link across the sea that is not needed is at most this long, squared.
    let reach = (u64::from(template.width()) * REACH / u64::from(SIZE.0)).pow(2);
    let mut pairs: Vec<(bool, u64, RegionId, RegionId)> = Vec::new();
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let (from, to) = (places[a], places[b]);
            let length = u64::from(from.0.abs_diff(to.0)).pow(2) + u64::from(from.1.abs_diff(to.1)).pow(2);
            let (a, b) = (a as RegionId, b as RegionId);
            pairs.push((crosses_other(template, from, to, (a, b)), length, a, b));
        }
    }
    pairs.sort_unstable();
    let island = |links: &HashSet<(RegionId, RegionId)>| {
        let mut island: Vec<usize> = (0..places.len()).collect();
        // Few rounds are needed; the loop ends when no label changes.
        let mut changed = true;
        while changed {
            changed = false;
            for (a, b) in links {
                let (a, b) = (usize::from(*a), usize::from(*b));
                let low = island[a].min(island[b]);
                changed |= island[a] != low || island[b] != low;
                (island[a], island[b]) = (low, low);
            }
        }
        island
    };
    let coasts = island(&links);
    let mut connected = coasts.clone();
    let mut crossings = vec![0; places.len()];
    for &(crosses, length, a, b) in &pairs {
        let (from, to) = (usize::from(a), usize::from(b));
        let needed = connected[from] != connected[to];
        // A second way to a nearby island makes it harder to close off.
        let useful = coasts[from] != coasts[to]
            && !crosses
            && length < reach
            && crossings[from] == 0
            && crossings[to] == 0;
        if needed || useful {
            links.insert((a, b));
            crossings[from] += 1;
            crossings[to] += 1;
            let (low, high) = (connected[from].min(connected[to]), connected[from].max(connected[to]));
            connected.iter_mut().filter(|label| **label == high).for_each(|label| *label = low);
        }
    }
    let mut neighbours = vec![Vec::new(); places.len()];
    for (a, b) in links {
        neighbours[usize::from(a)].push(b);
        neighbours[usize::from(b)].push(a);
    }
    for list in &mut neighbours {
        list.sort_unstable();
    }
    neighbours
}

/// Whether the straight line between two places leads through a region other than these two.
fn crosses_other(template: &Template, from: (u32, u32), to: (u32, u32), ends: (RegionId, RegionId)) -> bool {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).div_ceil(4).max(1);
    (0..=steps).any(|step| {
        let between = |a: u32, b: u32| (a * (steps - step) + b * step) / steps;
        let id = template.region_at(between(from.0, to.0), between(from.1, to.1));
        id.is_some_and(|id| id != ends.0 && id != ends.1)
    })
}

/// Groups regions into connected super regions: seeds far apart grow in turn, the smallest first.
pub(super) fn groups(neighbours: &[Vec<RegionId>], dice: &mut ChaCha8Rng) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = (neighbours.len() as f32 / 5.5).round().max(2.0) as usize;
    let mut seeds = vec![dice.random_range(0..neighbours.len())];
    while seeds.len() < count {
        let distances = distances(neighbours, &seeds);
        let farthest =
            (0..neighbours.len()).max_by_key(|region| (distances[*region], neighbours.len() - region));
        seeds.push(farthest.unwrap_or(0));
    }
    let mut group = vec![NONE; neighbours.len()];
    let mut sizes = vec![1; count];
    for (index, seed) in seeds.iter().enumerate() {
        group[*seed] = index;
    }
    loop {
        // A free region that most of its neighbours already surround keeps super regions compact.
        let inside = |region: usize, index: usize| {
            neighbours[region].iter().filter(|near| group[usize::from(**near)] == index).count()
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|index| sizes[*index]);
        let next = order.into_iter().find_map(|index| {
            let free = (0..group.len()).filter(|region| group[*region] == NONE && inside(*region, index) > 0);
            let tightness = |region: &usize| inside(*region, index) * 100 / neighbours[*region].len().max(1);
            free.max_by_key(tightness).map(|region| (region, index))
        });
        let Some((region, index)) = next else { return group };
        group[region] = index;
        sizes[index] += 1;
    }
}

/// The number of borders between each region and the nearest of some others.
fn distances(neighbours: &[Vec<RegionId>], from: &[usize]) -> Vec<usize> {
    let mut distances = vec![usize::MAX; neighbours.len()];
    let mut open: std::collections::VecDeque<usize> = from.iter().copied().collect();
    for region in from {
        distances[*region] = 0;
    }
    while let Some(region) = open.pop_front() {
        for near in neighbours[region].iter().map(|near| usize::from(*near)) {
            if distances[near] == usize::MAX {
                distances[near] = distances[region] + 1;
                open.push_back(near);
            }
        }
    }
    distances
}

/// The bonus of a super region by its size and by how many of its regions have foreign neighbours.
pub fn bonus(regions: usize, border_regions: usize) -> u16 {
    ((regions + border_regions) as f32 * 0.45).round().max(1.0) as u16
}

/// The map of grouped regions, with invented names.
pub(super) fn assemble(
    name: &str,
    group: &[usize],
    neighbours: &[Vec<RegionId>],
    places: &[(u32, u32)],
    names: &mut Names,
    dice: &mut ChaCha8Rng,
) -> Map {
    let count = group.iter().max().map_or(0, |last| last + 1);
    let mut super_regions = Vec::new();
    for index in 0..count {
        let regions: Vec<RegionId> = (0..group.len())
            .filter(|region| group[*region] == index)
            .map(|region| region as RegionId)
            .collect();
        let is_border = |region: &&RegionId| {
            neighbours[usize::from(**region)].iter().any(|near| group[usize::from(*near)] != index)
        };
        super_regions.push(SuperRegion {
            name: names.super_region(dice),
            bonus: bonus(regions.len(), regions.iter().filter(is_border).count()),
            colour: [0; 3],
            regions,
        });
    }
    choose_colours(&mut super_regions, group, neighbours);
    let regions = (0..group.len())
        .map(|id| Region {
            name: names.region(dice),
            super_region: group[id] as SuperRegionId,
            neighbours: neighbours[id].clone(),
            armies: DEFAULT_ARMIES,
            label: places[id],
            template: template_colour(id),
        })
        .collect();
    let max_players = (group.len() / 5).clamp(2, 8) as u8;
    Map { name: name.to_owned(), max_players, super_regions, regions }
}

/// Gives each super region a colour: as far as possible from those of its neighbours, and used as rarely as possible.
fn choose_colours(super_regions: &mut [SuperRegion], group: &[usize], neighbours: &[Vec<RegionId>]) {
    let mut chosen: Vec<Option<usize>> = vec![None; super_regions.len()];
    for index in 0..super_regions.len() {
        let near = super_regions[index].regions.iter().flat_map(|region| &neighbours[usize::from(*region)]);
        let near: HashSet<usize> = near.filter_map(|region| chosen[group[usize::from(*region)]]).collect();
        let difference = |a: usize, b: usize| -> u32 {
            let channel = |at: usize| SUPER_REGION_COLOURS[a][at].abs_diff(SUPER_REGION_COLOURS[b][at]);
            (0..3).map(|at| u32::from(channel(at)).pow(2)).sum()
        };
        let rating = |colour: &usize| {
            let uses = chosen.iter().filter(|chosen| **chosen == Some(*colour)).count();
            let nearest = near.iter().map(|near| difference(*near, *colour)).min().unwrap_or(u32::MAX);
            (std::cmp::Reverse(uses), nearest, std::cmp::Reverse(*colour))
        };
        let best = (0..SUPER_REGION_COLOURS.len()).max_by_key(rating).unwrap_or(0);
        chosen[index] = Some(best);
        super_regions[index].colour = SUPER_REGION_COLOURS[best];
    }
}
