//! The weights that were learned, and the file they are kept in.

use super::patterns::{PATTERNS, STAGES, Seen, patterns, read, representative, stage};
use crate::board::{Board, Shape, Word};
use std::sync::{Arc, OnceLock};

/// What was learned by playing; `atoms tune` makes it anew.
static LEARNED: &[u8] = include_bytes!("weights.bin");

/// How near to exploding an atom is that needs one electron more.
const CRITICAL: u8 = 3;

/// More than this no judgement says, so that it is not taken for a proof.
pub const MOST: i32 = 20_000;

/// The weight of every pattern at every stage.
#[derive(Clone)]
pub struct Weights {
    stages: Vec<[i16; PATTERNS]>,
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Weights")
    }
}

/// The patterns that stand for themselves and their mirror images, in order: those that a file has weights of.
pub fn representatives() -> &'static [usize] {
    static ALL: OnceLock<Vec<usize>> = OnceLock::new();
    ALL.get_or_init(|| (0..PATTERNS).filter(|pattern| representative(*pattern) == *pattern).collect())
}

impl Weights {
    /// Those that the program was built with.
    pub fn learned() -> Arc<Weights> {
        static LEARNED_WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        Arc::clone(
            LEARNED_WEIGHTS
                .get_or_init(|| Arc::new(Weights::read(LEARNED).unwrap_or_else(|| Weights::by_hand()))),
        )
    }

    /// Weights from a function of the stage and a pattern that stands for its mirror images.
    pub fn of(weight: impl Fn(usize, usize) -> i16) -> Weights {
        let mut stages = vec![[0; PATTERNS]; STAGES];
        for (n, stage) in stages.iter_mut().enumerate() {
            for (pattern, place) in stage.iter_mut().enumerate() {
                *place = weight(n, representative(pattern));
            }
        }
        Weights { stages }
    }

    /// A first guess, before anything is learned: electrons, safe corners and edges, atoms that are ready to explode, and
    /// what stands next to an enemy that is.
    pub fn by_hand() -> Weights {
        const WORTH: i32 = 6;
        let of = |near: u8, borders: usize, around: [Seen; 4], enemy: Seen, friend: Seen| {
            let electrons = i32::from(near) - borders as i32;
            let hits = around.iter().filter(|one| **one == enemy).count() as i32;
            let ready = near == CRITICAL;
            let safe = if hits == 0 { [0, 2, 3][borders.min(2)] + if ready { 2 } else { 0 } } else { 0 };
            let block = if ready && around.contains(&friend) { 2 } else { 0 };
            (electrons + safe + block - hits * (1 + borders as i32)) * WORTH
        };
        Weights::of(|_, pattern| {
            let (centre, around) = read(pattern);
            let borders = around.iter().filter(|one| **one == Seen::Border).count();
            let (mine, theirs) = (Seen::Mine(CRITICAL), Seen::Theirs(CRITICAL));
            let weight = match centre {
                Seen::Mine(near) => of(near, borders, around, theirs, mine),
                Seen::Theirs(near) => -of(near, borders, around, mine, theirs),
                Seen::Empty | Seen::Border => 0,
            };
            weight as i16
        })
    }

    /// The weight of a pattern at a stage.
    pub fn weight(&self, stage: usize, pattern: usize) -> i16 {
        self.stages[stage][pattern]
    }

    /// Reads a file; `None` if it is none of ours.
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let known = representatives();
        if bytes.len() != 2 * STAGES * known.len() {
            return None;
        }
        let mut weights = Weights::of(|_, _| 0);
        for (stage, bytes) in weights.stages.iter_mut().zip(bytes.chunks_exact(2 * known.len())) {
            for (pattern, two) in known.iter().zip(bytes.chunks_exact(2)) {
                stage[*pattern] = i16::from_le_bytes([two[0], two[1]]);
            }
            for pattern in 0..PATTERNS {
                stage[pattern] = stage[representative(pattern)];
            }
        }
        Some(weights)
    }

    /// What the file has.
    pub fn write(&self) -> Vec<u8> {
        let of = |stage: &[i16; PATTERNS]| {
            representatives().iter().flat_map(|pattern| stage[*pattern].to_le_bytes()).collect::<Vec<u8>>()
        };
        self.stages.iter().flat_map(of).collect()
    }

    /// How good a board is for the side to move, in [`UNITS`](super::patterns::UNITS).
    #[inline]
    pub fn judge<W: Word>(&self, shape: &Shape<W>, board: &Board<W>) -> i32 {
        let weights = &self.stages[stage(shape, board)];
        let mut sum = 0;
        patterns(shape, board, |pattern| sum += i32::from(weights[pattern]));
        sum.clamp(-MOST, MOST)
    }
}
