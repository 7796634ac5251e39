//! The database of games: recorded games, simulations, maps, the results of bots, and logs. On the desktop it is one
//! `SQLite` file, in a web page it is a folder of files.
//!
//! Several programs, or tabs, may use it at once.

#[cfg(any(test, target_arch = "wasm32"))]
mod files;
mod rows;
#[cfg(not(target_arch = "wasm32"))]
mod sqlite;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "wasm32")]
pub use files::Database;
pub use rows::{
    BotResult, FinishedGame, GameFilter, GameRow, LogEntry, Simulation, SimulationInfo, SimulationState,
};
#[cfg(not(target_arch = "wasm32"))]
pub use sqlite::{Database, FILE};

use crate::record::{BadRecord, GameRecord};
use common::store::StoreError;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;
use web_time::{SystemTime, UNIX_EPOCH};

/// The number of a game in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId(pub i64);

/// The number of a simulation in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SimulationId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for SimulationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What kind of game was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// One human against AI players.
    SinglePlayer,
    /// Several humans at one computer.
    HotSeat,
    /// Bots only.
    Simulation,
}

impl GameKind {
    /// All kinds.
    pub const ALL: [GameKind; 3] = [GameKind::SinglePlayer, GameKind::HotSeat, GameKind::Simulation];

    /// The kind of a game with so many humans.
    pub fn of_humans(humans: usize) -> GameKind {
        match humans {
            0 => GameKind::Simulation,
            1 => GameKind::SinglePlayer,
            _ => GameKind::HotSeat,
        }
    }

    /// Its name, in the database and in lists.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::SinglePlayer => "single player",
            GameKind::HotSeat => "hot seat",
            GameKind::Simulation => "simulation",
        }
    }

    fn from_name(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Why the database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The folder cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The file cannot be used.
    #[error("the database {path} cannot be used: {why}")]
    Unusable {
        /// The file.
        path: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A newer program has written it.
    #[error("the database {0} was written by a newer version of this program; update to use it")]
    Newer(String),
    /// There is no such game.
    #[error("there is no game {0}; 'warlight games list' shows all")]
    NoGame(GameId),
    /// There is no such simulation.
    #[error("there is no simulation {0}; 'warlight games list' shows all games")]
    NoSimulation(SimulationId),
    /// A stored game cannot be read.
    #[error("game {id} cannot be read: {why}")]
    Record {
        /// Its number.
        id: GameId,
        /// What is wrong with it.
        why: BadRecord,
    },
}

/// Recorded games, wherever they are kept.
pub trait Games {
    /// Adds a game. A game of a simulation that is there already, by its index, is not added again, and neither is any
    /// other game with the same content: its number is returned.
    fn add_game(
        &mut self,
        record: &GameRecord,
        kind: GameKind,
        simulation: Option<(SimulationId, u64)>,
    ) -> Result<GameId, DatabaseError> {
        self.add_game_with_details(record, kind, simulation, "")
    }

    /// The same, with details of the simulator's own, which [`Simulations::finished_games`] returns.
    fn add_game_with_details(
        &mut self,
        record: &GameRecord,
        kind: GameKind,
        simulation: Option<(SimulationId, u64)>,
        details: &str,
    ) -> Result<GameId, DatabaseError>;

    /// A recorded game.
    fn game(&self, id: GameId) -> Result<GameRecord, DatabaseError>;

    /// What lists show of a game.
    fn game_row(&self, id: GameId) -> Result<GameRow, DatabaseError>;

    /// The games that a filter lets through, the newest first.
    fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, DatabaseError>;

    /// The game with the same content, if there is one.
    fn find_game(&self, record: &GameRecord) -> Result<Option<GameId>, DatabaseError>;

    /// Deletes games, with their logs. Nothing is deleted if one of them does not exist.
    fn delete_games(&mut self, ids: &[GameId]) -> Result<(), DatabaseError>;

    /// Replaces the log of a game.
    fn set_logs(&mut self, game: GameId, entries: &[LogEntry]) -> Result<(), DatabaseError>;

    /// The log of a game, in the order of the rounds.
    fn logs(&self, game: GameId) -> Result<Vec<LogEntry>, DatabaseError>;
}

/// Simulations: what was asked for, which games are finished, and how the bots did.
pub trait Simulations: Games {
    /// Adds a simulation that begins now.
    fn begin_simulation(&mut self, info: &SimulationInfo) -> Result<SimulationId, DatabaseError>;

    /// The same. `claim` takes its number for this program; if another program, or tab, has it, the next one is tried.
    fn begin_claimed(
        &mut self,
        info: &SimulationInfo,
        claim: &mut dyn FnMut(SimulationId) -> Result<bool, StoreError>,
    ) -> Result<SimulationId, DatabaseError> {
        loop {
            let id = self.begin_simulation(info)?;
            let claimed = claim(id);
            if let Ok(true) = claimed {
                return Ok(id);
            }
            self.delete_simulation(id)?;
            claimed?;
        }
    }

    /// A simulation.
    fn simulation(&self, id: SimulationId) -> Result<Simulation, DatabaseError>;

    /// All simulations, the newest first.
    fn simulations(&self) -> Result<Vec<Simulation>, DatabaseError>;

    /// The simulations that were not finished, the newest first. One of them may be running in another program.
    fn unfinished_simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let mut all = self.simulations()?;
        all.retain(|simulation| simulation.state == SimulationState::Begun);
        Ok(all)
    }

    /// The finished games of a simulation by their indices, so that it can go on with the missing ones.
    fn finished_games(&self, id: SimulationId) -> Result<Vec<FinishedGame>, DatabaseError>;

    /// Replaces the results of the bots of a simulation, in the order of its players.
    fn set_bot_results(&mut self, id: SimulationId, results: &[BotResult]) -> Result<(), DatabaseError>;

    /// The results of the bots of a simulation, in the order of its players.
    fn bot_results(&self, id: SimulationId) -> Result<Vec<BotResult>, DatabaseError>;

    /// Notes that all games of a simulation are finished.
    fn end_simulation(&mut self, id: SimulationId) -> Result<(), DatabaseError>;

    /// Deletes a simulation with its games. Returns how many games it had.
    fn delete_simulation(&mut self, id: SimulationId) -> Result<u64, DatabaseError>;
}

/// The time in seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
