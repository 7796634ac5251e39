//! The session, tried with a heap of seven counters of which one to three are taken.

use super::*;
use crate::store::Store;
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;
use std::fs;

type Game7 = Session<Nim>;

fn table(seats: &[&str]) -> Game7 {
    let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    Session::new(Counters::default(), seats, 5).unwrap()
}

fn left(session: &Game7) -> u32 {
    session.position().left
}

fn play(session: &mut Game7, moves: &[&str]) {
    for text in moves {
        session.play_text(text).unwrap();
    }
}

fn reread(text: &str) -> Result<Game7, BadSave> {
    Saved::read::<Nim>(text).and_then(Session::resume)
}

#[test]
fn people_take_back_one_move_at_a_time_and_play_on_from_there() {
    let mut session = table(&["human", "human"]);
    play(&mut session, &["1", "2", "3"]);
    assert!(session.undo() && session.undo());
    assert_eq!((left(&session), session.ply(), session.record().len()), (6, 1, 3));
    assert!(session.redo());
    assert_eq!(left(&session), 4);
    play(&mut session, &["1"]);
    assert!(!session.can_redo() && !session.redo(), "another move ends what could be redone");
    while session.undo() {}
    assert_eq!((left(&session), session.can_undo()), (7, false));
    assert_eq!(session.tally().undos, 5);
}

#[test]
fn against_a_machine_undo_goes_back_to_a_turn_of_the_person() {
    let mut session = table(&["human", "one"]);
    play(&mut session, &["2"]);
    assert_eq!(session.play_text("1"), Err(Refused::MachinesTurn));
    assert_eq!(session.wait(), Some(Event::Moved));
    assert_eq!((left(&session), session.wait()), (4, None));
    assert!(session.undo());
    assert_eq!((left(&session), session.tally().undos), (7, 2));
    assert!(session.redo());
    assert_eq!((left(&session), session.wait()), (4, None));
}

#[test]
fn a_machine_waits_after_undo_until_it_is_told_to_go_on() {
    let mut session = table(&["one", "human"]);
    assert_eq!(session.wait(), Some(Event::Moved));
    assert!(session.undo() && session.is_paused());
    assert_eq!(session.wait(), None);
    session.go_on();
    assert_eq!(session.wait(), Some(Event::Moved));
}

#[test]
fn a_refused_move_changes_the_tally_only() {
    let mut session = table(&["human", "human"]);
    assert!(matches!(session.play_text("4"), Err(Refused::Illegal(_))));
    assert_eq!((left(&session), session.ply(), session.tally().mistakes), (7, 0, 1));
}

#[test]
fn a_hint_tells_the_move_its_worth_and_the_worth_of_the_others() {
    let mut session = table(&["human", "one"]);
    assert!(session.ask_hint(&Nim::<0>::strongest()));
    let Some(Event::Hint(hint)) = session.wait() else { panic!("no hint") };
    assert_eq!(session.advice(&hint), "Hint: 3 (take 3): won.");
    let worths = session.worths(&hint);
    assert_eq!(worths, [("won".into(), vec!["3".into()]), ("lost".into(), vec!["1".into(), "2".into()])]);
    assert_eq!((left(&session), session.tally().hints), (7, 1));
    assert!(!session.ask_hint(&Spec::level("nobody")));
    play(&mut session, &["3"]);
    assert!(!session.ask_hint(&Spec::level("master")), "no hints for a machine");
}

#[test]
fn machines_alone_play_to_the_end() {
    let mut session = table(&["master", "one"]);
    while session.wait().is_some() {}
    assert_eq!(session.end().and_then(|verdict| verdict.outcome(2).winner()), Some(Side::FIRST));
    assert_eq!(session.ending(), "Left has won.");
    assert_eq!(session.play_text("1"), Err(Refused::Over));
}

#[test]
fn thinking_can_be_stopped_and_hurried() {
    let mut session = table(&["human", "ponder"]);
    play(&mut session, &["1"]);
    session.tick();
    assert!(session.is_thinking());
    assert!(session.undo() && !session.is_thinking(), "taking back ends the thinking");
    play(&mut session, &["2"]);
    session.tick();
    session.hurry();
    assert_eq!(session.wait(), Some(Event::Moved));
    assert_eq!(left(&session), 4);
}

#[test]
fn a_machine_that_does_not_hear_is_left_behind_and_built_anew() {
    let mut session = table(&["human", "deaf"]);
    play(&mut session, &["1"]);
    session.tick();
    assert!(session.undo());
    play(&mut session, &["2"]);
    session.tick();
    assert!(session.is_thinking());
}

#[test]
fn a_machine_that_fails_loses_and_says_why() {
    for (machine, why) in [
        ("panics", "Right's player panics failed: its program is gone: it broke down. So Left wins."),
        ("gives-up", "Right's player gives-up failed: there is no move to choose. So Left wins."),
        (
            "cheats",
            "Right's player cheats failed: it answered '99', which is no move here: only 1 to 3 can be taken. So Left wins.",
        ),
    ] {
        let mut session = table(&["human", machine]);
        play(&mut session, &["1"]);
        assert_eq!(session.wait(), Some(Event::Ended));
        assert_eq!(session.ending(), why);
        assert!(session.undo() && session.end().is_none(), "a failure can be taken back");
    }
}

#[test]
fn unknown_players_and_wrong_numbers_of_them_are_refused_at_once() {
    let new = |seats: &[&str]| {
        let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
        Game7::new(Counters::default(), seats, 1).unwrap_err().to_string()
    };
    assert_eq!(
        new(&["human", "smart"]),
        "there is no player 'smart'; there are one, ponder, panics, gives-up, master, or cmd:COMMAND"
    );
    assert_eq!(new(&["human"]), "this game has 2 players, not 1");
}

#[test]
fn whose_time_is_up_has_lost() {
    let mut session = table(&["human", "human"]);
    session.set_clock(Some(TimeControl { base: Duration::from_millis(1), increment: Duration::ZERO }));
    session.tick();
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(session.tick(), [Event::Ended]);
    assert_eq!(session.end(), Some(GameEnd::TimeUp(Side::FIRST)));
    assert_eq!(session.ending(), "Left's time is up: Right wins.");
    assert_eq!(session.play_text("1"), Err(Refused::Over));
}

#[test]
fn a_machine_that_thinks_too_long_loses_on_time() {
    let mut session = table(&["ponder", "human"]);
    session.set_clock(Some(TimeControl { base: Duration::from_millis(20), increment: Duration::ZERO }));
    assert_eq!(session.wait(), Some(Event::Ended));
    assert_eq!(session.end(), Some(GameEnd::TimeUp(Side::FIRST)));
}

#[test]
fn to_look_at_a_game_gains_no_time() {
    let mut session = table(&["human", "human"]);
    let control = TimeControl { base: Duration::from_millis(1500), increment: Duration::from_secs(5) };
    session.set_clock(Some(control));
    play(&mut session, &["1", "1", "1", "1"]);
    let left = |session: &Session<Nim>| {
        let clock = session.clock().unwrap();
        [Side::FIRST, Side::SECOND].map(|side| clock.left(side))
    };
    let before = left(&session);
    session.go_to(0);
    for plies in 1..=4 {
        session.go_to(plies);
    }
    let after = left(&session);
    assert!(after[0] <= before[0] && after[1] <= before[1], "{before:?} {after:?}");
    assert!(after[0] + Duration::from_secs(1) > before[0], "and costs none");
}

#[test]
fn everything_of_a_game_is_saved() {
    let mut session = table(&["human", "one"]);
    session.set_clock(Some("5+3".parse().unwrap()));
    play(&mut session, &["2"]);
    session.wait();
    assert!(session.play_text("9").is_err());
    play(&mut session, &["1"]);
    session.undo();
    let again = reread(&session.saved().write().unwrap()).unwrap();
    assert_eq!(
        (again.ply(), again.record(), again.seats()),
        (session.ply(), session.record(), session.seats())
    );
    assert_eq!(again.clock().map(Clock::control), Some("5+3".parse().unwrap()));
    assert_eq!((again.tally().mistakes, again.tally().undos), (1, 1));
}

#[test]
fn a_save_that_is_not_right_says_what_is_wrong() {
    let mut session = table(&["human", "human"]);
    play(&mut session, &["1", "2"]);
    let text = session.saved().write().unwrap();
    let why = |from: &str, to: &str| {
        let changed = text.replace(from, to);
        assert_ne!(text, changed, "'{from}' is in a save");
        reread(&changed).unwrap_err().to_string()
    };
    assert_eq!(
        why("game: nim", "game: gomoku"),
        "this is a saved game of 'gomoku', not of 'nim'; open it with gomoku"
    );
    assert_eq!(
        why("pentad: 1", "pentad: 7"),
        "this game was saved by a newer version (format 7); update to open it"
    );
    assert_eq!(
        why("- '2'", "- '8'"),
        "this saved game is damaged: its move 2, '8', cannot be played: only 1 to 3 can be taken"
    );
    assert_eq!(why("plies: 2", "plies: 3"), "this saved game is damaged: the number of its moves is wrong");
    assert_eq!(why("at: 2", "at: 9"), "this saved game is damaged: the number of its moves is wrong");
    assert_eq!(why("heap: 7", "heap: 0"), "there is nothing to take");
    assert!(why("- human", "- smart").starts_with("there is no player 'smart'"));
    assert!(why("heap: 7", "heap: many").starts_with("this saved game is damaged: "));
    assert_eq!(reread("").unwrap_err().to_string(), "this is not a saved game of nim");
    assert_eq!(
        reread(&text[..text.len() / 2]).unwrap_err().to_string(),
        "this saved game is cut off: its end is missing"
    );
}

#[test]
fn files_that_are_no_text_and_no_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.yaml");
    let why = || Game7::load(&path).unwrap_err().about(&path);
    assert!(why().contains("cannot be read"), "{}", why());
    fs::write(&path, [0xff, 0x00, 0xc3]).unwrap();
    assert!(why().ends_with("game.yaml is not text"), "{}", why());
    fs::write(&path, "a: [1, 2\n").unwrap();
    assert!(why().ends_with("game.yaml cannot be opened: this is not a saved game of nim"), "{}", why());
    let refused = table(&["human", "human"]).save(&path).unwrap_err().to_string();
    assert!(refused.ends_with("game.yaml exists and is no saved game; choose another name"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "a: [1, 2\n");
    fs::remove_file(&path).unwrap();
    table(&["human", "human"]).save(&path).unwrap();
    assert!(Game7::load(&path).is_ok());
}

#[test]
fn a_file_starts_no_program() {
    let dir = tempfile::tempdir().unwrap();
    let (path, trace) = (dir.path().join("game.yaml"), dir.path().join("trace"));
    let text = table(&["human", "human"]).saved().write().unwrap();
    let command = format!("- 'cmd:touch {}'", trace.display());
    fs::write(&path, text.replacen("- human", &command, 1)).unwrap();
    let session = Game7::load(&path).unwrap();
    assert_eq!(session.seats(), [Seat::Human, Seat::Human]);
    assert!(!trace.exists());
}

#[test]
fn a_machine_does_not_play_over_what_can_be_redone() {
    let mut session = table(&["human", "human"]);
    play(&mut session, &["1", "1", "2"]);
    session.go_to(1);
    let text = session.saved().write().unwrap();
    let at_machine = text.replace("- human\n- human", "- human\n- random");
    assert_ne!(text, at_machine);
    let mut again = reread(&at_machine).unwrap();
    assert_eq!(again.tick(), []);
    assert!(again.is_paused() && again.record().len() == 3);
}

proptest! {
    #[test]
    fn any_text_is_loaded_or_refused(text in ".{0,200}") {
        let _ = reread(&text);
    }

    #[test]
    fn a_save_with_a_wrong_byte_is_loaded_or_refused(at in 0..1000usize, byte in 0x20..0x7fu8) {
        let mut session = table(&["human", "one"]);
        session.set_clock(Some("5+3".parse().unwrap()));
        play(&mut session, &["2"]);
        let mut bytes = session.saved().write().unwrap().into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = reread(&text);
        }
    }
}

mod autosave {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open("nim", Some(dir.path())).unwrap();
        (dir, store)
    }

    /// A game that was going on, after these moves.
    fn game(moves: &[&str]) -> Game7 {
        let mut session = table(&["human", "human"]);
        play(&mut session, moves);
        session
    }

    fn found(store: &Store) -> Option<(u32, bool)> {
        let (_, left, said) = Autosave::open::<Nim>(store);
        assert_eq!(said, Vec::<String>::new());
        left.map(|left| (left.interrupted, left.saved))
            .map(|(interrupted, saved)| (Game7::resume(saved).unwrap().position().left, interrupted))
    }

    #[test]
    fn a_game_that_was_killed_is_told_from_one_that_was_left() {
        let (_dir, store) = store();
        assert_eq!(found(&store), None);
        let (mut autosave, _, _) = Autosave::open::<Nim>(&store);
        assert_eq!(autosave.keep(&game(&["1"])), None);
        drop(autosave);
        assert_eq!(found(&store), Some((6, true)));
        let (mut autosave, left, _) = Autosave::open::<Nim>(&store);
        autosave.adopt(left.unwrap());
        autosave.close(&game(&["1", "3"]));
        drop(autosave);
        assert_eq!(found(&store), Some((3, false)));
    }

    #[test]
    fn another_game_does_not_take_the_place_of_the_one_that_is_kept() {
        let (dir, store) = store();
        let (mut autosave, _, _) = Autosave::open::<Nim>(&store);
        autosave.keep(&game(&["1"]));
        drop(autosave);
        let (mut other, left, _) = Autosave::open::<Nim>(&store);
        drop(left);
        other.keep(&game(&["3"]));
        other.keep(&game(&["3", "3", "1"]));
        drop(other);
        assert_eq!(found(&store), Some((6, true)), "a finished game removes only itself");
        let (mut third, left, _) = Autosave::open::<Nim>(&store);
        left.unwrap().decline();
        assert_eq!(found(&store), Some((6, false)), "declined, but still there");
        third.keep(&game(&["2"]));
        third.put_aside(&game(&["2"]));
        third.keep(&game(&["3", "3"]));
        drop(third);
        assert_eq!(found(&store), Some((1, true)));
        let kept = fs::read_dir(dir.path()).unwrap().flatten();
        assert_eq!(kept.filter(|entry| entry.path().extension().is_some_and(|e| e == "yaml")).count(), 3);
    }

    #[test]
    fn with_every_place_taken_the_oldest_game_gives_way() {
        let (_dir, store) = store();
        for _ in 0..12 {
            let (mut autosave, left, said) = Autosave::open::<Nim>(&store);
            drop(left);
            assert_eq!((autosave.keep(&game(&["1"])), said.len()), (None, 0));
        }
        let places: Vec<_> = (0..9)
            .map(|_| {
                let (mut autosave, left, _) = Autosave::open::<Nim>(&store);
                autosave.adopt(left.unwrap());
                autosave
            })
            .collect();
        let (mut one_more, left, _) = Autosave::open::<Nim>(&store);
        assert!(left.is_none());
        assert!(one_more.keep(&game(&["1"])).unwrap().contains("too many games"));
        drop(places);
    }

    #[test]
    fn a_finished_game_is_forgotten_and_an_unbegun_one_takes_nobodys_place() {
        let (_dir, store) = store();
        let (mut autosave, _, _) = Autosave::open::<Nim>(&store);
        autosave.keep(&game(&["1"]));
        autosave.close(&game(&[]));
        drop(autosave);
        assert_eq!(found(&store), Some((6, true)));
        let (mut autosave, left, _) = Autosave::open::<Nim>(&store);
        autosave.adopt(left.unwrap());
        let mut back = game(&["1", "2"]);
        while back.undo() {}
        autosave.keep(&back);
        drop(autosave);
        assert_eq!(found(&store), Some((7, true)), "what can be redone is kept too");
        let (mut autosave, left, _) = Autosave::open::<Nim>(&store);
        autosave.adopt(left.unwrap());
        autosave.keep(&game(&["3", "3", "1"]));
        drop(autosave);
        assert_eq!(found(&store), None);
    }

    #[test]
    fn two_programs_at_once_do_not_meet() {
        let (_dir, store) = store();
        let (mut first, _, _) = Autosave::open::<Nim>(&store);
        let (mut second, left, _) = Autosave::open::<Nim>(&store);
        assert!(left.is_none());
        first.keep(&game(&["1"]));
        second.keep(&game(&["3"]));
        drop(second);
        assert_eq!(found(&store), Some((4, true)), "the game of the first is still being played");
        drop(first);
        let (mut again, left, _) = Autosave::open::<Nim>(&store);
        again.adopt(left.unwrap());
        let (_, other, _) = Autosave::open::<Nim>(&store);
        assert!(other.is_some(), "both games can be gone on with");
    }

    #[test]
    fn a_damaged_game_is_set_aside_and_another_one_is_found() {
        let (dir, store) = store();
        let (mut first, _, _) = Autosave::open::<Nim>(&store);
        let (mut second, _, _) = Autosave::open::<Nim>(&store);
        first.keep(&game(&["1"]));
        second.keep(&game(&["3"]));
        drop((first, second));
        let damaged = dir.path().join("autosave-2.yaml");
        let text = fs::read_to_string(&damaged).unwrap().replace("- '3'", "- '5'");
        fs::write(&damaged, text).unwrap();
        let later = std::time::SystemTime::now() + Duration::from_secs(9);
        fs::File::options().write(true).open(&damaged).unwrap().set_modified(later).unwrap();
        let (mut autosave, left, said) = Autosave::open::<Nim>(&store);
        assert_eq!(said.len(), 1);
        assert!(
            said[0].contains("move 1, '5'") && said[0].contains("autosave-2.yaml.damaged"),
            "{}",
            said[0]
        );
        assert!(dir.path().join("autosave-2.yaml.damaged").exists());
        let mut session = Game7::resume(autosave.adopt(left.unwrap())).unwrap();
        play(&mut session, &["3", "3"]);
        autosave.keep(&session);
        drop(autosave);
        assert_eq!(found(&store), None, "the game that was gone on with does not stand in two places");
    }

    #[test]
    fn where_nothing_can_be_written_it_is_told_once() {
        let (dir, _) = store();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let nowhere = Store::open("nim", Some(&file.join("below"))).unwrap();
        let (mut autosave, left, said) = Autosave::open::<Nim>(&nowhere);
        assert_eq!((left.is_none(), said.len(), autosave.is_on()), (true, 1, false));
        assert_eq!(autosave.keep(&game(&["1"])), None);
        assert_eq!(Autosave::off().keep(&game(&["1"])), None);
    }
}
