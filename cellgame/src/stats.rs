//! Statistics of finished games, in a database: best scores, times and the history of each grade.
//!
//! Only boards with an id count, because a board of one's own has no comparable grade. A game is its board and the seed
//! of its session, so that a last move that is undone and made again counts once.

use crate::rules::{Puzzle, PuzzleFacts};
use crate::solver::Grade;
use common::game::{Game, Side};
use common::session::{GameEnd, Session};
use common::store::{self, Store, StoreError};
use rusqlite::{Connection, ErrorCode, params};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use web_time::{SystemTime, UNIX_EPOCH};

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

/// A game that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// The id of the board.
    pub id: String,
    /// The seed of the session.
    pub session_seed: u64,
    /// The grade of the board.
    pub grade: Grade,
    /// The automaton, as ids name it.
    pub automaton: String,
    /// Columns and rows, as in `20x10`.
    pub size: String,
    /// Whether every cell was found; otherwise time ran out.
    pub solved: bool,
    /// The points.
    pub score: i64,
    /// Wrong values.
    pub mistakes: u32,
    /// Stages of hints.
    pub hints: u32,
    /// Seconds of play.
    pub seconds: u64,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
}

impl FinishedGame {
    /// The game of a session that has just ended. `None` if its board has no id.
    pub fn of(session: &Session<Puzzle>) -> Option<FinishedGame> {
        let view = session.position().view(Side::FIRST);
        let PuzzleFacts { grade, id, .. } = &*view.facts;
        let (id, score, tally) = (id.as_ref()?, session.score(), session.tally());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Some(FinishedGame {
            id: id.to_string(),
            session_seed: session.seed(),
            grade: *grade,
            automaton: id.automaton.short(),
            size: id.size.to_string(),
            solved: matches!(session.end(), Some(GameEnd::Played(_))),
            score: score.points,
            mistakes: score.mistakes,
            hints: score.hints,
            seconds: tally.seconds,
            ended: i64::try_from(now).unwrap_or(i64::MAX),
        })
    }
}

/// What is known about the games of one grade.
#[derive(Debug, Clone, PartialEq)]
pub struct GradeSummary {
    /// The grade.
    pub grade: Grade,
    /// Games that have ended.
    pub played: u32,
    /// Those that were solved.
    pub solved: u32,
    /// The best score of a solved game; 0 if there is none.
    pub best_score: i64,
    /// The average score of the solved games; 0 if there is none.
    pub average_score: f64,
    /// The shortest time of a solved game; 0 if there is none.
    pub best_seconds: u64,
    /// The day, counted from 1970-01-01, and the score of each solved game, oldest first.
    pub history: Vec<(i64, i64)>,
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

    /// Records a game. A game that is recorded already does not count again.
    pub fn record(&mut self, game: &FinishedGame) -> Result<(), StatsError> {
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

    /// The grades that were played, the simplest first.
    pub fn summary(&self) -> Result<Vec<GradeSummary>, StatsError> {
        let summaries: Result<Vec<GradeSummary>, StatsError> =
            Grade::ALL.into_iter().map(|grade| self.of_grade(grade)).collect();
        Ok(summaries?.into_iter().filter(|summary| summary.played > 0).collect())
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

    /// The best solved game of a grade: the highest score, then the shortest time.
    pub fn best(&self, grade: Grade) -> Result<Option<FinishedGame>, StatsError> {
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

/// Records the game of a session that has just ended. Returns what the player should know.
pub fn record(session: &Session<Puzzle>, store: &Store) -> Option<String> {
    let game = FinishedGame::of(session)?;
    let recorded = Stats::in_store(store).and_then(|mut stats| {
        let best = stats.best(game.grade)?;
        stats.record(&game)?;
        let is_best = game.solved && best.is_some_and(|best| best.score < game.score);
        let best = is_best.then(|| format!("Your best score at grade {}.", game.grade));
        Ok(stats.notice.take().or(best))
    });
    recorded.unwrap_or_else(|why| Some(format!("The game is not in the statistics: {why}.")))
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
    use std::fs;

    fn game(seed: u64, score: i64, seconds: u64) -> FinishedGame {
        FinishedGame {
            id: "rule-110:8x8:hard:flat:v1#1".to_owned(),
            session_seed: seed,
            grade: Grade::Hard,
            automaton: "rule-110".to_owned(),
            size: "8x8".to_owned(),
            solved: true,
            score,
            mistakes: 1,
            hints: 2,
            seconds,
            ended: 86_400 * 20_000 + seed.cast_signed() * 86_400,
        }
    }

    #[test]
    fn games_are_summed_up_by_grade() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats.db");
        let mut stats = Stats::open(&path).unwrap();
        assert_eq!(stats.summary().unwrap(), []);
        for game in [game(1, 10, 60), game(2, -30, 40), FinishedGame { solved: false, ..game(3, 99, 5) }] {
            stats.record(&game).unwrap();
            // The same game again does not count, whatever its score.
            stats.record(&FinishedGame { score: 1000, ..game }).unwrap();
        }
        let easy = FinishedGame { grade: Grade::Easy, ..game(u64::MAX, 7, 8) };
        stats.record(&FinishedGame { ended: 0, ..easy.clone() }).unwrap();
        drop(stats);
        let stats = Stats::open(&path).unwrap();
        assert_eq!(stats.notice(), None);
        let summary = stats.summary().unwrap();
        assert_eq!(summary[0].grade, Grade::Easy);
        assert_eq!(
            summary[1],
            GradeSummary {
                grade: Grade::Hard,
                played: 3,
                solved: 2,
                best_score: 10,
                average_score: -10.0,
                best_seconds: 40,
                history: vec![(20_001, 10), (20_002, -30)],
            }
        );
        assert_eq!(stats.best(Grade::Hard).unwrap(), Some(game(1, 10, 60)));
        assert_eq!(stats.best(Grade::Easy).unwrap().unwrap().session_seed, u64::MAX);
        assert_eq!(stats.best(Grade::Sweep).unwrap(), None);
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
