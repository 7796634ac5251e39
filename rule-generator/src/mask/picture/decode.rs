//! Reads PNG pictures row by row.

use super::averages::Averages;
use super::blocks::Blocks;
use super::{
    CELL_SIZE_KEY, MAX_PICTURE_SIDE, MAX_PIXEL_BYTES, MAX_PIXELS, PictureError, SIGNATURE, default_size,
};
use png::{ColorType, DecodingError, Transformations};
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The memory that the decoder may use for rows and texts. Rows need much less.
const DECODER_BYTES: usize = 64 << 20;

/// A part of the picture that is stored together: all pixels `x + i · dx`, `y + j · dy`.
#[derive(Clone, Copy)]
struct Pass {
    x: usize,
    dx: usize,
    y: usize,
    dy: usize,
}

/// The parts of a picture that is not interlaced.
const PLAIN: [Pass; 1] = [Pass { x: 0, dx: 1, y: 0, dy: 1 }];

/// The parts of an interlaced picture, by Adam7.
const ADAM7: [Pass; 7] = [
    Pass { x: 0, dx: 8, y: 0, dy: 8 },
    Pass { x: 4, dx: 8, y: 0, dy: 8 },
    Pass { x: 0, dx: 4, y: 4, dy: 8 },
    Pass { x: 2, dx: 4, y: 0, dy: 4 },
    Pass { x: 0, dx: 2, y: 2, dy: 4 },
    Pass { x: 1, dx: 2, y: 0, dy: 2 },
    Pass { x: 0, dx: 1, y: 1, dy: 2 },
];

/// Red, green and blue of a pixel on white.
pub type Pixel = [u8; 3];

/// The cells of a picture.
pub enum Cells {
    /// The number of columns, and the colour of every cell.
    Exact(usize, Vec<Pixel>),
    /// The number of columns, and the average brightness of every cell.
    Averages(usize, Vec<u8>),
}

/// The cells of a picture; see [`super::Luminance::read`].
pub fn cells(mut source: impl BufRead + Seek, size: Option<(usize, usize)>) -> Result<Cells, PictureError> {
    let (width, height) = check_header(&mut source)?;
    let mut decoder = png::Decoder::new_with_limits(source, png::Limits { bytes: DECODER_BYTES });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(explain)?;
    check_info(reader.info())?;
    let marked = cell_size(reader.info());
    let (columns, rows) = size.unwrap_or_else(|| default_size(width, height));
    let mut averages = Averages::new((width, height), (columns, rows));
    let mut blocks = if size.is_none() { Blocks::candidates(width, height) } else { Vec::new() };

    let (colour_type, _) = reader.output_color_type();
    let row_bytes = reader.output_line_size(width as u32).ok_or_else(too_much_memory)?;
    let mut row = vec![0; row_bytes];
    let mut pixels = Vec::with_capacity(width);
    let passes: &[Pass] = if reader.info().interlaced { &ADAM7 } else { &PLAIN };
    // A pass without pixels is not stored.
    for pass in passes.iter().filter(|pass| pass.x < width && pass.y < height) {
        let samples = (width - pass.x).div_ceil(pass.dx);
        for y in (pass.y..height).step_by(pass.dy) {
            if reader.read_row(&mut row).map_err(explain)?.is_none() {
                return Err(PictureError::CutOff);
            }
            pixels.clear();
            row_pixels(colour_type, &row, samples, &mut pixels);
            let mut first = 0;
            for run in pixels.chunk_by(|a, b| a == b) {
                let brightness = brightness(run[0]);
                let (start, end) = (pass.x + first * pass.dx, pass.x + (first + run.len() - 1) * pass.dx + 1);
                first += run.len();
                blocks.retain_mut(|blocks| blocks.add_run(y, start, end, pass.dx, run[0]));
                if pass.dx == 1 {
                    averages.add_run(start, end, brightness);
                } else {
                    (start..end).step_by(pass.dx).for_each(|x| averages.add_run(x, x + 1, brightness));
                }
            }
            averages.end_row(y);
        }
    }
    reader.finish().map_err(explain)?;
    Ok(match Blocks::choose(blocks, marked) {
        Some((columns, colours)) => Cells::Exact(columns, colours),
        None => Cells::Averages(columns, averages.finish()),
    })
}

/// Checks the first bytes of the file. Returns width and height.
fn check_header(source: &mut (impl BufRead + Seek)) -> Result<(usize, usize), PictureError> {
    let mut header = Vec::new();
    source.by_ref().take(24).read_to_end(&mut header).map_err(PictureError::Unreadable)?;
    if header.is_empty() {
        return Err(PictureError::Empty);
    }
    if !header.starts_with(&SIGNATURE) {
        let cut_off = header.len() < SIGNATURE.len() && SIGNATURE.starts_with(&header);
        return Err(if cut_off { PictureError::CutOff } else { PictureError::NotPng });
    }
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_be_bytes).ok_or(PictureError::CutOff)
    };
    let (width, height) = (number(16)?, number(20)?);
    if header[12..16] != *b"IHDR" {
        return Err(PictureError::Damaged("it does not start with its size".to_owned()));
    }
    if width == 0 || height == 0 {
        return Err(PictureError::NoPixels { width, height });
    }
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE || pixels > MAX_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    source.seek(SeekFrom::Start(0)).map_err(PictureError::Unreadable)?;
    Ok((width as usize, height as usize))
}

/// Checks what the chunks before the pixels say.
fn check_info(info: &png::Info<'_>) -> Result<(), PictureError> {
    if info.animation_control.is_some() || info.frame_control.is_some() {
        return Err(PictureError::Animated);
    }
    let pixels = u64::from(info.width) * u64::from(info.height);
    if pixels * info.bytes_per_pixel() as u64 > MAX_PIXEL_BYTES {
        return Err(PictureError::TooDeep);
    }
    // The decoder panics if a palette does not consist of whole entries.
    let bytes = info.palette.as_deref().unwrap_or_default().len();
    let whole = bytes.is_multiple_of(3) && (3..=3 * 256).contains(&bytes);
    if info.color_type == ColorType::Indexed && !whole {
        return Err(PictureError::Damaged("it has no valid palette".to_owned()));
    }
    Ok(())
}

/// The size of the cells in pixels, which our own pictures say.
fn cell_size(info: &png::Info<'_>) -> Option<usize> {
    let texts = &info.uncompressed_latin1_text;
    texts.iter().find(|text| text.keyword == CELL_SIZE_KEY)?.text.parse().ok()
}

/// The brightness of a pixel.
pub fn brightness([red, green, blue]: Pixel) -> u8 {
    // Rec. 709, as for sRGB; the weights add up to 2^16.
    let sum = 13_933 * u32::from(red) + 46_871 * u32::from(green) + 4732 * u32::from(blue);
    ((sum + (1 << 15)) >> 16) as u8
}

/// Adds the first `samples` pixels of a row.
fn row_pixels(colour_type: ColorType, row: &[u8], samples: usize, pixels: &mut Vec<Pixel>) {
    let on_white = |part: u8, alpha: u8| {
        let (part, alpha) = (u32::from(part), u32::from(alpha));
        ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    match colour_type {
        // The decoder expands palettes.
        ColorType::Grayscale | ColorType::Indexed => {
            pixels.extend(row[..samples].iter().map(|grey| [*grey; 3]));
        }
        ColorType::GrayscaleAlpha => {
            let pixel = |[grey, alpha]: &[u8; 2]| [on_white(*grey, *alpha); 3];
            pixels.extend(row.as_chunks().0[..samples].iter().map(pixel));
        }
        ColorType::Rgb => pixels.extend(&row.as_chunks().0[..samples]),
        ColorType::Rgba => {
            let pixel = |[r, g, b, alpha]: &[u8; 4]| [r, g, b].map(|part| on_white(*part, *alpha));
            pixels.extend(row.as_chunks().0[..samples].iter().map(pixel));
        }
    }
}

fn too_much_memory() -> PictureError {
    PictureError::Damaged("it needs too much memory".to_owned())
}

/// What the decoder's messages contain, and what we say instead, because they name parts of the format.
const EXPLANATIONS: [(&str, &str); 7] = [
    ("CRC", "a checksum is wrong"),
    ("deflate", "its compressed data is not valid"),
    ("enough data", "it has fewer pixels than its header says"),
    ("IDAT or fdAT chunk is missing", "it has no image data"),
    ("palette", "it has no valid palette"),
    ("PLTE", "it has no valid palette"),
    ("olor", "its colour type is not valid"),
];

fn explain(error: DecodingError) -> PictureError {
    match error {
        DecodingError::IoError(why) if why.kind() == io::ErrorKind::UnexpectedEof => PictureError::CutOff,
        DecodingError::IoError(why) => PictureError::Unreadable(why),
        DecodingError::LimitsExceeded => too_much_memory(),
        other => {
            let message = other.to_string();
            let known = EXPLANATIONS.iter().find(|(part, _)| message.contains(part));
            let explanation = known.map_or("its structure is not valid", |(_, explanation)| *explanation);
            PictureError::Damaged(explanation.to_owned())
        }
    }
}
