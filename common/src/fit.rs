//! Logistic regression by Newton's method, for tuning evaluation weights to game results.

/// Maximum number of Newton steps. The fit converges earlier.
const MAX_STEPS: usize = 12;

/// Ridge penalty of [`fit_with_test_set`].
const RIDGE: f64 = 50.0;

/// One game of this many is held out for the test set.
const TEST_SHARE: u64 = 10;

/// The features of a position and the result of its game.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// The number of the game.
    pub game: u64,
    /// How often each feature occurs. Features of the opponent count as negative.
    pub features: &'a [i16],
    /// 1 for a win, 0 for a loss.
    pub result: f64,
}

/// The win probability that the weights predict.
pub fn win_probability(weights: &[f64], features: &[i16]) -> f64 {
    let log_odds: f64 = weights.iter().zip(features).map(|(weight, count)| weight * f64::from(*count)).sum();
    1.0 / (1.0 + (-log_odds).exp())
}

/// The mean cross-entropy between predictions and results, in bits. It is 1 if all weights are 0.
pub fn cross_entropy(weights: &[f64], samples: &[Sample<'_>]) -> f64 {
    let mut sum = 0.0;
    for sample in samples {
        let p = win_probability(weights, sample.features).clamp(1e-9, 1.0 - 1e-9);
        sum -= sample.result * p.log2() + (1.0 - sample.result) * (1.0 - p).log2();
    }
    sum / samples.len().max(1) as f64
}

/// Fits weights to samples, with a ridge (L2) penalty of strength `ridge`.
pub fn fit(feature_count: usize, samples: &[Sample<'_>], ridge: f64) -> Vec<f64> {
    let mut weights = vec![0.0; feature_count];
    for _ in 0..MAX_STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        let mut hessian = vec![vec![0.0; feature_count]; feature_count];
        for (n, row) in hessian.iter_mut().enumerate() {
            row[n] = ridge;
        }
        for sample in samples {
            let p = win_probability(&weights, sample.features);
            let error = sample.result - p;
            for (i, count) in sample.features.iter().enumerate().filter(|(_, count)| **count != 0) {
                let count = f64::from(*count);
                gradient[i] += error * count;
                let factor = p * (1.0 - p) * count;
                for (cell, other) in hessian[i].iter_mut().zip(&sample.features[..=i]) {
                    *cell += factor * f64::from(*other);
                }
            }
        }
        let step = solve_cholesky(hessian, gradient);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    weights
}

/// Sums of cross-entropies over a training set and a test set.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Loss {
    sums: [f64; 2],
    counts: [usize; 2],
}

impl Loss {
    /// The mean cross-entropy of the training set, in bits.
    pub fn training(&self) -> f64 {
        self.sums[0] / self.counts[0].max(1) as f64
    }

    /// The mean cross-entropy of the test set, in bits.
    pub fn test(&self) -> f64 {
        self.sums[1] / self.counts[1].max(1) as f64
    }

    /// Adds the samples of another fit.
    pub fn add(&mut self, other: Loss) {
        for n in 0..2 {
            self.sums[n] += other.sums[n];
            self.counts[n] += other.counts[n];
        }
    }
}

/// Fits weights to nine games of ten, and measures the loss on these games and on the others.
pub fn fit_with_test_set<'a>(
    feature_count: usize,
    samples: impl Iterator<Item = Sample<'a>>,
) -> (Vec<f64>, Loss) {
    let (test, training): (Vec<_>, Vec<_>) =
        samples.partition(|sample| sample.game.is_multiple_of(TEST_SHARE));
    let weights = fit(feature_count, &training, RIDGE);
    let mut loss = Loss::default();
    for (n, samples) in [training, test].iter().enumerate() {
        loss.sums[n] = cross_entropy(&weights, samples) * samples.len() as f64;
        loss.counts[n] = samples.len();
    }
    (weights, loss)
}

/// Solves a linear system with a symmetric positive-definite matrix by Cholesky decomposition. Only the lower triangle of
/// the matrix is read.
fn solve_cholesky(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
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
    fn the_weights_that_generated_the_results_are_recovered() {
        let mut dice = Dice::new(1);
        let truth: Vec<f64> = (0..17).map(|n| 0.3 * (f64::from(n) - 8.0) / 8.0).collect();
        let games: Vec<(Vec<i16>, f64)> = (0..40_000)
            .map(|_| {
                let features: Vec<i16> = (0..17).map(|_| dice.below(7) as i16 - 3).collect();
                let won = dice.chance(win_probability(&truth, &features));
                (features, f64::from(u8::from(won)))
            })
            .collect();
        let samples: Vec<Sample<'_>> = games
            .iter()
            .zip(0..)
            .map(|((features, result), game)| Sample { game, features, result: *result })
            .collect();
        let fitted = fit(17, &samples, 50.0);
        for (fitted, truth) in fitted.iter().zip(&truth) {
            assert!((fitted - truth).abs() < 0.03, "{fitted} {truth}");
        }
        assert!(cross_entropy(&fitted, &samples) < 0.9);
        let zero = fit(3, &[], 50.0);
        assert!(zero.iter().all(|weight| weight.abs() < 1e-6), "without samples all weights are 0");

        let (weights, loss) = fit_with_test_set(17, samples.iter().copied());
        for (weight, truth) in weights.iter().zip(&truth) {
            assert!((weight - truth).abs() < 0.04, "{weight} {truth}");
        }
        assert!(loss.training() < 0.9 && loss.test() < 0.9, "{loss:?}");
        assert_eq!(loss.counts, [36_000, 4000]);
    }
}
