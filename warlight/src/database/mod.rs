//! The database of games: one `SQLite` file with recorded games, simulations, maps, the results of bots, and logs.
//!
//! Several programs may use the file at once. Every change is one short transaction, and a program waits while another
//! one writes.

mod games;
mod open;
mod schema;
mod simulations;
#[cfg(test)]
mod tests;

pub use games::{GameFilter, GameRow, LogEntry};
pub use simulations::{BotResult, FinishedGame, Simulation, SimulationInfo, SimulationState};

use crate::record::BadRecord;
use common::store::StoreError;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::fmt;
use thiserror::Error;
use web_time::{SystemTime, UNIX_EPOCH};

/// The name of the database in the data folder.
pub const FILE: &str = "warlight.db";

/// The database.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: String,
    notice: Option<String>,
}

/// The number of a game in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

/// The number of a simulation in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    Sqlite {
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

impl Database {
    /// What was wrong with the file, if it was set aside.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Makes a change in a transaction of its own. It takes the lock for writing at once, so that it waits for another
    /// writer instead of failing in the middle.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, DatabaseError> {
        let run = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = change(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|why| open::failed(&self.path, &why))
    }

    /// Asks a question.
    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, DatabaseError> {
        query(&self.connection).map_err(|why| open::failed(&self.path, &why))
    }
}

/// The time in seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// A list of texts, as it is kept in a column.
fn write_list(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

fn read_list(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_default()
}
