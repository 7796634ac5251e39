//! The file of all games: JSON lines, a header that says what was to be played and then one line a game.
//!
//! Indices count from 0 in the whole schedule, also in the file of a share. A chance move of ply `n` had the dice
//! number `n` of `opening_seed` within the opening and of `seed` after it.

use super::schedule::{self, MOST_GAMES, Schedule, Shard, Who};
use super::stats::Score;
use crate::player::{Budget, Stop};
use crate::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What tells our files from others.
const FORMAT: &str = "pentad arena 1";

/// How long a player may think about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveLimits {
    pub time_ms: Option<u64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl MoveLimits {
    pub(super) fn budget(self, stop: &Stop) -> Budget {
        let time = self.time_ms.map(Duration::from_millis);
        Budget { time, nodes: self.nodes, depth: self.depth, stop: stop.clone() }
    }

    /// In words, such as `100 ms, 5000 nodes`.
    pub(super) fn words(self) -> String {
        let time = self.time_ms.map(|ms| format!("{ms} ms"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let limits: Vec<_> = [time, nodes, depth].into_iter().flatten().collect();
        if limits.is_empty() { "no limit".to_owned() } else { limits.join(", ") }
    }
}

/// The first line: what was to be played. Files of one match differ in the share only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    format: String,
    pub game: String,
    pub setup: serde_json::Value,
    pub a: String,
    pub b: String,
    pub seed: u64,
    pub openings: u64,
    pub games: u64,
    pub budget: MoveLimits,
    pub shard: Option<Shard>,
}

impl Header {
    pub(super) fn new(
        game: &str,
        setup: serde_json::Value,
        [a, b]: [String; 2],
        schedule: Schedule,
        budget: MoveLimits,
        shard: Option<Shard>,
    ) -> Header {
        let Schedule { seed, games, openings } = schedule;
        Header {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            setup,
            a,
            b,
            seed,
            openings,
            games,
            budget,
            shard,
        }
    }

    pub(super) fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, games: self.games, openings: self.openings }
    }

    /// Reads the first line of a file; an error is the rest of the sentence "the line …".
    pub(super) fn read(line: &str) -> Result<Header, String> {
        let header: Header =
            serde_json::from_str(line).map_err(|error| format!("is no header of an arena file: {error}"))?;
        if header.format != FORMAT {
            return Err(format!("has format '{}' instead of '{FORMAT}'", header.format));
        }
        if header.games % 2 == 1 || header.games > MOST_GAMES {
            return Err(format!("cannot have {} games", header.games));
        }
        Ok(header)
    }

    /// What makes the other header one of another match, if anything.
    pub(super) fn difference(&self, other: &Header) -> Option<String> {
        let pairs = [
            ("game", self.game.clone(), other.game.clone()),
            ("setup", self.setup.to_string(), other.setup.to_string()),
            ("player A", self.a.clone(), other.a.clone()),
            ("player B", self.b.clone(), other.b.clone()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("number of openings", self.openings.to_string(), other.openings.to_string()),
            ("number of games", self.games.to_string(), other.games.to_string()),
            ("limit for a move", self.budget.words(), other.budget.words()),
        ];
        let (what, here, there) = pairs.into_iter().find(|(_, here, there)| here != there)?;
        Some(format!("the {what} is {here} in one and {there} in the other"))
    }
}

/// The time of one player in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeUsed {
    pub moves: u64,
    pub total_us: u64,
    pub longest_us: u64,
    /// Moves that took longer than allowed.
    pub overruns: u64,
}

impl TimeUsed {
    /// Both together; saturating, as the numbers may come from a damaged file.
    pub(super) fn add(&mut self, other: TimeUsed) {
        self.moves = self.moves.saturating_add(other.moves);
        self.total_us = self.total_us.saturating_add(other.total_us);
        self.longest_us = self.longest_us.max(other.longest_us);
        self.overruns = self.overruns.saturating_add(other.overruns);
    }
}

/// Why a game ended otherwise than by its rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Irregular {
    /// The player who lost by it; nobody if the rules themselves gave no result.
    pub loser: Option<Who>,
    pub why: String,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub index: u64,
    pub first: Who,
    pub opening: Vec<String>,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// The points of the side that began and of the other.
    pub points: [f64; 2],
    pub irregular: Option<Irregular>,
    pub seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_seed: Option<u64>,
    pub clock_a: TimeUsed,
    pub clock_b: TimeUsed,
}

impl Record {
    /// Reads the line of a game; an error is the rest of the sentence "the line …".
    pub(super) fn read(line: &str, header: &Header) -> Result<Record, String> {
        let record: Record = serde_json::from_str(line).map_err(|error| format!("is no game: {error}"))?;
        let index = record.index;
        if index >= header.games {
            return Err(format!("has index {index}, but there are only {} games", header.games));
        }
        if let Some(shard) = header.shard.filter(|shard| !shard.has(index)) {
            return Err(format!("has the game of index {index}, which is not in share {shard}"));
        }
        if record.first != schedule::first(index) {
            return Err(format!("has the wrong player begin the game of index {index}"));
        }
        Ok(record)
    }

    /// The result as A sees it.
    pub(super) fn score(&self) -> Score {
        let [first, second] = self.points;
        let (ours, theirs) = if self.first == Who::A { (first, second) } else { (second, first) };
        if ours > theirs {
            Score::Win
        } else if ours < theirs {
            Score::Loss
        } else {
            Score::Draw
        }
    }
}

/// Finished games in the order of their indices.
pub(super) type Records = BTreeMap<u64, Record>;

/// Writes the whole file anew, so that it is complete whenever the program ends.
pub(super) fn write(path: &Path, header: &Header, records: &Records) -> Result<(), StoreError> {
    let unwritable = |error: serde_json::Error| StoreError::Content {
        path: path.to_path_buf(),
        what: format!("cannot be made: {error}"),
    };
    let mut bytes = serde_json::to_vec(header).map_err(unwritable)?;
    bytes.push(b'\n');
    for record in records.values() {
        serde_json::to_writer(&mut bytes, record).map_err(unwritable)?;
        bytes.push(b'\n');
    }
    store::write_atomic(path, &bytes)
}
