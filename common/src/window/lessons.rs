//! A tutorial made of lessons: each step shows a position and asks for one move.

use super::{Scene, Tokens, TutorialEnd, TutorialEvent, TutorialStep, UiAction, UiOptions};
use crate::game::Side;
use crate::job::Work;
use crate::player::{AiPlayers, Thought};
use crate::session::{Hint, Seat, Session};
use crate::words::{Words, sentence};
use egui::{RichText, Ui};

/// A step: its text, the moves that lead to its position, and the move that it asks for. The user plays the first side.
#[derive(Debug, Clone, Copy)]
pub struct Lesson {
    /// Its title.
    pub title: &'static str,
    /// What there is to know, and what to do.
    pub text: &'static str,
    /// The moves that lead to the position, separated by spaces.
    pub moves: &'static str,
    /// The moves that solve the step, separated by spaces; any move if this is empty.
    pub target: &'static str,
    /// What is wrong with every other move, if the user is to find the target: then it is marked only after a wrong move.
    /// If this is empty, the target is marked from the beginning.
    pub wrong: &'static str,
    /// What the move did.
    pub result: &'static str,
}

impl Lesson {
    /// The game of the step, before its move.
    pub fn start<G: AiPlayers + Words>(&self, setup: G::Setup) -> Option<Session<G>> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        Session::with_moves(setup, vec![Seat::Human; 2], 0, &moves, &Work::quiet()).ok()
    }

    /// The moves that solve the step; none if any move does.
    pub fn targets(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.target.split_whitespace()
    }

    /// Whether a move solves the step.
    fn accepts(&self, text: &str) -> bool {
        self.target.is_empty() || self.targets().any(|target| target == text)
    }

    /// What to say about a move that does not solve the step.
    fn refuse(&self, text: &str) -> String {
        let targets = self.targets().collect::<Vec<_>>().join(" or ");
        if self.wrong.is_empty() {
            format!("You could play {text} too, but first try {targets}.")
        } else {
            format!("{} Try {targets}.", self.wrong)
        }
    }
}

/// The board of a tutorial.
pub trait LessonBoard<G: AiPlayers + Words>: Default {
    /// Notices a new position, and draws the board into all the space there is. Returns what the user did on it. The target
    /// is the hint of the scene.
    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_, G>) -> Vec<UiAction>;
    /// Whether the last move is still being animated. What it did is said after that.
    fn is_animated(&self) -> bool {
        false
    }
}

/// The state of a tutorial made of lessons.
#[derive(Debug)]
pub struct Lessons<G: AiPlayers, B> {
    step: usize,
    /// The game of the step.
    session: Option<Session<G>>,
    board: B,
    /// What was wrong with the last click.
    message: String,
    /// A wrong move was made.
    missed: bool,
}

impl<G: AiPlayers, B: Default> Default for Lessons<G, B> {
    fn default() -> Lessons<G, B> {
        Lessons::at(0)
    }
}

impl<G: AiPlayers, B: Default> Lessons<G, B> {
    /// The beginning of a step.
    fn at(step: usize) -> Lessons<G, B> {
        Lessons { step, session: None, board: B::default(), message: String::new(), missed: false }
    }
}

impl<G: AiPlayers + Words, B: LessonBoard<G>> Lessons<G, B> {
    /// Draws the step. Returns how the tutorial ends, when it does.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lessons: &[Lesson],
        setup: &G::Setup,
        motion: f32,
    ) -> Option<TutorialEnd> {
        let lesson = lessons.get(self.step)?;
        if self.session.is_none() {
            self.session = lesson.start(setup.clone());
        }
        let step = TutorialStep {
            number: self.step,
            steps: lessons.len(),
            title: lesson.title,
            waits: !self.is_done(lesson),
            blocked: None,
            last: ("Play", TutorialEnd::Play),
        };
        let text = |this: &mut Self, ui: &mut Ui| {
            // Above the text, so that it is in sight in a small window too.
            this.result(ui, lesson);
            if !this.message.is_empty() {
                ui.label(RichText::new(&this.message).color(Tokens::of(ui).bad));
            }
            ui.label(lesson.text);
        };
        let more = |_: &mut Self, _: &mut Ui| ();
        let board = |this: &mut Self, ui: &mut Ui| this.board(ui, lesson, motion);
        match step.show(ui, self, text, more, board)? {
            TutorialEvent::Go(step) => {
                *self = Lessons::at(step);
                None
            }
            TutorialEvent::End(end) => Some(end),
        }
    }

    /// Whether the move of the step has been made.
    fn is_done(&self, lesson: &Lesson) -> bool {
        let asked = lesson.moves.split_whitespace().count();
        self.session.as_ref().is_none_or(|session| session.ply() > asked)
    }

    /// What the move did, when its animation has ended.
    fn result(&mut self, ui: &mut Ui, lesson: &Lesson) {
        if !self.is_done(lesson) || self.board.is_animated() {
            return;
        }
        let tokens = Tokens::of(ui);
        ui.label(RichText::new(lesson.result).color(tokens.good));
        if ui.button("Try again").clicked() {
            *self = Lessons::at(self.step);
        }
        ui.separator();
    }

    fn board(&mut self, ui: &mut Ui, lesson: &Lesson, motion: f32) {
        let done = self.is_done(lesson);
        let Some(session) = &mut self.session else { return };
        let marked = !done && (lesson.wrong.is_empty() || self.missed);
        let hint = lesson.targets().next().filter(|_| marked).map(|target| Hint {
            side: Side::FIRST,
            text: target.to_owned(),
            thought: Thought::default(),
            stages: Vec::new(),
            stage: 0,
        });
        let scene = Scene {
            game: session.seen_by(Side::FIRST),
            tokens: Tokens::of(ui),
            hint: hint.as_ref(),
            line: None,
            options: &UiOptions::new(),
            motion,
            active: !done,
            reviewing: false,
        };
        for action in self.board.show(ui, &scene) {
            match action {
                UiAction::Play(text) if !done => self.play(ui, lesson, &text),
                UiAction::Explain(why) => self.message = why,
                _ => {}
            }
        }
    }

    fn play(&mut self, ui: &Ui, lesson: &Lesson, text: &str) {
        let Some(session) = &mut self.session else { return };
        if !lesson.accepts(text) {
            self.message = lesson.refuse(text);
            self.missed = true;
            return;
        }
        match session.play_text(Side::FIRST, text) {
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
