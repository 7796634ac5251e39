//! A puzzle with a generated board, and starts that take long.

use super::*;
use crate::game::Side;
use crate::testing::mines::{Field, Found, Mines, Row};
use crate::words::Words;

impl Shown for Mines {
    fn shown(view: &Field) -> String {
        Mines::board(view, &[]).to_string().trim().to_owned()
    }
}

fn mines() -> Ugi<Mines> {
    Ugi::new(Row::default(), Spec::level("left"), 7).unwrap()
}

fn board(seed: u64) -> Mines {
    GameStart::<Mines> { setup: Row::default(), seed, stop: Stop::default() }.run().unwrap()
}

/// The cells of a board, as moves: the safe ones and the mines.
fn cells(board: &Mines) -> (Vec<String>, Vec<String>) {
    (1..=6).map(|cell| cell.to_string()).partition(|cell| {
        let mut board = board.clone();
        let m = board.parse(Side::FIRST, cell).unwrap();
        board.play(Side::FIRST, &m, &mut crate::game::Dice::new(0)).unwrap() != Found::Mine
    })
}

#[test]
fn the_seed_gives_the_board() {
    let mut ugi = mines();
    for seed in [7, 8, 9, 7] {
        check_answers(
            &mut ugi,
            &[(&format!("setoption name Seed value {seed}"), ""), ("query gameover", "response false")],
        );
        assert_eq!(ugi.game.as_ref().unwrap().position, board(seed));
    }
    assert!((7..20).any(|seed| board(seed) != board(7)));
}

#[test]
fn a_puzzle_is_solved_or_failed() {
    let (safe, mined) = cells(&board(7));
    let mut ugi = mines();
    check_answers(
        &mut ugi,
        &[
            (&format!("position startpos moves {}", safe.join(" ")), ""),
            ("query result", "response solved"),
            ("go", "info string error: the game is over | bestmove none"),
            (&format!("position startpos moves {}", mined.join(" p1:")), ""),
            ("query result", "response failed"),
            ("query p1turn", "response false"),
            ("position startpos", ""),
            ("query result", "response none"),
            ("go depth 1", "[think left ...... lives 2]"),
        ],
    );
    assert_eq!(shown(ugi.chosen(Ok("1".into()))), ["bestmove 1"]);
}

#[test]
fn choices_depend_on_the_other_options() {
    let mut ugi = mines();
    let lines = shown(ugi.line("ugi"));
    assert!(
        lines.contains(&"option name Mines type combo default 2 var 1 var 2 var 3".to_owned()),
        "{lines:?}"
    );
    let unfit = "no game can start with these options";
    check_answers(
        &mut ugi,
        &[
            ("setoption name Mines value 4", "info string error: '4' is not valid for mines: use 1, 2 or 3"),
            ("setoption name Mines value 3", ""),
            ("setoption name Cells value 4", ""),
            ("setoption name Mines value 3", "info string error: '3' is not valid for mines: use 1 or 2"),
            (
                "go depth 1",
                &format!(
                    "info string error: {unfit}: 3 mines do not fit into 4 cells | \
                     info string error: {unfit} | bestmove none"
                ),
            ),
            ("query result", &format!("info string error: {unfit}")),
            ("setoption name Mines value 2", ""),
            ("go depth 1", "[think left .... lives 2]"),
        ],
    );
}

#[test]
fn a_board_is_generated_once_and_only_when_needed() {
    let mut ugi = mines();
    let lines = |actions| shown(actions).join(" | ");
    for line in ["isready", "setoption name Cells value 9", "setoption name Seed value 3"] {
        assert!(!lines(ugi.line(line)).contains("[start]"), "{line}");
    }
    assert_eq!(lines(ugi.line("position startpos moves 1")), "[start]");
    for line in ["isready", "query gameover", "position startpos moves 1 2", "go depth 1", "isready"] {
        assert_eq!(lines(ugi.line(line)), "", "'{line}' waits");
    }
    let start = GameStart { setup: ugi.setup.clone(), seed: 3, stop: Stop::default() };
    let answer = shown(ugi.started(Ok(start.run().unwrap())));
    assert_eq!(answer[..2], ["readyok", "response false"]);
    assert!(answer[2].starts_with("[think left ") && answer[3..] == ["readyok"], "{answer:?}");
    assert_eq!(lines(ugi.line("position startpos moves 2")), "");
}

const CANCELLED: &str = "info string error: the start of the game was cancelled";

#[test]
fn stop_cancels_a_start() {
    let mut ugi = mines();
    assert_eq!(shown(ugi.line("go depth 1")), ["[start]"]);
    assert!(ugi.line("isready").is_empty());
    assert_eq!(shown(ugi.line("stop")), ["[cancel start]", CANCELLED, "bestmove none"]);
    assert!(ugi.line("stop").is_empty());
    assert_eq!(shown(ugi.started(Err("cancelled".into()))), ["readyok"]);
    // The next search starts the game again.
    check_answers(&mut ugi, &[("go depth 1", "[think left ...... lives 2]")]);
    ugi.chosen(Ok("1".into()));

    // During a search, `stop` is about the search and not about the next position.
    check_answers(
        &mut ugi,
        &[("go infinite", "[think left ...... lives 2]"), ("setoption name Seed value 9", "")],
    );
    assert_eq!(shown(ugi.line("position startpos moves 1")), ["[start]"]);
    assert_eq!(shown(ugi.line("stop")), ["[stop]"]);
    assert_eq!(shown(ugi.chosen(Ok("1".into()))), ["bestmove 1"]);
    assert!(ugi.started(Ok(board(9))).is_empty());
    assert_eq!(ugi.game.unwrap().moves.len(), 1);
}

#[test]
fn quitting_does_not_wait_for_a_start() {
    let mut ugi = mines();
    assert_eq!(shown(ugi.line("go infinite")), ["[start]"]);
    assert_eq!(shown(ugi.line("quit")), ["[cancel start]", CANCELLED, "bestmove none", "[quit]"]);

    let mut ugi = mines();
    assert_eq!(shown(ugi.line("uginewgame")), ["[start]"]);
    assert_eq!(shown(ugi.closed()), ["[quit]"]);
}

#[test]
fn the_end_of_the_input_waits_for_the_lines_before_it() {
    let mut ugi = mines();
    assert_eq!(shown(ugi.line("go infinite")), ["[start]"]);
    assert!(ugi.closed().is_empty());
    assert_eq!(shown(ugi.started(Ok(board(7)))), ["[think left ...... lives 2]", "[stop]"]);
    assert_eq!(shown(ugi.chosen(Ok("1".into()))), ["bestmove 1", "[quit]"]);
}

#[test]
fn not_many_lines_wait() {
    let mut ugi = mines();
    assert_eq!(shown(ugi.line("uginewgame")), ["[start]"]);
    for _ in 0..MAX_WAITING {
        assert!(ugi.line("isready").is_empty());
    }
    let refused = ["info string error: too many lines: the game is still being started"];
    assert_eq!(shown(ugi.line("go")), refused);
    assert_eq!(ugi.started(Ok(board(7))).len(), MAX_WAITING);
}

#[derive(Debug, Clone)]
enum Event {
    Line(String),
    Started,
    Chosen,
}

proptest! {
    /// Whatever happens while a game is being started, every `go` is answered or refused.
    #[test]
    fn every_go_is_answered(events in proptest::collection::vec(prop_oneof![
        4 => any_line().prop_map(Event::Line),
        2 => proptest::sample::select(vec!["go", "stop", "query result", "setoption name Seed value 3", "position startpos moves 1"])
            .prop_map(|line| Event::Line(line.to_owned())),
        1 => Just(Event::Started),
        1 => Just(Event::Chosen),
    ], 0..40)) {
        let mut ugi = mines();
        let (mut asked, mut answered, mut thinking, mut quit) = (0, 0, false, false);
        let mut start: Option<Box<GameStart<Mines>>> = None;
        // At the end everything that was begun is finished.
        let end = [Event::Started, Event::Chosen].into_iter().cycle().take(100);
        for event in events.into_iter().chain(end) {
            let actions = match event {
                _ if quit => break,
                Event::Line(line) => {
                    let is_go = line.split_whitespace().next() == Some("go");
                    asked += usize::from(is_go && !ugi.is_leaving());
                    ugi.line(&line)
                }
                Event::Started => match start.take() {
                    Some(start) => ugi.started(start.run().map_err(|why| why.to_string())),
                    None => continue,
                },
                Event::Chosen if thinking => {
                    thinking = false;
                    ugi.chosen(Ok("1".into()))
                }
                Event::Chosen => continue,
            };
            for action in actions {
                match action {
                    Action::Say(line) => {
                        let refused = ["a search is under way", "too many lines"];
                        let is_refusal = refused.iter().any(|why| line.contains(why));
                        answered += usize::from(line.starts_with("bestmove ") || is_refusal);
                    }
                    Action::Think(_) => {
                        prop_assert!(!thinking);
                        thinking = true;
                    }
                    Action::Start(request) => prop_assert!(start.replace(request).is_none()),
                    Action::CancelStart => start.as_ref().unwrap().stop.raise(),
                    Action::Stop => prop_assert!(thinking),
                    Action::Prepare(_) => {}
                    Action::Quit => {
                        prop_assert!(ugi.is_leaving() && !thinking);
                        quit = true;
                    }
                }
            }
        }
        prop_assert_eq!(answered, asked);
    }
}
