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
mod stored;
#[cfg(test)]
mod tests;

pub use bytes::{EXTENSION, MAX_BYTES};
pub use cursor::{Action, ReplayCursor, Step};
pub use stored::BadRecord;

use crate::rules::{Effect, Move, Position, Setup};
use common::game::{Outcome, Side};
use common::session::{self, Session};

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

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// One player owns every owned region.
    Conquered,
    /// The round limit was reached.
    RoundLimit,
    /// A player failed or ran out of time.
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
        let start = session.position_after(0)?;
        let players = session.seats().iter().map(ToString::to_string).collect();
        let mut record = GameRecord::new(start, players, session.seed());
        for ply in &session.plies()[..session.ply()] {
            record.push(ply.side, &ply.m, &ply.effect);
        }
        if let Some(end) = session.end() {
            let outcome = end.outcome(session.seats().len());
            let end = match end {
                session::GameEnd::Played(_) => GameEnd::by_rules(session.position()),
                session::GameEnd::TimeUp(side) => {
                    GameEnd::Forfeit { side, why: "its time was up".to_owned() }
                }
                session::GameEnd::Failed(side, why) => GameEnd::Forfeit { side, why: why.to_string() },
            };
            record.finish(outcome, end);
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

    /// A cursor at the start of the game.
    pub fn replay(&self) -> ReplayCursor<'_> {
        ReplayCursor::new(self)
    }
}
