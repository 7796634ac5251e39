//! Space–time pictures as PNG or SVG: one row of squares for each generation.

use super::{Colour, SpaceTime, State};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use std::fmt::Write;
use thiserror::Error;

/// The maximum number of pixels of a PNG.
pub const MAX_PIXELS: usize = 1 << 26;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The picture is too large.
    #[error("a picture of {width}x{height} pixels is too large: use smaller or fewer cells")]
    TooLarge {
        /// The width in pixels.
        width: usize,
        /// The height in pixels.
        height: usize,
    },
    /// The encoder failed.
    #[error("the picture cannot be made: {0}")]
    Encoder(#[from] image::ImageError),
}

/// Draws a PNG in which every cell is a square of `cell` × `cell` pixels.
pub fn png(rows: &SpaceTime, colour: impl Fn(State) -> Colour, cell: usize) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (rows.width().saturating_mul(cell), rows.generations().saturating_mul(cell));
    let fits = width.checked_mul(height).is_some_and(|pixels| pixels <= MAX_PIXELS);
    if !fits {
        return Err(PictureError::TooLarge { width, height });
    }
    let mut pixels = Vec::with_capacity(width * height * 3);
    for row in rows.rows() {
        let line_start = pixels.len();
        for state in row {
            let Colour { red, green, blue } = colour(*state);
            (0..cell).for_each(|_| pixels.extend([red, green, blue]));
        }
        let line = line_start..pixels.len();
        (1..cell).for_each(|_| pixels.extend_from_within(line.clone()));
    }
    let mut bytes = Vec::new();
    // Most pixel lines equal the line above, so the filter `Up` compresses best.
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Up);
    encoder.write_image(&pixels, width as u32, height as u32, ExtendedColorType::Rgb8)?;
    Ok(bytes)
}

/// Draws an SVG in which every cell is a square of `cell` × `cell` units. Each state is one path made of runs of cells,
/// so that a drawing program can recolour a state in one step.
pub fn svg(rows: &SpaceTime, colour: impl Fn(State) -> Colour, cell: usize) -> String {
    let (width, height) = (rows.width(), rows.generations());
    let mut paths: Vec<String> = Vec::new();
    for (y, row) in rows.rows().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let state = usize::from(run[0]);
            paths.resize_with(paths.len().max(state + 1), String::new);
            // Writing to a `String` cannot fail.
            let _ = write!(paths[state], "M{x} {y}h{0}v1h-{0}z", run.len());
            x += run.len();
        }
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         shape-rendering=\"crispEdges\">\n",
        width.saturating_mul(cell),
        height.saturating_mul(cell)
    );
    for (state, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let _ =
            writeln!(text, "<path id=\"state-{state}\" fill=\"{}\" d=\"{path}\"/>", colour(state as State));
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Boundary, evolve, wolfram};

    fn rows() -> SpaceTime {
        evolve(&wolfram::table(2, "90").unwrap(), Boundary::default(), &[0, 0, 1, 0, 0], 3)
    }

    fn colour(state: State) -> Colour {
        if state == 1 { Colour::new(1, 2, 3) } else { Colour::new(250, 251, 252) }
    }

    #[test]
    fn a_png_shows_every_cell() {
        let bytes = png(&rows(), colour, 3).unwrap();
        let picture = image::load_from_memory(&bytes).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), (15, 9));
        for (x, y, pixel) in picture.enumerate_pixels() {
            let Colour { red, green, blue } = colour(rows().row(y as usize / 3)[x as usize / 3]);
            assert_eq!(pixel.0, [red, green, blue], "{x},{y}");
        }
    }

    #[test]
    fn an_svg_has_a_path_for_each_state() {
        let text = svg(&rows(), colour, 4);
        assert!(text.contains("width=\"20\" height=\"12\" viewBox=\"0 0 5 3\""), "{text}");
        let black = "<path id=\"state-1\" fill=\"#010203\" d=\"M2 0h1v1h-1zM1 1h1v1h-1zM3 1h1v1h-1zM0 2h1v1h-1zM4 2h1v1h-1z\"/>";
        assert!(text.contains(black), "{text}");
        assert!(text.contains("fill=\"#FAFBFC\" d=\"M0 0h2v1h-2zM3 0h2v1h-2z"), "{text}");
    }

    #[test]
    fn a_picture_that_is_too_large_is_rejected() {
        assert!(matches!(png(&rows(), colour, usize::MAX), Err(PictureError::TooLarge { .. })));
        assert!(png(&rows(), colour, 1 << 14).unwrap_err().to_string().contains("81920x49152"));
    }
}
