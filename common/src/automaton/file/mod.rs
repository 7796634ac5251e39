//! The files `.ccell`, `.tcell` and `.pcell`: read strictly, written in one canonical way.

mod read;
#[cfg(test)]
mod tests;
mod write;

use super::{Automaton, Kind};
use crate::store::{self, StoreError};
use std::path::Path;
use thiserror::Error;

/// The most that is read of a file: anything longer is no automaton.
const LONGEST_FILE: u64 = 64 << 20;

/// Where a file breaks the format, and how.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct FileError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl Automaton {
    /// Reads an automaton of the kind that the file's name tells.
    pub fn open(path: &Path) -> Result<Automaton, StoreError> {
        let damaged = |what: String| StoreError::Content { path: path.to_path_buf(), what };
        let Some(kind) = Kind::of(path) else {
            return Err(damaged(
                "is no automaton by its name; it should end in .ccell, .tcell or .pcell".to_owned(),
            ));
        };
        let bytes = store::read_bytes(path, LONGEST_FILE)?;
        Automaton::read(&bytes, kind).map_err(|error| damaged(format!("is damaged, {error}")))
    }

    /// Reads an automaton from what its file holds.
    pub fn read(bytes: &[u8], kind: Kind) -> Result<Automaton, FileError> {
        read::read(bytes, kind)
    }

    /// Writes it as its file holds it.
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// Keeps it in a file, which holds either what it held before or all of it.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        store::write_atomic(path, self.write().as_bytes())
    }
}

/// The text of a file, without the mark that some editors put before it.
pub(super) fn text(bytes: &[u8]) -> Result<&str, FileError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|why| {
        let line = bytes[..why.valid_up_to()].split(|byte| *byte == b'\n').count();
        FileError { line, what: "found bytes that are no UTF-8 text".to_owned() }
    })
}

/// The beginning of a line that is not what it should be, fit to be shown.
pub(super) fn shown(line: &str) -> String {
    let begin: String = line.chars().take(30).collect();
    let rest = if begin.len() < line.len() { "…" } else { "" };
    format!("'{}{rest}'", begin.escape_debug())
}
