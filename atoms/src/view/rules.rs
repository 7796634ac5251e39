//! The page of rules, with pictures.

use super::paint;
use crate::rules::{Position, Setup, Size};
use common::game::Game;
use common::search::Reversible;
use common::window::{Tokens, quiet, theme};
use egui::{RichText, Role, Sense, Shape, Ui, Vec2, WidgetInfo, vec2};

/// A part of the rules: its title, what it says, and the moves whose boards it shows, one after the other.
const PARTS: [(&str, &str, &[&str]); 4] = [
    (
        "Moves",
        "Blue (round) and Orange (square) move in turn, Blue begins. A move puts one electron to an atom of your own, or \
         to a neutral one, which becomes yours. An enemy atom cannot be chosen.",
        &["b2 c3 b2 a3"],
    ),
    (
        "Critical atoms",
        "An atom explodes as soon as it has as many electrons as neighbours: two in a corner, three at an edge, four \
         elsewhere. One that needs only one more is critical; its orbit is bold and glows.",
        &["a1 c2 b2 c2 b2 a3 b2"],
    ),
    (
        "Explosions",
        "An exploding atom sends an electron to each of its neighbours. They become yours, with all the electrons they \
         have; if one is full then, it explodes too, and so on. What has lost all its electrons is neutral again.",
        &["b2 c2 b2 c2 b2 a3", "b2 c2 b2 c2 b2 a3 b2"],
    ),
    ("The end", "Whoever has no atom left has lost. There is no draw.", &["a1 b1 c3 a2", "a1 b1 c3 a2 a1"]),
];

/// The board after some moves on 3×3.
fn played(moves: &str) -> Position {
    let size = Size::new(3, 3).unwrap_or_default();
    let mut position = Position::new(Setup { size, ..Setup::default() });
    for text in moves.split_whitespace() {
        if let Ok(square) = position.parse(text) {
            position.apply(&square);
        }
    }
    position
}

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    for (title, text, boards) in PARTS {
        ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
        ui.add(egui::Label::new(text).wrap());
        ui.horizontal(|ui| {
            for (n, moves) in boards.iter().enumerate() {
                if n > 0 {
                    let (rect, _) = ui.allocate_exact_size(vec2(28.0, 112.0), Sense::hover());
                    let (at, color) = (rect.center(), tokens.quiet);
                    let head = vec![at + vec2(8.0, 0.0), at + vec2(-2.0, -6.0), at + vec2(-2.0, 6.0)];
                    ui.painter().hline(at.x - 10.0..=at.x, at.y, egui::Stroke::new(2.0, color));
                    ui.painter().add(Shape::convex_polygon(head, color, egui::Stroke::NONE));
                }
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(112.0), Sense::hover());
                response
                    .widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("a board after {moves}")));
                paint::picture(ui.painter(), rect, &played(moves), &tokens);
            }
        });
        ui.add_space(8.0);
    }
    ui.label(quiet(
        "With the rule ‘kept’ an atom without electrons stays its owner's. The rule and the size of the board are chosen \
         behind More on the start screen.",
    ));
    ui.label(quiet(
        "Keys: arrows move over the board, a letter and digits go to a square (c4), Enter plays there; Space skips what \
         is being shown.",
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_shows_what_its_text_says() {
        for (_, _, boards) in PARTS {
            for moves in boards {
                assert_eq!(played(moves).plies(), moves.split_whitespace().count(), "{moves}");
            }
        }
        assert!(played(PARTS[3].2[1]).winner().is_some());
    }
}
