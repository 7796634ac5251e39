//! Frames of a game on a map: owners, armies, highlights, fog and attacks drawn over the picture.

use super::labels::depths;
use super::load::LoadedMap;
use super::paint::straight_ways;
use super::strokes::{self, Point, mix};
use super::{Map, RegionId, Template};
use image::RgbImage;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// The colours of the players, safe for colour-blind eyes.
pub const PLAYER_COLOURS: [[u8; 3]; 8] = [
    [0x00, 0x72, 0xb2],
    [0xd5, 0x5e, 0x00],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x3a, 0x3f, 0x4a],
    [0x8c, 0x8c, 0x8c],
];

const INK: [u8; 3] = [0x1e, 0x24, 0x30];
const PAPER: [u8; 3] = [0xff, 0xff, 0xff];
const FOG: [u8; 3] = [0x79, 0x83, 0x90];
const HIGHLIGHT: [u8; 3] = [0xff, 0xf2, 0x5c];
/// The shade of a pixel with the usual lightness of its region.
const USUAL_SHADE: f32 = 200.0;

/// How a region looks in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RegionLook {
    /// The player who owns it; `None` shows the colours of the map.
    pub owner: Option<u8>,
    /// The number to draw; `None` draws none.
    pub armies: Option<u32>,
    /// Whether it is hidden by fog.
    pub fog: bool,
    /// Whether it is highlighted.
    pub highlight: bool,
}

impl RegionLook {
    /// The same, where players have these colours.
    #[must_use]
    pub fn in_colours(self, colours: &[u8]) -> RegionLook {
        let colour = |owner: u8| colours.get(usize::from(owner)).copied().unwrap_or(owner);
        RegionLook { owner: self.owner.map(colour), ..self }
    }
}

/// An attack or transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Where the armies come from.
    pub from: RegionId,
    /// Where they go.
    pub to: RegionId,
    /// How many there are; `None` draws no number.
    pub armies: Option<u32>,
    /// Whose armies they are.
    pub player: u8,
}

impl Arrow {
    /// The same, where players have these colours.
    #[must_use]
    pub fn in_colours(self, colours: &[u8]) -> Arrow {
        let player = colours.get(usize::from(self.player)).copied().unwrap_or(self.player);
        Arrow { player, ..self }
    }
}

/// What a frame shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scene {
    /// The look of each region, by index; missing ones have the default look.
    pub regions: Vec<RegionLook>,
    /// The arrows, drawn over the regions.
    pub arrows: Vec<Arrow>,
}

impl Scene {
    /// The beginning of a game: every region is neutral.
    pub fn start(map: &Map) -> Scene {
        let look = |armies: u16| RegionLook { armies: Some(armies.into()), ..RegionLook::default() };
        Scene { regions: map.regions.iter().map(|region| look(region.armies)).collect(), arrows: Vec::new() }
    }
}

/// How each pixel of a map looks for an owner: what does not change between frames is computed once.
#[derive(Debug, Clone)]
pub struct Shading {
    picture: Arc<RgbImage>,
    template: Arc<Template>,
    /// The lightness of each pixel relative to its region, so that borders and terrain stay visible in any colour.
    shades: Vec<u8>,
    /// Whether a pixel is near the border of its region. Only highlights need it.
    rim: OnceLock<Vec<bool>>,
}

/// The colours of the pixels of a region, by its look.
#[derive(Debug, Clone)]
pub struct RegionColours {
    look: RegionLook,
    /// The colours by shade, outside and inside the owner's pattern.
    tables: Option<[Vec<[u8; 3]>; 2]>,
}

impl RegionColours {
    /// The colour of a pixel with this shade if the region has an owner: outside or inside its pattern.
    pub fn owned(&self, shade: u8, in_pattern: bool) -> Option<[u8; 3]> {
        let tables = self.tables.as_ref()?;
        Some(tables[usize::from(in_pattern)][usize::from(shade)])
    }

    /// The colours of a region with this look.
    pub fn new(look: RegionLook) -> RegionColours {
        let owned = |owner| [table(player_colour(owner), 0.18), table(player_colour(owner), 0.3)];
        RegionColours { look, tables: look.owner.map(owned) }
    }
}

impl Shading {
    /// The shading of a map.
    pub fn new(loaded: &LoadedMap) -> Shading {
        let LoadedMap { map, picture, template, .. } = loaded;
        Shading {
            shades: shades(map.regions.len(), picture, template),
            rim: OnceLock::new(),
            picture: Arc::clone(picture),
            template: Arc::clone(template),
        }
    }

    fn rim(&self) -> &[bool] {
        self.rim.get_or_init(|| {
            let width = 3 * (self.template.width() / 320).max(2);
            depths(&self.template, true).into_iter().map(|depth| depth <= width).collect()
        })
    }

    /// The picture without owners.
    pub fn picture(&self) -> &RgbImage {
        &self.picture
    }

    /// The region of each pixel.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The lightness of each pixel relative to its region.
    pub fn shades(&self) -> &[u8] {
        &self.shades
    }

    /// The colour of a pixel of a region; `plain` is its colour in the picture.
    pub fn pixel(&self, plain: [u8; 3], (x, y): (usize, usize), colours: &RegionColours) -> [u8; 3] {
        let at = y * self.template.width() as usize + x;
        let RegionColours { look, tables } = colours;
        let mut pixel = plain;
        if let (Some(tables), Some(owner)) = (tables, look.owner) {
            pixel = tables[usize::from(pattern(owner, x, y))][usize::from(self.shades[at])];
        }
        if look.fog {
            pixel = in_fog(pixel, is_stripe(x, y));
        }
        if look.highlight {
            pixel = mix(pixel, HIGHLIGHT, if self.rim()[at] { 0.9 } else { 0.25 });
        }
        pixel
    }
}

/// Draws frames of one map.
#[derive(Debug, Clone)]
pub struct Renderer {
    map: Arc<Map>,
    shading: Shading,
    /// The height of digits in pixels.
    digits: f32,
}

impl Renderer {
    /// A renderer of a map.
    pub fn new(loaded: &LoadedMap) -> Renderer {
        Renderer {
            map: loaded.map.clone(),
            shading: Shading::new(loaded),
            digits: (loaded.template.width() as f32 / 100.0).max(9.0),
        }
    }

    /// The size of the frames in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.shading.picture.dimensions()
    }

    /// Draws a frame.
    pub fn draw(&self, scene: &Scene) -> RgbImage {
        let mut frame = RgbImage::clone(&self.shading.picture);
        self.colour_regions(scene, &mut frame);
        for arrow in &scene.arrows {
            self.draw_arrow(*arrow, &mut frame);
        }
        for (region, look) in self.map.regions.iter().zip(&scene.regions) {
            if let Some(armies) = look.armies {
                let ring = look.owner.map_or(INK, player_colour);
                self.draw_number(place(region.label), armies, (ring, look.owner.is_some()), 1.0, &mut frame);
            }
        }
        frame
    }

    fn colour_regions(&self, scene: &Scene, frame: &mut RgbImage) {
        let look = |id: usize| scene.regions.get(id).copied().unwrap_or_default();
        let colours: Vec<RegionColours> =
            (0..self.map.regions.len()).map(|id| RegionColours::new(look(id))).collect();
        let width = self.shading.template.width() as usize;
        let rows = frame.as_mut().par_chunks_mut(width * 3).enumerate();
        rows.for_each(|(y, row)| {
            let ids = &self.shading.template.pixels()[y * width..];
            for (x, pixel) in row.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                if let Some(colours) = colours.get(usize::from(ids[x])) {
                    *pixel = self.shading.pixel(*pixel, (x, y), colours);
                }
            }
        });
    }

    fn draw_number(
        &self,
        centre: Point,
        number: u32,
        (ring, owned): ([u8; 3], bool),
        scale: f32,
        frame: &mut RgbImage,
    ) {
        let height = self.digits * scale;
        let size = (strokes::number_width(number, height) + height * 0.9, height * 1.65);
        let size = (size.0.max(size.1), size.1);
        let outline = if owned { height * 0.2 } else { height * 0.08 };
        strokes::badge(frame, centre, size, PAPER, (ring, outline));
        strokes::number(frame, number, centre, height, INK);
    }

    fn draw_arrow(&self, arrow: Arrow, frame: &mut RgbImage) {
        let region = |id: RegionId| self.map.regions.get(usize::from(id)).map(|region| place(region.label));
        let (Some(from), Some(to)) = (region(arrow.from), region(arrow.to)) else { return };
        let width = self.shading.template.width() as f32;
        let colour = player_colour(arrow.player);
        for (from, to) in straight_ways(from, to, width) {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt().max(1.0);
            let (ux, uy) = (dx / length, dy / length);
            let gap = (self.digits * 1.1).min(length / 4.0);
            let along = |distance: f32, side: f32| {
                (from.0 + ux * distance - uy * side, from.1 + uy * distance + ux * side)
            };
            let thick = self.digits * 0.45;
            let (tip, neck) = (length - gap, (length - gap - thick * 3.0).max(length * 0.3));
            let outline = self.digits * 0.14;
            let head = |extra: f32| {
                let wide = thick * 1.5 + extra * 1.6;
                [along(tip + extra * 2.0, 0.0), along(neck - extra, wide), along(neck - extra, -wide)]
            };
            strokes::line(frame, along(gap, 0.0), along(neck, 0.0), thick + 2.0 * outline, PAPER, 1.0);
            strokes::triangle(frame, head(outline), PAPER);
            strokes::line(frame, along(gap, 0.0), along(neck, 0.0), thick, colour, 1.0);
            strokes::triangle(frame, head(0.0), colour);
            if let Some(armies) = arrow.armies {
                // On a short arrow the number would hide the arrow, so it stands beside it.
                let side = if length < self.digits * 9.0 { self.digits * 1.25 } else { 0.0 };
                self.draw_number(along(length * 0.46, side), armies, (colour, true), 0.75, frame);
            }
        }
    }
}

/// Writes a caption into the upper left corner of a picture: *Start*, or *Round* with a number.
pub fn caption(picture: &mut RgbImage, text: &str) {
    let height = (picture.width() as f32 / 60.0).max(8.0);
    let size = (strokes::text_width(text, height) + height * 1.6, height * 2.2);
    let centre = (height * 0.8 + size.0 / 2.0, height * 0.8 + size.1 / 2.0);
    strokes::badge(picture, centre, size, PAPER, (INK, height * 0.1));
    strokes::text(picture, text, centre, height, INK);
}

fn place((x, y): (u32, u32)) -> Point {
    (x as f32, y as f32)
}

/// The colour of a player.
pub fn player_colour(player: u8) -> [u8; 3] {
    PLAYER_COLOURS[usize::from(player) % PLAYER_COLOURS.len()]
}

/// The distance after which the patterns of all players repeat, in both directions.
pub const PATTERN_PERIOD: usize = 24;
/// The same of the stripes of fog.
pub const STRIPE_PERIOD: usize = 14;

/// Whether a pixel is in a darker stripe of fog.
pub fn is_stripe(x: usize, y: usize) -> bool {
    ((x + y) / (STRIPE_PERIOD / 2)).is_multiple_of(2)
}

/// A colour under fog. Stripes as well as grey: colour is not the only sign.
pub fn in_fog(colour: [u8; 3], stripe: bool) -> [u8; 3] {
    mix(colour, FOG, if stripe { 0.62 } else { 0.5 })
}

/// Whether a pixel is in the lighter part of a player's pattern: players differ by more than their colour.
pub fn pattern(player: u8, x: usize, y: usize) -> bool {
    const STEP: usize = 12;
    let (column, row) = (x % STEP < 3, y % STEP < 3);
    match player % 8 {
        1 => (x + y) % STEP < 4,
        2 => column && row,
        3 => row,
        4 => column,
        5 => column || row,
        6 => (x + STEP * 1000 - y % STEP) % STEP < 4,
        7 => (x / STEP + y / STEP).is_multiple_of(2),
        _ => false,
    }
}

/// The colours of a player's pixels by their shade, softened by some white.
fn table(colour: [u8; 3], white: f32) -> Vec<[u8; 3]> {
    let colour = mix(colour, PAPER, white);
    let shaded = |shade: usize| colour.map(|c| (f32::from(c) * shade as f32 / USUAL_SHADE).min(255.0) as u8);
    (0..256).map(shaded).collect()
}

fn lightness([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue)) / 10) as u8
}

fn shades(regions: usize, picture: &RgbImage, template: &Template) -> Vec<u8> {
    let pixels = || template.pixels().iter().map(|id| usize::from(*id)).zip(picture.pixels());
    let mut histograms = vec![[0_u32; 256]; regions];
    for (id, pixel) in pixels() {
        if let Some(histogram) = histograms.get_mut(id) {
            histogram[usize::from(lightness(pixel.0))] += 1;
        }
    }
    // The lightness that most pixels of a region have is its usual one.
    let usual = |histogram: &[u32; 256]| {
        (0..256).max_by_key(|level| (histogram[*level], *level)).unwrap_or(255).max(1) as f32
    };
    let usual: Vec<f32> = histograms.iter().map(usual).collect();
    let shade = |(id, pixel): (usize, &image::Rgb<u8>)| {
        let usual = usual.get(id).copied().unwrap_or(255.0);
        (f32::from(lightness(pixel.0)) / usual * USUAL_SHADE).min(255.0) as u8
    };
    pixels().map(shade).collect()
}
