//! The template of a map: the region of each pixel.

use super::check::Mistake;
use super::file::colour_text;
use super::{Map, RegionId};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, ImageReader, Limits, Rgb, RgbImage};
use std::collections::HashMap;
use std::io::Cursor;

/// The colour of pixels that belong to no region.
pub const SEA: [u8; 3] = [0, 0, 0];
/// The maximum width and height of a picture in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 23;
/// The memory that decoding a picture may use: 8 bytes for each pixel, and its texts.
const DECODER_BYTES: u64 = 8 * MAX_PIXELS + (16 << 20);

/// The region of each pixel of a map's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    width: u32,
    height: u32,
    pixels: Vec<RegionId>,
}

impl Template {
    /// The value of pixels that belong to no region.
    pub const NO_REGION: RegionId = RegionId::MAX;

    /// A template of pixels in rows. Returns `None` if their number does not fit the size.
    pub fn new(width: u32, height: u32, pixels: Vec<RegionId>) -> Option<Template> {
        (pixels.len() == width as usize * height as usize).then_some(Template { width, height, pixels })
    }

    /// Reads a template picture. Colours that belong to no region become sea and are also returned as mistakes.
    pub fn from_picture(map: &Map, picture: &RgbImage) -> (Template, Vec<Mistake>) {
        let ids: HashMap<[u8; 3], RegionId> =
            (0..).zip(&map.regions).map(|(id, region)| (region.template, id)).collect();
        let mut strays: HashMap<[u8; 3], (u32, u32, usize)> = HashMap::new();
        let mut last = (SEA, Template::NO_REGION);
        let pixel = |(x, y, Rgb(colour)): (u32, u32, &Rgb<u8>)| {
            if last.0 != *colour || strays.contains_key(colour) {
                let id = ids.get(colour).copied();
                if id.is_none() && *colour != SEA {
                    strays.entry(*colour).or_insert((x, y, 0)).2 += 1;
                }
                last = (*colour, id.unwrap_or(Template::NO_REGION));
            }
            last.1
        };
        let pixels = picture.enumerate_pixels().map(pixel).collect();
        let mut strays: Vec<_> = strays.into_iter().collect();
        strays.sort_by_key(|(colour, (x, y, _))| (*y, *x, *colour));
        let stray =
            |(colour, (x, y, count))| Mistake::UnknownInTemplate { colour: colour_text(colour), x, y, count };
        // A picture with smoothed edges has thousands of wrong colours; a few of them explain enough.
        let strays = strays.into_iter().take(10).map(stray).collect();
        (Template { width: picture.width(), height: picture.height(), pixels }, strays)
    }

    /// Draws the template with the colours of the map.
    pub fn to_picture(&self, map: &Map) -> RgbImage {
        RgbImage::from_fn(self.width, self.height, |x, y| {
            let colour = self.region_at(x, y).and_then(|id| map.regions.get(usize::from(id)));
            Rgb(colour.map_or(SEA, |region| region.template))
        })
    }

    /// The numbers of the regions as colours, whatever the template colours of the map are.
    pub fn to_numbers(&self) -> RgbImage {
        RgbImage::from_fn(self.width, self.height, |x, y| {
            let [high, low] = self.region_at(x, y).unwrap_or(Template::NO_REGION).to_be_bytes();
            Rgb([high, low, 0])
        })
    }

    /// Reads what [`Template::to_numbers`] has written, for a map with so many regions.
    pub fn from_numbers(picture: &RgbImage, regions: usize) -> Template {
        let number = |Rgb([high, low, _]): &Rgb<u8>| {
            let id = RegionId::from_be_bytes([*high, *low]);
            if usize::from(id) < regions { id } else { Template::NO_REGION }
        };
        let pixels = picture.pixels().map(number).collect();
        Template { width: picture.width(), height: picture.height(), pixels }
    }

    /// The width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The region of each pixel in rows, [`Template::NO_REGION`] in the sea.
    pub fn pixels(&self) -> &[RegionId] {
        &self.pixels
    }

    /// The region at a pixel; `None` in the sea and outside the picture.
    pub fn region_at(&self, x: u32, y: u32) -> Option<RegionId> {
        let inside = x < self.width && y < self.height;
        let id = *self.pixels.get(y as usize * self.width as usize + x as usize).filter(|_| inside)?;
        (id != Template::NO_REGION).then_some(id)
    }
}

/// A template colour for the region with this index: never the sea, and different for each of 1,000 regions.
pub fn template_colour(index: usize) -> [u8; 3] {
    // 10 steps in each channel. The factor has no divisor in common with 1,000, so no colour repeats, and consecutive
    // regions are easy to tell apart.
    let index = index * 371 % 1000;
    let channel = |digit: usize| (255 - digit * 22) as u8;
    [channel(index % 10), channel(index / 10 % 10), channel(index / 100)]
}

/// Reads a PNG of limited size. The error is the end of a sentence that begins with the name of the file.
pub fn decode(bytes: &[u8]) -> Result<RgbImage, String> {
    let reader = || ImageReader::with_format(Cursor::new(bytes), image::ImageFormat::Png);
    let too_large = || {
        format!(
            "is too large: a picture is at most {MAX_SIDE} pixels wide and high and has at most {MAX_PIXELS} pixels"
        )
    };
    let pixels = |(width, height)| u64::from(width) * u64::from(height);
    if reader().into_dimensions().is_ok_and(|size: (u32, u32)| pixels(size) > MAX_PIXELS) {
        return Err(too_large());
    }
    let mut reader = reader();
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(DECODER_BYTES);
    reader.limits(limits);
    match reader.decode() {
        Ok(picture) => Ok(picture.into_rgb8()),
        Err(image::ImageError::Limits(_)) => Err(too_large()),
        Err(_) => Err("is not a PNG that can be read".to_owned()),
    }
}

/// Writes a picture as PNG, as small as the encoder can make it. In a web page that would take seconds, in which nothing
/// is drawn, so there the picture is larger.
pub fn encode(picture: &RgbImage) -> Result<Vec<u8>, String> {
    if cfg!(target_arch = "wasm32") {
        return encode_fast(picture);
    }
    let mut smallest: Option<Vec<u8>> = None;
    for filter in [FilterType::NoFilter, FilterType::Adaptive] {
        let bytes = encode_with(picture, CompressionType::Best, filter)?;
        if smallest.as_ref().is_none_or(|smallest| bytes.len() < smallest.len()) {
            smallest = Some(bytes);
        }
    }
    Ok(smallest.unwrap_or_default())
}

/// Writes a picture as PNG in a short time.
pub fn encode_fast(picture: &RgbImage) -> Result<Vec<u8>, String> {
    encode_with(picture, CompressionType::Fast, FilterType::Up)
}

fn encode_with(
    picture: &RgbImage,
    compression: CompressionType,
    filter: FilterType,
) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, compression, filter)
        .write_image(picture.as_raw(), picture.width(), picture.height(), image::ExtendedColorType::Rgb8)
        .map_err(|error| error.to_string())?;
    Ok(bytes)
}
