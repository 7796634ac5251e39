//! Statistics of finished games: best scores, times and the history of each grade. On the desktop they are in a database,
//! in a web page in files.
//!
//! Only boards with an id count, because a board of one's own has no comparable grade. A game is its board and the seed
//! of its session, so that a last move that is undone and made again counts once.

#[cfg(any(test, target_arch = "wasm32"))]
mod files;
#[cfg(not(target_arch = "wasm32"))]
mod sqlite;

#[cfg(target_arch = "wasm32")]
pub use files::{Stats, StatsError};
#[cfg(not(target_arch = "wasm32"))]
pub use sqlite::{Stats, StatsError};

use crate::rules::{Puzzle, PuzzleFacts};
use crate::solver::Grade;
use common::game::{Game, Side};
use common::session::{GameEnd, Session};
use common::store::Store;
use serde::{Deserialize, Serialize};
use web_time::{SystemTime, UNIX_EPOCH};

/// Finished games, wherever they are kept.
pub trait Records {
    /// Why games cannot be kept or read.
    type Error;

    /// Records a game. A game that is recorded already does not count again.
    fn record(&mut self, game: &FinishedGame) -> Result<(), Self::Error>;

    /// What is known about the games of one grade.
    fn of_grade(&self, grade: Grade) -> Result<GradeSummary, Self::Error>;

    /// The best solved game of a grade: the highest score, then the shortest time.
    fn best(&self, grade: Grade) -> Result<Option<FinishedGame>, Self::Error>;

    /// The grades that were played, the simplest first.
    fn summary(&self) -> Result<Vec<GradeSummary>, Self::Error> {
        let summaries: Result<Vec<GradeSummary>, Self::Error> =
            Grade::ALL.into_iter().map(|grade| self.of_grade(grade)).collect();
        Ok(summaries?.into_iter().filter(|summary| summary.played > 0).collect())
    }
}

/// A game that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Records the game of a session that has just ended. Returns what the player should know.
pub fn record(session: &Session<Puzzle>, store: &Store) -> Option<String> {
    let game = FinishedGame::of(session)?;
    let recorded = Stats::in_store(store).and_then(|mut stats| {
        let best = stats.best(game.grade)?;
        stats.record(&game)?;
        let is_best = game.solved && best.is_some_and(|best| best.score < game.score);
        let best = is_best.then(|| format!("Your best score at grade {}.", game.grade));
        Ok(stats.take_notice().or(best))
    });
    recorded.unwrap_or_else(|why| Some(format!("The game is not in the statistics: {why}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn game(seed: u64, score: i64, seconds: u64) -> FinishedGame {
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

    /// Records games and sums them up; `open` opens the same records again.
    pub(super) fn check_sums<R: Records<Error: std::fmt::Debug>>(open: impl Fn() -> R) {
        let mut stats = open();
        assert_eq!(stats.summary().unwrap(), []);
        for game in [game(1, 10, 60), game(2, -30, 40), FinishedGame { solved: false, ..game(3, 99, 5) }] {
            stats.record(&game).unwrap();
            // The same game again does not count, whatever its score.
            stats.record(&FinishedGame { score: 1000, ..game }).unwrap();
        }
        let easy = FinishedGame { grade: Grade::Easy, ..game(u64::MAX, 7, 8) };
        stats.record(&FinishedGame { ended: 0, ..easy.clone() }).unwrap();
        drop(stats);
        let stats = open();
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
}
