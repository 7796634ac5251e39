//! The review of games.

use common::job::Work;
use common::player::Budget;
use common::review::{Report, Verdict, review_now};
use common::session::{Seat, Session};
use gomoku::rules::{Opening, Position, Setup};

fn reviewed(setup: Setup, moves: &str) -> Report {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let seats = vec![Seat::Human, Seat::Human];
    let session: Session<Position> =
        Session::with_moves(setup, seats, 1, &moves, &Work::quiet()).expect("legal moves");
    review_now(&session, &Budget::nodes(3_000), &Work::quiet()).expect("a review")
}

/// White does not block a four, Black does not complete it, and then White blocks it.
const MISSED_FIVE: &str = "h8 h7 h9 c3 h10 d3 h11 e3 o1 h12";

#[test]
fn a_missed_five_is_found() {
    let report = reviewed(Setup::default(), MISSED_FIVE);
    let better = |index: usize| {
        report.review(index).and_then(|review| review.better.clone()).map(|better| better.text)
    };
    let verdict = |index: usize| report.review(index).map(|review| review.verdict);
    assert!(verdict(7) > Some(Verdict::Good), "{:?}", report.review(7));
    assert_eq!(better(7), Some("h12".to_owned()), "White must block");
    assert_eq!(verdict(8), Some(Verdict::Blunder), "{:?}", report.review(8));
    assert_eq!(better(8), Some("h12".to_owned()));
    let comment = &report.review(8).expect("a review").comment;
    assert!(comment.starts_with("o1 gave away a win"), "{comment}");
    assert!(comment.contains("Better was h12: Black wins"), "{comment}");
    assert_eq!(verdict(9), Some(Verdict::Good));
    let share = |ply: usize| report.standing(ply).map(|standing| standing.shares[0]);
    assert_eq!(share(8), Some(1.0), "before the five that was missed");
    assert!(share(9) < Some(1.0));
}

#[test]
fn the_first_stones_of_an_opening_are_not_rated() {
    let setup = Setup { opening: Opening::Swap2, ..Setup::default() };
    let report = reviewed(setup, "h8 a1 h9 swap b1");
    for index in 0..2 {
        assert_eq!(report.review(index).map(|review| review.verdict), Some(Verdict::Good), "stone {index}");
    }
    assert_eq!(report.reviewed(), 5);
}
