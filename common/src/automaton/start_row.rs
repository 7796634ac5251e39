//! Start rows: a single cell, random cells, or given cells.

use super::State;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::str::FromStr;

/// How to fill the start row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartRow {
    /// State 1 in the middle, state 0 elsewhere.
    Single,
    /// Random cells.
    Random {
        /// The same seed gives the same row.
        seed: u64,
    },
    /// These cells in the middle, state 0 elsewhere.
    Cells(Vec<State>),
}

impl StartRow {
    /// The row, or an error message.
    pub fn row(&self, states: u8, width: usize) -> Result<Vec<State>, String> {
        let cells = match self {
            StartRow::Single => &[1][..],
            StartRow::Random { seed } => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                return Ok((0..width).map(|_| random.random_range(0..states)).collect());
            }
            StartRow::Cells(cells) => cells,
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

    /// The number of given cells, if there are any.
    pub fn width(&self) -> Option<usize> {
        match self {
            StartRow::Cells(cells) => Some(cells.len()),
            StartRow::Single | StartRow::Random { .. } => None,
        }
    }
}

/// Parses `single`, `random:SEED` or the digits of the cells.
impl FromStr for StartRow {
    type Err = String;

    fn from_str(text: &str) -> Result<StartRow, String> {
        let start: String = text.chars().take(40).collect();
        let error = || {
            format!("'{start}' is not a valid start row: use single, random:SEED or digits, as in 0102010")
        };
        match text.split_once(':') {
            None if text == "single" => Ok(StartRow::Single),
            Some(("random", seed)) => Ok(StartRow::Random { seed: seed.parse().map_err(|_| error())? }),
            None if !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit()) => {
                Ok(StartRow::Cells(text.bytes().map(|digit| digit - b'0').collect()))
            }
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, states: u8, width: usize) -> Result<Vec<State>, String> {
        text.parse::<StartRow>().unwrap().row(states, width)
    }

    #[test]
    fn each_kind_of_start_fills_the_row() {
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
    fn invalid_starts_are_rejected() {
        assert!(row("121", 2, 6).unwrap_err().contains("state 2"));
        assert!(row("121", 3, 2).unwrap_err().contains("3 cells, but the row has 2"));
        for text in ["", "one", "random", "random:", "random:x", "random:-1", "12a", "single:3"] {
            assert!(text.parse::<StartRow>().is_err(), "{text}");
        }
    }
}
