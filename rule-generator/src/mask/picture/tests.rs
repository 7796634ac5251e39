use super::*;
use crate::mask::tests::masks;
use proptest::prelude::*;
use std::io::Cursor;

/// A PNG file that is made by hand, so that it can be of any kind.
#[derive(Clone, Copy)]
struct Kind {
    colour: u8,
    depth: u8,
    interlaced: bool,
}

const GREY: u8 = 0;
const RGB: u8 = 2;
const INDEXED: u8 = 3;
const GREY_ALPHA: u8 = 4;
const RGBA: u8 = 6;

/// All valid combinations.
fn kinds() -> impl Iterator<Item = Kind> {
    let depths = [
        (GREY, &[1, 2, 4, 8, 16][..]),
        (RGB, &[8, 16]),
        (INDEXED, &[1, 2, 4, 8]),
        (GREY_ALPHA, &[8, 16]),
        (RGBA, &[8, 16]),
    ];
    let depths =
        depths.into_iter().flat_map(|(colour, depths)| depths.iter().map(move |depth| (colour, *depth)));
    depths.flat_map(|(colour, depth)| [false, true].map(|interlaced| Kind { colour, depth, interlaced }))
}

fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [name, data].concat();
    let crc = body.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 },
        )
    });
    [&(data.len() as u32).to_be_bytes()[..], &body, &(!crc).to_be_bytes()].concat()
}

/// A zlib stream without compression.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = data.chunks(60_000).collect();
    for (index, block) in blocks.iter().enumerate() {
        stream.push(u8::from(index + 1 == blocks.len()));
        stream.extend((block.len() as u16).to_le_bytes());
        stream.extend((!(block.len() as u16)).to_le_bytes());
        stream.extend(*block);
    }
    let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    stream.extend((b << 16 | a).to_be_bytes());
    stream
}

fn header(kind: Kind, width: u32, height: u32) -> Vec<u8> {
    let mut data = [width.to_be_bytes(), height.to_be_bytes()].concat();
    data.extend([kind.depth, kind.colour, 0, 0, u8::from(kind.interlaced)]);
    chunk(b"IHDR", &data)
}

/// The file with these samples for each pixel. `extra` are the chunks before the pixels.
fn png_file(
    kind: Kind,
    (width, height): (usize, usize),
    extra: &[Vec<u8>],
    pixel: impl Fn(usize, usize) -> Vec<u16>,
) -> Vec<u8> {
    let adam7 =
        [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];
    let passes = if kind.interlaced { &adam7[..] } else { &[(0, 1, 0, 1)] };
    let mut data = Vec::new();
    for (x, dx, y, dy) in passes.iter().copied().filter(|(x, _, y, _)| *x < width && *y < height) {
        for y in (y..height).step_by(dy) {
            let samples = (x..width).step_by(dx).flat_map(|x| pixel(x, y));
            let bits: Vec<u8> = samples
                .flat_map(|sample| (0..kind.depth).rev().map(move |bit| (sample >> bit & 1) as u8))
                .collect();
            data.push(0);
            data.extend(
                bits.chunks(8).map(|bits| {
                    bits.iter().enumerate().fold(0, |byte, (index, bit)| byte | bit << (7 - index))
                }),
            );
        }
    }
    let mut file = SIGNATURE.to_vec();
    file.extend(header(kind, width as u32, height as u32));
    file.extend(extra.concat());
    file.extend(chunk(b"IDAT", &stored(&data)));
    file.extend(chunk(b"IEND", &[]));
    file
}

fn read(file: &[u8], size: Option<(usize, usize)>) -> Result<Luminance, PictureError> {
    Luminance::read(Cursor::new(file), size)
}

fn error(file: &[u8]) -> String {
    read(file, None).expect_err("an error").to_string()
}

/// A number that looks random.
fn noise(x: usize, y: usize, channel: usize) -> u16 {
    let mixed = (x * 7919 + y * 104_729 + channel * 1_299_709 + 12_345).wrapping_mul(2_654_435_761);
    (mixed >> 13) as u16
}

#[test]
fn all_kinds_of_pictures_are_read() {
    let palette: Vec<u8> =
        (0..256).flat_map(|index| [index as u8, (index * 3) as u8, (index * 7) as u8]).collect();
    for (kind, transparent) in kinds().flat_map(|kind| [(kind, false), (kind, true)]) {
        let Kind { colour, depth, interlaced } = kind;
        let channels = match colour {
            GREY | INDEXED => 1,
            RGB => 3,
            GREY_ALPHA => 2,
            _ => 4,
        };
        let mask = u16::MAX >> (16 - depth);
        let samples = |x: usize, y: usize| -> Vec<u16> {
            (0..channels).map(|channel| noise(x, y, channel) & mask).collect()
        };
        let mut extra = Vec::new();
        if colour == INDEXED {
            extra.push(chunk(b"PLTE", &palette[..3 << depth]));
        }
        // One transparent colour is given by its samples, a palette has one alpha value for each index.
        let clear = samples(3, 3);
        let has_trns = transparent && [GREY, RGB, INDEXED].contains(&colour);
        if has_trns {
            let data = match colour {
                INDEXED => vec![0, 128],
                _ => clear.iter().flat_map(|sample| sample.to_be_bytes()).collect(),
            };
            extra.push(chunk(b"tRNS", &data));
        }
        let size = (13, 11);
        let file = png_file(kind, size, &extra, samples);
        let luminance =
            read(&file, None).unwrap_or_else(|why| panic!("{colour} {depth} {interlaced}: {why}"));
        assert_eq!((luminance.width(), luminance.height()), size);
        for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let raw = samples(x, y);
            let value = |sample: u16| f64::from(sample) * 255.0 / f64::from(mask);
            let entry = |channel: usize| f64::from(palette[usize::from(raw[0]) * 3 + channel]);
            let opaque = if has_trns && raw == clear { 0.0 } else { 1.0 };
            let (rgb, alpha) = match colour {
                GREY => ([value(raw[0]); 3], opaque),
                RGB => ([value(raw[0]), value(raw[1]), value(raw[2])], opaque),
                GREY_ALPHA => ([value(raw[0]); 3], value(raw[1]) / 255.0),
                RGBA => ([value(raw[0]), value(raw[1]), value(raw[2])], value(raw[3]) / 255.0),
                _ => {
                    let alpha = match raw[0] {
                        0 if has_trns => 0.0,
                        1 if has_trns => 128.0 / 255.0,
                        _ => 1.0,
                    };
                    ([entry(0), entry(1), entry(2)], alpha)
                }
            };
            let grey = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
            let expected = grey * alpha + 255.0 * (1.0 - alpha);
            let found = f64::from(luminance.get(x, y));
            assert!(
                (found - expected).abs() < 2.0,
                "{colour} {depth} {interlaced} {x},{y}: {found} {expected}"
            );
        }
    }
}

const BITS: Kind = Kind { colour: GREY, depth: 1, interlaced: false };
const BYTES: Kind = Kind { colour: GREY, depth: 8, interlaced: false };

#[test]
fn enlarged_pixel_art_is_taken_down() {
    for interlaced in [false, true] {
        for (scale, width, height) in
            [(1, 7, 5), (2, 7, 5), (3, 7, 5), (8, 12, 12), (30, 16, 9), (7, 128, 128)]
        {
            let kind = Kind { interlaced, ..BITS };
            let cell = |x: usize, y: usize| noise(x, y, 0) & 1;
            let size = (width * scale, height * scale);
            let file = png_file(kind, size, &[], |x, y| vec![cell(x / scale, y / scale)]);
            let luminance = read(&file, None).unwrap();
            assert_eq!((luminance.width(), luminance.height()), (width, height), "{scale}");
            let same = |x: usize, y: usize| u16::from(luminance.get(x, y)) == cell(x, y) * 255;
            assert!((0..width).all(|x| (0..height).all(|y| same(x, y))), "{scale}");
            // One pixel in the last corner is different.
            let file = png_file(kind, size, &[], |x, y| {
                vec![cell(x / scale, y / scale) ^ u16::from((x, y) == (size.0 - 1, size.1 - 1))]
            });
            let luminance = read(&file, None).unwrap();
            let longer = size.0.max(size.1);
            let expected = if longer <= MAX_SIDE { size } else { default_size(size.0, size.1) };
            assert_eq!((luminance.width(), luminance.height()), expected, "{scale}");
        }
    }
}

#[test]
fn pictures_of_one_colour_keep_their_pixels() {
    for (size, expected) in
        [((16, 8), (16, 8)), ((1, 1), (1, 1)), ((500, 250), (24, 12)), ((3000, 1), (24, 1))]
    {
        let luminance = read(&png_file(BITS, size, &[], |_, _| vec![1]), None).unwrap();
        assert_eq!((luminance.width(), luminance.height()), expected);
        assert_eq!(luminance.suggested_threshold(), 128);
        assert!(luminance.mask(255).is_clear());
    }
}

#[test]
fn cells_are_averages_of_their_areas() {
    for interlaced in [false, true] {
        let kind = Kind { interlaced, ..BYTES };
        let (width, height) = (37, 23);
        let value = |x: usize, y: usize| noise(x, y, 0) & 255;
        let file = png_file(kind, (width, height), &[], |x, y| vec![value(x, y)]);
        for (columns, rows) in [(5, 4), (37, 23), (1, 1), (50, 7), (128, 128)] {
            let luminance = read(&file, Some((columns, rows))).unwrap();
            for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
                let overlap = |pixel: usize, pixels: usize, cell: usize, cells: usize| {
                    let side = pixels as f64 / cells as f64;
                    let (start, end) = (cell as f64 * side, (cell + 1) as f64 * side);
                    ((pixel + 1) as f64).min(end) - (pixel as f64).max(start)
                };
                let (mut sum, mut area) = (0.0, 0.0);
                for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
                    let weight =
                        overlap(x, width, column, columns).max(0.0) * overlap(y, height, row, rows).max(0.0);
                    sum += weight * f64::from(value(x, y));
                    area += weight;
                }
                let found = f64::from(luminance.get(column, row));
                assert!((found - sum / area).abs() < 0.51, "{column},{row}: {found} {}", sum / area);
            }
        }
    }
}

#[test]
fn thresholds_are_suggested() {
    let suggested = |values: &[u8]| Luminance::from_values(values.len(), values).suggested_threshold();
    assert_eq!(suggested(&[0, 255, 250, 3]), 128);
    assert_eq!(suggested(&[77; 9]), 128);
    // Two tones of grey: the middle between them.
    assert_eq!(suggested(&[100, 100, 180]), 140);
    // A thin line that was made smaller: its cells are light, but darker than the paper.
    assert_eq!(suggested(&[255, 255, 200, 210, 255]), 233);
    let mask = Luminance::from_values(3, &[10, 11, 12]).mask(11);
    assert_eq!(mask.to_string(), "#..\n");
    let options = PictureOptions { threshold: Some(200), ..PictureOptions::default() };
    let file = png_file(BYTES, (3, 1), &[], |x, _| vec![[0, 199, 200][x]]);
    assert_eq!(read_png(Cursor::new(file), &options).unwrap().to_string(), "##.\n");
}

#[test]
fn bad_pictures_are_explained() {
    let good = png_file(BITS, (4, 4), &[], |x, y| vec![noise(x, y, 0) & 1]);
    for end in 0..good.len() {
        let why = error(&good[..end]);
        assert!(why.contains(if end == 0 { "empty" } else { "cut off" }), "{end}: {why}");
    }
    let mut damaged = good.clone();
    damaged[50] ^= 1;
    assert_eq!(error(&damaged), "the picture is damaged: a checksum is wrong");
    let with_kind =
        |colour, depth| png_file(Kind { colour, depth, interlaced: false }, (4, 4), &[], |_, _| vec![0]);
    assert_eq!(error(&with_kind(RGB, 4)), "the picture is damaged: its colour type is not valid");
    let with_data = |data: &[u8]| {
        let start = [&SIGNATURE[..], &header(BITS, 4, 4)].concat();
        error(&[start, chunk(b"IDAT", data), chunk(b"IEND", &[])].concat())
    };
    assert_eq!(
        with_data(&stored(&[0; 7])),
        "the picture is damaged: it has fewer pixels than its header says"
    );
    assert_eq!(with_data(&[1, 2, 3, 4]), "the picture is damaged: its compressed data is not valid");
    let empty = [&SIGNATURE[..], &header(BITS, 4, 4), &chunk(b"IEND", &[])].concat();
    assert_eq!(error(&empty), "the picture is damaged: it has no image data");
    assert_eq!(error(b"GIF89a and so on"), "this is not a PNG picture");
    let start = |width, height| [&SIGNATURE[..], &header(BITS, width, height)].concat();
    assert!(error(&start(0, 5)).contains("0x5 pixels"));
    assert!(error(&start(20_001, 1)).contains("20001x1 pixels; at most 20000x20000 and 100 million"));
    assert!(error(&start(20_000, 20_000)).contains("20000x20000 pixels; at most"));
    assert!(error(&start(u32::MAX, u32::MAX)).contains("at most"));
    let animated = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    assert!(error(&png_file(BITS, (4, 4), &[animated], |_, _| vec![0])).contains("animated"));
    let indexed = Kind { colour: INDEXED, depth: 8, interlaced: false };
    for palette in [vec![], chunk(b"PLTE", &[]), chunk(b"PLTE", &[1; 8]), chunk(b"PLTE", &[1; 771])] {
        let why = error(&png_file(indexed, (4, 4), &[palette], |_, _| vec![0]));
        assert_eq!(why, "the picture is damaged: it has no valid palette");
    }
    assert!(matches!(read(&good, Some((0, 3))), Err(PictureError::MaskSize(MaskError::NoCells))));
    assert!(matches!(read(&good, Some((3, 129))), Err(PictureError::MaskSize(MaskError::TooLarge { .. }))));
}

#[test]
fn large_pictures_are_read() {
    let (width, height) = (4000, 3000);
    let file = png_file(BITS, (width, height), &[], |x, y| vec![u16::from(x / 100 == y / 100)]);
    let luminance = read(&file, None).unwrap();
    assert_eq!((luminance.width(), luminance.height()), (40, 30));
    let file = png_file(BITS, (width, height), &[], |x, y| vec![u16::from(x * 3 < y * 4 + 1)]);
    let mask = read_png(Cursor::new(file), &PictureOptions::default()).unwrap();
    assert_eq!((mask.width(), mask.height()), (24, 18));
    assert!(mask.get(23, 0) == 1 && mask.get(0, 17) == 0);
}

proptest! {
    #[test]
    fn a_written_picture_reads_back_the_same(mask in masks(), cell_size in 1usize..20) {
        let colours = mask.compacted().colours();
        let file = write_png(&mask, cell_size).unwrap();
        let read = read_png(Cursor::new(&file), &PictureOptions::default()).unwrap();
        prop_assert_eq!((read.width(), read.height()), (mask.width(), mask.height()));
        if colours == 2 {
            prop_assert_eq!(read, mask.compacted());
        }
    }

    #[test]
    fn any_bytes_are_a_picture_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), valid in any::<bool>()) {
        let start = if valid { &SIGNATURE[..] } else { &[] };
        let _ = read(&[start, &bytes].concat(), None);
    }

    #[test]
    fn changed_pictures_are_pictures_or_errors(
        which in 0usize..30,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        valid_sums in prop::bool::weighted(0.8),
    ) {
        let kind = kinds().nth(which % kinds().count()).unwrap();
        let mut extra = vec![
            chunk(b"PLTE", &[9; 6]),
            chunk(b"tRNS", &[0; 2]),
            chunk(b"tEXt", b"Cell size\x003"),
            chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
            chunk(b"fcTL", &[&[0; 7][..], &[9, 0, 0, 0, 5], &[0; 14]].concat()),
        ];
        // Animations are refused early, so most pictures have no sign of one.
        extra.truncate(match (kind.colour, which) {
            (_, 20..) => 5,
            (INDEXED, _) => 2 + which % 2,
            _ => 0,
        });
        let channels = [1, 1, 3, 1, 2, 2, 4][usize::from(kind.colour)];
        let mut file = png_file(kind, (9, 6), &extra, |x, y| (0..channels).map(|c| noise(x, y, c)).collect());
        for (place, byte) in changes {
            let place = place.index(file.len());
            file[place] = byte;
        }
        if valid_sums {
            correct_sums(&mut file);
        }
        let _ = read(&file, None);
        let _ = read(&file, Some((3, 3)));
    }
}

/// Makes the check sum of every chunk right, so that changes reach the decoder.
fn correct_sums(file: &mut [u8]) {
    let mut start = SIGNATURE.len();
    while let Some(length) = file.get(start..start + 4).and_then(|bytes| bytes.try_into().ok()) {
        let end = start.saturating_add(u32::from_be_bytes(length) as usize).saturating_add(12);
        let Some(old) = file.get_mut(start..end) else { return };
        let new = chunk(&old[4..8], &old[8..old.len() - 4]);
        old.copy_from_slice(&new);
        start = end;
    }
}

#[test]
fn the_colours_of_our_own_pictures_stay() {
    let mask: Mask = ".#ab\ncdef\ngh.#\n".parse().unwrap();
    for cell_size in [1, 7] {
        let bytes = write_png(&mask, cell_size).unwrap();
        let read = read_png(Cursor::new(&bytes), &PictureOptions::default()).unwrap();
        assert_eq!(read.to_string(), mask.to_string());
        let options = PictureOptions { threshold: Some(128), ..PictureOptions::default() };
        let by_brightness = read_png(Cursor::new(&bytes), &options).unwrap();
        assert_eq!(by_brightness.colours(), 2, "a threshold gives ink and paper");
    }
}

/// A picture with these pixels.
fn rgb(width: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, pixels.len() as u32 / width);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels.as_flattened()).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn colours_of_any_picture_can_stay() {
    let (yellow, red, blue) = ([250, 250, 100], [200, 30, 30], [10, 10, 120]);
    let picture = rgb(3, &[red, yellow, blue, yellow, yellow, red]);
    let colours = PictureOptions { colours: true, ..PictureOptions::default() };
    let read = |picture: &[u8], options: &PictureOptions| {
        read_png(Cursor::new(picture), options).map(|mask| mask.to_string())
    };
    assert_eq!(read(&picture, &colours).unwrap(), "a.#\n..a\n", "the lightest is paper, the darkest is ink");
    assert_eq!(read(&picture, &PictureOptions::default()).unwrap(), "#.#\n..#\n");
    // Two colours of the same brightness cannot be separated by a threshold.
    let (green, pink) = ([0, 140, 0], [255, 51, 128]);
    let picture = rgb(2, &[green, pink, green, green]);
    assert_eq!(read(&picture, &PictureOptions::default()).unwrap().matches('#').count() % 4, 1);
    let many: Vec<[u8; 3]> = (0..12).map(|n| [n * 20, n, 0]).collect();
    assert!(matches!(read_png(Cursor::new(rgb(12, &many)), &colours), Err(PictureError::TooManyColours)));
}

#[test]
fn deep_pictures_have_a_limit_of_their_own() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 10_000, 10_000);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Sixteen);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
    drop(writer);
    let read = read_png(Cursor::new(bytes), &PictureOptions::default());
    assert!(matches!(read, Err(PictureError::TooDeep)), "{read:?}");
}
