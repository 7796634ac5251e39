//! Records of games: everything that happened, without dice, so that a game can be replayed years later.
//!
//! A record is self-contained: it holds the map, the setup, the beginning, every move and its result. [`GameRecord::to_bytes`]
//! is its compact form for files and the database, [`GameRecord::to_json`] the readable one. [`ReplayCursor`] steps
//! through it in both directions. A record of an unfinished game is a saved game: [`GameRecord::position`] goes on from it.

mod bytes;
mod cursor;
mod file;
mod json;
mod rebuild;
mod series;
mod stored;
#[cfg(test)]
mod tests;

#[cfg(all(test, feature = "window"))]
pub(crate) use bytes::crc32 as checksum;
pub use bytes::{EXTENSION, MAX_BYTES};
pub use cursor::{Action, ReplayCursor, Step};
pub use series::{Capture, Series};
pub use stored::BadRecord;

use crate::rules::{Effect, Move, Position, Setup};
use common::game::{Outcome, Side};
use common::player::PlayerError;
use common::review;
use common::session::{self, Session};
use std::sync::Arc;

/// A move of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMove {
    /// Who made it.
    pub side: Side,
    /// The move.
    pub m: Move,
    /// What it did; its undo data is missing.
    pub effect: Effect,
}

/// Why a player who resigned loses.
pub const RESIGNED: &str = "it resigned";

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// One player owns every owned region.
    Conquered,
    /// The round limit was reached.
    RoundLimit,
    /// A player resigned, failed or ran out of time.
    Forfeit {
        /// Who.
        side: Side,
        /// Why, in a sentence without a full stop.
        why: String,
    },
    /// Somebody stopped the game.
    Interrupted,
}

impl GameEnd {
    /// How a game ended that ended by its rules.
    pub fn by_rules(position: &Position) -> GameEnd {
        if position.state().alive().len() <= 1 { GameEnd::Conquered } else { GameEnd::RoundLimit }
    }
}

/// The record of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    start: Position,
    players: Vec<String>,
    seed: u64,
    branched_at: usize,
    moves: Vec<RecordedMove>,
    end: Option<(Outcome, GameEnd)>,
}

impl GameRecord {
    /// The record of a game before its first move. Of a later position only the beginning is used: to go on from the
    /// middle of a game, [`GameRecord::branch`] its record.
    pub fn new(start: &Position, players: Vec<String>, seed: u64) -> GameRecord {
        let start = Position::new(start.setup(), start.beginning().clone());
        GameRecord { start, players, seed, branched_at: 0, moves: Vec::new(), end: None }
    }

    /// The record of another game that goes on where this one stands, with other players.
    pub fn branch(&self, players: Vec<String>, seed: u64) -> GameRecord {
        GameRecord { players, seed, branched_at: self.moves.len(), end: None, ..self.clone() }
    }

    /// The record of a game in a session, up to the move that is shown.
    pub fn of_session(session: &Session<Position>) -> Option<GameRecord> {
        let mut record = GameRecord::of_moves(session, session.ply())?;
        if let Some(end) = session.end() {
            let outcome = end.outcome(session.seats().len());
            let end = match end {
                session::GameEnd::Played(_) => GameEnd::by_rules(session.position()),
                session::GameEnd::TimeUp(side) => {
                    GameEnd::Forfeit { side, why: "its time was up".to_owned() }
                }
                session::GameEnd::Resigned(side) => GameEnd::Forfeit { side, why: RESIGNED.to_owned() },
                session::GameEnd::Failed(side, why) => GameEnd::Forfeit { side, why: why.to_string() },
            };
            record.finish(outcome, end);
        }
        Some(record)
    }

    /// The record of a game in a session up to the beginning of the round in which its first `count` moves end: without the
    /// moves that wait for others.
    pub fn of_rounds(session: &Session<Position>, count: usize) -> Option<GameRecord> {
        let record = GameRecord::of_moves(session, count)?;
        let last = record.moves.iter().rposition(|made| made.effect != Effect::Waiting);
        Some(record.first_moves(last.map_or(0, |last| last + 1)))
    }

    /// The first moves of a game in a session, without its end.
    fn of_moves(session: &Session<Position>, count: usize) -> Option<GameRecord> {
        let start = session.position_after(0)?;
        let players = session.seats().iter().map(ToString::to_string).collect();
        let mut record = match &session.setup().from {
            // The game goes on from another one.
            Some(from) => from.record().branch(players, session.seed()),
            None => GameRecord::new(start, players, session.seed()),
        };
        for ply in session.plies().get(..count)? {
            record.push(ply.side, &ply.m, &ply.effect);
        }
        Some(record)
    }

    /// Adds a move and what it did, as [`common::game::Game::play`] returned it.
    pub fn push(&mut self, side: Side, m: &Move, effect: &Effect) {
        let effect = match effect.clone() {
            Effect::Waiting => Effect::Waiting,
            Effect::Starts { given, complete, .. } => Effect::Starts { given, complete, undo: None },
            Effect::Round { record, .. } => Effect::Round { record, undo: None },
        };
        self.moves.push(RecordedMove { side, m: m.clone(), effect });
    }

    /// Ends the game.
    pub fn finish(&mut self, outcome: Outcome, end: GameEnd) {
        self.end = Some((outcome, end));
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The setup of the game.
    pub fn setup(&self) -> &Setup {
        self.start.setup()
    }

    /// The names of the players, by side.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of moves that were taken over from another game.
    pub fn branched_at(&self) -> usize {
        self.branched_at
    }

    /// All moves, in the order in which they were made.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The number of rounds that were played.
    pub fn rounds(&self) -> u16 {
        let rounds = self.moves.iter().filter(|made| matches!(made.effect, Effect::Round { .. }));
        rounds.count().try_into().unwrap_or(u16::MAX)
    }

    /// The result; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(|(outcome, _)| *outcome)
    }

    /// How the game ended; `None` while it goes on.
    pub fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref().map(|(_, end)| end)
    }

    /// The position after all moves, with everything that a continuation needs: moves that wait, and what each side has
    /// seen.
    pub fn position(&self) -> Position {
        self.position_after(self.moves.len())
    }

    /// The position after so many moves; after all of them if there are fewer.
    pub fn position_after(&self, moves: usize) -> Position {
        let mut position = self.start.clone();
        for made in self.moves.iter().take(moves) {
            position.apply(made.side, &made.m, &made.effect);
        }
        position
    }

    /// The first moves of this game, without its end.
    pub fn first_moves(&self, count: usize) -> GameRecord {
        let moves = self.moves[..count.min(self.moves.len())].to_vec();
        let branched_at = self.branched_at.min(moves.len());
        let (start, players) = (self.start.clone(), self.players.clone());
        GameRecord { start, players, seed: self.seed, branched_at, moves, end: None }
    }

    /// The part up to the end of a round, 0 being the time before the first one; `None` if the game is shorter.
    pub fn up_to_round(&self, round: u16) -> Option<GameRecord> {
        let reached = |position: &Position| position.round() == round && !position.is_picking();
        let mut position = self.start.clone();
        for (count, made) in self.moves.iter().enumerate() {
            if reached(&position) {
                return Some(self.first_moves(count));
            }
            position.apply(made.side, &made.m, &made.effect);
        }
        reached(&position).then(|| self.first_moves(self.moves.len()))
    }

    /// The game as a session, for a review.
    pub fn to_session(&self) -> Session<Position> {
        let mut position = self.start.clone();
        let made = |made: &RecordedMove| {
            position.apply(made.side, &made.m, &made.effect);
            review::RecordedMove {
                side: made.side,
                m: made.m.clone(),
                effect: made.effect.clone(),
                after: position.clone(),
            }
        };
        let moves = self.moves.iter().map(made).collect();
        let end = match self.end() {
            Some(GameEnd::Forfeit { side, why }) => {
                Some(session::GameEnd::Failed(*side, PlayerError::NoAnswer(why.clone())))
            }
            _ => None,
        };
        let record =
            review::Record { setup: self.setup().clone(), start: self.start.clone(), moves, start_moves: 0 };
        Session::of_record(record, end)
    }

    /// A cursor at the start of the game.
    pub fn replay(self: &Arc<Self>) -> ReplayCursor {
        ReplayCursor::new(self)
    }
}
