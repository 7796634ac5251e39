//! The database: what is stored comes back, whatever happens to the file.

use super::*;
use crate::database::tests::{check_games, check_simulations, game, info};
use crate::database::{GameFilter, GameId, GameKind, Games, Simulations};
use crate::record::GameRecord;
use crate::rules::Setup;
use crate::rules::tests::whole::random_game;
use common::game::Side;
use common::store::Store;
use std::fs;
use std::path::Path;

fn in_folder(folder: &Path) -> Database {
    Database::open(&Store::open("warlight", Some(folder)).unwrap()).unwrap()
}

#[test]
fn what_is_stored_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    check_games(|| in_folder(folder.path()));
    let database = in_folder(folder.path());
    assert_eq!(database.maps().unwrap(), [], "the map went with its games");
    database.check().unwrap();
    let folder = tempfile::tempdir().unwrap();
    check_simulations(|| in_folder(folder.path()));
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
