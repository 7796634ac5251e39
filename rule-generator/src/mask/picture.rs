//! Masks from and to PNG pictures.
//!
//! A picture is read row by row and reduced to a small grid of brightness values, so that even a picture with 100
//! million pixels needs little memory. A threshold then turns this [`Luminance`] grid into a mask.

mod averages;
mod blocks;
mod decode;
mod luminance;
#[cfg(test)]
mod tests;

pub use luminance::Luminance;

use super::{MAX_COLOURS, MAX_SIDE, Mask, MaskError};
use common::automaton::Colour;
use std::io::{self, BufRead, Seek};
use thiserror::Error;

/// The maximum width and height of a picture in pixels.
pub const MAX_PICTURE_SIDE: u32 = 20_000;

/// The maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The maximum size of all pixels before they are compressed, in bytes: [`MAX_PIXELS`] with four channels of 8 bits.
pub const MAX_PIXEL_BYTES: u64 = 4 * MAX_PIXELS;

/// A picture that is too large for one cell per pixel is reduced to fit into a square with this side. Searches for
/// masks of this size usually succeed.
pub const DEFAULT_SIDE: usize = 24;

/// The maximum size of a cell in a written picture, in pixels.
pub const MAX_CELL_SIZE: usize = 100;

/// The first bytes of every PNG file.
pub const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// The name of the text in our pictures that says how many pixels wide a cell is.
const CELL_SIZE_KEY: &str = "Cell size";

/// How a picture becomes a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureOptions {
    /// The columns and rows of the mask. Without it, the mask has the picture's own cells; see [`Luminance::read`].
    pub size: Option<(usize, usize)>,
    /// Cells that are darker than this are ink. Without it, [`Luminance::suggested_threshold`] decides.
    pub threshold: Option<u8>,
    /// Every colour of the picture is a colour of the mask.
    pub colours: bool,
}

/// Why a picture cannot be read or written.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file is something else.
    #[error("this is not a PNG picture")]
    NotPng,
    /// The picture has no pixels.
    #[error("the picture has {width}x{height} pixels, so there is nothing to read")]
    NoPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The picture has too many pixels.
    #[error(
        "the picture has {width}x{height} pixels; at most {MAX_PICTURE_SIDE}x{MAX_PICTURE_SIDE} and \
         {} million in all are allowed",
        MAX_PIXELS / 1_000_000
    )]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The pixels take too many bytes.
    #[error("the picture has too many pixels with 16 bits per channel; save it with 8 bits")]
    TooDeep,
    /// The colours cannot stay.
    #[error(
        "its colours cannot be kept: a picture needs 2 to {MAX_COLOURS} colours and squares or pixels of one colour as cells"
    )]
    TooManyColours,
    /// The picture has several frames.
    #[error("the picture is animated: save one of its frames as a PNG")]
    Animated,
    /// The file ends in the middle.
    #[error("the picture is cut off: the file ends too early")]
    CutOff,
    /// The content is not valid.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
    /// The file cannot be read.
    #[error("the picture cannot be read: {0}")]
    Unreadable(io::Error),
    /// The mask cannot have this size.
    #[error(transparent)]
    MaskSize(#[from] MaskError),
    /// The picture cannot be made.
    #[error("the picture cannot be written: {0}")]
    Write(String),
}

/// Reads a PNG picture. Dark cells are ink, light and transparent ones are paper, unless the colours stay; see
/// [`Luminance::chosen_mask`].
pub fn read_png(source: impl BufRead + Seek, options: &PictureOptions) -> Result<Mask, PictureError> {
    Luminance::read(source, options.size)?.chosen_mask(options)
}

/// Writes a PNG picture in which every cell is a square of `cell_size` × `cell_size` pixels: paper is white, ink is
/// black, and further colours have the default colours of the states with their numbers. Reading it gives the same
/// mask again.
///
/// # Panics
/// If `cell_size` is 0 or larger than [`MAX_CELL_SIZE`].
pub fn write_png(mask: &Mask, cell_size: usize) -> Result<Vec<u8>, PictureError> {
    assert!((1..=MAX_CELL_SIZE).contains(&cell_size), "{cell_size}");
    let mut bytes = Vec::new();
    encode(mask, cell_size, &mut bytes).map_err(|why| PictureError::Write(why.to_string()))?;
    Ok(bytes)
}

fn encode(mask: &Mask, cell_size: usize, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
    use io::Write;
    let pixels = |cells: usize| (cells * cell_size) as u32;
    let mut encoder = png::Encoder::new(bytes, pixels(mask.width()), pixels(mask.height()));
    let palette: Vec<u8> = (0..mask.colours())
        .flat_map(|colour| {
            let Colour { red, green, blue } = Colour::default_for(colour as u8).0;
            [red, green, blue]
        })
        .collect();
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.add_text_chunk(CELL_SIZE_KEY.to_owned(), cell_size.to_string())?;
    let mut writer = encoder.write_header()?;
    // The rows are compressed one by one: a large picture is never in memory as a whole.
    let mut stream = writer.stream_writer()?;
    for row in mask.rows() {
        let line: Vec<u8> = row.iter().flat_map(|colour| std::iter::repeat_n(*colour, cell_size)).collect();
        for _ in 0..cell_size {
            stream.write_all(&line)?;
        }
    }
    stream.finish()?;
    writer.finish()
}

/// The size of a mask that keeps the proportions of a picture and fits into [`DEFAULT_SIDE`].
fn default_size(width: usize, height: usize) -> (usize, usize) {
    let longer = width.max(height);
    let scaled = |side: usize| ((side * DEFAULT_SIDE + longer / 2) / longer).clamp(1, MAX_SIDE);
    (scaled(width), scaled(height))
}
