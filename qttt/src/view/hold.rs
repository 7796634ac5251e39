//! After an AI player has chosen a collapse, the game waits until it can be read: the same player moves next.

use crate::rules::{Move, Position};
use crate::text;
use common::session::{Perspective, Seat};
use egui::{Key, Modifiers, Ui};
use std::time::Duration;

/// The pause in seconds where nothing is animated.
const PAUSE: f32 = 1.5;
/// The pause in seconds where the marks are animated, and what a unit of the animation speed adds to it.
const ANIMATED_PAUSE: (f32, f32) = (1.0, 5.0);

/// The collapse that is waiting to be read.
#[derive(Debug, Default)]
pub struct Hold {
    /// The ply and the position that were seen last.
    seen: Option<(usize, Position)>,
    /// What was chosen, and when it was first shown.
    waiting: Option<(String, Option<f64>)>,
}

impl Hold {
    /// Starts to wait if the last move is a new collapse by an AI player.
    pub fn notice(&mut self, game: Perspective<'_, Position>) {
        let now = (game.ply(), *game.view());
        if self.seen == Some(now) {
            return;
        }
        let before = self.seen.replace(now);
        let moved =
            before.is_some_and(|(ply, old)| game.ply() == ply + 1 && game.view_after(ply) == Some(&old));
        let last = game.last_ply().filter(|_| moved && !game.can_redo() && game.end().is_none());
        self.waiting = last.and_then(|last| {
            let is_ai = game.seats()[last.side.index()] != Seat::Human;
            let chosen = matches!(last.m, Some(Move::Collapse { .. })) && is_ai;
            let settled = text::describe_settled(&last.effect.filter(|_| chosen)?.settled);
            Some((format!("{} chose a collapse: {settled}.", game.side_name(last.side)), None))
        });
    }

    /// Ends the pause when its time has come, or when a key is pressed or the mouse is clicked on the board.
    pub fn update(&mut self, ui: &Ui, motion: f32) {
        let Some((_, shown)) = &mut self.waiting else { return };
        let now = ui.input(|input| input.time);
        let first = shown.is_none();
        let start = *shown.get_or_insert(now);
        let seconds = if motion > 0.0 { ANIMATED_PAUSE.0 + ANIMATED_PAUSE.1 * motion } else { PAUSE };
        let rest = f64::from(seconds) - (now - start);
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

    /// What is waiting to be read.
    pub fn message(&self) -> Option<String> {
        self.waiting.as_ref().map(|(text, _)| text.clone())
    }
}
