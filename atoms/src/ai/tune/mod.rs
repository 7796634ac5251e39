//! The tuner: the strong player plays against itself, and the feature weights are fitted to the results.

mod self_play;

pub use self_play::{TrainingSample, self_play};

use super::strong::{FEATURES, FeatureWeights, PatternWeights, STAGES};
use common::fit::{Loss, Sample, fit_with_test_set};
use common::tune::{Trainer, TrainingOptions};
use std::sync::Arc;

/// Fits the feature weights of the strong player.
#[derive(Debug)]
pub struct Tuner;

impl Trainer for Tuner {
    type Parameters = FeatureWeights;
    type Sample = TrainingSample;

    fn self_play(
        weights: &Arc<PatternWeights>,
        options: &TrainingOptions,
        number: u64,
    ) -> Vec<TrainingSample> {
        self_play(weights, options, number)
    }

    /// Each stage is fitted on its own.
    fn fit(samples: &[TrainingSample]) -> (FeatureWeights, Loss) {
        let mut weights = FeatureWeights::ZERO;
        let mut loss = Loss::default();
        for (stage, weights) in weights.0.iter_mut().enumerate().take(STAGES) {
            let of_stage = samples.iter().filter(|sample| usize::from(sample.stage) == stage);
            let (fitted, stage_loss) = fit_with_test_set(
                FEATURES.len(),
                of_stage.map(|sample| Sample {
                    game: sample.game,
                    features: &sample.features,
                    result: f64::from(u8::from(sample.won)),
                }),
            );
            for (weight, fitted) in weights.iter_mut().zip(&fitted) {
                *weight = *fitted as f32;
            }
            loss.add(stage_loss);
        }
        (weights, loss)
    }
}
