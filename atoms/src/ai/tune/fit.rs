//! What traits are worth, to fit how games ended: logistic regression, by Newton's method.

use super::Lesson;
use crate::ai::strong::{Counts, STAGES, TRAITS, Worths};

/// How strongly worths are drawn to zero: as if so many games had said that they do not matter.
const DOUBT: f64 = 50.0;
/// Newton's method needs no more steps than this.
const STEPS: usize = 12;
/// One game of so many is kept for the test.
const TEST: u64 = 10;

const N: usize = TRAITS.len();

/// How worths fit: the mean surprise at how a game ended, in bits. Who knows nothing is surprised by one bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// Of the games that were learned from.
    pub learned: f64,
    /// Of others.
    pub tested: f64,
}

fn chance(worths: &[f64; N], traits: &Counts) -> f64 {
    let sum: f64 = worths.iter().zip(traits).map(|(worth, count)| worth * f64::from(*count)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Fits worths to lessons.
pub fn fit(lessons: &[Lesson]) -> (Worths, Fitted) {
    let mut worths = Worths([[0.0; N]; STAGES]);
    let mut surprise = [(0.0, 0usize); 2];
    for stage in 0..STAGES {
        let of_stage: Vec<&Lesson> =
            lessons.iter().filter(|lesson| usize::from(lesson.stage) == stage).collect();
        let (tested, learned): (Vec<&Lesson>, Vec<&Lesson>) =
            of_stage.into_iter().partition(|lesson| lesson.game.is_multiple_of(TEST));
        let found = newton(&learned);
        worths.0[stage] = found.map(|worth| worth as f32);
        for ((sum, count), lessons) in surprise.iter_mut().zip([learned, tested]) {
            let of = |lesson: &&Lesson| {
                let p = chance(&found, &lesson.traits).clamp(1e-9, 1.0 - 1e-9);
                -(if lesson.won { p } else { 1.0 - p }).log2()
            };
            *sum += lessons.iter().map(of).sum::<f64>();
            *count += lessons.len();
        }
    }
    let [learned, tested] = surprise.map(|(sum, count)| sum / count.max(1) as f64);
    (worths, Fitted { learned, tested })
}

fn newton(lessons: &[&Lesson]) -> [f64; N] {
    let mut worths = [0.0; N];
    for _ in 0..STEPS {
        let mut slope = worths.map(|worth| -DOUBT * worth);
        let mut bend = [[0.0; N]; N];
        for (n, row) in bend.iter_mut().enumerate() {
            row[n] = DOUBT;
        }
        for lesson in lessons {
            let p = chance(&worths, &lesson.traits);
            let error = f64::from(u8::from(lesson.won)) - p;
            let traits = lesson.traits.map(f64::from);
            for i in (0..N).filter(|i| lesson.traits[*i] != 0) {
                slope[i] += error * traits[i];
                for j in 0..=i {
                    bend[i][j] += p * (1.0 - p) * traits[i] * traits[j];
                }
            }
        }
        let step = solve(bend, slope);
        for (worth, step) in worths.iter_mut().zip(step) {
            *worth += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    worths
}

/// Solves equations whose symmetric matrix is given by its lower half and is positive: Cholesky's method.
fn solve(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - sum;
            matrix[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / matrix[j][j] };
        }
    }
    for i in 0..N {
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..N).rev() {
        let sum: f64 = (i + 1..N).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::game::Dice;

    #[test]
    fn worths_that_made_the_games_are_found_again() {
        let mut dice = Dice::new(1);
        let truth: [f64; N] = std::array::from_fn(|n| 0.3 * (n as f64 - 8.0) / 8.0);
        let lesson = |game| {
            let traits: Counts = std::array::from_fn(|_| dice.below(7) as i16 - 3);
            Lesson { game, stage: 1, traits, won: dice.chance(chance(&truth, &traits)) }
        };
        let lessons: Vec<Lesson> = (0..40_000).map(lesson).collect();
        let (worths, fitted) = fit(&lessons);
        for (found, truth) in worths.0[1].iter().zip(truth) {
            assert!((f64::from(*found) - truth).abs() < 0.03, "{found} {truth}");
        }
        assert!(fitted.tested < 0.9 && (fitted.learned - fitted.tested).abs() < 0.05, "{fitted:?}");
        assert!(worths.0[0].iter().all(|worth| worth.abs() < 1e-6), "nothing is learned from nothing");
    }
}
