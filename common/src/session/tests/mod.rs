//! The session, tested with a heap of seven counters of which one to three are taken.

mod autosave;
mod sides;

use super::*;
use crate::store::Store;
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;
use std::fs;

type Game7 = Session<Nim>;

fn new_session(seats: &[&str]) -> Game7 {
    let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    Session::new(Counters::default(), seats, 5).unwrap()
}

fn left(session: &Game7) -> u32 {
    session.position().left
}

fn play(session: &mut Game7, moves: &[&str]) {
    for text in moves {
        session.play_text(session.human_to_move().unwrap(), text).unwrap();
    }
}

fn reread(text: &str) -> Result<Game7, BadSave> {
    Saved::read::<Nim>(text).and_then(|saved| Session::resume(saved, &Work::quiet()))
}

#[test]
fn humans_undo_one_move_at_a_time_and_can_continue_from_there() {
    let mut session = new_session(&["human", "human"]);
    play(&mut session, &["1", "2", "3"]);
    assert!(session.undo(Side::FIRST) && session.undo(Side::FIRST));
    assert_eq!((left(&session), session.ply(), session.plies().len()), (6, 1, 3));
    assert!(session.redo());
    assert_eq!(left(&session), 4);
    play(&mut session, &["1"]);
    assert!(!session.can_redo() && !session.redo(), "another move ends what could be redone");
    while session.undo(Side::FIRST) {}
    assert_eq!((left(&session), session.can_undo(Side::FIRST)), (7, false));
    assert_eq!(session.tally().undos, 5);
}

#[test]
fn against_an_ai_player_undo_returns_to_a_human_turn() {
    let mut session = new_session(&["human", "one"]);
    play(&mut session, &["2"]);
    assert_eq!(session.play_text(Side::FIRST, "1"), Err(Refused::AiTurn));
    assert_eq!(session.wait(), Some(Event::Moved(Side::SECOND)));
    assert_eq!((left(&session), session.wait()), (4, None));
    assert!(session.undo(Side::FIRST));
    assert_eq!((left(&session), session.tally().undos), (7, 2));
    assert!(session.redo());
    assert_eq!((left(&session), session.wait()), (4, None));
}

#[test]
fn an_ai_player_waits_after_undo_until_it_is_unpaused() {
    let mut session = new_session(&["one", "human"]);
    assert_eq!(session.wait(), Some(Event::Moved(Side::FIRST)));
    assert!(session.undo(Side::FIRST) && session.is_paused());
    assert_eq!(session.wait(), None);
    session.unpause();
    assert_eq!(session.wait(), Some(Event::Moved(Side::FIRST)));
}

#[test]
fn a_refused_move_changes_the_tally_only() {
    let mut session = new_session(&["human", "human"]);
    assert!(matches!(session.play_text(Side::FIRST, "4"), Err(Refused::Illegal(_))));
    assert_eq!((left(&session), session.ply(), session.tally().mistakes), (7, 0, 1));
}

#[test]
fn a_hint_has_its_move_and_the_values_of_all_moves() {
    let mut session = new_session(&["human", "one"]);
    assert!(session.ask_hint(Side::FIRST, &Nim::<0>::strongest()));
    let Some(Event::Hint(hint)) = session.wait() else { panic!("no hint") };
    assert_eq!(session.seen_by(Side::FIRST).hint_text(&hint), "Hint: 3 (take 3): won.");
    assert_eq!(session.seen_by(Side::FIRST).hint_words(&hint), "Hint: take 3: won.");
    let worths = session.seen_by(Side::FIRST).values_of_moves(&hint);
    assert_eq!(worths, [("won".into(), vec!["3".into()]), ("lost".into(), vec!["1".into(), "2".into()])]);
    assert_eq!((left(&session), session.tally().hints), (7, 1));
    assert!(!session.ask_hint(Side::FIRST, &Spec::level("nobody")));
    play(&mut session, &["3"]);
    assert!(!session.ask_hint(Side::SECOND, &Spec::level("master")), "no hints for an AI player");
}

#[test]
fn a_game_of_ai_players_can_be_paused() {
    let mut session = new_session(&["one", "one"]);
    assert!(session.is_without_humans() && !new_session(&["human", "one"]).is_without_humans());
    assert_eq!(session.wait(), Some(Event::Moved(Side::FIRST)));
    session.pause();
    assert!(session.is_paused() && !session.is_thinking());
    assert_eq!((session.wait(), session.ply()), (None, 1));
    session.unpause();
    while session.wait().is_some() {}
    assert!(session.end().is_some());
    session.pause();
    assert!(!session.is_paused(), "a finished game cannot be paused");
}

#[test]
fn ai_players_play_to_the_end() {
    let mut session = new_session(&["master", "one"]);
    while session.wait().is_some() {}
    assert_eq!(session.end().and_then(|verdict| verdict.outcome(2).winner()), Some(Side::FIRST));
    assert_eq!(session.seen_by(Side::FIRST).ending(), "Left has won.");
    assert_eq!(session.play_text(Side::FIRST, "1"), Err(Refused::Over));
}

#[test]
fn thinking_can_be_stopped_and_cut_short() {
    let mut session = new_session(&["human", "ponder"]);
    play(&mut session, &["1"]);
    session.tick();
    assert!(session.is_thinking());
    assert!(session.undo(Side::FIRST) && !session.is_thinking(), "taking back ends the thinking");
    play(&mut session, &["2"]);
    session.tick();
    session.move_now();
    assert_eq!(session.wait(), Some(Event::Moved(Side::SECOND)));
    assert_eq!(left(&session), 4);
}

#[test]
fn a_player_that_does_not_stop_is_left_behind_and_built_again() {
    let mut session = new_session(&["human", "deaf"]);
    play(&mut session, &["1"]);
    session.tick();
    assert!(session.undo(Side::FIRST));
    play(&mut session, &["2"]);
    session.tick();
    assert!(session.is_thinking());
}

#[test]
fn a_player_that_fails_loses_with_a_reason() {
    for (player, why) in [
        ("panics", "The player of Right, panics, failed: its program ended: it crashed. So Left wins."),
        ("gives-up", "The player of Right, gives-up, failed: there is no legal move. So Left wins."),
        (
            "cheats",
            "The player of Right, cheats, failed: it answered '99', which is not a legal move: only 1 to 3 can be taken. So Left wins.",
        ),
    ] {
        let mut session = new_session(&["human", player]);
        play(&mut session, &["1"]);
        assert_eq!(session.wait(), Some(Event::Ended));
        assert_eq!(session.seen_by(Side::FIRST).ending(), why);
        assert!(session.undo(Side::FIRST) && session.end().is_none(), "a failure can be taken back");
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
fn a_side_without_time_loses() {
    let mut session = new_session(&["human", "human"]);
    session.set_clock(Some(TimeControl { base: Duration::from_millis(1), increment: Duration::ZERO }));
    let mut events = session.tick();
    while events.is_empty() {
        events = session.tick();
    }
    assert_eq!(events, [Event::Ended]);
    assert_eq!(session.end(), Some(GameEnd::TimeUp(Side::FIRST)));
    assert_eq!(session.seen_by(Side::FIRST).ending(), "Left ran out of time: Right wins.");
    assert_eq!(session.play_text(Side::FIRST, "1"), Err(Refused::Over));
}

#[test]
fn an_ai_player_can_lose_on_time() {
    let mut session = new_session(&["ponder", "human"]);
    session.set_clock(Some(TimeControl { base: Duration::from_millis(20), increment: Duration::ZERO }));
    assert_eq!(session.wait(), Some(Event::Ended));
    assert_eq!(session.end(), Some(GameEnd::TimeUp(Side::FIRST)));
}

#[test]
fn looking_at_earlier_moves_gains_no_time() {
    let mut session = new_session(&["human", "human"]);
    let control = TimeControl { base: Duration::from_hours(1), increment: Duration::from_secs(5) };
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
    assert!(after[0] + Duration::from_mins(5) > before[0], "and costs none");
}

#[test]
fn everything_of_a_game_is_saved() {
    let mut session = new_session(&["human", "one"]);
    session.set_clock(Some("5+3".parse().unwrap()));
    play(&mut session, &["2"]);
    session.wait();
    assert!(session.play_text(Side::FIRST, "9").is_err());
    play(&mut session, &["1"]);
    session.undo(Side::FIRST);
    let again = reread(&session.saved().write().unwrap()).unwrap();
    let moves = |session: &Game7| session.plies().iter().map(|ply| ply.text.clone()).collect::<Vec<_>>();
    assert_eq!(
        (again.ply(), moves(&again), again.seats()),
        (session.ply(), moves(&session), session.seats())
    );
    assert_eq!(again.clock().map(Clock::control), Some("5+3".parse().unwrap()));
    assert_eq!((again.tally().mistakes, again.tally().undos), (1, 1));
}

#[test]
fn an_invalid_save_is_refused_with_a_reason() {
    let mut session = new_session(&["human", "human"]);
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
        why("pentad: 2", "pentad: 7"),
        "this game was saved by a newer version (format 7); update to open it"
    );
    assert_eq!(
        why("- p2:2", "- p2:8"),
        "this saved game is damaged: its move 2, '8', cannot be played: only 1 to 3 can be taken"
    );
    assert_eq!(
        why("- p2:2", "- p1:2"),
        "this saved game is damaged: its move 2, '2', cannot be played: it is not this side's turn"
    );
    assert_eq!(
        why("entries: 2", "entries: 3"),
        "this saved game is damaged: the number of its entries is wrong"
    );
    assert_eq!(why("- p2:2", "- undo 7"), "this saved game is damaged: 'undo 7' does not fit into its log");
    assert_eq!(
        why("- p2:2", "- hint p3 1"),
        "this saved game is damaged: 'hint p3 1' does not fit into its log"
    );
    assert_eq!(
        why("- p2:2", "- jump"),
        "this saved game is damaged: entry 2 of its log, 'jump', is not understood"
    );
    assert_eq!(why("most: '3'", "most: '9'"), "9 at once are more than the 7 there are");
    assert!(why("heap: '7'", "hoop: '7'").contains("there is no option 'hoop'"));
    assert!(why("pentad: 2", "pentad: 1").contains("old format"));
    assert!(why("- human", "- smart").starts_with("there is no player 'smart'"));
    assert!(
        why("heap: '7'", "heap: many")
            .contains("'many' is not a valid heap: use a whole number from 1 to 99")
    );
    assert_eq!(reread("").unwrap_err().to_string(), "this is not a saved game of nim");
    assert_eq!(
        reread(&text[..text.len() / 2]).unwrap_err().to_string(),
        "this saved game is cut off: its end is missing"
    );
}

#[test]
fn files_that_are_not_saved_games_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.yaml");
    let why = || Game7::load(&path, &Work::quiet()).unwrap_err().about(&path);
    assert!(why().contains("cannot be read"), "{}", why());
    fs::write(&path, [0xff, 0x00, 0xc3]).unwrap();
    assert!(why().ends_with("game.yaml is not text"), "{}", why());
    fs::write(&path, "a: [1, 2\n").unwrap();
    assert!(why().ends_with("game.yaml cannot be opened: this is not a saved game of nim"), "{}", why());
    let refused = new_session(&["human", "human"]).save(&path).unwrap_err().to_string();
    assert!(refused.ends_with("game.yaml exists and is not a saved game; choose another name"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "a: [1, 2\n");
    fs::remove_file(&path).unwrap();
    new_session(&["human", "human"]).save(&path).unwrap();
    assert!(Game7::load(&path, &Work::quiet()).is_ok());
}

#[test]
fn a_file_starts_no_program() {
    let dir = tempfile::tempdir().unwrap();
    let (path, trace) = (dir.path().join("game.yaml"), dir.path().join("trace"));
    let text = new_session(&["human", "human"]).saved().write().unwrap();
    let command = format!("- 'cmd:touch {}'", trace.display());
    fs::write(&path, text.replacen("- human", &command, 1)).unwrap();
    let session = Game7::load(&path, &Work::quiet()).unwrap();
    assert_eq!(session.seats(), [Seat::Human, Seat::Human]);
    assert!(!trace.exists());
    let note = session.replaced_programs_note().unwrap();
    assert!(note.contains("not started: touch ") && note.ends_with("trace. You play for it."), "{note}");
    let long = format!("- 'cmd:{}'\n- 'cmd:other'", "é".repeat(100_000));
    fs::write(&path, text.replacen("- human\n- human", &long, 1)).unwrap();
    let note = Game7::load(&path, &Work::quiet()).unwrap().replaced_programs_note().unwrap();
    assert!(note.len() < 600 && note.contains("éé…, and 1 more."), "{note}");
    fs::write(&path, text).unwrap();
    assert_eq!(Game7::load(&path, &Work::quiet()).unwrap().replaced_programs_note(), None);
}

#[test]
fn an_ai_player_does_not_play_over_moves_that_can_be_redone() {
    let mut session = new_session(&["human", "human"]);
    play(&mut session, &["1", "1", "2"]);
    session.go_to(1);
    let text = session.saved().write().unwrap();
    let at_machine = text.replace("- human\n- human", "- human\n- random");
    assert_ne!(text, at_machine);
    let mut again = reread(&at_machine).unwrap();
    assert_eq!(again.tick(), []);
    assert!(again.is_paused() && again.plies().len() == 3);
}

#[test]
fn the_end_of_a_game_is_told_once() {
    let mut session = new_session(&["human", "human"]);
    play(&mut session, &["3", "1"]);
    assert!(!session.take_end());
    play(&mut session, &["3"]);
    assert!(session.take_end() && !session.take_end());
    let mut loaded = reread(&session.saved().write().unwrap()).unwrap();
    assert!(loaded.end().is_some() && !loaded.take_end(), "a finished game was loaded");
    assert!(session.undo(Side::FIRST) && session.redo());
    assert!(!session.take_end(), "the last move was only redone");
    assert!(session.undo(Side::FIRST));
    play(&mut session, &["3"]);
    assert!(session.take_end(), "it was made again");
    let mut against_ai = new_session(&["human", "one"]);
    play(&mut against_ai, &["3"]);
    against_ai.wait();
    play(&mut against_ai, &["2"]);
    against_ai.wait();
    assert!(against_ai.end().is_some() && against_ai.take_end());
}

proptest! {
    #[test]
    fn any_text_is_loaded_or_refused(text in ".{0,200}") {
        let _ = reread(&text);
    }

    #[test]
    fn a_save_with_a_wrong_byte_is_loaded_or_refused(at in 0..1000usize, byte in 0x20..0x7fu8) {
        let mut session = new_session(&["human", "one"]);
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

#[test]
fn a_side_can_resign_and_a_saved_game_remembers_it() {
    let mut session = new_session(&["human", "human"]);
    session.play_text(Side::FIRST, "1").unwrap();
    assert!(session.resign(Side::SECOND));
    assert_eq!(session.end(), Some(GameEnd::Resigned(Side::SECOND)));
    assert!(!session.resign(Side::FIRST), "the game is over");
    assert!(session.to_move().is_empty());
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert_eq!(resumed.end(), session.end());
    // To look at an earlier position does not take it back.
    assert!(session.go_to(0));
    assert!(session.end().is_none() && session.has_ended(), "{:?}", session.end());
    assert_eq!(session.final_end(), Some(GameEnd::Resigned(Side::SECOND)));
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert!(resumed.end().is_none() && resumed.has_ended());
    assert!(session.go_to(1));
    assert_eq!(session.end(), Some(GameEnd::Resigned(Side::SECOND)));
    // A move in an earlier position does: the game goes on from there.
    let mut other = resumed;
    other.play_text(Side::FIRST, "2").unwrap();
    assert!(!other.has_ended());
    assert!(session.undo(Side::FIRST));
    assert!(!session.has_ended(), "the game goes on from an earlier position");
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert!(!resumed.has_ended());
}

#[test]
fn a_side_can_resign_after_an_undo() {
    let mut session = new_session(&["human", "human"]);
    for (side, text) in [(Side::FIRST, "1"), (Side::SECOND, "1"), (Side::FIRST, "1")] {
        session.play_text(side, text).unwrap();
    }
    assert!(session.undo(Side::FIRST));
    assert!(session.can_resign(Side::FIRST) && session.resign(Side::FIRST));
    assert_eq!(session.end(), Some(GameEnd::Resigned(Side::FIRST)));
    assert_eq!(session.plies().len(), 2, "the move that was undone is dropped");
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert_eq!((resumed.end(), resumed.plies().len()), (session.end(), 2));
    assert_eq!(session.saved().moves().len(), 2);
    // A game that has ended is only looked at.
    assert!(session.go_to(1) && !session.can_resign(Side::FIRST));
}

#[test]
fn who_resigns_at_an_earlier_position_that_was_only_looked_at_loses_no_moves() {
    let mut session = new_session(&["human", "human"]);
    for (side, text) in [(Side::FIRST, "1"), (Side::SECOND, "1"), (Side::FIRST, "1")] {
        session.play_text(side, text).unwrap();
    }
    assert!(session.go_to(1) && session.resign(Side::SECOND));
    assert_eq!((session.ply(), session.plies().len()), (3, 3));
    assert_eq!(session.end(), Some(GameEnd::Resigned(Side::SECOND)));
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert_eq!((resumed.end(), resumed.plies().len()), (session.end(), 3));
    assert_eq!(session.saved().moves().len(), 3);
}

#[test]
fn the_time_after_the_end_does_not_count() {
    let minute = Duration::from_mins(1);
    let mut session = new_session(&["human", "human"]);
    session.started -= minute;
    session.play_text(Side::FIRST, "1").unwrap();
    assert_eq!(session.tally().seconds, 60);
    assert!(session.resign(Side::SECOND));
    session.started -= minute;
    let resumed = Game7::resume(session.saved(), &Work::quiet()).unwrap();
    assert_eq!((session.tally().seconds, resumed.tally().seconds), (60, 60));
    // The game goes on, and so does its time.
    session.undo(Side::FIRST);
    session.started -= minute;
    assert_eq!(session.tally().seconds, 120);
}

#[test]
fn a_game_ends_once_also_at_an_earlier_position() {
    let mut session = new_session(&["human", "human"]);
    session.set_clock(Some(TimeControl { base: Duration::from_millis(1), increment: Duration::ZERO }));
    session.play_text(Side::FIRST, "1").unwrap();
    session.play_text(Side::SECOND, "1").unwrap();
    assert!(session.go_to(1));
    let ended = loop {
        if let Some(event) = session.step() {
            break event;
        }
    };
    assert!(matches!(ended, Event::Ended) && session.take_end());
    assert!(matches!(session.end(), Some(GameEnd::TimeUp(_))), "{:?}", session.end());
    for ply in [1, 0, 2] {
        session.go_to(ply);
        for _ in 0..1000 {
            assert!(session.step().is_none(), "{ply}");
        }
    }
    assert!(session.has_ended() && !session.take_end());
}

#[test]
fn undo_goes_on_and_looking_back_does_not() {
    let mut session = new_session(&["human", "human"]);
    for (side, m) in [(Side::FIRST, "3"), (Side::SECOND, "3"), (Side::FIRST, "1")] {
        session.play_text(side, m).unwrap();
    }
    assert!(session.end().is_some() && !session.looks_back());
    session.go_to(1);
    assert!(session.looks_back());
    session.play_on();
    assert!(!session.looks_back() && session.has_ended());
    session.go_to(3);
    assert!(session.undo(Side::FIRST) && !session.looks_back(), "the move is to be replaced");
    // Undo while looking back is a look further back.
    session.go_to(3);
    session.go_to(2);
    assert!(session.undo(Side::FIRST) && session.looks_back());
}
