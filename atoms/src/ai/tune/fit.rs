//! Weights that fit what was seen: logistic regression, by gradient descent with a step size for each weight.

use super::Lesson;
use crate::ai::strong::{PATTERNS, STAGES, UNITS, Weights};
use common::game::Dice;

/// How often every position is looked at.
const PASSES: usize = 4;
/// The first step of a weight.
const STEP: f32 = 0.02;
/// How strongly weights are drawn to the first guess at each pass, which matters for patterns that are hardly ever seen.
const FADE: f32 = 0.3;
/// One position of so many is kept for the test.
const TEST: usize = 20;

/// How weights fit: the mean surprise, in bits, over positions that were learned from and others that were not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// Of the weights before, over what was not learned from.
    pub guessed: f64,
    /// Over what was learned from.
    pub learned: f64,
    /// Over what was not.
    pub tested: f64,
}

struct Model {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Model {
    fn chance(&self, lesson: &Lesson) -> f32 {
        let base = usize::from(lesson.stage) * PATTERNS;
        let sum: f32 = lesson.patterns.iter().map(|pattern| self.weights[base + usize::from(*pattern)]).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn learn(&mut self, lesson: &Lesson) {
        let error = self.chance(lesson) - lesson.worth;
        let base = usize::from(lesson.stage) * PATTERNS;
        for pattern in &lesson.patterns {
            let at = base + usize::from(*pattern);
            self.squares[at] += error * error;
            self.weights[at] -= STEP * error / (1.0 + 0.1 * self.squares[at]).sqrt();
        }
    }

    fn surprise(&self, lesson: &Lesson) -> f64 {
        let (p, worth) = (f64::from(self.chance(lesson)).clamp(1e-6, 1.0 - 1e-6), f64::from(lesson.worth));
        -(worth * p.log2() + (1.0 - worth) * (1.0 - p).log2())
    }
}

/// Fits weights to lessons, beginning with some.
pub fn fit(lessons: &[&Lesson], begin: &Weights, seed: u64) -> (Weights, Fitted) {
    let numbers = |weights: &Weights| -> Vec<f32> {
        let number = |at: usize| f32::from(weights.weight(at / PATTERNS, at % PATTERNS)) / UNITS as f32;
        (0..STAGES * PATTERNS).map(number).collect()
    };
    let guess = numbers(&Weights::by_hand());
    let mut model = Model { weights: numbers(begin), squares: vec![0.0; STAGES * PATTERNS] };
    let mut dice = Dice::new(seed);
    let mut order: Vec<usize> = (0..lessons.len()).filter(|n| !n.is_multiple_of(TEST)).collect();
    for _ in 0..PASSES {
        for n in (1..order.len()).rev() {
            order.swap(n, dice.below(n + 1));
        }
        for n in &order {
            model.learn(lessons[*n]);
        }
        // A weight that was seen often moves back at once; one that was seen once or twice stays small.
        for ((weight, squares), guess) in model.weights.iter_mut().zip(&model.squares).zip(&guess) {
            *weight -= (*weight - guess) * FADE / (1.0 + squares);
        }
    }
    let before = Model { weights: numbers(begin), squares: Vec::new() };
    let mean = |model: &Model, tested: bool| {
        let kept = lessons.iter().enumerate().filter(|(n, _)| n.is_multiple_of(TEST) == tested);
        let surprises: Vec<f64> = kept.map(|(_, lesson)| model.surprise(lesson)).collect();
        surprises.iter().sum::<f64>() / surprises.len().max(1) as f64
    };
    let fitted =
        Fitted { guessed: mean(&before, true), learned: mean(&model, false), tested: mean(&model, true) };
    let weights = Weights::of(|stage, pattern| {
        let weight = model.weights[stage * PATTERNS + pattern] * UNITS as f32;
        weight.round().clamp(-8000.0, 8000.0) as i16
    });
    (weights, fitted)
}
