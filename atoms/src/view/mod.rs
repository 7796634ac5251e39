//! The window's view of the game: the board, the counts, the balance over the game, the rules.

mod balance;
mod board;
mod motion;
mod paint;
mod rules;

use crate::rules::Position;
use board::Board;
use common::game::Side;
use common::window::{UiAction, Scene, Tokens, GameUi, card};
use egui::{Painter, Rect, Ui};

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct AtomsUi {
    board: Board,
}

impl GameUi<Position> for AtomsUi {
    const TAGLINE: &'static str = "Fill your atoms until they burst, and take the board in a chain.";
    const FIRST_MOVE: &'static str = "None yet. Click a square to put an electron there.";
    const OPPONENT: &'static str = "medium";
    const TUTORIAL: bool = false;
    const PROPOSALS: &'static [(&'static str, &'static [&'static str])] =
        &[("Size", &["5x5", "6x6", "8x8", "10x10"])];

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.ui(ui, scene)
    }

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.board.notice(scene);
    }

    fn task(&self, _: &Position) -> String {
        "Put an electron on a square.".to_owned()
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        // While a move is shown the counts are those of the board that is seen, and the balance ends before it.
        let show = self.board.show();
        let shown = show.map(|show| show.moment().position().clone());
        let at = scene.session.ply() - usize::from(show.is_some());
        let position = shown.as_ref().unwrap_or(scene.session.position());
        card(ui, |ui| {
            balance::counts(ui, position, &scene.tokens);
            balance::chart(ui, scene.session, at, &scene.tokens).map(UiAction::GoTo)
        })
        .into_iter()
        .collect()
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, _: Option<&Position>, tokens: &Tokens) {
        paint::sign(painter, rect, side, tokens);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn reset(&mut self) {
        self.board.reset();
    }

    fn showing(&self) -> Option<String> {
        self.board.show().map(motion::Show::told)
    }

    fn skip(&mut self) {
        self.board.skip();
    }
}
