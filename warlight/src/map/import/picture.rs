//! Maps from template pictures: every flat colour becomes a region, and borders are found from the pixels.

use crate::map::file::{colour_text, parse_colour};
use crate::map::template::{SEA, template_colour};
use crate::map::{LoadedMap, MAX_REGIONS, RegionId, Template, check, generate, labels, paint};
use image::{Rgb, RgbImage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{HashMap, HashSet, VecDeque};
use std::str::FromStr;

/// A picture of more colours is a photo.
const MAX_COLOURS: usize = 1 << 20;
/// The maximum number of pixels: all of them are looked at several times.
const MAX_PIXELS: u64 = 24_000_000;
/// A picture that is narrower is enlarged, so that its borders look good.
const MIN_WIDTH: u32 = 800;
/// The number of colours that are proposed as the sea.
const MAX_CHOICES: usize = 12;
/// The chamfer distance of a pixel, see [`labels::depths`].
const PIXEL: u32 = 3;

/// Which colour of a template picture is the sea.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SeaColour {
    /// The most frequent colour on the edge of the picture.
    #[default]
    Edge,
    /// None: all colours are regions.
    None,
    /// This one.
    Colour([u8; 3]),
}

impl FromStr for SeaColour {
    type Err = String;
    fn from_str(text: &str) -> Result<SeaColour, String> {
        match text {
            "edge" => Ok(SeaColour::Edge),
            "none" => Ok(SeaColour::None),
            text => parse_colour(text)
                .map(SeaColour::Colour)
                .ok_or_else(|| format!("'{text}' is not a sea: use edge, none or a colour as #rrggbb")),
        }
    }
}

/// A map from a template picture.
#[derive(Debug, Clone)]
pub struct PictureMap {
    /// The map.
    pub loaded: LoadedMap,
    /// The colour of the sea.
    pub sea: Option<[u8; 3]>,
    /// The colours that may be the sea, with the part of the picture in percent.
    pub colours: Vec<([u8; 3], f32)>,
    /// What was found and changed, in sentences.
    pub notes: Vec<String>,
}

/// Makes a map from a template picture. The error is the end of a sentence that begins with the name of the file.
pub fn from_picture(id: &str, name: &str, picture: &RgbImage, sea: SeaColour) -> Result<PictureMap, String> {
    if u64::from(picture.width()) * u64::from(picture.height()) > MAX_PIXELS {
        return Err(format!(
            "is too large: a template picture has at most {} million pixels",
            MAX_PIXELS / 1_000_000
        ));
    }
    let mut notes = Vec::new();
    let factor = MIN_WIDTH.div_ceil(picture.width().max(1)).clamp(1, 8);
    if factor > 1 {
        notes.push(format!("The picture is small and was enlarged {factor} times."));
    }
    let (counts, on_edge) = count_colours(picture)?;
    let sea = match sea {
        SeaColour::None => None,
        SeaColour::Edge => most_frequent(&on_edge).first().map(|(colour, _)| *colour),
        SeaColour::Colour(colour) if counts.contains_key(&colour) => Some(colour),
        SeaColour::Colour(colour) => {
            return Err(format!("has no pixel of the colour {}", colour_text(colour)));
        }
    };
    let Areas { template, colours, merged_colours, merged_pixels } = flat_areas(picture, &counts, sea)?;
    // Only now: enlarged pixels of a smoothed edge would look like small flat areas.
    let template = enlarged(template, factor);
    if merged_pixels > 0 {
        notes.push(merged_note(merged_colours, merged_pixels));
    }
    let places: Vec<(u32, u32)> =
        labels::places(&template, colours.len()).into_iter().map(|(place, _)| place).collect();
    let min_border = (template.width().max(template.height()) as usize / 160).clamp(4, 20);
    let neighbours = generate::borders(&template, &places, min_border);
    let touching = paint::touching(&template, min_border).len();
    let links = neighbours.iter().map(Vec::len).sum::<usize>() / 2 - touching;
    if links > 0 {
        let (links, verb) =
            if links == 1 { ("One link".to_owned(), "was") } else { (format!("{links} links"), "were") };
        notes.push(format!("{links} over the sea {verb} added, so that every region can be reached."));
    }
    // The same picture always gives the same map.
    let dice = &mut ChaCha8Rng::seed_from_u64(1);
    let groups = generate::groups(&neighbours, dice);
    let mut names = crate::map::names::Names::default();
    let mut map = generate::assemble(&usable_name(name), &groups, &neighbours, &places, &mut names, dice);
    keep_colours(&mut map.regions, &colours);
    notes.push(
        "The names and the super regions are only guesses. You can change them in the editor.".to_owned(),
    );
    let mut mistakes = check::structure(&map);
    mistakes.extend(check::template(&map, &template, &[]));
    if let Some(mistake) = mistakes.first() {
        return Err(format!("does not make a map: {mistake}"));
    }
    let all = (picture.width() as f32 * picture.height() as f32).max(1.0);
    let proposed = choices(&counts, &on_edge, sea);
    let colours = proposed.into_iter().map(|colour| (colour, counts[&colour] as f32 * 100.0 / all)).collect();
    let shown = paint::paint(&map, &template);
    let about = format!("A map of {} regions, made from a picture.", map.regions.len());
    let loaded = LoadedMap::new(id, about, map, shown, template);
    Ok(PictureMap { loaded, sea, colours, notes })
}

fn merged_note(colours: usize, pixels: usize) -> String {
    let colours = match colours {
        0 => "Thin lines and specks".to_owned(),
        1 => "One colour with few pixels".to_owned(),
        colours => format!("{colours} colours with few pixels"),
    };
    format!("{colours} ({pixels} pixels, such as smoothed edges and outlines) went to the regions around.")
}

/// Each pixel as a square of pixels.
fn enlarged(template: Template, factor: u32) -> Template {
    let (width, height) = (template.width() * factor, template.height() * factor);
    let pixel = |x: u32, y: u32| template.region_at(x / factor, y / factor).unwrap_or(Template::NO_REGION);
    let pixels =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
    Template::new(width, height, pixels).unwrap_or(template)
}

type Counts = HashMap<[u8; 3], usize>;

/// How often each colour occurs: in the picture, and on its edge.
fn count_colours(picture: &RgbImage) -> Result<(Counts, Counts), String> {
    let (mut counts, mut on_edge) = (Counts::new(), Counts::new());
    let (width, height) = picture.dimensions();
    for (x, y, Rgb(colour)) in picture.enumerate_pixels() {
        *counts.entry(*colour).or_insert(0) += 1;
        if counts.len() > MAX_COLOURS {
            return Err(
                "has more than a million colours: a template has one flat colour for each region".to_owned()
            );
        }
        if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
            *on_edge.entry(*colour).or_insert(0) += 1;
        }
    }
    Ok((counts, on_edge))
}

/// The colours, the most frequent first.
fn most_frequent(counts: &Counts) -> Vec<([u8; 3], usize)> {
    let mut colours: Vec<([u8; 3], usize)> = counts.iter().map(|(colour, count)| (*colour, *count)).collect();
    colours.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    colours
}

/// Colours that may be the sea: the chosen one, those of the edge, and the most frequent ones.
fn choices(counts: &Counts, on_edge: &Counts, sea: Option<[u8; 3]>) -> Vec<[u8; 3]> {
    let edge = most_frequent(on_edge).into_iter().take(MAX_CHOICES / 2);
    let all = most_frequent(counts).into_iter().take(MAX_CHOICES);
    let mut seen = HashSet::new();
    let listed = sea.into_iter().chain(edge.chain(all).map(|(colour, _)| colour));
    listed.filter(|colour| seen.insert(*colour)).take(MAX_CHOICES).collect()
}

/// The regions of a picture.
struct Areas {
    template: Template,
    /// The colour of each region in the picture.
    colours: Vec<[u8; 3]>,
    merged_colours: usize,
    merged_pixels: usize,
}

/// Finds flat areas. Pixels that belong to none, as those of smoothed edges and outlines, go to the nearest area.
fn flat_areas(picture: &RgbImage, counts: &Counts, sea: Option<[u8; 3]>) -> Result<Areas, String> {
    let (width, height) = picture.dimensions();
    let area = width as usize * height as usize;
    // So at most 20,000 colours get an index.
    let min_pixels = (area / 20_000).max(12);
    let mut flat: Vec<[u8; 3]> =
        counts.iter().filter(|(_, count)| **count >= min_pixels).map(|(colour, _)| *colour).collect();
    flat.sort_unstable();
    let ids: HashMap<[u8; 3], RegionId> = (0..).zip(&flat).map(|(id, colour)| (*colour, id)).collect();
    let pixel = |Rgb(colour): &Rgb<u8>| ids.get(colour).copied().unwrap_or(Template::NO_REGION);
    let pixels: Vec<RegionId> = picture.pixels().map(pixel).collect();
    let by_colour = Template::new(width, height, pixels).ok_or("has a wrong size")?;
    let sea_id = sea.and_then(|sea| ids.get(&sea)).copied();
    let mut kept = thick_parts(&by_colour, sea_id);
    let pixels = by_colour.pixels();
    let mut sizes = vec![0_usize; flat.len()];
    for (id, _) in pixels.iter().zip(&kept).filter(|(_, kept)| **kept) {
        sizes[usize::from(*id)] += 1;
    }
    let mut regions = vec![Template::NO_REGION; flat.len()];
    let mut colours = Vec::new();
    for (at, id) in pixels.iter().enumerate().filter(|(at, _)| kept[*at]).collect::<Vec<_>>() {
        let index = usize::from(*id);
        if sizes[index] < min_pixels && Some(*id) != sea_id {
            kept[at] = false;
        } else if regions[index] == Template::NO_REGION && Some(*id) != sea_id {
            if colours.len() == MAX_REGIONS {
                return Err(format!("has more than {MAX_REGIONS} flat colours, and so too many regions"));
            }
            regions[index] = colours.len() as RegionId;
            colours.push(flat[index]);
        }
    }
    if colours.len() < 2 {
        return Err(format!(
            "has {} besides the sea: a map needs at least two regions",
            if colours.is_empty() { "no flat colour" } else { "only one flat colour" }
        ));
    }
    let merged_pixels = kept.iter().filter(|kept| !**kept).count();
    let mut result: Vec<RegionId> = pixels
        .iter()
        .map(|id| regions.get(usize::from(*id)).copied().unwrap_or(Template::NO_REGION))
        .collect();
    spread(&mut result, kept, width as usize);
    let merged_colours = counts.len() - colours.len() - usize::from(sea_id.is_some());
    let template = Template::new(width, height, result).ok_or("has a wrong size")?;
    Ok(Areas { template, colours, merged_colours, merged_pixels })
}

/// Which pixels belong to parts of a colour that are more than a line. Lines in the colour of the sea may be a little
/// wider, because outlines often have it.
fn thick_parts(by_colour: &Template, sea: Option<RegionId>) -> Vec<bool> {
    let depths = labels::depths(by_colour, false);
    let pixels = by_colour.pixels();
    let wide = if by_colour.width() >= 1200 { 3 } else { 2 };
    let min_depth = |id: RegionId| if Some(id) == sea { wide } else { 2 };
    let mut steps: Vec<u32> = pixels
        .iter()
        .zip(&depths)
        .map(|(id, depth)| {
            let is_core = *id != Template::NO_REGION && *depth >= min_depth(*id) * PIXEL;
            if is_core { 0 } else { u32::MAX }
        })
        .collect();
    let mut open: VecDeque<usize> = (0..pixels.len()).filter(|at| steps[*at] == 0).collect();
    while let Some(at) = open.pop_front() {
        if steps[at] >= 2 * min_depth(pixels[at]) {
            continue;
        }
        for near in beside(at, by_colour.width() as usize, pixels.len()) {
            if pixels[near] == pixels[at] && steps[near] == u32::MAX {
                steps[near] = steps[at] + 1;
                open.push_back(near);
            }
        }
    }
    steps.into_iter().map(|steps| steps != u32::MAX).collect()
}

/// Gives each pixel that is not kept the region of the nearest pixel that is.
fn spread(pixels: &mut [RegionId], mut kept: Vec<bool>, width: usize) {
    let mut open: VecDeque<usize> = (0..pixels.len()).filter(|at| kept[*at]).collect();
    while let Some(at) = open.pop_front() {
        for near in beside(at, width, pixels.len()) {
            if !kept[near] {
                (kept[near], pixels[near]) = (true, pixels[at]);
                open.push_back(near);
            }
        }
    }
}

/// The pixels beside a pixel.
fn beside(at: usize, width: usize, len: usize) -> impl Iterator<Item = usize> {
    let left = (!at.is_multiple_of(width)).then(|| at - 1);
    let right = (at % width + 1 < width).then_some(at + 1);
    let (up, down) = (at.checked_sub(width), Some(at + width).filter(|down| *down < len));
    [left, right, up, down].into_iter().flatten()
}

/// The regions keep the colours of the picture, so that it can still be changed in a drawing program. Black is the sea of
/// our templates.
fn keep_colours(regions: &mut [crate::map::Region], colours: &[[u8; 3]]) {
    let used: HashSet<[u8; 3]> = colours.iter().copied().collect();
    let free = (0..1000).map(template_colour).find(|colour| !used.contains(colour));
    for (region, colour) in regions.iter_mut().zip(colours) {
        region.template = if *colour == SEA { free.unwrap_or(region.template) } else { *colour };
    }
}

/// The name of a file as the name of a map.
pub(super) fn usable_name(name: &str) -> String {
    let clean: String = name.chars().filter(|char| !char.is_control()).take(check::MAX_NAME).collect();
    let clean = clean.trim();
    if clean.is_empty() { "Map".to_owned() } else { clean.to_owned() }
}
