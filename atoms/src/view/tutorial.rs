//! The tutorial: each step shows a position and asks for one move.

use super::board::Board;
use crate::rules::{DEFAULT_SIZE, Position, Setup, Size};
use common::game::Side;
use common::job::Work;
use common::player::Thought;
use common::session::{Hint, Seat, Session};
use common::window::{Scene, Tokens, TutorialEnd, TutorialEvent, TutorialStep, UiAction, UiOptions, quiet};
use common::words::sentence;
use egui::{RichText, Ui};

/// A step: its text, the moves that lead to its position, and the move that it asks for.
struct Lesson {
    title: &'static str,
    text: &'static str,
    moves: &'static str,
    /// Any move if this is empty.
    target: &'static str,
    /// What the move did.
    result: &'static str,
}

const LESSONS: [Lesson; 7] = [
    Lesson {
        title: "Place an electron",
        text: "Exploding Atoms is a game for two: Blue (round) and Orange (square). Blue begins. Here you are Blue.\n\nIn \
               each turn you put one electron on the board. Click any square.",
        moves: "",
        target: "",
        result: "This atom is yours now. It has one electron.",
    },
    Lesson {
        title: "Your own atoms",
        text: "You can put an electron on an empty square or on one of your own atoms, but not on an atom of \
               Orange.\n\nAdd an electron to your atom on b2.",
        moves: "b2 c3",
        target: "b2",
        result: "Your atom on b2 has two electrons now.",
    },
    Lesson {
        title: "Critical mass",
        text: "An atom explodes when it has as many electrons as neighbours: two in a corner, three at an edge, four \
               anywhere else. An atom that needs only one more is critical: its ring is bold and glows.\n\nYour atom in \
               the corner a1 is critical. Make it explode.",
        moves: "a1 d4",
        target: "a1",
        result: "The two electrons flew to the two neighbours. The corner is empty again.",
    },
    Lesson {
        title: "Capture",
        text: "An explosion sends one electron to each neighbour. The neighbours become yours, with all the electrons \
               they have.\n\nMake b2 explode to capture Orange's atom on c2.",
        moves: "b2 c2 b2 c2 b2 d4",
        target: "b2",
        result: "c2 is yours. It had two electrons, now it has three.",
    },
    Lesson {
        title: "Chain reaction",
        text: "An electron that arrives can make the next atom explode. Such a chain can cross the whole board.\n\nStart a \
               chain with the atom on a1.",
        moves: "a1 c4 b1 c4 b1 b4 c1 b4 c1 d1",
        target: "a1",
        result: "The atoms of the first row exploded one after the other, and you captured d1.",
    },
    Lesson {
        title: "Strike first",
        text: "Your atom on b2 and Orange's on c2 are both critical. The player who moves first captures the other atom. \
               So never leave your atoms beside a critical atom of Orange.\n\nIt is your turn: strike first with b2.",
        moves: "b2 c2 b2 c2 b2 c2 a4 d4",
        target: "b2",
        result: "Both atoms exploded, and everything around them is yours.",
    },
    Lesson {
        title: "Winning",
        text: "A player who has no atoms left loses. There are no draws.\n\nCapture Orange's last two atoms.",
        moves: "a1 b1 d4 a2",
        target: "a1",
        result: "Orange has no atoms left: Blue wins. These are all the rules. Play a game!",
    },
];

/// The board of all steps.
const COLUMNS: u8 = 4;

/// The state of the tutorial.
#[derive(Debug, Default)]
pub struct Tutorial {
    step: usize,
    /// The game of the step.
    session: Option<Session<Position>>,
    board: Board,
    /// What was wrong with the last click.
    message: String,
}

/// The game of a step, before its move.
fn start(lesson: &Lesson) -> Option<Session<Position>> {
    let setup = Setup { size: Size::new(COLUMNS, COLUMNS).unwrap_or(DEFAULT_SIZE), ..Setup::default() };
    let moves: Vec<String> = lesson.moves.split_whitespace().map(str::to_owned).collect();
    Session::with_moves(setup, vec![Seat::Human; 2], 0, &moves, &Work::quiet()).ok()
}

impl Tutorial {
    /// Draws the step. Returns how the tutorial ends, when it does.
    pub fn show(&mut self, ui: &mut Ui, motion: f32) -> Option<TutorialEnd> {
        let lesson = &LESSONS[self.step];
        if self.session.is_none() {
            self.session = start(lesson);
        }
        let step = TutorialStep {
            number: self.step,
            steps: LESSONS.len(),
            title: lesson.title,
            waits: !self.is_done(),
            blocked: None,
            last: ("Play", TutorialEnd::Play),
        };
        let text = |this: &mut Tutorial, ui: &mut Ui| {
            // Above the text, so that it is in sight in a small window too.
            this.result(ui, lesson);
            ui.label(lesson.text);
            if !this.message.is_empty() {
                ui.label(quiet(&this.message));
            }
        };
        let more = |_: &mut Tutorial, _: &mut Ui| ();
        let board = |this: &mut Tutorial, ui: &mut Ui| this.board(ui, lesson, motion);
        match step.show(ui, self, text, more, board)? {
            TutorialEvent::Go(step) => {
                *self = Tutorial { step, ..Tutorial::default() };
                None
            }
            TutorialEvent::End(end) => Some(end),
        }
    }

    /// Whether the move of the step has been made.
    fn is_done(&self) -> bool {
        let asked = LESSONS[self.step].moves.split_whitespace().count();
        self.session.as_ref().is_none_or(|session| session.ply() > asked)
    }

    /// What the move did, when its animation has ended.
    fn result(&mut self, ui: &mut Ui, lesson: &Lesson) {
        if !self.is_done() || self.board.animation().is_some() {
            return;
        }
        let tokens = Tokens::of(ui);
        ui.label(RichText::new(lesson.result).color(tokens.good));
        if ui.button("Try again").clicked() {
            *self = Tutorial { step: self.step, ..Tutorial::default() };
        }
        ui.separator();
    }

    fn board(&mut self, ui: &mut Ui, lesson: &Lesson, motion: f32) {
        let done = self.is_done();
        let Some(session) = &mut self.session else { return };
        let target = Hint {
            side: Side::FIRST,
            text: lesson.target.to_owned(),
            thought: Thought::default(),
            stages: Vec::new(),
            stage: 0,
        };
        let scene = Scene {
            game: session.seen_by(Side::FIRST),
            tokens: Tokens::of(ui),
            hint: Some(&target).filter(|target| !done && !target.text.is_empty()),
            line: None,
            options: &UiOptions::new(),
            motion,
            active: !done,
            reviewing: false,
        };
        self.board.notice(&scene);
        for action in self.board.ui(ui, &scene) {
            match action {
                UiAction::Play(square) if !done => self.play(ui, lesson, &square),
                UiAction::Explain(why) => self.message = why,
                _ => {}
            }
        }
    }

    fn play(&mut self, ui: &Ui, lesson: &Lesson, square: &str) {
        let Some(session) = &mut self.session else { return };
        if !lesson.target.is_empty() && square != lesson.target {
            self.message = format!("You could play {square} too, but first try {}.", lesson.target);
            return;
        }
        match session.play_text(Side::FIRST, square) {
            Ok(()) => {
                self.message.clear();
                // So that the next button gets the focus.
                if let Some(focused) = ui.memory(egui::Memory::focused) {
                    ui.memory_mut(|memory| memory.surrender_focus(focused));
                }
                ui.ctx().request_repaint();
            }
            Err(why) => self.message = sentence(&why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;
    use common::game::Game;

    /// The position of a step, and that after its move.
    fn positions(lesson: &Lesson) -> (Position, Position) {
        let mut session = start(lesson).unwrap();
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
