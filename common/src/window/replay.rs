//! Watching a game again, and going back and forth in it.

use super::settings::Motion;
use super::shell::EARLIER;
use super::{Shell, GameUi};
use crate::player::AiPlayers;
use crate::session::Session;
use crate::words::Words;
use std::time::Duration;

/// The rest between two moves, in seconds. Where nothing moves on the board, the eye needs longer to find what changed.
fn rest(motion: Motion) -> f64 {
    match motion {
        Motion::Off => 0.6,
        Motion::Fast => 0.2,
        Motion::Normal => 0.35,
        Motion::Slow => 0.7,
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Shows the game from its first move on; from where one is, if one has gone back into it.
    pub(super) fn begin_replay(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.record().is_empty() {
            return;
        }
        if session.ply() == session.record().len() {
            // Not kept: where the game is stays where it is, also if the program ends meanwhile.
            session.go_to(0);
            self.view.reset();
            self.seen_again();
        }
        "Watching the game again.".clone_into(&mut self.said);
        self.rest();
    }

    /// Stays where the replay is.
    pub(super) fn end_replay(&mut self) {
        if self.replay.take().is_some() {
            EARLIER.clone_into(&mut self.said);
            self.keep();
        }
    }

    /// A game that was only watched is where it was.
    pub(super) fn leave_replay(&mut self) {
        if self.replay.take().is_some()
            && let Some(session) = &mut self.session
        {
            session.go_to(session.record().len());
        }
    }

    fn rest(&mut self) {
        let rest = rest(self.settings.motion);
        self.replay = Some(self.ctx.input(|input| input.time) + rest);
        self.ctx.request_repaint_after(Duration::from_secs_f64(rest));
    }

    /// The next move, when the last one was seen.
    pub(super) fn go_on_with_replay(&mut self) {
        let Some(next) = self.replay else { return };
        if self.is_showing() {
            // The rest begins when everything stands still.
            self.rest();
            return;
        }
        let now = self.ctx.input(|input| input.time);
        if now < next {
            self.ctx.request_repaint_after(Duration::from_secs_f64(next - now));
            return;
        }
        let Some(session) = &mut self.session else { return };
        session.go_to(session.ply() + 1);
        let more = session.can_redo();
        self.said = session.told().join(" ");
        self.seen_again();
        if more {
            self.rest();
        } else {
            self.replay = None;
            self.keep();
        }
    }

    /// One move forward or back.
    pub(super) fn step_by(&mut self, forward: bool) {
        let at = self.session.as_ref().map_or(0, Session::ply);
        if let Some(plies) = if forward { at.checked_add(1) } else { at.checked_sub(1) } {
            self.go_to(plies);
        }
    }

    /// To the last move of the record.
    pub(super) fn go_to_end(&mut self) {
        let end = self.session.as_ref().map_or(0, |session| session.record().len());
        self.go_to(end);
    }
}
