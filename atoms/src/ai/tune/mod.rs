//! The tuner: the strong machine plays against itself, and learns from how the games ended what its traits are worth.

mod fit;
mod play;

pub use fit::fit;
pub use play::{Lesson, lessons};

use super::strong::{Weights, Worths};
use common::tune::{Course, Learner};
use std::path::Path;

/// Learns what traits are worth.
#[derive(Debug)]
pub struct Tuner;

impl Learner for Tuner {
    type Worths = Worths;
    type Weights = Weights;
    type Lesson = Lesson;

    fn learned() -> Worths {
        Weights::learned_worths()
    }
    fn open(file: &Path) -> Result<Worths, String> {
        Worths::open(file)
    }
    fn write(worths: &Worths) -> String {
        worths.write()
    }
    fn weights(worths: &Worths) -> Weights {
        Weights::new(worths)
    }
    fn lessons(weights: &Weights, course: &Course, number: u64) -> Vec<Lesson> {
        lessons(weights, course, number)
    }
    fn fit(all: &[Lesson]) -> (Worths, [f64; 2]) {
        fit(all)
    }
}
