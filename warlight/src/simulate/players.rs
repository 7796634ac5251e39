//! The players of one game, and what is kept about them besides their moves.

use super::Simulation;
#[cfg(not(target_arch = "wasm32"))]
use super::bots;
use crate::ai;
use crate::ai::log::{LogSlot, RoundLog};
use crate::contest::ContestReport;
#[cfg(not(target_arch = "wasm32"))]
use crate::contest::SharedReport;
use crate::database::LogEntry;
use crate::rules::Position;
use common::arena::PlayerIndex;
use common::player::{AiPlayers, Budget, Player};
use serde::Serialize;

/// A player of one game.
pub struct SimulatedPlayer {
    player: Box<dyn Player<Position>>,
    /// What is counted about a contest bot.
    #[cfg(not(target_arch = "wasm32"))]
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
        #[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "there are no transcripts"))]
        index: Option<u64>,
        player: PlayerIndex,
        seed: u64,
        budget: &Budget,
    ) -> Result<SimulatedPlayer, String> {
        let (spec, setup) = (&simulation.players[player.0], &simulation.setup);
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(command) = spec.command() {
            let (bot, report) = bots::start(command, simulation, index, player)?;
            // The contest's clock counts unless a time is given.
            let budget = Budget { time: simulation.given_time_of(player), ..budget.clone() };
            return Ok(SimulatedPlayer { player: Box::new(bot), report: Some(report), log: None, budget });
        }
        let own_time = simulation.times.get(player.0).copied();
        let built = if simulation.log {
            ai::build_logged_player(spec, setup, seed).map(|(player, slot)| (player, Some(slot)))
        } else {
            Position::build_player(spec, setup, seed).map(|player| (player, None))
        };
        let (built, log) = built.map_err(|why| why.to_string())?;
        let budget = Budget { time: own_time.or(budget.time), ..budget.clone() };
        Ok(SimulatedPlayer {
            player: built,
            #[cfg(not(target_arch = "wasm32"))]
            report: None,
            log,
            budget,
        })
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
    #[cfg(not(target_arch = "wasm32"))]
    pub fn report(&self) -> ContestReport {
        let report = self.report.as_ref();
        report.map_or_else(ContestReport::default, |report| {
            *report.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
        })
    }

    /// No contest bot plays in a web page.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "as on the desktop")]
    pub fn report(&self) -> ContestReport {
        ContestReport::default()
    }
}
