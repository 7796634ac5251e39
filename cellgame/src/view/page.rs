//! The page "Puzzles": choose a puzzle, and statistics.

use crate::rules::{Puzzle, PuzzleSetup};
use common::window::{Exercise, UiAction, UiOptions};
use egui::Ui;

/// The state of the page.
#[derive(Debug, Default)]
pub struct PuzzlePage {}

impl PuzzlePage {
    /// Draws the page. `current` is the setup of the puzzle that is being played.
    pub fn ui(&mut self, ui: &mut Ui, options: &UiOptions, current: Option<&PuzzleSetup>) -> Vec<UiAction> {
        let _ = (ui, options, current);
        vec![UiAction::Leave]
    }

    /// The puzzle that was chosen on the page.
    pub fn exercise(&mut self, number: usize) -> Option<Exercise<Puzzle>> {
        let _ = number;
        None
    }
}
