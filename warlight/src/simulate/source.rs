//! The position that every game of a simulation begins at, if it is not the start of a game.

use crate::database::{Database, GameId};
use crate::record::GameRecord;
use crate::rules::Position;
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
        Some(round) => up_to_round(&record, round).ok_or_else(|| {
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

/// The part of a record up to the end of a round, 0 being the time before the first one; `None` if it is shorter.
fn up_to_round(record: &GameRecord, round: u16) -> Option<GameRecord> {
    let (mut part, mut position) =
        (GameRecord::new(record.start(), record.players().to_vec(), record.seed()), record.start().clone());
    let reached = |position: &Position| position.round() == round && !position.is_picking();
    for made in record.moves() {
        if reached(&position) {
            break;
        }
        position.apply(made.side, &made.m, &made.effect);
        part.push(made.side, &made.m, &made.effect);
    }
    reached(&position).then_some(part)
}
