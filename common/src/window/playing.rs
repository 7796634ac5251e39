//! What happens on the game page: moves, events of the session, undo, and steps through the game.

use super::hint::hint_message;
use super::shell::Page;
use super::{GameUi, Shell};
use crate::player::AiPlayers;
use crate::session::{Event, Seat, Session};
use crate::words::{FrontEnd, Words, report_end};

/// The message about a position that is not the last one.
pub(super) const EARLIER: &str = "Looking at an earlier position; play on from here if you like.";

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Shows what the newest move did, and keeps the game.
    pub(super) fn moved(&mut self) {
        self.replay = None;
        self.hint = None;
        self.unseen = true;
        self.ctx.request_repaint();
        self.scroll_to_move = true;
        // A secret order is not news, and must not replace the report of a round. The result is in the card of the turn.
        let seen = self.session.as_ref().and_then(|session| session.seen_by(self.viewer).last_ply());
        if seen.is_some_and(|ply| ply.m.is_some()) {
            self.tell_moves();
        }
        self.update_viewer();
        self.keep();
        self.report_end();
        self.pause_between_ai_moves();
    }

    pub(super) fn report_end(&mut self) {
        if let Some(session) = &mut self.session
            && let Some(message) = report_end(session, &self.store, FrontEnd::Window)
        {
            self.report(format!("{} {message}", self.message));
        }
    }

    pub(super) fn keep(&mut self) {
        if let Some(session) = &self.session
            && let Some(failure) = self.autosave.keep(session)
        {
            self.report(failure);
        }
    }

    /// Keeps a move that is being planned, so that leaving the game does not lose it.
    pub(super) fn keep_draft(&mut self) {
        let Some((side, text)) = self.view.draft() else { return };
        if self.session.as_mut().is_some_and(|session| session.set_draft(side, &text)) {
            self.keep();
        }
    }

    /// Takes the events of the session. Every move is drawn, and its animation ends, before the next one is made;
    /// meanwhile no clock runs.
    pub(super) fn take_events(&mut self) {
        if self.page != Page::Game || self.covered {
            return;
        }
        self.continue_replay();
        if self.replay.is_some() {
            return;
        }
        self.delay_ai_pause();
        while !self.is_showing()
            && !self.waits_between_ai_moves()
            && let Some(event) = self.session.as_mut().and_then(Session::step)
        {
            match event {
                Event::Moved(_) => self.moved(),
                Event::Hint(hint) => {
                    let Some(session) = self.session.as_ref() else { continue };
                    let seen = session.seen_by(hint.side);
                    let hint = seen.staged_hint(hint);
                    self.message = hint_message::<G, V>(seen, &hint);
                    self.hint = Some(hint);
                    self.line = 0;
                }
                Event::NoHint(error) => self.report(format!("No hint available: {error}.")),
                Event::Ended => {
                    let session = self.session.as_ref();
                    let ending =
                        session.map_or_else(String::new, |session| session.seen_by(self.viewer).ending());
                    self.report(ending);
                    self.keep();
                    self.report_end();
                }
            }
        }
    }

    /// Whether the player at the screen may give the game up.
    pub(super) fn can_resign(&self) -> bool {
        self.replay.is_none()
            && self.session.as_ref().is_some_and(|session| {
                session.can_resign(self.viewer) && session.seats()[self.viewer.index()] == Seat::Human
            })
    }

    /// The player at the screen gives the game up.
    pub(super) fn resign(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.resign(self.viewer) {
            self.hint = None;
            let ending = session.seen_by(self.viewer).ending();
            self.report(ending);
            self.view.reset();
            self.unseen = true;
            self.scroll_to_move = true;
            self.keep();
            self.report_end();
        }
    }

    /// Whether the board has not yet shown what happened.
    pub(super) fn is_showing(&self) -> bool {
        self.unseen || self.view.showing().is_some()
    }

    /// Changes the position otherwise than by a move.
    fn jump(&mut self, jump: impl FnOnce(&mut Session<G>) -> bool, message: &str) {
        self.replay = None;
        let Some(session) = &mut self.session else { return };
        let before = session.ply();
        if jump(session) {
            self.hint = None;
            self.last_thought = None;
            self.unseen = true;
            // One move forward is animated as when it was played.
            if session.ply() != before + 1 {
                self.view.reset();
            }
            message.clone_into(&mut self.message);
            let ply = session.ply();
            self.told.fill(ply);
            self.scroll_to_move = true;
            self.update_viewer();
            self.keep();
        }
    }

    /// A replayed move is shown.
    pub(super) fn seen_again(&mut self) {
        self.hint = None;
        self.last_thought = None;
        self.unseen = true;
        self.scroll_to_move = true;
    }

    /// Whether there is something to undo and to redo. Where the moves cannot be taken back, a look at an earlier position
    /// is not an undo.
    pub(super) fn can_undo_and_redo(&self) -> (bool, bool) {
        let Some(session) = &self.session else { return (false, false) };
        let redo = session.can_redo() && session.ply() >= session.undo_limit();
        (self.view.can_take_back() || session.can_undo(self.viewer), self.view.can_restore() || redo)
    }

    pub(super) fn undo(&mut self) {
        if self.view.can_take_back() {
            self.view.take_back();
            "Undone.".clone_into(&mut self.message);
            return;
        }
        let viewer = self.viewer;
        self.jump(|session| session.undo(viewer), "Undone.");
    }

    pub(super) fn redo(&mut self) {
        if self.view.can_restore() {
            self.view.restore();
            "Redone.".clone_into(&mut self.message);
        } else if self.can_undo_and_redo().1 {
            self.jump(Session::redo, "Redone.");
        }
    }

    pub(super) fn go_to(&mut self, plies: usize) {
        let end = self.session.as_ref().is_some_and(|session| plies == session.plies().len());
        let fixed = self.session.as_ref().is_some_and(|s| s.seen_by(self.viewer).is_fixed_after(plies));
        let human = self.session.as_ref().is_some_and(|session| session.is_human_turn(plies));
        let message = match (end, fixed, human) {
            (true, ..) => "The last move.",
            (false, true, _) => "Looking at an earlier position.",
            (false, false, true) => EARLIER,
            (false, false, false) => "Looking at an earlier position, where it is the turn of an AI player.",
        };
        if self.forget_better() {
            // The position may be the one that is shown already.
            message.clone_into(&mut self.message);
        }
        self.jump(|session| session.go_to(plies), message);
    }

    pub(super) fn move_now(&mut self) {
        if let Some(session) = &self.session {
            session.move_now();
        }
    }
}
