//! The position that every game of a simulation begins at, if it is not the start of a game.

use crate::database::{Database, GameId};
use crate::record::GameRecord;
use common::cli::Failure;
use common::game::Game;
use common::store::Store;
use std::path::Path;

/// The record of a game, up to a round if one is given: a saved game, a file of a record, or the number of a game in the
/// database.
pub fn load(source: &Path, round: Option<u16>, store: &Store) -> Result<GameRecord, Failure> {
    let number = source.to_str().and_then(|text| text.parse().ok()).filter(|_| !source.exists());
    let (record, name) = if let Some(id) = number {
        let database = Database::open_existing(store).map_err(Failure::bad)?;
        let none = || Failure::Bad(format!("there is no file {id}, and no database with a game {id}"));
        (database.ok_or_else(none)?.game(GameId(id)).map_err(Failure::bad)?, format!("game {id}"))
    } else {
        (GameRecord::read_file(source).map_err(Failure::Bad)?, format!("the game in {}", source.display()))
    };
    let record = match round {
        Some(round) => record.up_to_round(round).ok_or_else(|| {
            Failure::Bad(format!("{name} has no round {round}: it has {} rounds", record.rounds()))
        })?,
        None => record,
    };
    if record.position().outcome().is_some() {
        let why = format!("{name} is over: start from an earlier round with --from-round");
        return Err(Failure::Bad(why));
    }
    Ok(record)
}
