//! The tutorial: each step shows a position and asks for one move.

use super::board::Board;
use crate::rules::{Position, Setup, Size};
use common::window::{Lesson, LessonBoard, Scene, UiAction};
use egui::Ui;

/// The steps.
pub const LESSONS: [Lesson; 7] = [
    Lesson {
        title: "Place an electron",
        text: "Exploding Atoms is a game for two: Blue (round) and Orange (square). Blue begins. Here you are Blue.\n\nIn \
               each turn you put one electron on the board. Click any square. With the keyboard, go to a square with the \
               arrow keys or type its name, such as b3, then press Enter.",
        moves: "",
        target: "",
        wrong: "",
        result: "This atom is yours now. It has one electron.",
    },
    Lesson {
        title: "Your own atoms",
        text: "You can put an electron on an empty square or on one of your own atoms, but not on an atom of \
               Orange.\n\nAdd an electron to your atom on b2.",
        moves: "b2 c3",
        target: "b2",
        wrong: "",
        result: "Your atom on b2 has two electrons now.",
    },
    Lesson {
        title: "Critical mass",
        text: "An atom explodes when it has as many electrons as neighbours: two in a corner, three at an edge, four \
               anywhere else. An atom that needs only one more is critical: its ring is bold and glows.\n\nYour atom in \
               the corner a1 is critical. Make it explode.",
        moves: "a1 d4",
        target: "a1",
        wrong: "",
        result: "The two electrons flew to the two neighbours. The corner is empty again.",
    },
    Lesson {
        title: "Capture",
        text: "An explosion sends one electron to each neighbour. The neighbours become yours, with all the electrons \
               they have.\n\nMake b2 explode to capture Orange's atom on c2.",
        moves: "b2 c2 b2 c2 b2 d4",
        target: "b2",
        wrong: "",
        result: "c2 is yours. It had two electrons, now it has three.",
    },
    Lesson {
        title: "Chain reaction",
        text: "An electron that arrives can make the next atom explode. Such a chain can cross the whole board.\n\nStart a \
               chain with the atom on a1.",
        moves: "a1 c4 b1 c4 b1 b4 c1 b4 c1 d1",
        target: "a1",
        wrong: "",
        result: "The atoms of the first row exploded one after the other, and you captured d1.",
    },
    Lesson {
        title: "Strike first",
        text: "Your atom on b2 and Orange's on c2 are both critical. The player who moves first captures the other atom. \
               So never leave your atoms beside a critical atom of Orange.\n\nIt is your turn: strike first with b2.",
        moves: "b2 c2 b2 c2 b2 c2 a4 d4",
        target: "b2",
        wrong: "",
        result: "Both atoms exploded, and everything around them is yours.",
    },
    Lesson {
        title: "Winning",
        text: "A player who has no atoms left loses. There are no draws.\n\nCapture Orange's last two atoms.",
        moves: "a1 b1 d4 a2",
        target: "a1",
        wrong: "",
        result: "Orange has no atoms left: Blue wins. These are all the rules. Play a game!",
    },
];

/// The size of the board of all steps.
const SIZE: Size = Size::new(4, 4).unwrap();

/// The setup of all steps.
pub fn setup() -> Setup {
    Setup { size: SIZE, ..Setup::default() }
}

impl LessonBoard<Position> for Board {
    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.notice(scene);
        self.ui(ui, scene)
    }

    fn is_animated(&self) -> bool {
        self.animation().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;
    use common::game::{Game, Side};

    /// The position of a step, and that after its move.
    fn positions(lesson: &Lesson) -> (Position, Position) {
        let mut session = lesson.start::<Position>(setup()).unwrap();
        let before = session.position().clone();
        let target = if lesson.target.is_empty() { "b3" } else { lesson.target };
        session.play_text(Side::FIRST, target).unwrap();
        (before, session.position().clone())
    }

    #[test]
    fn every_step_does_what_its_text_says() {
        let explosions = |lesson: &Lesson| {
            let (before, _) = positions(lesson);
            let square: Square = before.parse(Side::FIRST, lesson.target).unwrap();
            assert!(before.is_critical(square), "{}", lesson.title);
            before.chain(square).explosions()
        };
        let captured = |lesson: &Lesson| {
            let (before, after) = positions(lesson);
            before.squares(Side::SECOND) - after.squares(Side::SECOND)
        };
        for lesson in &LESSONS {
            assert_eq!(positions(lesson).1.winner().is_some(), lesson.title == "Winning", "{}", lesson.title);
        }
        assert_eq!(explosions(&LESSONS[2]), 1);
        assert_eq!((explosions(&LESSONS[3]), captured(&LESSONS[3])), (1, 1));
        assert_eq!((explosions(&LESSONS[4]), captured(&LESSONS[4])), (4, 1));
        assert_eq!((explosions(&LESSONS[5]), captured(&LESSONS[5])), (2, 1));
        assert_eq!((explosions(&LESSONS[6]), captured(&LESSONS[6])), (1, 2));
    }
}
