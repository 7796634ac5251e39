//! The board as text.

use crate::rules::{Cell, Mark, Position};
use common::game::Side;
use common::styled::{self, FAINT, MARK, StyledText};

/// Draws the board. Every small mark has a fixed place in its cell. Big marks are drawn as big letters, cell numbers in
/// the corner. The marks of the last move have brackets.
pub(super) fn board(position: &Position, last: &[Mark]) -> StyledText {
    let rule = |left, middle, right| format!("{left}{0}{middle}{0}{middle}{0}{right}\n", "─".repeat(12));
    let mut text = StyledText::new();
    text.push(FAINT, rule("┌", "┬", "┐"));
    for row in 0..3u8 {
        for part in 0..3u8 {
            for column in 0..3u8 {
                let cell = Cell::new(row * 3 + column).expect("three rows of three");
                text.push(FAINT, "│");
                cell_part(&mut text, position, cell, part, last);
            }
            text.push(FAINT, "│\n");
        }
        text.push(FAINT, if row < 2 { rule("├", "┼", "┤") } else { rule("└", "┴", "┘") });
    }
    text
}

/// One of a cell's three lines, twelve columns wide: the marks 1–3, 4–6 or 7–9. The last line ends with the cell number.
fn cell_part(text: &mut StyledText, position: &Position, cell: Cell, part: u8, last: &[Mark]) {
    if let Some(mark) = position.settled(cell) {
        big_mark(text, mark, part, last.contains(&mark));
    } else {
        // A bracket takes the place of the blank between two marks.
        let mut after_last = false;
        for n in 1..=3 {
            let mark = Mark(part * 3 + n);
            let is_here = position.small(cell).any(|small| small == mark);
            let is_last = is_here && last.contains(&mark);
            text.push(MARK, styled::bracket_before(is_last, after_last));
            if is_here {
                text.push(styled::side(mark.owner()), mark.to_string());
            } else {
                text.plain("  ");
            }
            after_last = is_last;
        }
        text.push(MARK, if after_last { "]" } else { " " });
        text.plain(" ");
    }
    match part {
        2 => text.push(FAINT, cell.to_string()),
        _ => text.plain(" "),
    }
}

/// One of the three lines of a big mark, eleven columns wide.
fn big_mark(text: &mut StyledText, mark: Mark, part: u8, is_last: bool) {
    let style = styled::side(mark.owner()).bold();
    match part {
        0 => text.push(style, "   \\    /  "),
        1 => {
            text.push(MARK, if is_last { "    [" } else { "     " });
            text.push(style, mark.to_string());
            text.push(MARK, if is_last { "]   " } else { "    " });
        }
        _ if mark.owner() == Side::FIRST => text.push(style, "   /    \\  "),
        _ => text.push(style, "     ||    "),
    }
}

/// What the signs mean.
pub(super) fn legend() -> StyledText {
    let mut text = StyledText::new();
    text.push(styled::side(Side::FIRST), "x1");
    text.plain(" small mark of x   ");
    text.push(styled::side(Side::SECOND), "y2");
    text.plain(" small mark of y   ");
    text.push(MARK, "[ ]");
    text.plain(" last move\nLarge letters are settled marks.\n");
    text
}
