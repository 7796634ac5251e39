//! Runs of stones, found by looking at the whole board.

use crate::rules::{Cell, Colour, DIRECTIONS, Grid};

/// A maximal row of stones of one colour, in one of four directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Whose it is.
    pub colour: Colour,
    /// How many stones it has.
    pub size: u8,
    /// The cells before its first stone and behind its last one.
    pub ends: [usize; 2],
}

impl Run {
    /// The ends where a stone can be put.
    pub fn open<'a>(&self, grid: &'a Grid) -> impl Iterator<Item = usize> + use<'a> {
        self.ends.into_iter().filter(|end| grid.cell(*end) == Cell::Empty)
    }

    /// How many ends a stone or the edge of the board blocks.
    pub fn blocked(&self, grid: &Grid) -> u8 {
        2 - self.open(grid).count() as u8
    }
}

/// All runs of a board. A stone alone is one, in each direction.
pub fn runs(grid: &Grid) -> impl Iterator<Item = Run> {
    let stones = grid.stones().map(|(point, colour)| (Grid::index(point), colour));
    stones.flat_map(move |(index, colour)| {
        let begins = DIRECTIONS.into_iter().filter(move |step| grid.cell(index - step) != colour.into());
        begins.map(move |step| {
            let size = grid.length(index, step);
            Run { colour, size: size as u8, ends: [index - step, index + size * step] }
        })
    })
}
