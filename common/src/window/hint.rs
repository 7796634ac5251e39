//! Hints: asked for, and shown stage by stage.

use super::{GameUi, Shell, UiAction};
use crate::player::AiPlayers;
use crate::session::{Hint, Perspective};
use crate::words::Words;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn ask_hint(&mut self) {
        self.end_replay();
        if self.show_next_stage() {
            return;
        }
        let Some(session) = &mut self.session else { return };
        if session.is_hinting() {
            self.message = "Searching for a hint…".to_owned();
        } else if !session.ask_hint(self.viewer, &G::hint_player()) {
            let why = if session.end().is_some() { "the game is over" } else { "it is not your turn" };
            self.message = format!("No hint available: {why}.");
        }
    }

    /// Shows the next stage of the hint; the last one makes the move. False if there is none.
    fn show_next_stage(&mut self) -> bool {
        let (Some(hint), Some(session)) = (&mut self.hint, &mut self.session) else { return false };
        if hint.stage + 1 >= hint.stages.len() {
            return false;
        }
        hint.stage += 1;
        session.count_hint(hint.side);
        let seen = session.seen_by(hint.side);
        self.message = hint_message::<G, V>(seen, hint);
        if hint.stage + 1 == hint.stages.len() {
            let text = seen.hint_move_text(hint);
            self.act(UiAction::Play(text));
        } else {
            self.keep();
        }
        true
    }
}

/// The line at the bottom for a hint: the hint itself, unless a card of the game shows it.
pub(super) fn hint_message<G: AiPlayers + Words, V: GameUi<G>>(
    seen: Perspective<'_, G>,
    hint: &Hint,
) -> String {
    if V::HINT_CARD {
        return seen.hint_text(hint);
    }
    if hint.stages.is_empty() {
        return seen.hint_words(hint);
    }
    // In a small window the card may be out of sight.
    let text = hint.stages.get(hint.stage).map_or("", String::as_str);
    let text = text.split(" Ask again for more").next().unwrap_or(text);
    format!("Hint {} of {}: {text}", hint.stage + 1, hint.stages.len())
}
