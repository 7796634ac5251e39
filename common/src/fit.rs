//! What things are worth, to fit how games ended: logistic regression, by Newton's method. For tuners.

/// Newton's method needs no more steps than this.
const STEPS: usize = 12;

/// Something that was seen in a game, and how the game ended.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// How often each thing was there; negative where the other side had it.
    pub counts: &'a [i16],
    /// 1 for a game that was won, 0 for one that was lost.
    pub score: f64,
}

/// The chance to win that worths give to counts.
pub fn chance(worths: &[f64], counts: &[i16]) -> f64 {
    let sum: f64 = worths.iter().zip(counts).map(|(worth, count)| worth * f64::from(*count)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean surprise at how games ended, in bits. Who knows nothing is surprised by one bit.
pub fn surprise<'a>(worths: &[f64], samples: impl Iterator<Item = Sample<'a>>) -> f64 {
    let (mut sum, mut count) = (0.0, 0_usize);
    for sample in samples {
        let p = chance(worths, sample.counts).clamp(1e-9, 1.0 - 1e-9);
        sum -= sample.score * p.log2() + (1.0 - sample.score) * (1.0 - p).log2();
        count += 1;
    }
    sum / count.max(1) as f64
}

/// Fits the worths of `things` things to samples. They are drawn to zero as strongly as if `doubt` games had said that they
/// do not matter.
pub fn fit(things: usize, samples: &[Sample<'_>], doubt: f64) -> Vec<f64> {
    let mut worths = vec![0.0; things];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = worths.iter().map(|worth| -doubt * worth).collect();
        let mut bend = vec![vec![0.0; things]; things];
        for (n, row) in bend.iter_mut().enumerate() {
            row[n] = doubt;
        }
        for sample in samples {
            let p = chance(&worths, sample.counts);
            let error = sample.score - p;
            for (i, count) in sample.counts.iter().enumerate().filter(|(_, count)| **count != 0) {
                let count = f64::from(*count);
                slope[i] += error * count;
                let factor = p * (1.0 - p) * count;
                for (cell, other) in bend[i].iter_mut().zip(&sample.counts[..=i]) {
                    *cell += factor * f64::from(*other);
                }
            }
        }
        let step = solve(bend, slope);
        for (worth, step) in worths.iter_mut().zip(&step) {
            *worth += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    worths
}

/// Solves equations whose symmetric matrix is given by its lower half and is positive: Cholesky's method.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - sum;
            matrix[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / matrix[j][j] };
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Dice;

    #[test]
    fn worths_that_made_the_games_are_found_again() {
        let mut dice = Dice::new(1);
        let truth: Vec<f64> = (0..17).map(|n| 0.3 * (f64::from(n) - 8.0) / 8.0).collect();
        let seen: Vec<(Vec<i16>, f64)> = (0..40_000)
            .map(|_| {
                let counts: Vec<i16> = (0..17).map(|_| dice.below(7) as i16 - 3).collect();
                let won = dice.chance(chance(&truth, &counts));
                (counts, f64::from(u8::from(won)))
            })
            .collect();
        let samples: Vec<Sample<'_>> =
            seen.iter().map(|(counts, score)| Sample { counts, score: *score }).collect();
        let found = fit(17, &samples, 50.0);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.03, "{found} {truth}");
        }
        assert!(surprise(&found, samples.iter().copied()) < 0.9);
        assert!(fit(3, &[], 50.0).iter().all(|worth| worth.abs() < 1e-6), "nothing is learned from nothing");
    }
}
