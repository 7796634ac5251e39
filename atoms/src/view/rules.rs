//! The page of rules, with pictures.

use super::paint;
use crate::rules::{DEFAULT_SIZE, Position, Setup, Size};
use common::game::Game;
use common::search::Reversible;
use common::window::{Tokens, quiet, theme};
use egui::{RichText, Role, Sense, Shape, Ui, Vec2, WidgetInfo, vec2};

/// The sections of the rules: the title, the text, and the moves that lead to each picture.
const PARTS: [(&str, &str, &[&str]); 4] = [
    (
        "Moves",
        "Blue (round) and Orange (square) take turns. Blue begins. A move puts one electron on an empty square, which \
         becomes yours, or on one of your own atoms. You cannot play on an atom of your opponent.",
        &["b2 c3", "b2 c3 b2"],
    ),
    (
        "Critical atoms",
        "An atom explodes as soon as it has as many electrons as neighbours: two in a corner, three at an edge, four \
         elsewhere. An atom that needs one more electron is critical. Its orbit is bold and glows.",
        &["b2 c2", "a1 c2 b2 c2 b2 a3 b2"],
    ),
    (
        "Explosions",
        "An exploding atom sends an electron to each of its neighbours. They become yours with all their electrons, and \
         they may explode too. A square that has lost all its electrons is empty and free again.",
        &["b2 c2 b2 c2 b2 a3", "b2 c2 b2 c2 b2 a3 b2"],
    ),
    (
        "The end",
        "A player who has no atoms left loses. There are no draws.",
        &["a1 b1 c3 a2", "a1 b1 c3 a2 a1"],
    ),
];

/// The board after some moves on 3×3.
fn played(moves: &str) -> Position {
    let size = Size::new(3, 3).unwrap_or(DEFAULT_SIZE);
    let mut position = Position::new(Setup { size, ..Setup::default() });
    for text in moves.split_whitespace() {
        if let Ok(square) = position.parse(position.mover(), text) {
            position.apply(&square);
        }
    }
    position
}

/// The width and height of a picture.
const SIDE: f32 = 112.0;
/// On a narrower page the text is above the pictures.
const NARROW: f32 = 480.0;

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let narrow = ui.available_width() < NARROW;
    for (title, text, boards) in PARTS {
        let words = |ui: &mut Ui| {
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            ui.add(egui::Label::new(text).wrap());
        };
        if narrow {
            words(ui);
            ui.horizontal(|ui| pictures(ui, boards));
        } else {
            ui.horizontal_top(|ui| {
                pictures(ui, boards);
                ui.add_space(8.0);
                ui.vertical(|ui| {
                    ui.set_max_width(ui.available_width() - 16.0);
                    words(ui);
                });
            });
        }
        ui.add_space(8.0);
    }
    ui.label(quiet(
        "On the start page you choose the size of the board, and whether an emptied square becomes free or stays \
         yours.",
    ));
    ui.label(quiet(
        "Keys: arrows move the cursor, a letter and digits go to a square (c4), Enter plays there, Space skips the \
         animation. A click during an animation ends it and plays there, if you can.",
    ));
}

/// Pictures in a row with arrows between them.
fn pictures(ui: &mut Ui, boards: &[&str]) {
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing.x = 4.0;
    for (n, moves) in boards.iter().enumerate() {
        if n > 0 {
            let (rect, _) = ui.allocate_exact_size(vec2(24.0, SIDE), Sense::hover());
            let (centre, color) = (rect.center(), tokens.quiet);
            let head = vec![centre + vec2(10.0, 0.0), centre + vec2(1.0, -5.0), centre + vec2(1.0, 5.0)];
            ui.painter().hline(centre.x - 10.0..=centre.x + 1.0, centre.y, egui::Stroke::new(2.0, color));
            ui.painter().add(Shape::convex_polygon(head, color, egui::Stroke::NONE));
        }
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("a board after {moves}")));
        paint::picture(ui.painter(), rect, &played(moves), &tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_of_the_pictures_are_legal() {
        for (_, _, boards) in PARTS {
            for moves in boards {
                assert_eq!(played(moves).plies(), moves.split_whitespace().count(), "{moves}");
            }
        }
        assert!(played(PARTS[3].2[1]).winner().is_some());
    }
}
