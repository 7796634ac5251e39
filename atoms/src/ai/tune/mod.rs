//! The tuner: the strong machine plays against itself, and learns from how the games ended what its traits are worth.

mod fit;
mod play;

pub use fit::{Fitted, fit};
pub use play::{Lesson, lessons};

use super::strong::{Weights, Worths};
use common::player::Stop;
use rayon::prelude::*;

/// How to learn.
#[derive(Debug, Clone)]
pub struct Course {
    /// Rounds: each plays with what the one before has learned.
    pub rounds: u32,
    /// Games a round.
    pub games: u64,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// Everything random follows from it.
    pub seed: u64,
}

/// What a round has brought.
#[derive(Debug, Clone)]
pub struct Round {
    /// Counted from 1.
    pub number: u32,
    /// What it has learned.
    pub worths: Worths,
    /// Boards learned from.
    pub boards: usize,
    /// How that fits.
    pub fitted: Fitted,
}

/// Learns from self-play, beginning with some worths. `played` is told of every game, `done` of every round, and says
/// whether to go on. When told to stop, a round that is not finished is dropped.
pub fn learn(
    course: &Course,
    mut worths: Worths,
    stop: &Stop,
    played: &(dyn Fn() + Sync),
    done: &mut dyn FnMut(&Round) -> bool,
) {
    for number in 1..=course.rounds {
        let weights = Weights::new(&worths);
        let play = |game| {
            let nth = u64::from(number) << 32 | game;
            let learned = if stop.raised() { Vec::new() } else { lessons(&weights, course, nth) };
            played();
            learned
        };
        let games: Vec<Vec<Lesson>> = (0..course.games).into_par_iter().map(play).collect();
        if stop.raised() {
            return;
        }
        let all = games.concat();
        let (next, fitted) = fit(&all);
        worths = next;
        if !done(&Round { number, worths: worths.clone(), boards: all.len(), fitted }) {
            return;
        }
    }
}
