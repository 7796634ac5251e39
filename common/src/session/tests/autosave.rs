//! The autosave: unfinished games on disk.

use super::*;

fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    (dir, store)
}

/// A game that was going on, after these moves.
fn game(moves: &[&str]) -> Game7 {
    let mut session = new_session(&["human", "human"]);
    play(&mut session, moves);
    session
}

fn found(store: &Store) -> Option<(u32, bool)> {
    let (_, left, said) = Autosave::open::<Nim>(store, WriteMode::Now);
    assert_eq!(said, Vec::<String>::new());
    left.map(|left| (left.interrupted, left.saved)).map(|(interrupted, saved)| {
        (Game7::resume(saved, &Work::quiet()).unwrap().position().left, interrupted)
    })
}

#[test]
fn an_interrupted_game_differs_from_one_that_was_left() {
    let (_dir, store) = store();
    assert_eq!(found(&store), None);
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    assert_eq!(autosave.keep(&game(&["1"])), None);
    drop(autosave);
    assert_eq!(found(&store), Some((6, true)));
    let (mut autosave, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.adopt(left.unwrap());
    autosave.close(&game(&["1", "3"]));
    drop(autosave);
    assert_eq!(found(&store), Some((3, false)));
}

#[test]
fn a_kept_game_is_not_overwritten_by_another() {
    let (dir, store) = store();
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.keep(&game(&["1"]));
    drop(autosave);
    let (mut other, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    drop(left);
    other.keep(&game(&["3"]));
    other.keep(&game(&["3", "3", "1"]));
    drop(other);
    assert_eq!(found(&store), Some((6, true)), "a finished game removes only itself");
    let (mut third, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    left.unwrap().decline();
    assert_eq!(found(&store), Some((6, false)), "declined, but still there");
    third.keep(&game(&["2"]));
    third.put_aside(&game(&["2"]));
    third.keep(&game(&["3", "3"]));
    drop(third);
    assert_eq!(found(&store), Some((1, true)));
    let kept = fs::read_dir(dir.path()).unwrap().flatten();
    let is_kept = |entry: &fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("autosave") && entry.path().extension().is_some_and(|e| e == "yaml")
    };
    assert_eq!(kept.filter(is_kept).count(), 3);
}

#[test]
fn with_all_slots_in_use_the_oldest_game_becomes_a_saved_game() {
    let (_dir, store) = store();
    for n in 0..24 {
        let (mut autosave, left, said) = Autosave::open::<Nim>(&store, WriteMode::Now);
        drop(left);
        let message = autosave.keep(&game(&["1"]));
        let moved = message.is_some_and(|message| message.contains("now a saved game"));
        assert_eq!((moved, said.len()), (n >= 20, 0), "game {n}");
    }
    let saved = store.saved_games(&[]);
    assert_eq!(saved.len(), 4, "no game is lost");
    assert!(Session::<Nim>::load(&saved[0], &Work::quiet()).is_ok());
    let places: Vec<_> = (0..20)
        .map(|_| {
            let (mut autosave, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
            autosave.adopt(left.unwrap());
            autosave
        })
        .collect();
    let (mut one_more, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    assert!(left.is_none());
    assert!(one_more.keep(&game(&["1"])).unwrap().contains("too many games"));
    drop(places);
}

#[test]
fn unfinished_games_are_listed_taken_and_deleted() {
    let (_dir, store) = store();
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    let mut undone = game(&["1", "2"]);
    undone.undo(Side::FIRST);
    autosave.put_aside(&undone);
    autosave.keep(&game(&["3"]));
    let files = Autosave::files(&store);
    assert_eq!(files.len(), 1, "the other one is being played");
    let taken = Autosave::take::<Nim>(&store, &files[0]).unwrap();
    let summary = taken.summary::<Nim>();
    assert_eq!((summary.players().as_str(), summary.length.as_str()), ("2 humans", "2 moves"));
    assert!(summary.when.is_some());
    assert!(matches!(Autosave::take::<Nim>(&store, &files[0]), Err(BadSave::InUse)));
    assert!(matches!(Autosave::delete(&store, &files[0]), Err(BadSave::InUse)) && files[0].exists());
    drop(taken);
    Autosave::delete(&store, &files[0]).unwrap();
    assert!(!files[0].exists() && Autosave::files(&store).is_empty());
    drop(autosave);
    let other = Autosave::files(&store);
    assert_eq!(other.len(), 1);
    let elsewhere = other[0].with_file_name("settings.yaml");
    fs::write(&elsewhere, "").unwrap();
    assert!(Autosave::delete(&store, &elsewhere).is_err() && elsewhere.exists(), "only unfinished games");
}

#[test]
fn a_finished_game_moves_to_the_finished_ones_and_stays_there() {
    let (_dir, store) = store();
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.keep(&game(&["3", "3"]));
    assert!(Autosave::finished_files(&store).is_empty());
    let mut over = game(&["3", "3", "1"]);
    autosave.keep(&over);
    let files = Autosave::finished_files(&store);
    assert_eq!((files.len(), found(&store)), (1, None));
    let again: Game7 = Session::load(&files[0], &Work::quiet()).unwrap();
    assert!(again.end().is_some() && again.plies().len() == 3);
    // To look at an earlier position neither makes it unfinished nor keeps it twice.
    over.go_to(1);
    autosave.keep(&over);
    over.go_to(3);
    autosave.close(&over);
    assert_eq!((Autosave::finished_files(&store).len(), found(&store)), (1, None));
    // To play on from there is another game.
    over.go_to(1);
    play(&mut over, &["1"]);
    autosave.keep(&over);
    assert_eq!(Autosave::finished_files(&store).len(), 1);
    drop(autosave);
    assert_eq!(found(&store), Some((3, true)));
}

#[test]
fn opening_a_finished_game_does_not_keep_it_again() {
    let (_dir, store) = store();
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    // A game that ends with its first move here has no slot, and is kept all the same.
    autosave.put_aside(&game(&["3", "3", "1"]));
    let files = Autosave::finished_files(&store);
    assert_eq!((files.len(), Autosave::files(&store).len()), (1, 0));
    let mut opened: Game7 = Session::load(&files[0], &Work::quiet()).unwrap();
    autosave.keep(&opened);
    autosave.put_aside(&opened);
    assert_eq!(Autosave::finished_files(&store).len(), 1);
    // Another end of it is another game.
    opened.go_to(1);
    play(&mut opened, &["3", "1"]);
    autosave.put_aside(&opened);
    assert_eq!((Autosave::finished_files(&store).len(), Autosave::files(&store).len()), (2, 0));
}

#[test]
fn a_finished_game_is_removed_and_an_empty_one_takes_no_slot() {
    let (_dir, store) = store();
    let (mut autosave, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.keep(&game(&["1"]));
    autosave.close(&game(&[]));
    drop(autosave);
    assert_eq!(found(&store), Some((6, true)));
    let (mut autosave, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.adopt(left.unwrap());
    let mut back = game(&["1", "2"]);
    while back.undo(Side::FIRST) {}
    autosave.keep(&back);
    drop(autosave);
    assert_eq!(found(&store), Some((7, true)), "what can be redone is kept too");
    let (mut autosave, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    autosave.adopt(left.unwrap());
    autosave.keep(&game(&["3", "3", "1"]));
    drop(autosave);
    assert_eq!(found(&store), None);
}

#[test]
fn two_programs_use_different_slots() {
    let (_dir, store) = store();
    let (mut first, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    let (mut second, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    assert!(left.is_none());
    first.keep(&game(&["1"]));
    second.keep(&game(&["3"]));
    drop(second);
    assert_eq!(found(&store), Some((4, true)), "the game of the first is still being played");
    drop(first);
    let (mut again, left, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    again.adopt(left.unwrap());
    let (_, other, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    assert!(other.is_some(), "both games can be gone on with");
}

#[test]
fn a_damaged_game_is_set_aside_and_another_one_is_found() {
    let (dir, store) = store();
    let (mut first, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    let (mut second, _, _) = Autosave::open::<Nim>(&store, WriteMode::Now);
    first.keep(&game(&["1"]));
    second.keep(&game(&["3"]));
    drop((first, second));
    let damaged = dir.path().join("autosave-2.yaml");
    let text = fs::read_to_string(&damaged).unwrap().replace("- p1:3", "- 5");
    fs::write(&damaged, text).unwrap();
    let later = std::time::SystemTime::now() + Duration::from_hours(24);
    fs::File::options().write(true).open(&damaged).unwrap().set_modified(later).unwrap();
    let (mut autosave, left, said) = Autosave::open::<Nim>(&store, WriteMode::Now);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].contains("entry 1 of its log, '5'") && said[0].contains("autosave-2.yaml.damaged"),
        "{}",
        said[0]
    );
    assert!(dir.path().join("autosave-2.yaml.damaged").exists());
    let mut session = Game7::resume(autosave.adopt(left.unwrap()), &Work::quiet()).unwrap();
    play(&mut session, &["3", "3"]);
    autosave.keep(&session);
    drop(autosave);
    assert_eq!(found(&store), None, "the game that was gone on with does not stand in two places");
}

#[test]
fn a_failure_to_write_is_reported_once() {
    let (dir, _) = store();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let nowhere = Store::at(&file.join("below"));
    let (mut autosave, left, said) = Autosave::open::<Nim>(&nowhere, WriteMode::Now);
    assert_eq!((left.is_none(), said.len(), autosave.is_on()), (true, 1, false));
    assert_eq!(autosave.keep(&game(&["1"])), None);
    assert_eq!(Autosave::off().keep(&game(&["1"])), None);
}
