//! Simulations: many games between AI players and contest bots, and what their results say.
//!
//! In every group of games each player takes each seat once from the same start; with two players that is a pair with
//! seats swapped. Everything random follows from the seed and the index of a game, so the number of threads changes
//! nothing.

#[cfg(not(target_arch = "wasm32"))]
mod bots;
mod collect;
mod game;
mod players;
mod report;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod source;
mod standing;
mod stats;
mod storage;
#[cfg(any(test, target_arch = "wasm32"))]
mod task;
#[cfg(test)]
mod tests;

#[cfg(not(target_arch = "wasm32"))]
pub use bots::prepare_transcripts;
pub use collect::{Collector, Finished, Watcher, check};
pub use game::{Ending, FinishedGame, PlayedGame};
pub use report::Report;
#[cfg(not(target_arch = "wasm32"))]
pub use run::run;
#[cfg(not(target_arch = "wasm32"))]
pub use source::load;
pub use standing::{PlayerStanding, Standing};
pub use stats::{MoveTimes, RoundCounts};
pub use storage::{Storage, delete, map_name, resume};
#[cfg(any(test, target_arch = "wasm32"))]
pub use task::{SentGame, SimulateTask};

use crate::contest::{ContestLimits, Version};
use crate::record::GameRecord;
use crate::rules::{RuleSet, Setup};
use common::arena::{PlayerIndex, Schedule};
use common::player::{Budget, Spec, Stop};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a simulation plays.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// The players, as many as there are seats.
    pub players: Vec<Spec>,
    /// The setup of every game.
    pub setup: Setup,
    /// The games, their seats and their seeds.
    pub schedule: Schedule,
    /// How long a player may think.
    pub limits: Limits,
    /// The time per turn of each player, where they differ; empty if all have the same.
    pub times: Vec<Duration>,
    /// The game whose position every game begins at, if they do not begin at the start.
    pub from: Option<Arc<GameRecord>>,
    /// Whether the values that players gave to regions and turns are kept.
    pub log: bool,
    /// The folder for everything that is said to contest bots and by them.
    pub transcripts: Option<PathBuf>,
}

impl Simulation {
    /// Whether a contest bot plays.
    pub fn has_bots(&self) -> bool {
        self.players.iter().any(|spec| spec.command().is_some())
    }

    /// The time per turn of a player.
    pub fn time_of(&self, player: PlayerIndex) -> Option<Duration> {
        self.times.get(player.0).copied().or(self.limits.time)
    }

    /// The time per turn that was asked for, of a player.
    pub fn given_time_of(&self, player: PlayerIndex) -> Option<Duration> {
        self.times.get(player.0).copied().or(self.limits.given_time)
    }

    /// The thinking time per turn in words, such as `500 ms`, or `A 500 ms, B 100 ms`.
    pub fn thinking_words(&self) -> String {
        if self.times.is_empty() {
            return self.limits.words();
        }
        let times = PlayerIndex::all(self.times.len()).zip(&self.times);
        times.map(|(player, time)| format!("{player} {} ms", time.as_millis())).collect::<Vec<_>>().join(", ")
    }

    /// The clock of contest bots.
    pub fn bot_clock(&self) -> ContestLimits {
        let contest = || ContestLimits::of_contest(Version::of(self.setup.rules));
        self.limits.given_time.map_or_else(contest, ContestLimits::for_time)
    }
}

/// How long a player may think about a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time per turn of our own players.
    pub time: Option<Duration>,
    /// The time per turn that was asked for; without it contest bots have the contest's clock.
    pub given_time: Option<Duration>,
    /// Iterations per turn.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The given limits; without any, the time that is usual under a rule set: that of one request of the contest's clock.
    pub fn new(time: Option<Duration>, nodes: Option<u64>, rules: RuleSet) -> Limits {
        let default = Duration::from_millis(match rules {
            RuleSet::Seed => 100,
            RuleSet::Contest1 => 2000,
            RuleSet::Contest2 => 500,
        });
        let unlimited = time.is_none() && nodes.is_none();
        Limits { time: if unlimited { Some(default) } else { time }, given_time: time, nodes }
    }

    /// The budget of one turn.
    pub fn budget(self, stop: &Stop) -> Budget {
        Budget { time: self.time, nodes: self.nodes, depth: None, stop: stop.clone() }
    }

    /// In words, such as `500 ms, 3000 iterations`.
    pub fn words(self) -> String {
        let time = self.time.map(|time| format!("{} ms", time.as_millis()));
        let nodes = self.nodes.map(|nodes| format!("{nodes} iterations"));
        [time, nodes].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// An error as the end of a sentence.
fn text(why: impl std::fmt::Display) -> String {
    why.to_string()
}
