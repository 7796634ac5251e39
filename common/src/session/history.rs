//! Back and forth in a game: moves taken back, played again, gone to.

use super::{Seat, Session};
use crate::player::AiPlayers;

impl<G: AiPlayers> Session<G> {
    /// Whether there is a move to take back.
    pub fn can_undo(&self) -> bool {
        self.ply > 0
    }
    /// Whether a move that was taken back can be played again.
    pub fn can_redo(&self) -> bool {
        self.ply < self.record.len()
    }

    /// Takes back: to the last turn of a person where machines play too, else one move.
    pub fn undo(&mut self) -> bool {
        let target = (0..self.ply).rev().find(|at| self.is_persons_turn(*at)).or(self.ply.checked_sub(1));
        self.go_to_counted(target)
    }

    /// Plays again what was taken back: to the next turn of a person where machines play too, else one move.
    pub fn redo(&mut self) -> bool {
        let last = self.record.len();
        let target = (self.ply + 1..=last).find(|at| *at == last || self.is_persons_turn(*at));
        self.go_to(target.unwrap_or(self.ply))
    }

    fn is_persons_turn(&self, at: usize) -> bool {
        self.states[at].to_move().iter().any(|side| self.seats[side.index()] == Seat::Human)
    }

    fn go_to_counted(&mut self, target: Option<usize>) -> bool {
        let Some(target) = target else { return false };
        self.tally.undos = self.tally.undos.saturating_add(self.ply.saturating_sub(target) as u32);
        self.go_to(target)
    }

    /// Goes to the position after `plies` moves of the record, without counting it as taking back.
    pub fn go_to(&mut self, plies: usize) -> bool {
        if plies == self.ply || plies > self.record.len() {
            return false;
        }
        self.stop_thinking();
        // What was thought was about another position.
        self.thought = None;
        let end = self.record.len();
        if let Some(clock) = &mut self.clock {
            clock.pause();
            if self.ply == end {
                self.clock_at_end = Some(clock.clone());
            }
            for ply in &self.record[plies.min(self.ply)..plies.max(self.ply)] {
                clock.regain(ply.side, plies < self.ply);
            }
            if let Some(known) = self.clock_at_end.as_ref().filter(|_| plies == end) {
                clock.limit(known);
            }
        }
        self.ply = plies;
        self.failed = None;
        self.paused = true;
        true
    }

    /// Lets a machine that waits after going back move on.
    pub fn go_on(&mut self) {
        self.paused = false;
    }
}
