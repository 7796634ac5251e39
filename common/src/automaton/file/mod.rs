//! The files `.ccell`, `.tcell` and `.pcell`: a strict parser and a canonical writer.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::check_length;

use super::{Automaton, AutomatonKind};
use crate::limits;
use crate::store::{self, StoreError};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::Path;
use thiserror::Error;

/// A syntax error in a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct FileError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Automaton {
    /// Reads a file. Its extension determines the kind of automaton.
    pub fn open(path: &Path) -> Result<Automaton, StoreError> {
        let damaged = |what: String| StoreError::Content { path: path.to_path_buf(), what };
        let Some(kind) = AutomatonKind::from_path(path) else {
            return Err(damaged(
                "is not an automaton: the name must end in .ccell, .tcell or .pcell".to_owned(),
            ));
        };
        let bytes = store::read_bytes(path, limits::AUTOMATON_BYTES)?;
        Automaton::read(&bytes, kind).map_err(|error| damaged(format!("is damaged, {error}")))
    }

    /// Parses the content of a file.
    pub fn read(bytes: &[u8], kind: AutomatonKind) -> Result<Automaton, FileError> {
        read::read(bytes, kind)
    }

    /// The canonical content of a file.
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// Writes the automaton to a file, atomically.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        store::write_atomic(path, self.write().as_bytes())
    }
}

/// Decodes UTF-8 text and skips a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, FileError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|why| {
        let line = bytes[..why.valid_up_to()].split(|byte| *byte == b'\n').count();
        FileError { line, message: "found bytes that are not UTF-8 text".to_owned() }
    })
}

/// The start of a line in quotation marks, for error messages.
pub(super) fn quoted(line: &str) -> String {
    let start: String = line.chars().take(30).collect();
    let rest = if start.len() < line.len() { "…" } else { "" };
    format!("'{}{rest}'", start.escape_debug())
}

/// As the extension and the content of its file.
impl Serialize for Automaton {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.kind().extension(), self.write()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Automaton {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Automaton, D::Error> {
        let (extension, content) = <(String, String)>::deserialize(deserializer)?;
        let kind = AutomatonKind::from_path(&Path::new("automaton").with_extension(&extension));
        let kind =
            kind.ok_or_else(|| D::Error::custom(format!("'{extension}' is not a kind of automata")))?;
        Automaton::read(content.as_bytes(), kind).map_err(D::Error::custom)
    }
}
