//! The tuner: the strong machine plays against itself, and learns from how the games ended what its patterns are worth.
//!
//! Each round plays games with the weights so far and then fits new ones to the positions of the latest rounds. What a
//! position is said to be worth is partly how its game ended, and partly what the search thought of it, which is
//! less noisy.

mod fit;
mod play;

pub use fit::{Fitted, fit};
pub use play::{Lesson, lessons};

use super::strong::Weights;
use common::player::Stop;
use rayon::prelude::*;

/// How to learn.
#[derive(Debug, Clone)]
pub struct Course {
    /// Rounds of games.
    pub rounds: u32,
    /// Games a round.
    pub games: u64,
    /// Plies that a player looks ahead.
    pub depth: u32,
    /// Rounds whose positions are learned from together.
    pub memory: usize,
    /// How much of a position's worth is how its game ended; the rest is what the search thought of it.
    pub faith: f32,
    /// Everything random follows from it.
    pub seed: u64,
}

/// What a round has brought.
#[derive(Debug, Clone)]
pub struct Round {
    /// Counted from 1.
    pub number: u32,
    /// The weights after it.
    pub weights: Weights,
    /// Positions learned from.
    pub positions: usize,
    /// How the weights fit.
    pub fitted: Fitted,
}

/// Learns from self-play, beginning with some weights, and tells `done` of every round. Ends early when told to stop.
pub fn learn(course: &Course, begin: Weights, stop: &Stop, done: &mut dyn FnMut(&Round) -> bool) -> Weights {
    let mut weights = begin;
    let mut remembered: Vec<Vec<Lesson>> = Vec::new();
    for number in 1..=course.rounds {
        let games = 0..course.games;
        let play = |game| {
            let nth = u64::from(number) << 32 | game;
            if stop.raised() { Vec::new() } else { lessons(&weights, course, nth) }
        };
        let played: Vec<Vec<Lesson>> = games.into_par_iter().map(play).collect();
        if stop.raised() {
            break;
        }
        remembered.push(played.concat());
        let old = remembered.len().saturating_sub(course.memory.max(1));
        remembered.drain(..old);
        let all: Vec<&Lesson> = remembered.iter().flatten().collect();
        let (next, fitted) = fit(&all, &weights, course.seed ^ u64::from(number));
        weights = next;
        let round = Round { number, weights: weights.clone(), positions: all.len(), fitted };
        if !done(&round) {
            break;
        }
    }
    weights
}
