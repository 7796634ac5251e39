use super::*;
use crate::game::Game;
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;

mod auction;
mod mines;

fn new() -> Ugi<Nim> {
    Ugi::new(Counters::of(10), Spec::level("one"), 1).unwrap()
}

/// What the view of a toy game shows in a test.
trait Shown: AiPlayers {
    fn shown(view: &Self::View) -> String;
}

impl Shown for Nim {
    fn shown(view: &Nim) -> String {
        view.left.to_string()
    }
}

/// The actions as lines. Those that are not lines are in brackets.
fn shown<G: Shown>(actions: Vec<Action<G>>) -> Vec<String> {
    let show = |action: Action<G>| match action {
        Action::Say(line) => line,
        Action::Think(search) => format!("[think {} {}]", search.config.level, G::shown(&search.view)),
        Action::Prepare(config) => format!("[prepare {}]", config.level),
        Action::Start(_) => "[start]".to_owned(),
        Action::CancelStart => "[cancel start]".to_owned(),
        Action::Stop => "[stop]".to_owned(),
        Action::Quit => "[quit]".to_owned(),
    };
    actions.into_iter().map(show).collect()
}

/// The answer to a line. Start positions are computed at once.
fn answer<G: Shown>(ugi: &mut Ugi<G>, line: &str) -> Vec<Action<G>> {
    let mut answer = Vec::new();
    let mut actions: VecDeque<Action<G>> = ugi.line(line).into();
    while let Some(action) = actions.pop_front() {
        match action {
            Action::Start(start) => actions.extend(ugi.started(start.run().map_err(|why| why.to_string()))),
            other => answer.push(other),
        }
    }
    answer
}

/// Checks the answer to every line; ` | ` separates the lines of one answer.
fn check_answers<G: Shown>(ugi: &mut Ugi<G>, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(shown(answer(ugi, line)).join(" | "), *expected, "to '{line}'");
    }
}

#[test]
fn it_introduces_itself() {
    let version = env!("CARGO_PKG_VERSION");
    let lines = shown(new().line("ugi"));
    assert_eq!(
        lines,
        [
            &format!("id name Pentad Nim {version}"),
            "id author the Pentad authors",
            "option name Level type combo default one var one var ponder var panics var gives-up var master",
            "option name Heap type spin default 10 min 1 max 99",
            "option name Most type spin default 3 min 1 max 9",
            "option name Last type combo default wins var wins var loses var draws var three",
            "option name Motto type string default <empty>",
            "option name Patience type spin default 0 min 0 max 9",
            "ugiok",
        ]
    );
}

#[test]
fn an_engine_option_is_set_for_the_levels_that_have_it() {
    check_answers(
        &mut new(),
        &[
            ("setoption name patience value 4", ""),
            (
                "setoption name Patience value ten",
                "info string error: 'ten' is not a valid patience: use a whole number from 0 to 9",
            ),
            ("go depth 1", "[think one:after=4 10]"),
        ],
    );
    let mut other = new();
    check_answers(
        &mut other,
        &[
            ("setoption name Patience value 3", ""),
            ("setoption name Patience value 5", ""),
            ("setoption name Level value master", ""),
            ("go depth 1", "[think master 10]"),
        ],
    );
    let _ = other.chosen(Ok("1".to_owned()));
    check_answers(
        &mut other,
        &[("setoption name Level value one:after=1", ""), ("go depth 1", "[think one:after=5 10]")],
    );
}

#[test]
fn a_level_with_options_is_listed_with_the_others() {
    let mut ugi = Ugi::<Nim>::new(Counters::of(10), "one:after=3".parse().unwrap(), 1).unwrap();
    let lines = shown(ugi.line("ugi"));
    assert!(lines[2].contains("default one:after=3 ") && lines[2].ends_with("var master var one:after=3"));
    check_answers(
        &mut ugi,
        &[
            ("setoption name Level value ponder", ""),
            ("setoption name Level value one:after=3", ""),
            ("go depth 1", "[think one:after=3 10]"),
        ],
    );
}

#[test]
fn a_search_has_one_answer() {
    let mut ugi = new();
    check_answers(
        &mut ugi,
        &[
            ("isready", "readyok"),
            ("", ""),
            ("  \t ", ""),
            ("stop", "info string there is nothing to stop"),
            ("position startpos moves 3 2", ""),
            ("go nodes 100", "[think one 5]"),
            ("isready", "readyok"),
            ("go depth 1", "info string error: a search is under way; stop it first"),
            ("stop", "[stop]"),
            ("stop", "[stop]"),
        ],
    );
    let thought = Thought { depth: 2, value: Some(crate::game::Value(30)), ..Thought::default() };
    assert_eq!(shown(ugi.thought(&thought)), ["info depth 2 score cp 30 nodes 0 time 0"]);
    assert_eq!(shown(ugi.chosen(Ok("2".into()))), ["bestmove 2"]);
    assert!(ugi.chosen(Ok("2".into())).is_empty() && ugi.thought(&thought).is_empty());
    check_answers(&mut ugi, &[("go infinite", "[think one 5]")]);
    let answer = shown(ugi.chosen(Err("it is asleep".into())));
    assert_eq!(answer, ["info string error: it is asleep", "bestmove none"]);
}

#[test]
fn wrong_positions_leave_the_previous_one() {
    let usage = "info string error: a position is given as 'position startpos moves …'";
    check_answers(
        &mut new(),
        &[
            ("position startpos moves 1 1", ""),
            (
                "position startpos moves 1 x 1",
                "info string error: move 2 'x' cannot be played: 'x' is not a number",
            ),
            (
                "position startpos moves 3 3 3 2",
                "info string error: move 4 '2' cannot be played: only 1 to 1 can be taken",
            ),
            (
                "position startpos moves 3 3 3 1 1",
                "info string error: move 5 '1' cannot be played: the game is over",
            ),
            ("position fen 10", usage),
            ("position", usage),
            ("position startpos 1", usage),
            ("go", "[think one 8]"),
        ],
    );
}

#[test]
fn a_move_may_name_its_side() {
    check_answers(
        &mut new(),
        &[
            ("position startpos moves p1:1 2 p1:3", ""),
            ("go p2 depth 1", "[think one 4]"),
            (
                "position startpos moves p1:1 p1:2",
                "info string error: move 2 'p1:2' cannot be played: p1 is not to move",
            ),
            (
                "position startpos moves p32:1",
                "info string error: move 1 'p32:1' cannot be played: p32 is not to move",
            ),
            (
                "position startpos moves p33:1",
                "info string error: move 1 'p33:1' cannot be played: 'p33:1' is not a number",
            ),
        ],
    );
    let refused = "info string error: p2 is not to move | bestmove none";
    check_answers(&mut new(), &[("go p2 depth 1", refused), ("go p1 depth 1", "[think one 10]")]);
}

#[test]
fn queries_follow_the_game() {
    check_answers(
        &mut new(),
        &[
            ("query p1turn", "response true"),
            ("query gameover", "response false"),
            ("query result", "response none"),
            ("position startpos moves 1", ""),
            ("query p1turn", "response false"),
            ("query p2turn", "response true"),
            ("query p32turn", "response false"),
            ("query p33turn", "info string error: there is no query 'p33turn'"),
            ("position startpos moves 3 3 3 1", ""),
            ("query p1turn", "response false"),
            ("query gameover", "response true"),
            ("query result", "response p2win"),
            ("go depth 3", "info string error: the game is over | bestmove none"),
            ("uginewgame", ""),
            ("setoption name Last value draws", ""),
            ("position startpos moves 3 3 3 1", ""),
            ("query result", "response draw"),
            ("query weather", "info string error: there is no query 'weather'"),
            ("query", "info string error: a query is 'query p1turn', 'query gameover' or 'query result'"),
        ],
    );
}

#[test]
fn options_apply_from_the_next_start() {
    check_answers(
        &mut new(),
        &[
            ("setoption name hEAP value 20", ""),
            ("setoption   name Motto value  all  or nothing ", ""),
            ("position startpos moves 1", ""),
            ("setoption name Heap value 30", ""),
            ("go movetime 10", "[think one 19]"),
            ("uginewgame", ""),
            ("setoption name level value ponder", ""),
            ("stop", "[stop]"),
        ],
    );
    let mut ugi = new();
    check_answers(
        &mut ugi,
        &[("setoption name Motto value  all  or nothing ", ""), ("setoption name Heap value 7", "")],
    );
    assert_eq!((ugi.setup.motto.as_str(), ugi.setup.heap), ("all  or nothing", 7));
    assert_eq!(ugi.game.as_ref().unwrap().position.left, 7);
    check_answers(&mut ugi, &[("setoption name Motto value <empty>", "")]);
    assert_eq!(ugi.setup.motto, "");
}

#[test]
fn wrong_options_change_nothing() {
    let usage = "info string error: an option is set as 'setoption name NAME value VALUE'";
    let levels = "there are one, ponder, panics, gives-up, master";
    let mut ugi = new();
    check_answers(
        &mut ugi,
        &[
            ("setoption", usage),
            ("setoption name Heap", usage),
            ("setoption name value 3", usage),
            ("setoption named Heap value 3", usage),
            ("setoption name Cheap value 3", "info string error: there is no option 'Cheap'"),
            (
                "setoption name Heap value x",
                "info string error: 'x' is not a valid heap: use a whole number from 1 to 99",
            ),
            (
                "setoption name Level value best",
                &format!("info string error: there is no level 'best'; {levels}"),
            ),
            (
                "setoption name Level value cmd:rm x",
                &format!("info string error: there is no level 'cmd:rm x'; {levels}"),
            ),
            (
                "setoption name Level value one:width=2",
                "info string error: player 'one' has no option 'width'; it takes after",
            ),
        ],
    );
    assert_eq!((&ugi.setup, &ugi.level), (&Counters::of(10), &Spec::level("one")));
}

#[test]
fn options_that_do_not_fit_wait_for_the_one_that_does() {
    let unfit =
        "info string error: no game can start with these options: 3 at once are more than the 2 there are";
    check_answers(
        &mut new(),
        &[
            ("setoption name Heap value 2", unfit),
            ("position startpos", unfit),
            ("uginewgame", unfit),
            ("setoption name Most value 1", ""),
            ("go nodes 1", "[think one 2]"),
        ],
    );
}

#[test]
fn unknown_commands_are_reported() {
    let long = "x".repeat(1000);
    check_answers(
        &mut new(),
        &[
            ("hello there", "info string error: unknown command 'hello there'"),
            ("UGI", "info string error: unknown command 'UGI'"),
            ("a\u{7}b\rc", "info string error: unknown command 'a b c'"),
            (&long, &format!("info string error: unknown command '{}…'", &long[..60])),
            ("go far", "info string error: 'go' does not know 'far' | bestmove none"),
        ],
    );
}

#[test]
fn the_end_of_the_input_stops_a_search() {
    let mut idle = new();
    assert_eq!(shown(idle.closed()), ["[quit]"]);
    assert_eq!(shown(new().line("quit")), ["[quit]"]);

    let mut limited = new();
    check_answers(&mut limited, &[("go depth 3", "[think one 10]")]);
    assert_eq!(shown(limited.closed()), ["[stop]"]);
    assert!(limited.is_leaving());
    assert_eq!(shown(limited.chosen(Ok("1".into()))), ["bestmove 1", "[quit]"]);

    let mut endless = new();
    check_answers(&mut endless, &[("go infinite", "[think one 10]")]);
    assert_eq!(shown(endless.closed()), ["[stop]"]);

    let mut quitting = new();
    check_answers(&mut quitting, &[("go depth 3", "[think one 10]"), ("quit", "[stop]"), ("isready", "")]);
    assert_eq!(shown(quitting.chosen(Ok("1".into()))), ["bestmove 1", "[quit]"]);
}

/// Lines that are almost right, so that tests reach more of the code than random bytes do.
fn any_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        proptest::sample::select(vec![
            "ugi",
            "isready",
            "quit",
            "uginewgame",
            "position",
            "startpos",
            "moves",
            "go",
            "stop",
            "query",
            "setoption",
            "name",
            "value",
            "Heap",
            "Most",
            "Level",
            "ponder",
            "depth",
            "nodes",
            "movetime",
            "p1time",
            "p2time",
            "p2inc",
            "p1",
            "p2",
            "p2:1",
            "infinite",
            "result",
            "p1turn",
            "gameover",
            "1",
            "2",
            "3",
            "-7",
            "99999999999999999999",
            "é",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ];
    prop_oneof![
        proptest::collection::vec(word, 0..7).prop_map(|words| words.join(" ")),
        proptest::sample::select(vec!["go", "go depth 2", "stop", "position startpos moves 1 2 3"])
            .prop_map(str::to_owned),
        any::<String>(),
    ]
}

proptest! {
    /// `None` is the end of the search.
    #[test]
    fn every_go_gets_one_bestmove(events in proptest::collection::vec(proptest::option::of(any_line()), 0..40)) {
        let mut ugi = new();
        let (mut expected, mut sent, mut thinking) = (0, 0, false);
        for event in events.into_iter().chain([None]) {
            let actions = match &event {
                None if thinking => { thinking = false; ugi.chosen(Ok("1".into())) }
                None => continue,
                Some(line) => {
                    let is_go = line.split_whitespace().next() == Some("go");
                    expected += usize::from(is_go && !thinking && !ugi.is_leaving());
                    ugi.line(line)
                }
            };
            for action in actions {
                match action {
                    Action::Say(line) => {
                        prop_assert!(!line.contains(['\n', '\r']) && line.chars().count() < 700);
                        sent += usize::from(line.starts_with("bestmove "));
                    }
                    Action::Think(search) => {
                        prop_assert!(!thinking && search.view.outcome().is_none());
                        thinking = true;
                    }
                    Action::Stop => prop_assert!(thinking),
                    Action::Prepare(_) | Action::Start(_) | Action::CancelStart => {
                        prop_assert!(false, "rules without dice start at once");
                    }
                    Action::Quit => prop_assert!(ugi.is_leaving() && !thinking),
                }
            }
        }
        prop_assert_eq!(sent, expected);
    }
}
