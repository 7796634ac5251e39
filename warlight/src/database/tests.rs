//! The database: what is stored comes back, whatever happens to the file.

use super::*;
use crate::record::{GameEnd, GameRecord};
use crate::rules::Setup;
use crate::rules::tests::whole::random_game;
use common::game::{Game, Side};
use common::store::Store;
use std::fs;
use std::path::Path;

/// A short random game.
fn game(seed: u64) -> GameRecord {
    let setup = Setup { round_limit: Some(3), ..Setup::default() };
    let (positions, plies) = random_game(&setup, seed);
    let mut record = GameRecord::new(&positions[0], vec!["human".into(), "random".into()], seed);
    for (side, m, effect) in &plies {
        record.push(*side, m, effect);
    }
    record.finish(positions[positions.len() - 1].outcome().unwrap(), GameEnd::RoundLimit);
    record
}

fn info() -> SimulationInfo {
    SimulationInfo {
        settings: "{\"time\":500}".into(),
        players: vec!["random".into(), "aggressive".into()],
        games: 3,
        seed: u64::MAX,
    }
}

fn in_folder(folder: &Path) -> Database {
    Database::open(&Store::open("warlight", Some(folder)).unwrap()).unwrap()
}

#[test]
fn games_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = in_folder(folder.path());
    let first = database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    assert_eq!(database.add_game(&game(1), GameKind::HotSeat, None).unwrap(), first, "the same game");
    let second = database.add_game(&game(2), GameKind::SinglePlayer, None).unwrap();
    database.add_log(second, 2, "two").unwrap();
    database.add_log(second, 1, "one").unwrap();
    drop(database);
    let mut database = in_folder(folder.path());
    assert!(database.game(first).unwrap() == game(1));
    let texts: Vec<String> = database.logs(second).unwrap().into_iter().map(|entry| entry.text).collect();
    assert_eq!(texts, ["one", "two"]);
    let ids = |filter: &GameFilter| {
        database.games(filter).unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&GameFilter::default()), [second, first]);
    assert_eq!(ids(&GameFilter { limit: Some(1), ..GameFilter::default() }), [second]);
    assert_eq!(ids(&GameFilter { player: Some("RANDOM".into()), ..GameFilter::default() }).len(), 2);
    assert_eq!(ids(&GameFilter { player: Some("rand".into()), ..GameFilter::default() }), []);
    assert_eq!(ids(&GameFilter { map: Some("elsewhere".into()), ..GameFilter::default() }), []);
    assert_eq!(database.find_game(&game(2)).unwrap(), Some(second));
    assert_eq!(database.maps().unwrap().len(), 1, "the map of both games is stored once");
    let row = database.game_row(second).unwrap();
    assert_eq!((row.kind, row.rounds, &*row.ending), (GameKind::SinglePlayer, 3, "round limit"));
    let missing = database.delete_games(&[first, GameId(99)]).unwrap_err().to_string();
    assert!(missing.starts_with("there is no game 99"), "{missing}");
    assert_eq!(database.games(&GameFilter::default()).unwrap().len(), 2, "nothing was deleted");
    database.delete_games(&[first, second]).unwrap();
    assert_eq!((database.maps().unwrap().len(), database.logs(second).unwrap().len()), (0, 0));
    assert!(database.add_log(second, 1, "a game that is gone").is_err());
    assert!(matches!(database.game(first), Err(DatabaseError::NoGame(_))));
    database.check().unwrap();
}

#[test]
fn a_simulation_knows_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = in_folder(folder.path());
    let id = database.begin_simulation(&info()).unwrap();
    let second = database.add_game_with_details(&game(5), GameKind::Simulation, Some((id, 2)), "{}").unwrap();
    let first = database.add_game(&game(5), GameKind::Simulation, Some((id, 0))).unwrap();
    assert_ne!(first, second, "equal games of different indices are two games");
    let again = database.add_game(&game(6), GameKind::Simulation, Some((id, 2))).unwrap();
    assert_eq!(again, second, "an index is played once");
    drop(database);
    let mut database = in_folder(folder.path());
    let simulation = database.simulation(id).unwrap();
    assert_eq!((simulation.info, simulation.finished), (info(), 2));
    assert_eq!(database.unfinished_simulations().unwrap().len(), 1);
    let games = database.finished_games(id).unwrap();
    assert_eq!(games.iter().map(|game| game.index).collect::<Vec<_>>(), [0, 2]);
    assert_eq!((games[1].outcome, &*games[1].details), (game(5).outcome(), "{}"));
    let results = vec![
        BotResult { bot: "random".into(), wins: 1, total_time: 0.5, ..BotResult::default() },
        BotResult { bot: "aggressive".into(), losses: 1, nonsense: 7, ..BotResult::default() },
    ];
    for _ in 0..2 {
        database.set_bot_results(id, &results).unwrap();
        assert_eq!(database.bot_results(id).unwrap(), results);
    }
    database.end_simulation(id).unwrap();
    assert_eq!(database.unfinished_simulations().unwrap(), []);
    assert_eq!(database.simulation(id).unwrap().state, SimulationState::Finished);
    assert_eq!(database.delete_simulation(id).unwrap(), 2);
    assert_eq!(database.games(&GameFilter::default()).unwrap(), []);
    assert!(database.simulation(id).is_err());
    assert_ne!(database.begin_simulation(&info()).unwrap(), id, "numbers are not used again");
    assert!(database.add_game(&game(1), GameKind::Simulation, Some((SimulationId(77), 0))).is_err());
}

#[test]
fn several_connections_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // The first connection makes the file.
                let mut database = in_folder(folder.path());
                let id = database.begin_simulation(&info()).unwrap();
                for index in 0..25 {
                    database.add_game(&game, GameKind::Simulation, Some((id, index))).unwrap();
                    assert_eq!(database.finished_games(id).unwrap().len() as u64, index + 1);
                }
                database.end_simulation(id).unwrap();
            });
        }
    });
    let database = in_folder(folder.path());
    assert_eq!(database.notice(), None);
    assert_eq!(database.games(&GameFilter::default()).unwrap().len(), 100);
    assert_eq!(database.maps().unwrap().len(), 1);
    database.check().unwrap();
}

#[test]
fn other_files_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let noise = folder.path().join("noise.db");
    fs::write(&noise, [7; 5000]).unwrap();
    let mut database = Database::open_file(&noise).unwrap();
    assert!(database.notice().unwrap().contains("noise.db.damaged"));
    database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    drop(database);
    assert_eq!(Database::open_file(&noise).unwrap().notice(), None);
    // A table of another program.
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE games (grade TEXT)").unwrap();
    assert!(Database::open_file(&other).unwrap().notice().is_some());
}

#[test]
fn damaged_pages_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("warlight").join(FILE);
    let mut database = in_folder(folder.path());
    for seed in 0..20 {
        database.add_game(&game(seed), GameKind::HotSeat, None).unwrap();
    }
    drop(database);
    let mut bytes = fs::read(&path).unwrap();
    let length = bytes.len();
    bytes[length / 2..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let database = in_folder(folder.path());
    let mut found = database.check().is_err();
    for id in 1..=20 {
        if let Err(why) = database.game(GameId(id)) {
            assert!(why.to_string().contains("damaged"), "{why}");
            found = true;
        }
    }
    assert!(found);
}

#[test]
fn a_newer_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = in_folder(folder.path());
    database.connection.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let path = folder.path().join("warlight").join(FILE);
    let why = Database::open_file(&path).unwrap_err().to_string();
    assert!(why.contains("newer version"), "{why}");
    assert!(Database::open_file(folder.path()).is_err(), "a folder is not a database");
    let store = Store::open("warlight", Some(&folder.path().join("elsewhere"))).unwrap();
    assert!(Database::open_existing(&store).unwrap().is_none());
    assert!(!store.data().exists(), "reading makes no folder");
}

#[test]
fn a_file_of_version_1_gets_the_names_of_players() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = in_folder(folder.path());
    let old = database.add_game(&game(0), GameKind::HotSeat, None).unwrap();
    database.connection.execute_batch("ALTER TABLE games DROP COLUMN names").unwrap();
    database.connection.pragma_update(None, "user_version", 1).unwrap();
    drop(database);
    let mut database = in_folder(folder.path());
    assert!(database.notice().is_none(), "it is not damaged");
    assert_eq!(database.game_row(old).unwrap().name(Side(1)), "Orange");
    let mut setup = Setup { round_limit: Some(1), ..Setup::default() };
    setup.looks.set_name(Side(1), "Ben").unwrap();
    setup.looks.set_colour(Side(0), 3);
    let (positions, _) = random_game(&setup, 5);
    let named = GameRecord::new(&positions[0], vec!["human".into(), "human".into()], 5);
    let new = database.add_game(&named, GameKind::HotSeat, None).unwrap();
    let row = database.game_row(new).unwrap();
    assert_eq!([row.name(Side(0)), row.name(Side(1))], ["Purple", "Ben"]);
    let of_ben = GameFilter { player: Some("ben".to_owned()), ..GameFilter::default() };
    assert_eq!(database.games(&of_ben).unwrap(), [row]);
    assert!(database.game(new).unwrap() == named);
}

#[test]
fn a_file_of_somebody_else_runs_nothing_and_fills_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = in_folder(folder.path());
    let old = database.add_game(&game(0), GameKind::HotSeat, None).unwrap();
    drop(database);
    let path = folder.path().join("warlight").join(FILE);
    let plain = Connection::open(&path).unwrap();
    // An endless loop with every game that is added, and a record that is too long.
    plain
        .execute_batch(
            "CREATE TRIGGER loop AFTER INSERT ON games BEGIN INSERT INTO maps (name, hash, yaml)
               WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x', i, '' FROM n; END;
             UPDATE games SET record = zeroblob(33554433)",
        )
        .unwrap();
    drop(plain);
    let mut database = in_folder(folder.path());
    let new = database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    assert!(database.game(new).unwrap() == game(1));
    let why = database.game(old).unwrap_err().to_string();
    assert!(why.contains("too large: at most 32 MB are read"), "{why}");
    drop(database);
    let plain = Connection::open(&path).unwrap();
    plain.execute_batch("ALTER TABLE logs RENAME TO old; CREATE VIEW logs AS SELECT * FROM old").unwrap();
    drop(plain);
    assert!(in_folder(folder.path()).notice().is_some_and(|notice| notice.contains("damaged")));
}

#[test]
fn a_full_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = in_folder(folder.path());
    database.add_game(&game(0), GameKind::HotSeat, None).unwrap();
    let pages: i64 = database.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    database.connection.pragma_update(None, "max_page_count", pages + 1).unwrap();
    let why = (1..50).find_map(|seed| database.add_game(&game(seed), GameKind::HotSeat, None).err());
    assert!(why.unwrap().to_string().ends_with("make room on the disk"));
    assert!(database.game(GameId(1)).unwrap() == game(0));
}
