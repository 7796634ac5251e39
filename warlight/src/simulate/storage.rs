//! Simulations in the database: every finished game is stored at once, and an unfinished simulation can be resumed.

use super::{Finished, FinishedGame, Limits, PlayedGame, Report, Simulation, text};
use crate::database::{
    Database, DatabaseError, GameKind, Games, SimulationId, SimulationInfo, SimulationState, Simulations,
};
use crate::record::GameRecord;
use crate::rules::Setup;
use common::arena::Schedule;
use common::game::StoredSetup;
use common::limits::{self, Bytes};
use common::player::Spec;
use common::store::{Lock, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// So many numbers of other programs are skipped.
const MAX_TRIES: u32 = 100;

/// A simulation that is stored while it is played.
#[derive(Debug)]
pub struct Storage {
    database: Database,
    id: SimulationId,
    /// Keeps other programs from resuming the simulation meanwhile.
    lock: Option<Lock>,
}

/// What the database does not keep in columns of its own.
#[derive(Serialize, Deserialize)]
struct Settings {
    setup: StoredSetup<Setup>,
    time_ms: Option<u64>,
    /// The time of each player, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times_ms: Vec<u64>,
    nodes: Option<u64>,
    log: bool,
    /// The record of the game whose position every game begins at, as JSON.
    from: Option<String>,
    transcripts: Option<PathBuf>,
}

impl Storage {
    /// Begins a simulation.
    pub fn begin(store: &Store, simulation: &Simulation) -> Result<Storage, DatabaseError> {
        let mut database = Database::open(store)?;
        let (mut lock, mut tries) = (None, 0);
        let id = database.begin_claimed(&info(simulation), &mut |id| {
            let path = lock_file(store, id);
            lock = Lock::take(&path)?;
            tries += 1;
            if lock.is_none() && tries == MAX_TRIES {
                Err(StoreError::InUse(path))
            } else {
                Ok(lock.is_some())
            }
        })?;
        Ok(Storage { database, id, lock })
    }

    /// The number of the simulation in the database.
    pub fn id(&self) -> SimulationId {
        self.id
    }

    /// What was wrong with the database, if it was set aside.
    pub fn notice(&self) -> Option<&str> {
        self.database.notice()
    }

    /// Stores a finished game.
    pub fn add(&mut self, played: &PlayedGame) -> Result<(), DatabaseError> {
        let game = &played.game;
        let details = serde_json::to_string(game).unwrap_or_default();
        let place = Some((self.id, game.index));
        let kind = GameKind::Simulation;
        let id = self.database.add_game_with_details(&played.record, kind, place, &details)?;
        if played.logs.is_empty() {
            return Ok(());
        }
        self.database.set_logs(id, &played.logs)
    }

    /// Stores the results of the players, and that all games are finished if they are.
    pub fn finish(&mut self, report: &Report) -> Result<(), DatabaseError> {
        self.database.set_bot_results(self.id, &report.bot_results())?;
        if report.is_complete() {
            self.database.end_simulation(self.id)?;
            self.lock = None;
        }
        Ok(())
    }
}

fn lock_file(store: &Store, id: SimulationId) -> PathBuf {
    store.data().join(format!("simulation-{id}.lock"))
}

/// An unfinished simulation and its finished games: the one with this number, or the last one that no other program is
/// playing.
pub fn resume(store: &Store, id: Option<SimulationId>) -> Result<(Simulation, Storage, Finished), String> {
    let nothing = || "there is no unfinished simulation to resume".to_owned();
    let database = Database::open_existing(store).map_err(text)?.ok_or_else(nothing)?;
    let candidates = match id {
        Some(id) => vec![database.simulation(id).map_err(text)?],
        None => database.unfinished_simulations().map_err(text)?,
    };
    for stored in candidates {
        if stored.state == SimulationState::Finished {
            return Err(format!("simulation {} is finished: there is nothing to resume", stored.id));
        }
        let Some(lock) = Lock::take(&lock_file(store, stored.id)).map_err(text)? else {
            if id.is_some() {
                let why =
                    format!("simulation {} is being played by another program: wait for its end", stored.id);
                return Err(why);
            }
            continue;
        };
        let simulation =
            read(&stored.info).map_err(|why| format!("simulation {} cannot be resumed: {why}", stored.id))?;
        let finished = database.finished_games(stored.id).map_err(text)?;
        let read = |game: crate::database::FinishedGame| -> Option<(u64, FinishedGame)> {
            let read: FinishedGame = serde_json::from_str(&game.details).ok()?;
            // A game that cannot be understood is played again in vain, but its result is not invented.
            let fits = read.fits(&simulation.schedule) && read.index == game.index;
            fits.then_some((game.index, read))
        };
        let finished: Finished = finished.into_iter().filter_map(read).collect();
        let storage = Storage { database, id: stored.id, lock: Some(lock) };
        return Ok((simulation, storage, finished));
    }
    Err(nothing())
}

/// The name of the map of a stored simulation, if its settings can be read.
pub fn map_name(info: &SimulationInfo) -> Option<String> {
    let settings: serde_json::Value = serde_json::from_str(&info.settings).ok()?;
    let text = settings.get("setup")?.get("map")?.as_str()?;
    // A map of a file is written out after its name.
    let name = text.strip_prefix("inline:").and_then(|text| text.rsplit_once(':')).map_or(text, |(id, _)| id);
    Some(name.to_owned())
}

/// Deletes a simulation with its games, unless it is being played. Returns how many games it had.
pub fn delete(store: &Store, database: &mut Database, id: SimulationId) -> Result<u64, String> {
    let lock = Lock::take(&lock_file(store, id)).map_err(text)?;
    if lock.is_none() {
        return Err(format!("simulation {id} is being played: stop it first"));
    }
    database.delete_simulation(id).map_err(text)
}

/// What the database keeps of a simulation.
pub(super) fn info(simulation: &Simulation) -> SimulationInfo {
    let settings = Settings {
        setup: StoredSetup(simulation.setup.clone()),
        time_ms: simulation.limits.given_time.map(|time| time.as_millis() as u64),
        times_ms: simulation.times.iter().map(|time| time.as_millis() as u64).collect(),
        nodes: simulation.limits.nodes,
        log: simulation.log,
        from: simulation.from.as_ref().map(|record| record.to_json()),
        transcripts: simulation.transcripts.clone(),
    };
    SimulationInfo {
        settings: serde_json::to_string(&settings).unwrap_or_default(),
        players: simulation.players.iter().map(Spec::to_string).collect(),
        games: simulation.schedule.games,
        seed: simulation.schedule.seed,
    }
}

/// The simulation that the database describes.
pub(super) fn read(info: &SimulationInfo) -> Result<Simulation, String> {
    let settings: Settings =
        serde_json::from_str(&info.settings).map_err(|why| format!("its settings are damaged: {why}"))?;
    if info.players.iter().map(String::len).sum::<usize>() > limits::PLAYERS_BYTES {
        let max = Bytes(limits::PLAYERS_BYTES as u64);
        return Err(format!("the names of its players are too long: at most {max} are read"));
    }
    let players = info.players.iter().map(|text| text.parse().map_err(|why| format!("{text}: {why}")));
    let players: Vec<Spec> = players.collect::<Result<_, String>>()?;
    let StoredSetup(setup) = settings.setup;
    let sides = usize::from(setup.players);
    if players.len() != sides || !info.games.is_multiple_of(sides.max(1) as u64) {
        return Err("its settings do not fit its players".to_owned());
    }
    let times: Vec<Duration> = settings.times_ms.into_iter().map(Duration::from_millis).collect();
    let from =
        settings.from.as_deref().map(GameRecord::from_json).transpose().map_err(|why| why.to_string())?;
    let setup = from.as_ref().map_or(setup, |record| record.setup().clone());
    Ok(Simulation {
        players,
        schedule: Schedule { seed: info.seed, sides, games: info.games, openings: 0 },
        limits: Limits::new(settings.time_ms.map(Duration::from_millis), settings.nodes, setup.rules),
        times,
        from: from.map(Arc::new),
        log: settings.log,
        transcripts: settings.transcripts,
        setup,
    })
}
