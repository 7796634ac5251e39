//! The tutorial: each step shows a position and asks for one stone.

use super::board::Board;
use super::options::Shown;
use crate::rules::{Position, Setup, Size};
use common::window::{Lesson, LessonBoard, Scene, UiAction};
use egui::Ui;

/// The steps.
pub const LESSONS: [Lesson; 7] = [
    Lesson {
        title: "Place a stone",
        text: "Gomoku is a game for two: Black and White. Black begins. Here you are Black.\n\nIn each turn you place one \
               stone on an empty point, where two lines cross. Click any point. With the keyboard, go to a point with the \
               arrow keys or type its name, such as e5, then press Enter.",
        moves: "",
        target: "",
        wrong: "",
        result: "Your stone stays where it is: stones never move, and they are never captured.",
    },
    Lesson {
        title: "Five in a row",
        text: "Five stones in a row win: along a row, a column or a diagonal.\n\nYou have four on a diagonal. Place the \
               fifth stone.",
        moves: "d4 e4 e5 f5 c3 b2 f6 d6",
        target: "g7",
        wrong: "",
        result: "Five in a row: Black wins.",
    },
    Lesson {
        title: "Block a four",
        text: "A four needs one more stone to make five. The four stones may have a gap. You must block a four at \
               once.\n\nWhite has a four. Find the point and block it.",
        moves: "e4 d6 d5 f6 f5 c6 e7 g6",
        target: "e6",
        wrong: "White would make five.",
        result: "White cannot make five in this row any more.",
    },
    Lesson {
        title: "Open four",
        text: "A four with both ends free is an open four. The opponent can block only one end.\n\nYou have three in a row. \
               Make an open four.",
        moves: "e5 e6 d5 f4 f5 d7",
        target: "c5 g5",
        wrong: "That is not an open four.",
        result: "White can block one end. Then you make five at the other end.",
    },
    Lesson {
        title: "Block an open three",
        text: "A three that can become an open four is an open three. Block it at once: once it is an open \
               four, it is too late.\n\nWhite has an open three. Block it next to its stones.",
        moves: "d6 e5 f5 e4 d3 e6",
        target: "e3 e7",
        wrong: "White would make an open four.",
        result: "White can still make a four, but not an open one. You can block that.",
    },
    Lesson {
        title: "Two fours at once",
        text: "To win, make two threats with one stone. The opponent can block only one of them.\n\nFind the stone that \
               makes two fours.",
        moves: "d5 c7 e5 d6 c5 b5 f6 h6 f7 g9 f8 f9",
        target: "f5",
        wrong: "That does not make two fours.",
        result: "White can block one four. Then you make five with the other one.",
    },
    Lesson {
        title: "A four and a three",
        text: "A four together with an open three wins too: while White blocks the four, you make an open four.\n\nFind \
               the stone that makes both.",
        moves: "d4 c5 e5 d7 c3 b2 g6 h4 h6 f8",
        target: "f6",
        wrong: "That does not make a four and an open three.",
        result: "White must block at g7, and you make an open four at e6. Most games are won with two threats at once. Play \
                 a game! Press F1 for the rules ‘standard’ and ‘renju’.",
    },
];

/// The size of the board of all steps.
const SIZE: Size = Size::new(9, 9).unwrap();

/// Nothing but the stones and the marked point.
const SHOWN: Shown = Shown { numbers: false, threats: false, value: false };

/// The setup of all steps.
pub fn setup() -> Setup {
    Setup { size: SIZE, ..Setup::default() }
}

impl LessonBoard<Position> for Board {
    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.notice(scene);
        self.ui(ui, scene, SHOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::strong::{Kind, Weights};
    use crate::ai::{self, Threat};
    use crate::rules::{Colour, End, Grid, Move, Point};
    use common::game::Side;
    use common::search::Reversible;

    fn lesson(title: &str) -> &'static Lesson {
        LESSONS.iter().find(|lesson| lesson.title == title).unwrap()
    }

    fn position(lesson: &Lesson) -> Position {
        lesson.start::<Position>(setup()).unwrap().position().clone()
    }

    fn after(position: &Position, point: Point) -> Position {
        let mut after = position.clone();
        after.apply(&Move::Stone(point));
        after
    }

    /// The points where a colour can make this threat.
    fn points(position: &Position, colour: Colour, threat: Threat) -> Vec<Point> {
        let made = ai::threats(position, colour).into_iter().filter(|(_, made)| *made == threat);
        made.map(|(point, _)| point).collect()
    }

    /// The points that solve a lesson by a test, and the targets of the lesson: they must be the same.
    fn solved_by(title: &str, test: impl Fn(&Position, Point) -> bool) {
        let lesson = lesson(title);
        let position = position(lesson);
        let points: Vec<Point> = position.grid().empty().filter(|point| test(&position, *point)).collect();
        let mut found: Vec<String> = points.iter().map(Point::to_string).collect();
        found.sort();
        assert_eq!(found.join(" "), lesson.target, "{title}");
    }

    #[test]
    fn every_step_can_be_solved() {
        for lesson in &LESSONS {
            let mut session = lesson.start::<Position>(setup()).unwrap();
            assert!(session.end().is_none(), "{}", lesson.title);
            assert!(session.to_move().contains(Side::FIRST), "{}", lesson.title);
            let target = lesson.targets().next().unwrap_or("e5");
            session.play_text(Side::FIRST, target).unwrap();
            assert_eq!(session.end().is_some(), lesson.title == "Five in a row", "{}", lesson.title);
        }
    }

    #[test]
    fn only_the_targets_do_what_the_text_says() {
        solved_by("Five in a row", |position, point| {
            matches!(after(position, point).end(), Some(End::Five(Colour::Black, _)))
        });
        solved_by("Block a four", |position, point| {
            points(&after(position, point), Colour::White, Threat::Five).is_empty()
        });
        solved_by("Open four", |position, point| {
            points(&after(position, point), Colour::Black, Threat::Five).len() == 2
        });
        solved_by("Block an open three", |position, point| {
            points(&after(position, point), Colour::White, Threat::OpenFour).is_empty()
        });
        solved_by("Two fours at once", |position, point| {
            points(&after(position, point), Colour::Black, Threat::Five).len() == 2
        });
        solved_by("A four and a three", |position, point| {
            let board = ai::strong::Board::of(position, &Weights::learned());
            board.kind(Colour::Black, Grid::index(point)) == Kind::FourThree
        });
    }

    /// Whether Black wins within so many stones after every answer to this one.
    fn wins(position: &Position, point: Point, stones: usize) -> bool {
        let after_stone = after(position, point);
        let mut answers = after_stone.grid().empty();
        answers.all(|answer| ai::vcf(&after(&after_stone, answer), stones).is_some())
    }

    #[test]
    fn the_threats_win_by_force() {
        for (title, stones) in [("Open four", 1), ("Two fours at once", 1), ("A four and a three", 2)] {
            let position = position(lesson(title));
            for target in lesson(title).targets() {
                let point = crate::rules::read_point(target, SIZE).unwrap();
                assert!(wins(&position, point, stones), "{title}: {target}");
            }
        }
        let line = ai::vcf(&position(lesson("A four and a three")), 3).unwrap();
        let texts: Vec<String> = line.iter().take(3).map(Point::to_string).collect();
        assert_eq!(texts.join(" "), "f6 g7 e6", "the text names these points");
    }

    #[test]
    fn a_blocked_three_can_be_blocked_again() {
        let position = position(lesson("Block an open three"));
        for target in lesson("Block an open three").targets() {
            let blocked = after(&position, crate::rules::read_point(target, SIZE).unwrap());
            assert!(!points(&blocked, Colour::White, Threat::Four).is_empty(), "{target}");
            assert!(ai::vcf(&blocked, 10).is_none(), "{target}");
        }
    }
}
