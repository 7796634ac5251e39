//! The file of all games: JSON lines, a header that says what was to be played and then one line per game.
//!
//! Indices count from 0 in the whole schedule, also in the file of a shard. A game is replayed with three seeds: its start
//! position has the dice [`Stream::Start`](crate::game::Stream) of `start_seed`, and ply `n` has stream `n` of
//! `opening_seed` within the opening and of `seed` after it. A seed is left out where no dice can be thrown.

use super::move_texts::MoveTexts;
use super::schedule::{MAX_GAMES, PlayerIndex, Schedule, Shard};
use super::stats::GameScore;
use crate::game::MAX_SIDES;
use crate::player::{Budget, Stop};
use crate::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Marks our files.
const FORMAT: &str = "pentad arena 2";

/// How long a player may think about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveLimits {
    pub time_ms: Option<u64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl MoveLimits {
    pub(super) fn budget(self, stop: &Stop) -> Budget {
        let time = self.time_ms.map(Duration::from_millis);
        Budget { time, nodes: self.nodes, depth: self.depth, stop: stop.clone() }
    }

    /// In words, such as `100 ms, 5000 nodes`.
    pub(super) fn words(self) -> String {
        let time = self.time_ms.map(|ms| format!("{ms} ms"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let limits: Vec<_> = [time, nodes, depth].into_iter().flatten().collect();
        if limits.is_empty() { "no limit".to_owned() } else { limits.join(", ") }
    }
}

/// The first line: what was to be played. Files of one match differ in the shard only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    format: String,
    pub game: String,
    pub setup: BTreeMap<String, String>,
    pub sides: usize,
    /// As many as there are sides.
    pub players: Vec<String>,
    pub seed: u64,
    pub openings: u64,
    pub games: u64,
    pub budget: MoveLimits,
    pub shard: Option<Shard>,
}

/// The part of a header that every version of the format has.
#[derive(Deserialize)]
struct AnyHeader {
    format: String,
}

impl Header {
    pub(super) fn new(
        game: &str,
        setup: BTreeMap<String, String>,
        players: Vec<String>,
        schedule: Schedule,
        budget: MoveLimits,
        shard: Option<Shard>,
    ) -> Header {
        let Schedule { seed, sides, games, openings } = schedule;
        Header {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            setup,
            sides,
            players,
            seed,
            openings,
            games,
            budget,
            shard,
        }
    }

    pub(super) fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, sides: self.sides, games: self.games, openings: self.openings }
    }

    /// The name of a player; empty if there is no such player.
    pub(super) fn player(&self, player: PlayerIndex) -> &str {
        self.players.get(player.0).map_or("", String::as_str)
    }

    /// Reads the first line of a file. An error completes the sentence "the line …".
    pub(super) fn read(line: &str) -> Result<Header, String> {
        let damaged = |error| format!("is not the header of an arena file: {error}");
        let AnyHeader { format } = serde_json::from_str(line).map_err(damaged)?;
        if format != FORMAT {
            return Err(format!("has format '{format}' instead of '{FORMAT}'"));
        }
        let header: Header = serde_json::from_str(line).map_err(damaged)?;
        let (sides, games) = (header.sides, header.games);
        if !(1..=MAX_SIDES).contains(&sides) {
            return Err(format!("cannot have {sides} sides"));
        }
        if header.players.len() != sides {
            return Err(format!("has {} players for {sides} sides", header.players.len()));
        }
        if games % sides as u64 != 0 || games > MAX_GAMES.next_multiple_of(sides as u64) {
            return Err(format!("cannot have {games} games"));
        }
        Ok(header)
    }

    /// The first difference that shows that the other header belongs to another match.
    pub(super) fn difference(&self, other: &Header) -> Option<String> {
        let values = |header: &Header| {
            let mut values = vec![
                ("game".to_owned(), header.game.clone()),
                ("setup".to_owned(), format!("{:?}", header.setup)),
                ("number of sides".to_owned(), header.sides.to_string()),
            ];
            let players = PlayerIndex::all(header.sides);
            values
                .extend(players.map(|player| (format!("player {player}"), header.player(player).to_owned())));
            values.extend([
                ("seed".to_owned(), header.seed.to_string()),
                ("number of openings".to_owned(), header.openings.to_string()),
                ("number of games".to_owned(), header.games.to_string()),
                ("limit per move".to_owned(), header.budget.words()),
            ]);
            values
        };
        let (here, there) = (values(self), values(other));
        let ((name, here), (_, there)) = here.into_iter().zip(there).find(|(here, there)| here != there)?;
        Some(format!("the {name} is {here} in one and {there} in the other"))
    }
}

/// The thinking time of one player in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeUsed {
    pub moves: u64,
    pub total_us: u64,
    pub max_us: u64,
    /// Moves that took longer than allowed.
    pub overruns: u64,
}

impl TimeUsed {
    /// Adds another time; saturating, because the numbers may come from a damaged file.
    pub(super) fn add(&mut self, other: TimeUsed) {
        self.moves = self.moves.saturating_add(other.moves);
        self.total_us = self.total_us.saturating_add(other.total_us);
        self.max_us = self.max_us.max(other.max_us);
        self.overruns = self.overruns.saturating_add(other.overruns);
    }
}

/// Why a game did not end by its rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Irregular {
    /// The player that failed; `None` if the rules gave no result.
    pub loser: Option<PlayerIndex>,
    pub why: String,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub index: u64,
    /// The player of each side.
    pub seats: Vec<PlayerIndex>,
    /// The moves of the opening, as in `p1:c4`.
    pub opening: MoveTexts,
    /// The moves after the opening.
    pub moves: MoveTexts,
    /// The points of each side.
    pub points: Vec<f64>,
    pub irregular: Option<Irregular>,
    pub seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_seed: Option<u64>,
    /// The thinking time of each player.
    pub times: Vec<TimeUsed>,
}

impl Record {
    /// A game that has not begun.
    pub(super) fn new(index: u64, seats: Vec<PlayerIndex>, seed: u64) -> Record {
        Record {
            index,
            opening: MoveTexts::default(),
            moves: MoveTexts::default(),
            points: vec![0.0; seats.len()],
            irregular: None,
            seed,
            start_seed: None,
            opening_seed: None,
            times: vec![TimeUsed::default(); seats.len()],
            seats,
        }
    }

    /// Reads the line of a game. An error completes the sentence "the line …".
    pub(super) fn read(line: &str, header: &Header) -> Result<Record, String> {
        let record: Record = serde_json::from_str(line).map_err(|error| format!("is not a game: {error}"))?;
        let (index, sides, schedule) = (record.index, header.sides, header.schedule());
        if index >= header.games {
            return Err(format!("has index {index}, but there are only {} games", header.games));
        }
        if let Some(shard) = header.shard.filter(|shard| !shard.contains(schedule, index)) {
            return Err(format!("has the game of index {index}, which is not in shard {shard}"));
        }
        if record.seats != schedule.seats(index) {
            return Err(format!("has players on the wrong sides for the game of index {index}"));
        }
        for (count, of) in [(record.points.len(), "points"), (record.times.len(), "times")] {
            if count != sides {
                return Err(format!("has {of} for {count} sides instead of {sides}"));
            }
        }
        let loser = record.irregular.as_ref().and_then(|irregular| irregular.loser);
        if let Some(loser) = loser.filter(|loser| loser.0 >= sides) {
            return Err(format!("says that player {loser}, which does not exist, has failed"));
        }
        Ok(record)
    }

    /// The points of a player.
    pub(super) fn points_of(&self, player: PlayerIndex) -> f64 {
        let seat = self.seats.iter().position(|seated| *seated == player);
        seat.and_then(|seat| self.points.get(seat)).copied().unwrap_or(0.0)
    }

    /// The number of sides that share the first place.
    fn leaders(&self) -> usize {
        let best = self.best();
        self.points.iter().filter(|points| **points >= best).count()
    }

    fn best(&self) -> f64 {
        self.points.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// The result for a player: a draw is a shared first place, and a puzzle is won if it is solved.
    pub(super) fn score_of(&self, player: PlayerIndex) -> GameScore {
        let points = self.points_of(player);
        let wins = if self.seats.len() == 1 { points > 0.0 } else { points >= self.best() };
        match wins {
            true if self.leaders() == 1 => GameScore::Win,
            true => GameScore::Draw,
            false => GameScore::Loss,
        }
    }

    /// The result of A.
    pub(super) fn score(&self) -> GameScore {
        self.score_of(PlayerIndex::A)
    }

    /// The tournament score of a player: 1 for a win, an equal part of 1 for a shared first place, otherwise 0.
    pub(super) fn tournament_score(&self, player: PlayerIndex) -> f64 {
        match self.score_of(player) {
            GameScore::Win => 1.0,
            GameScore::Draw => 1.0 / self.leaders() as f64,
            GameScore::Loss => 0.0,
        }
    }
}

/// Finished games by their indices.
pub(super) type Records = BTreeMap<u64, Record>;

/// Writes the whole file anew, with the games in their order.
pub(super) fn write(path: &Path, header: &Header, records: &Records) -> Result<(), StoreError> {
    let unwritable = |what| StoreError::Content { path: path.to_path_buf(), what };
    let mut bytes = line(header).map_err(unwritable)?;
    for record in records.values() {
        bytes.extend(line(record).map_err(unwritable)?);
    }
    store::write_atomic(path, &bytes)
}

/// A header or a game as a line of the file. An error completes the sentence "the file …".
pub(super) fn line(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut bytes = serde_json::to_vec(value).map_err(|error| format!("cannot be made: {error}"))?;
    bytes.push(b'\n');
    Ok(bytes)
}
