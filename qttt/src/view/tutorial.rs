//! The tutorial: the source document's example, step by step, and what comes after it.

use super::board::{Board, Look};
use crate::rules::{Position, Scoring};
use crate::text;
use common::game::{Dice, Game};
use common::window::{Tokens, UiAction, card, primary_button, quiet, theme};
use egui::{Button, Frame, Key, Panel, RichText, ScrollArea, Ui, vec2};

/// One step: what is said, and the moves that lead to what is seen.
struct Step {
    title: &'static str,
    text: &'static str,
    moves: &'static str,
}

const STEPS: [Step; 8] = [
    Step {
        title: "A mark in two places",
        text: "This is tic-tac-toe with one change: a mark is in two cells at once, and only later settles in one of \
               them.\n\nThe players are x and y. x begins. The cells are numbered 0 to 8.",
        moves: "",
    },
    Step {
        title: "Superposition",
        text: "x puts the mark x1 into cells 0 and 1. It is small: it is in both cells, and in neither for good.\n\nThe \
               number says when it was made. Each number has its own place in a cell.",
        moves: "0-1",
    },
    Step {
        title: "Entanglement",
        text: "y puts y2 into cells 1 and 4. Small marks can share a cell.\n\nNow cells 0, 1 and 4 are tied together: if \
               x1 settles in 1, then y2 has to settle in 4.",
        moves: "0-1 1-4",
    },
    Step {
        title: "A cycle",
        text: "x puts x3 into cells 0 and 4. Now there is a way around: from 0 by x1 to 1, by y2 to 4, by x3 back to \
               0.\n\nA cycle cannot stay. It has to collapse at once.",
        moves: "0-1 1-4 0-4",
    },
    Step {
        title: "The other player chooses",
        text: "x closed the cycle, so y chooses. There are exactly two ways it can collapse. Point at a ringed mark, or \
               at one of the pictures, to see what would happen; click to choose.",
        moves: "0-1 1-4 0-4",
    },
    Step {
        title: "Collapse",
        text: "Every mark tied to the cycle has settled in one of its two cells. The marks are big now, their cells are \
               closed, and nothing can change them.\n\nThe player who chose makes the next move.",
        moves: "0-1 1-4 0-4 3@0",
    },
    Step {
        title: "Stems settle too",
        text: "Here y2 reaches out to cell 8 and y4 to cell 5. They hang on the cycle of 0, 1 and 4 without being part of \
               it: stems. Marks on stems settle together with the cycle they hang on.",
        moves: "0-1 0-8 1-4 4-5 0-4",
    },
    Step {
        title: "Three in a row",
        text: "Three big marks in a row win. One collapse can give both players a line. Here x has 1, 3, 5 and y has 2, \
               4, 6.\n\nThen the line with the smallest number wins: x, by x1. (With Goff's scoring the line whose \
               largest number is lower gets one point, the other half a point.)",
        moves: "7-8 0-2 0-6 1-2 0-8 2-6 6@2",
    },
];

/// The step at which a collapse is chosen, and the one that shows the choice.
const CHOICE: usize = 4;

/// Where a learner is.
#[derive(Debug, Default)]
pub struct Tutorial {
    step: usize,
    /// The collapse that was chosen, as text.
    chosen: Option<String>,
    board: Board,
    said: String,
}

impl Tutorial {
    /// Draws the step. True when the learner is through.
    pub fn show(&mut self, ui: &mut Ui, motion: f32) -> bool {
        let size = ui.available_size();
        let mut done = false;
        let frame = Frame::new().inner_margin(8);
        let content = |ui: &mut Ui, this: &mut Tutorial| {
            // The buttons stand still while the text changes.
            let bar = Frame::new().inner_margin(8);
            let buttons = Panel::bottom("steps").frame(bar).show_separator_line(false);
            let done = buttons.show(ui, |ui| this.buttons(ui)).inner;
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| this.words(ui));
            done
        };
        if size.x < 640.0 {
            let below =
                Panel::bottom("lesson").frame(frame).exact_size(size.y * 0.45).show_separator_line(false);
            done |= below.show(ui, |ui| content(ui, self)).inner;
        } else {
            let beside = Panel::right("lesson").frame(frame).exact_size((size.x * 0.4).min(360.0));
            done |= beside.resizable(false).show_separator_line(false).show(ui, |ui| content(ui, self)).inner;
        }
        let position = self.position();
        let look =
            Look { tokens: Tokens::of(ui), motion, active: self.step == CHOICE, hint: None, last: None };
        for act in self.board.show(ui, &position, &look) {
            match act {
                UiAction::Play(m) => self.choose(m),
                UiAction::Explain(sentence) => self.said = sentence,
                // A lesson has no earlier positions, and nothing else to ask for.
                _ => {}
            }
        }
        done
    }

    /// The position of the step; after the choice, the one that was chosen.
    fn position(&self) -> Position {
        let moves = STEPS[self.step].moves;
        let moves = match &self.chosen {
            Some(chosen) if self.step == CHOICE + 1 => format!("{} {chosen}", STEPS[CHOICE].moves),
            _ => moves.to_owned(),
        };
        played(&moves)
    }

    fn choose(&mut self, m: String) {
        self.chosen = Some(m);
        self.go(self.step + 1);
    }

    fn go(&mut self, step: usize) {
        self.step = step;
        self.said.clear();
    }

    fn words(&mut self, ui: &mut Ui) {
        let step = &STEPS[self.step];
        card(ui, |ui| {
            ui.label(quiet(format!("Step {} of {}", self.step + 1, STEPS.len())));
            ui.label(RichText::new(step.title).font(theme::heavy(theme::size::TURN)));
            ui.label(step.text);
            if !self.said.is_empty() {
                ui.label(quiet(&self.said));
            }
        });
        if self.step == CHOICE {
            let position = self.position();
            if let Some(m) = super::collapse_card(ui, &position, &mut self.board, true) {
                self.choose(m.to_string());
            }
        }
        if self.step == CHOICE + 1 {
            let before = played(STEPS[CHOICE].moves);
            let chosen = self.chosen.as_deref().unwrap_or("3@0");
            if let Some(collapse) = before.collapses().into_iter().find(|c| c.as_move().to_string() == chosen)
            {
                card(ui, |ui| ui.label(format!("You let {} settle.", text::settles(&collapse.settled))));
            }
        }
    }

    /// Back and forth, by button or arrow key. True when the learner is through.
    fn buttons(&mut self, ui: &mut Ui) -> bool {
        let last = self.step + 1 == STEPS.len();
        let (left, right) =
            ui.input(|input| (input.key_pressed(Key::ArrowLeft), input.key_pressed(Key::ArrowRight)));
        let mut done = false;
        ui.horizontal(|ui| {
            let back = Button::new("Back").min_size(vec2(80.0, 36.0));
            let back = ui.add_enabled(self.step > 0, back).clicked() || left;
            let next = primary_button(ui, if last { "Play" } else { "Next" }, vec2(104.0, 36.0));
            // Whoever opens the tutorial can go on with Enter at once.
            if ui.memory(|memory| memory.focused().is_none()) {
                next.request_focus();
            }
            done = last && next.clicked();
            if !last {
                done |= ui.add(Button::new("Leave").min_size(vec2(80.0, 36.0))).clicked();
            }
            if back && self.step > 0 {
                self.go(self.step - 1);
            } else if !last && (next.clicked() || right) {
                self.go(self.step + 1);
            }
        });
        done
    }
}

/// The position after these moves, as far as they can be played.
pub(super) fn played(moves: &str) -> Position {
    let mut position = Position::new(Scoring::Seed);
    for text in moves.split_whitespace() {
        if let Ok(m) = position.parse(text) {
            let side = position.mover();
            let _ = position.play(side, &m, &mut Dice::new(0));
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_played_as_written() {
        for step in &STEPS {
            let position = played(step.moves);
            let made = step.moves.split_whitespace().filter(|text| !text.contains('@')).count();
            assert_eq!(position.marks().count(), made, "{}", step.title);
        }
        assert!(played(STEPS[CHOICE].moves).cycle().is_some());
        assert_eq!(played(STEPS[6].moves).cycle().unwrap().stems.len(), 2);
        assert_eq!(played(STEPS[7].moves).lines().len(), 2);
    }
}
