//! The window's view of the game: the board, the balance, the opening's choices, the puzzles, the rules.

mod balance;
mod board;
mod exercises;
mod opening;
mod options;
mod paint;
mod rules;

use crate::rules::Position;
use balance::Balance;
use board::Board;
use common::game::Side;
use common::window::{Act, Exercise, Options, Scene, Tokens, View, card};
use egui::{Painter, Rect, Ui};
use exercises::Progress;
use options::Shown;

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct GomokuView {
    board: Board,
    balance: Balance,
    progress: Progress,
}

impl View<Position> for GomokuView {
    const TAGLINE: &'static str = "Five stones in a row win.";
    const FIRST_MOVE: &'static str = "None yet. Click a point to put a stone there.";
    const OPPONENT: &'static str = "combined";
    const TUTORIAL: bool = false;
    const VALUES: bool = false;
    const PROPOSALS: &'static [(&'static str, &'static [&'static str])] =
        &[("Size", &["9x9", "15x15", "19x19", "20x20"])];
    const PAGE: Option<&'static str> = Some("Puzzles");

    fn page(&mut self, ui: &mut Ui, options: &Options) -> Vec<Act> {
        exercises::page(ui, options)
    }

    fn exercise(&mut self, number: usize) -> Option<Exercise<Position>> {
        exercises::exercise(number)
    }

    fn again(&self, scene: &Scene<'_, Position>) -> Option<Act> {
        exercises::of(scene.session).map(|(number, _)| Act::Exercise(number))
    }

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.board.notice(scene);
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<Act> {
        self.board.ui(ui, scene, Shown::of(scene.options))
    }

    fn task(&self, position: &Position) -> String {
        opening::task(position)
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<Act> {
        let shown = Shown::of(scene.options);
        let mut acts = Vec::new();
        acts.extend(opening::show(ui, scene.session.position(), scene.active));
        acts.extend(exercises::show(ui, &mut self.progress, scene.session, scene.options));
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            acts.extend(options::choices(ui, scene.options));
            if shown.threats {
                options::legend(ui);
            }
            if shown.value {
                acts.extend(balance::show(ui, &mut self.balance, scene.session).map(Act::GoTo));
            }
        });
        acts
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, position: Option<&Position>, tokens: &Tokens) {
        paint::sign(painter, rect, position.and_then(|position| position.colour_of(side)), tokens);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn reset(&mut self) {
        self.board.reset();
    }
}
