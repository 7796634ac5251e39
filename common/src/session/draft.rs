//! Moves that are being planned: they belong to no position yet, but leaving the game should not lose them.

use super::{Seat, Session};
use crate::game::Side;
use crate::player::{AiPlayers, MoveText};

impl<G: AiPlayers> Session<G> {
    /// Keeps what a human has planned for the next move; an empty text forgets it. Returns whether that is new.
    pub fn set_draft(&mut self, side: Side, text: &str) -> bool {
        if self.seats.get(side.index()) != Some(&Seat::Human) {
            return false;
        }
        let draft = &mut self.drafts[side.index()];
        let is_new = draft.as_deref().unwrap_or_default() != text;
        if is_new {
            *draft = Some(text.to_owned()).filter(|text| !text.is_empty());
        }
        is_new
    }

    /// The drafts as a saved game has them.
    pub(super) fn drafts(&self) -> Vec<String> {
        let drafts = self.sides().zip(&self.drafts);
        drafts.filter_map(|(side, text)| Some(MoveText { side, text: text.clone()? }.to_string())).collect()
    }
}
