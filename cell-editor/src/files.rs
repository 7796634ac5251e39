//! File formats: reading, writing and converting automata by file extension.

use common::automaton::{
    Automaton, AutomatonKind, FileError, RuleConflict, SpaceTime, State, Triple, golly, picture,
};
use common::limits::{AUTOMATON_BYTES, SVG_CELLS};
use common::store::{self, StoreError};
use std::path::Path;

/// The files that the file browser lists.
#[cfg(feature = "window")]
pub const FILTER: common::window::FileFilter = common::window::FileFilter {
    name: "automata",
    accepts: |path| format(path).is_ok(),
    extensions: || vec!["ccell", "tcell", "pcell", "rule"],
};

/// The files that the file browser lists for an export.
#[cfg(feature = "window")]
pub const EXPORT_FILTER: common::window::FileFilter = common::window::FileFilter {
    name: "pictures or Golly rules",
    accepts: |path| is_picture(path) || format(path) == Ok(Format::Golly),
    extensions: || vec!["png", "svg", "rule"],
};

/// Why a file cannot be used.
pub enum ReadError {
    /// The file cannot be read.
    Unreadable(String),
    /// The file is there, but its format is unknown.
    UnknownFormat(String),
    /// The content is not valid.
    Damaged(FileError),
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.ccell`, `.tcell` or `.pcell`.
    Native(AutomatonKind),
    /// Golly's `.rule`.
    Golly,
}

/// The format of a file, by its extension.
pub fn format(path: &Path) -> Result<Format, String> {
    let golly = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rule"));
    let native = AutomatonKind::from_path(path).map(Format::Native);
    native.or_else(|| golly.then_some(Format::Golly)).ok_or_else(|| {
        format!(
            "{} does not end in .ccell, .tcell, .pcell or .rule, so its format is unknown",
            path.display()
        )
    })
}

/// Whether a file is a picture, by its extension.
pub fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        ["png", "svg"].into_iter().any(|picture| extension.eq_ignore_ascii_case(picture))
    })
}

/// Reads a file. Returns its bytes and the automaton.
pub fn read(path: &Path) -> Result<(Vec<u8>, Automaton), ReadError> {
    if store::is_folder(path) {
        let why = format!("{} is a folder: give the name of a file", path.display());
        return Err(ReadError::Unreadable(why));
    }
    let unreadable = |why: StoreError| ReadError::Unreadable(why.to_string());
    let format = match format(path) {
        Ok(format) => format,
        Err(why) => {
            store::open_file(path).map_err(unreadable)?;
            return Err(ReadError::UnknownFormat(why));
        }
    };
    let bytes = store::read_bytes(path, AUTOMATON_BYTES).map_err(unreadable)?;
    let automaton = match format {
        Format::Native(kind) => Automaton::read(&bytes, kind),
        Format::Golly => golly::read(&bytes),
    };
    Ok((bytes, automaton.map_err(ReadError::Damaged)?))
}

impl ReadError {
    /// The error message, with the name of the file.
    pub fn message(self, path: &Path) -> String {
        match self {
            ReadError::Unreadable(why) | ReadError::UnknownFormat(why) => why,
            ReadError::Damaged(why) => format!("{}, {why}", path.display()),
        }
    }
}

/// Whether 000 does not give 0, so that the background of Golly's unlimited grid changes.
pub fn changes_background(automaton: &Automaton) -> bool {
    automaton.rule(Triple::new(0, 0, 0)).unwrap_or(0) != 0
}

/// The automaton as a Golly rule with the name of the file.
pub fn golly_text(path: &Path, automaton: &Automaton) -> String {
    golly::write(automaton, &path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Converts an automaton to another kind. A new [`AutomatonKind::Picture`] has only the rules that it needs from this
/// start row; a picture without another start row stays unchanged.
pub fn converted(
    automaton: &Automaton,
    kind: AutomatonKind,
    picture: Option<(Vec<State>, usize)>,
) -> Result<Automaton, ConversionError> {
    if kind != AutomatonKind::Picture {
        return automaton.converted(kind).map_err(ConversionError::Conflict);
    }
    let own = || automaton.start().map(|(start, generations)| (start.to_vec(), generations));
    if automaton.kind() == AutomatonKind::Picture && picture.is_none() {
        return Ok(automaton.clone());
    }
    let (start, generations) = picture.or_else(own).ok_or(ConversionError::MissingStart)?;
    let needed = Automaton::picture(&automaton.table(), automaton.boundary(), start.clone(), generations);
    let mut other = automaton.as_picture(start, generations);
    for triple in Automaton::rule_triples(AutomatonKind::Picture, automaton.states()) {
        match needed.rule(triple) {
            Some(result) => other.set_rule(triple, result),
            None => other.remove_rule(triple),
        }
    }
    Ok(other)
}

/// Why an automaton cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConversionError {
    /// Two rules show that the order of the cells matters.
    Conflict(RuleConflict),
    /// A picture needs a start row and a number of generations.
    MissingStart,
}

/// The content of a PNG or SVG file with the generations of an automaton.
pub fn picture(path: &Path, automaton: &Automaton, rows: &SpaceTime, cell: usize) -> Result<Vec<u8>, String> {
    let colour = |state| automaton.colour(state);
    match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
        Some("png") => picture::png(rows, colour, cell).map_err(|why| why.to_string()),
        Some("svg") if rows.width() * rows.generations() > SVG_CELLS => Err(format!(
            "the picture has {} cells; an SVG file may have at most {SVG_CELLS}: write a PNG file",
            rows.width() * rows.generations()
        )),
        Some("svg") => Ok(picture::svg(rows, colour, cell).into_bytes()),
        _ => Err(format!("{} does not end in .png or .svg", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Boundary, evolve, wolfram};

    #[test]
    fn the_extension_determines_the_format() {
        assert_eq!(format(Path::new("a/b.ccell")), Ok(Format::Native(AutomatonKind::Common)));
        assert_eq!(format(Path::new("b.TCELL")), Ok(Format::Native(AutomatonKind::Totalistic)));
        assert_eq!(format(Path::new("b.Rule")), Ok(Format::Golly));
        assert!(format(Path::new("ccell")).is_err() && format(Path::new("a.txt")).is_err());
    }

    #[test]
    fn a_large_picture_is_not_written_as_svg() {
        let table = wolfram::table(2, "30").unwrap();
        let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        let drawn = |generations| evolve(&table, Boundary::Cyclic, &[1; 4096], generations);
        let write = |generations| picture(Path::new("a.svg"), &automaton, &drawn(generations), 1);
        assert!(write(16).is_ok());
        let why = write(1025).unwrap_err();
        assert!(why.contains("at most 4194304"), "{why}");
    }
}
