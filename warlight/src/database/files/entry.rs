//! A game among the files of a web page: the name of its files, and what lists show of it.

use crate::database::{GameFilter, GameId, GameKind, GameRow, SimulationId};
use common::game::Side;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The place of a game: a simulation, and an index in it.
pub type Place = (SimulationId, u64);

/// A game as the name of its files tells it: `game-7`, or `game-7-of-2-31` for the game 31 of simulation 2. Even if two tabs
/// choose the same number at the same moment, neither overwrites the game of the other one's simulation.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub id: GameId,
    pub place: Option<Place>,
}

impl Entry {
    /// The game of a file; `None` if it is none of ours.
    pub fn read(path: &Path) -> Option<Entry> {
        let name = path.file_name()?.to_str()?.strip_suffix(".json")?.strip_prefix("game-")?;
        let Some((id, place)) = name.split_once("-of-") else {
            return Some(Entry { id: GameId(name.parse().ok()?), place: None });
        };
        let (simulation, index) = place.split_once('-')?;
        let place = Some((SimulationId(simulation.parse().ok()?), index.parse().ok()?));
        Some(Entry { id: GameId(id.parse().ok()?), place })
    }

    /// The name of one of its files.
    pub fn name(self, extension: &str) -> String {
        match self.place {
            None => format!("game-{}.{extension}", self.id),
            Some((simulation, index)) => format!("game-{}-of-{simulation}-{index}.{extension}", self.id),
        }
    }
}

/// What is kept of a game besides its record and its log.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredGame {
    pub added: i64,
    pub kind: String,
    pub map: String,
    pub rules: String,
    pub players: Vec<String>,
    pub names: Vec<String>,
    pub winner: Option<u8>,
    pub points: String,
    pub ending: String,
    pub rounds: u32,
    pub details: String,
    pub hash: i64,
}

impl StoredGame {
    /// What lists show of it.
    pub fn row(self, Entry { id, place }: Entry) -> GameRow {
        GameRow {
            id,
            added: self.added,
            date: date_and_time(self.added),
            kind: GameKind::from_name(&self.kind).unwrap_or(GameKind::Simulation),
            map: self.map,
            rules: self.rules,
            players: self.players,
            names: self.names,
            winner: self.winner.map(Side),
            ending: self.ending,
            rounds: self.rounds,
            simulation: place,
        }
    }

    /// Whether a filter lets it through.
    pub fn is_wanted(&self, GameFilter { map, player, .. }: &GameFilter) -> bool {
        let same = |a: &String, b: &String| a.eq_ignore_ascii_case(b);
        map.as_ref().is_none_or(|map| same(map, &self.map))
            && player
                .as_ref()
                .is_none_or(|player| self.players.iter().chain(&self.names).any(|name| same(name, player)))
    }
}

/// Date and time, UTC.
pub fn date_and_time(seconds: i64) -> String {
    // What is damaged may claim any time.
    let Some(seconds) = u64::try_from(seconds).ok().filter(|seconds| *seconds < 1 << 40) else {
        return String::new();
    };
    let (day, month, year) = common::session::date(seconds / 86_400);
    let minutes = seconds / 60 % 1440;
    format!("{year}-{:02}-{day:02} {:02}:{:02}", month + 1, minutes / 60, minutes % 60)
}

#[cfg(test)]
#[test]
fn dates_are_written_as_in_the_database() {
    assert_eq!(date_and_time(0), "1970-01-01 00:00");
    assert_eq!(date_and_time(951_782_399), "2000-02-28 23:59");
    assert_eq!(date_and_time(951_782_400 + 86_400), "2000-03-01 00:00");
    assert_eq!((date_and_time(-1), date_and_time(i64::MAX)), (String::new(), String::new()));
}
