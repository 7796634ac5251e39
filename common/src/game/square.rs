//! Squares of boards whose columns have letters and whose rows have numbers.

use std::fmt;

/// A square, or a point where lines cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Counted from the bottom, from 0.
    pub row: u8,
    /// Counted from the left, from 0.
    pub column: u8,
}

impl Square {
    /// The letter of a column.
    pub fn letter(column: u8) -> char {
        char::from(b'a' + column)
    }
}

/// The canonical text: `c4`, the column's letter and the row counted from the bottom.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Square::letter(self.column), u16::from(self.row) + 1)
    }
}

/// Why a text names no square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSquare {
    /// It is not written as squares are. This is how it begins: nobody wants to see a page of noise again.
    NotUnderstood(String),
    /// The board has no such square.
    OffBoard(String),
}

impl Square {
    /// Reads `c4` or `C4`, if the board has this square.
    pub fn read(text: &str, contains: impl FnOnce(Square) -> bool) -> Result<Square, NoSquare> {
        let text = text.trim();
        let not_understood = || NoSquare::NotUnderstood(text.chars().take(20).collect());
        let mut letters = text.chars();
        let letter = letters.next().map(|letter| letter.to_ascii_lowercase());
        let letter = letter.filter(char::is_ascii_lowercase).ok_or_else(not_understood)?;
        let digits = letters.as_str();
        if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(not_understood());
        }
        let row: u16 = digits.parse().map_err(|_| not_understood())?;
        let row_above = row.checked_sub(1).and_then(|row| u8::try_from(row).ok());
        let square = row_above.map(|row| Square { row, column: letter as u8 - b'a' });
        square.filter(|square| contains(*square)).ok_or_else(|| NoSquare::OffBoard(format!("{letter}{row}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for row in 0..=255 {
            for column in 0..26 {
                let square = Square { row, column };
                assert_eq!(Square::read(&square.to_string(), |_| true), Ok(square));
            }
        }
        let read = |text: &str| Square::read(text, |square| square.row < 8);
        assert_eq!(read(" C4 "), Ok(Square { row: 3, column: 2 }));
        assert_eq!(read("a04"), Ok(Square { row: 3, column: 0 }));
        for text in ["", "c", "4", "c-1", "c+1", "cc4", "c4 5", "ä4", "c１", "c1000", "{1"] {
            assert!(matches!(read(text), Err(NoSquare::NotUnderstood(_))), "{text}");
        }
        for text in ["c0", "c9", "c257", "c999"] {
            assert_eq!(read(text), Err(NoSquare::OffBoard(text.to_owned())));
        }
        assert_eq!(read(&"x".repeat(1000)), Err(NoSquare::NotUnderstood("x".repeat(20))));
    }
}
