//! The statistics of a web page: a file for each game, so that two tabs never overwrite each other's games.

use super::{FinishedGame, GradeSummary, Records};
use crate::solver::Grade;
use common::limits::SETTINGS_BYTES;
#[cfg(target_arch = "wasm32")]
use common::store::Store;
use common::store::{self, StoreError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The name of the folder in the data folder.
#[cfg(target_arch = "wasm32")]
const FOLDER: &str = "statistics";

/// Why statistics cannot be kept or read.
pub type StatsError = StoreError;

/// The files of finished games.
#[derive(Debug)]
pub struct Stats(PathBuf);

impl Stats {
    /// The statistics of a program.
    #[cfg(target_arch = "wasm32")]
    pub fn in_store(store: &Store) -> Result<Stats, StatsError> {
        Stats::open(&store.data().join(FOLDER))
    }

    /// The statistics in a folder.
    pub fn open(folder: &Path) -> Result<Stats, StatsError> {
        store::make_folder(folder)?;
        Ok(Stats(folder.to_path_buf()))
    }

    /// Files are read one by one: a damaged one counts as no game.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "as the database, which may have been set aside")]
    pub(super) fn take_notice(&mut self) -> Option<String> {
        None
    }

    /// The games of a grade, oldest first.
    fn games(&self, grade: Grade) -> Vec<FinishedGame> {
        let files = store::list(&self.0).unwrap_or_default();
        let read = |path: PathBuf| {
            let text = store::read_text(&path, SETTINGS_BYTES).ok()?;
            serde_json::from_str::<FinishedGame>(&text).ok()
        };
        let mut games: Vec<FinishedGame> =
            files.into_iter().filter_map(read).filter(|game| game.grade == grade).collect();
        games.sort_by_key(|game| (game.ended, game.session_seed));
        games
    }
}

impl Records for Stats {
    type Error = StatsError;

    fn record(&mut self, game: &FinishedGame) -> Result<(), StatsError> {
        let mut hasher = DefaultHasher::new();
        (&game.id, game.session_seed).hash(&mut hasher);
        let path = self.0.join(format!("{:016x}.json", hasher.finish()));
        let what = |why: serde_json::Error| StoreError::Content {
            path: path.clone(),
            what: format!("cannot be created: {why}"),
        };
        let text = serde_json::to_string(game).map_err(what)?;
        match store::write_new(&path, text.as_bytes()) {
            Err(StoreError::Exists(_)) => Ok(()),
            done => done,
        }
    }

    fn of_grade(&self, grade: Grade) -> Result<GradeSummary, StatsError> {
        let games = self.games(grade);
        let solved: Vec<&FinishedGame> = games.iter().filter(|game| game.solved).collect();
        let sum: i64 = solved.iter().map(|game| game.score).sum();
        Ok(GradeSummary {
            grade,
            played: games.len() as u32,
            solved: solved.len() as u32,
            best_score: solved.iter().map(|game| game.score).max().unwrap_or(0),
            average_score: if solved.is_empty() { 0.0 } else { sum as f64 / solved.len() as f64 },
            best_seconds: solved.iter().map(|game| game.seconds).min().unwrap_or(0),
            history: solved.iter().map(|game| (game.ended.div_euclid(24 * 60 * 60), game.score)).collect(),
        })
    }

    fn best(&self, grade: Grade) -> Result<Option<FinishedGame>, StatsError> {
        let solved = self.games(grade).into_iter().filter(|game| game.solved);
        Ok(solved.min_by_key(|game| (-game.score, game.seconds, game.ended)))
    }
}

#[cfg(test)]
#[test]
fn games_are_summed_up_by_grade() {
    let folder = tempfile::tempdir().unwrap();
    crate::stats::tests::check_sums(|| Stats::open(folder.path()).unwrap());
    std::fs::write(folder.path().join("damaged.json"), "{").unwrap();
    assert_eq!(Stats::open(folder.path()).unwrap().summary().unwrap()[1].played, 3);
}
