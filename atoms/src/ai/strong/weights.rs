//! The weight of every pattern, computed from the weights of its features.

use super::features::{FEATURES, FeatureCounts, FeatureWeights, TEMPO, pattern_features};
use super::patterns::{PATTERNS, STAGES, UNITS_PER_LOGIT, for_each_pattern, stage};
use crate::board::{Board, Shape, Word};
use common::parameters::Parameters;
use std::sync::{Arc, LazyLock};

/// Maximum absolute value of an evaluation. It stays below every proved score.
const MAX_EVALUATION: i32 = 20_000;

/// The weight of every pattern at every stage.
#[derive(Clone)]
pub struct PatternWeights {
    stages: Vec<Box<[i16; PATTERNS]>>,
    /// The bonus for the side to move.
    tempo: [i32; STAGES],
}

impl std::fmt::Debug for PatternWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PatternWeights")
    }
}

/// The features of every pattern.
static PATTERN_FEATURES: LazyLock<Vec<FeatureCounts>> =
    LazyLock::new(|| (0..PATTERNS).map(pattern_features).collect());

/// The features of a board for the side to move.
pub fn board_features<W: Word>(shape: &Shape<W>, board: &Board<W>) -> FeatureCounts {
    let mut counts = [0; FEATURES.len()];
    for_each_pattern(shape, board, |pattern| {
        for (sum, count) in counts.iter_mut().zip(PATTERN_FEATURES[pattern]) {
            *sum += count;
        }
    });
    counts[TEMPO] = 1;
    counts
}

impl PatternWeights {
    /// The weights that the program was built with.
    pub fn built_in() -> Arc<PatternWeights> {
        static BUILT_IN: LazyLock<Arc<PatternWeights>> =
            LazyLock::new(|| Arc::new(FeatureWeights::built_in().weights()));
        Arc::clone(&BUILT_IN)
    }

    /// Computes the pattern weights from feature weights.
    pub fn new(features: &FeatureWeights) -> PatternWeights {
        let units = |weight: f32| (weight * UNITS_PER_LOGIT as f32).round().clamp(-8000.0, 8000.0);
        let pattern_weights = |stage: &[f32; FEATURES.len()]| {
            let weight = |counts: &FeatureCounts| {
                let sum: f32 =
                    counts.iter().zip(stage).map(|(count, weight)| f32::from(*count) * weight).sum();
                units(sum) as i16
            };
            let weights: Box<[i16]> = PATTERN_FEATURES.iter().map(weight).collect();
            weights.try_into().expect("one weight for each pattern")
        };
        let tempo = std::array::from_fn(|stage| units(features.0[stage][TEMPO]) as i32);
        PatternWeights { stages: features.0.iter().map(pattern_weights).collect(), tempo }
    }

    /// The evaluation of a board for the side to move; [`UNITS_PER_LOGIT`] is one logit.
    #[inline]
    pub fn evaluate<W: Word>(&self, shape: &Shape<W>, board: &Board<W>) -> i32 {
        let stage = stage(shape, board);
        let weights = &self.stages[stage];
        let mut sum = self.tempo[stage];
        for_each_pattern(shape, board, |pattern| sum += i32::from(weights[pattern]));
        sum.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
