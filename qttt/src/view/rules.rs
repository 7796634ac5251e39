//! The page of rules, with pictures that are drawn from real positions.

use super::paint;
use super::tutorial::play_moves;
use common::window::page::illustrated;
use common::window::{Tokens, quiet, theme};
use egui::{RichText, Role, Sense, Ui, Vec2, WidgetInfo};

/// A title, its text, and the moves that lead to its picture.
const PARTS: [(&str, &str, &str); 5] = [
    (
        "Moves",
        "x and y move in turn, x begins. A move puts one small mark into two different open cells. The marks \
         are numbered in the order in which they are played: x1, y2, x3 …",
        "0-1 1-4",
    ),
    (
        "Cycles",
        "A mark ties its two cells together. A move that completes a path from a cell back to itself closes a cycle. \
         Two marks in the same two cells are a cycle too.",
        "0-1 1-4 0-4",
    ),
    (
        "Collapse",
        "The player who did not close the cycle chooses one of its two collapses: each mark on the cycle, and each mark \
         tied to it, settles in one of its two cells. Then the same player moves.",
        "0-1 1-4 0-4 3@0",
    ),
    (
        "The end",
        "Three big marks in a row, a column or a diagonal win. A full board without a line is a draw. If only one cell is \
         open, the next mark goes there whole.",
        "0-1 1-4 0-4 3@0 5-8 2-6 2-6 6@6",
    ),
    (
        "Two lines at once",
        "One collapse can give both players a line. Then the player whose line has the lowest number wins. Before a \
         game you can choose Goff's scoring instead: the line whose highest number is lower gets 1 point, the other ½.",
        "7-8 0-2 0-6 1-2 0-8 2-6 6@2",
    ),
];

/// The side of a picture, also on a narrow page.
const PICTURE: f32 = 156.0;
const NARROW_PICTURE: f32 = 132.0;
/// From this width on a page is not narrow.
const WIDE: f32 = 520.0;

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let side = if ui.available_width() < WIDE { NARROW_PICTURE } else { PICTURE };
    for (title, text, moves) in PARTS {
        let picture = |ui: &mut Ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            response
                .widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("the board after {moves}")));
            paint::picture(ui.painter(), rect, &play_moves(moves).0, &tokens);
        };
        illustrated(ui, picture, |ui| {
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            ui.label(text);
        });
    }
    ui.label(quiet("Choose cells with the mouse or with the digits 0 to 8. At a collapse, choose the cell and then the mark's number."));
    ui.label(quiet("Allan Goff invented the game."));
}
