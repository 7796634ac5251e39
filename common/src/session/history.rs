//! Undo, redo, looking at earlier positions, and resigning.

use super::log::LogEntry;
use super::{GameEnd, Ply, Seat, Session};
use crate::game::{ScoreEvent, Side};
use crate::player::AiPlayers;
use crate::words::{Brancher, Words};

impl<G: AiPlayers> Session<G> {
    /// The number of moves that cannot be taken back, because dice were thrown or secrets shown, or because they belong to
    /// the start of the game.
    pub fn undo_limit(&self) -> usize {
        let fixed = self.plies.iter().rposition(|ply| ply.fixed).map_or(0, |last| last + 1);
        fixed.max(self.start_moves.min(self.plies.len()))
    }

    /// Whether no move of `side` can replace what followed the position after `ply` moves: that cannot be undone, or another
    /// human has given secret orders there and has not taken them back.
    pub(super) fn is_fixed(&self, ply: usize, side: Side) -> bool {
        let is_others = |ply: &Ply<G>| ply.side != side && self.is_human(ply.side);
        ply < self.undo_limit()
            || G::FACTS.hidden
                && !self.has_undone()
                && self.plies.get(ply..).is_some_and(|later| later.iter().any(is_others))
    }

    /// Whether the last step was to take moves back.
    fn has_undone(&self) -> bool {
        let is_step = |entry: &&LogEntry| !matches!(entry, LogEntry::Refused(..) | LogEntry::Hint(..));
        matches!(self.log.iter().rev().find(is_step), Some(LogEntry::Undo(_)))
    }

    /// Sets how many moves belong to the start of the game, as those of a puzzle do.
    pub fn set_start_moves(&mut self, moves: usize) {
        self.start_moves = moves;
    }

    /// How many moves belong to the start of the game.
    pub fn start_moves(&self) -> usize {
        self.start_moves
    }

    /// Whether the game has only the moves of its start and no hint was asked for, as a puzzle that was opened and not tried.
    pub fn is_untouched(&self) -> bool {
        let hinted = self.log.iter().any(|entry| matches!(entry, LogEntry::Hint(..)));
        self.start_moves > 0 && self.plies.len() <= self.start_moves && !hinted
    }

    /// Whether `viewer` can take a move back.
    pub fn can_undo(&self, viewer: Side) -> bool {
        self.undo_target(viewer).is_some()
    }

    /// How a new game goes on from the shown position of this one, which has ended; see [`Words::brancher`].
    pub fn brancher(&self) -> Option<Brancher<G>>
    where
        G: Words,
    {
        G::brancher().filter(|_| self.has_ended())
    }

    /// Whether there is a move to redo.
    pub fn can_redo(&self) -> bool {
        self.ply < self.plies.len()
    }

    /// Takes back to the last turn of a human where AI players take part, otherwise one move.
    pub fn undo(&mut self, viewer: Side) -> bool {
        let Some(target) = self.undo_target(viewer) else { return false };
        let plies = self.ply - target;
        self.tally.undos = self.tally.undos.saturating_add(plies as u32);
        G::count(&mut self.score, &ScoreEvent::Undone { plies });
        let at_end = self.end().is_some();
        self.show(target);
        if G::FACTS.simultaneous {
            // Orders that are taken back can be changed; they need not be planned again.
            let Ply { side, text, .. } = &self.plies[target];
            self.drafts[side.index()] = Some(text.clone());
        }
        // A resignation is taken back with the move before it; looking at earlier positions does not take it back.
        if at_end {
            self.play_on();
            self.aborted = None;
            self.goes_on = self.has_ended();
        }
        self.add_to_log(LogEntry::Undo(target));
        true
    }

    fn undo_target(&self, viewer: Side) -> Option<usize> {
        let limit = self.undo_limit();
        if self.ply <= limit {
            return None;
        }
        if G::FACTS.hidden {
            // Nobody takes back the orders of another human.
            let own = (limit..self.ply)
                .rev()
                .find(|ply| self.seats[self.plies[*ply].side.index()] == Seat::Human)?;
            return (self.plies[own].side == viewer).then_some(own);
        }
        (limit..self.ply).rev().find(|ply| self.is_human_turn(*ply)).or(Some(self.ply - 1))
    }

    /// Redoes moves: to the next turn of a human where AI players take part, otherwise one move.
    pub fn redo(&mut self) -> bool {
        let last = self.plies.len();
        let target = (self.ply + 1..=last).find(|ply| *ply == last || self.is_human_turn(*ply));
        self.go_to(target.unwrap_or(self.ply))
    }

    /// Whether a human is to move after `ply` moves.
    pub fn is_human_turn(&self, ply: usize) -> bool {
        let to_move = self.position_after(ply).map(G::to_move).unwrap_or_default();
        to_move.iter().any(|side| self.seats[side.index()] == Seat::Human)
    }

    /// Shows the position after `ply` moves. It does not count as undo.
    pub fn go_to(&mut self, ply: usize) -> bool {
        if ply == self.ply || ply > self.plies.len() {
            return false;
        }
        if self.goes_on {
            self.bank_time();
            self.goes_on = false;
        }
        self.show(ply);
        self.add_to_log(LogEntry::GoTo(ply));
        true
    }

    fn show(&mut self, ply: usize) {
        for side in self.sides() {
            self.stop_thinking(side);
        }
        self.stop_hint();
        // The thoughts were about another position.
        self.thoughts.fill(None);
        let end = self.plies.len();
        if let Some(clock) = &mut self.clock {
            clock.pause();
            if self.ply == end {
                self.clock_at_end = Some(clock.clone());
            }
            for played in &self.plies[ply.min(self.ply)..ply.max(self.ply)] {
                clock.regain(played.side, ply < self.ply);
            }
            if let Some(known) = self.clock_at_end.as_ref().filter(|_| ply == end) {
                clock.limit(known);
            }
        }
        self.ply = ply;
        self.paused = true;
    }

    /// Whether a side can resign: the game is not over, its position is not one that must only be looked at, and there is
    /// somebody who wins.
    pub fn can_resign(&self, side: Side) -> bool {
        self.end().is_none()
            && !self.has_ended()
            && self.ply >= self.undo_limit()
            && self.seats.len() > 1
            && side.index() < self.seats.len()
    }

    /// A side resigns, and loses the game. Moves that were undone before are dropped; if an earlier position was only looked
    /// at, the game ends after its last move. False if it cannot resign.
    pub fn resign(&mut self, side: Side) -> bool {
        let possible = self.can_resign(side);
        if possible {
            if self.has_undone() {
                self.plies.truncate(self.ply);
            } else if self.can_redo() {
                self.show(self.plies.len());
            }
            self.add_to_log(LogEntry::Resigned(side));
            self.abort(GameEnd::Resigned(side));
        }
        possible
    }

    /// Lets AI players wait until [`Session::unpause`].
    pub fn pause(&mut self) {
        if self.end().is_some() || self.ai_to_move().is_none() {
            return;
        }
        for side in self.sides() {
            self.stop_thinking(side);
        }
        self.stop_clocks();
        self.paused = true;
    }

    /// Lets AI players move again after a pause or after going back. Where the shown position cannot be played from, goes to the last move.
    pub fn unpause(&mut self) {
        let is_fixed = |side: Side| self.is_human(side) && self.is_fixed(self.ply, side);
        if self.ply < self.undo_limit() || self.sides().any(is_fixed) {
            self.go_to(self.plies.len());
        }
        self.paused = false;
        self.play_on();
    }

    /// Goes on from an earlier position of a game that has ended: its time runs again.
    pub fn play_on(&mut self) {
        if self.looks_back() {
            self.started = web_time::Instant::now();
            self.goes_on = true;
        }
    }
}
