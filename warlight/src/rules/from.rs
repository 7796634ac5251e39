//! A game that goes on from a recorded one.

use super::setup::Setup;
use crate::compact::{from_letters, to_letters};
use crate::record::GameRecord;
use common::game::Game;
use std::path::Path;
use std::sync::Arc;

/// What a recorded game that is written out as text begins with.
const INLINE: &str = "inline:";

/// The recorded game that another one goes on from. It is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FromGame(Arc<GameRecord>);

impl FromGame {
    /// Goes on after all moves of a record. The error is a sentence without a full stop.
    pub fn new(record: Arc<GameRecord>) -> Result<FromGame, String> {
        if record.position().outcome().is_some() {
            return Err("this game is over: go on from an earlier round of it".to_owned());
        }
        Ok(FromGame(record))
    }

    /// The game.
    pub fn record(&self) -> &Arc<GameRecord> {
        &self.0
    }

    /// The text for saved games, which [`FromGame::read`] reads: the whole game, so that no other file is needed.
    pub fn text(&self) -> String {
        format!("{INLINE}{}", to_letters(&self.0.to_bytes()))
    }

    /// Reads the text in a saved game, or the file of this path.
    pub fn read(text: &str) -> Result<FromGame, String> {
        let Some(letters) = text.strip_prefix(INLINE) else {
            return FromGame::new(Arc::new(GameRecord::read_file(Path::new(text))?));
        };
        let bytes = from_letters(letters).ok_or("the game that this one goes on from is damaged")?;
        FromGame::new(Arc::new(GameRecord::from_bytes(&bytes).map_err(|why| why.to_string())?))
    }

    /// The setup of a game that goes on from this one.
    pub fn into_setup(self) -> Setup {
        Setup { from: Some(self.clone()), ..self.0.setup().clone() }
    }

    /// In a few words, for people.
    pub fn describe(&self) -> String {
        match self.0.rounds() {
            0 => "a game before its first round".to_owned(),
            round => format!("a game after round {round}"),
        }
    }
}
