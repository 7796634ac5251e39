//! The position that every game of a simulation begins at, if it is not the start of a game.

use super::text;
use crate::database::{Database, GameId, Games};
use crate::record::GameRecord;
use common::game::Game;
use common::store::Store;
use std::path::Path;

/// The record of a game, up to a round if one is given: a saved game, a file of a record, or the number of a game in the
/// database.
pub fn load(source: &Path, round: Option<u16>, store: &Store) -> Result<GameRecord, String> {
    let number = source.to_str().and_then(|text| text.parse().ok()).filter(|_| !source.exists());
    let (record, name) = if let Some(id) = number {
        let database = Database::open_existing(store).map_err(text)?;
        let none = || format!("there is no file {id}, and no database with a game {id}");
        (database.ok_or_else(none)?.game(GameId(id)).map_err(text)?, format!("game {id}"))
    } else {
        (GameRecord::read_file(source)?, format!("the game in {}", source.display()))
    };
    let record = match round {
        Some(round) => record
            .up_to_round(round)
            .ok_or_else(|| format!("{name} has no round {round}: it has {} rounds", record.rounds()))?,
        None => record,
    };
    if record.position().outcome().is_some() {
        let why = format!("{name} is over: start from an earlier round with --from-round");
        return Err(why);
    }
    Ok(record)
}
