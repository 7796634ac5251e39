//! Boards drawn as text, for tests.

use gomoku::rules::{Colour, Opening, Point, Position, Rule, Setup, Size};

pub fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    let size = Size::new(columns, rows).expect("a size that boards have");
    Setup { size, rule, opening: Opening::Free }
}

/// What is drawn on a point; the top row comes first.
pub fn letter(rows: &[&str], point: Point) -> u8 {
    rows[rows.len() - 1 - usize::from(point.row)].as_bytes()[usize::from(point.column)]
}

/// A board drawn from the top row down: `x` black, `o` white, everything else empty.
pub fn board(rule: Rule, next: Colour, rows: &[&str]) -> Position {
    let setup = setup(rows[0].len() as u8, rows.len() as u8, rule);
    let colour = |letter| match letter {
        b'x' => Some(Colour::Black),
        b'o' => Some(Colour::White),
        _ => None,
    };
    let points = setup.size.all();
    let stones: Vec<(Point, Colour)> =
        points.filter_map(|point| colour(letter(rows, point)).map(|colour| (point, colour))).collect();
    Position::of(setup, &stones, next).expect("a board")
}
