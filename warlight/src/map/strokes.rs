//! Smooth lines, discs and digits on a picture.

use image::{Rgb, RgbImage};

/// A point of a picture, in pixels.
pub type Point = (f32, f32);

/// Mixes two colours: `share` of the second one.
pub fn mix(from: [u8; 3], to: [u8; 3], share: f32) -> [u8; 3] {
    let channel = |at: usize| (f32::from(from[at]) * (1.0 - share) + f32::from(to[at]) * share + 0.5) as u8;
    [channel(0), channel(1), channel(2)]
}

/// Fills the shape where `distance` is negative. The distance is in pixels; edges are smoothed.
pub fn fill(
    picture: &mut RgbImage,
    (left, top): Point,
    (right, bottom): Point,
    colour: [u8; 3],
    alpha: f32,
    distance: impl Fn(Point) -> f32,
) {
    let range = |from: f32, to: f32, end: u32| {
        (from - 1.0).clamp(0.0, end as f32) as u32..(to + 2.0).clamp(0.0, end as f32) as u32
    };
    for y in range(top, bottom, picture.height()) {
        for x in range(left, right, picture.width()) {
            let share = (0.5 - distance((x as f32, y as f32))).clamp(0.0, 1.0) * alpha;
            if share > 0.0 {
                let Rgb(pixel) = picture.get_pixel_mut(x, y);
                *pixel = mix(*pixel, colour, share);
            }
        }
    }
}

/// The distance of a point to the line between two others.
pub fn segment_distance((x, y): Point, (ax, ay): Point, (bx, by): Point) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (px, py) = (x - ax - along * dx, y - ay - along * dy);
    (px * px + py * py).sqrt()
}

/// Draws a line with round ends.
pub fn line(picture: &mut RgbImage, from: Point, to: Point, width: f32, colour: [u8; 3], alpha: f32) {
    let half = width / 2.0;
    let start = (from.0.min(to.0) - half, from.1.min(to.1) - half);
    let end = (from.0.max(to.0) + half, from.1.max(to.1) + half);
    fill(picture, start, end, colour, alpha, |point| segment_distance(point, from, to) - half);
}

/// Draws a filled triangle.
pub fn triangle(picture: &mut RgbImage, corners: [Point; 3], colour: [u8; 3]) {
    let [a, b, c] = corners;
    let start = (a.0.min(b.0).min(c.0), a.1.min(b.1).min(c.1));
    let end = (a.0.max(b.0).max(c.0), a.1.max(b.1).max(c.1));
    let side = |p: Point, a: Point, b: Point| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    fill(picture, start, end, colour, 1.0, |p| {
        let sides = [side(p, a, b), side(p, b, c), side(p, c, a)];
        let inside = sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
        let edge = segment_distance(p, a, b).min(segment_distance(p, b, c)).min(segment_distance(p, c, a));
        if inside { -edge } else { edge }
    });
}

/// Draws a line that is `width` high, with round ends, and a thin outline: the background of a number.
pub fn badge(picture: &mut RgbImage, centre: Point, size: Point, colour: [u8; 3], outline: ([u8; 3], f32)) {
    let reach = ((size.0 - size.1) / 2.0).max(0.0);
    let (from, to) = ((centre.0 - reach, centre.1), (centre.0 + reach, centre.1));
    line(picture, from, to, size.1 + 2.0 * outline.1, outline.0, 1.0);
    line(picture, from, to, size.1, colour, 1.0);
}

/// The strokes of the digits, in a box of 4 by 6.
const DIGITS: [&[Point]; 10] = [
    &[
        (2.0, 0.0),
        (3.4, 0.6),
        (4.0, 2.0),
        (4.0, 4.0),
        (3.4, 5.4),
        (2.0, 6.0),
        (0.6, 5.4),
        (0.0, 4.0),
        (0.0, 2.0),
        (0.6, 0.6),
        (2.0, 0.0),
    ],
    &[(0.8, 1.2), (2.4, 0.0), (2.4, 6.0)],
    &[(0.1, 1.5), (0.6, 0.5), (2.0, 0.0), (3.4, 0.5), (3.9, 1.7), (3.4, 2.9), (0.0, 6.0), (4.0, 6.0)],
    &[
        (0.2, 0.9),
        (0.9, 0.2),
        (2.0, 0.0),
        (3.2, 0.3),
        (3.8, 1.4),
        (3.2, 2.5),
        (1.6, 2.8),
        (3.3, 3.2),
        (4.0, 4.3),
        (3.4, 5.5),
        (2.0, 6.0),
        (0.7, 5.7),
        (0.0, 4.9),
    ],
    &[(3.0, 6.0), (3.0, 0.0), (0.0, 4.2), (4.0, 4.2)],
    &[
        (3.7, 0.0),
        (0.6, 0.0),
        (0.3, 2.7),
        (1.9, 2.2),
        (3.4, 2.7),
        (4.0, 4.1),
        (3.3, 5.5),
        (1.9, 6.0),
        (0.6, 5.7),
        (0.0, 4.9),
    ],
    &[
        (3.6, 0.7),
        (2.2, 0.0),
        (0.8, 0.9),
        (0.0, 3.0),
        (0.0, 4.3),
        (0.7, 5.6),
        (2.0, 6.0),
        (3.4, 5.5),
        (4.0, 4.2),
        (3.4, 2.9),
        (2.1, 2.4),
        (0.8, 2.9),
        (0.1, 3.9),
    ],
    &[(0.0, 0.0), (4.0, 0.0), (1.4, 6.0)],
    &[
        (2.0, 2.8),
        (0.7, 2.3),
        (0.3, 1.4),
        (0.8, 0.4),
        (2.0, 0.0),
        (3.2, 0.4),
        (3.7, 1.4),
        (3.3, 2.3),
        (2.0, 2.8),
        (0.6, 3.3),
        (0.0, 4.4),
        (0.6, 5.5),
        (2.0, 6.0),
        (3.4, 5.5),
        (4.0, 4.4),
        (3.4, 3.3),
        (2.0, 2.8),
    ],
    &[
        (0.4, 5.3),
        (1.8, 6.0),
        (3.2, 5.1),
        (4.0, 3.0),
        (4.0, 1.7),
        (3.3, 0.4),
        (2.0, 0.0),
        (0.6, 0.5),
        (0.0, 1.8),
        (0.6, 3.1),
        (1.9, 3.6),
        (3.2, 3.1),
        (3.9, 2.1),
    ],
];

/// The strokes of a letter or a digit in a box of 4 by 6; nothing for those that are not needed.
fn strokes(letter: char) -> &'static [Point] {
    match letter {
        'R' => &[
            (0.0, 6.0),
            (0.0, 0.0),
            (2.4, 0.0),
            (3.6, 0.5),
            (3.9, 1.6),
            (3.5, 2.7),
            (2.4, 3.2),
            (0.0, 3.2),
            (2.0, 3.2),
            (4.0, 6.0),
        ],
        'S' => &[
            (3.8, 1.0),
            (3.2, 0.3),
            (2.0, 0.0),
            (0.8, 0.3),
            (0.2, 1.4),
            (0.7, 2.5),
            (2.0, 2.9),
            (3.4, 3.4),
            (3.9, 4.6),
            (3.3, 5.6),
            (2.0, 6.0),
            (0.7, 5.7),
            (0.1, 4.9),
        ],
        'a' => &[
            (0.5, 2.6),
            (1.5, 2.0),
            (2.6, 2.1),
            (3.4, 2.8),
            (3.5, 4.0),
            (3.5, 6.0),
            (3.5, 5.0),
            (2.6, 5.8),
            (1.5, 6.0),
            (0.5, 5.4),
            (0.4, 4.5),
            (1.2, 3.8),
            (3.5, 3.6),
        ],
        'd' => &[
            (3.7, 0.0),
            (3.7, 6.0),
            (3.7, 4.9),
            (3.0, 5.7),
            (2.0, 6.0),
            (0.8, 5.5),
            (0.3, 4.0),
            (0.8, 2.5),
            (2.0, 2.0),
            (3.0, 2.3),
            (3.7, 3.1),
        ],
        'n' => {
            &[(0.3, 6.0), (0.3, 2.0), (0.3, 3.6), (0.9, 2.5), (2.0, 2.0), (3.1, 2.3), (3.6, 3.4), (3.6, 6.0)]
        }
        'o' => &[
            (2.0, 2.0),
            (3.3, 2.5),
            (3.8, 4.0),
            (3.3, 5.5),
            (2.0, 6.0),
            (0.7, 5.5),
            (0.2, 4.0),
            (0.7, 2.5),
            (2.0, 2.0),
        ],
        'r' => &[(0.5, 6.0), (0.5, 2.0), (0.5, 3.6), (1.2, 2.5), (2.2, 2.0), (3.2, 2.1)],
        't' => &[(0.3, 2.0), (2.9, 2.0), (1.4, 2.0), (1.4, 0.6), (1.4, 5.0), (1.9, 5.9), (3.0, 5.9)],
        'u' => {
            &[(0.3, 2.0), (0.3, 4.6), (0.8, 5.7), (1.8, 6.0), (3.0, 5.5), (3.6, 4.4), (3.6, 2.0), (3.6, 6.0)]
        }
        digit => digit.to_digit(10).map_or(&[], |digit| DIGITS[digit as usize]),
    }
}

/// The distance between the left edges of two digits in the units of [`DIGITS`].
const ADVANCE: f32 = 6.0;

/// The width of a text of this height. It may have digits and the letters of *Round* and *Start*.
pub fn text_width(text: &str, height: f32) -> f32 {
    (text.chars().count() as f32 * ADVANCE - 2.0) * height / 6.0
}

/// The width of a number of this height.
pub fn number_width(number: u32, height: f32) -> f32 {
    text_width(&number.to_string(), height)
}

/// Draws a number around a centre.
pub fn number(picture: &mut RgbImage, number: u32, centre: Point, height: f32, colour: [u8; 3]) {
    text(picture, &number.to_string(), centre, height, colour);
}

/// Draws a text around a centre.
pub fn text(picture: &mut RgbImage, text: &str, centre: Point, height: f32, colour: [u8; 3]) {
    let unit = height / 6.0;
    let half = height * 0.085;
    let left = centre.0 - text_width(text, height) / 2.0;
    let top = centre.1 - height / 2.0;
    for (place, letter) in text.chars().enumerate() {
        let left = left + place as f32 * ADVANCE * unit;
        let strokes = strokes(letter);
        let at = |(x, y): Point| (left + x * unit, top + y * unit);
        let (start, end) = ((left - half, top - half), (left + 4.0 * unit + half, top + height + half));
        fill(picture, start, end, colour, 1.0, |point| {
            let distance = |pair: &[Point]| segment_distance(point, at(pair[0]), at(pair[1]));
            strokes.windows(2).map(distance).fold(f32::MAX, f32::min) - half
        });
    }
}
