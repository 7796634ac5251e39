//! `mask`: converts and transforms masks.

use super::args::{PictureArgs, Size};
use crate::files::{self, Format};
use crate::mask::Mask;
use crate::mask::picture::MAX_CELL_SIZE;
use clap::Args;
use common::cli::{Failure, Overwrite};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is an option")]
pub struct Convert {
    /// The mask: a text, a PNG picture, a .pcell that draws it, or - for the standard input
    file: PathBuf,
    /// The file to write, .txt or .png [default: print the text]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// For a .png: the side of a cell, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=MAX_CELL_SIZE as i64))]
    cell: u16,
    #[command(flatten)]
    picture: PictureArgs,
    /// Remove the paper around the drawing
    #[arg(long)]
    trim: bool,
    /// Cut off or add columns on the right and rows at the bottom
    #[arg(long, value_name = "WxH")]
    resize: Option<Size>,
    /// Add this many cells of paper on each side
    #[arg(long, value_name = "CELLS", default_value_t = 0)]
    margin: usize,
    /// Move to the right and down, with wrap-around, as in 1,-2
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    shift: Shift,
    /// Exchange left and right
    #[arg(long)]
    flip_horizontally: bool,
    /// Exchange top and bottom
    #[arg(long)]
    flip_vertically: bool,
    /// Replace the right half by the mirror image of the left half
    #[arg(long)]
    mirror: bool,
    /// Exchange paper and ink
    #[arg(long)]
    invert: bool,
}

/// Columns to the right and rows down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shift(isize, isize);

impl FromStr for Shift {
    type Err = String;

    fn from_str(text: &str) -> Result<Shift, String> {
        let numbers = text.split_once(',').and_then(|(x, y)| Some(Shift(x.parse().ok()?, y.parse().ok()?)));
        numbers.ok_or_else(|| format!("'{text}' is not a valid shift: use columns and rows, as in 1,-2"))
    }
}

impl Convert {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(path) = &self.out {
            Format::from_path(path).map_err(Failure::Bad)?;
        }
        let mask = files::open(&self.file, &self.picture.options()).map_err(Failure::Bad)?;
        let mask = self.transformed(mask)?;
        let Some(path) = &self.out else {
            write!(out, "{mask}")?;
            return Ok(out.flush()?);
        };
        let bytes = files::bytes(path, &mask, usize::from(self.cell)).map_err(Failure::Bad)?;
        self.overwrite.write(path, &bytes)?;
        Ok(writeln!(out, "Written: {}, {}x{} cells.", path.display(), mask.width(), mask.height())?)
    }

    fn transformed(&self, mut mask: Mask) -> Result<Mask, Failure> {
        if self.trim {
            mask = mask.trimmed();
        }
        if let Some(Size(width, height)) = self.resize {
            mask = mask.resized(width, height).map_err(Failure::bad)?;
        }
        mask = mask.with_margin(self.margin).map_err(Failure::bad)?;
        let Shift(dx, dy) = self.shift;
        mask = mask.shifted(dx, dy);
        if self.flip_horizontally {
            mask = mask.flipped_horizontally();
        }
        if self.flip_vertically {
            mask = mask.flipped_vertically();
        }
        if self.mirror {
            mask = mask.mirrored_left_half();
        }
        if self.invert {
            mask = mask.inverted();
        }
        Ok(mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_parsed() {
        assert_eq!("1,-2".parse(), Ok(Shift(1, -2)));
        for text in ["", ",", "1", "1,", "1,2,3", "a,b", "1;2"] {
            assert!(text.parse::<Shift>().is_err(), "{text}");
        }
    }
}
