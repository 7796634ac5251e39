use super::*;
use crate::rules::{DEFAULT_SIZE, Move};
use common::game::{Enumerable, Game, Value};
use common::protocol::Search;
use proptest::prelude::*;

fn brain() -> Brain {
    Brain::new(Spec::level("random"), Rule::Freestyle)
}

/// The actions as lines separated by ` | `; actions other than lines are in brackets.
fn shown(actions: Vec<Action>) -> String {
    let show = |action: Action| match action {
        Action::Say(line) => line,
        Action::Prepare(config) => {
            format!("[prepare {} {} {}]", config.setup.size, config.setup.rule.name(), config.game)
        }
        Action::Think(search) => {
            let position = &search.view;
            let ms = search.budget.time.unwrap().as_millis();
            format!("[think {:?} after {} in {ms}]", position.colour(), position.stones())
        }
        Action::Start(_) | Action::CancelStart => unreachable!("a board is not generated"),
        Action::Stop => "[stop]".to_owned(),
        Action::Quit => "[quit]".to_owned(),
    };
    actions.into_iter().map(show).collect::<Vec<_>>().join(" | ")
}

/// Checks the answers to each line. A line in brackets is the AI player's answer.
fn exchange(brain: &mut Brain, lines: &[(&str, &str)]) {
    for (line, answers) in lines {
        let actions = match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(answer) => brain.chosen(Ok(answer.to_owned())),
            None => brain.line(line),
        };
        assert_eq!(shown(actions), *answers, "after {line:?}");
    }
}

/// An engine with a started game of 1000 ms per move.
fn started() -> Brain {
    let mut brain = brain();
    exchange(&mut brain, &[("START 15", "[prepare 15x15 freestyle 0] | OK"), ("INFO timeout_turn 1000", "")]);
    brain
}

#[test]
fn a_typical_game_of_a_manager() {
    let mut brain = started();
    exchange(
        &mut brain,
        &[
            ("BEGIN", "[think Black after 0 in 950]"),
            // The centre: h8 is 7,7 from every corner.
            ("[h8]", "7,7"),
            ("TURN 8,6", "[think Black after 2 in 950]"),
            // The upper left corner of the protocol is a15.
            ("[a15]", "0,0"),
            ("TAKEBACK 0,0", "OK"),
            ("takeback 8,6\r", "OK"),
            ("Turn 0,14", "[think Black after 2 in 950]"),
            ("[b1]", "1,14"),
            ("RESTART", "[prepare 15x15 freestyle 1] | OK"),
            ("TURN 7,7", "[think White after 1 in 950]"),
            ("[i8]", "8,7"),
            ("PLAY 3,4", "3,4"),
            ("RECTSTART 20,10", "[prepare 20x10 freestyle 2] | OK"),
            ("PLAY 19,9", "19,9"),
            ("TAKEBACK 19,9", "OK"),
            ("END", "[quit]"),
            ("BEGIN", ""),
        ],
    );
}

#[test]
fn boards_are_accepted_in_any_order() {
    let mut brain = started();
    exchange(
        &mut brain,
        &[
            ("BOARD", ""),
            ("7,7,2", ""),
            ("8,7,2", ""),
            ("6,6,1", ""),
            ("0,0,3", ""),
            ("DONE", "[think White after 3 in 950]"),
            ("[a15]", "0,0"),
            // Equal numbers of stones: black.
            ("BOARD", ""),
            (" 7,7,1", ""),
            ("8,7,2 ", ""),
            ("done", "[think Black after 2 in 950]"),
            ("[a1]", "0,14"),
            ("BOARD", ""),
            ("DONE", "[think Black after 0 in 950]"),
            ("[h8]", "7,7"),
            // Impossible numbers of stones are answered too.
            ("BOARD", ""),
            ("1,1,2", ""),
            ("2,2,2", ""),
            ("3,1,2", ""),
            ("DONE", "[think White after 3 in 950]"),
            ("[h8]", "7,7"),
            ("YXBOARD", ""),
            ("7,7,2", ""),
            ("DONE", ""),
            ("TAKEBACK 7,7", "OK"),
        ],
    );
}

#[test]
fn invalid_lists_get_one_answer_and_change_nothing() {
    let expected_form = "a stone is x,y,1 (own) or x,y,2 (opponent), not";
    let mut brain = started();
    for (line, why) in [
        ("7,7", format!("{expected_form} '7,7'")),
        ("7,7,4", format!("{expected_form} '7,7,4'")),
        ("hello", format!("{expected_form} 'hello'")),
        ("7,15,1", "there is no point 7,15 on a board of 15x15; both count from 0".to_owned()),
        ("1,1,2", "there are two stones on 1,1".to_owned()),
    ] {
        exchange(&mut brain, &[("BOARD", ""), ("1,1,1", ""), (line, ""), ("x", "")]);
        assert_eq!(shown(brain.overlong_line()), "");
        exchange(&mut brain, &[("DONE", &format!("ERROR {why}"))]);
    }
    exchange(
        &mut brain,
        &[
            ("BOARD", ""),
            ("1,1,1", ""),
            ("INFO rule 1", "[prepare 15x15 standard 0]"),
            ("2,1,2", ""),
            ("BEGIN", "ERROR the list of stones has no DONE | [think Black after 0 in 950]"),
        ],
    );
}

#[test]
fn opening_stones_are_requested_one_by_one() {
    let mut brain = started();
    exchange(
        &mut brain,
        &[
            ("SWAP2BOARD", ""),
            ("DONE", "[think Black after 0 in 316]"),
            ("[h8]", "[think White after 1 in 316]"),
            ("[i8]", "[think Black after 2 in 316]"),
            ("[a15]", "7,7 8,7 0,0 | [prepare 15x15 freestyle 0]"),
        ],
    );
    let three =
        [("SWAP2BOARD", ""), ("7,7", ""), ("8,7", ""), ("0,0", ""), ("DONE", "[think White after 3 in 316]")];
    exchange(&mut brain, &three);
    exchange(&mut brain, &[("[swap]", "SWAP | [prepare 15x15 freestyle 0]")]);
    exchange(&mut brain, &three);
    exchange(&mut brain, &[("[a1]", "0,14 | [prepare 15x15 freestyle 0]")]);
    exchange(&mut brain, &three);
    exchange(
        &mut brain,
        &[
            ("[more]", "[think White after 3 in 316]"),
            ("[a1]", "[think Black after 4 in 316]"),
            ("[b1]", "0,14 1,14 | [prepare 15x15 freestyle 0]"),
        ],
    );
    let five = [("SWAP2BOARD", ""), ("7,7", ""), ("8,7", ""), ("0,0", ""), ("1,1", ""), ("2,2", "")];
    for (answer, sent) in [("[swap]", "SWAP"), ("[a1]", "0,14")] {
        exchange(&mut brain, &five);
        exchange(
            &mut brain,
            &[
                ("DONE", "[think White after 5 in 950]"),
                (answer, &format!("{sent} | [prepare 15x15 freestyle 0]")),
            ],
        );
    }
    // None of this has placed a stone.
    exchange(
        &mut brain,
        &[
            ("SWAP2BOARD", ""),
            ("7,7", ""),
            ("DONE", "ERROR SWAP2BOARD needs 0, 3 or 5 stones, not 1"),
            ("SWAP2BOARD", ""),
            ("7,7,1", ""),
            ("DONE", "ERROR a stone is x,y, not '7,7,1'"),
            ("TURN 7,7", "[think White after 1 in 950]"),
        ],
    );
}

#[test]
fn invalid_commands_are_refused() {
    let none = "ERROR there is no game yet; begin with START";
    let mut brain = brain();
    exchange(
        &mut brain,
        &[
            ("TURN 7,7", none),
            ("BEGIN", none),
            ("PLAY 1,1", none),
            ("TAKEBACK 1,1", none),
            ("RESTART", none),
            ("BOARD", ""),
            ("7,7,1", ""),
            ("DONE", none),
            ("DONE", "ERROR DONE ends a list, as in BOARD"),
            ("START 4", "ERROR the board must have 5 to 22 columns and rows"),
            ("START 23", "ERROR the board must have 5 to 22 columns and rows"),
            ("START 99999999999999", "ERROR a size is 1 whole number"),
            ("START", "ERROR a size is 1 whole number"),
            ("RECTSTART 15", "ERROR a size is 2 whole numbers"),
            ("RECTSTART 15,271", "ERROR the board must have 5 to 22 columns and rows"),
            ("BEGIN", none),
            ("START 5", "[prepare 5x5 freestyle 0] | OK"),
            ("TURN 5,0", "ERROR there is no point 5,0 on a board of 5x5; both count from 0"),
            ("TURN", "ERROR a point is written as x,y, not ''"),
            ("TURN 1;1", "ERROR a point is written as x,y, not '1;1'"),
            ("PLAY 1,1", "1,1"),
            ("TURN 1,1", "ERROR there is a stone on 1,1 already"),
            ("BEGIN", "ERROR BEGIN is for the empty board; RESTART clears it"),
            ("TAKEBACK 2,2", "ERROR there is no stone on 2,2"),
            ("HELLO\u{0} world", "UNKNOWN there is no command 'HELLO  world'"),
            ("", ""),
            ("  \u{0}", ""),
        ],
    );
    assert_eq!(shown(brain.overlong_line()), "ERROR the line is too long");
    let about = shown(brain.line("about"));
    assert!(about.starts_with("name=\"Pentad\", version=\"") && about.contains("author=\""), "{about}");
}

#[test]
fn a_finished_game_has_no_move() {
    let mut brain = started();
    for column in 3..7 {
        exchange(&mut brain, &[("BOARD", "")]);
        for point in 3..=column {
            exchange(&mut brain, &[(&format!("{point},7,2"), "")]);
        }
        let answer = shown(brain.line("DONE"));
        assert_eq!(answer.starts_with("[think"), column < 7, "{answer}");
        brain.chosen(Ok("a1".into()));
    }
    exchange(
        &mut brain,
        &[("TURN 7,7", "ERROR the game is over: Black wins after 6 stones: five in a row from d8 to h8.")],
    );
    exchange(
        &mut brain,
        &[("TAKEBACK 7,7", "OK"), ("START 5", "[prepare 5x5 freestyle 1] | OK"), ("BOARD", "")],
    );
    for y in 0..5 {
        for x in 0..5 {
            let owner = 1 + usize::from((x + y * 3) % 5 < 2);
            exchange(&mut brain, &[(&format!("{x},{y},{owner}"), "")]);
        }
    }
    exchange(&mut brain, &[("DONE", "ERROR the game is over: A draw: the board is full.")]);
}

#[test]
fn info_settings_are_applied() {
    let mut brain = Brain::new("strong:threads=3".parse().unwrap(), Rule::Standard);
    brain.cores = 4;
    let level = |brain: &Brain| brain.config(brain.setup).level.to_string();
    assert_eq!(level(&brain), "strong:hash=30,threads=3");
    exchange(
        &mut brain,
        &[
            ("INFO max_memory 104857600", ""),
            ("info RULE 4", ""),
            ("START 15", "[prepare 15x15 renju 0] | OK"),
            ("INFO rule 0", "[prepare 15x15 freestyle 0]"),
            (
                "INFO rule 9",
                "MESSAGE caro is not supported; using the nearest rule | [prepare 15x15 standard 0]",
            ),
            ("INFO timeout_turn soon", "MESSAGE timeout_turn cannot be 'soon'"),
            ("INFO evaluate 7,7", ""),
            ("INFO folder C:\\temp", ""),
            ("INFO game_type 1", ""),
            ("INFO", ""),
            ("INFO time_left 99999999999999999999", ""),
            ("INFO timeout_turn 0", ""),
            ("BEGIN", "[think Black after 0 in 1]"),
            ("INFO timeout_turn 100", ""),
            ("[h8]", "7,7"),
            ("TURN 0,0", "[think Black after 2 in 75]"),
        ],
    );
    assert_eq!(level(&brain), "strong:hash=60,threads=3");
    for (bytes, hash) in [("1", 1), ("-5", 30), ("104857600", 60), ("99999999999999999999", 64)] {
        brain.memory = 70;
        brain.line(&format!("INFO max_memory {bytes}"));
        let expected =
            if bytes == "-5" { "strong:threads=3".into() } else { format!("strong:hash={hash},threads=3") };
        assert_eq!(level(&brain), expected);
    }
    brain.line("INFO thread_num 2");
    brain.line("INFO max_memory 0");
    assert_eq!(level(&brain), "strong:threads=2");
    brain.level = "strong:hash=16".parse().unwrap();
    brain.line("INFO max_memory 104857600");
    assert_eq!(level(&brain), "strong:hash=16,threads=2");
    for too_many in ["5", "1000", "70000", "99999999999999999999"] {
        brain.line(&format!("INFO thread_num {too_many}"));
        assert_eq!(level(&brain), "strong:hash=16,threads=4");
    }
}

#[test]
fn renju_restrictions_depend_on_the_colour() {
    let mut brain = started();
    brain.line("INFO rule 4");
    // On 7,7 black would make a double three.
    let stones = ["7,5", "7,6", "5,7", "6,7"];
    for (black, moves) in [(1, false), (2, true)] {
        brain.line("BOARD");
        for (number, stone) in stones.iter().enumerate() {
            brain.line(&format!("{stone},{black}"));
            // As many white stones as the turn needs.
            if number < 4 - usize::from(black == 2) {
                brain.line(&format!("{},14,{}", number * 3, 3 - black));
            }
        }
        let actions = brain.line("DONE");
        let [Action::Think(search)] = &actions[..] else { panic!("{actions:?}") };
        let point = Move::Stone(points::read(DEFAULT_SIZE, "7,7").unwrap());
        assert_eq!(search.view.moves().contains(&point), moves);
        brain.chosen(Ok("a15".into()));
    }
}

#[test]
fn answers_of_discarded_searches_are_not_sent() {
    let mut brain = started();
    exchange(
        &mut brain,
        &[
            ("BEGIN", "[think Black after 0 in 950]"),
            ("INFO timeout_turn 500", ""),
            ("TURN 1,1", "ERROR a search is running"),
            ("BEGIN", "ERROR a search is running"),
            ("PLAY 1,1", "ERROR a search is running"),
            ("START 99", "ERROR the board must have 5 to 22 columns and rows"),
            ("RESTART", "[stop] | [prepare 15x15 freestyle 1] | OK"),
            // The next request waits until the stopped search has answered.
            ("TURN 1,1", ""),
            ("TURN 2,1", "ERROR a search is running"),
            ("[h8]", "[think White after 1 in 475]"),
            ("TAKEBACK 1,1", "[stop] | OK"),
            ("BOARD", ""),
            ("3,3,2", ""),
            ("DONE", ""),
            ("BOARD", ""),
            ("DONE", ""),
            ("[h8]", "[think Black after 0 in 475]"),
            ("SWAP2BOARD", "[stop]"),
            ("[h8]", ""),
            ("DONE", "[think Black after 0 in 158]"),
            ("YXSTOP", "[stop]"),
            ("[h8]", "[think White after 1 in 1]"),
            ("[i8]", "[think Black after 2 in 1]"),
            ("[j8]", "7,7 8,7 9,7 | [prepare 15x15 freestyle 1]"),
            ("BEGIN", "[think Black after 0 in 475]"),
            ("END", "[quit]"),
        ],
    );
}

#[test]
fn the_end_of_the_input_stops_the_search() {
    let mut brain = started();
    brain.line("BEGIN");
    assert_eq!(shown(brain.closed()), "[stop]");
    exchange(&mut brain, &[("[h8]", "7,7 | [quit]")]);
    assert_eq!(shown(started().closed()), "[quit]");
    let mut brain = started();
    brain.line("BEGIN");
    brain.line("RESTART");
    assert_eq!(shown(brain.closed()), "[quit]");
}

#[test]
fn failures_and_thoughts_are_reported() {
    let mut brain = started();
    brain.line("BEGIN");
    assert_eq!(shown(brain.chosen(Err("it broke down".into()))), "ERROR it broke down");
    exchange(&mut brain, &[("BEGIN", "[think Black after 0 in 950]")]);
    assert!(shown(brain.chosen(Ok("swap".into()))).starts_with("ERROR the engine failed: "));
    brain.line("BEGIN");
    let thought = Thought { depth: 9, value: Some(Value(12)), nodes: 345, ..Thought::default() };
    assert_eq!(shown(brain.thought(&thought)), "");
    let value = Value(12);
    exchange(
        &mut brain,
        &[
            ("[h8]", &format!("MESSAGE depth 9 value {value} nodes 345 time 0 | 7,7")),
            ("TURN 0,0", "[think Black after 2 in 950]"),
            ("[a1]", "0,14"),
        ],
    );
}

/// Almost valid lines, so that random input gets beyond the first word.
fn line() -> impl Strategy<Value = String> {
    let commands = [
        "START 5",
        "START 15",
        "RECTSTART 6,5",
        "RESTART",
        "BEGIN",
        "BOARD",
        "SWAP2BOARD",
        "YXBOARD",
        "DONE",
        "DONE",
        "ABOUT",
        "INFO rule 4",
        "INFO max_memory 1",
        "INFO timeout_match 5000",
        "INFO time_left -1",
        "YXSTOP",
    ];
    let with_points = ["TURN ", "TURN ", "PLAY ", "TAKEBACK ", "", ""];
    prop_oneof![
        prop::sample::select(commands.to_vec()).prop_map(str::to_owned),
        (prop::sample::select(with_points.to_vec()), 0..6, 0..6)
            .prop_map(|(word, x, y)| format!("{word}{x},{y}")),
        (0..6, 0..6, 1..4).prop_map(|(x, y, owner)| format!("{x},{y},{owner}")),
        any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        any::<(String, i64)>().prop_map(|(word, number)| format!("INFO {word} {number}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    /// `None` lets the AI player answer with any legal move.
    #[test]
    fn any_input_leads_to_one_search_at_a_time(
        lines in prop::collection::vec(prop::option::weighted(0.7, line()), 0..60),
        choice: prop::sample::Index,
    ) {
        let mut brain = brain();
        let mut search: Option<Box<Search<Position>>> = None;
        for line in &lines {
            let actions = match (line, search.take()) {
                (Some(line), running) => {
                    search = running;
                    brain.line(line)
                }
                (None, Some(search)) => {
                    let moves = search.view.moves();
                    brain.chosen(Ok(choice.get(&moves).to_string()))
                }
                (None, None) => continue,
            };
            for action in actions {
                match action {
                    Action::Say(line) => prop_assert!(!line.contains(['\n', '\r']) && line.chars().count() < 300),
                    Action::Prepare(_) => {}
                    Action::Start(_) | Action::CancelStart => unreachable!("a board is not generated"),
                    Action::Think(next) => {
                        prop_assert!(search.is_none() && next.view.outcome().is_none());
                        search = Some(next);
                    }
                    Action::Stop => prop_assert!(search.is_some()),
                    Action::Quit => prop_assert!(brain.is_leaving()),
                }
            }
        }
    }
}
