//! What a solver has found out, in a file: an interrupted run goes on where it stopped.
//!
//! The file is a line of JSON, then the entries of the table, eight bytes each, then a checksum of everything before it. Of a
//! large table only the entries are written that took the most states: they hold nearly all of the work, and what lies
//! below them is found out again in moments.

use super::Solver;
use super::table::Entry;
use crate::rules::Setup;
use common::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The most entries that are written: 64 MB.
const MOST_ENTRIES: usize = 8 << 20;

/// The most that is read.
const LONGEST: u64 = (MOST_ENTRIES as u64 + (1 << 20)) * 8;

const FORMAT: &str = "atoms solve";
/// Version 1 wrote the rows of a size first.
const VERSION: u32 = 2;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    setup: Setup,
    states: u64,
    seconds: f64,
    /// Questions that are answered: the number of a position, and whether the side to move wins.
    known: Vec<(u64, bool)>,
    entries: usize,
}

impl Solver {
    /// Writes what was found out so far, in so many seconds.
    pub fn write_checkpoint(&self, path: &Path, seconds: f64) -> Result<(), StoreError> {
        store::write_atomic(path, &self.checkpoint(seconds))
    }

    /// Takes over what another solver of the same setup has written, and tells how many seconds that one took. If the file is
    /// not whole, nothing is taken.
    pub fn read_checkpoint(&mut self, path: &Path) -> Result<f64, StoreError> {
        let bytes = store::read_bytes(path, LONGEST)?;
        self.restore(&bytes).map_err(|what| StoreError::Content { path: path.to_path_buf(), what })
    }

    fn checkpoint(&self, seconds: f64) -> Vec<u8> {
        let mut by_effort = [0; 64];
        self.table.entries().for_each(|entry| by_effort[entry.effort()] += 1);
        let mut entries = 0;
        let mut least = by_effort.len();
        while least > 0 && entries + by_effort[least - 1] <= MOST_ENTRIES {
            least -= 1;
            entries += by_effort[least];
        }
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            setup: self.setup(),
            states: self.states,
            seconds,
            known: self.known.iter().map(|(key, wins)| (*key, *wins)).collect(),
            entries,
        };
        let mut bytes = serde_json::to_vec(&header).expect("a header is plain data");
        bytes.reserve(8 * entries + 16);
        bytes.push(b'\n');
        let kept = self.table.entries().filter(|entry| entry.effort() >= least);
        kept.for_each(|entry| bytes.extend_from_slice(&entry.0.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The error is the rest of a sentence about the file.
    fn restore(&mut self, bytes: &[u8]) -> Result<f64, String> {
        let foreign = || "is no checkpoint of 'atoms solve'".to_owned();
        let damaged = || "is damaged: it was cut or changed since it was written".to_owned();
        let line = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(foreign)?;
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
        if header.setup != self.setup() {
            let Setup { size, rule } = header.setup;
            return Err(format!("is of another board: {size} with the rule {}", rule.name()));
        }
        let (words, rest) = body.get(line + 1..).ok_or_else(damaged)?.as_chunks();
        let entries = || words.iter().map(|word| Entry(u64::from_le_bytes(*word)));
        let sound = |entry: Entry| entry.key().is_some_and(|key| key < self.keys.total());
        if !rest.is_empty() || words.len() != header.entries || !entries().all(sound) {
            return Err(damaged());
        }
        // They come in the order of their places: a table that grew meanwhile would first crowd them at its beginning.
        self.table.reserve(words.len());
        entries().for_each(|entry| self.table.keep(entry));
        self.known.extend(header.known);
        self.states += header.states;
        Ok(header.seconds)
    }
}

/// Changes with every bit that changes; the length is part of it.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().chain([&last]).fold(bytes.len() as u64, |sum, word| {
        let mixed = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}
