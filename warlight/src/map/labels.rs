//! Places for army numbers: the point of each region that is farthest from its edge.

use super::Template;

/// The weights of a chamfer distance, which approximates the Euclidean distance times 3.
const STRAIGHT: u32 = 3;
const DIAGONAL: u32 = 4;

/// The distance of each pixel to the nearest pixel of another region or of the sea, times 3. The edge of the picture
/// counts as another region if `edge` is set.
pub fn depths(template: &Template, edge: bool) -> Vec<u32> {
    let (width, height) = (template.width() as usize, template.height() as usize);
    let pixels = template.pixels();
    let mut depths = vec![u32::MAX / 2; pixels.len()];
    let step = |depths: &[u32], x: usize, y: usize, back: [(isize, isize); 4]| {
        let at = y * width + x;
        back.iter().fold(depths[at], |best, (dx, dy)| {
            let cost = if *dx == 0 || *dy == 0 { STRAIGHT } else { DIAGONAL };
            let neighbour = x.checked_add_signed(*dx).zip(y.checked_add_signed(*dy));
            let reach = match neighbour.filter(|(x, y)| *x < width && *y < height) {
                Some((x, y)) if pixels[y * width + x] == pixels[at] => {
                    depths[y * width + x].saturating_add(cost)
                }
                None if !edge => u32::MAX / 2,
                _ => cost,
            };
            best.min(reach)
        })
    };
    for y in 0..height {
        for x in 0..width {
            depths[y * width + x] = step(&depths, x, y, [(-1, 0), (-1, -1), (0, -1), (1, -1)]);
        }
    }
    for y in (0..height).rev() {
        for x in (0..width).rev() {
            depths[y * width + x] = step(&depths, x, y, [(1, 0), (1, 1), (0, 1), (-1, 1)]);
        }
    }
    depths
}

/// The label place of each region, and its distance from the edge in pixels. Regions without pixels get (0, 0) and 0.
pub fn places(template: &Template, regions: usize) -> Vec<((u32, u32), u32)> {
    let depths = depths(template, true);
    let width = template.width().max(1) as usize;
    let mut deepest = vec![0; regions];
    for (id, depth) in template.pixels().iter().zip(&depths) {
        if let Some(deepest) = deepest.get_mut(usize::from(*id)) {
            *deepest = (*deepest).max(*depth);
        }
    }
    // The mean of all nearly deepest places looks more central than the first of them; the nearest such place is inside.
    let mut sums = vec![(0_u64, 0_u64, 0_u64); regions];
    let near = |id: usize, depth: u32| deepest.get(id).is_some_and(|deepest| depth * 10 >= deepest * 9);
    let all = || {
        let ids = template.pixels().iter().map(|id| usize::from(*id)).zip(&depths).enumerate();
        ids.filter(|(_, (id, depth))| near(*id, **depth)).map(|(at, (id, _))| (id, at % width, at / width))
    };
    for (id, x, y) in all() {
        sums[id] = (sums[id].0 + x as u64, sums[id].1 + y as u64, sums[id].2 + 1);
    }
    let mut best = vec![(u64::MAX, (0, 0)); regions];
    for (id, x, y) in all() {
        let (sum_x, sum_y, count) = sums[id];
        let distance = (sum_x / count).abs_diff(x as u64).pow(2) + (sum_y / count).abs_diff(y as u64).pow(2);
        if distance < best[id].0 {
            best[id] = (distance, (x as u32, y as u32));
        }
    }
    best.into_iter().zip(deepest).map(|((_, place), deepest)| (place, deepest / STRAIGHT)).collect()
}
