//! Rows to start from.

use super::State;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::str::FromStr;

/// A way to fill a row of any width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// State 1 in the middle, state 0 elsewhere.
    Single,
    /// Every cell at random.
    Random {
        /// The same seed gives the same row.
        seed: u64,
    },
    /// These cells in the middle, state 0 elsewhere.
    Cells(Vec<State>),
}

impl Start {
    /// The row, or why there is none.
    pub fn row(&self, states: u8, width: usize) -> Result<Vec<State>, String> {
        let cells = match self {
            Start::Single => &[1][..],
            Start::Random { seed } => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                return Ok((0..width).map(|_| random.random_range(0..states)).collect());
            }
            Start::Cells(cells) => cells,
        };
        if let Some(state) = cells.iter().find(|state| **state >= states) {
            return Err(format!(
                "the start row has a cell in state {state}, but the states are 0 to {}",
                states - 1
            ));
        }
        if cells.len() > width {
            return Err(format!("the start has {} cells, but the row has {width}", cells.len()));
        }
        let mut row = vec![0; width];
        row[(width - cells.len()) / 2..][..cells.len()].copy_from_slice(cells);
        Ok(row)
    }

    /// The number of cells that it tells itself, if it does.
    pub fn width(&self) -> Option<usize> {
        match self {
            Start::Cells(cells) => Some(cells.len()),
            Start::Single | Start::Random { .. } => None,
        }
    }
}

/// `single`, `random:SEED` or the digits of the cells.
impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Start, String> {
        let shown: String = text.chars().take(40).collect();
        let why = || format!("'{shown}' is no start row; give single, random:SEED or digits, as in 0102010");
        match text.split_once(':') {
            None if text == "single" => Ok(Start::Single),
            Some(("random", seed)) => Ok(Start::Random { seed: seed.parse().map_err(|_| why())? }),
            None if !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit()) => {
                Ok(Start::Cells(text.bytes().map(|digit| digit - b'0').collect()))
            }
            _ => Err(why()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, states: u8, width: usize) -> Result<Vec<State>, String> {
        text.parse::<Start>().unwrap().row(states, width)
    }

    #[test]
    fn rows_are_filled() {
        assert_eq!(row("single", 2, 5).unwrap(), [0, 0, 1, 0, 0]);
        assert_eq!(row("single", 2, 4).unwrap(), [0, 1, 0, 0]);
        assert_eq!(row("121", 3, 6).unwrap(), [0, 1, 2, 1, 0, 0]);
        assert_eq!(row("121", 3, 3).unwrap(), [1, 2, 1]);
        let random = row("random:7", 3, 300).unwrap();
        assert!((0..3).all(|state| random.contains(&state)) && random.iter().all(|state| *state < 3));
        assert_eq!(row("random:7", 3, 300).unwrap(), random, "the same seed gives the same row");
        assert_ne!(row("random:8", 3, 300).unwrap(), random);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(row("121", 2, 6).unwrap_err().contains("state 2"));
        assert!(row("121", 3, 2).unwrap_err().contains("3 cells, but the row has 2"));
        for text in ["", "one", "random", "random:", "random:x", "random:-1", "12a", "single:3"] {
            assert!(text.parse::<Start>().is_err(), "{text}");
        }
    }
}
