//! Files that commands read and write.

use crate::files::{Format, changes_background, format, golly_text, read};
use crate::text;
use common::automaton::Automaton;
use common::cli::{self, Failure, Overwrite};
use std::path::Path;

/// Reads the automaton of a file.
pub fn open(path: &Path) -> Result<Automaton, Failure> {
    read(path).map(|(_, automaton)| automaton).map_err(|error| Failure::Bad(error.message(path)))
}

/// Writes an automaton to a new file. Its kind must match the file extension, unless it is written for Golly.
pub fn save(path: &Path, automaton: &Automaton, overwrite: Overwrite) -> Result<(), Failure> {
    let written = match format(path).map_err(Failure::Bad)? {
        Format::Native(_) => automaton.write(),
        Format::Golly => {
            if changes_background(automaton) {
                cli::remark(text::GOLLY_BACKGROUND_WARNING);
            }
            golly_text(path, automaton)
        }
    };
    overwrite.write(path, written.as_bytes())
}
