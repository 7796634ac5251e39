//! The database of a web page: a folder with a few files for each game, so that lists need not read whole games.

use super::rows::{chosen_names, ending, hash, outcome_of, points_text};
use super::{
    BotResult, DatabaseError, FinishedGame, GameFilter, GameId, GameKind, GameRow, Games, LogEntry,
    Simulation, SimulationId, SimulationInfo, SimulationState, Simulations, now,
};
use crate::record::GameRecord;
use common::game::{Setup as _, Side};
use common::limits::{DATABASE_VALUE_BYTES, SETTINGS_BYTES};
#[cfg(target_arch = "wasm32")]
use common::store::Store;
use common::store::{self, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of the folder in the data folder.
#[cfg(target_arch = "wasm32")]
const FOLDER: &str = "games";

/// The numbers that were given last; they are not used again.
const NUMBERS: &str = "numbers.json";

/// The database.
#[derive(Debug)]
pub struct Database(PathBuf);

/// What is kept of a game besides its record and its log.
#[derive(Debug, Serialize, Deserialize)]
struct StoredGame {
    added: i64,
    kind: String,
    map: String,
    rules: String,
    players: Vec<String>,
    names: Vec<String>,
    winner: Option<u8>,
    points: String,
    ending: String,
    rounds: u32,
    details: String,
    hash: i64,
}

/// The place of a game: a simulation, and an index in it.
type Place = (SimulationId, u64);

/// A game as the name of its files tells it: `game-7`, or `game-7-of-2-31` for the game 31 of simulation 2. Even if two tabs
/// choose the same number at the same moment, neither overwrites the game of the other one's simulation.
#[derive(Debug, Clone, Copy)]
struct Entry {
    id: GameId,
    place: Option<Place>,
}

impl Entry {
    fn read(path: &Path) -> Option<Entry> {
        let name = path.file_name()?.to_str()?.strip_suffix(".json")?.strip_prefix("game-")?;
        let Some((id, place)) = name.split_once("-of-") else {
            return Some(Entry { id: GameId(name.parse().ok()?), place: None });
        };
        let (simulation, index) = place.split_once('-')?;
        let place = Some((SimulationId(simulation.parse().ok()?), index.parse().ok()?));
        Some(Entry { id: GameId(id.parse().ok()?), place })
    }

    fn name(self, extension: &str) -> String {
        match self.place {
            None => format!("game-{}.{extension}", self.id),
            Some((simulation, index)) => format!("game-{}-of-{simulation}-{index}.{extension}", self.id),
        }
    }
}

impl StoredGame {
    fn row(self, Entry { id, place }: Entry) -> GameRow {
        GameRow {
            id,
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

    fn is_wanted(&self, GameFilter { map, player, .. }: &GameFilter) -> bool {
        let same = |a: &String, b: &String| a.eq_ignore_ascii_case(b);
        map.as_ref().is_none_or(|map| same(map, &self.map))
            && player
                .as_ref()
                .is_none_or(|player| self.players.iter().chain(&self.names).any(|name| same(name, player)))
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSimulation {
    info: SimulationInfo,
    started: i64,
    ended: Option<i64>,
    results: Vec<BotResult>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Numbers {
    game: i64,
    simulation: i64,
}

/// Date and time, UTC.
fn date_and_time(seconds: i64) -> String {
    // What is damaged may claim any time.
    let Some(seconds) = u64::try_from(seconds).ok().filter(|seconds| *seconds < 1 << 40) else {
        return String::new();
    };
    let (day, month, year) = common::session::date(seconds / 86_400);
    let minutes = seconds / 60 % 1440;
    format!("{year}-{:02}-{day:02} {:02}:{:02}", month + 1, minutes / 60, minutes % 60)
}

impl Database {
    /// The database of the program.
    #[cfg(target_arch = "wasm32")]
    pub fn open(store: &Store) -> Result<Database, DatabaseError> {
        Database::open_folder(&store.data().join(FOLDER))
    }

    /// The database of the program, for reading; `None` if there is none yet.
    #[cfg(target_arch = "wasm32")]
    pub fn open_existing(store: &Store) -> Result<Option<Database>, DatabaseError> {
        let folder = store.data().join(FOLDER);
        if store::is_folder(&folder) { Database::open_folder(&folder).map(Some) } else { Ok(None) }
    }

    /// The database in a folder.
    pub fn open_folder(folder: &Path) -> Result<Database, DatabaseError> {
        store::make_folder(folder)?;
        Ok(Database(folder.to_path_buf()))
    }

    /// Files are read one by one, so that a damaged one spoils no other.
    #[cfg(target_arch = "wasm32")]
    pub fn notice(&self) -> Option<&str> {
        None
    }

    fn file(&self, game: Entry, extension: &str) -> PathBuf {
        self.0.join(game.name(extension))
    }

    fn simulation_file(&self, id: SimulationId) -> PathBuf {
        self.0.join(format!("simulation-{id}.json"))
    }

    /// All games, the newest first.
    fn entries(&self) -> Vec<Entry> {
        let files = store::list(&self.0).unwrap_or_default();
        let mut entries: Vec<Entry> = files.iter().filter_map(|path| Entry::read(path)).collect();
        entries.sort_by_key(|entry| (std::cmp::Reverse(entry.id), entry.place));
        entries
    }

    fn entry(&self, id: GameId) -> Result<Entry, DatabaseError> {
        self.entries().into_iter().find(|entry| entry.id == id).ok_or(DatabaseError::NoGame(id))
    }

    /// The games of a simulation by their indices.
    fn entries_of(&self, id: SimulationId) -> Vec<(u64, Entry)> {
        let index = |entry: Entry| entry.place.filter(|(own, _)| *own == id).map(|(_, index)| (index, entry));
        let mut entries: Vec<(u64, Entry)> = self.entries().into_iter().filter_map(index).collect();
        entries.sort_by_key(|(index, _)| *index);
        entries
    }

    /// What is kept of a game; `None` if it is damaged.
    fn stored(&self, game: Entry) -> Option<StoredGame> {
        read(&self.file(game, "json"))
    }

    fn stored_simulation(&self, id: SimulationId) -> Result<StoredSimulation, DatabaseError> {
        read(&self.simulation_file(id)).ok_or(DatabaseError::NoSimulation(id))
    }

    /// The numbers of all simulations, the newest first.
    fn simulation_ids(&self) -> Vec<SimulationId> {
        let id = |path: &PathBuf| {
            let name = path.file_name()?.to_str()?;
            name.strip_prefix("simulation-")?.strip_suffix(".json")?.parse().ok().map(SimulationId)
        };
        let mut ids: Vec<SimulationId> =
            store::list(&self.0).unwrap_or_default().iter().filter_map(id).collect();
        ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
        ids
    }

    /// A new number: larger than all that were ever given.
    fn new_number(&self, last: fn(&mut Numbers) -> &mut i64, largest: i64) -> Result<i64, DatabaseError> {
        let path = self.0.join(NUMBERS);
        let mut numbers: Numbers = read(&path).unwrap_or_default();
        let number = largest.max(*last(&mut numbers)).saturating_add(1);
        *last(&mut numbers) = number;
        write(&path, &numbers)?;
        Ok(number)
    }

    fn remove_game(&self, game: Entry) -> Result<(), DatabaseError> {
        for extension in ["json", "record", "log"] {
            store::remove(&self.file(game, extension))?;
        }
        Ok(())
    }

    /// The number of the game with this content among some games.
    fn same_game(&self, bytes: &[u8], games: impl IntoIterator<Item = Entry>) -> Option<GameId> {
        let key = hash(bytes);
        let is_same = |entry: &Entry| {
            self.stored(*entry).is_some_and(|game| game.hash == key)
                && store::read_bytes(&self.file(*entry, "record"), DATABASE_VALUE_BYTES)
                    .is_ok_and(|known| known == bytes)
        };
        games.into_iter().find(is_same).map(|entry| entry.id)
    }

    fn shown(&self, id: SimulationId, finished: u64) -> Result<Simulation, DatabaseError> {
        let StoredSimulation { info, started, ended, .. } = self.stored_simulation(id)?;
        let state = if ended.is_some() { SimulationState::Finished } else { SimulationState::Begun };
        Ok(Simulation { id, info, started, date: date_and_time(started), ended, state, finished })
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let text = store::read_text(path, SETTINGS_BYTES).ok()?;
    serde_json::from_str(&text).ok()
}

fn text<T: Serialize>(path: &Path, value: &T) -> Result<Vec<u8>, StoreError> {
    let failed = |why: serde_json::Error| StoreError::Content {
        path: path.to_path_buf(),
        what: format!("cannot be created: {why}"),
    };
    serde_json::to_vec(value).map_err(failed)
}

fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), StoreError> {
    store::write_atomic(path, &text(path, value)?)
}

impl Games for Database {
    fn add_game_with_details(
        &mut self,
        record: &GameRecord,
        kind: GameKind,
        simulation: Option<(SimulationId, u64)>,
        details: &str,
    ) -> Result<GameId, DatabaseError> {
        let bytes = record.to_bytes();
        let entries = self.entries();
        let known = if let Some((id, _)) = simulation {
            self.stored_simulation(id)?;
            entries.iter().find(|entry| entry.place == simulation).map(|entry| entry.id)
        } else {
            self.same_game(&bytes, entries.iter().copied().filter(|entry| entry.place.is_none()))
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let game = StoredGame {
            added: now(),
            kind: kind.name().to_owned(),
            map: record.setup().map.id.clone(),
            rules: record.setup().get("rules").unwrap_or_default(),
            players: record.players().to_vec(),
            names: chosen_names(record),
            winner: record.outcome().and_then(common::game::Outcome::winner).map(|side| side.0),
            points: points_text(record),
            ending: ending(record).to_owned(),
            rounds: record.rounds().into(),
            details: details.to_owned(),
            hash: hash(&bytes),
        };
        let largest = entries.first().map_or(0, |entry| entry.id.0);
        let id = GameId(self.new_number(|numbers| &mut numbers.game, largest)?);
        let entry = Entry { id, place: simulation };
        // A game is there as soon as this file is, so it is the last one.
        store::write_atomic(&self.file(entry, "record"), &bytes)?;
        write(&self.file(entry, "json"), &game)?;
        Ok(id)
    }

    fn game(&self, id: GameId) -> Result<GameRecord, DatabaseError> {
        let path = self.file(self.entry(id)?, "record");
        let bytes = store::read_bytes(&path, DATABASE_VALUE_BYTES)?;
        GameRecord::from_bytes(&bytes).map_err(|why| DatabaseError::Record { id, why })
    }

    fn game_row(&self, id: GameId) -> Result<GameRow, DatabaseError> {
        let entry = self.entry(id)?;
        self.stored(entry).map(|game| game.row(entry)).ok_or(DatabaseError::NoGame(id))
    }

    fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, DatabaseError> {
        let of_simulation =
            |entry: &Entry| filter.simulation.is_none_or(|id| entry.place.is_some_and(|(own, _)| own == id));
        let row = |entry: Entry| {
            let game = self.stored(entry).filter(|game| game.is_wanted(filter))?;
            Some(game.row(entry))
        };
        let limit = filter.limit.map_or(usize::MAX, |limit| limit as usize);
        Ok(self.entries().into_iter().filter(of_simulation).filter_map(row).take(limit).collect())
    }

    fn find_game(&self, record: &GameRecord) -> Result<Option<GameId>, DatabaseError> {
        Ok(self.same_game(&record.to_bytes(), self.entries()))
    }

    fn delete_games(&mut self, ids: &[GameId]) -> Result<(), DatabaseError> {
        let entries: Vec<Entry> = ids.iter().map(|id| self.entry(*id)).collect::<Result<_, _>>()?;
        entries.into_iter().try_for_each(|entry| self.remove_game(entry))
    }

    fn set_logs(&mut self, game: GameId, entries: &[LogEntry]) -> Result<(), DatabaseError> {
        Ok(write(&self.file(self.entry(game)?, "log"), &entries)?)
    }

    fn logs(&self, game: GameId) -> Result<Vec<LogEntry>, DatabaseError> {
        let path = self.file(self.entry(game)?, "log");
        if !store::is_file(&path) {
            return Ok(Vec::new());
        }
        let text = store::read_text(&path, DATABASE_VALUE_BYTES)?;
        let mut entries: Vec<LogEntry> = serde_json::from_str(&text)
            .map_err(|why| StoreError::Content { path, what: format!("is damaged: {why}") })?;
        entries.sort_by_key(|entry| entry.round);
        Ok(entries)
    }
}

impl Simulations for Database {
    fn begin_simulation(&mut self, info: &SimulationInfo) -> Result<SimulationId, DatabaseError> {
        let largest = self.simulation_ids().first().map_or(0, |id| id.0);
        let id = SimulationId(self.new_number(|numbers| &mut numbers.simulation, largest)?);
        let stored =
            StoredSimulation { info: info.clone(), started: now(), ended: None, results: Vec::new() };
        write(&self.simulation_file(id), &stored)?;
        Ok(id)
    }

    fn simulation(&self, id: SimulationId) -> Result<Simulation, DatabaseError> {
        self.shown(id, self.entries_of(id).len() as u64)
    }

    fn simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let places: Vec<Place> = self.entries().into_iter().filter_map(|entry| entry.place).collect();
        let finished = |id| places.iter().filter(|(own, _)| *own == id).count() as u64;
        Ok(self.simulation_ids().into_iter().filter_map(|id| self.shown(id, finished(id)).ok()).collect())
    }

    fn finished_games(&self, id: SimulationId) -> Result<Vec<FinishedGame>, DatabaseError> {
        let finished = |(index, entry): (u64, Entry)| {
            let game = self.stored(entry)?;
            Some(FinishedGame {
                index,
                id: entry.id,
                outcome: outcome_of(&game.points),
                ending: game.ending,
                rounds: game.rounds,
                details: game.details,
            })
        };
        Ok(self.entries_of(id).into_iter().filter_map(finished).collect())
    }

    fn set_bot_results(&mut self, id: SimulationId, results: &[BotResult]) -> Result<(), DatabaseError> {
        let stored = StoredSimulation { results: results.to_vec(), ..self.stored_simulation(id)? };
        Ok(write(&self.simulation_file(id), &stored)?)
    }

    fn bot_results(&self, id: SimulationId) -> Result<Vec<BotResult>, DatabaseError> {
        Ok(self.stored_simulation(id)?.results)
    }

    fn end_simulation(&mut self, id: SimulationId) -> Result<(), DatabaseError> {
        let stored = StoredSimulation { ended: Some(now()), ..self.stored_simulation(id)? };
        Ok(write(&self.simulation_file(id), &stored)?)
    }

    fn delete_simulation(&mut self, id: SimulationId) -> Result<u64, DatabaseError> {
        self.stored_simulation(id)?;
        let entries = self.entries_of(id);
        for (_, entry) in &entries {
            self.remove_game(*entry)?;
        }
        store::remove(&self.simulation_file(id))?;
        Ok(entries.len() as u64)
    }
}

#[cfg(test)]
#[test]
fn dates_are_written_as_in_the_database() {
    assert_eq!(date_and_time(0), "1970-01-01 00:00");
    assert_eq!(date_and_time(951_782_399), "2000-02-28 23:59");
    assert_eq!(date_and_time(951_782_400 + 86_400), "2000-03-01 00:00");
    assert_eq!((date_and_time(-1), date_and_time(i64::MAX)), (String::new(), String::new()));
}
