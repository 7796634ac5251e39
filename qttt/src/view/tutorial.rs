//! The tutorial: the source document's example step by step, then stems and lines.

use super::board::{Board, BoardScene};
use crate::rules::{Effect, Position, Scoring};
use crate::text;
use common::game::{Dice, Game};
use common::window::{Tokens, TutorialEnd, TutorialEvent, TutorialStep, UiAction, card, quiet};
use egui::Ui;

/// One step: its text, and the moves that lead to its position.
struct Step {
    title: &'static str,
    text: &'static str,
    moves: &'static str,
}

const STEPS: [Step; 8] = [
    Step {
        title: "A mark in two places",
        text: "This is tic-tac-toe with one change: a mark is in two cells at once. It settles in one of them \
               later.\n\nThe players are x and y. x begins. The cells are numbered 0 to 8.",
        moves: "",
    },
    Step {
        title: "Superposition",
        text: "x puts the mark x1 into cells 0 and 1. It is small: it is in both cells, and not settled in either.\n\nThe \
               marks are numbered in the order in which they are played. Each number has its own place in a cell.",
        moves: "0-1",
    },
    Step {
        title: "Entanglement",
        text: "y puts y2 into cells 1 and 4. Small marks can share a cell.\n\nNow cells 0, 1 and 4 are tied together: if \
               x1 settles in 1, then y2 must settle in 4.",
        moves: "0-1 1-4",
    },
    Step {
        title: "A cycle",
        text: "x puts x3 into cells 0 and 4. Now there is a cycle: x1 leads from 0 to 1, y2 to 4, and x3 back to \
               0.\n\nA cycle must collapse at once.",
        moves: "0-1 1-4 0-4",
    },
    Step {
        title: "The other player chooses",
        text: "x closed the cycle, so y chooses. It can collapse in exactly two ways. Point at a circled mark, or \
               at one of the pictures, to see the result. Click to choose.",
        moves: "0-1 1-4 0-4",
    },
    Step {
        title: "Collapse",
        text: "Every mark tied to the cycle has settled in one of its two cells. The marks are big now. Their cells are \
               closed and never change again.\n\nThe player who chose makes the next move.",
        moves: "0-1 1-4 0-4 3@0",
    },
    Step {
        title: "Stems settle too",
        text: "Here y2 is also in cell 8, and y4 in cell 5. They are tied to the cycle of 0, 1 and 4, but are not part of \
               it. Such marks are called stems. They settle together with the cycle.",
        moves: "0-1 0-8 1-4 4-5 0-4",
    },
    Step {
        title: "Three in a row",
        text: "Three big marks in a row win. One collapse can give both players a line. Here x has the line at the bottom \
               with 1, 3 and 5, and y the line at the top with 2, 4 and 6.\n\nThen the lowest number wins. That is x1, so x \
               wins with the line at the bottom; the other one is drawn thin. (With 1 point and ½ point, Goff's scoring, \
               the line whose highest number is lower gets 1 point, the other ½.)",
        moves: "7-8 0-2 0-6 1-2 0-8 2-6 6@2",
    },
];

/// The step at which a collapse is chosen, and the one that shows the choice.
const CHOICE: usize = 4;

/// The state of the tutorial.
#[derive(Debug, Default)]
pub struct Tutorial {
    step: usize,
    /// The collapse that was chosen, as text.
    chosen: Option<String>,
    board: Board,
    message: String,
}

impl Tutorial {
    /// Draws the step. Returns how the tutorial ends, when it does.
    pub fn show(&mut self, ui: &mut Ui, motion: f32) -> Option<TutorialEnd> {
        let step = TutorialStep {
            number: self.step,
            steps: STEPS.len(),
            title: STEPS[self.step].title,
            waits: false,
            blocked: None,
            last: ("Play", TutorialEnd::Play),
        };
        let board = |this: &mut Tutorial, ui: &mut Ui| this.board(ui, motion);
        match step.show(ui, self, Tutorial::text, Tutorial::cards, board)? {
            TutorialEvent::Go(step) => self.go(step),
            TutorialEvent::End(end) => return Some(end),
        }
        None
    }

    fn board(&mut self, ui: &mut Ui, motion: f32) {
        let (position, effect) = self.position();
        let scene = BoardScene {
            position: &position,
            effect: effect.as_ref(),
            tokens: Tokens::of(ui),
            motion,
            active: self.step == CHOICE,
            arrows: false,
            hint: None,
            last_move: None,
        };
        for action in self.board.show(ui, &scene) {
            match action {
                UiAction::Play(m) => self.choose(m),
                UiAction::Explain(sentence) => self.message = sentence,
                _ => {}
            }
        }
    }

    /// The position of the step and the effect of its last move. After the choice, the collapse that was chosen.
    fn position(&self) -> (Position, Option<Effect>) {
        let moves = STEPS[self.step].moves;
        let moves = match &self.chosen {
            Some(chosen) if self.step == CHOICE + 1 => format!("{} {chosen}", STEPS[CHOICE].moves),
            _ => moves.to_owned(),
        };
        play_moves(&moves)
    }

    fn choose(&mut self, m: String) {
        self.chosen = Some(m);
        self.go(self.step + 1);
    }

    fn go(&mut self, step: usize) {
        self.step = step;
        self.message.clear();
    }

    fn text(&mut self, ui: &mut Ui) {
        ui.label(STEPS[self.step].text);
        if !self.message.is_empty() {
            ui.label(quiet(&self.message));
        }
    }

    /// The collapses to choose from, and then the marks that have settled.
    fn cards(&mut self, ui: &mut Ui) {
        let (position, effect) = self.position();
        let Some(effect) = effect else { return };
        if let Some(cycle) = effect.cycle.filter(|_| self.step == CHOICE)
            && let Some(m) = super::collapse_card(ui, &position, &cycle, None, &mut self.board, true)
        {
            self.choose(m.to_string());
        }
        if self.step == CHOICE + 1 {
            let settled = text::describe_settled(&effect.settled);
            card(ui, |ui| ui.label(format!("Settled: {settled}.")));
        }
    }
}

/// The position after these legal moves, and the effect of the last one.
pub(super) fn play_moves(moves: &str) -> (Position, Option<Effect>) {
    let mut position = Position::new(Scoring::Seed);
    let mut effect = None;
    for text in moves.split_whitespace() {
        let side = position.mover();
        let m = position.parse(side, text);
        effect = m.and_then(|m| position.play(side, &m, &mut Dice::new(0))).ok();
    }
    (position, effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_consists_of_legal_moves() {
        for step in &STEPS {
            let (position, _) = play_moves(step.moves);
            let made = step.moves.split_whitespace().filter(|text| !text.contains('@')).count();
            assert_eq!(position.marks().count(), made, "{}", step.title);
        }
        let position = |step: usize| play_moves(STEPS[step].moves).0;
        assert!(position(CHOICE).cycle().is_some());
        assert_eq!(position(6).cycle().unwrap().stems.len(), 2);
        assert_eq!(position(7).lines().len(), 2);
    }
}
