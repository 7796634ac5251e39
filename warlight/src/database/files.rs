//! The database of a web page: a folder with a few files for each game, so that lists need not read whole games.

mod entry;
mod numbers;

use super::rows::{chosen_names, ending, hash, outcome_of, points_text};
use super::{
    BotResult, DatabaseError, FinishedGame, GameFilter, GameId, GameKind, GameRow, Games, LogEntry,
    Simulation, SimulationId, SimulationInfo, SimulationState, Simulations, now,
};
use crate::record::GameRecord;
use common::game::Setup as _;
use common::limits::{DATABASE_VALUE_BYTES, SETTINGS_BYTES};
#[cfg(target_arch = "wasm32")]
use common::store::Store;
use common::store::{self, StoreError};
use entry::{Entry, StoredGame, date_and_time};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The name of the folder in the data folder.
#[cfg(target_arch = "wasm32")]
const FOLDER: &str = "games";

/// The database.
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    /// The game that was added or looked for last.
    last: Cell<Option<Entry>>,
    /// The simulation that got the last game, with the numbers of its games.
    current: Option<(SimulationId, Range<i64>)>,
}

/// Everything in the folder, the newest first.
struct Listing {
    games: Vec<Entry>,
    simulations: Vec<SimulationId>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSimulation {
    info: SimulationInfo,
    /// The number of the game with index 0; the others follow. Simulations of earlier versions have no numbers reserved.
    #[serde(default)]
    first_game: Option<i64>,
    started: i64,
    ended: Option<i64>,
    results: Vec<BotResult>,
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
        // A folder that is missing is empty; to look for it takes as long as to list it.
        Database::open(store).map(Some)
    }

    /// The database in a folder.
    pub fn open_folder(folder: &Path) -> Result<Database, DatabaseError> {
        store::make_folder(folder)?;
        Ok(Database { folder: folder.to_path_buf(), last: Cell::new(None), current: None })
    }

    /// Files are read one by one, so that a damaged one spoils no other.
    #[cfg(target_arch = "wasm32")]
    pub fn notice(&self) -> Option<&str> {
        None
    }

    fn file(&self, game: Entry, extension: &str) -> PathBuf {
        self.folder.join(game.name(extension))
    }

    fn simulation_file(&self, id: SimulationId) -> PathBuf {
        self.folder.join(format!("simulation-{id}.json"))
    }

    fn listing(&self) -> Listing {
        let files = store::list(&self.folder).unwrap_or_default();
        let simulation = |path: &PathBuf| {
            let name = path.file_name()?.to_str()?;
            name.strip_prefix("simulation-")?.strip_suffix(".json")?.parse().ok().map(SimulationId)
        };
        let mut games: Vec<Entry> = files.iter().filter_map(|path| Entry::read(path)).collect();
        let mut simulations: Vec<SimulationId> = files.iter().filter_map(simulation).collect();
        games.sort_by_key(|entry| (Reverse(entry.id), entry.place));
        simulations.sort_unstable_by_key(|id| Reverse(*id));
        Listing { games, simulations }
    }

    fn has(&self, game: Entry) -> bool {
        store::is_file(&self.file(game, "json"))
    }

    /// The game with a number. Two tabs of an earlier version may have given the same number to two games: then it is the
    /// one that was used last, or the one that belongs to no simulation.
    fn entry(&self, id: GameId) -> Result<Entry, DatabaseError> {
        let last = self.last.get().filter(|last| last.id == id);
        let known =
            [last, Some(Entry { id, place: None })].into_iter().flatten().find(|game| self.has(*game));
        let listed = || self.listing().games.into_iter().find(|entry| entry.id == id);
        let found = known.or_else(listed).ok_or(DatabaseError::NoGame(id))?;
        self.last.set(Some(found));
        Ok(found)
    }

    /// The games of a simulation by their indices.
    fn entries_of(&self, id: SimulationId) -> Vec<(u64, Entry)> {
        let index = |entry: Entry| entry.place.filter(|(own, _)| *own == id).map(|(_, index)| (index, entry));
        let mut entries: Vec<(u64, Entry)> = self.listing().games.into_iter().filter_map(index).collect();
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
        let reserved = match simulation {
            Some((id, index)) => self.reserved_entry(id, index)?,
            None => None,
        };
        let entry = if let Some(entry) = reserved {
            if self.has(entry) {
                return Ok(entry.id);
            }
            entry
        } else {
            let listing = self.listing();
            let same_place = || listing.games.iter().find(|entry| entry.place == simulation);
            let others = listing.games.iter().copied().filter(|entry| entry.place.is_none());
            let known = match simulation {
                Some(_) => same_place().map(|entry| entry.id),
                None => self.same_game(&bytes, others),
            };
            if let Some(known) = known {
                return Ok(known);
            }
            Entry { id: GameId(self.reserve_games(&listing, 1)?), place: simulation }
        };
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
        // A game is there as soon as this file is, so it is the last one.
        store::write_atomic(&self.file(entry, "record"), &bytes)?;
        write(&self.file(entry, "json"), &game)?;
        self.last.set(Some(entry));
        Ok(entry.id)
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
        Ok(self.listing().games.into_iter().filter(of_simulation).filter_map(row).take(limit).collect())
    }

    fn find_game(&self, record: &GameRecord) -> Result<Option<GameId>, DatabaseError> {
        Ok(self.same_game(&record.to_bytes(), self.listing().games))
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
        self.begin_claimed(info, &mut |_| Ok(true))
    }

    /// The number is claimed before anything is written: another tab may have begun a simulation with it at this moment.
    fn begin_claimed(
        &mut self,
        info: &SimulationInfo,
        claim: &mut dyn FnMut(SimulationId) -> Result<bool, StoreError>,
    ) -> Result<SimulationId, DatabaseError> {
        let listing = self.listing();
        let id = self.new_simulation(&listing, claim)?;
        let first_game = Some(self.reserve_games(&listing, info.games)?);
        let (info, started, results) = (info.clone(), now(), Vec::new());
        let stored = StoredSimulation { info, first_game, started, ended: None, results };
        write(&self.simulation_file(id), &stored)?;
        Ok(id)
    }

    fn simulation(&self, id: SimulationId) -> Result<Simulation, DatabaseError> {
        self.shown(id, self.entries_of(id).len() as u64)
    }

    fn simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let Listing { games, simulations } = self.listing();
        let mut finished: BTreeMap<SimulationId, u64> = BTreeMap::new();
        for (id, _) in games.into_iter().filter_map(|entry| entry.place) {
            *finished.entry(id).or_default() += 1;
        }
        let shown = |id| self.shown(id, finished.get(&id).copied().unwrap_or_default()).ok();
        Ok(simulations.into_iter().filter_map(shown).collect())
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
