//! The board as text.

use crate::rules::{Cell, Mark, Position};
use common::game::Side;

/// Draws the board. Every small mark has a fixed place in its cell. Big marks are drawn as big letters, cell numbers in
/// the corner.
pub(super) fn board(position: &Position) -> String {
    let rule = |left, middle, right| format!("{left}{0}{middle}{0}{middle}{0}{right}\n", "─".repeat(12));
    let mut text = rule("┌", "┬", "┐");
    for row in 0..3u8 {
        for part in 0..3u8 {
            for column in 0..3u8 {
                let cell = Cell::new(row * 3 + column).expect("three rows of three");
                text.push('│');
                text += &cell_part(position, cell, part);
            }
            text += "│\n";
        }
        text += &if row < 2 { rule("├", "┼", "┤") } else { rule("└", "┴", "┘") };
    }
    text
}

/// One of a cell's three lines, twelve columns wide: the marks 1–3, 4–6 or 7–9. The last line ends with the cell number.
fn cell_part(position: &Position, cell: Cell, part: u8) -> String {
    let corner = if part == 2 { cell.to_string() } else { " ".to_owned() };
    if let Some(mark) = position.settled(cell) {
        let name = mark.to_string();
        let foot = if mark.owner() == Side::FIRST { "/    \\" } else { "  ||  " };
        return match part {
            0 => "   \\    /   ".to_owned(),
            1 => format!("     {name}     "),
            _ => format!("   {foot}  {corner}"),
        };
    }
    let place = |n: u8| {
        let mark = Mark(part * 3 + n);
        if position.small(cell).any(|small| small == mark) { mark.to_string() } else { "  ".to_owned() }
    };
    format!(" {} {} {}  {corner}", place(1), place(2), place(3))
}
