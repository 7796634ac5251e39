//! Recorded games in files: the compact form, the readable one, and saved games of the session layer.

use super::{EXTENSION, GameRecord, MAX_BYTES};
use crate::rules::Position;
use common::job::Work;
use common::session::Session;
use common::store;
use std::path::Path;

/// The readable form takes more space.
const MAX_FILE_BYTES: u64 = 4 * MAX_BYTES as u64;

impl GameRecord {
    /// Reads a game from a file of any of our forms, a saved game of `play` too. The error is a sentence without a full
    /// stop.
    pub fn read_file(path: &Path) -> Result<GameRecord, String> {
        let bytes = store::read_bytes(path, MAX_FILE_BYTES).map_err(|why| why.to_string())?;
        let shown = path.display();
        if bytes.starts_with(super::bytes::MAGIC) {
            return GameRecord::from_bytes(&bytes).map_err(|why| format!("{shown} cannot be read: {why}"));
        }
        if bytes.trim_ascii_start().starts_with(b"{") {
            let text = String::from_utf8_lossy(&bytes);
            return GameRecord::from_json(&text).map_err(|why| format!("{shown} cannot be read: {why}"));
        }
        let is_save = bytes.starts_with(b"pentad: ");
        if !is_save {
            return Err(format!("{shown} is not a recorded game of warlight"));
        }
        let session: Session<Position> =
            Session::load(path, &Work::quiet()).map_err(|why| why.about(path))?;
        GameRecord::of_session(&session).ok_or_else(|| format!("{shown} has no moves"))
    }

    /// Whether a file is a recorded game in one of our forms; a saved game of `play` is none.
    pub fn is_record(path: &Path) -> bool {
        store::read_bytes(path, MAX_FILE_BYTES).is_ok_and(|bytes| {
            bytes.starts_with(super::bytes::MAGIC) || bytes.trim_ascii_start().starts_with(b"{")
        })
    }

    /// The content of a file with this name: `.json` is the readable form, `.warlight` the compact one.
    pub fn file_bytes(&self, path: &Path) -> Result<Vec<u8>, String> {
        let extension = path.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "json" => Ok(self.to_json().into_bytes()),
            EXTENSION => Ok(self.to_bytes()),
            _ => {
                let shown = path.display();
                Err(format!("the name {shown} must end in .{EXTENSION} or .json: it says the format"))
            }
        }
    }

    /// Writes a game to a file, which is replaced if it exists.
    pub fn write_file(&self, path: &Path) -> Result<(), String> {
        store::write_atomic(path, &self.file_bytes(path)?).map_err(|why| why.to_string())
    }
}
