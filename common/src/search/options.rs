//! The options `hash` and `threads` of players that search with several threads.

use super::SharedTranspositionTable;
use crate::player::{BadSpec, Spec};

/// Default size of the transposition table in MB.
pub const DEFAULT_HASH: usize = 64;
/// Maximum size of the transposition table in MB.
pub const MAX_HASH: usize = 65_536;
/// Maximum number of threads.
pub const MAX_THREADS: usize = 256;

/// The resources of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOptions {
    /// Size of the transposition table in MB.
    pub hash: usize,
    /// Number of threads; `None` for a share of the cores.
    pub threads: Option<usize>,
}

impl SearchOptions {
    /// Reads the options `hash` and `threads` of a player.
    pub fn from_spec(spec: &Spec) -> Result<SearchOptions, BadSpec> {
        let hash = spec.within("hash", DEFAULT_HASH, 1..=MAX_HASH)?;
        let threads = spec.within("threads", 0, 0..=MAX_THREADS)?;
        Ok(SearchOptions { hash, threads: Some(threads).filter(|threads| *threads > 0) })
    }

    /// Allocates the transposition table.
    pub fn table(&self) -> Result<SharedTranspositionTable, BadSpec> {
        SharedTranspositionTable::with_megabytes(self.hash).ok_or(BadSpec::NoRoom(self.hash))
    }
}
