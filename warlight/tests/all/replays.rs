//! The page of recorded games.

use crate::games::{Driver, database, long_game, random_game, setup, side, window_with};
use common::testing::window::DEFAULT_SIZE;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use std::time::{Duration, Instant};
use warlight::database::{Database, GameFilter, Games};
use warlight::record::{GameRecord, Step};
use warlight::rules::{MapRef, Setup};

#[test]
fn a_replay_of_60_rounds_is_the_same_in_both_directions() {
    let record = long_game(&Setup { players: 3, ..setup("world", 60, true) }, 60);
    let mut cursor = record.replay();
    let look = |cursor: &warlight::record::ReplayCursor| {
        let views: Vec<_> = (0..3).map(|n| cursor.view(side(n))).collect();
        (cursor.action(), cursor.round(), cursor.state().clone(), cursor.position().clone(), views)
    };
    let mut places = vec![look(&cursor)];
    while cursor.forward(Step::Action) {
        places.push(look(&cursor));
    }
    assert_eq!(places.len(), cursor.actions() + 1);
    assert!(cursor.position() == &record.position());
    for place in places.iter().rev().skip(1) {
        assert!(cursor.back(Step::Action));
        assert!(look(&cursor) == *place, "action {}", place.0);
    }
    assert!(!cursor.back(Step::Action));
}

#[test]
fn every_round_is_reached_in_under_50_ms() {
    let record = long_game(&Setup { players: 3, ..setup("world", 60, true) }, 60);
    let mut cursor = record.replay();
    for (from, to) in [(0, 60), (60, 0), (30, 1), (1, 59), (60, 30)] {
        // Other load on the computer may slow down one of the attempts.
        let attempts = (0..5).map(|_| {
            cursor.go_to_round(from);
            let since = Instant::now();
            cursor.go_to_round(to);
            since.elapsed()
        });
        let best = attempts.min().unwrap();
        assert!(best < Duration::from_millis(50), "from {from} to {to}: {best:?}");
        assert_eq!(cursor.round(), to);
    }
}

/// The window with one opened game.
fn opened(record: &GameRecord) -> Driver {
    let (mut driver, ids) = window_with(&[record]);
    open(&mut driver, &format!("Game {} on", ids[0]));
    driver
}

fn open(driver: &mut Driver, begin: &str) {
    driver.wait("the list", |driver| driver.reads(begin));
    driver.click_begin(begin);
    driver.wait("the game", |driver| driver.reads("Timeline: "));
    driver.wait("the map", |driver| !driver.sees("Drawing the map…"));
    driver.settle();
}

/// Whether the timeline is at this action.
fn is_at(driver: &Driver, action: usize) -> bool {
    driver.reads(&format!("Timeline: action {action} of"))
}

#[test]
fn buttons_and_keys_step_in_both_directions() {
    let record = Arc::new(random_game(&setup("brindle", 8, false), 3));
    let mut driver = opened(&record);
    let mut cursor = record.replay();
    assert!(is_at(&driver, 0));
    let steps = [
        ("Forward one action", Step::Action, Modifiers::NONE),
        ("Forward one turn", Step::Turn, Modifiers::SHIFT),
        ("Forward one round", Step::Round, Modifiers::COMMAND),
    ];
    for (button, step, modifiers) in steps {
        for with_key in [false, true] {
            cursor.forward(step);
            if with_key {
                driver.keys(modifiers, Key::ArrowRight);
            } else {
                driver.click(button);
            }
            assert!(is_at(&driver, cursor.action()), "{button}, key: {with_key}");
        }
    }
    for (button, step, modifiers) in steps {
        for with_key in [true, false] {
            cursor.back(step);
            let button = button.replace("Forward", "Back");
            if with_key {
                driver.keys(modifiers, Key::ArrowLeft);
            } else {
                driver.click(&button);
            }
            assert!(is_at(&driver, cursor.action()), "{button}, key: {with_key}");
        }
    }
    driver.click("To the end");
    assert!(is_at(&driver, cursor.actions()) && driver.reads("the round limit is reached"));
    driver.click("To the start");
    assert!(is_at(&driver, 0));
    driver.key(Key::End);
    assert!(is_at(&driver, cursor.actions()));
    driver.key(Key::Home);
    assert!(is_at(&driver, 0));
    driver.key(Key::Escape);
    assert!(driver.sees("Recorded games"));
}

#[test]
fn a_game_is_played_and_paused() {
    let record = random_game(&setup("brindle", 3, false), 3);
    let mut driver = opened(&record);
    driver.harness.get_by_label("Play the replay").click();
    driver.harness.step();
    driver.wait("the third action", |driver| is_at(driver, 3));
    driver.harness.get_by_label("Pause the replay").click();
    driver.settle();
    assert!(driver.sees("Play the replay"));
    driver.key(Key::Space);
    // It ends by itself.
    driver.wait("the end", |driver| {
        driver.reads("the round limit is reached") && driver.sees("Play the replay")
    });
}

#[test]
fn the_timeline_and_the_charts_go_to_any_round() {
    let record = random_game(&setup("brindle", 8, false), 3);
    let mut driver = opened(&record);
    let timeline =
        driver.harness.get_by(|node| node.label().is_some_and(|l| l.starts_with("Timeline"))).rect();
    driver.drag_over(egui::PointerButton::Primary, &[timeline.left_center(), timeline.center()]);
    let actions = Arc::new(record.clone()).replay().actions();
    assert!(is_at(&driver, actions / 2) || is_at(&driver, actions.div_ceil(2)));
    driver.click_begin("Armies after round");
    assert!(driver.reads("end of round 4"), "the middle of the chart");
}

#[test]
fn the_view_of_a_player_is_what_it_saw() {
    let record = random_game(&setup("brindle", 8, true), 3);
    let mut driver = opened(&record);
    driver.click("To the end");
    driver.click("Back one round");
    assert!(!driver.reads("last seen as") && !driver.reads("not seen"));
    driver.click_begin("Blue, random: ");
    assert!(driver.reads("last seen as") || driver.reads("not seen"));
    driver.key(Key::Num2);
    assert!(driver.reads("last seen as") || driver.reads("not seen"));
    driver.click("Everything");
    assert!(!driver.reads("last seen as") && !driver.reads("not seen"));
}

#[test]
fn games_are_filtered_and_deleted_only_when_confirmed() {
    let games = [random_game(&setup("brindle", 3, false), 1), random_game(&setup("world", 2, false), 2)];
    let (mut driver, ids) = window_with(&[&games[0], &games[1]]);
    driver.wait("the list", |driver| driver.reads("Game "));
    assert!(driver.sees("2 games."));
    driver.type_into("Filter", "wor");
    assert!(driver.sees("1 of 2 games.") && driver.reads("on World"));
    driver.type_into("Filter", "nowhere");
    assert!(driver.sees("No game matches the filter."));
    driver.type_into("Filter", "");
    let delete = format!("Delete game {}", ids[0]);
    driver.click(&delete);
    driver.click("Cancel");
    assert_eq!(database(driver.dir.path()).games(&GameFilter::default()).unwrap().len(), 2);
    driver.click(&delete);
    driver.click("Delete");
    driver.wait("the deletion", |driver| driver.reads("Deleted game"));
    driver.wait("the new list", |driver| driver.sees("1 game."));
    assert_eq!(database(driver.dir.path()).games(&GameFilter::default()).unwrap().len(), 1);
}

#[test]
fn a_game_is_saved_to_a_file_and_imported_again() {
    let record = random_game(&setup("brindle", 3, false), 1);
    let mut driver = opened(&record);
    let file = driver.path("kept.warlight");
    driver.click("Save to file");
    driver.type_into("Name or path of the file", &file.display().to_string());
    driver.click("Save");
    assert!(driver.reads("Wrote "));
    assert!(GameRecord::read_file(&file).unwrap() == record);
    driver.click("All games");
    driver.click_begin("Delete game");
    driver.click("Delete");
    driver.wait("the deletion", |driver| driver.reads("No games are recorded yet"));
    driver.click("Import a file");
    driver.type_into("Or type a file or a folder", &file.display().to_string());
    driver.click("Open");
    driver.wait("the game", |driver| driver.reads("Timeline: "));
}

#[test]
fn pictures_are_exported_in_the_background() {
    let record = random_game(&setup("brindle", 3, false), 1);
    let mut driver = opened(&record);
    let file = driver.path("game.png");
    driver.click("Export pictures");
    driver.type_into("Name or path of the file", &file.display().to_string());
    driver.click("One for each round");
    driver.click("Export");
    driver.wait("the picture", |driver| driver.reads("with 4 pictures."));
    assert!(std::fs::metadata(&file).unwrap().len() > 1000);
    driver.click("OK");
    driver.click("Export pictures");
    driver.click("Series of pictures");
    driver.click("Cancel");
}

#[test]
fn a_branch_is_a_game_of_its_own_that_can_be_saved_and_recorded() {
    let record = random_game(&setup("brindle", 8, true), 3);
    let mut driver = opened(&record);
    driver.click("Forward one round");
    driver.click("Forward one round");
    driver.click("Forward one round");
    driver.click("Forward one action");
    driver.click("Play on from here");
    assert!(driver.sees("A new game from the end of round 2. The recorded game stays as it is."));
    assert!(driver.sees("Blue is You") && driver.sees("Orange is Random"));
    driver.click("Play from here");
    driver.settle();
    let session = driver.window().session().expect("a game");
    assert_eq!(session.position().round(), 2, "the other player may have committed its turn");
    assert!(session.position().state() == record.up_to_round(2).unwrap().position().state());
    assert!(driver.message().contains("A new game from round 2 of Game"), "{}", driver.message());
    let kept = GameRecord::of_session(session).expect("a record");
    assert_eq!((kept.branched_at(), kept.rounds()), (record.up_to_round(2).unwrap().moves().len(), 2));
}

#[test]
fn a_database_of_a_newer_version_is_not_touched() {
    let dir = tempfile::tempdir().unwrap();
    drop(database(dir.path()));
    let file = dir.path().join("warlight.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = std::fs::read(&file).unwrap();
    let mut driver = Driver::in_folder(dir, DEFAULT_SIZE);
    for page in ["Replays", "Simulator"] {
        driver.click(page);
        driver.wait("the sentence", |driver| driver.reads("was written by a newer version of this program"));
    }
    assert!(std::fs::read(&file).unwrap() == before);
}

#[test]
fn a_damaged_game_is_named_and_the_others_can_be_opened() {
    let games = [random_game(&setup("brindle", 3, false), 1), random_game(&setup("brindle", 2, false), 2)];
    let (mut driver, ids) = window_with(&[&games[0], &games[1]]);
    let connection = rusqlite::Connection::open(driver.path("warlight.db")).unwrap();
    connection.execute("UPDATE games SET record = x'00' WHERE id = ?1", [ids[0].0]).unwrap();
    let name = format!("Game {} on", ids[0]);
    driver.wait("the list", |driver| driver.reads(&name));
    driver.click_begin(&name);
    driver.wait("the sentence", |driver| driver.reads("cannot be read: this is not a recorded game"));
    open(&mut driver, &format!("Game {} on", ids[1]));
}

#[test]
fn a_game_that_is_deleted_while_it_is_open_stays_open() {
    let record = random_game(&setup("brindle", 3, false), 1);
    let mut driver = opened(&record);
    let mut database: Database = database(driver.dir.path());
    let id = database.games(&GameFilter::default()).unwrap()[0].id;
    database.delete_games(&[id]).unwrap();
    driver.harness.event(Event::WindowFocused(true));
    driver.wait("the sentence", |driver| driver.reads("was deleted meanwhile"));
    driver.click("Forward one round");
    assert!(is_at(&driver, 1));
}

#[test]
fn a_map_without_its_picture_is_shown_as_discs() {
    let brindle = setup("brindle", 3, false);
    let map = MapRef { id: "elsewhere".to_owned(), map: brindle.map.map.clone() };
    let record = random_game(&Setup { map, ..brindle }, 1);
    let driver = opened(&record);
    assert!(driver.reads("The picture of this map was not found"));
}
