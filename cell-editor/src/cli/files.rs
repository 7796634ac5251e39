//! Files by their endings, sizes and start rows as the command line takes them.

use crate::text;
use clap::Args;
use common::automaton::{Automaton, FileError, Kind, Plan, Start, State, Triple, golly};
use common::cli::{self, Failure};
use common::store::{self, StoreError};
use std::path::Path;
use std::str::FromStr;

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

/// The automaton in a file that has to be sound.
pub fn open(path: &Path) -> Result<Automaton, Failure> {
    read(path).map(|(_, automaton)| automaton).map_err(|trouble| match trouble {
        Trouble::Unreadable(why) => Failure::Bad(why),
        Trouble::Damaged(why) => Failure::Bad(format!("{}, {why}", path.display())),
    })
}

/// Writes an automaton, which is of the kind that the file's ending tells, or any kind for Golly.
pub fn save(path: &Path, automaton: &Automaton) -> Result<(), Failure> {
    let written = match format(path).map_err(Failure::Bad)? {
        Format::Ours(_) => automaton.write(),
        Format::Golly if automaton.rule(Triple::new(0, 0, 0)).unwrap_or(0) != 0 => {
            cli::remark(text::GOLLY_GROUND);
            golly_text(path, automaton)
        }
        Format::Golly => golly_text(path, automaton),
    };
    store::write_atomic(path, written.as_bytes()).map_err(Failure::bad)
}

fn golly_text(path: &Path, automaton: &Automaton) -> String {
    golly::write(automaton, &path.file_stem().unwrap_or_default().to_string_lossy())
}

/// So many cells, and so many generations with the start row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub cells: usize,
    pub generations: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let why = || format!("'{text}' is no size; give cells and generations, as in 201x100");
        let (cells, generations) = text.split_once('x').ok_or_else(why)?;
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or_else(why);
        let size = Size { cells: number(cells)?, generations: number(generations)? };
        if size.cells.saturating_mul(size.generations) > Automaton::MOST_CELLS {
            return Err(format!(
                "{text} is too large; a picture has {} cells at most",
                Automaton::MOST_CELLS
            ));
        }
        Ok(size)
    }
}

/// What turns a table into a picture.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// For a .pcell: the start row: single, random:SEED or the digits of the cells
    #[arg(long, value_name = "ROW", requires = "generations")]
    start: Option<Start>,
    /// For a .pcell: the number of generations, with the start row
    #[arg(long, value_name = "N", requires = "start")]
    generations: Option<usize>,
    /// For a .pcell: the number of cells [default: as many as the start has]
    #[arg(long, value_name = "N", requires = "start")]
    width: Option<usize>,
}

impl PictureArgs {
    /// The start row and the number of generations, if they are given.
    pub fn picture(&self, states: u8) -> Result<Option<(Vec<State>, usize)>, Failure> {
        let (Some(start), Some(generations)) = (&self.start, self.generations) else { return Ok(None) };
        let width = self.width.or_else(|| start.width());
        let width = width
            .ok_or_else(|| Failure::Bad("this start row has no width of its own; give --width".to_owned()))?;
        let cells = width.saturating_mul(generations);
        if !(1..=Automaton::MOST_CELLS).contains(&cells) {
            let most = Automaton::MOST_CELLS;
            return Err(Failure::Bad(format!(
                "a picture has 1 to {most} cells, not {width} times {generations}"
            )));
        }
        Ok(Some((start.row(states, width).map_err(Failure::Bad)?, generations)))
    }
}

/// The plan that was asked for, if it is one for that many states.
pub fn plan(plan: Option<Plan>, states: u8) -> Result<Option<Plan>, Failure> {
    match plan {
        Some(Plan::Flat { edge }) if edge >= states => {
            Err(Failure::Bad(format!("the edge is in state {edge}, but the states are 0 to {}", states - 1)))
        }
        plan => Ok(plan),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!("201x100".parse(), Ok(Size { cells: 201, generations: 100 }));
        for text in [
            "",
            "x",
            "1x",
            "x1",
            "0x5",
            "5x0",
            "1x1x1",
            "-1x5",
            "5 x 5",
            "100000x100000",
            "9999999999x9999999999",
        ] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn formats_are_told_by_endings() {
        assert_eq!(format(Path::new("a/b.ccell")), Ok(Format::Ours(Kind::Common)));
        assert_eq!(format(Path::new("b.TCELL")), Ok(Format::Ours(Kind::Totalistic)));
        assert_eq!(format(Path::new("b.Rule")), Ok(Format::Golly));
        assert!(format(Path::new("ccell")).is_err() && format(Path::new("a.txt")).is_err());
    }
}
