//! Recorded games for the tests.

use common::game::{Dice, Game, Side, Stream};
use common::job::Work;
use common::store::Store;
use common::testing::window;
use common::window::Shell;
use std::path::Path;
use std::sync::Arc;
use warlight::database::{Database, GameId, GameKind, Games};
use warlight::record::{GameEnd, GameRecord};
use warlight::rules::{Position, Setup, find_map};
use warlight::view::WarlightUi;

/// A window of this game.
pub type Driver = window::Driver<Shell<Position, WarlightUi>>;

/// A setup on a built-in map with so many rounds.
pub fn setup(map: &str, rounds: u16, fog: bool) -> Setup {
    Setup {
        map: find_map(map).expect("a built-in map"),
        round_limit: Some(rounds),
        fog: Some(fog),
        ..Setup::default()
    }
}

/// A game of random turns, recorded.
pub fn random_game(setup: &Setup, seed: u64) -> GameRecord {
    let mut dice = Dice::for_game(seed, Stream::Ply(0));
    let start = Position::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet());
    let mut position = start.expect("a setup that can be played");
    let players = (0..setup.players).map(|_| "random".to_owned()).collect();
    let mut record = GameRecord::new(&position, players, seed);
    while position.outcome().is_none() {
        for side in position.to_move().iter() {
            let m = position.random_move(side, &mut dice).expect("a move");
            let effect = position.play(side, &m, &mut dice).expect("a legal move");
            record.push(side, &m, &effect);
        }
    }
    record.finish(position.outcome().expect("a result"), GameEnd::by_rules(&position));
    record
}

/// The game with at least so many rounds that is found first.
pub fn long_game(setup: &Setup, rounds: u16) -> Arc<GameRecord> {
    let games = (0..200).map(|seed| random_game(setup, seed));
    Arc::new(games.into_iter().find(|game| game.rounds() >= rounds).expect("a long game"))
}

/// The database of a folder.
pub fn database(folder: &Path) -> Database {
    let store = Store::at(folder);
    Database::open(&store).expect("a database for the test")
}

/// A window with recorded games, on the page of replays.
pub fn window_with(games: &[&GameRecord]) -> (Driver, Vec<GameId>) {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let mut database = database(dir.path());
    let add =
        |game: &&GameRecord| database.add_game(game, GameKind::Simulation, None).expect("a stored game");
    let ids = games.iter().map(add).collect();
    drop(database);
    let mut driver = Driver::in_folder(dir, window::DEFAULT_SIZE);
    driver.click("Replays");
    (driver, ids)
}

/// A player by its number, counted from 0.
pub fn side(number: u8) -> Side {
    Side(number)
}
