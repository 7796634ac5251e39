//! Checkpoint files: an interrupted run of the solver can be resumed.
//!
//! A file consists of a line of JSON, the entries of the table with eight bytes each, and a checksum of everything before it.
//! Of a large table only the entries with the most effort are written. They contain nearly all of the work; the rest is
//! recomputed quickly.

use super::Solver;
use super::table::Entry;
use crate::rules::Setup;
use common::game::StoredSetup;
use common::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Maximum number of entries in a file: 64 MB.
const MAX_ENTRIES: usize = 8 << 20;

/// Maximum size of a file in bytes.
const MAX_FILE_BYTES: u64 = (MAX_ENTRIES as u64 + (1 << 20)) * 8;

/// Maximum length of the first line. As JSON values it needs up to 20 times this memory.
const MAX_HEADER_BYTES: usize = 1 << 20;

const FORMAT: &str = "atoms solve";
/// Version 1 wrote the rows of a size first.
const VERSION: u32 = 2;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    setup: StoredSetup<Setup>,
    states: u64,
    seconds: f64,
    /// The solved root positions: key, and whether the side to move wins.
    #[serde(rename = "known")]
    solved: Vec<(u64, bool)>,
    entries: usize,
}

impl Solver {
    /// Writes a checkpoint. `seconds` is the run time so far.
    pub fn write_checkpoint(&self, path: &Path, seconds: f64) -> Result<(), StoreError> {
        store::write_atomic(path, &self.checkpoint(seconds))
    }

    /// Loads a checkpoint of a solver of the same setup, and returns its run time in seconds. A damaged file changes nothing.
    pub fn read_checkpoint(&mut self, path: &Path) -> Result<f64, StoreError> {
        let bytes = store::read_bytes(path, MAX_FILE_BYTES)?;
        self.restore(&bytes).map_err(|what| StoreError::Content { path: path.to_path_buf(), what })
    }

    fn checkpoint(&self, seconds: f64) -> Vec<u8> {
        let mut by_effort = [0; 64];
        self.table.entries().for_each(|entry| by_effort[entry.effort()] += 1);
        let mut entries = 0;
        let mut min_effort = by_effort.len();
        while min_effort > 0 && entries + by_effort[min_effort - 1] <= MAX_ENTRIES {
            min_effort -= 1;
            entries += by_effort[min_effort];
        }
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            setup: StoredSetup(self.setup()),
            states: self.states,
            seconds,
            solved: self.solved.iter().map(|(key, wins)| (*key, *wins)).collect(),
            entries,
        };
        let mut bytes = serde_json::to_vec(&header).expect("a header is plain data");
        bytes.reserve(8 * entries + 16);
        bytes.push(b'\n');
        let written = self.table.entries().filter(|entry| entry.effort() >= min_effort);
        written.for_each(|entry| bytes.extend_from_slice(&entry.0.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The error is the end of a sentence that starts with the path.
    fn restore(&mut self, bytes: &[u8]) -> Result<f64, String> {
        let foreign = || "is not a checkpoint of 'atoms solve'".to_owned();
        let damaged = || "is damaged: it was truncated or changed".to_owned();
        let line = bytes.iter().take(MAX_HEADER_BYTES).position(|byte| *byte == b'\n').ok_or_else(foreign)?;
        let header: serde_json::Value = serde_json::from_slice(&bytes[..line]).map_err(|_| foreign())?;
        if header["format"] != FORMAT {
            return Err(foreign());
        }
        if header["version"] != VERSION {
            return Err(format!("was written by another version of this program ({})", header["version"]));
        }
        let (body, sum) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let header: Header = serde_json::from_value(header).map_err(|_| damaged())?;
        if header.setup.0 != self.setup() {
            let Setup { size, rule } = header.setup.0;
            return Err(format!("is for another board: {size} with the rule {}", rule.name()));
        }
        let (words, rest) = body.get(line + 1..).ok_or_else(damaged)?.as_chunks();
        let entries = || words.iter().map(|word| Entry(u64::from_le_bytes(*word)));
        let valid = |entry: Entry| entry.key().is_some_and(|key| key < self.keys.total());
        if !rest.is_empty() || words.len() != header.entries || !entries().all(valid) {
            return Err(damaged());
        }
        // Entries are sorted by bucket. Without reserving, a growing table would first crowd them into its first buckets.
        self.table.reserve(words.len());
        entries().for_each(|entry| self.table.put_entry(entry));
        self.solved.extend(header.solved);
        self.states += header.states;
        Ok(header.seconds)
    }
}

/// A checksum of the bytes and their number.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().chain([&last]).fold(bytes.len() as u64, |sum, word| {
        let mixed = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::game::Setup as _;

    #[test]
    fn a_long_first_line_is_not_parsed() {
        let mut setup = Setup::default();
        setup.set("Size", "2x2").unwrap();
        let mut solver = Solver::new(setup, 1).unwrap();
        let checkpoint = solver.checkpoint(1.0);
        assert_eq!(solver.restore(&checkpoint), Ok(1.0));
        // A valid header that is longer because of spaces, and a right checksum.
        let padded = |spaces: usize| {
            let body = [b" ".repeat(spaces), checkpoint[..checkpoint.len() - 8].to_vec()].concat();
            [&body[..], &checksum(&body).to_le_bytes()].concat()
        };
        assert_eq!(solver.restore(&padded(MAX_HEADER_BYTES / 2)), Ok(1.0));
        let why = solver.restore(&padded(MAX_HEADER_BYTES)).unwrap_err();
        assert_eq!(why, "is not a checkpoint of 'atoms solve'");
    }
}
