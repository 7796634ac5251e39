//! Review of a played game: which moves gave something away, and what would have been better.
//!
//! A [`Reviewer`] goes through a [`Record`] and reports a [`Finding`] for every position and every move; a [`Report`]
//! collects them. Most games use [`compare_with_best`], which asks the strongest AI player. A game that it does not fit
//! returns a reviewer of its own from [`Words::reviewer`]. [`Review`] runs in the background for windows,
//! `review_with_bar` in the terminal.

mod compare;
mod record;
mod report;
mod run;
#[cfg(test)]
mod tests;
mod text;
mod verdict;

pub use compare::compare_with_best;
pub use record::{Record, RecordedMove};
pub use report::{Better, MoveReview, Report, Standing};
#[cfg(target_arch = "wasm32")]
pub use run::ReviewTask;
#[cfg(not(target_arch = "wasm32"))]
pub use run::review_with_bar;
pub use run::{NoReview, Review, check, default_budget, review_now};
pub use text::{graph, graph_side, json, lines, marked_line, summary, title};
pub use verdict::{Rating, Verdict, winning_chance};

#[cfg(doc)]
use crate::words::Words;

use crate::job::Work;
use crate::player::Budget;
use serde::{Deserialize, Serialize};

/// Goes through a game. It ends early when its work is stopped.
pub type Reviewer<G> = fn(&Record<G>, &Reviewing<'_>);

/// What a reviewer is given besides the game.
pub struct Reviewing<'a> {
    budget: Budget,
    work: &'a Work,
    found: &'a dyn Fn(Finding),
}

/// What a reviewer reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Finding {
    /// How the sides stood after `ply` moves.
    Standing {
        /// The number of moves before.
        ply: usize,
        /// How the sides stood.
        standing: Standing,
    },
    /// What a move was worth.
    Move {
        /// Its index, counted from 0.
        index: usize,
        /// What it was worth.
        review: MoveReview,
    },
}

impl<'a> Reviewing<'a> {
    /// Reviews with a budget for each position. Every finding is passed to `found`.
    pub fn new(budget: &Budget, work: &'a Work, found: &'a dyn Fn(Finding)) -> Reviewing<'a> {
        // A search ends when the review is stopped.
        Reviewing { budget: Budget { stop: work.stop().clone(), ..budget.clone() }, work, found }
    }

    /// The budget for one position.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Where to look for the end of the work.
    pub fn work(&self) -> &Work {
        self.work
    }

    /// Whether the review was stopped. What was found since then may be wrong and is not to be reported.
    pub fn stopped(&self) -> bool {
        self.work.stopped()
    }

    /// Reports how many of the moves have been reviewed.
    pub fn progress(&self, done: usize, moves: usize) {
        let part = done as f64 / moves.max(1) as f64;
        self.work.report(Some(part), &format!("{done} of {moves} moves reviewed"));
    }

    /// Reports how the sides stood after `ply` moves.
    pub fn standing(&self, ply: usize, standing: Standing) {
        (self.found)(Finding::Standing { ply, standing });
    }

    /// Reports what a move was worth.
    pub fn reviewed(&self, index: usize, review: MoveReview) {
        (self.found)(Finding::Move { index, review });
    }
}
