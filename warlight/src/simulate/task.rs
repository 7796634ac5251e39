//! Games of a simulation in a worker of the web page.

use super::{FinishedGame, PlayedGame, Simulation, game, storage};
use crate::database::{LogEntry, SimulationInfo};
use crate::packed;
use crate::record::GameRecord;
use common::job::{Task, Work};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

/// A part of a simulation. It is short, so that the page can stop, and workers wait for a page that is slower.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SimulateTask {
    info: SimulationInfo,
    games: Vec<u64>,
    /// No other game is begun after this time.
    time: Duration,
}

impl SimulateTask {
    /// A task has at most so many games.
    pub const MAX_GAMES: usize = 64;
    /// How long a task takes, unless its first game takes longer.
    pub const TIME: Duration = Duration::from_millis(250);

    /// What tasks must know of a simulation.
    pub fn info(simulation: &Simulation) -> SimulationInfo {
        storage::info(simulation)
    }

    /// Some games of a simulation, by their indices. After `time` no other game is begun.
    pub fn new(info: &SimulationInfo, games: Vec<u64>, time: Duration) -> SimulateTask {
        SimulateTask { info: info.clone(), games, time }
    }
}

/// A game that has ended, as a worker sends it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SentGame {
    game: FinishedGame,
    /// The bytes of its record.
    record: String,
    logs: Vec<LogEntry>,
}

impl SentGame {
    pub(super) fn new(played: PlayedGame) -> SentGame {
        let record = packed::write_bytes(&played.record.to_bytes());
        SentGame { game: played.game, record, logs: played.logs }
    }

    /// The game itself.
    pub fn unpack(self) -> Option<PlayedGame> {
        let record = GameRecord::from_bytes(&packed::read_bytes(&self.record)?).ok()?;
        Some(PlayedGame { game: self.game, record, logs: self.logs })
    }
}

impl Task for SimulateTask {
    const NAME: &'static str = "simulate";
    type News = SentGame;
    /// The games that are still to be played.
    type Output = Result<Vec<u64>, String>;

    fn run(self, work: &Work, tell: &(dyn Fn(SentGame) + Sync)) -> Result<Vec<u64>, String> {
        let since = Instant::now();
        let simulation = storage::read(&self.info)?;
        let budget = simulation.limits.budget(work.stop());
        let mut rest = self.games.as_slice();
        while let Some((index, later)) = rest.split_first() {
            match game::play(&simulation, *index, &budget) {
                Ok(Some(played)) => tell(SentGame::new(played)),
                Ok(None) => break,
                Err(why) => return Err(why.to_string()),
            }
            rest = later;
            if since.elapsed() >= self.time {
                break;
            }
        }
        Ok(rest.to_vec())
    }
}
