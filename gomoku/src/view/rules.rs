//! The page of rules, with pictures that are drawn from real positions.

use super::paint::{self, Geometry};
use crate::rules::{Colour, Point, Position, Rule, Setup, Size};
use crate::text;
use common::window::{Tokens, quiet, theme};
use egui::{RichText, Role, Sense, Ui, Vec2, WidgetInfo};

/// A part of the rules: its title, what it says, by which rule, the black and the white stones, and who is to move.
struct Part {
    title: &'static str,
    says: &'static str,
    rule: Rule,
    black: &'static str,
    white: &'static str,
    next: Colour,
}

const PARTS: [Part; 6] = [
    Part {
        title: "Five in a row",
        says: "Black and White put a stone on an empty point in turn; Black begins. Whoever first has five in a row wins: \
               along a row, a column or a diagonal. A full board is a draw. With the rule ‘freestyle’ more than five win \
               too; with ‘standard’ only exactly five.",
        rule: Rule::Freestyle,
        black: "e5 f6 g7 h8 i9",
        white: "e6 e7 f5 h7",
        next: Colour::White,
    },
    Part {
        title: "Four",
        says: "A row of four, or of five with one gap, threatens five: it must be answered at once. One that can be \
               completed at both ends cannot be stopped any more.",
        rule: Rule::Freestyle,
        black: "f7 g7 h7 i7",
        white: "f8 g9 h5",
        next: Colour::White,
    },
    Part {
        title: "Open three",
        says: "A three with room on both sides threatens such a four. Two threats at once are how most games are won.",
        rule: Rule::Freestyle,
        black: "f7 g7 h7",
        white: "f8 h9",
        next: Colour::White,
    },
    Part {
        title: "Renju: two threes",
        says: "With the rule ‘renju’ Black must not make two open threes with one stone. Forbidden points bear a cross. A \
               three counts only if it can really become an open four.",
        rule: Rule::Renju,
        black: "f7 g7 h8 h9",
        white: "e9 j10",
        next: Colour::Black,
    },
    Part {
        title: "Renju: two fours",
        says: "Nor may Black make two fours at once. White may do all of this.",
        rule: Rule::Renju,
        black: "e7 f7 g7 h8 h9 h10",
        white: "d7 h11",
        next: Colour::Black,
    },
    Part {
        title: "Renju: six in a row",
        says: "Nor six or more in a row. A stone that makes exactly five wins, whatever else it makes; White wins with \
               five or more.",
        rule: Rule::Renju,
        black: "e7 f7 g7 i7 j7",
        white: "f8 g9",
        next: Colour::Black,
    },
];

/// What a picture shows of the board.
const CORNER: Point = Point { row: 3, column: 2 };
const SHOWN: u8 = 9;
/// The side of a picture.
const SIDE: f32 = 140.0;

fn position(part: &Part) -> Option<Position> {
    let setup = Setup { rule: part.rule, ..Setup::default() };
    let stones = |texts: &str, colour| -> Vec<(Point, Colour)> {
        let read = |word| text::read_point(word, setup.size).ok();
        texts.split_whitespace().filter_map(read).map(|point| (point, colour)).collect()
    };
    let all = [stones(part.black, Colour::Black), stones(part.white, Colour::White)].concat();
    Position::of(setup, &all, part.next)
}

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    for part in &PARTS {
        ui.horizontal_top(|ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
            let told = format!("Black on {}, White on {}", part.black, part.white);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
            if let (Some(position), Some(size)) = (position(part), Size::new(SHOWN, SHOWN)) {
                paint::picture(ui.painter(), Geometry::part(rect, CORNER, size), &position, &tokens);
            }
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.set_max_width(ui.available_width() - 16.0);
                ui.label(RichText::new(part.title).font(theme::heavy(theme::size::TEXT)));
                ui.add(egui::Label::new(part.says).wrap());
            });
        });
        ui.add_space(4.0);
    }
    for more in [
        "The opening ‘swap2’ makes the game fair: the first player puts three stones (black, white, black). The second goes on with White, takes Black, or puts a white and a black stone more and lets the first choose.",
        "The rule, the size of the board and the opening are chosen behind More on the start screen.",
        "Keys: arrows move over the board, a letter and digits go to a point (h8), Enter plays there.",
    ] {
        ui.label(quiet(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{End, Forbidden};

    #[test]
    fn every_picture_shows_what_its_text_says() {
        let shown: Vec<Position> = PARTS.iter().filter_map(position).collect();
        assert_eq!(shown.len(), PARTS.len());
        for (part, position) in PARTS.iter().zip(&shown) {
            let stones = format!("{} {}", part.black, part.white);
            assert_eq!(position.stones(), stones.split_whitespace().count(), "{}", part.title);
            let inside = |point: Point| {
                (CORNER.row..CORNER.row + SHOWN).contains(&point.row)
                    && (CORNER.column..CORNER.column + SHOWN).contains(&point.column)
            };
            assert!(position.grid().stones().all(|(point, _)| inside(point)), "{}", part.title);
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
