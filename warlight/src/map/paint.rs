//! Paints the picture of a map from its template: soft colours by super region, thin borders, sea with a shore.

use super::labels::depths;
use super::strokes::{self, mix};
use super::{Map, RegionId, Template};
use image::{Rgb, RgbImage};
use std::collections::HashSet;

const DEEP_SEA: [u8; 3] = [0xb4, 0xd0, 0xe2];
const SHORE: [u8; 3] = [0xc6, 0xdd, 0xea];
const INK: [u8; 3] = [0x2b, 0x35, 0x42];

/// A line from one point to another.
type Line = ((f32, f32), (f32, f32));

/// Soft colours for super regions, neighbours in the list far apart.
pub const SUPER_REGION_COLOURS: [[u8; 3]; 16] = [
    [0xe8, 0xc9, 0x8f],
    [0xa9, 0xc7, 0x9a],
    [0xd9, 0xa7, 0x9c],
    [0xb3, 0xa9, 0xcf],
    [0xe4, 0xe0, 0x9a],
    [0x93, 0xc4, 0xbb],
    [0xd8, 0xb4, 0xc8],
    [0xc5, 0xb2, 0x92],
    [0xbf, 0xd8, 0x8f],
    [0xe6, 0xb4, 0x86],
    [0x9f, 0xb4, 0xd6],
    [0xd0, 0xcd, 0xc0],
    [0xc9, 0x98, 0x86],
    [0xb9, 0xdc, 0xb9],
    [0xc8, 0xa2, 0xb4],
    [0xd7, 0xd3, 0x7c],
];

/// The pairs of regions that touch along at least `min` pixels of the template, smaller index first.
pub fn touching(template: &Template, min: usize) -> HashSet<(RegionId, RegionId)> {
    let mut counts = std::collections::HashMap::new();
    let width = template.width() as usize;
    let pixels = template.pixels();
    for (at, &id) in pixels.iter().enumerate() {
        let right = pixels.get(at + 1).filter(|_| (at + 1) % width != 0);
        for &other in right.into_iter().chain(pixels.get(at + width)) {
            if other != id && other != Template::NO_REGION && id != Template::NO_REGION {
                *counts.entry((id.min(other), id.max(other))).or_insert(0) += 1;
            }
        }
    }
    counts.into_iter().filter(|(_, count)| *count >= min).map(|(pair, _)| pair).collect()
}

/// Paints the picture of a map.
pub fn paint(map: &Map, template: &Template) -> RgbImage {
    let (width, height) = (i64::from(template.width()), i64::from(template.height()));
    let depths = depths(template, false);
    let id_at =
        |x: i64, y: i64| template.pixels()[(y.clamp(0, height - 1) * width + x.clamp(0, width - 1)) as usize];
    let super_of = |id: RegionId| map.regions.get(usize::from(id)).map(|region| region.super_region);
    let fill = |x: i64, y: i64| {
        let id = id_at(x, y);
        let Some(super_region) = super_of(id) else {
            let depth = depths[(y.clamp(0, height - 1) * width + x.clamp(0, width - 1)) as usize];
            return if depth < 3 * 14 { SHORE } else { DEEP_SEA };
        };
        // Regions of one super region differ a little.
        let shade = [0.0, 0.07, 0.14][usize::from(id) % 3];
        mix(map.super_regions[usize::from(super_region)].colour, [0xff; 3], shade)
    };
    let mut picture = RgbImage::from_fn(template.width(), template.height(), |x, y| {
        let (x, y) = (i64::from(x), i64::from(y));
        let at = (y * width + x) as usize;
        let sea = super_of(id_at(x, y)).is_none();
        if depths[at] > 3 * 4 && (!sea || depths[at] > 3 * 17 || depths[at] < 3 * 11) {
            return Rgb(fill(x, y));
        }
        Rgb(edge_pixel((x, y), id_at, super_of, fill))
    });
    sea_links(map, template, &mut picture);
    picture
}

/// A pixel near an edge: smoothed colours, darkened by the borders around.
fn edge_pixel(
    (x, y): (i64, i64),
    id_at: impl Fn(i64, i64) -> RegionId,
    super_of: impl Fn(RegionId) -> Option<u16>,
    fill: impl Fn(i64, i64) -> [u8; 3],
) -> [u8; 3] {
    let id = id_at(x, y);
    let own = super_of(id);
    let (mut sum, mut foreign, mut coast, mut super_border) = ([0_u32; 3], 0_u32, 0_u32, 0_u32);
    for dy in -2..=2 {
        for dx in -2..=2 {
            let (near, other) = (id_at(x + dx, y + dy), super_of(id_at(x + dx, y + dy)));
            let close = dx.abs() <= 1 && dy.abs() <= 1;
            if close {
                let colour = fill(x + dx, y + dy);
                sum = std::array::from_fn(|channel| sum[channel] + u32::from(colour[channel]));
                foreign += u32::from(near != id);
                coast += u32::from(own.is_some() != other.is_some());
            }
            super_border += u32::from(own.is_some() && other.is_some() && own != other);
        }
    }
    let colour = sum.map(|channel| ((channel + 4) / 9) as u8);
    let inked = |count: u32, all: f32, strength: f32| (count as f32 / all * 2.5).min(1.0) * strength;
    let ink = inked(foreign, 9.0, 0.42).max(inked(coast, 9.0, 0.62)).max(inked(super_border, 25.0, 0.8));
    mix(colour, INK, ink)
}

/// Draws the borders across the sea as dotted lines from coast to coast.
fn sea_links(map: &Map, template: &Template, picture: &mut RgbImage) {
    let touching = touching(template, 1);
    let coasts = coasts(map.regions.len(), template);
    let width = template.width() as f32;
    for (id, region) in (0..).zip(&map.regions) {
        for &other in region.neighbours.iter().filter(|other| **other > id) {
            if touching.contains(&(id, other)) {
                continue;
            }
            for (from, to) in crossing(&coasts[usize::from(id)], &coasts[usize::from(other)], width) {
                dotted(picture, from, to);
            }
        }
    }
}

/// Some pixels of each region's coast.
fn coasts(regions: usize, template: &Template) -> Vec<Vec<(f32, f32)>> {
    const MAX: usize = 500;
    let width = template.width() as usize;
    let pixels = template.pixels();
    let mut coasts = vec![Vec::new(); regions];
    for (at, id) in pixels.iter().enumerate() {
        let sea = |near: Option<&RegionId>| near == Some(&Template::NO_REGION);
        let up = at.checked_sub(width).and_then(|up| pixels.get(up));
        let left = at.checked_sub(1).and_then(|left| pixels.get(left));
        if let Some(coast) = coasts.get_mut(usize::from(*id))
            && (sea(pixels.get(at + 1)) || sea(pixels.get(at + width)) || sea(left) || sea(up))
        {
            coast.push(((at % width) as f32, (at / width) as f32));
        }
    }
    for coast in &mut coasts {
        let step = coast.len().div_ceil(MAX).max(1);
        *coast = coast.iter().copied().step_by(step).collect();
    }
    coasts
}

/// The shortest line between two coasts, at least so long that it can be seen. Around the world it is drawn twice, once
/// at each edge of the picture.
fn crossing(from: &[(f32, f32)], to: &[(f32, f32)], width: f32) -> Vec<Line> {
    let around = |a: f32, b: f32| (b - a) - ((b - a) / width).round() * width;
    let length = |a: &(f32, f32), b: &(f32, f32)| (around(a.0, b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
    let shortest = pairs.min_by(|(a, b), (c, d)| length(a, b).total_cmp(&length(c, d)));
    let Some((a, b)) = shortest else { return Vec::new() };
    let wrapped = (a.0 - b.0).abs() > width / 2.0;
    let visible = if wrapped { 60.0 } else { 24.0 };
    let longer = ((visible / length(&a, &b).max(1.0)).max(1.0) - 1.0) / 2.0;
    let (dx, dy) = (around(a.0, b.0), b.1 - a.1);
    let start = (a.0 - dx * longer, a.1 - dy * longer);
    let line = |shift: f32| {
        let from = (start.0 + shift, start.1);
        (from, (from.0 + dx * (1.0 + 2.0 * longer), from.1 + dy * (1.0 + 2.0 * longer)))
    };
    let other = if dx < 0.0 { width } else { -width };
    if wrapped { vec![line(0.0), line(other)] } else { vec![line(0.0)] }
}

/// The lines between two places: one, or two to the edges of the picture if that way around the world is shorter.
pub fn straight_ways(from: (f32, f32), to: (f32, f32), width: f32) -> Vec<((f32, f32), (f32, f32))> {
    if (from.0 - to.0).abs() <= width * 0.6 {
        return vec![(from, to)];
    }
    let shift = if from.0 < to.0 { -width } else { width };
    vec![(from, (to.0 + shift, to.1)), ((from.0 - shift, from.1), to)]
}

fn dotted(picture: &mut RgbImage, from: (f32, f32), to: (f32, f32)) {
    const STEP: f32 = 9.0;
    let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
    let count = (length / STEP) as usize;
    let at = |part: f32| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
    for dot in 0..count {
        let part = |extra: f32| (dot as f32 + extra) * STEP / length;
        strokes::line(picture, at(part(0.2)), at(part(0.6)), 2.4, INK, 0.6);
    }
}
