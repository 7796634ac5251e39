//! The board as text.

use super::rule;
use crate::rules::{Cell, Point, Position, Rule};
use common::styled::{FAINT, Style, StyledText, colour, on};

/// The colour of the board. Black and white stones can both be seen on it, whatever the terminal's background is.
const WOOD: u8 = 137;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// Empty points.
const LINES: u8 = 58;

/// Draws the board, with brackets around the last stone.
pub(super) fn board(position: &Position, last: Option<Point>) -> StyledText {
    let size = position.size();
    let forbidden: Vec<Point> = position.forbidden_points().into_iter().map(|(point, _)| point).collect();
    let mut text = StyledText::new();
    for row in (0..size.rows()).rev() {
        text.push(FAINT, format!("{:>2}", row + 1));
        for column in 0..size.columns() {
            let point = Point { row, column };
            let after_last = column > 0 && last == Some(Point { row, column: column - 1 });
            match (last == Some(point), after_last) {
                (true, _) => text.push(bracket(), "["),
                (_, true) => text.push(bracket(), "]"),
                // The board begins with its first point.
                _ if column == 0 => text.plain(" "),
                _ => text.push(bracket(), " "),
            }
            stone(&mut text, position.grid().get(point), forbidden.contains(&point));
        }
        let end = Point { row, column: size.columns() - 1 };
        text.push(bracket(), if last == Some(end) { "]" } else { "" });
        text.plain("\n");
    }
    let letters: Vec<String> = (0..size.columns()).map(|n| Point::letter(n).to_string()).collect();
    text.push(FAINT, format!("   {}\n", letters.join(" ")));
    text.plain(format!("   {}: {}\n", position.rule().name(), rule(position.rule())));
    text
}

fn bracket() -> Style {
    on(colour(WHITE).bold(), WOOD)
}

fn stone(text: &mut StyledText, cell: Cell, forbidden: bool) {
    match cell {
        Cell::Black => text.push(on(colour(BLACK), WOOD), "●"),
        Cell::White => text.push(on(colour(WHITE).bold(), WOOD), "○"),
        _ if forbidden => text.push(on(colour(BLACK), WOOD), "×"),
        _ => text.push(on(colour(LINES), WOOD), "·"),
    }
}

/// What the signs mean.
pub(super) fn legend(position: &Position) -> StyledText {
    let mut text = StyledText::from("   ");
    let mut sign = |cell, forbidden, meaning: &str| {
        stone(&mut text, cell, forbidden);
        text.plain(format!(" {meaning}   "));
    };
    sign(Cell::Black, false, "Black");
    sign(Cell::White, false, "White");
    sign(Cell::Empty, false, "empty");
    if position.rule() == Rule::Renju {
        sign(Cell::Empty, true, "forbidden to Black");
    }
    text.push(bracket(), "[ ]");
    text.plain(" last stone\n");
    text
}
