//! Sizes of rectangular boards.

use super::Square;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The size of a board with `MIN` to `MAX` columns and `MIN` to `MAX` rows. Its text is `COLUMNSxROWS`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BoardSize<const MIN: u8, const MAX: u8> {
    columns: u8,
    rows: u8,
}

impl<const MIN: u8, const MAX: u8> BoardSize<MIN, MAX> {
    /// The minimum number of columns and of rows.
    pub const MIN: u8 = MIN;
    /// The maximum number of columns and of rows.
    pub const MAX: u8 = MAX;

    /// A size, or `None` if it is outside the limits.
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns < MIN || columns > MAX || rows < MIN || rows > MAX {
            return None;
        }
        Some(BoardSize { columns, rows })
    }
    /// The number of columns: the width.
    pub const fn columns(self) -> u8 {
        self.columns
    }
    /// The number of rows: the height.
    pub const fn rows(self) -> u8 {
        self.rows
    }
    /// The number of squares.
    pub fn squares(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }
    /// Whether a square is on the board.
    pub fn contains(self, square: Square) -> bool {
        square.column < self.columns && square.row < self.rows
    }
    /// All squares, row by row from the lower left corner.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        let row = move |row| (0..self.columns).map(move |column| Square { row, column });
        (0..self.rows).flat_map(row)
    }
    /// The index of a square in the order of [`BoardSize::all`].
    pub fn index(self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
    }
    /// The square at an index in the order of [`BoardSize::all`].
    pub fn square(self, index: usize) -> Square {
        let columns = usize::from(self.columns);
        Square { row: (index / columns) as u8, column: (index % columns) as u8 }
    }
    /// The square in the centre. If a number is even, it is the upper or right one of the two.
    pub fn centre(self) -> Square {
        Square { row: self.rows / 2, column: self.columns / 2 }
    }
}

impl<const MIN: u8, const MAX: u8> fmt::Display for BoardSize<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The same text as [`fmt::Display`].
impl<const MIN: u8, const MAX: u8> fmt::Debug for BoardSize<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not a size within these limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board has {}", self.expected())]
pub struct BadSize {
    /// The minimum number of columns and of rows.
    pub min: u8,
    /// The maximum number of columns and of rows.
    pub max: u8,
}

impl BadSize {
    /// The sizes that are accepted: "2 to 16 columns and rows, as in 8x8 or 12x6".
    pub fn expected(self) -> String {
        let BadSize { min, max } = self;
        let [square, columns, rows] = [8, 12, 6].map(|side: u8| side.clamp(min, max));
        format!("{min} to {max} columns and rows, as in {square}x{square} or {columns}x{rows}")
    }
}

/// Reads `20x15`, `20X15`, `20×15`, and one number for a square board.
impl<const MIN: u8, const MAX: u8> FromStr for BoardSize<MIN, MAX> {
    type Err = BadSize;

    fn from_str(text: &str) -> Result<Self, BadSize> {
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        let size = number(columns).zip(number(rows)).and_then(|(columns, rows)| Self::new(columns, rows));
        size.ok_or(BadSize { min: MIN, max: MAX })
    }
}

impl<const MIN: u8, const MAX: u8> TryFrom<String> for BoardSize<MIN, MAX> {
    type Error = BadSize;
    fn try_from(text: String) -> Result<Self, BadSize> {
        text.parse()
    }
}

impl<const MIN: u8, const MAX: u8> From<BoardSize<MIN, MAX>> for String {
    fn from(size: BoardSize<MIN, MAX>) -> String {
        size.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Size = BoardSize<5, 22>;

    fn size(columns: u8, rows: u8) -> Size {
        Size::new(columns, rows).unwrap()
    }

    #[test]
    fn a_size_is_parsed_from_its_text() {
        for columns in 0..=30 {
            for rows in 0..=30 {
                let text = format!("{columns}x{rows}");
                let parsed = text.parse::<Size>();
                assert_eq!(parsed.ok(), Size::new(columns, rows), "{text}");
                assert_eq!(parsed.is_ok(), (5..=22).contains(&columns) && (5..=22).contains(&rows), "{text}");
                if let Ok(size) = parsed {
                    assert_eq!(size.to_string(), text);
                    assert_eq!((size.columns(), size.rows()), (columns, rows));
                }
            }
        }
    }

    #[test]
    fn other_spellings_are_accepted() {
        for text in ["20x15", "20X15", "20×15", " 20 x 15 "] {
            assert_eq!(text.parse(), Ok(size(20, 15)), "{text}");
        }
        assert_eq!("15".parse(), Ok(size(15, 15)));
    }

    #[test]
    fn nonsense_is_refused_with_an_example() {
        for text in ["", "x", "8x", "x8", "8x8x8", "8 8", "-8x8", "4", "23", "300x300", "a", "８x８"] {
            assert_eq!(text.parse::<Size>(), Err(BadSize { min: 5, max: 22 }), "{text}");
        }
        let message = |min, max| BadSize { min, max }.to_string();
        assert_eq!(message(2, 16), "a board has 2 to 16 columns and rows, as in 8x8 or 12x6");
        assert_eq!(message(7, 9), "a board has 7 to 9 columns and rows, as in 8x8 or 9x7");
    }

    #[test]
    fn indices_follow_the_order_of_all_squares() {
        let size = size(7, 5);
        assert_eq!(size.squares(), 35);
        for (index, square) in size.all().enumerate() {
            assert!(size.contains(square));
            assert_eq!((size.index(square), size.square(index)), (index, square));
        }
        assert_eq!(size.all().count(), 35);
        let names: Vec<String> = size.all().skip(5).take(3).map(|square| square.to_string()).collect();
        assert_eq!(names, ["f1", "g1", "a2"]);
        assert!(!size.contains(Square { row: 5, column: 0 }) && !size.contains(Square { row: 0, column: 7 }));
        assert_eq!(size.centre().to_string(), "d3");
        assert_eq!(Size::new(8, 6).unwrap().centre().to_string(), "e4");
    }

    #[test]
    fn files_hold_the_text() {
        let json = serde_json::to_string(&size(20, 15)).unwrap();
        assert_eq!(json, "\"20x15\"");
        assert_eq!(serde_json::from_str::<Size>(&json).unwrap(), size(20, 15));
        assert!(serde_json::from_str::<Size>("\"4x4\"").is_err());
    }
}
