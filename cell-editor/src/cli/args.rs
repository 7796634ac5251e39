//! Sizes, start rows and plans as the command line takes them.

use clap::Args;
use common::automaton::{Automaton, Plan, Start, State};
use common::cli::Failure;
use std::str::FromStr;

/// So many cells, and so many generations with the start row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub cells: usize,
    pub generations: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let why = || format!("'{text}' is no size; give cells and generations, as in 201x100");
        let (cells, generations) = text.split_once('x').ok_or_else(why)?;
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or_else(why);
        let size = Size { cells: number(cells)?, generations: number(generations)? };
        if size.cells.saturating_mul(size.generations) > Automaton::MOST_CELLS {
            return Err(format!(
                "{text} is too large; a picture has {} cells at most",
                Automaton::MOST_CELLS
            ));
        }
        Ok(size)
    }
}

/// What turns a table into a picture.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// For a .pcell: the start row: single, random:SEED or the digits of the cells
    #[arg(long, value_name = "ROW", requires = "generations")]
    start: Option<Start>,
    /// For a .pcell: the number of generations, with the start row
    #[arg(long, value_name = "N", requires = "start")]
    generations: Option<usize>,
    /// For a .pcell: the number of cells [default: as many as the start has]
    #[arg(long, value_name = "N", requires = "start")]
    width: Option<usize>,
}

impl PictureArgs {
    /// The start row and the number of generations, if they are given.
    pub fn picture(&self, states: u8) -> Result<Option<(Vec<State>, usize)>, Failure> {
        let (Some(start), Some(generations)) = (&self.start, self.generations) else { return Ok(None) };
        let width = self.width.or_else(|| start.width());
        let width = width
            .ok_or_else(|| Failure::Bad("this start row has no width of its own; give --width".to_owned()))?;
        let cells = width.saturating_mul(generations);
        if !(1..=Automaton::MOST_CELLS).contains(&cells) {
            let most = Automaton::MOST_CELLS;
            return Err(Failure::Bad(format!(
                "a picture has 1 to {most} cells, not {width} times {generations}"
            )));
        }
        Ok(Some((start.row(states, width).map_err(Failure::Bad)?, generations)))
    }
}

/// The plan that was asked for, if it is one for that many states.
pub fn plan(plan: Option<Plan>, states: u8) -> Result<Option<Plan>, Failure> {
    match plan {
        Some(Plan::Flat { edge }) if edge >= states => {
            Err(Failure::Bad(format!("the edge is in state {edge}, but the states are 0 to {}", states - 1)))
        }
        plan => Ok(plan),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
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
