//! The session with several sides, simultaneous orders, dice and secrets (the auction), and with one player (the mines).

use super::super::*;
use crate::testing::auction::{Auction, Terms};
use crate::testing::mines::{Mines, Points, Row};

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
fn a_planned_move_is_saved_until_it_is_played() {
    let mut session = auction(["human", "human", "waits"]);
    assert!(session.set_draft(Side(1), "bid 2"));
    assert!(!session.set_draft(Side(1), "bid 2"), "nothing new");
    assert!(!session.set_draft(Side(2), "bid 2") && !session.set_draft(Side(9), "bid 2"), "not a human");
    let text = session.saved().write().unwrap();
    let resumed = |text: &str| -> Session<Auction> {
        Session::resume(Saved::read::<Auction>(text).unwrap(), &Work::quiet()).unwrap()
    };
    let mut loaded = resumed(&text);
    assert_eq!((loaded.seen_by(Side(0)).draft(), loaded.seen_by(Side(1)).draft()), (None, Some("bid 2")));
    assert_eq!(resumed(&text.replace("p2:bid 2", "p9:bid 2")).saved().write().unwrap(), {
        session.set_draft(Side(1), "");
        session.saved().write().unwrap()
    });
    bid(&mut loaded, 1, "bid 1");
    assert_eq!(loaded.seen_by(Side(1)).draft(), None);
    assert!(loaded.undo(Side(1)));
    assert_eq!(loaded.seen_by(Side(1)).draft(), Some("bid 1"), "a move that is taken back can be changed");
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
fn after_the_end_every_order_is_open() {
    let mut session = auction(["human", "human", "human"]);
    bid(&mut session, 2, "bid 2");
    assert!(everything(&session, Side(0)).contains("a secret move"));
    assert!(session.resign(Side(0)));
    assert!(everything(&session, Side(0)).contains("bid 2 points"));
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

#[test]
fn orders_of_another_human_are_replaced_only_after_an_undo() {
    let mut session = auction(["human", "human", "waits"]);
    bid(&mut session, 0, "bid 1");
    assert!(session.go_to(0));
    assert_eq!(session.play_text(Side(1), "bid 2"), Err(Refused::Fixed));
    assert!(session.seen_by(Side(1)).is_fixed() && !session.seen_by(Side(0)).is_fixed());
    session.unpause();
    assert_eq!(session.ply(), 1, "the AI player does not replace them either");
    assert!(session.undo(Side(0)));
    bid(&mut session, 1, "bid 2");
}
