use super::*;
use crate::game::Game as _;
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;

fn new() -> Ugi<Nim> {
    Ugi::new(Counters::of(10), Spec::level("one")).unwrap()
}

/// What it does, as lines; what is not a line in brackets.
fn shown(actions: Vec<Action<Nim>>) -> Vec<String> {
    let show = |action: Action<Nim>| match action {
        Action::Say(line) => line,
        Action::Think(search) => format!("[think {} {}]", search.config.level, search.position.left),
        Action::Prepare(config) => format!("[prepare {}]", config.level),
        Action::Stop => "[stop]".to_owned(),
        Action::Quit => "[quit]".to_owned(),
    };
    actions.into_iter().map(show).collect()
}

/// Every line with its answers, several of them parted by ` | `.
fn talk(ugi: &mut Ugi<Nim>, lines: &[(&str, &str)]) {
    for (line, answer) in lines {
        assert_eq!(shown(ugi.line(line)).join(" | "), *answer, "to '{line}'");
    }
}

#[test]
fn it_introduces_itself() {
    let version = env!("CARGO_PKG_VERSION");
    let said = shown(new().line("ugi"));
    assert_eq!(
        said,
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
fn a_dial_is_set_for_the_levels_that_have_it() {
    talk(
        &mut new(),
        &[
            ("setoption name patience value 4", ""),
            (
                "setoption name Patience value ten",
                "info string error: 'ten' is no value of Patience; it takes whole numbers from 0 to 9",
            ),
            ("go depth 1", "[think one:after=4 10]"),
        ],
    );
    let mut other = new();
    talk(
        &mut other,
        &[
            ("setoption name Patience value 3", ""),
            ("setoption name Patience value 5", ""),
            ("setoption name Level value master", ""),
            ("go depth 1", "[think master 10]"),
        ],
    );
    let _ = other.chosen(Ok("1".to_owned()));
    talk(
        &mut other,
        &[("setoption name Level value one:after=1", ""), ("go depth 1", "[think one:after=5 10]")],
    );
}

#[test]
fn a_level_with_options_is_offered_among_the_others() {
    let mut ugi = Ugi::<Nim>::new(Counters::of(10), "one:after=3".parse().unwrap()).unwrap();
    let said = shown(ugi.line("ugi"));
    assert!(said[2].contains("default one:after=3 ") && said[2].ends_with("var master var one:after=3"));
    talk(
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
    talk(
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
    talk(&mut ugi, &[("go infinite", "[think one 5]")]);
    let answer = shown(ugi.chosen(Err("it is asleep".into())));
    assert_eq!(answer, ["info string error: it is asleep", "bestmove none"]);
}

#[test]
fn wrong_positions_leave_the_previous_one() {
    let usage = "info string error: a position is given as 'position startpos moves …'";
    talk(
        &mut new(),
        &[
            ("position startpos moves 1 1", ""),
            (
                "position startpos moves 1 x 1",
                "info string error: move 2 'x' cannot be played: 'x' is no number",
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
fn queries_follow_the_game() {
    talk(
        &mut new(),
        &[
            ("query p1turn", "response true"),
            ("query gameover", "response false"),
            ("query result", "response none"),
            ("position startpos moves 1", ""),
            ("query p1turn", "response false"),
            ("query p2turn", "response true"),
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
fn options_hold_from_the_next_start() {
    talk(
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
    talk(
        &mut ugi,
        &[("setoption name Motto value  all  or nothing ", ""), ("setoption name Heap value 7", "")],
    );
    assert_eq!(
        (ugi.setup.motto.as_str(), ugi.setup.heap, ugi.table.position.left),
        ("all  or nothing", 7, 7)
    );
    talk(&mut ugi, &[("setoption name Motto value <empty>", "")]);
    assert_eq!(ugi.setup.motto, "");
}

#[test]
fn wrong_options_change_nothing() {
    let usage = "info string error: an option is set as 'setoption name NAME value VALUE'";
    let levels = "there are one, ponder, panics, gives-up, master";
    let mut ugi = new();
    talk(
        &mut ugi,
        &[
            ("setoption", usage),
            ("setoption name Heap", usage),
            ("setoption name value 3", usage),
            ("setoption named Heap value 3", usage),
            ("setoption name Cheap value 3", "info string error: there is no option 'Cheap'"),
            ("setoption name Heap value x", "info string error: 'x' is no value of Heap; it takes 1 to 99"),
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
    talk(
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
fn unknown_words_are_said_to_be_so() {
    let long = "x".repeat(1000);
    talk(
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
fn the_end_waits_for_what_has_an_end() {
    let mut idle = new();
    assert_eq!(shown(idle.closed()), ["[quit]"]);
    assert_eq!(shown(new().line("quit")), ["[quit]"]);

    let mut limited = new();
    talk(&mut limited, &[("go depth 3", "[think one 10]")]);
    assert!(limited.closed().is_empty() && limited.is_leaving());
    assert_eq!(shown(limited.chosen(Ok("1".into()))), ["bestmove 1", "[quit]"]);

    let mut endless = new();
    talk(&mut endless, &[("go infinite", "[think one 10]")]);
    assert_eq!(shown(endless.closed()), ["[stop]"]);

    let mut quitting = new();
    talk(&mut quitting, &[("go depth 3", "[think one 10]"), ("quit", "[stop]"), ("isready", "")]);
    assert_eq!(shown(quitting.chosen(Ok("1".into()))), ["bestmove 1", "[quit]"]);
}

/// Lines that are nearly right, to get deeper than chance alone would.
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
    /// `None` is the end of the search under way.
    #[test]
    fn every_go_gets_one_bestmove(events in proptest::collection::vec(proptest::option::of(any_line()), 0..40)) {
        let mut ugi = new();
        let (mut expected, mut said, mut thinking) = (0, 0, false);
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
                        said += usize::from(line.starts_with("bestmove "));
                    }
                    Action::Think(search) => {
                        prop_assert!(!thinking && search.position.outcome().is_none());
                        thinking = true;
                    }
                    Action::Stop => prop_assert!(thinking),
                    Action::Prepare(_) => {}
                    Action::Quit => prop_assert!(ugi.is_leaving() && !thinking),
                }
            }
        }
        prop_assert_eq!(said, expected);
    }
}
