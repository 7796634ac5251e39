//! The brightness of the cells of a picture, from which a threshold makes a mask.

use super::{PictureError, decode};
use crate::mask::{INK, Mask};
use std::io::{BufRead, Seek};

/// The brightness of every cell: 0 is black, 255 is white.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luminance {
    width: usize,
    values: Vec<u8>,
}

/// A cell that is at most this far from black or white counts as black or white.
const TOLERANCE: u8 = 48;

impl Luminance {
    /// Reads a PNG picture. Transparent pixels are white. With a `size`, every cell is the average of its part of the
    /// picture. Without it:
    ///
    /// - If the picture consists of equal squares, such as enlarged pixel art, a square is a cell.
    /// - Otherwise, if the picture has at most 128 pixels on each side, a pixel is a cell.
    /// - Otherwise it is reduced to fit into 24 × 24 cells.
    pub fn read(
        source: impl BufRead + Seek,
        size: Option<(usize, usize)>,
    ) -> Result<Luminance, PictureError> {
        if let Some((width, height)) = size {
            Mask::check_size(width, height)?;
        }
        let (width, values) = decode::cells(source, size)?;
        Ok(Luminance { width, values })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.values.len() / self.width
    }

    /// The brightness of a cell.
    pub fn get(&self, x: usize, y: usize) -> u8 {
        self.values[y * self.width..][..self.width][x]
    }

    /// The mask whose ink is all cells that are darker than the threshold.
    pub fn mask(&self, threshold: u8) -> Mask {
        let mut mask = Mask::new(self.width, self.height());
        for (index, _) in self.values.iter().enumerate().filter(|(_, value)| **value < threshold) {
            mask.set(index % self.width, index / self.width, INK);
        }
        mask
    }

    /// A threshold that separates dark cells from light ones: 128 if nearly all cells are about black or white, which is
    /// what drawings are, otherwise by Otsu's method. Also 128 if all cells are equal.
    pub fn suggested_threshold(&self) -> u8 {
        let clear = |value: &&u8| **value <= TOLERANCE || **value >= 255 - TOLERANCE;
        let dark = self.values.iter().any(|value| *value <= TOLERANCE);
        let light = self.values.iter().any(|value| *value >= 255 - TOLERANCE);
        let unclear = self.values.len() - self.values.iter().filter(clear).count();
        if dark && light && unclear * 20 <= self.values.len() {
            return 128;
        }
        self.otsu().unwrap_or(128)
    }

    /// Otsu's method: the threshold with the greatest variance between the two classes. If several are best, such as all
    /// those between two tones, the middle of them. `None` if all cells are equal.
    fn otsu(&self) -> Option<u8> {
        let mut histogram = [0u64; 256];
        self.values.iter().for_each(|value| histogram[usize::from(*value)] += 1);
        let weighted = |range: std::ops::Range<usize>| -> (u64, u64) {
            range.fold((0, 0), |(count, sum), value| {
                (count + histogram[value], sum + histogram[value] * value as u64)
            })
        };
        // At most 128 × 128 cells: the variances are exact in 128 bits when they are compared as fractions.
        let variance = |threshold: usize| {
            let ((dark, dark_sum), (light, light_sum)) = (weighted(0..threshold), weighted(threshold..256));
            let distance = u128::from((dark_sum * light).abs_diff(light_sum * dark));
            (distance * distance, u128::from(dark * light))
        };
        let mut best: Option<((u128, u128), usize, usize)> = None;
        for threshold in 1..256 {
            let (above, below) = variance(threshold);
            if below == 0 {
                continue;
            }
            match &mut best {
                Some(((best_above, best_below), _, last)) if above * *best_below == *best_above * below => {
                    *last = threshold;
                }
                Some(((best_above, best_below), ..)) if above * *best_below < *best_above * below => {}
                _ => best = Some(((above, below), threshold, threshold)),
            }
        }
        best.map(|(_, first, last)| first.midpoint(last) as u8)
    }

    #[cfg(test)]
    pub(super) fn from_values(width: usize, values: &[u8]) -> Luminance {
        Luminance { width, values: values.to_vec() }
    }
}
