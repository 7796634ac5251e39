//! Mask files: PNG pictures, text, and automata as the pictures that they draw.

use crate::mask::picture::{self, Luminance, PictureOptions, SIGNATURE};
use crate::mask::{INK, MAX_SIDE, Mask};
use common::automaton::{Automaton, AutomatonKind};
use common::limits::Bytes;
use common::store::{self, StoreError};
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;

/// The maximum size of a mask as text.
const MAX_TEXT_BYTES: u64 = 1 << 20;
/// The maximum size of a picture.
const MAX_PICTURE_BYTES: u64 = 32 << 20;

/// The name that stands for the standard input.
pub const STANDARD_INPUT: &str = "-";

/// The content of a mask file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaskFile {
    /// A text or an automaton: the mask itself.
    Text(Mask),
    /// A picture: a threshold makes it a mask.
    Picture(Luminance),
}

/// The format of a file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.txt`.
    Text,
    /// `.png`.
    Picture,
}

impl Format {
    /// The format of a file, by its extension.
    pub fn from_path(path: &Path) -> Result<Format, String> {
        match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
            Some("txt") => Ok(Format::Text),
            Some("png") => Ok(Format::Picture),
            _ => Err(format!("{} does not end in .txt or .png, so its format is unknown", path.display())),
        }
    }
}

/// Reads a mask file; `-` is the standard input. A picture is read in this size; a text has a size of its own.
pub fn read(path: &Path, size: Option<(usize, usize)>) -> Result<MaskFile, String> {
    let name = name(path);
    let failed = |why| StoreError::Read { path: path.to_path_buf(), why }.to_string();
    if path == Path::new(STANDARD_INPUT) {
        let bytes = read_all(io::stdin().lock(), MAX_PICTURE_BYTES)
            .map_err(|why| format!("{name} cannot be read: {}", store::system_error(&why)))?;
        return from_bytes(&name, bytes, size);
    }
    if AutomatonKind::from_path(path).is_some() {
        return read_automaton(path).map(MaskFile::Text);
    }
    let mut file = store::open_file(path).map_err(|why| why.to_string())?;
    // A pipe cannot go back to its start, so it is read as a whole.
    let Some(length) = store::length(&file) else {
        return from_bytes(&name, read_all(file, MAX_PICTURE_BYTES).map_err(failed)?, size);
    };
    let mut start = Vec::new();
    (&mut file).take(SIGNATURE.len() as u64).read_to_end(&mut start).map_err(failed)?;
    file.rewind().map_err(failed)?;
    if start.is_empty() {
        return Err(format!("{name}: the file is empty"));
    }
    if start == SIGNATURE {
        if length > MAX_PICTURE_BYTES {
            return Err(failed(too_large(MAX_PICTURE_BYTES)));
        }
        let luminance = Luminance::read(BufReader::with_capacity(1 << 16, file), size);
        return luminance.map(MaskFile::Picture).map_err(|why| format!("{name}: {why}"));
    }
    from_bytes(&name, read_all(file, MAX_TEXT_BYTES).map_err(failed)?, size)
}

/// Whether a file is an automaton with a picture, by its extension.
pub fn is_picture_automaton(path: &Path) -> bool {
    AutomatonKind::from_path(path) == Some(AutomatonKind::Picture)
}

/// Reads an automaton as the mask that it draws.
fn read_automaton(path: &Path) -> Result<Mask, String> {
    let about = |why: String| format!("{}: {why}", path.display());
    if !is_picture_automaton(path) {
        return Err(about("of the automata, only .pcell files have a picture".to_owned()));
    }
    let automaton = Automaton::open(path).map_err(|why| why.to_string())?;
    mask_of(&automaton).map_err(about)
}

/// The mask that an automaton draws: its ink states are ink.
fn mask_of(automaton: &Automaton) -> Result<Mask, String> {
    let rows = automaton.draw().ok_or_else(|| "the automaton has no start row".to_owned())?;
    let (width, height) = (rows.width(), rows.generations());
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(format!("it has {width}x{height} cells; at most {MAX_SIDE}x{MAX_SIDE} are allowed"));
    }
    let ink = automaton.ink();
    let mut mask = Mask::new(width, height);
    for (y, row) in rows.rows().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, state)| ink.contains(state)) {
            mask.set(x, y, INK);
        }
    }
    Ok(mask)
}

/// Reads a mask. Size and threshold are options of pictures; a text refuses them.
pub fn open(path: &Path, options: &PictureOptions) -> Result<Mask, String> {
    match read(path, options.size)? {
        MaskFile::Picture(luminance) => {
            luminance.chosen_mask(options).map_err(|why| format!("{}: {why}", name(path)))
        }
        MaskFile::Text(_) if options.size.is_some() => {
            Err(format!("{} has a size of its own: --size is for PNG pictures", name(path)))
        }
        MaskFile::Text(_) if options.threshold.is_some() => {
            Err(format!("{} has no brightness: --threshold is for PNG pictures", name(path)))
        }
        MaskFile::Text(_) if options.colours => {
            Err(format!("{} has its colours as characters: --colours is for PNG pictures", name(path)))
        }
        MaskFile::Text(mask) => Ok(mask),
    }
}

/// A mask as text or, with squares of `cell_size` × `cell_size` pixels, as a picture.
pub fn bytes(path: &Path, mask: &Mask, cell_size: usize) -> Result<Vec<u8>, String> {
    match Format::from_path(path)? {
        Format::Text => Ok(mask.to_string().into_bytes()),
        Format::Picture => picture::write_png(mask, cell_size).map_err(|why| why.to_string()),
    }
}

/// Writes a mask to a file, which is replaced if it exists.
pub fn save(path: &Path, mask: &Mask, cell_size: usize) -> Result<(), String> {
    store::write_atomic(path, &bytes(path, mask, cell_size)?).map_err(|why| why.to_string())
}

/// The file in sentences.
fn name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        "the standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

fn read_all(source: impl Read, max: u64) -> io::Result<Vec<u8>> {
    store::read_at_most(source, max)?.ok_or_else(|| too_large(max))
}

fn too_large(max: u64) -> io::Error {
    let why = format!("it is too large: at most {} are read", Bytes(max));
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

fn from_bytes(name: &str, bytes: Vec<u8>, size: Option<(usize, usize)>) -> Result<MaskFile, String> {
    if bytes.starts_with(&SIGNATURE) {
        let luminance = Luminance::read(Cursor::new(bytes), size);
        return luminance.map(MaskFile::Picture).map_err(|why| format!("{name}: {why}"));
    }
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(format!("{name} cannot be read: {}", too_large(MAX_TEXT_BYTES)));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| format!("{name} is neither a PNG picture nor text, so it cannot be opened"))?;
    text.parse().map(MaskFile::Text).map_err(|why| format!("{name}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Boundary, wolfram};

    #[test]
    fn masks_are_written_and_read() {
        let dir = tempfile::tempdir().unwrap();
        let mask: Mask = "##.\n..#\n".parse().unwrap();
        for name in ["mask.txt", "mask.PNG"] {
            let path = dir.path().join(name);
            save(&path, &mask, 4).unwrap();
            assert_eq!(open(&path, &PictureOptions::default()), Ok(mask.clone()));
        }
        let picture = dir.path().join("mask.PNG");
        let options = PictureOptions { size: Some((6, 2)), threshold: Some(9), ..PictureOptions::default() };
        assert_eq!(open(&picture, &options).unwrap().to_string(), "####..\n....##\n");
        assert!(save(&dir.path().join("mask.gif"), &mask, 4).unwrap_err().contains(".txt or .png"));
    }

    #[test]
    fn files_that_are_no_masks_are_explained() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let error = |bytes: &[u8], options: PictureOptions| {
            std::fs::write(&path, bytes).unwrap();
            open(&path, &options).expect_err("an error")
        };
        let default = PictureOptions::default();
        assert!(error(b"\xff\xd8\xff\xe0 JFIF", default).contains("neither a PNG picture nor text"));
        assert!(error(b"", default).contains("file: the file is empty"));
        assert!(error(&SIGNATURE, default).contains("file: the picture is cut off"));
        assert!(
            error(b"#\n", PictureOptions { size: Some((3, 3)), ..default }).contains("--size is for PNG")
        );
        assert!(
            error(b"#\n", PictureOptions { threshold: Some(3), ..default }).contains("--threshold is for")
        );
        assert!(open(dir.path(), &default).unwrap_err().contains("cannot be read"));
        assert!(open(&dir.path().join("gone"), &default).unwrap_err().contains("cannot be read"));
    }

    #[test]
    fn an_automaton_is_opened_as_its_picture() {
        let table = wolfram::table(2, "90").unwrap();
        let mut automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
        assert_eq!(mask_of(&automaton).unwrap().to_string(), "..#..\n.#.#.\n#...#\n");
        automaton.set_ink(vec![0]);
        assert_eq!(mask_of(&automaton).unwrap().to_string(), "##.##\n#.#.#\n.###.\n");
        let wide = Automaton::picture(&table, Boundary::default(), vec![0; MAX_SIDE + 1], 3);
        assert!(mask_of(&wide).unwrap_err().contains("at most"));
    }
}
