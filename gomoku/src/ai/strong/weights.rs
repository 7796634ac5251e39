//! What shapes and kinds of points are worth, as learned from games.

use super::kinds::{Code, Kind};
use super::shapes::SHAPES;
use std::sync::{Arc, LazyLock};

/// How many numbers there are for each role: one for a shape on each line, one for the kind of a point.
pub const FEATURES: usize = SHAPES + Kind::COUNT;

/// The worth of every shape and kind on an empty point: for the side to move, and for the side that waits.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Worths {
    /// What points of the side to move are worth to it.
    pub moving: Vec<f64>,
    /// What points of the other side are worth to that.
    pub waiting: Vec<f64>,
}

impl Worths {
    /// Before anything was learned: guesses, in natural units of odds.
    pub fn guess() -> Worths {
        let lines = [0.0, 0.0, 0.005, 0.005, 0.02, 0.03, 0.04, 0.03, 0.10, 0.12, 0.05, 0.3, 0.3, 0.0, 0.0];
        let kinds = [0.0, 0.0, 0.0, 0.05, 0.05, 0.15, 0.6, 0.0, 0.10, 1.2, 1.5, 2.0];
        let all: Vec<f64> = lines.into_iter().chain(kinds).collect();
        Worths { moving: all.iter().map(|worth| 1.3 * worth).collect(), waiting: all }
    }
}

/// What a shape or kind is worth: to the side to move, and to the side that waits.
pub type Worth = [i32; 2];

/// The worths in whole numbers.
#[derive(Debug)]
pub struct Weights {
    shapes: [Worth; 16],
    kinds: [Worth; Kind::COUNT],
}

impl Weights {
    /// Judgements are kept in so small parts of a hundredth, so that small worths add up.
    pub const FINE: i32 = 64;
    /// A natural unit of odds.
    pub const UNIT: i32 = 100;

    /// Rounds worths.
    pub fn new(worths: &Worths) -> Weights {
        let round = |worth: f64| (worth * f64::from(Weights::UNIT * Weights::FINE)).round() as i32;
        let both = |n: usize| {
            let of = |list: &[f64]| round(list.get(n).copied().unwrap_or_default());
            [of(&worths.moving), of(&worths.waiting)]
        };
        Weights {
            shapes: std::array::from_fn(|n| if n < SHAPES { both(n) } else { [0; 2] }),
            kinds: std::array::from_fn(|n| both(SHAPES + n)),
        }
    }

    /// The weights that were learned.
    pub fn learned() -> Arc<Weights> {
        static LEARNED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::new(&Worths::guess())));
        Arc::clone(&LEARNED)
    }

    /// What a shape on a line is worth, by its number.
    #[inline]
    pub fn shape(&self, number: u8) -> Worth {
        self.shapes[usize::from(number & 15)]
    }

    /// What a kind of point is worth.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Worth {
        self.kinds[kind as usize]
    }

    /// What a point is worth: its lines and its kind.
    #[inline]
    pub fn point(&self, code: Code, kind: Kind) -> Worth {
        let mut sum = self.kind(kind);
        for direction in 0..4 {
            let shape = self.shape((code >> (4 * direction)) as u8);
            sum[0] += shape[0];
            sum[1] += shape[1];
        }
        sum
    }
}
