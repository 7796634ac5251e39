//! The game's part of the window: the board, the card with counts and chart, the tutorial and the page of rules.

mod animation;
mod balance;
mod board;
mod paint;
mod rules;
mod tutorial;

use crate::rules::{Position, Setup};
use board::Board;
use common::game::{Dice, Game, Side};
use common::window::{GameUi, Lessons, Scene, Tokens, TutorialEnd, UiAction, UiOptions, card};
use egui::{Painter, Rect, Ui};

/// Gives a good picture for the start page.
const SAMPLE_SEED: u64 = 5;

/// The state of the game's part of the window.
#[derive(Debug, Default)]
pub struct AtomsUi {
    board: Board,
    tutorial: Lessons<Position, Board>,
}

impl GameUi<Position> for AtomsUi {
    const TAGLINE: &'static str =
        "Fill your atoms until they explode, and capture the board in a chain reaction.";
    const FIRST_MOVE: &'static str = "None yet. Click a square to put an electron there.";
    const TUTORIAL: bool = true;

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.ui(ui, scene)
    }

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.board.notice(scene);
    }

    fn task(&self, _: &Position, _: Side) -> String {
        "Put an electron on a square.".to_owned()
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        // During the animation of a move, the counts are those of the visible board, and the chart ends before the move.
        let ply = scene.game.ply() - usize::from(self.board.animation().is_some());
        let position = self.board.visible(scene.game.view());
        // After an endless chain the picture may have no place for all electrons that were placed.
        let placed = if self.board.animation().is_some() { position } else { scene.game.view() };
        card(ui, |ui| {
            balance::counts(ui, position, placed, &scene.tokens);
            if scene.reviewing {
                return None;
            }
            balance::chart(ui, scene.game, ply, &scene.tokens).map(UiAction::GoTo)
        })
        .into_iter()
        .collect()
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, _: &Setup, _: Option<&Position>, tokens: &Tokens) {
        paint::sign(painter, rect, side, tokens);
    }

    /// After some random moves, as many as leave both sides on the board.
    fn sample(setup: &Setup) -> Option<Position> {
        let mut dice = Dice::new(SAMPLE_SEED);
        let mut position = Position::new(*setup);
        for _ in 0..setup.size.squares() * 5 / 4 {
            let mut next = position.clone();
            let m = next.random_move(next.mover(), &mut dice)?;
            next.play(next.mover(), &m, &mut dice).ok()?;
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        Some(position)
    }

    fn picture(painter: &Painter, rect: Rect, position: &Position, tokens: &Tokens) {
        paint::picture(painter, rect, position, tokens);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, _: &UiOptions, motion: f32) -> Option<TutorialEnd> {
        self.tutorial.show(ui, &tutorial::LESSONS, &tutorial::setup(), motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial = Lessons::default();
    }

    fn reset(&mut self) {
        self.board.reset();
    }

    fn showing(&self) -> Option<String> {
        self.board.animation().map(animation::MoveAnimation::describe)
    }

    fn skip(&mut self) {
        self.board.skip();
    }
}
