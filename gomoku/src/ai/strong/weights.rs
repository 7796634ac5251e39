//! The evaluation weights of shapes and kinds, learned from games.

use super::kinds::{Kind, LineShapes, PAIRS, PointClass};
use super::shapes::SHAPES;
use common::parameters::Parameters;
use std::sync::{Arc, LazyLock};

/// Number of weights for each side: one for each shape on a line, each kind of point, and each pair of best shapes.
pub const FEATURES: usize = SHAPES + Kind::COUNT + PAIRS;

/// The weights of all shapes and kinds on empty points, in logits.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedWeights {
    /// The bonus for having the move.
    #[serde(rename = "turn")]
    pub tempo: f64,
    /// Weights for points of the side to move: shapes on lines first, then kinds, then pairs.
    #[serde(rename = "moving")]
    pub to_move: Vec<f64>,
    /// Weights for points of the other side.
    #[serde(rename = "waiting")]
    pub not_to_move: Vec<f64>,
}

impl TunedWeights {
    /// From one list: the side to move's weights, the other side's, and the tempo bonus.
    pub fn of(list: &[f64]) -> TunedWeights {
        let round = |weight: &f64| (weight * 10_000.0).round() / 10_000.0;
        TunedWeights {
            tempo: round(&list[2 * FEATURES]),
            to_move: list[..FEATURES].iter().map(round).collect(),
            not_to_move: list[FEATURES..2 * FEATURES].iter().map(round).collect(),
        }
    }

    /// Parses a file that the tuner has written.
    pub fn read(text: &str) -> Result<TunedWeights, String> {
        let tuned: TunedWeights = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let valid = |list: &[f64]| list.len() == FEATURES && list.iter().all(|weight| weight.abs() < 100.0);
        if valid(&tuned.to_move) && valid(&tuned.not_to_move) && tuned.tempo.abs() < 100.0 {
            Ok(tuned)
        } else {
            Err(format!("it should have {FEATURES} numbers for each side, none of them over 100"))
        }
    }

    /// As the text of a file.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The weights that are built into the program.
    pub fn learned() -> TunedWeights {
        TunedWeights::read(include_str!("weights.json")).expect("the built-in file is valid: a test reads it")
    }
}

impl Parameters for TunedWeights {
    type Weights = Weights;

    fn built_in() -> TunedWeights {
        TunedWeights::learned()
    }
    fn read(text: &str) -> Result<TunedWeights, String> {
        TunedWeights::read(text)
    }
    fn write(&self) -> String {
        TunedWeights::write(self)
    }
    fn weights(&self) -> Weights {
        Weights::new(self)
    }
}

/// A weight while its side is to move, and while it is not.
pub type WeightPair = [i32; 2];

/// The weights as fixed-point integers.
#[derive(Debug)]
pub struct Weights {
    shapes: [WeightPair; 16],
    kinds: [WeightPair; Kind::COUNT],
    pairs: [WeightPair; PAIRS],
    tempo: i32,
}

impl Weights {
    /// Fraction of a hundredth that sums are kept in, so that small weights add up.
    pub const SCALE: i32 = 64;
    /// One logit, as a score.
    pub const UNIT: i32 = 100;

    /// Rounds tuned weights.
    pub fn new(tuned: &TunedWeights) -> Weights {
        let round = |weight: f64| (weight * f64::from(Weights::UNIT * Weights::SCALE)).round() as i32;
        let both = |n: usize| {
            let of = |list: &[f64]| round(list.get(n).copied().unwrap_or_default());
            [of(&tuned.to_move), of(&tuned.not_to_move)]
        };
        Weights {
            shapes: std::array::from_fn(|n| if n < SHAPES { both(n) } else { [0; 2] }),
            kinds: std::array::from_fn(|n| both(SHAPES + n)),
            pairs: std::array::from_fn(|n| both(SHAPES + Kind::COUNT + n)),
            tempo: round(tuned.tempo),
        }
    }

    /// The built-in weights.
    pub fn learned() -> Arc<Weights> {
        static LEARNED: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::new(&TunedWeights::learned())));
        Arc::clone(&LEARNED)
    }

    /// The bonus for having the move.
    #[inline]
    pub fn tempo(&self) -> i32 {
        self.tempo
    }

    /// The indices of the weights that apply to a point.
    pub fn features(shapes: LineShapes, class: PointClass) -> [usize; 6] {
        let shape = |n: usize| usize::from(shapes >> (4 * n) & 15).min(SHAPES - 1);
        let (kind, pair) = (SHAPES + class.kind() as usize, SHAPES + Kind::COUNT + class.pair());
        [shape(0), shape(1), shape(2), shape(3), kind, pair]
    }

    /// The weight of a shape on a line, by the shape's number.
    #[inline]
    pub fn shape(&self, number: u8) -> WeightPair {
        self.shapes[usize::from(number & 15)]
    }

    /// The weight of a point's kind and its pair of best shapes.
    #[inline]
    pub fn class(&self, class: PointClass) -> WeightPair {
        let (kind, pair) = (self.kinds[class.kind() as usize], self.pairs[class.pair() % PAIRS]);
        [kind[0] + pair[0], kind[1] + pair[1]]
    }

    /// The weight of a point: its lines, its kind and its pair of best shapes.
    #[inline]
    pub fn point(&self, shapes: LineShapes, class: PointClass) -> WeightPair {
        let mut sum = self.class(class);
        for direction in 0..4 {
            let shape = self.shape((shapes >> (4 * direction)) as u8);
            sum[0] += shape[0];
            sum[1] += shape[1];
        }
        sum
    }
}
