//! The statistics of the desktop: a database.

use super::{FinishedGame, GradeSummary, Records};
use crate::solver::Grade;
use common::store::{self, Store, StoreError};
use rusqlite::{Connection, ErrorCode, params};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The version of the tables.
const SCHEMA: i64 = 1;
/// How long to wait while another program writes.
const BUSY: Duration = Duration::from_secs(2);
/// The name of the database in the data folder.
const FILE: &str = "statistics.db";

/// The database.
#[derive(Debug)]
pub struct Stats {
    connection: Connection,
    notice: Option<String>,
}

/// Why statistics cannot be kept or read.
#[derive(Debug, Error)]
pub enum StatsError {
    /// The folder cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The database fails.
    #[error("{path} cannot be used: {why}")]
    Database {
        /// The file.
        path: String,
        /// The error of the database.
        why: rusqlite::Error,
    },
    /// A question to the database fails.
    #[error("the statistics cannot be used: {0}")]
    Query(#[from] rusqlite::Error),
    /// A newer program has written it.
    #[error("{0} was written by a newer version of this program")]
    Newer(String),
}

impl Stats {
    /// The statistics of a program.
    pub fn in_store(store: &Store) -> Result<Stats, StatsError> {
        store::make_folder(store.data())?;
        Stats::open(&store.data().join(FILE))
    }

    /// Opens the database, and makes it if it is missing. A damaged file is set aside: [`Stats::notice`] says so.
    pub fn open(path: &Path) -> Result<Stats, StatsError> {
        match connect(path) {
            Ok(connection) => Ok(Stats { connection, notice: None }),
            Err(Refused::Newer) => Err(StatsError::Newer(path.display().to_string())),
            Err(Refused::Damaged) => {
                let aside = store::set_aside(path);
                // The journals belong to the damaged file.
                for journal in ["-wal", "-shm", "-journal"] {
                    let _ = store::remove(&with_suffix(path, journal));
                }
                let notice = Some(format!("The statistics were damaged and start again: {aside}."));
                match connect(path) {
                    Ok(connection) => Ok(Stats { connection, notice }),
                    Err(Refused::Other(why)) => Err(database(path, why)),
                    Err(_) => Err(database(path, rusqlite::Error::InvalidQuery)),
                }
            }
            Err(Refused::Other(why)) => Err(database(path, why)),
        }
    }

    /// What was wrong with the file, if it was set aside.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The same, once.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }
}

impl Records for Stats {
    type Error = StatsError;

    fn record(&mut self, game: &FinishedGame) -> Result<(), StatsError> {
        self.connection.execute(
            "INSERT OR IGNORE INTO games
             (id, session_seed, grade, automaton, size, solved, score, mistakes, hints, seconds, ended)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                game.id,
                game.session_seed.cast_signed(),
                game.grade.name(),
                game.automaton,
                game.size,
                game.solved,
                game.score,
                game.mistakes,
                game.hints,
                i64::try_from(game.seconds).unwrap_or(i64::MAX),
                game.ended,
            ],
        )?;
        Ok(())
    }

    fn of_grade(&self, grade: Grade) -> Result<GradeSummary, StatsError> {
        let summary = self.connection.query_row(
            "SELECT count(*), coalesce(sum(solved), 0),
                    coalesce(max(CASE WHEN solved THEN score END), 0),
                    coalesce(avg(CASE WHEN solved THEN score END), 0.0),
                    coalesce(min(CASE WHEN solved THEN seconds END), 0)
             FROM games WHERE grade = ?1",
            [grade.name()],
            |row| {
                let best_seconds: i64 = row.get(4)?;
                Ok(GradeSummary {
                    grade,
                    played: row.get(0)?,
                    solved: row.get(1)?,
                    best_score: row.get(2)?,
                    average_score: row.get(3)?,
                    best_seconds: best_seconds.try_into().unwrap_or(0),
                    history: Vec::new(),
                })
            },
        )?;
        let mut query = self
            .connection
            .prepare("SELECT ended, score FROM games WHERE grade = ?1 AND solved ORDER BY ended, rowid")?;
        let days = query.query_map([grade.name()], |row| {
            let ended: i64 = row.get(0)?;
            Ok((ended.div_euclid(24 * 60 * 60), row.get(1)?))
        })?;
        let history = days.collect::<Result<_, _>>()?;
        Ok(GradeSummary { history, ..summary })
    }

    fn best(&self, grade: Grade) -> Result<Option<FinishedGame>, StatsError> {
        let mut query = self.connection.prepare(
            "SELECT id, session_seed, automaton, size, score, mistakes, hints, seconds, ended FROM games
             WHERE grade = ?1 AND solved ORDER BY score DESC, seconds, ended LIMIT 1",
        )?;
        let mut games = query.query_map([grade.name()], |row| {
            let (seed, seconds): (i64, i64) = (row.get(1)?, row.get(7)?);
            Ok(FinishedGame {
                id: row.get(0)?,
                session_seed: seed.cast_unsigned(),
                grade,
                automaton: row.get(2)?,
                size: row.get(3)?,
                solved: true,
                score: row.get(4)?,
                mistakes: row.get(5)?,
                hints: row.get(6)?,
                seconds: seconds.try_into().unwrap_or(0),
                ended: row.get(8)?,
            })
        })?;
        Ok(games.next().transpose()?)
    }
}

enum Refused {
    Damaged,
    Newer,
    Other(rusqlite::Error),
}

impl From<rusqlite::Error> for Refused {
    fn from(why: rusqlite::Error) -> Refused {
        match why.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Refused::Damaged,
            _ => Refused::Other(why),
        }
    }
}

fn connect(path: &Path) -> Result<Connection, Refused> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    // A commit does not wait for the disk, so that it does not stop the window; after a crash the last game may be missing.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > SCHEMA {
        return Err(Refused::Newer);
    }
    let change = connection.transaction()?;
    change.execute_batch(
        "CREATE TABLE IF NOT EXISTS games (
             id TEXT NOT NULL,
             session_seed INTEGER NOT NULL,
             grade TEXT NOT NULL,
             automaton TEXT NOT NULL,
             size TEXT NOT NULL,
             solved INTEGER NOT NULL,
             score INTEGER NOT NULL,
             mistakes INTEGER NOT NULL,
             hints INTEGER NOT NULL,
             seconds INTEGER NOT NULL,
             ended INTEGER NOT NULL,
             UNIQUE (id, session_seed)
         );
         CREATE INDEX IF NOT EXISTS games_by_grade ON games (grade, ended);",
    )?;
    change.pragma_update(None, "user_version", SCHEMA)?;
    change.commit()?;
    // A file with other tables of this name, or damaged pages, shows here and not in the middle of a game.
    let sound: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    let columns = connection
        .prepare("SELECT id, session_seed, grade, automaton, size, solved, score, mistakes, hints, seconds, ended FROM games")
        .is_ok();
    if sound == "ok" && columns { Ok(connection) } else { Err(Refused::Damaged) }
}

fn database(path: &Path, why: rusqlite::Error) -> StatsError {
    StatsError::Database { path: path.display().to_string(), why }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tests::{check_sums, game};
    use std::fs;

    #[test]
    fn games_are_summed_up_by_grade() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats.db");
        check_sums(|| {
            let stats = Stats::open(&path).unwrap();
            assert_eq!(stats.notice(), None);
            stats
        });
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats.db");
        fs::write(&path, [7; 5000]).unwrap();
        let mut stats = Stats::open(&path).unwrap();
        assert!(stats.notice().unwrap().contains("stats.db.damaged"));
        stats.record(&game(1, 1, 1)).unwrap();
        drop(stats);
        // A table of another program.
        let other = folder.path().join("other.db");
        Connection::open(&other)
            .unwrap()
            .execute_batch("CREATE TABLE games (grade TEXT, ended TEXT)")
            .unwrap();
        assert!(Stats::open(&other).unwrap().notice().is_some());
        // A damaged page.
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[100..middle].fill(0xff);
        fs::write(&path, bytes).unwrap();
        assert!(Stats::open(&path).unwrap().notice().is_some());
    }

    #[test]
    fn a_newer_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats.db");
        Stats::open(&path).unwrap().connection.pragma_update(None, "user_version", 99).unwrap();
        let why = Stats::open(&path).unwrap_err().to_string();
        assert!(why.ends_with("was written by a newer version of this program"), "{why}");
        assert!(Stats::open(folder.path()).is_err(), "a folder is not a database");
    }
}
