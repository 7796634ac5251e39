//! A pause after a move of an AI player, so that the message about it can be read before the next move.

use egui::{Key, Modifiers, Ui};
use std::time::Duration;

/// The message that is waiting to be read.
#[derive(Debug, Default)]
pub struct ReadingPause {
    /// The ply that was shown last.
    ply: Option<usize>,
    /// The message, and when it was first shown.
    waiting: Option<(String, Option<f64>)>,
}

impl ReadingPause {
    /// Starts to wait if a move has been made and there is something to read about it. Any other change of the position
    /// ends the pause.
    pub fn notice(&mut self, ply: usize, message: impl FnOnce() -> Option<String>) {
        let before = self.ply.replace(ply);
        if before == Some(ply) {
            return;
        }
        let moved = before.is_some_and(|before| ply == before + 1);
        self.waiting = moved.then(message).flatten().map(|message| (message, None));
    }

    /// Ends the pause after this time, or when the board is clicked or a key is pressed. Call it before the board is drawn.
    pub fn update(&mut self, ui: &Ui, seconds: f32) {
        let Some((_, shown)) = &mut self.waiting else { return };
        let now = ui.input(|input| input.time);
        let first = shown.is_none();
        let rest = f64::from(seconds) - (now - *shown.get_or_insert(now));
        let clicked = ui.input(|input| input.pointer.primary_clicked())
            && ui.rect_contains_pointer(ui.available_rect_before_wrap());
        let free = ui.memory(|memory| memory.focused().is_none());
        let keys = [Key::Space, Key::Enter, Key::Escape];
        let key =
            free && ui.input_mut(|input| keys.into_iter().any(|key| input.consume_key(Modifiers::NONE, key)));
        if rest <= 0.0 || (!first && (clicked || key)) {
            self.end();
            ui.ctx().request_repaint();
        } else {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(rest));
        }
    }

    /// Ends the pause.
    pub fn end(&mut self) {
        self.waiting = None;
    }

    /// The message, during the pause.
    pub fn message(&self) -> Option<String> {
        self.waiting.as_ref().map(|(message, _)| message.clone())
    }
}
