//! Enlarged pixel art: finds out whether a picture consists of equal squares of `n` × `n` pixels.

use super::decode::Pixel;
use crate::mask::MAX_SIDE;

/// The squares of one size, as long as each of them has one colour.
pub struct Blocks {
    /// The side of a square in pixels.
    size: usize,
    columns: usize,
    /// The colour of each square, once one of its pixels is known.
    values: Vec<Option<Pixel>>,
}

impl Blocks {
    /// All sizes of squares that divide a picture into at most [`MAX_SIDE`] × [`MAX_SIDE`] of them.
    pub fn candidates(width: usize, height: usize) -> Vec<Blocks> {
        let divides = |size: &usize| width.is_multiple_of(*size) && height.is_multiple_of(*size);
        let fits = |size: &usize| width / size <= MAX_SIDE && height / size <= MAX_SIDE;
        let blocks = |size: usize| Blocks {
            size,
            columns: width / size,
            values: vec![None; (width / size) * (height / size)],
        };
        (1..=width.min(height)).filter(divides).filter(fits).map(blocks).collect()
    }

    /// Adds the pixels `start`, `start + step`, … before `end` of row `y`, which have the same colour. Returns
    /// whether every square still has one colour.
    pub fn add_run(&mut self, y: usize, start: usize, end: usize, step: usize, colour: Pixel) -> bool {
        let row = y / self.size * self.columns;
        let mut x = start;
        while x < end {
            let column = x / self.size;
            if *self.values[row + column].get_or_insert(colour) != colour {
                return false;
            }
            // The first of the pixels in the next square.
            let next = (column + 1) * self.size;
            x += (next - x).div_ceil(step) * step;
        }
        true
    }

    /// Chooses among the sizes of squares that are left at the end: the marked size if it is one of them, otherwise the
    /// largest one. A picture of one colour has no visible squares, so that only single pixels are left. Returns the
    /// number of columns and the colour of each square.
    pub fn choose(candidates: Vec<Blocks>, marked: Option<usize>) -> Option<(usize, Vec<Pixel>)> {
        let has_mark = candidates.iter().any(|blocks| Some(blocks.size) == marked);
        let chosen = candidates.into_iter().rfind(|blocks| match marked {
            Some(marked) if has_mark => blocks.size == marked,
            _ => blocks.size == 1 || blocks.values.iter().any(|value| *value != blocks.values[0]),
        });
        chosen.map(|blocks| {
            (blocks.columns, blocks.values.into_iter().map(Option::unwrap_or_default).collect())
        })
    }
}
