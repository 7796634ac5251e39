//! The outlines of regions and super regions, traced from the template of a map, so that they are sharp at every zoom.

use crate::map::{RegionId, Template};
use egui::{Pos2, Rect, pos2};

/// A closed line around an area, in pixels of the map.
pub type Ring = Vec<Pos2>;

/// A point farther than this from a line between its neighbours is kept, in pixels.
const TOLERANCE: f32 = 0.7;

/// The outlines of `count` areas. `area` says to which of them a region belongs.
pub fn trace(template: &Template, count: usize, area: impl Fn(RegionId) -> usize) -> Vec<Vec<Ring>> {
    let (width, height) = (template.width() as usize, template.height() as usize);
    let corner = |x: usize, y: usize| (y * (width + 1) + x) as u32;
    let areas: Vec<usize> = template
        .pixels()
        .iter()
        .map(|id| if *id == Template::NO_REGION { usize::MAX } else { area(*id) })
        .collect();
    // The edges of each area, with the area always on the same side.
    let mut edges: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    for y in 0..height {
        for x in 0..width {
            let own = areas[y * width + x];
            let Some(edges) = edges.get_mut(own) else { continue };
            if y == 0 || areas[(y - 1) * width + x] != own {
                edges.push((corner(x, y), corner(x + 1, y)));
            }
            if x + 1 == width || areas[y * width + x + 1] != own {
                edges.push((corner(x + 1, y), corner(x + 1, y + 1)));
            }
            if y + 1 == height || areas[(y + 1) * width + x] != own {
                edges.push((corner(x + 1, y + 1), corner(x, y + 1)));
            }
            if x == 0 || areas[y * width + x - 1] != own {
                edges.push((corner(x, y + 1), corner(x, y)));
            }
        }
    }
    let place = |at: u32| {
        let (x, y) = (at as usize % (width + 1), at as usize / (width + 1));
        pos2(x as f32, y as f32)
    };
    edges.into_iter().map(|edges| rings(edges, place)).collect()
}

/// Joins edges to closed lines.
fn rings(mut edges: Vec<(u32, u32)>, place: impl Fn(u32) -> Pos2) -> Vec<Ring> {
    edges.sort_unstable();
    let mut used = vec![false; edges.len()];
    let mut rings = Vec::new();
    for first in 0..edges.len() {
        if used[first] {
            continue;
        }
        let mut ring = Vec::new();
        let mut next = Some(first);
        while let Some(edge) = next {
            used[edge] = true;
            let (from, to) = edges[edge];
            let (from, to) = (place(from), place(to));
            // Through the middles of the edges of pixels: steps become slopes.
            ring.push(from.lerp(to, 0.5));
            let start = edges.partition_point(|(from, _)| *from < edges[edge].1);
            let leaving = edges[start..].iter().take_while(|(from, _)| *from == edges[edge].1).count();
            next = (start..start + leaving).find(|edge| !used[*edge]);
        }
        // Specks of a few pixels cannot be seen.
        if ring.len() >= 8 {
            rings.push(simplified(&ring));
        }
    }
    rings
}

/// The ring with fewer points: by the algorithm of Douglas and Peucker.
fn simplified(ring: &[Pos2]) -> Ring {
    let mut keep = vec![false; ring.len()];
    let middle = ring.len() / 2;
    (keep[0], keep[middle], keep[ring.len() - 1]) = (true, true, true);
    let mut parts = vec![(0, middle), (middle, ring.len() - 1)];
    while let Some((from, to)) = parts.pop() {
        let distance = |at: usize| segment_distance(ring[at], ring[from], ring[to]);
        let farthest = (from + 1..to).max_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        if let Some(at) = farthest.filter(|at| distance(*at) > TOLERANCE) {
            keep[at] = true;
            parts.extend([(from, at), (at, to)]);
        }
    }
    ring.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

/// The distance of a point to the line between two others.
pub fn segment_distance(point: Pos2, from: Pos2, to: Pos2) -> f32 {
    let (along, length) = (to - from, from.distance_sq(to));
    let part = if length > 0.0 { ((point - from).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(from + along * part)
}

/// The rectangle around rings.
pub fn bounds(rings: &[Ring]) -> Rect {
    let points = rings.iter().flatten();
    points.fold(Rect::NOTHING, |rect, point| rect.union(Rect::from_min_max(*point, *point)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_one_outline_around_it_and_one_around_its_hole() {
        let side = 40;
        let inside = |x: u32, y: u32| (10..30).contains(&x) && (10..30).contains(&y);
        let hole = |x: u32, y: u32| (16..24).contains(&x) && (16..24).contains(&y);
        let pixel = |at: u32| {
            let (x, y) = (at % side, at / side);
            if hole(x, y) {
                1
            } else if inside(x, y) {
                0
            } else {
                Template::NO_REGION
            }
        };
        let template = Template::new(side, side, (0..side * side).map(pixel).collect()).unwrap();
        let rings = trace(&template, 2, usize::from);
        assert_eq!((rings[0].len(), rings[1].len()), (2, 1));
        assert_eq!(bounds(&rings[0]), Rect::from_min_max(pos2(10.0, 10.0), pos2(30.0, 30.0)));
        assert_eq!(bounds(&rings[1]), Rect::from_min_max(pos2(16.0, 16.0), pos2(24.0, 24.0)));
        // A straight side needs no points between its ends.
        assert!(rings[0].iter().flatten().count() < 40, "{:?}", rings[0]);
    }
}
