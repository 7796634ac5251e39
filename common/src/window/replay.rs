//! Replaying a game, stepping through it, and pausing AI players.

use super::playing::EARLIER;
use super::settings::Motion;
use super::{GameUi, Shell};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::Words;
use std::time::Duration;

/// The pause between two moves in seconds. Without animations it takes longer to see what changed.
fn pause_seconds(motion: Motion) -> f64 {
    match motion {
        Motion::Off => 0.6,
        Motion::Fast => 0.2,
        Motion::Normal => 0.35,
        Motion::Slow => 0.7,
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Replays the game from its first move; from the shown position, if that is not the last one.
    pub(super) fn begin_replay(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.plies().is_empty() {
            return;
        }
        if session.ply() == session.plies().len() {
            // Not saved: the game stays at its last move, also if the program ends meanwhile.
            session.go_to(0);
            self.view.reset();
            self.seen_again();
        }
        "Replaying.".clone_into(&mut self.message);
        self.pause();
    }

    /// Ends the replay at the shown position.
    pub(super) fn end_replay(&mut self) {
        if self.replay.take().is_some() {
            EARLIER.clone_into(&mut self.message);
            self.keep();
        }
    }

    /// Ends the replay and returns to the last move.
    pub(super) fn leave_replay(&mut self) {
        if self.replay.take().is_some()
            && let Some(session) = &mut self.session
        {
            session.go_to(session.plies().len());
        }
    }

    fn pause(&mut self) {
        let rest = pause_seconds(self.settings.motion);
        self.replay = Some(self.ctx.input(|input| input.time) + rest);
        self.ctx.request_repaint_after(Duration::from_secs_f64(rest));
    }

    /// Shows the next move when its time has come.
    pub(super) fn continue_replay(&mut self) {
        let Some(next) = self.replay else { return };
        if self.is_showing() {
            // The pause begins when the animation has ended.
            self.pause();
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
        self.message = session.seen_by(self.viewer).effects().join(" ");
        self.seen_again();
        if more {
            self.pause();
        } else {
            self.replay = None;
            self.keep();
        }
    }

    /// After a move of a game between AI players: the position stays for a moment, so that the game can be followed.
    pub(super) fn pause_between_ai_moves(&mut self) {
        let is_watched = |session: &Session<G>| {
            session.end().is_none() && session.seats().iter().all(|seat| *seat != Seat::Human)
        };
        self.ai_pause = self.session.as_ref().is_some_and(is_watched).then(|| self.end_of_pause());
    }

    /// That moment begins when the animation has ended.
    pub(super) fn delay_ai_pause(&mut self) {
        if self.ai_pause.is_some() && self.is_showing() {
            self.ai_pause = Some(self.end_of_pause());
        }
    }

    /// Whether the next AI player has to wait for it.
    pub(super) fn waits_between_ai_moves(&mut self) -> bool {
        let Some(end) = self.ai_pause else { return false };
        let rest = end - self.ctx.input(|input| input.time);
        if rest > 0.0 {
            self.ctx.request_repaint_after(Duration::from_secs_f64(rest));
        } else {
            self.ai_pause = None;
        }
        rest > 0.0
    }

    fn end_of_pause(&self) -> f64 {
        self.ctx.input(|input| input.time) + pause_seconds(self.settings.motion)
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
        let end = self.session.as_ref().map_or(0, |session| session.plies().len());
        self.go_to(end);
    }

    /// Whether AI players can be told to wait.
    pub(super) fn can_pause(&self) -> bool {
        let running = |session: &Session<G>| {
            session.end().is_none() && session.ai_to_move().is_some() && !session.is_paused()
        };
        self.replay.is_none() && self.session.as_ref().is_some_and(running)
    }

    pub(super) fn pause_players(&mut self) {
        if let Some(session) = &mut self.session {
            session.pause();
        }
    }

    pub(super) fn unpause(&mut self) {
        self.end_replay();
        let Some(session) = &mut self.session else { return };
        let ply = session.ply();
        session.unpause();
        if session.ply() != ply {
            // What was said was about the position that was shown before.
            self.message.clear();
            self.scroll_to_move = true;
        }
    }
}
