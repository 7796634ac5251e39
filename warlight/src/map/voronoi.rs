//! Relaxed Voronoi diagrams with wavy borders, as pixels.

use super::{RegionId, Template};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// A point of the plane, in pixels.
pub type Point = (f32, f32);

/// Smooth noise between 0 and 1: random values on a grid, interpolated.
pub struct Noise {
    seed: u64,
    /// The distance of the grid points in pixels.
    step: f32,
}

impl Noise {
    /// New noise with random values.
    pub fn new(step: f32, dice: &mut ChaCha8Rng) -> Noise {
        Noise { seed: dice.next_u64(), step }
    }

    fn lattice(&self, x: i64, y: i64) -> f32 {
        // The finaliser of SplitMix64 makes neighbouring grid points independent.
        let mut hash =
            self.seed ^ (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).rotate_left(32);
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((hash ^ (hash >> 31)) >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// The noise at a point.
    pub fn at(&self, (x, y): Point) -> f32 {
        let (x, y) = (x / self.step, y / self.step);
        let (left, top) = (x.floor(), y.floor());
        let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
        let (u, v) = (smooth(x - left), smooth(y - top));
        let corner = |dx: i64, dy: i64| self.lattice(left as i64 + dx, top as i64 + dy);
        let row = |dy| corner(0, dy) * (1.0 - u) + corner(1, dy) * u;
        row(0) * (1.0 - v) + row(1) * v
    }
}

fn squared((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

fn nearest(point: Point, points: &[Point]) -> usize {
    let distance = |index: &usize| squared(point, points[*index]);
    (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}

/// Random points that Lloyd's algorithm moves to the centres of their cells.
pub fn relaxed_points(count: usize, size: (u32, u32), dice: &mut ChaCha8Rng) -> Vec<Point> {
    const ROUNDS: usize = 4;
    let (width, height) = (size.0 as f32, size.1 as f32);
    let mut points: Vec<Point> =
        (0..count).map(|_| (dice.random::<f32>() * width, dice.random::<f32>() * height)).collect();
    // About 40 samples for each cell are enough for its centre.
    let step = (width * height / (count as f32 * 40.0)).sqrt().max(1.0);
    let (columns, rows) = ((width / step) as usize, (height / step) as usize);
    for _ in 0..ROUNDS {
        let mut sums = vec![(0.0, 0.0, 0.0); count];
        for sample in 0..columns * rows {
            let x = ((sample % columns) as f32 + 0.5) * step;
            let y = ((sample / columns) as f32 + 0.5) * step;
            let sum = &mut sums[nearest((x, y), &points)];
            *sum = (sum.0 + x, sum.1 + y, sum.2 + 1.0);
        }
        for (point, (x, y, samples)) in points.iter_mut().zip(sums) {
            if samples > 0.0 {
                *point = (x / samples, y / samples);
            }
        }
    }
    points
}

/// The cell of each pixel: the nearest point, seen from a place that noise has moved, so that borders are wavy.
pub fn wavy_cells(points: &[Point], (width, height): (u32, u32), dice: &mut ChaCha8Rng) -> Template {
    const BLOCK: u32 = 16;
    let spacing = (width as f32 * height as f32 / points.len() as f32).sqrt();
    let waves: Vec<(Noise, Noise, f32)> = [(0.55, 0.34), (0.2, 0.11), (0.08, 0.045)]
        .iter()
        .map(|(step, strength)| {
            let mut noise = || Noise::new((spacing * step).max(3.0), dice);
            (noise(), noise(), spacing * strength)
        })
        .collect();
    let strongest: f32 = waves.iter().map(|wave| wave.2).sum();
    let mut pixels = vec![Template::NO_REGION; width as usize * height as usize];
    for block_y in (0..height).step_by(BLOCK as usize) {
        for block_x in (0..width).step_by(BLOCK as usize) {
            let centre = ((block_x + BLOCK / 2) as f32, (block_y + BLOCK / 2) as f32);
            // No pixel of the block can be nearer to a point outside this radius.
            let closest = squared(centre, points[nearest(centre, points)]).sqrt();
            let radius = closest + 2.0 * (BLOCK as f32 * 0.75 + strongest);
            let near: Vec<usize> = (0..points.len())
                .filter(|index| squared(centre, points[*index]) <= radius * radius)
                .collect();
            let candidates: Vec<Point> = near.iter().map(|index| points[*index]).collect();
            for y in block_y..(block_y + BLOCK).min(height) {
                for x in block_x..(block_x + BLOCK).min(width) {
                    let here = (x as f32, y as f32);
                    let moved = waves.iter().fold(here, |at, (along, down, strength)| {
                        (at.0 + (along.at(here) - 0.5) * strength, at.1 + (down.at(here) - 0.5) * strength)
                    });
                    pixels[(y * width + x) as usize] = near[nearest(moved, &candidates)] as RegionId;
                }
            }
        }
    }
    keep_largest_parts(&mut pixels, width as usize, points.len());
    Template::new(width, height, pixels).expect("a pixel for each place")
}

/// The pixels beside a pixel.
fn beside(at: usize, width: usize, len: usize) -> impl Iterator<Item = usize> {
    let left = (!at.is_multiple_of(width)).then(|| at - 1);
    let right = (at % width + 1 < width).then_some(at + 1);
    let (up, down) = (at.checked_sub(width), Some(at + width).filter(|down| *down < len));
    [left, right, up, down].into_iter().flatten()
}

/// Gives small parts that are cut off from their cell to the cells around them.
fn keep_largest_parts(pixels: &mut [RegionId], width: usize, cells: usize) {
    let mut part = vec![usize::MAX; pixels.len()];
    let mut sizes = Vec::new();
    let mut largest = vec![(0, usize::MAX); cells];
    for start in 0..pixels.len() {
        if part[start] != usize::MAX {
            continue;
        }
        let number = sizes.len();
        let (mut open, mut size) = (vec![start], 0);
        part[start] = number;
        while let Some(at) = open.pop() {
            size += 1;
            for next in beside(at, width, pixels.len()) {
                if part[next] == usize::MAX && pixels[next] == pixels[start] {
                    part[next] = number;
                    open.push(next);
                }
            }
        }
        sizes.push(size);
        let largest = &mut largest[usize::from(pixels[start])];
        *largest = (*largest).max((size, number));
    }
    let mut kept: Vec<bool> =
        (0..pixels.len()).map(|at| largest[usize::from(pixels[at])].1 == part[at]).collect();
    let mut open: VecDeque<usize> = (0..pixels.len()).filter(|at| kept[*at]).collect();
    while let Some(at) = open.pop_front() {
        for next in beside(at, width, pixels.len()) {
            if !kept[next] {
                (kept[next], pixels[next]) = (true, pixels[at]);
                open.push_back(next);
            }
        }
    }
}
