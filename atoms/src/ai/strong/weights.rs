//! The weight of every pattern, made of what its traits are worth.

use super::patterns::{PATTERNS, STAGES, UNITS, patterns, stage};
use super::traits::{Counts, MOVE, TRAITS, Worths, traits};
use crate::board::{Board, Shape, Word};
use std::sync::{Arc, OnceLock};

/// What was learned by playing; `atoms tune` makes it anew.
static LEARNED: &str = include_str!("weights.json");

/// More than this no judgement says, so that it is not taken for a proof.
const MOST: i32 = 20_000;

/// The weight of every pattern at every stage.
#[derive(Clone)]
pub struct Weights {
    stages: Vec<Box<[i16; PATTERNS]>>,
    /// What it is worth to be the one to move.
    to_move: [i32; STAGES],
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Weights")
    }
}

/// The traits of every pattern.
fn all_traits() -> &'static [Counts] {
    static ALL: OnceLock<Vec<Counts>> = OnceLock::new();
    ALL.get_or_init(|| (0..PATTERNS).map(traits).collect())
}

/// The traits of a board, as the side to move sees it.
pub fn traits_of<W: Word>(shape: &Shape<W>, board: &Board<W>) -> Counts {
    let mut counts = [0; TRAITS.len()];
    patterns(shape, board, |pattern| {
        for (sum, count) in counts.iter_mut().zip(all_traits()[pattern]) {
            *sum += count;
        }
    });
    counts[MOVE] = 1;
    counts
}

impl Weights {
    /// Those that the program was built with.
    pub fn learned() -> Arc<Weights> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let learned = || Arc::new(Weights::new(&Weights::learned_worths()));
        Arc::clone(WEIGHTS.get_or_init(learned))
    }

    /// What the program was built with.
    pub fn learned_worths() -> Worths {
        Worths::read(LEARNED).expect("a test reads the built-in file")
    }

    /// The weights that traits of such worth give.
    pub fn new(worths: &Worths) -> Weights {
        let units = |worth: f32| (worth * UNITS as f32).round().clamp(-8000.0, 8000.0);
        let of = |stage: &[f32; TRAITS.len()]| {
            let weight = |counts: &Counts| {
                let sum: f32 = counts.iter().zip(stage).map(|(count, worth)| f32::from(*count) * worth).sum();
                units(sum) as i16
            };
            let weights: Box<[i16]> = all_traits().iter().map(weight).collect();
            weights.try_into().expect("one weight a pattern")
        };
        let to_move = std::array::from_fn(|stage| units(worths.0[stage][MOVE]) as i32);
        Weights { stages: worths.0.iter().map(of).collect(), to_move }
    }

    /// How good a board is for the side to move, in [`UNITS`].
    #[inline]
    pub fn judge<W: Word>(&self, shape: &Shape<W>, board: &Board<W>) -> i32 {
        let stage = stage(shape, board);
        let weights = &self.stages[stage];
        let mut sum = self.to_move[stage];
        patterns(shape, board, |pattern| sum += i32::from(weights[pattern]));
        sum.clamp(-MOST, MOST)
    }
}
