//! Reviews of toy games whose values are known.

use super::*;
use crate::game::Side;
use crate::job::{Stop, Work};
use crate::session::{Seat, Session};
use crate::testing::mines::{Mines, Row};
use crate::testing::toy::{Counters, Nim};
use std::time::Duration;

fn played(moves: &[&str]) -> Session<Nim> {
    let moves: Vec<String> = moves.iter().map(|text| (*text).to_owned()).collect();
    let seats = vec![Seat::Human, Seat::Human];
    Session::with_moves(Counters::of(11), seats, 1, &moves, &Work::quiet()).expect("legal moves")
}

fn verdicts(report: &Report) -> Vec<Option<Verdict>> {
    (0..report.len()).map(|index| report.review(index).map(|review| review.verdict)).collect()
}

/// 11 → 10 gives a win away (3 wins), 10 → 9 gives it back (2 wins), 9 → 8 wins, 8 → 5 cannot be better, 5 → 3 gives the
/// win away (1 wins), 3 → 0 wins.
const GAME: [&str; 6] = ["1", "1", "1", "3", "2", "3"];

#[test]
fn exactly_the_blunders_are_found() {
    let session = played(&GAME);
    let report = review_now(&session, &Budget::nodes(100), &Work::quiet()).expect("a review");
    let (good, blunder) = (Some(Verdict::Good), Some(Verdict::Blunder));
    assert_eq!(verdicts(&report), [blunder, blunder, good, good, blunder, good]);
    let first = report.review(0).expect("a review");
    assert_eq!(first.better.as_ref().map(|better| better.text.as_str()), Some("3"));
    assert_eq!(first.comment, "take 1 gave away a win: now lost. Better was take 3: won.");
    let shares: Vec<f32> =
        (0..=6).filter_map(|ply| report.standing(ply)).map(|standing| standing.share(Side::FIRST)).collect();
    assert_eq!(shares, [1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(
        report.standing(1).map(|standing| standing.words.as_str()),
        Some("won"),
        "for the side to move"
    );
}

#[test]
fn a_review_is_the_same_every_time_and_of_the_whole_game() {
    let mut session = played(&GAME);
    let one = review_now(&session, &Budget::nodes(100), &Work::quiet());
    session.go_to(2);
    assert_eq!(review_now(&session, &Budget::nodes(100), &Work::quiet()), one);
}

#[test]
fn the_next_and_the_previous_mark_are_found() {
    let report = review_now(&played(&GAME), &Budget::nodes(100), &Work::quiet()).expect("a review");
    assert_eq!(report.marked().map(|(index, _)| index).collect::<Vec<_>>(), [0, 1, 4]);
    assert_eq!(
        (report.next_marked(0), report.next_marked(2), report.next_marked(5)),
        (Some(1), Some(5), None)
    );
    assert_eq!(
        (report.previous_marked(6), report.previous_marked(5), report.previous_marked(1)),
        (Some(5), Some(2), None)
    );
}

#[test]
fn an_unfinished_game_is_reviewed_too() {
    let report = review_now(&played(&["1", "1"]), &Budget::nodes(100), &Work::quiet()).expect("a review");
    assert_eq!(verdicts(&report), [Some(Verdict::Blunder), Some(Verdict::Blunder)]);
    assert_eq!(review_now(&played(&[]), &Budget::nodes(1), &Work::quiet()), Err(NoReview::NoMoves));
}

#[test]
fn a_stopped_review_reports_nothing_more() {
    let stop = Stop::default();
    stop.raise();
    let report = review_now(&played(&GAME), &Budget::nodes(100), &Work::with_stop(stop)).expect("a review");
    assert_eq!(report.reviewed(), 0);
}

#[test]
fn a_review_in_the_background_can_be_cancelled_and_notices_another_game() {
    let session = played(&GAME);
    let (sender, woken) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let wake = move || {
        let _ = sender.lock().expect("no panic").send(());
    };
    let mut review = Review::start(&session, Budget::nodes(100), wake).expect("a review");
    while review.is_running() {
        let _ = woken.recv_timeout(Duration::from_millis(20));
        review.poll();
    }
    assert_eq!(review.report().reviewed(), 6);
    assert!((review.progress() - 1.0).abs() < 1e-6);
    assert!(review.is_of(&session) && !review.is_of(&played(&["1", "1"])));

    let mut cancelled = Review::start(&session, Budget::nodes(100), || {}).expect("a review");
    cancelled.stop();
    while cancelled.is_running() {
        std::thread::yield_now();
        cancelled.poll();
    }
    assert!(cancelled.report().reviewed() <= 6, "what was found before stays");
}

#[test]
fn a_game_with_secrets_has_no_review_of_its_own() {
    let session: Session<Mines> = Session::new(Row::default(), vec![Seat::Human], 1).expect("a puzzle");
    assert_eq!(check(&session).err(), Some(NoReview::NotOffered));
}

#[test]
fn the_report_as_text() {
    let session = played(&GAME);
    let report = review_now(&session, &Budget::nodes(100), &Work::quiet()).expect("a review");
    let text = lines(&session, &report);
    assert_eq!(
        text,
        [
            "Winning chance of Left:",
            " 100 % |* ?**",
            "       |",
            "       |",
            "       |",
            "  50 % |",
            "       |",
            "       |",
            "       |",
            "   0 % | ?   ?*",
            "       +-------",
            "        0     6",
            "Left: 2 blunders.",
            "Right: 1 blunder.",
            "1. Left ??: take 1 gave away a win: now lost. Better was take 3: won.",
            "2. Right ??: take 1 gave away a win: now lost. Better was take 2: won.",
            "5. Left ??: take 2 gave away a win: now lost. Better was take 1: won.",
        ]
    );
}

#[test]
fn long_games_share_columns_of_the_graph() {
    let mut report = Report::new(200, 0);
    for ply in 0..=200 {
        let standing = Standing { shares: vec![ply as f32 / 200.0], words: String::new() };
        report.add(Finding::Standing { ply, standing });
    }
    let graph = graph(&report, Side::FIRST);
    assert!(graph.iter().all(|line| line.len() <= 72), "{graph:#?}");
    assert!(graph[0].ends_with('*') && graph[8].starts_with("   0 % |*"), "{graph:#?}");
}

#[test]
fn the_report_as_json() {
    let session = played(&GAME);
    let report = review_now(&session, &Budget::nodes(100), &Work::quiet()).expect("a review");
    let json = json(&session, &report);
    assert_eq!(json["moves"][0]["verdict"], "blunder");
    assert_eq!(json["moves"][0]["better"], "3");
    assert_eq!(json["moves"][2]["better"], serde_json::Value::Null);
    assert_eq!(json["standings"][1]["shares"][0], 0.0);
    assert_eq!(json["complete"], true);
}

#[test]
fn moves_that_lead_to_a_puzzle_are_not_reviewed() {
    let mut session = played(&GAME);
    session.set_start_moves(2);
    let report = review_now(&session, &Budget::nodes(100), &Work::quiet()).expect("a review");
    let (good, blunder) = (Some(Verdict::Good), Some(Verdict::Blunder));
    assert_eq!(verdicts(&report), [None, None, good, good, blunder, good]);
    assert!(report.standing(1).is_none() && report.standing(2).is_some());
    assert_eq!((report.reviewed(), report.to_review()), (4, 4));
    assert_eq!(summary(&session, &report), ["Left: 1 blunder.", "Right: no mistakes."]);
    assert_eq!(json(&session, &report)["complete"], true);
    session.set_start_moves(6);
    assert_eq!(check(&session).err(), Some(NoReview::NoMoves));
}
