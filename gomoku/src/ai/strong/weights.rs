//! What shapes and kinds of points are worth, as learned from games.

use super::kinds::{Code, Kind, Mark, PAIRS};
use super::shapes::SHAPES;
use std::sync::{Arc, LazyLock};

/// How many numbers there are for each role: for the shape on each line, the kind of a point, and its
/// two best shapes.
pub const FEATURES: usize = SHAPES + Kind::COUNT + PAIRS;

/// The worth of every shape and kind on an empty point, in natural units of odds.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worths {
    /// What it is worth to be to move.
    pub turn: f64,
    /// What points of the side to move are worth to it: shapes on lines first, then kinds, then pairs.
    pub moving: Vec<f64>,
    /// What points of the other side are worth to that.
    pub waiting: Vec<f64>,
}

impl Worths {
    /// From one list: the side to move's, the other side's, and the turn.
    pub fn of(list: &[f64]) -> Worths {
        let round = |worth: &f64| (worth * 10_000.0).round() / 10_000.0;
        Worths {
            turn: round(&list[2 * FEATURES]),
            moving: list[..FEATURES].iter().map(round).collect(),
            waiting: list[FEATURES..2 * FEATURES].iter().map(round).collect(),
        }
    }

    /// Reads a file that the tuner has written; says what is wrong with it.
    pub fn read(text: &str) -> Result<Worths, String> {
        let worths: Worths = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let right = |list: &[f64]| list.len() == FEATURES && list.iter().all(|worth| worth.abs() < 100.0);
        if right(&worths.moving) && right(&worths.waiting) && worths.turn.abs() < 100.0 {
            Ok(worths)
        } else {
            Err(format!("it should have {FEATURES} numbers for each side, none of them over 100"))
        }
    }

    /// As a file.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Those that the program was built with.
    pub fn learned() -> Worths {
        Worths::read(include_str!("weights.json"))
            .expect("the file that was built in is right: a test reads it")
    }
}

/// What a shape or kind is worth: to the side to move, and to the side that waits.
pub type Worth = [i32; 2];

/// The worths in whole numbers.
#[derive(Debug)]
pub struct Weights {
    shapes: [Worth; 16],
    kinds: [Worth; Kind::COUNT],
    pairs: [Worth; PAIRS],
    turn: i32,
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
            pairs: std::array::from_fn(|n| both(SHAPES + Kind::COUNT + n)),
            turn: round(worths.turn),
        }
    }

    /// The weights that were learned.
    pub fn learned() -> Arc<Weights> {
        static LEARNED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::new(&Worths::learned())));
        Arc::clone(&LEARNED)
    }

    /// What it is worth to be to move.
    #[inline]
    pub fn turn(&self) -> i32 {
        self.turn
    }

    /// The places in the lists of worths that a point counts for.
    pub fn features(code: Code, mark: Mark) -> [usize; 6] {
        let shape = |n: usize| usize::from(code >> (4 * n) & 15).min(SHAPES - 1);
        let (kind, pair) = (SHAPES + mark.kind() as usize, SHAPES + Kind::COUNT + mark.pair());
        [shape(0), shape(1), shape(2), shape(3), kind, pair]
    }

    /// What a shape on a line is worth, by its number.
    #[inline]
    pub fn shape(&self, number: u8) -> Worth {
        self.shapes[usize::from(number & 15)]
    }

    /// What a point's kind and its two best shapes are worth.
    #[inline]
    pub fn mark(&self, mark: Mark) -> Worth {
        let (kind, pair) = (self.kinds[mark.kind() as usize], self.pairs[mark.pair() % PAIRS]);
        [kind[0] + pair[0], kind[1] + pair[1]]
    }

    /// What a point is worth: its lines, its kind and its two best shapes.
    #[inline]
    pub fn point(&self, code: Code, mark: Mark) -> Worth {
        let mut sum = self.mark(mark);
        for direction in 0..4 {
            let shape = self.shape((code >> (4 * direction)) as u8);
            sum[0] += shape[0];
            sum[1] += shape[1];
        }
        sum
    }
}
