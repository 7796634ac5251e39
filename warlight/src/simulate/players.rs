//! The players of one game, and what is kept about them besides their moves.

use super::Simulation;
use crate::ai;
use crate::ai::log::{LogSlot, RoundLog};
use crate::contest::{ContestPlayer, ContestReport, SharedReport};
use crate::database::LogEntry;
use crate::rules::Position;
use common::arena::PlayerIndex;
use common::cli;
use common::player::{AiPlayers, Budget, Player};
use serde::Serialize;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Once, PoisonError};

/// A player of one game.
pub struct SimulatedPlayer {
    player: Box<dyn Player<Position>>,
    /// What is counted about a contest bot.
    report: Option<SharedReport>,
    /// Where it leaves its log.
    log: Option<LogSlot>,
    budget: Budget,
}

/// What a player thought before one of its moves, as it is stored.
#[derive(Debug, Serialize)]
struct PlayerLog<'a> {
    /// The letter of the player on the command line.
    player: String,
    #[serde(flatten)]
    log: &'a RoundLog,
}

impl SimulatedPlayer {
    /// Builds a player for the game of an index. Without an index there is no transcript.
    pub fn new(
        simulation: &Simulation,
        index: Option<u64>,
        player: PlayerIndex,
        seed: u64,
        budget: &Budget,
    ) -> Result<SimulatedPlayer, String> {
        let (spec, setup) = (&simulation.players[player.0], &simulation.setup);
        let own_time = simulation.times.get(player.0).copied();
        let Some(command) = spec.command() else {
            let built = if simulation.log {
                ai::build_logged_player(spec, setup, seed).map(|(player, slot)| (player, Some(slot)))
            } else {
                Position::build_player(spec, setup, seed).map(|player| (player, None))
            };
            let (built, log) = built.map_err(|why| why.to_string())?;
            let budget = Budget { time: own_time.or(budget.time), ..budget.clone() };
            return Ok(SimulatedPlayer { player: built, report: None, log, budget });
        };
        let report = SharedReport::default();
        let mut bot = ContestPlayer::new(command, setup, None).map_err(|why| why.to_string())?;
        bot = bot.with_report(&report);
        if let (Some(folder), Some(index)) = (&simulation.transcripts, index)
            && let Some(file) = new_transcript(folder, index, player)
        {
            bot = bot
                .with_transcript(&file)
                .map_err(|why| format!("its transcript cannot be written: {why}"))?;
        }
        // The contest's clock counts unless a time is given.
        let budget = Budget { time: simulation.given_time_of(player), ..budget.clone() };
        Ok(SimulatedPlayer { player: Box::new(bot), report: Some(report), log: None, budget })
    }

    /// The player itself, and how long it may think.
    pub fn parts(&mut self) -> (&mut dyn Player<Position>, &Budget) {
        (&mut *self.player, &self.budget)
    }

    /// The log of its last move, if one is kept. The moves of the first round have the number 1, picks have 0.
    pub fn take_log(&self, player: PlayerIndex, round: u16) -> Option<LogEntry> {
        let log = self.log.as_ref()?.take()?;
        let entry = PlayerLog { player: player.to_string(), log: &log };
        Some(LogEntry { round, text: serde_json::to_string(&entry).ok()? })
    }

    /// What was counted about it; nothing if it is not a contest bot.
    pub fn report(&self) -> ContestReport {
        let report = self.report.as_ref();
        report.map_or_else(ContestReport::default, |report| {
            *report.lock().unwrap_or_else(PoisonError::into_inner)
        })
    }
}

/// An empty file for what is said in a game. A game goes on without one if it cannot be made.
fn new_transcript(folder: &Path, index: u64, player: PlayerIndex) -> Option<PathBuf> {
    static COMPLAINT: Once = Once::new();
    let path = folder.join(format!("game-{index:05}-{}.txt", player.key()));
    match File::create(&path) {
        Ok(_) => Some(path),
        Err(why) => {
            let sentence =
                format!("{} cannot be written: {why}; the games go on without transcripts", path.display());
            COMPLAINT.call_once(|| cli::complain(&sentence));
            None
        }
    }
}

/// Makes the folder of the transcripts. One that has transcripts is refused unless they may be replaced.
pub fn prepare_transcripts(folder: &Path, replace: bool) -> Result<(), String> {
    let unusable = |why: io::Error| format!("the folder {} cannot be used: {why}", folder.display());
    fs::create_dir_all(folder).map_err(unusable)?;
    let mut files = fs::read_dir(folder).map_err(unusable)?.flatten();
    let is_transcript = |name: &str| name.starts_with("game-");
    if !replace && files.any(|file| file.file_name().to_str().is_some_and(is_transcript)) {
        return Err(format!(
            "the folder {} has transcripts already: choose another one, or replace them with --force",
            folder.display()
        ));
    }
    Ok(())
}
