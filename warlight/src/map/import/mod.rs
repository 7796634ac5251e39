//! Maps of other programs: the contest's JSON, its `setup_map` lines, pairs of XML files with their pictures, and template
//! pictures alone.

mod contest;
mod layout;
mod picture;
mod xml;

pub use contest::ContestMap;
pub use picture::{PictureMap, SeaColour, from_picture};

use super::check;
use super::file::EMPTY;
use super::generate::bonus;
use super::labels;
use super::load::{LoadedMap, MapError};
use super::paint::{self, SUPER_REGION_COLOURS};
use super::template::{self, SEA, Template, template_colour};
use super::{Map, Region, RegionId, SuperRegion, SuperRegionId};
use common::store;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The maximum size of an imported text file in bytes.
const MAX_BYTES: u64 = 4 << 20;
/// The maximum size of an imported picture file in bytes.
const MAX_PICTURE_BYTES: u64 = 32 << 20;

/// What to import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportRequest {
    /// The structure: a `.json` file, a `.xml` file, text with `setup_map` lines, or a template picture.
    pub file: PathBuf,
    /// The name of the map; `None` takes the name of the file.
    pub name: Option<String>,
    /// For XML: the colours; by default `NAMEColorRegionMapping.xml` beside `NAME.xml`.
    pub colours: Option<PathBuf>,
    /// For XML: the picture; by default `NAME.png`.
    pub picture: Option<PathBuf>,
    /// For XML: the template; by default `NAMETemplate.png`.
    pub template: Option<PathBuf>,
    /// For a template picture: the colour of the sea.
    pub sea: SeaColour,
}

/// An imported map.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The map.
    pub loaded: LoadedMap,
    /// What was found and changed, in sentences.
    pub notes: Vec<String>,
    /// For a template picture: the colour of the sea.
    pub sea: Option<[u8; 3]>,
    /// For a template picture: the colours that may be the sea, with the part of the picture in percent.
    pub colours: Vec<([u8; 3], f32)>,
}

/// The extensions of pictures. Only PNG can be read; for the others the reason is a clear one.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "bmp", "webp", "tiff"];

/// The structure of a foreign map. Names of regions are unique; borders may be listed on one side only.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Outline {
    /// Names and bonuses.
    super_regions: Vec<(String, Option<u16>)>,
    /// Names, super regions and armies.
    regions: Vec<(String, usize, u16)>,
    borders: Vec<(usize, usize)>,
}

impl Outline {
    /// The map, without label places and with colours of our own.
    fn into_map(self, name: &str) -> Map {
        let mut neighbours = vec![Vec::new(); self.regions.len()];
        for (a, b) in self.borders {
            neighbours[a].push(b as RegionId);
            neighbours[b].push(a as RegionId);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let group: Vec<usize> = self.regions.iter().map(|region| region.1).collect();
        let super_region = |(index, (name, given)): (usize, (String, Option<u16>))| {
            let regions: Vec<RegionId> =
                (0..group.len()).filter(|id| group[*id] == index).map(|id| id as RegionId).collect();
            let is_border = |id: &&RegionId| {
                neighbours[usize::from(**id)].iter().any(|near| group[usize::from(*near)] != index)
            };
            let border_regions = regions.iter().filter(is_border).count();
            let colour = SUPER_REGION_COLOURS[index % SUPER_REGION_COLOURS.len()];
            let bonus = given.unwrap_or_else(|| bonus(regions.len(), border_regions));
            SuperRegion { name, bonus, colour, regions }
        };
        let super_regions = self.super_regions.into_iter().enumerate().map(super_region).collect();
        let region = |(id, (name, super_region, armies)): (usize, (String, usize, u16))| Region {
            name,
            super_region: super_region as SuperRegionId,
            neighbours: neighbours[id].clone(),
            armies,
            label: (0, 0),
            template: template_colour(id),
        };
        let regions: Vec<Region> = self.regions.into_iter().enumerate().map(region).collect();
        let max_players = (regions.len() / 5).clamp(2, 8) as u8;
        Map { name: name.to_owned(), max_players, super_regions, regions }
    }
}

/// Imports a map, and says what was changed.
pub fn import(request: &ImportRequest) -> Result<Imported, MapError> {
    let path = &request.file;
    let is_picture =
        |extension: &std::ffi::OsStr| PICTURES.iter().any(|known| extension.eq_ignore_ascii_case(known));
    if !path.extension().is_some_and(is_picture) {
        let loaded = import_structure(request)?;
        return Ok(Imported { loaded, notes: Vec::new(), sea: None, colours: Vec::new() });
    }
    let failed = |why| MapError::Picture { path: path.clone(), why };
    let bytes = store::read_bytes(path, MAX_PICTURE_BYTES)?;
    let picture = template::decode(&bytes).map_err(failed)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = request.name.as_ref().unwrap_or(&stem);
    let PictureMap { loaded, sea, colours, notes } =
        from_picture(&stem, name, &picture, request.sea).map_err(failed)?;
    Ok(Imported { loaded, notes, sea, colours })
}

/// Imports a map whose structure is text.
fn import_structure(request: &ImportRequest) -> Result<LoadedMap, MapError> {
    let path = &request.file;
    let bytes = store::read_bytes(path, MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = request.name.clone().unwrap_or_else(|| stem.clone());
    let wrong = |why| MapError::Yaml { path: path.clone(), why };
    if text.trim().is_empty() {
        return Err(wrong(EMPTY.to_owned()));
    }
    let about = "An imported map.".to_owned();
    let has_extension =
        |wanted| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted));
    if has_extension("xml") {
        let map = xml::structure(text).map_err(wrong)?.into_map(&name);
        return with_pictures(request, map, &stem, about);
    }
    let is_json = has_extension("json") || text.trim_start().starts_with('{');
    let outline = if is_json { contest::from_json(text) } else { contest::from_lines(text) };
    let map = outline.map_err(wrong)?.into_map(&name);
    sound(path, check::structure(&map))?;
    Ok(LoadedMap { about, ..with_discs(&stem, map) })
}

/// A map without pictures gets some: its regions become discs. The places of its army numbers change.
pub fn with_discs(id: &str, mut map: Map) -> LoadedMap {
    let template = layout::discs(&map);
    let places = labels::places(&template, map.regions.len());
    for (region, (place, _)) in map.regions.iter_mut().zip(places) {
        region.label = place;
    }
    let picture = paint::paint(&map, &template);
    LoadedMap::new(id, String::new(), map, picture, template)
}

fn sound(path: &Path, mistakes: Vec<check::Mistake>) -> Result<(), MapError> {
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(MapError::Mistakes { path: path.to_path_buf(), mistakes })
}

/// Adds colours and pictures to a map from XML.
fn with_pictures(
    request: &ImportRequest,
    mut map: Map,
    stem: &str,
    about: String,
) -> Result<LoadedMap, MapError> {
    let beside = |given: &Option<PathBuf>, suffix: &str| {
        given.clone().unwrap_or_else(|| request.file.with_file_name(format!("{stem}{suffix}")))
    };
    let colours_file = beside(&request.colours, "ColorRegionMapping.xml");
    let text = store::read_bytes(&colours_file, MAX_BYTES)?;
    let wrong = |why| MapError::Yaml { path: colours_file.clone(), why };
    let colours = xml::colours(&String::from_utf8_lossy(&text)).map_err(wrong)?;
    let mut foreign = HashMap::new();
    for (id, region) in (0..).zip(&map.regions) {
        let colour = colours.get(&region.name);
        let colour =
            colour.ok_or_else(|| wrong(format!("there is no colour for region '{}'", region.name)))?;
        if let Some(other) = foreign.insert(*colour, id) {
            let other = &map.regions[usize::from(other)].name;
            return Err(wrong(format!("regions '{other}' and '{}' have the same colour", region.name)));
        }
    }
    let read = |path: &Path| {
        let bytes = store::read_bytes(path, MAX_PICTURE_BYTES)?;
        template::decode(&bytes).map_err(|why| MapError::Picture { path: path.to_path_buf(), why })
    };
    let template = read(&beside(&request.template, "Template.png"))?;
    let picture = read(&beside(&request.picture, ".png"))?;
    let (template, markers) = read_template(&template, &foreign);
    for (id, (place, _)) in labels::places(&template, map.regions.len()).into_iter().enumerate() {
        map.regions[id].label = markers.get(&(id as RegionId)).copied().unwrap_or(place);
    }
    let mut mistakes = check::structure(&map);
    mistakes.extend(check::template(&map, &template, &[]));
    if picture.dimensions() != (template.width(), template.height()) {
        mistakes.push(check::Mistake::Sizes {
            picture: format!("{}x{}", picture.width(), picture.height()),
            template: format!("{}x{}", template.width(), template.height()),
        });
    }
    sound(&request.file, mistakes)?;
    Ok(LoadedMap::new(stem, about, map, picture, template))
}

/// Reads a foreign template, where other colours are sea. A single pixel of another colour inside a region marks the
/// place of its army number.
fn read_template(
    picture: &image::RgbImage,
    regions: &HashMap<[u8; 3], RegionId>,
) -> (Template, HashMap<RegionId, (u32, u32)>) {
    let (width, height) = picture.dimensions();
    let id = |x: u32, y: u32| regions.get(&picture.get_pixel(x, y).0).copied();
    let mut markers: HashMap<RegionId, Vec<(u32, u32)>> = HashMap::new();
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for y in 0..height {
        for x in 0..width {
            let mut own = id(x, y);
            let inner = x > 0 && y > 0 && x + 1 < width && y + 1 < height;
            if own.is_none() && inner && picture.get_pixel(x, y).0 != SEA {
                let around = [id(x - 1, y), id(x + 1, y), id(x, y - 1), id(x, y + 1)];
                if let Some(region) = around[0].filter(|_| around.iter().all(|id| *id == around[0])) {
                    own = Some(region);
                    markers.entry(region).or_default().push((x, y));
                }
            }
            pixels.push(own.unwrap_or(Template::NO_REGION));
        }
    }
    let markers = markers.into_iter().filter(|(_, places)| places.len() == 1);
    let markers = markers.map(|(id, places)| (id, places[0])).collect();
    (Template::new(width, height, pixels).expect("a pixel for each place"), markers)
}

#[cfg(test)]
mod tests;
