//! The game's part of the window: the board, the cards, the overview of rules, the page of puzzles and the tutorial.

mod overview;
mod page;
mod tutorial;

pub use overview::{Overview, OverviewOutput, WindowPart};
pub use page::PuzzlePage;
pub use tutorial::Tutorial;

use crate::layout::Cell;
use crate::rules::{Puzzle, PuzzleSetup, PuzzleView};
use common::game::Side;
use common::window::{Exercise, GameUi, Scene, Tokens, UiAction, UiOptions};
use egui::{Painter, Rect, Ui};

/// The state of the game's part of the window.
#[derive(Default)]
pub struct CellUi {
    overview: Overview,
    page: PuzzlePage,
    tutorial: Tutorial,
    /// The setup of the puzzle that is being played.
    current: Option<PuzzleSetup>,
}

impl GameUi<Puzzle> for CellUi {
    const TAGLINE: &'static str = "Every row grows from the row above it. Find the hidden cells.";
    const FIRST_MOVE: &'static str = "None yet. Click a hidden cell and choose its state.";
    const OPPONENT: &'static str = "strong";
    const TUTORIAL: bool = true;
    const VALUES: bool = false;
    const PAGE: Option<&'static str> = Some("Puzzles");

    fn page(&mut self, ui: &mut Ui, options: &UiOptions) -> Vec<UiAction> {
        self.page.ui(ui, options, self.current.as_ref())
    }

    fn exercise(&mut self, number: usize) -> Option<Exercise<Puzzle>> {
        self.page.exercise(number)
    }

    fn notice(&mut self, scene: &Scene<'_, Puzzle>) {
        if self.current.as_ref() != Some(scene.game.setup()) {
            self.current = Some(scene.game.setup().clone());
        }
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        let focus: Option<Cell> = None;
        let OverviewOutput { marked, actions } =
            self.overview.ui(ui, scene.game.view(), focus, scene.options);
        let _ = marked;
        actions
    }

    fn task(&self, view: &PuzzleView, _: Side) -> String {
        format!("Find the states of {} hidden cells.", view.hidden())
    }

    fn sign(_: &Painter, _: Rect, _: Side, _: &PuzzleSetup, _: Option<&PuzzleView>, _: &Tokens) {}

    fn rules(&mut self, ui: &mut Ui) {
        let _ = ui;
    }

    fn tutorial(&mut self, ui: &mut Ui, motion: f32) -> bool {
        self.tutorial.ui(ui, motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial.begin();
    }
}
