//! The brightness of the cells of a picture, from which a threshold makes a mask; and their colours, if there are few.

use super::decode::{self, Cells, Pixel};
use super::{PictureError, PictureOptions};
use crate::mask::{ColourIndex, INK, MAX_COLOURS, Mask, PAPER};
use common::automaton::Colour;
use std::io::{BufRead, Seek};

/// The brightness of every cell: 0 is black, 255 is white.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luminance {
    width: usize,
    values: Vec<u8>,
    /// The colours, if every cell has exactly one.
    colours: Option<Vec<Pixel>>,
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
        Ok(match decode::cells(source, size)? {
            Cells::Exact(width, colours) => Luminance {
                width,
                values: colours.iter().map(|colour| decode::brightness(*colour)).collect(),
                colours: Some(colours),
            },
            Cells::Averages(width, values) => Luminance { width, values, colours: None },
        })
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

    /// The mask by these options, or why there is none. Without a threshold, the colours stay if that is clearly meant:
    /// if there are two, or if they are those of a picture that we have written.
    pub fn chosen_mask(&self, options: &PictureOptions) -> Result<Mask, PictureError> {
        if options.colours {
            return self.colour_mask().ok_or(PictureError::TooManyColours);
        }
        let colours = self.colour_mask().filter(|_| options.threshold.is_none() && self.suggests_colours());
        let by_threshold = || self.mask(options.threshold.unwrap_or_else(|| self.suggested_threshold()));
        Ok(colours.unwrap_or_else(by_threshold))
    }

    /// The mask in which every colour of the picture is a colour. `None` if there are not 2 to [`MAX_COLOURS`] colours,
    /// or if cells have several.
    pub fn colour_mask(&self) -> Option<Mask> {
        let indices = indices(&self.distinct_colours()?);
        let mut mask = Mask::new(self.width, self.height());
        for (index, pixel) in self.colours.iter().flatten().enumerate() {
            let (_, colour) = indices.iter().find(|(known, _)| known == pixel)?;
            mask.set(index % self.width, index / self.width, *colour);
        }
        Some(mask)
    }

    /// The number of colours, if there is a [`Luminance::colour_mask`].
    pub fn colour_count(&self) -> Option<usize> {
        self.distinct_colours().map(|colours| colours.len())
    }

    /// Whether the colours should stay.
    pub fn suggests_colours(&self) -> bool {
        self.distinct_colours()
            .is_some_and(|colours| colours.len() == 2 || colours.iter().all(|pixel| own(*pixel).is_some()))
    }

    /// The colours in the order in which they appear, if there are 2 to [`MAX_COLOURS`].
    fn distinct_colours(&self) -> Option<Vec<Pixel>> {
        let mut distinct: Vec<Pixel> = Vec::new();
        for pixel in self.colours.as_ref()? {
            if !distinct.contains(pixel) {
                if distinct.len() == MAX_COLOURS {
                    return None;
                }
                distinct.push(*pixel);
            }
        }
        (distinct.len() > 1).then_some(distinct)
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
        Luminance { width, values: values.to_vec(), colours: None }
    }
}

/// The index of a colour in the pictures that we write.
fn own([red, green, blue]: Pixel) -> Option<ColourIndex> {
    let colour = Colour::new(red, green, blue);
    (0..MAX_COLOURS as ColourIndex).find(|index| Colour::default_for(*index).0 == colour)
}

/// The index of every colour: as in the pictures that we write, or else the lightest one is paper, the darkest one is ink,
/// and the others follow in their order.
fn indices(colours: &[Pixel]) -> Vec<(Pixel, ColourIndex)> {
    let known: Option<Vec<_>> = colours.iter().map(|pixel| Some((*pixel, own(*pixel)?))).collect();
    if let Some(known) = known {
        return known;
    }
    let mut others = colours.to_vec();
    let mut take = |lightest: bool| {
        let order = |pixel: &Pixel| i16::from(decode::brightness(*pixel)) * if lightest { -1 } else { 1 };
        let first = (0..others.len()).min_by_key(|index| order(&others[*index]))?;
        Some(others.remove(first))
    };
    let (paper, ink) = (take(true), take(false));
    let named = paper.map(|pixel| (pixel, PAPER)).into_iter().chain(ink.map(|pixel| (pixel, INK)));
    named.chain(others.into_iter().zip(INK + 1..)).collect()
}
