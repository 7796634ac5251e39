//! The features of a pattern. Each has a name and a fitted weight.

use super::patterns::{PatternSquare, STAGES, decode};
use super::weights::PatternWeights;
use common::parameters::Parameters;
use std::collections::BTreeMap;

/// The weights that `atoms tune` has fitted.
static BUILT_IN: &str = include_str!("weights.json");

/// The level of an atom that one more electron makes explode.
const CRITICAL: u8 = 3;

/// The names of the features. Each counts the atoms of the side to move minus those of the opponent; the last two count only
/// for the side to move. An atom is exposed if a critical atom of the opponent is next to it.
pub const FEATURES: [&str; 17] = [
    "corner, critical",
    "edge, two to go",
    "edge, critical",
    "inner, three to go",
    "inner, two to go",
    "inner, critical",
    "corner, critical, exposed",
    "edge, two to go, exposed",
    "edge, critical, exposed",
    "inner, three to go, exposed",
    "inner, two to go, exposed",
    "inner, critical, exposed",
    "critical beside critical",
    "two to go beside critical",
    "beside a friend",
    "critical enemies beside critical atoms",
    "the move",
];

/// How often each feature occurs.
pub type FeatureCounts = [i16; FEATURES.len()];

const EXPOSED: usize = 6;
const NEXT_TO_CRITICAL: usize = 12;
const FRIENDLY_NEIGHBOURS: usize = 14;
const CRITICAL_CONTACT: usize = 15;
/// The tempo feature. It occurs once on every board.
pub const TEMPO: usize = 16;

/// The features of the centre of a pattern.
pub fn pattern_features(pattern: usize) -> FeatureCounts {
    let mut counts = [0; FEATURES.len()];
    let (centre, neighbours) = decode(pattern);
    let (sign, level) = match centre {
        PatternSquare::Mine(level) => (1, level),
        PatternSquare::Theirs(level) => (-1, level),
        PatternSquare::Empty | PatternSquare::Border => return counts,
    };
    let atom = |mine: bool, level: u8| {
        if mine { PatternSquare::Mine(level) } else { PatternSquare::Theirs(level) }
    };
    let mine = sign > 0;
    let count = |wanted: PatternSquare| neighbours.iter().filter(|one| **one == wanted).count() as i16;
    let kind = match (count(PatternSquare::Border), level) {
        (0, level) => 2 + usize::from(level),
        (1, CRITICAL) => 2,
        (1, _) => 1,
        _ => 0,
    };
    counts[kind] += sign;
    let enemies = count(atom(!mine, CRITICAL));
    if enemies > 0 {
        counts[EXPOSED + kind] += sign;
    }
    if level == CRITICAL {
        counts[NEXT_TO_CRITICAL] += sign * count(atom(mine, CRITICAL));
        if mine {
            counts[CRITICAL_CONTACT] += enemies;
        }
    } else if level + 1 == CRITICAL {
        counts[NEXT_TO_CRITICAL + 1] += sign * count(atom(mine, CRITICAL));
    }
    counts[FRIENDLY_NEIGHBOURS] += sign * (1..=CRITICAL).map(|level| count(atom(mine, level))).sum::<i16>();
    counts
}

/// The weight of each feature at each stage, in logits.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureWeights(pub [[f32; FEATURES.len()]; STAGES]);

impl FeatureWeights {
    /// All weights 0.
    pub const ZERO: FeatureWeights = FeatureWeights([[0.0; FEATURES.len()]; STAGES]);
}

/// A file is a JSON object with one row for each feature: its weights at the stages.
impl Parameters for FeatureWeights {
    type Weights = PatternWeights;

    fn built_in() -> FeatureWeights {
        FeatureWeights::read(BUILT_IN).expect("a test reads the built-in file")
    }

    fn read(text: &str) -> Result<FeatureWeights, String> {
        let rows: BTreeMap<String, [f32; STAGES]> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut weights = FeatureWeights::ZERO;
        for (n, name) in FEATURES.iter().enumerate() {
            let row = rows.get(*name).ok_or_else(|| format!("the feature '{name}' is missing"))?;
            for (stage, weight) in weights.0.iter_mut().zip(row) {
                stage[n] = *weight;
            }
        }
        Ok(weights)
    }

    fn write(&self) -> String {
        let row = |(n, name): (usize, &&str)| {
            let weights: Vec<String> = self.0.iter().map(|stage| format!("{:.4}", stage[n])).collect();
            format!("  \"{name}\": [{}]", weights.join(", "))
        };
        let rows: Vec<String> = FEATURES.iter().enumerate().map(row).collect();
        format!("{{\n{}\n}}\n", rows.join(",\n"))
    }

    fn weights(&self) -> PatternWeights {
        PatternWeights::new(self)
    }
}
