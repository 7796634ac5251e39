//! Games that go on from recorded ones.

use super::whole::{random_game, setups};
use crate::record::GameRecord;
use crate::rules::{FromGame, Position, Setup};
use common::game::{Dice, Game, Setup as _};
use common::job::Work;
use std::sync::Arc;

fn recorded(setup: &Setup, moves: usize) -> GameRecord {
    let (positions, plies) = random_game(setup, 3);
    let mut record =
        GameRecord::new(&positions[0], vec!["a".to_owned(); positions[0].setup().players.into()], 3);
    for (side, m, effect) in plies.iter().take(moves) {
        record.push(*side, m, effect);
    }
    record
}

#[test]
fn a_game_goes_on_where_the_recorded_one_stands() {
    for setup in setups() {
        let record = recorded(&setup, 2 * usize::from(setup.players) + 1);
        let from = FromGame::new(Arc::new(record.clone())).unwrap().into_setup();
        assert_eq!(Position::sides(&from), usize::from(setup.players));
        let start = Position::start(&from, &mut Dice::new(1), &Work::quiet()).unwrap();
        assert!(start == record.position(), "with the moves that wait and what each side has seen");
        // A saved game keeps it, whatever the other options say.
        let mut options = from.to_map();
        options.insert("seats".to_owned(), "7".to_owned());
        assert!(Setup::from_map(&options).unwrap() == from);
        // A record of it does not contain it twice.
        assert!(start.setup().from.is_none());
    }
}

#[test]
fn a_game_that_is_over_or_damaged_is_refused() {
    let setup = &setups()[0];
    let over = recorded(setup, usize::MAX);
    let why = FromGame::new(Arc::new(over)).unwrap_err();
    assert!(why.contains("is over"), "{why}");
    let mut changed = Setup::default();
    for text in ["inline:", "inline:AAAA", "inline:not letters", "/no/such/file.warlight"] {
        assert!(changed.set("from", text).is_err(), "{text}");
        assert!(changed == Setup::default());
    }
    assert!(changed.set("from", "none").is_ok());
}
