//! A picture for a map without one: regions as discs, placed so that neighbours are near each other.

use crate::map::voronoi::Point;
use crate::map::{Map, RegionId, Template};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SIZE: (u32, u32) = (1600, 1000);
const MARGIN: f32 = 70.0;

/// The template of a map whose regions are discs.
pub fn discs(map: &Map) -> Template {
    let places = places(map);
    let closest = places
        .iter()
        .enumerate()
        .flat_map(|(index, a)| places[..index].iter().map(|b| squared(*a, *b)))
        .fold(f32::MAX, f32::min);
    let radius = (closest.sqrt() * 0.42).clamp(5.0, 44.0);
    let mut pixels = vec![Template::NO_REGION; SIZE.0 as usize * SIZE.1 as usize];
    for (id, centre) in places.iter().enumerate() {
        let range =
            |at: f32, end: u32| (at - radius).max(0.0) as u32..((at + radius).max(0.0) as u32 + 1).min(end);
        for y in range(centre.1, SIZE.1) {
            for x in range(centre.0, SIZE.0) {
                if squared((x as f32, y as f32), *centre) <= radius * radius {
                    pixels[(y * SIZE.0 + x) as usize] = id as RegionId;
                }
            }
        }
    }
    Template::new(SIZE.0, SIZE.1, pixels).expect("a pixel for each place")
}

fn squared((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

/// Places by the algorithm of Fruchterman and Reingold: regions repel each other, borders attract.
fn places(map: &Map) -> Vec<Point> {
    let count = map.regions.len();
    // The same map always gets the same picture.
    let dice = &mut ChaCha8Rng::seed_from_u64(1);
    let mut places: Vec<Point> = (0..count).map(|_| (dice.random::<f32>(), dice.random::<f32>())).collect();
    let ideal = (1.0 / count as f32).sqrt();
    let rounds = (60_000_000 / (count * count).max(1)).clamp(60, 1000);
    for round in 0..rounds {
        let reach = 0.15 * (1.0 - round as f32 / rounds as f32) + 0.0005;
        let mut forces = vec![(0.0_f32, 0.0_f32); count];
        for a in 0..count {
            for b in 0..count {
                if a != b {
                    let (dx, dy) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
                    let push = ideal * ideal / (dx * dx + dy * dy).max(1e-7);
                    forces[a] = (forces[a].0 + dx * push, forces[a].1 + dy * push);
                }
            }
            for near in map.regions[a].neighbours.iter().map(|near| usize::from(*near)) {
                let (dx, dy) = (places[near].0 - places[a].0, places[near].1 - places[a].1);
                let pull = (dx * dx + dy * dy).sqrt() / ideal;
                forces[a] = (forces[a].0 + dx * pull, forces[a].1 + dy * pull);
            }
        }
        for (place, force) in places.iter_mut().zip(forces) {
            let length = (force.0 * force.0 + force.1 * force.1).sqrt().max(1e-9);
            let step = length.min(reach) / length;
            *place = (place.0 + force.0 * step, place.1 + force.1 * step);
        }
    }
    separate(fit(&places))
}

/// Stretches the places to the picture.
fn fit(places: &[Point]) -> Vec<Point> {
    let scale = |part: fn(&Point) -> f32, length: u32| {
        let low = places.iter().map(part).fold(f32::MAX, f32::min);
        let high = places.iter().map(part).fold(f32::MIN, f32::max);
        let factor = (length as f32 - 2.0 * MARGIN) / (high - low).max(1e-6);
        move |value: f32| MARGIN + (value - low) * factor
    };
    let (x, y) = (scale(|place| place.0, SIZE.0), scale(|place| place.1, SIZE.1));
    places.iter().map(|place| (x(place.0), y(place.1))).collect()
}

/// Moves places apart that are too near to each other for discs of a good size.
fn separate(mut places: Vec<Point>) -> Vec<Point> {
    let wanted = 0.68 * (SIZE.0 as f32 * SIZE.1 as f32 / places.len() as f32).sqrt();
    let rounds = (20_000_000 / (places.len() * places.len()).max(1)).clamp(20, 300);
    for _ in 0..rounds {
        for a in 0..places.len() {
            for b in 0..a {
                let (dx, dy) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
                let distance = (dx * dx + dy * dy).sqrt().max(0.01);
                if distance < wanted {
                    let step = (wanted - distance) / distance * 0.25;
                    places[a] = (places[a].0 + dx * step, places[a].1 + dy * step);
                    places[b] = (places[b].0 - dx * step, places[b].1 - dy * step);
                }
            }
        }
        for (x, y) in &mut places {
            *x = x.clamp(MARGIN, SIZE.0 as f32 - MARGIN);
            *y = y.clamp(MARGIN, SIZE.1 as f32 - MARGIN);
        }
    }
    places
}
