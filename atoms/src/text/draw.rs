//! The board as text.

use super::{holdings, name};
use crate::rules::{Atom, Position, Square};
use common::game::Side;
use common::styled::{self, FAINT, MARK, STRONG, StyledText};

/// Draws the board, with brackets around the last move.
pub(super) fn board(position: &Position, last: Option<Square>) -> StyledText {
    let size = position.size();
    let mut text = StyledText::new();
    for row in (0..size.rows()).rev() {
        text.push(FAINT, format!("{:>2} ", row + 1));
        for column in 0..size.columns() {
            let square = Square { row, column };
            // The bracket behind the last move stands where the blank before the next square would.
            let after_last = column > 0 && is_wide(position, last, Square { row, column: column - 1 });
            cell(&mut text, position, square, last == Some(square), after_last);
        }
        let end = Square { row, column: size.columns() - 1 };
        text.push(MARK, if is_wide(position, last, end) { "]" } else { "" });
        text.plain("\n");
    }
    let letters: Vec<String> = (0..size.columns()).map(|n| format!("  {}", Square::letter(n))).collect();
    text.push(FAINT, format!("   {}\n", letters.join(" ")));
    for side in [Side::FIRST, Side::SECOND] {
        text.plain("   ");
        text.push(styled::side(side), name(side));
        text.plain(format!(": {}\n", holdings(position.squares(side), position.electrons(side))));
    }
    text
}

/// Whether this is the last move and its bracket must stand behind the square.
fn is_wide(position: &Position, last: Option<Square>, square: Square) -> bool {
    last == Some(square) && position.is_critical(square)
}

/// A square in four characters: a blank or a bracket, the sign of the owner, the electrons, and a `!` or a bracket.
fn cell(text: &mut StyledText, position: &Position, square: Square, is_last: bool, after_last: bool) {
    let Atom { owner, electrons } = position.atom(square);
    let critical = position.is_critical(square);
    let Some(owner) = owner else {
        text.push(MARK, if after_last { "]" } else { " " });
        text.push(MARK, if is_last { "[" } else { " " });
        text.push(FAINT, "·");
        return text.push(MARK, if is_last { "]" } else { " " });
    };
    text.push(MARK, styled::bracket_before(is_last, after_last));
    text.push(styled::side(owner), format!("{}{electrons}", sign(owner)));
    match (critical, is_last) {
        (true, _) => text.push(STRONG, "!"),
        (false, true) => text.push(MARK, "]"),
        (false, false) => text.plain(" "),
    }
}

/// The shape of a side's atoms.
fn sign(side: Side) -> char {
    if side == Side::FIRST { '●' } else { '■' }
}

/// What the signs mean.
pub(super) fn legend() -> StyledText {
    let mut text = StyledText::from("   ");
    for (side, electrons) in [(Side::FIRST, 2), (Side::SECOND, 1)] {
        text.push(styled::side(side), format!("{}{electrons}", sign(side)));
        let plural = if electrons == 1 { "" } else { "s" };
        text.plain(format!(" {}, {electrons} electron{plural}   ", name(side)));
    }
    text.push(FAINT, "·");
    text.plain(" free\n   ");
    text.push(STRONG, "!");
    text.plain("  explodes with one more electron   ");
    text.push(MARK, "[ ]");
    text.plain(" last move\n");
    text
}
