//! Quantum tic-tac-toe, the whole program: through pipes, with real files.

use serde_json::Value;
use std::fs;
use whole_programs::Program;

fn qttt() -> Program {
    Program::new("qttt")
}

/// A game that is saved after the document's example.
fn saved(program: &Program, name: &str) -> String {
    let file = program.file(name);
    program.run(&["play", "--new"], &format!("0 1\n1 4\n0 4\nsave {file}\n")).ends(0).has(&["Saved as"]);
    file
}

#[test]
fn the_documents_example_announces_its_cycle_and_two_collapses() {
    let said = qttt().run(&["play"], "0 1\n1 4\n0 4\n");
    said.ends(0).has(&[
        "x's turn",
        "y's turn",
        "x's turn",
        "A cycle: cells 0, 1 and 4 are entangled by x1, y2 and x3.",
        "y's turn: choose one of two collapses of the cycle of cells 0, 1 and 4",
        "  3@0  x1 in 1, y2 in 4, x3 in 0",
        "  3@4  x1 in 0, y2 in 1, x3 in 4",
        "The game is kept; 'qttt play --continue' goes on with it.",
    ]);
    assert_eq!(said.out.matches("\n  3@").count(), 2);
}

#[test]
fn of_two_lines_the_smaller_subscript_wins() {
    let moves = "0 3\n1 3\n1 4\n4 6\n5 6\n2 5\n0 2\n2 x7\n";
    qttt().run(&["play"], moves).ends(0).has(&[
        "Both have a line: x has the line 0, 1 and 2 by x1, x3 and x7; y has the line 3, 4 and 5 by y2, y4 and y6.",
        "x wins: x1 is the smallest subscript, before y2 of y.",
    ]);
    qttt().run(&["play", "--scoring", "goff"], moves).ends(0).has(&["y wins with 1 point to ½"]);
}

#[test]
fn every_wrong_input_has_its_own_sentence_and_the_same_player_is_asked_again() {
    let said = qttt().run(&["play"], "9 1\n3 3\nhello\n0 1\n1 4\n2 5\n0 4\n8 x1\n2 x3\n0 y2\n0 x1\n");
    said.ends(0).has(&[
        "x's turn: two cells for x1",
        "Not possible: there is no cell 9 on the board",
        "x's turn: two cells for x1",
        "Not possible: cell 3 twice is not possible",
        "x's turn: two cells for x1",
        "Not possible: 'hello' is neither a move nor a command",
        "x's turn: two cells for x1",
        "A cycle: cells 0, 1 and 4 are entangled by x1, y2 and y4.",
        "x's turn: choose",
        "Not possible: cell 8 is empty",
        "x's turn: choose",
        "Not possible: cell 2 has marks but is not on the cycle",
        "x's turn: choose",
        "Not possible: y2 is not one of the two cycle marks in cell 0",
        "x's turn: choose",
        "x lets y4 settle in cell 4. So: x1 in 0, y2 in 1, y4 in 4.",
        "x's turn: two cells for x5",
    ]);
}

#[test]
fn without_a_display_the_bare_command_says_so_and_plays_here() {
    let none: [&str; 0] = [];
    let said = qttt().run(&none, "0 1\n");
    said.ends(0).has(&["x's turn", "x puts x1 into cells 0 and 1.", "y's turn"]);
    assert!(said.err.ends_with("so the game is played here in the terminal.\n"), "{said:?}");
    assert_eq!(said.err.lines().count(), 1);
}

#[test]
fn a_game_that_is_killed_goes_on() {
    let program = qttt();
    let mut talk = program.talk(&["play"]);
    talk.say("0 1");
    talk.say("1 4");
    talk.hear("x's turn: two cells for x3");
    talk.kill();
    let said = program.run(&["play"], "0 4\nquit\n");
    said.ends(0).has(&[
        "Going on with the game that was interrupted",
        "x's turn: two cells for x3",
        "A cycle",
    ]);
    let said = program.run(&["play"], "");
    said.ends(0).has(&["x's turn: two cells for x1"]);
    assert!(!said.out.contains("Going on"), "a game that was left on purpose waits to be asked for");
    program
        .run(&["play", "--continue"], "")
        .ends(0)
        .has(&["y's turn: choose one of two collapses of the cycle of cells 0, 1 and 4"]);
}

#[test]
fn two_games_at_once_keep_apart() {
    let program = qttt();
    let (mut first, mut second) = (program.talk(&["play"]), program.talk(&["play"]));
    first.say("0 1");
    second.say("7 8");
    first.hear("y's turn");
    second.hear("y's turn");
    first.kill();
    program.run(&["play"], "moves\nundo\n").ends(0).has(&["Going on", "x: 0-1"]);
    second.kill();
    program.run(&["play"], "moves\n").ends(0).has(&["Going on", "x: 7-8"]);
}

#[test]
fn a_saved_game_is_loaded() {
    let program = qttt();
    let file = saved(&program, "my game.yaml");
    program
        .run(&["play", "--load", &file], "1 y2\n")
        .ends(0)
        .has(&["y's turn: choose", "x1 in 0, y2 in 1, x3 in 4."]);
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_sentence() {
    let program = qttt();
    let file = saved(&program, "game.yaml");
    let whole = fs::read_to_string(&file).unwrap();
    let try_out = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let said = program.run(&["play", "--load", &file], "");
        assert_eq!(said.out, "");
        let inside = program.run(&["play", "--new"], &format!("load {file}\n"));
        inside.ends(0).has(&["Not loaded: ", "x's turn: two cells for x1"]);
        said.fails(2).to_owned()
    };
    for cut in [1, 10, whole.len() / 2, whole.len() - 1] {
        let why = try_out(&whole.as_bytes()[..cut]);
        assert!(
            why.contains("game.yaml") && (why.contains("cut off") || why.contains("not a saved game")),
            "{why}"
        );
    }
    assert!(try_out(&[0xff, 0x00, 0x13, 0xc3, 0x28]).ends_with("is not text"));
    assert!(try_out(b"\x01\x02 noise: [").ends_with("this is not a saved game of qttt"));
    assert!(
        try_out(whole.replace("game: qttt", "game: atoms").as_bytes())
            .contains("saved game of 'atoms', not of 'qttt'")
    );
    assert!(
        try_out(whole.replace("- 1-4", "- 1-9").as_bytes()).contains("its move 2, '1-9', cannot be played")
    );
    assert!(program.run(&["play", "--load", "nowhere"], "").fails(2).contains("nowhere cannot be read"));
}

#[test]
fn a_damaged_autosave_does_not_stop_anybody() {
    let program = qttt();
    saved(&program, "game.yaml");
    fs::write(program.dir().join("autosave-1.yaml"), [0xff; 99]).unwrap();
    program.run(&["play"], "0 1\n").ends(0).has(&["The game that was going on cannot be read", "y's turn"]);
    assert!(program.dir().join("autosave-1.yaml.damaged").exists());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = qttt();
    for args in [
        &["play"][..],
        &["play", "--x", "random", "--y", "random"],
        &["engine"],
        &["--help"],
        &["arena", "--help"],
    ] {
        let mut talk = program.talk(args);
        talk.stop_listening();
        for line in ["ugi", "rules", "help", "0 1", "board"] {
            talk.say(line);
        }
        talk.finish().ends(0);
    }
}

#[test]
fn bad_usage_exits_with_two() {
    let program = qttt();
    for args in [
        &["fly"][..],
        &["play", "--y"],
        &["play", "--y", "smart"],
        &["play", "--y", "random:depth"],
        &["play", "--scoring", "golf"],
        &["play", "--clock", "soon"],
        &["play", "--seed", "-1"],
        &["play", "--time", "0"],
        &["play", "--new", "--continue"],
        &["play", "--continue", "--x", "random"],
        &["play", "--load", "a", "--scoring", "goff"],
        &["solve", "--position", "0-1 0-9"],
        &["arena"],
        &["arena", "random", "smart"],
        &["engine", "--level", "smart"],
    ] {
        let said = program.run(args, "");
        said.ends(2);
        assert!(said.err.starts_with("error: ") && said.out.is_empty(), "{args:?}: {said:#?}");
    }
    assert!(program.run(&["play", "--continue"], "").fails(1).contains("there is no game to go on with"));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let strange = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    qttt().run(&["play".as_ref(), "--y".as_ref(), strange], "").ends(2);
}

#[test]
fn the_engine_speaks_through_a_pipe() {
    let program = qttt();
    let mut talk = program.talk(&["engine", "--seed", "1"]);
    talk.say("ugi");
    talk.hear("ugiok");
    talk.say("setoption name Scoring value goff");
    talk.say("isready");
    talk.hear("readyok");
    talk.say("position startpos moves 0-1 1-4 0-4");
    talk.say("go infinite");
    talk.say("stop");
    let answer = talk.hear("bestmove");
    assert!(["bestmove 3@0", "bestmove 3@4"].contains(&answer.as_str()), "{answer}");
    talk.say("query p1turn");
    talk.hear("response false");
    talk.say("position startpos");
    talk.say("go infinite");
    talk.say("quit");
    talk.finish().ends(0);
}

#[test]
fn an_engine_plays_at_the_table() {
    let program = qttt();
    let engine = format!("cmd:'{}' engine --level random --seed 1", program.binary().display());
    let said = program.run(&["play", "--y", &engine], "0 1\n");
    said.ends(0).has(&["y's turn: cmd:", "y puts y2 into cells"]);
}

#[test]
fn the_arena_tells_its_result_as_json() {
    let program = qttt();
    let args = ["arena", "random", "random", "--games", "6", "--seed", "1", "--threads", "1", "--json"];
    let said = program.run(&args, "");
    let json: Value = serde_json::from_str(said.ends(0).out.trim()).unwrap();
    let count = |key: &str| json[key].as_u64().unwrap();
    assert_eq!(count("games"), 6);
    assert_eq!(count("wins") + count("draws") + count("losses"), 6);
}

#[test]
fn solve_tells_its_answer_as_json() {
    let program = qttt();
    let moves = "0-3 1-3 1-4 4-6 5-6 2-5 0-2";
    let solve = |scoring| {
        let args = ["solve", "--scoring", scoring, "--position", moves, "--json"];
        let said = program.run(&args, "");
        serde_json::from_str::<Value>(said.ends(0).out.trim()).unwrap()
    };
    let (seed, goff) = (solve("seed"), solve("goff"));
    assert_eq!(seed["value"], 1.0);
    assert_eq!(goff["value"], -0.5, "y takes the collapse with both lines");
    assert_eq!(goff["first_moves"][0]["move"], "7@2");
    assert_eq!(goff["first_moves"][0]["value"], -0.5);
    assert_eq!(goff["first_moves"].as_array().unwrap().len(), 2);
    assert!(goff["states"].is_u64() && goff["seconds"].is_number());
}

#[test]
fn help_names_the_levels_and_shows_examples() {
    let said = qttt().run(&["--help"], "");
    said.ends(0).has(&["Players:", "human", "random", "Examples:", "qttt play"]);
}
