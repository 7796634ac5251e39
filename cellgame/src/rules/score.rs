//! The thesis's scoring.

use super::{Effect, Puzzle};
use common::game::ScoreEvent;
use std::collections::BTreeSet;

/// Right cells in a row after which the reward grows.
pub const STREAK: u32 = 5;
/// A mistake costs so many times the reward.
pub const PENALTY: i64 = 10;
/// The price of each stage of a hint.
pub const HINT_COST: i64 = 5;

/// Points, and what they depend on. Undo gives nothing of it back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// The points, which may be below 0.
    pub points: i64,
    /// Right cells since the last mistake.
    pub streak: u32,
    /// Values entered.
    pub moves: u32,
    /// Wrong values.
    pub mistakes: u32,
    /// Stages of hints.
    pub hints: u32,
    /// Cells that were rewarded: undo and a second entry earn nothing.
    rewarded: BTreeSet<usize>,
}

impl Score {
    /// What the next right cell earns.
    pub fn reward(&self) -> i64 {
        1 + i64::from(self.streak / STREAK)
    }

    /// What the next mistake costs.
    pub fn penalty(&self) -> i64 {
        PENALTY * self.reward()
    }

    fn right(&mut self, cell: usize) {
        if self.rewarded.insert(cell) {
            self.points += self.reward();
            self.streak += 1;
        }
    }

    fn wrong(&mut self) {
        self.points -= self.penalty();
        self.streak = 0;
        self.mistakes += 1;
    }

    /// Counts an event.
    pub(super) fn count(&mut self, event: &ScoreEvent<'_, Puzzle>) {
        match event {
            ScoreEvent::Hint { .. } => {
                self.points -= HINT_COST;
                self.hints += 1;
            }
            ScoreEvent::Played { effect, .. } => {
                self.moves += u32::from(effect.enters_value());
                for (cell, right) in effect.checked() {
                    if *right { self.right(*cell) } else { self.wrong() }
                }
                if let Effect::Taken { cell } = effect {
                    self.rewarded.insert(*cell);
                }
            }
            ScoreEvent::Undone { .. } | ScoreEvent::Refused { .. } => {}
        }
    }
}
