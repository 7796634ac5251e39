//! Scoring, undo, the three ways to notice mistakes, boards of one's own, and what all games must do.

use super::*;
use crate::automaton_ref::AutomatonRef;
use crate::id::Size;
use common::automaton::Boundary;
use common::session::{Saved, Seat, Session};
use common::testing;
use common::words::{SeenPly, Words};
use std::fmt::Write;

fn setup(automaton: &str, size: Size, grade: Grade) -> PuzzleSetup {
    let automaton = AutomatonRef::parse(automaton).unwrap();
    PuzzleSetup { automaton, size, grade, seed: Some(3), ..PuzzleSetup::default() }
}

fn session(check: MistakeCheck) -> Session<Puzzle> {
    let setup = PuzzleSetup { check, ..setup("random-3", Size { width: 6, height: 5 }, Grade::Sweep) };
    Session::new(setup, vec![Seat::Human], 1).unwrap()
}

/// The hidden cells and their states.
fn hidden(session: &Session<Puzzle>) -> Vec<(Cell, State)> {
    let puzzle = session.position();
    let cells = (0..puzzle.cells.len()).filter(|cell| puzzle.cells[*cell].state.is_none());
    cells.map(|cell| (puzzle.layout().cell(cell), puzzle.fixed.board.solution[cell])).collect()
}

fn play(session: &mut Session<Puzzle>, text: &str) {
    session.play_text(Side::FIRST, text).unwrap_or_else(|why| panic!("{text}: {why}"));
}

fn right(session: &mut Session<Puzzle>) -> Cell {
    let (cell, state) = hidden(session)[0];
    play(session, &format!("{cell}={state}"));
    cell
}

fn wrong(session: &mut Session<Puzzle>) -> (Cell, State) {
    let (cell, state) = hidden(session)[0];
    let state = (state + 1) % 3;
    play(session, &format!("{cell}={state}"));
    (cell, state)
}

fn refused(session: &mut Session<Puzzle>, text: &str) -> String {
    session.play_text(Side::FIRST, text).unwrap_err().to_string()
}

fn at(session: &Session<Puzzle>, cell: Cell) -> CellView {
    session.position().cells[session.position().cell(cell).unwrap()]
}

/// The points, the next reward and the mistakes.
fn score(session: &Session<Puzzle>) -> (i64, i64, u32) {
    let score = session.score();
    (score.points, score.reward(), score.mistakes)
}

/// The save, read again: nothing is lost.
fn same_when_loaded(session: &Session<Puzzle>) {
    let text = session.saved().write().unwrap();
    let loaded = Session::<Puzzle>::resume(Saved::read::<Puzzle>(&text).unwrap(), &Work::quiet()).unwrap();
    assert_eq!(loaded.position(), session.position(), "{text}");
    assert_eq!((loaded.score(), loaded.tally().hints), (session.score(), session.tally().hints), "{text}");
}

#[test]
fn the_scoring_of_the_thesis() {
    let mut session = session(MistakeCheck::AtOnce);
    assert_eq!(score(&session), (0, 1, 0));
    for n in 1..=4 {
        right(&mut session);
        assert_eq!(score(&session), (n, 1, 0));
    }
    right(&mut session);
    assert_eq!(score(&session), (5, 2, 0), "after five right cells the reward is 2");
    right(&mut session);
    assert_eq!(score(&session), (7, 2, 0));
    assert_eq!(session.score().penalty(), 20);
    let (cell, state) = wrong(&mut session);
    assert_eq!(score(&session), (-13, 1, 1), "a mistake costs ten times the reward, which falls to 1");
    assert_eq!((at(&session, cell).state, at(&session, cell).struck), (None, 1 << state));
    for n in 1..=5 {
        right(&mut session);
        assert_eq!(score(&session).0, -13 + n);
    }
    assert_eq!(score(&session), (-8, 2, 1));
    for _ in 0..5 {
        right(&mut session);
    }
    assert_eq!(score(&session), (2, 3, 1), "and 3 after five more");
    same_when_loaded(&session);
}

#[test]
fn undo_gives_nothing_back_and_earns_nothing_twice() {
    let mut session = session(MistakeCheck::AtOnce);
    for _ in 0..4 {
        right(&mut session);
    }
    let (cell, state) = wrong(&mut session);
    assert_eq!(score(&session), (-6, 1, 1));
    assert!(session.undo(Side::FIRST));
    assert_eq!(score(&session), (-6, 1, 1), "points and mistakes stay");
    assert_eq!(at(&session, cell).struck, 0, "the board is as before");
    play(&mut session, &format!("{cell}={state}"));
    assert_eq!(score(&session), (-16, 1, 2), "the same mistake costs again");
    right(&mut session);
    assert_eq!((score(&session).0, session.score().streak), (-15, 1));
    for _ in 0..6 {
        assert!(session.undo(Side::FIRST));
        right(&mut session);
        assert_eq!((score(&session).0, session.score().streak), (-15, 1), "a cell earns once");
    }
    same_when_loaded(&session);
}

#[test]
fn struck_values_and_known_cells_are_refused() {
    let mut session = session(MistakeCheck::AtOnce);
    let (cell, state) = wrong(&mut session);
    assert_eq!(
        refused(&mut session, &format!("{cell}={state}")),
        format!("{state} was tried before: {cell} is not {state}")
    );
    assert_eq!(score(&session), (-10, 1, 1), "a refused move costs nothing");
    let found = right(&mut session);
    assert_eq!(found, cell);
    assert_eq!(refused(&mut session, &format!("{cell}=0")), format!("{cell} is known already"));
    assert_eq!(refused(&mut session, "a9=1"), "there is no cell a9 on this board: its last cell is f5");
    let (cell, _) = hidden(&session)[0];
    assert_eq!(refused(&mut session, &format!("{cell}=3")), "there is no state 3: the states are 0 to 2");
    assert_eq!(refused(&mut session, &format!("{cell}-")), format!("{cell} has no value that can be erased"));
    assert_eq!(refused(&mut session, "check"), Illegal::NothingToCheck.to_string());
    play(&mut session, &format!("{cell}?02"));
    assert_eq!(at(&session, cell).notes, 0b101);
    assert_eq!(refused(&mut session, &format!("{cell}?02")), format!("{cell} has this value already"));
    play(&mut session, &format!("{cell}?"));
    play(&mut session, "mark");
    same_when_loaded(&session);
}

#[test]
fn mistakes_on_demand_are_noticed_by_a_check() {
    let mut session = session(MistakeCheck::OnDemand);
    let (first, value) = wrong(&mut session);
    let second = right(&mut session);
    assert_eq!(score(&session), (0, 1, 0), "nothing is counted before the check");
    assert_eq!((at(&session, first).state, at(&session, first).status), (Some(value), Status::Entered));
    play(&mut session, &format!("{second}-"));
    assert_eq!(at(&session, second).status, Status::Hidden);
    right(&mut session);
    same_when_loaded(&session);
    play(&mut session, "check");
    assert_eq!(score(&session), (-9, 1, 1), "the mistake first, as entered");
    assert_eq!((at(&session, first).struck, at(&session, second).status), (1 << value, Status::Found));
    while !hidden(&session).is_empty() {
        right(&mut session);
    }
    assert_eq!(session.end().is_some(), session.position().solved());
    assert!(session.position().solved(), "the last value checks all");
    same_when_loaded(&session);
}

#[test]
fn mistakes_at_the_end_are_noticed_when_every_cell_has_a_value() {
    let mut session = session(MistakeCheck::AtTheEnd);
    let cells = hidden(&session).len() as i64;
    let (cell, value) = wrong(&mut session);
    assert_eq!(refused(&mut session, "check"), Illegal::CheckAtEnd.to_string());
    while !hidden(&session).is_empty() {
        right(&mut session);
        if session.score().mistakes > 0 {
            break;
        }
    }
    assert_eq!(score(&session).2, 1);
    assert_eq!((at(&session, cell).state, at(&session, cell).struck), (None, 1 << value));
    assert!(!session.position().solved());
    same_when_loaded(&session);
    right(&mut session);
    assert!(session.position().solved());
    let rewards: i64 = (0..cells).map(|n| 1 + n / 5).sum();
    assert_eq!(score(&session).0, rewards - 10);
}

#[test]
fn a_value_from_a_hint_earns_nothing_and_hints_cost() {
    let mut session = session(MistakeCheck::AtOnce);
    let (cell, state) = hidden(&session)[0];
    session.count_hint(Side::FIRST);
    play(&mut session, &format!("{cell}={state}!"));
    assert_eq!(score(&session), (-HINT_COST, 1, 0));
    let (cell, state) = hidden(&session)[0];
    play(&mut session, &format!("{cell}={}!", (state + 1) % 3));
    assert_eq!(score(&session), (-HINT_COST - 10, 1, 1), "a value that no hint gave is a guess");
    same_when_loaded(&session);
}

#[test]
fn a_cell_whose_other_values_are_struck_has_a_hint() {
    let mut session = session(MistakeCheck::AtOnce);
    let (cell, state) = hidden(&session)[0];
    for wrong in (0..3).filter(|wrong| *wrong != state) {
        play(&mut session, &format!("{cell}={wrong}"));
    }
    let view = session.position().view(Side::FIRST);
    let stages = Puzzle::hint_stages(&view, &Move::Enter(cell, state));
    assert!(
        stages[2].starts_with(&format!(
            "Every other value of {cell} was tried and is wrong. So {cell} is {state}."
        ))
    );
    assert_eq!(stages[3], format!("{cell} is {state}."));
}

fn own(board: &str) -> Result<Puzzle, String> {
    let automaton = AutomatonRef::parse("rule-090").unwrap();
    let setup = PuzzleSetup { automaton, board: Some(board.to_owned()), ..PuzzleSetup::default() };
    let puzzle = Puzzle::start(&setup, &mut Dice::new(1), &Work::quiet());
    puzzle.map_err(|why| match why {
        StartError::Setup(why) => why.to_string(),
        StartError::Cancelled => "cancelled".to_owned(),
    })
}

#[test]
fn own_boards_are_checked_before_they_are_played() {
    let unique = own("1010/..../....").unwrap();
    assert_eq!((unique.fixed.facts.grade, unique.fixed.facts.fairness), (Grade::Sweep, Fairness::Unique));
    assert_eq!(unique.fixed.board.solution, [1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0]);
    assert_eq!(unique.fixed.facts.id, None);
    let why = own("...../...../.....").unwrap_err();
    assert!(why.starts_with("this board has several solutions: "), "{why}");
    let why = own("1111/1.../.0..").unwrap_err();
    assert_eq!(why, "this board has no solution: its cells contradict each other");
    assert_eq!(own("010/101/000").unwrap_err(), "this board hides nothing: leave some cells open with dots");
    assert_eq!(
        own("01./1.1/0.2").unwrap_err(),
        "the board has the state 2, but the automaton has the states 0 to 1"
    );
    assert!(own("0./10").is_err());
    assert!(
        read_board("01./1.1/0.").is_none() && read_board("").is_none() && read_board("0x0/000/000").is_none()
    );
}

#[test]
fn own_boards_are_saved() {
    let automaton = AutomatonRef::parse("rule-090").unwrap();
    let board = Some("1010/..../....".to_owned());
    let setup = PuzzleSetup { automaton, boundary: Boundary::Cyclic, board, ..PuzzleSetup::default() };
    let mut session = Session::<Puzzle>::new(setup, vec![Seat::Human], 1).unwrap();
    right(&mut session);
    same_when_loaded(&session);
}

#[test]
fn the_classic_layout_says_whether_it_is_fair() {
    let start = |seed| {
        let setup = PuzzleSetup {
            seed: Some(seed),
            ..setup("rule-110", Size { width: 8, height: 6 }, Grade::Classic)
        };
        Start::new(&setup, 0, &Work::quiet()).ok().unwrap()
    };
    let fairness: Vec<Fairness> = (0..30).map(|seed| start(seed).fairness).collect();
    assert!(fairness.contains(&Fairness::Unique) && fairness.contains(&Fairness::Several));
}

#[test]
fn the_puzzle_conforms() {
    for (automaton, grade) in [("rule-110", Grade::Sweep), ("random-3", Grade::Medium)] {
        testing::conformance_any::<Puzzle>(&setup(automaton, Size { width: 5, height: 4 }, grade), 3);
    }
    let on_demand = PuzzleSetup {
        check: MistakeCheck::AtTheEnd,
        ..setup("cyclic-3", Size { width: 4, height: 4 }, Grade::Sweep)
    };
    testing::conformance_any::<Puzzle>(&on_demand, 2);
}

#[test]
fn the_board_as_text_marks_the_last_move_and_lists_the_notes() {
    let mut session = session(MistakeCheck::AtOnce);
    let board = |session: &Session<Puzzle>| {
        let seen = session.seen_by(Side::FIRST);
        Puzzle::board(seen.view(), &seen.last_ply().into_iter().collect::<Vec<_>>()).to_string()
    };
    assert!(!board(&session).contains(['[', ']', ':']), "nothing is marked: {}", board(&session));
    let (cell, state) = hidden(&session)[0];
    play(&mut session, &format!("{cell}?01"));
    let noted = board(&session);
    assert!(noted.contains("[.:]") && noted.contains(&format!("Notes: {cell} may be 0 or 1\n")), "{noted}");
    let (_, other) = wrong(&mut session);
    let struck = board(&session);
    assert!(struck.contains("[.:]") && struck.contains(&format!("{cell} is not {other}\n")), "{struck}");
    right(&mut session);
    let found = board(&session);
    assert!(found.contains(&format!("[{state}']")) && !found.contains("Notes"), "{found}");
    play(&mut session, "mark");
    assert!(!board(&session).contains('['), "a bookmark has no cell");
}

/// One seeded game, with every answer of the rules at every step.
fn golden(setup: &PuzzleSetup) -> String {
    let mut text = format!("{:#?}\n{}\n", Puzzle::FACTS, Puzzle::summary(setup));
    let mut session = Session::<Puzzle>::new(setup.clone(), vec![Seat::Human], 7).unwrap();
    for ply in 0.. {
        let view = session.position().view(Side::FIRST);
        let _ = write!(text, "\n--- after {ply} plies\n{}", Puzzle::board(&view, &[]));
        let _ = writeln!(text, "score: {}", Puzzle::describe_score(session.score()));
        let Some(m) = session.position().random_move(Side::FIRST, &mut Dice::of(7, ply)) else { break };
        let _ = writeln!(text, "prompt: {}", Puzzle::prompt(&view, Side::FIRST));
        let stages = Puzzle::hint_stages(&view, &m);
        assert_eq!(stages.len(), 4, "there is a hint for every position of a fair board");
        for stage in stages {
            let _ = writeln!(text, "hint: {stage}");
        }
        play(&mut session, &m.to_string());
        let after = session.position().view(Side::FIRST);
        let effect = session.plies().last().map(|ply| ply.effect.clone());
        let _ = writeln!(
            text,
            "played: {m} ({})",
            Puzzle::describe_move(&view, Side::FIRST, &m, effect.as_ref())
        );
        let seen = SeenPly { side: Side::FIRST, m: Some(&m), effect, before: &view, after: &after };
        for line in Puzzle::describe_effects(&seen) {
            let _ = writeln!(text, "effect: {line}");
        }
    }
    let view = session.position().view(Side::FIRST);
    text + &format!("result: {}\n", Puzzle::result(&view))
}

#[test]
fn the_playthroughs_are_as_recorded() {
    for grade in [Grade::Sweep, Grade::Hard] {
        let name = format!("playthrough_{grade}");
        insta::assert_snapshot!(name, golden(&setup("random-3", Size { width: 5, height: 4 }, grade)));
    }
}
