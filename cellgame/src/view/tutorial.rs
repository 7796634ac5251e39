//! The guided first puzzle.

use egui::Ui;

/// The state of the tutorial.
#[derive(Debug, Default)]
pub struct Tutorial {}

impl Tutorial {
    /// Returns to the first step.
    pub fn begin(&mut self) {
        *self = Tutorial::default();
    }

    /// Draws the tutorial. True when it is finished.
    pub fn ui(&mut self, ui: &mut Ui, motion: f32) -> bool {
        let _ = (ui, motion);
        true
    }
}
