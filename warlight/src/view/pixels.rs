//! The pixels of a map, fast: a region is filled from a table, and a picture is halved.

use crate::map::render::{
    PATTERN_PERIOD, RegionColours, RegionLook, STRIPE_PERIOD, Shading, in_fog, is_stripe, pattern,
};
use egui::Color32;
use std::ops::Range;

/// The bit of an index of the table for pixels inside the owner's pattern.
const IN_PATTERN: u16 = 1 << 8;
/// The bit for pixels in a stripe of fog.
const IN_STRIPE: u16 = 1 << 9;
/// The number of entries of the table.
const ENTRIES: usize = 1 << 10;

fn colour([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// How a region with one look is filled: what [`Shading::pixel`] computes, as tables.
pub struct RegionFill {
    look: RegionLook,
    /// The colours of an owner by shade, pattern and stripe.
    table: Option<Box<[Color32; ENTRIES]>>,
    /// After this number of pixels patterns and stripes repeat.
    period: usize,
    /// The bits of pattern and stripe, row by row of one period.
    bits: Vec<u16>,
}

impl RegionFill {
    /// How regions with this look are filled.
    pub fn new(look: RegionLook) -> RegionFill {
        let period = if look.fog { PATTERN_PERIOD * STRIPE_PERIOD / 2 } else { PATTERN_PERIOD };
        let colours = RegionColours::new(look);
        let entry = |index: usize| {
            let owned = colours.owned(index as u8, index as u16 & IN_PATTERN != 0)?;
            Some(colour(if look.fog { in_fog(owned, index as u16 & IN_STRIPE != 0) } else { owned }))
        };
        let bits = |at: usize| {
            let (x, y) = (at % period, at / period);
            let pattern = look.owner.is_some_and(|owner| pattern(owner, x, y));
            u16::from(pattern) * IN_PATTERN + u16::from(look.fog && is_stripe(x, y)) * IN_STRIPE
        };
        let table: Option<Vec<Color32>> = (0..ENTRIES).map(entry).collect();
        let table = table.and_then(|table| table.into_boxed_slice().try_into().ok());
        RegionFill { look, table, period, bits: (0..period * period).map(bits).collect() }
    }

    /// Paints a part of a row, which begins at `(x, y)`.
    pub fn paint(&self, shading: &Shading, run: Range<usize>, (x, y): (usize, usize), out: &mut [Color32]) {
        let row = &self.bits[y % self.period * self.period..][..self.period];
        let bits = row.iter().cycle().skip(x % self.period);
        if let Some(table) = &self.table {
            let shades = &shading.shades()[run];
            // Piece by piece of a period: the inner loop has nothing to decide.
            let (mut at, mut column) = (0, x % self.period);
            while at < out.len() {
                let length = (self.period - column).min(out.len() - at);
                let pieces = out[at..at + length].iter_mut().zip(&shades[at..at + length]);
                for ((pixel, shade), bits) in pieces.zip(&row[column..]) {
                    *pixel = table[usize::from(u16::from(*shade) | bits) % ENTRIES];
                }
                (at, column) = (at + length, 0);
            }
            return;
        }
        let plain = &shading.picture().as_raw().as_chunks::<3>().0[run];
        if self.look.fog {
            for ((pixel, plain), bits) in out.iter_mut().zip(plain).zip(bits) {
                *pixel = colour(in_fog(*plain, bits & IN_STRIPE != 0));
            }
        } else {
            for (pixel, plain) in out.iter_mut().zip(plain) {
                *pixel = colour(*plain);
            }
        }
    }
}

/// A row of a picture of half the size: the means of four pixels of two rows. Column 0 is the margin before `left`.
pub fn half_size(
    upper: &[Color32],
    lower: &[Color32],
    left: usize,
    columns: Range<usize>,
    out: &mut Vec<Color32>,
) {
    let last = upper.len() - 1;
    let single = |column: usize| {
        let x = (left + 2 * column).saturating_sub(2).min(last);
        let next = (x + 1).min(last);
        mean([upper[x], upper[next], lower[x], lower[next]])
    };
    // The columns whose pixels are all there.
    let start = if left + 2 * columns.start < 2 { columns.start + 1 } else { columns.start };
    let start = start.min(columns.end);
    let end = ((last + 3).saturating_sub(left) / 2).clamp(start, columns.end);
    out.extend((columns.start..start).map(single));
    if start < end {
        let inside = left + 2 * start - 2..left + 2 * end - 2;
        let (above, below) = (upper[inside.clone()].as_chunks::<2>().0, lower[inside].as_chunks::<2>().0);
        out.extend(above.iter().zip(below).map(|([a, b], [c, d])| mean([*a, *b, *c, *d])));
    }
    out.extend((end..columns.end).map(single));
}

/// The mean of four colours: two channels at a time.
fn mean(colours: [Color32; 4]) -> Color32 {
    const EVEN: u32 = 0x00ff_00ff;
    let (mut even, mut odd) = (0, 0);
    for colour in colours {
        let bytes = u32::from_ne_bytes(colour.to_array());
        even += bytes & EVEN;
        odd += (bytes >> 8) & EVEN;
    }
    let [r, g, b, a] = (((even >> 2) & EVEN) | (((odd >> 2) & EVEN) << 8)).to_ne_bytes();
    Color32::from_rgba_premultiplied(r, g, b, a)
}
