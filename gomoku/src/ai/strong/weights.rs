//! What shapes and kinds of points are worth, as learned from games.

use super::kinds::{Code, Kind, plain_kind};
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

/// The worths of all codes, looked up.
#[derive(Debug)]
pub struct Weights {
    table: Vec<[i32; 2]>,
}

impl Weights {
    /// Judgements are kept in so small parts of a hundredth, so that small worths add up.
    pub const FINE: i32 = 64;
    /// A natural unit of odds.
    pub const UNIT: i32 = 100;

    /// Looks up worths.
    pub fn new(worths: &Worths) -> Weights {
        let worth = |list: &[f64], code: Code| {
            let lines: f64 = (0..4).map(|n| list[usize::from(code >> (4 * n) & 15).min(SHAPES - 1)]).sum();
            let sum = lines + list[SHAPES + plain_kind(code) as usize];
            (sum * f64::from(Weights::UNIT * Weights::FINE)).round() as i32
        };
        let both = |code: usize| [worth(&worths.moving, code as Code), worth(&worths.waiting, code as Code)];
        Weights { table: (0..1 << 16).map(both).collect() }
    }

    /// The weights that were learned.
    pub fn learned() -> Arc<Weights> {
        static LEARNED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::new(&Worths::guess())));
        Arc::clone(&LEARNED)
    }

    /// What a point is worth: to the side to move, and to the side that waits.
    #[inline]
    pub fn worth(&self, code: Code) -> [i32; 2] {
        self.table[usize::from(code)]
    }
}
