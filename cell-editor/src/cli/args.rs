//! Command-line arguments that several commands share: sizes, start rows and boundaries.

use clap::Args;
use common::automaton::{Automaton, Boundary, StartRow, State};
use common::cli::Failure;
use std::str::FromStr;

/// The number of cells and of generations, including the start row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub cells: usize,
    pub generations: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let error = || format!("'{text}' is not a valid size: use cells and generations, as in 201x100");
        let (cells, generations) = text.split_once('x').ok_or_else(error)?;
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or_else(error);
        let size = Size { cells: number(cells)?, generations: number(generations)? };
        Automaton::check_picture_size(size.cells, size.generations)?;
        Ok(size)
    }
}

/// The start row and the size of a picture.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// For a .pcell: the start row (single, random:SEED or the digits of the cells)
    #[arg(long, value_name = "ROW", requires = "generations")]
    start: Option<StartRow>,
    /// For a .pcell: the number of generations, including the start row
    #[arg(long, value_name = "N", requires = "start")]
    generations: Option<usize>,
    /// For a .pcell: the number of cells [default: the number of given digits]
    #[arg(long, value_name = "N", requires = "start")]
    width: Option<usize>,
}

impl PictureArgs {
    /// The start row and the number of generations, if they are given.
    pub fn picture(&self, states: u8) -> Result<Option<(Vec<State>, usize)>, Failure> {
        let (Some(start), Some(generations)) = (&self.start, self.generations) else { return Ok(None) };
        let width = self.width.or_else(|| start.width());
        let width =
            width.ok_or_else(|| Failure::Bad("this start row has no width; add --width".to_owned()))?;
        Automaton::check_picture_size(width, generations).map_err(Failure::Bad)?;
        Ok(Some((start.row(states, width).map_err(Failure::Bad)?, generations)))
    }
}

/// Checks that the edge state of a boundary exists.
pub fn check_boundary(boundary: Option<Boundary>, states: u8) -> Result<Option<Boundary>, Failure> {
    match boundary {
        Some(Boundary::Flat { edge }) if edge >= states => {
            Err(Failure::Bad(format!("the edge is in state {edge}, but the states are 0 to {}", states - 1)))
        }
        boundary => Ok(boundary),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed() {
        assert_eq!("201x100".parse(), Ok(Size { cells: 201, generations: 100 }));
        for text in [
            "",
            "x",
            "1x",
            "x1",
            "0x5",
            "5x0",
            "1x1x1",
            "-1x5",
            "5 x 5",
            "100000x100000",
            "9999999999x9999999999",
        ] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
