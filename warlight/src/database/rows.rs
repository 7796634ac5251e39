//! What is kept of games and simulations, and what lists show of them.

use super::{GameId, GameKind, SimulationId};
use crate::record::{GameEnd, GameRecord};
use common::game::{COLOURS, Outcome, Side, SideLooks};
use serde::{Deserialize, Serialize};

/// A game as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// When it was added, in seconds since 1970.
    pub added: i64,
    /// The same as date and time, UTC.
    pub date: String,
    /// Its kind.
    pub kind: GameKind,
    /// The short name of the map.
    pub map: String,
    /// The rule set.
    pub rules: String,
    /// The players, by side.
    pub players: Vec<String>,
    /// The names of the sides, where names or colours were chosen.
    pub(super) names: Vec<String>,
    /// Who won; `None` for a draw and for an unfinished game.
    pub winner: Option<Side>,
    /// How it ended: conquered, round limit, forfeit, interrupted, or unfinished.
    pub ending: String,
    /// The number of rounds.
    pub rounds: u32,
    /// Its simulation, and its index in it.
    pub simulation: Option<(SimulationId, u64)>,
}

impl GameRow {
    /// The name of a side.
    pub fn name(&self, side: Side) -> &str {
        let default = || COLOURS.get(side.index()).copied().unwrap_or_default();
        self.names.get(side.index()).map_or_else(default, String::as_str)
    }
}

/// Which games to list.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// Only those on this map.
    pub map: Option<String>,
    /// Only those in which this player took part.
    pub player: Option<String>,
    /// Only those of this simulation.
    pub simulation: Option<SimulationId>,
    /// At most so many.
    pub limit: Option<u32>,
}

/// What was logged in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The round; 0 for the picks.
    pub round: u16,
    /// The text.
    pub text: String,
}

/// What a simulation is asked to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulationInfo {
    /// The settings of the command, as JSON.
    pub settings: String,
    /// The bots.
    pub players: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed of everything random.
    pub seed: u64,
}

/// How far a simulation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimulationState {
    /// It has begun. If its program does not run any more, it was interrupted.
    Begun,
    /// All games are finished.
    Finished,
}

/// A simulation in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// Its number.
    pub id: SimulationId,
    /// What it is asked to do.
    pub info: SimulationInfo,
    /// When it was begun, in seconds since 1970.
    pub started: i64,
    /// The same as date and time, UTC.
    pub date: String,
    /// When it was finished.
    pub ended: Option<i64>,
    /// How far it is.
    pub state: SimulationState,
    /// The number of finished games.
    pub finished: u64,
}

/// A finished game of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// Its index in the simulation.
    pub index: u64,
    /// Its number in the database.
    pub id: GameId,
    /// The points of each side; `None` if the game was interrupted without a result.
    pub outcome: Option<Outcome>,
    /// How it ended: conquered, round limit, forfeit or interrupted.
    pub ending: String,
    /// The number of rounds.
    pub rounds: u32,
    /// What [`Games::add_game_with_details`] got.
    pub details: String,
}

/// How a bot did in a simulation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BotResult {
    /// The bot.
    pub bot: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Answers that came too late.
    pub time_outs: u64,
    /// Answers that were no moves.
    pub nonsense: u64,
    /// Moves made.
    pub moves: u64,
    /// The time of all moves, in seconds.
    pub total_time: f64,
    /// The time of the slowest move, in seconds.
    pub max_time: f64,
}

/// The names of all sides, if names or colours were chosen.
pub(super) fn chosen_names(record: &GameRecord) -> Vec<String> {
    let setup = record.setup();
    if setup.looks == SideLooks::default() {
        return Vec::new();
    }
    Side::all(usize::from(setup.players)).map(|side| setup.name(side).to_owned()).collect()
}

/// How a game ended, in a word or two.
pub(super) fn ending(record: &GameRecord) -> &'static str {
    match record.end() {
        None => "unfinished",
        Some(GameEnd::Conquered) => "conquered",
        Some(GameEnd::RoundLimit) => "round limit",
        Some(GameEnd::Forfeit { .. }) => "forfeit",
        Some(GameEnd::Interrupted) => "interrupted",
    }
}

/// A hash that finds equal content quickly; equality is checked with the content itself. FNV-1a.
pub(super) fn hash(bytes: &[u8]) -> i64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).cast_signed()
}

/// The points of all sides, as they are kept; empty for a game without a result.
pub(super) fn points_text(record: &GameRecord) -> String {
    let points = record.outcome().map_or_else(Vec::new, |outcome| {
        Side::all(outcome.sides()).map(|side| outcome.points(side).to_string()).collect()
    });
    points.join(" ")
}

/// The result of a game with these points.
pub(super) fn outcome_of(points: &str) -> Option<Outcome> {
    let points: Vec<i8> = points
        .split_whitespace()
        .map(|points| points.parse().map_or(0, |points: f64| (points * 2.0) as i8))
        .collect();
    // What is damaged may claim any number of sides.
    (1..=common::game::MAX_SIDES).contains(&points.len()).then(|| Outcome::halves(&points))
}
