//! Runs of stones, found by scanning the whole board.

use crate::rules::{Cell, Colour, DIRECTIONS, Grid};

/// A maximal run of stones of one colour in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The colour of the stones.
    pub colour: Colour,
    /// Number of stones.
    pub size: u8,
    /// The cells before its first stone and after its last one.
    pub ends: [usize; 2],
}

impl Run {
    /// The empty cells at its ends.
    pub fn open<'a>(&self, grid: &'a Grid) -> impl Iterator<Item = usize> + use<'a> {
        self.ends.into_iter().filter(|end| grid.cell(*end) == Cell::Empty)
    }

    /// Number of ends that a stone or the edge blocks.
    pub fn blocked(&self, grid: &Grid) -> u8 {
        2 - self.open(grid).count() as u8
    }
}

/// All runs of a board. A single stone is a run in each direction.
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
