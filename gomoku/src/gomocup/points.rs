//! Points in the protocol's notation: `x,y`, counted from 0 from the upper left corner.

use crate::rules::{FromTop, Point, Size};
use common::protocol::quoted;

/// The text of a point.
pub fn write(size: Size, point: Point) -> String {
    let (x, y) = size.point_to_top(point);
    format!("{x},{y}")
}

/// The text of several points.
pub fn write_all(size: Size, points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|point| write(size, *point)).collect();
    points.join(" ")
}

/// Parses whole numbers separated by commas and spaces.
pub fn numbers(text: &str) -> Option<Vec<u16>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

/// The point of two numbers.
pub fn point(size: Size, x: u16, y: u16) -> Result<Point, String> {
    size.point_from_top(x.into(), y.into())
        .ok_or_else(|| format!("there is no point {x},{y} on a board of {size}; both count from 0"))
}

/// Parses a point.
pub fn read(size: Size, text: &str) -> Result<Point, String> {
    match numbers(text).as_deref() {
        Some(&[x, y]) => point(size, x, y),
        _ => Err(format!("a point is written as x,y, not '{}'", quoted(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_from_the_upper_left_corner() {
        let size = Size::new(20, 15).unwrap();
        assert_eq!(read(size, "0,0"), Ok(Point { row: 14, column: 0 }));
        assert_eq!(read(size, " 19 , 14 "), Ok(Point { row: 0, column: 19 }));
        for point in size.all() {
            assert_eq!(read(size, &write(size, point)), Ok(point));
        }
        for wrong in ["20,0", "0,15", "-1,0", "1", "1,2,3", "", "a,b", "99999999999,0", "65535,65535"] {
            assert!(read(size, wrong).is_err(), "{wrong}");
        }
    }
}
