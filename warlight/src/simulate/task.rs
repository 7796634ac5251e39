//! Games of a simulation in a worker of the web page.

use super::{FinishedGame, PlayedGame, Simulation, game, storage};
use crate::database::{LogEntry, SimulationInfo};
use crate::packed;
use crate::record::GameRecord;
use common::job::{Task, Work};
use serde::{Deserialize, Serialize};

/// Games to play.
#[derive(Serialize, Deserialize)]
pub struct SimulateTask {
    info: SimulationInfo,
    games: Vec<u64>,
}

impl SimulateTask {
    /// Some games of a simulation, by their indices.
    pub fn new(simulation: &Simulation, games: Vec<u64>) -> SimulateTask {
        SimulateTask { info: storage::info(simulation), games }
    }
}

/// A game that has ended, as a worker sends it.
#[derive(Serialize, Deserialize)]
pub struct SentGame {
    game: FinishedGame,
    /// The bytes of its record.
    record: String,
    logs: Vec<LogEntry>,
}

impl SentGame {
    fn new(played: PlayedGame) -> SentGame {
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
    type Output = Result<(), String>;

    fn run(self, work: &Work, tell: &(dyn Fn(SentGame) + Sync)) -> Result<(), String> {
        let simulation = storage::read(&self.info)?;
        let budget = simulation.limits.budget(work.stop());
        for index in self.games {
            match game::play(&simulation, index, &budget) {
                Ok(Some(played)) => tell(SentGame::new(played)),
                Ok(None) => break,
                Err(why) => return Err(why.to_string()),
            }
        }
        Ok(())
    }
}
