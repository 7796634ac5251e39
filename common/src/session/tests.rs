//! The session, tested with three toy games: a heap of seven counters, an auction of three bidders, a row of mines.

use super::*;
use crate::store::Store;
use crate::testing::auction::{Auction, Terms};
use crate::testing::mines::{Mines, Points, Row};
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
    let worths = session.seen_by(Side::FIRST).values_of_moves(&hint);
    assert_eq!(worths, [("won".into(), vec!["3".into()]), ("lost".into(), vec!["1".into(), "2".into()])]);
    assert_eq!((left(&session), session.tally().hints), (7, 1));
    assert!(!session.ask_hint(Side::FIRST, &Spec::level("nobody")));
    play(&mut session, &["3"]);
    assert!(!session.ask_hint(Side::SECOND, &Spec::level("master")), "no hints for an AI player");
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

/// The auction of three bidders, all human unless named.
fn auction(seats: [&str; 3]) -> Session<Auction> {
    let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    Session::new(Terms::default(), seats, 3).unwrap()
}

fn bid(session: &mut Session<Auction>, side: u8, text: &str) {
    session.play_text(Side(side), text).unwrap();
}

#[test]
fn orders_may_come_in_any_order_and_belong_to_their_sides_when_loaded() {
    let (mut session, mut other) = (auction(["human"; 3]), auction(["human"; 3]));
    for (side, text) in [(2, "bid 3"), (0, "bid 1"), (1, "bid 0")] {
        bid(&mut session, side, text);
    }
    for (side, text) in [(0, "bid 1"), (1, "bid 0"), (2, "bid 3")] {
        bid(&mut other, side, text);
    }
    assert_eq!(session.position(), other.position(), "the order of commits does not matter");
    bid(&mut session, 1, "bid 2");
    assert_eq!(session.play_text(Side(1), "bid 2"), Err(Refused::NotToMove));
    let text = session.saved().write().unwrap();
    assert!(text.contains("- p3:bid 3\n- p1:bid 1\n- p2:bid 0\n- p2:bid 2\n"), "{text}");
    let saved = Saved::read::<Auction>(&text).unwrap();
    let loaded: Session<Auction> = Session::resume(saved, &Work::quiet()).unwrap();
    assert_eq!(loaded.position(), session.position());
    let swapped = text.replace("- p1:bid 1\n- p2:bid 0", "- p1:bid 0\n- p2:bid 1");
    let saved = Saved::read::<Auction>(&swapped).unwrap();
    let swapped: Session<Auction> = Session::resume(saved, &Work::quiet()).unwrap();
    assert_ne!(swapped.position(), session.position(), "and the sides do");
}

#[test]
fn undo_stops_where_orders_were_revealed() {
    let mut session = auction(["human"; 3]);
    bid(&mut session, 0, "bid 1");
    assert!(!session.can_undo(Side(1)), "an order of another human cannot be taken back");
    assert!(session.undo(Side(0)));
    for side in 0..3 {
        bid(&mut session, side, "bid 1");
    }
    assert_eq!((session.undo_limit(), session.can_undo(Side(2))), (3, false));
    assert!(session.go_to(1), "but earlier positions can be looked at");
    assert_eq!(session.play_text(Side(1), "bid 3"), Err(Refused::Fixed));
    session.unpause();
    assert_eq!(session.ply(), 3);
    bid(&mut session, 2, "bid 0");
    assert!(session.can_undo(Side(2)));
}

#[test]
fn all_sides_think_at_once_and_a_move_does_not_disturb_the_others() {
    let mut session = auction(["waits", "human", "waits"]);
    assert_eq!(session.tick(), []);
    assert!(session.is_side_thinking(Side(0)) && session.is_side_thinking(Side(2)));
    bid(&mut session, 1, "bid 0");
    assert!(session.is_side_thinking(Side(0)) && session.is_side_thinking(Side(2)));
    session.move_now();
    let moved: Vec<Event> = (0..2).map(|_| session.wait().unwrap()).collect();
    assert!(moved.contains(&Event::Moved(Side(0))) && moved.contains(&Event::Moved(Side(2))), "{moved:?}");
    assert_eq!(session.plies().len(), 3);
    assert!(session.plies()[2].effect.is_some(), "the last order plays the round");
}

#[test]
fn each_side_has_a_clock_and_all_that_are_to_move_run() {
    let mut session = auction(["human"; 3]);
    session.set_clock(Some("5+0".parse().unwrap()));
    bid(&mut session, 1, "bid 0");
    let left = |session: &Session<Auction>, side| session.clock().unwrap().left(Side(side));
    let full = Duration::from_mins(5);
    while left(&session, 0) == full || left(&session, 2) == full {
        assert_eq!(session.tick(), []);
    }
    assert_eq!(left(&session, 1), full, "the clock of a side that has moved stands still");
}

/// Everything that the viewer is shown, as one text.
fn everything(session: &Session<Auction>, viewer: Side) -> String {
    let seen = session.seen_by(viewer);
    let plies: Vec<String> = (0..seen.plies())
        .map(|n| format!("{:?} {:?} {:?}", seen.describe_ply(n), seen.move_text(n), seen.seen_ply(n)))
        .collect();
    let thoughts: Vec<_> = session.sides().map(|side| seen.thought(side)).collect();
    format!("{:?} {plies:?} {thoughts:?} {:?}", seen.view(), seen.effects())
}

#[test]
fn what_a_side_must_not_see_does_not_reach_it() {
    let mut session = auction(["human", "high", "human"]);
    while session.plies().is_empty() {
        session.tick();
    }
    bid(&mut session, 2, "bid 2");
    let shown = everything(&session, Side(0));
    assert!(!shown.contains("Bid(") && !shown.contains("bid 2"), "pending orders are secret: {shown}");
    assert!(shown.contains("a secret move") && shown.contains("Bidder 3 has bid."), "{shown}");
    assert!(!shown.contains("depth"), "the thoughts of others are secret: {shown}");
    assert!(everything(&session, Side(2)).contains("Bid(2)"), "a side sees its own order");
    // The AI player has reported all it was given: its own card, no bids, and no moves.
    let spied = everything(&session, Side(1));
    assert!(spied.contains("cards: [None, Some("), "{spied}");
    assert!(
        spied.contains("own_bid: None, has_bid: [false, false, false]") && spied.contains(" []"),
        "{spied}"
    );
    bid(&mut session, 0, "bid 1");
    assert!(everything(&session, Side(0)).contains("Bid(3)"), "after the round the orders are open");
    assert!(!everything(&session, Side(0)).contains("None, Some(3), None"), "the cards are not");
}

#[test]
fn a_game_of_sixteen_sides_is_played_and_saved() {
    let terms = Terms { sides: 16, rounds: 1 };
    let mut session: Session<Auction> = Session::new(terms, vec![Seat::Human; 16], 1).unwrap();
    for side in (0..16).rev() {
        bid(&mut session, side, if side == 15 { "bid 3" } else { "bid 1" });
    }
    assert!(session.end().is_some());
    let saved = Saved::read::<Auction>(&session.saved().write().unwrap()).unwrap();
    let loaded: Session<Auction> = Session::resume(saved, &Work::quiet()).unwrap();
    assert_eq!(loaded.position(), session.position());
    let few: Result<Session<Auction>, _> =
        Session::new(Terms { sides: 16, rounds: 1 }, vec![Seat::Human; 3], 1);
    assert_eq!(few.unwrap_err().to_string(), "this game has 16 players, not 3");
}

fn mines(lives: i64) -> Session<Mines> {
    Session::new(Row { lives, ..Row::default() }, vec![Seat::Human], 1).unwrap()
}

/// The cells that are mines, and those that are not. Found by trying: the view does not show them.
fn cells(session: &Session<Mines>) -> (Vec<String>, Vec<String>) {
    let cells = (1..=6).map(|cell: usize| cell.to_string());
    cells.partition(|text| {
        let mut trial = mines(3);
        trial.play_text(Side::FIRST, text).unwrap();
        assert_eq!(trial.setup().cells, session.setup().cells);
        trial.plies()[0].effect == crate::testing::mines::Found::Mine
    })
}

#[test]
fn a_puzzle_ends_solved_or_failed() {
    let mut failed = mines(1);
    let (bad, good) = cells(&failed);
    failed.play_text(Side::FIRST, &bad[0]).unwrap();
    assert_eq!(failed.seen_by(Side::FIRST).result(), Some(crate::game::GameResult::Failed));
    assert_eq!(failed.seen_by(Side::FIRST).ending(), "No lives are left: the puzzle is lost.");
    let mut solved = mines(1);
    for text in &good {
        solved.play_text(Side::FIRST, text).unwrap();
    }
    assert_eq!(solved.seen_by(Side::FIRST).result(), Some(crate::game::GameResult::Solved));
    let mut late = mines(1);
    late.set_clock(Some(TimeControl { base: Duration::from_nanos(1), increment: Duration::ZERO }));
    while late.tick().is_empty() {}
    assert_eq!(late.seen_by(Side::FIRST).ending(), "You ran out of time: the puzzle is not solved.");
}

#[test]
fn a_score_of_events_survives_undo_and_is_rebuilt_from_the_log() {
    let mut session = mines(3);
    let (bad, good) = cells(&session);
    let play = |session: &mut Session<Mines>, text: &str| session.play_text(Side::FIRST, text).unwrap();
    play(&mut session, &good[0]);
    play(&mut session, &good[1]);
    play(&mut session, &bad[0]);
    assert!(session.undo(Side::FIRST));
    assert_eq!(session.score(), &Points { points: 3 - 10, streak: 0 }, "undo gives no points back");
    play(&mut session, &good[2]);
    assert!(session.play_text(Side::FIRST, "77").is_err());
    assert!(session.ask_hint(Side::FIRST, &Mines::strongest()));
    while !matches!(session.wait(), Some(Event::Hint(_))) {}
    assert_eq!(session.score(), &Points { points: -6 - 3, streak: 1 });
    let text = session.saved().write().unwrap();
    let loaded: Session<Mines> =
        Session::resume(Saved::read::<Mines>(&text).unwrap(), &Work::quiet()).unwrap();
    assert_eq!((loaded.score(), loaded.position()), (session.score(), session.position()));
    let tally = loaded.tally();
    assert_eq!((tally.hints, tally.undos, tally.mistakes), (1, 1, 1));
}

#[test]
fn a_start_that_takes_long_can_be_cancelled() {
    let row = Row { effort: 1_000_000_000, ..Row::default() };
    let job = crate::job::Job::start(
        "start",
        || {},
        move |work| Session::<Mines>::start(row, vec![Seat::Human], 1, work).map(|_| ()),
    );
    while job.progress().done.is_none() {
        std::thread::yield_now();
    }
    job.stop();
    let mut job = job;
    let result = loop {
        job.wait(Duration::from_mins(1));
        if let Some(result) = job.poll() {
            break result;
        }
    };
    assert_eq!(result, Ok(Err(NotStarted::Cancelled)));
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

mod autosave {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open("nim", Some(dir.path())).unwrap();
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
        assert_eq!(kept.filter(|entry| entry.path().extension().is_some_and(|e| e == "yaml")).count(), 3);
    }

    #[test]
    fn with_all_slots_in_use_the_oldest_game_is_replaced() {
        let (_dir, store) = store();
        for _ in 0..12 {
            let (mut autosave, left, said) = Autosave::open::<Nim>(&store, WriteMode::Now);
            drop(left);
            assert_eq!((autosave.keep(&game(&["1"])), said.len()), (None, 0));
        }
        let places: Vec<_> = (0..9)
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
        let nowhere = Store::open("nim", Some(&file.join("below"))).unwrap();
        let (mut autosave, left, said) = Autosave::open::<Nim>(&nowhere, WriteMode::Now);
        assert_eq!((left.is_none(), said.len(), autosave.is_on()), (true, 1, false));
        assert_eq!(autosave.keep(&game(&["1"])), None);
        assert_eq!(Autosave::off().keep(&game(&["1"])), None);
    }
}
