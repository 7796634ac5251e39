//! Files by their endings: what they hold, and how they are written.

use crate::text;
use common::automaton::{Automaton, Clash, FileError, Kind, SpaceTime, State, Triple, golly, picture};
use common::cli::{self, Failure};
use common::store::{self, StoreError};
use std::path::Path;

/// The most that is read of a file: anything longer is no automaton.
const LONGEST_FILE: u64 = 64 << 20;

/// Why a file gives no automaton.
pub enum Trouble {
    /// It cannot be read, or nobody knows what it is.
    Unreadable(String),
    /// It breaks its format.
    Damaged(FileError),
}

/// What a file's ending tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One of ours.
    Ours(Kind),
    /// Golly's.
    Golly,
}

/// The format of a file, by its ending.
pub fn format(path: &Path) -> Result<Format, String> {
    let golly = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rule"));
    let ours = Kind::of(path).map(Format::Ours);
    ours.or_else(|| golly.then_some(Format::Golly)).ok_or_else(|| {
        format!(
            "{} does not end in .ccell, .tcell, .pcell or .rule, so its format is not known",
            path.display()
        )
    })
}

/// The bytes of a file, and what they mean.
pub fn read(path: &Path) -> Result<(Vec<u8>, Automaton), Trouble> {
    let format = format(path).map_err(Trouble::Unreadable)?;
    let unreadable = |why: StoreError| Trouble::Unreadable(why.to_string());
    let bytes = store::read_bytes(path, LONGEST_FILE).map_err(unreadable)?;
    let automaton = match format {
        Format::Ours(kind) => Automaton::read(&bytes, kind),
        Format::Golly => golly::read(&bytes),
    };
    Ok((bytes, automaton.map_err(Trouble::Damaged)?))
}

impl Trouble {
    /// The trouble in a sentence that names the file.
    pub fn about(self, path: &Path) -> String {
        match self {
            Trouble::Unreadable(why) => why,
            Trouble::Damaged(why) => format!("{}, {why}", path.display()),
        }
    }
}

/// The automaton in a file that has to be sound.
pub fn open(path: &Path) -> Result<Automaton, Failure> {
    read(path).map(|(_, automaton)| automaton).map_err(|trouble| Failure::Bad(trouble.about(path)))
}

/// Writes an automaton, which is of the kind that the file's ending tells, or any kind for Golly.
pub fn save(path: &Path, automaton: &Automaton) -> Result<(), Failure> {
    let written = match format(path).map_err(Failure::Bad)? {
        Format::Ours(_) => automaton.write(),
        Format::Golly => {
            if fills_golly(automaton) {
                cli::remark(text::GOLLY_GROUND);
            }
            golly_text(path, automaton)
        }
    };
    store::write_atomic(path, written.as_bytes()).map_err(Failure::bad)
}

/// Whether it makes something of nothing, which Golly's unlimited grid is not made for.
pub fn fills_golly(automaton: &Automaton) -> bool {
    automaton.rule(Triple::new(0, 0, 0)).unwrap_or(0) != 0
}

/// The automaton as Golly reads it; the rule gets the file's name.
pub fn golly_text(path: &Path, automaton: &Automaton) -> String {
    golly::write(automaton, &path.file_stem().unwrap_or_default().to_string_lossy())
}

/// The same automaton as one of another kind. One that is no picture becomes the picture that it draws from this start
/// row, with only the rules that it needs; a picture without another start is kept whole.
pub fn converted(
    automaton: &Automaton,
    kind: Kind,
    picture: Option<(Vec<State>, usize)>,
) -> Result<Automaton, Misfit> {
    if kind != Kind::Picture {
        return automaton.converted(kind).map_err(Misfit::Clash);
    }
    let own = || automaton.start().map(|(start, generations)| (start.to_vec(), generations));
    if automaton.kind() == Kind::Picture && picture.is_none() {
        return Ok(automaton.clone());
    }
    let (start, generations) = picture.or_else(own).ok_or(Misfit::NoStart)?;
    let needed = Automaton::picture(&automaton.table(), automaton.plan(), start.clone(), generations);
    let mut other = automaton.as_picture(start, generations);
    for triple in Automaton::listed(Kind::Picture, automaton.states()) {
        match needed.rule(triple) {
            Some(result) => other.set_rule(triple, result),
            None => other.remove_rule(triple),
        }
    }
    Ok(other)
}

/// Why an automaton cannot become one of another kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// Two triples show that the order of the cells matters.
    Clash(Clash),
    /// A picture needs a start row and a number of generations.
    NoStart,
}

/// The generations of an automaton as a picture file, PNG or SVG by its ending.
pub fn picture(path: &Path, automaton: &Automaton, rows: &SpaceTime, cell: usize) -> Result<Vec<u8>, String> {
    let colour = |state| automaton.colour(state);
    match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
        Some("png") => picture::png(rows, colour, cell).map_err(|why| why.to_string()),
        Some("svg") => Ok(picture::svg(rows, colour, cell).into_bytes()),
        _ => Err(format!("{} ends neither in .png nor in .svg", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_endings() {
        assert_eq!(format(Path::new("a/b.ccell")), Ok(Format::Ours(Kind::Common)));
        assert_eq!(format(Path::new("b.TCELL")), Ok(Format::Ours(Kind::Totalistic)));
        assert_eq!(format(Path::new("b.Rule")), Ok(Format::Golly));
        assert!(format(Path::new("ccell")).is_err() && format(Path::new("a.txt")).is_err());
    }
}
