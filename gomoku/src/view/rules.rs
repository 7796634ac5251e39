//! The page of rules with pictures of real positions.

use super::paint;
use crate::rules::{Colour, Point, Position, Rule, Setup, Size};
use common::window::page::illustrated;
use common::window::{BoardGeometry, Tokens, quiet, theme};
use egui::{RichText, Role, Sense, Ui, Vec2, WidgetInfo};

/// A section of the rules with its picture: the rule, the stones, and the colour to move.
struct Section {
    title: &'static str,
    text: &'static str,
    rule: Rule,
    black: &'static str,
    white: &'static str,
    next: Colour,
}

const SECTIONS: [Section; 6] = [
    Section {
        title: "Five in a row",
        text: "Black and White take turns to place a stone on an empty point. Black begins. The first player with five in a \
               row wins: along a row, a column or a diagonal. A full board is a draw. With the rule ‘freestyle’ more than \
               five win too, with ‘standard’ only exactly five.",
        rule: Rule::Freestyle,
        black: "e5 f6 g7 h8 i9",
        white: "e6 e7 f5 h7",
        next: Colour::White,
    },
    Section {
        title: "Four",
        text: "A four needs one more stone to make five: the opponent must block it at once. A four that is open at both ends \
               cannot be stopped.",
        rule: Rule::Freestyle,
        black: "f7 g7 h7 i7",
        white: "f8 g9 h5",
        next: Colour::White,
    },
    Section {
        title: "Open three",
        text: "A three with room on both sides threatens such an open four. Most games are won by making two threats at once.",
        rule: Rule::Freestyle,
        black: "f7 g7 h7",
        white: "f8 h9",
        next: Colour::White,
    },
    Section {
        title: "Renju: two threes",
        text: "With the rule ‘renju’ Black must not make two open threes with one stone. Forbidden points have a cross. A \
               three counts only if it can become an open four.",
        rule: Rule::Renju,
        black: "f7 g7 h8 h9",
        white: "e9 j10",
        next: Colour::Black,
    },
    Section {
        title: "Renju: two fours",
        text: "Black must not make two fours with one stone. White may.",
        rule: Rule::Renju,
        black: "e7 f7 g7 h8 h9 h10",
        white: "d7 h11",
        next: Colour::Black,
    },
    Section {
        title: "Renju: six in a row",
        text: "Black must not make six or more in a row. A stone that makes exactly five always wins. White wins with \
               five or more.",
        rule: Rule::Renju,
        black: "e7 f7 g7 i7 j7",
        white: "f8 g9",
        next: Colour::Black,
    },
];

/// The part of the board in a picture: its lower left corner and its size.
const CORNER: Point = Point { row: 3, column: 2 };
const SHOWN: u8 = 9;
/// The width and height of a picture.
const SIDE: f32 = 140.0;

fn position(section: &Section) -> Option<Position> {
    let setup = Setup { rule: section.rule, ..Setup::default() };
    let stones = |texts: &str, colour| -> Vec<(Point, Colour)> {
        let read = |word| crate::rules::read_point(word, setup.size).ok();
        texts.split_whitespace().filter_map(read).map(|point| (point, colour)).collect()
    };
    let all = [stones(section.black, Colour::Black), stones(section.white, Colour::White)].concat();
    Position::of(setup, &all, section.next)
}

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    for section in &SECTIONS {
        let picture = |ui: &mut Ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
            let name = format!("Black on {}, White on {}", section.black, section.white);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            if let (Some(position), Some(size)) = (position(section), Size::new(SHOWN, SHOWN)) {
                let geometry = BoardGeometry::crossings(rect, size, false).starting_at(CORNER);
                paint::picture(ui.painter(), geometry, &position, &tokens);
            }
        };
        illustrated(ui, picture, |ui| {
            ui.label(RichText::new(section.title).font(theme::heavy(theme::size::TEXT)));
            ui.add(egui::Label::new(section.text).wrap());
        });
    }
    for note in [
        "The opening ‘swap2’ makes the game fair: the first player places three stones (black, white, black). The second player plays White, takes Black, or places two more stones (white, black) and lets the first player choose.",
        "You choose the rule, the size of the board and the opening on the start page.",
        "Keys: arrows move the cursor, a letter and digits go to a point (h8), Enter plays there.",
    ] {
        ui.label(quiet(note));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{End, Forbidden};

    #[test]
    fn every_picture_matches_its_text() {
        let shown: Vec<Position> = SECTIONS.iter().filter_map(position).collect();
        assert_eq!(shown.len(), SECTIONS.len());
        for (section, position) in SECTIONS.iter().zip(&shown) {
            let stones = format!("{} {}", section.black, section.white);
            assert_eq!(position.stones(), stones.split_whitespace().count(), "{}", section.title);
            let inside = |point: Point| {
                (CORNER.row..CORNER.row + SHOWN).contains(&point.row)
                    && (CORNER.column..CORNER.column + SHOWN).contains(&point.column)
            };
            assert!(position.grid().stones().all(|(point, _)| inside(point)), "{}", section.title);
        }
        assert!(matches!(shown[0].end(), Some(End::Five(Colour::Black, _))));
        assert!(
            crate::ai::vcf(
                &Position::of(shown[1].setup(), &shown[1].grid().stones().collect::<Vec<_>>(), Colour::Black)
                    .unwrap(),
                1
            )
            .is_some()
        );
        let why = |n: usize| shown[n].forbidden_points().into_iter().map(|(_, why)| why).collect::<Vec<_>>();
        assert!(why(3).contains(&Forbidden::DoubleThree), "{:?}", why(3));
        assert!(why(4).contains(&Forbidden::DoubleFour), "{:?}", why(4));
        assert!(why(5).contains(&Forbidden::Overline), "{:?}", why(5));
    }
}
