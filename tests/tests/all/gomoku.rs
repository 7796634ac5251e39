//! Gomoku, the whole program: through pipes, with real files.

use crate::games::GOMOKU;
use crate::shared::{json, refuses, shared_tests};
use serde_json::Value;
use std::fs;

shared_tests!(GOMOKU);

/// Black has five along the lowest row after nine stones.
const WON: &str = "a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\n";
/// Both have three in a row, and it is White's turn.
const THREES: [&str; 7] = ["h8", "h9", "i8", "i9", "j8", "j9", "g10"];
/// Renju: h7 would make two open threes.
const TWO_THREES: &str = "f7\na1\ng7\nc1\nh8\ne1\nh9\ng1\n";

#[test]
fn a_short_game_is_played_to_its_end() {
    GOMOKU.program().run(&["play", "--players", "human", "human", "--size", "6x5"], WON).exits(0).prints(&[
        "Gomoku. Freestyle · 6x5.",
        "Humans: Black, White.",
        " 5 · · · · · ·\n",
        "   a b c d e f\n   freestyle: five or more in a row win\n",
        "Black's turn: a point for a stone, as in d3",
        "Black plays a1.",
        "White's turn",
        "White plays a2.",
        " 2 ○ ○ ○ ○ · ·\n 1 ● ● ● ●[●]·\n",
        "Black wins after 9 stones: five in a row from a1 to e1.",
    ]);
}

#[test]
fn what_renju_forbids_is_shown_and_explained() {
    let program = GOMOKU.program();
    let lines = format!("{TWO_THREES}h7\nh10\nh7\n");
    program.run(&["play", "--players", "human", "human", "--rule", "renju"], &lines).exits(0).prints(&[
        " 7 · · · · · ● ● × · · · · · · ·\n",
        "renju: Black must not make six in a row, two fours or two open threes",
        "Not possible: h7 is forbidden to Black: it makes two open threes at once.",
        "Black plays h10.",
        "White plays h7.",
    ]);
    // Black may do so by every other rule.
    let lines = format!("{TWO_THREES}h7\n");
    let output = program.run(&["play", "--players", "human", "human", "--new", "--rule", "standard"], &lines);
    output.exits(0).prints(&["Black plays h7."]);
    assert!(!output.stdout.contains('×'), "{output:?}");
}

#[test]
fn swap2_is_talked_through() {
    let program = GOMOKU.program();
    let lines = "h8\nh9\ni9\nmore\na1\nb1\nmore\nswap\nmoves\na2\n";
    program.run(&["play", "--players", "human", "human", "--opening", "swap2"], lines).exits(0).prints(&[
        "Humans: First player, Second player.",
        "First player's turn: a point for a black stone",
        "First player's turn: a point for a white stone",
        "The first player places a black stone on i9.",
        "Second player's turn: a point, as in h8, to continue with White; swap to take Black; more to place two stones",
        "The second player places two more stones.",
        "Second player's turn: a point for a white stone",
        "Second player's turn: a point for a black stone",
        "First player's turn: a point, as in h8, to continue with White; swap to take Black\n",
        "Not possible: two more stones can be placed only after the first three, in the opening swap2.",
        "The first player takes Black; the second player continues with White.",
        "White's turn",
        "  4. Second player: more   two more stones\n",
        "  7. First player: swap: take Black\n",
        "White plays a2.",
        "Black's turn",
    ]);
    program
        .run(&["play", "--players", "human", "human", "--new", "--opening", "swap2"], "h8\nh9\ni9\ni8\n")
        .exits(0)
        .prints(&[
            "The second player continues with White and plays i8.",
            "Black's turn: a point for a stone",
        ]);
}

#[test]
fn moves_are_taken_back_played_again_and_advised() {
    let lines = format!("undo\n{WON}undo\nmoves\nredo\nredo\nundo\nhint\ne1\nhint\nnew\n");
    GOMOKU
        .program()
        .run(&["play", "--players", "human", "human", "--size", "6x5", "--time", "120000"], &lines)
        .exits(0)
        .prints(&[
            "Not possible: there is no move to undo.",
            "Black wins after 9 stones",
            "  8. White: d2\n  9. Black: e1 (undone)\n",
            "Black wins after 9 stones",
            "Not possible: there is no move to redo.",
            "Hint: e1",
            "Black wins after 9 stones",
            "No hint available",
            "Black's turn",
        ]);
}

#[test]
fn games_are_saved_and_loaded_in_the_formats_of_other_programs() {
    let program = GOMOKU.program();
    for (name, text) in [
        ("game.psq", "Piskvorky 7x6, 11:11, 0\n3,4,0\n2,5,0\n4,3,0\n"),
        ("game.SGF", "(;FF[4]GM[4]SZ[7:6]RU[standard]\n;B[cd];W[be];B[dc]"),
    ] {
        let file = GOMOKU.save(&program, name);
        GOMOKU.loads(&program, &file);
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.starts_with(text), "{written}");
    }
}

#[test]
fn a_damaged_file_of_another_program_is_refused_in_one_sentence() {
    let program = GOMOKU.program();
    for (name, text, why) in [
        ("bad.psq", "", "it is empty"),
        ("bad.psq", "hello", "line 1: 'hello' is not a header"),
        ("bad.psq", "Piskvorky 99x99, 11:11, 0\n", "line 1: '99x99' is not a valid size"),
        ("bad.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "line 3: there is a black stone on h8"),
        ("bad.psq", "Piskvorky 15x15, 11:11, 0\n16,8,0\n", "line 2: there is no point 16,8"),
        ("bad.sgf", "", "bad.sgf"),
        ("bad.sgf", "(;GM[1];B[hh])", "GM[1] is another game"),
        ("bad.sgf", "(;GM[4];W[hh])", "White is out of turn"),
        ("bad.sgf", "(;GM[4];B[hh];W[h", "cut off in the value that begins on line 1"),
    ] {
        let output = GOMOKU.refuses_to_load(&program, &program.file(name), text.as_bytes());
        assert!(output.contains(name) && output.contains(why), "{text:?}: {output}");
    }
}

#[test]
fn files_that_do_not_fit_the_command_are_refused() {
    let program = GOMOKU.program();
    let file = GOMOKU.save(&program, "game.yaml");
    let empty = program.file("empty.sgf");
    fs::write(&empty, "").unwrap();
    let folder = program.dir().display().to_string();
    let below = format!("{file}/weights.json");
    refuses(
        &program,
        &[
            (&["analyze", "--file", &empty], "empty.sgf cannot be read"),
            (&["analyze", "--file", &file, "--size", "9"], "its board is 7x6, not 9x9; leave out --size"),
            (&["tune", "--out", "a", "--from", &file], "game.yaml cannot be used"),
            (
                &["tune", "--out", &below, "--rounds", "1", "--games", "1", "--depth", "1"],
                "cannot be written",
            ),
            (&["tune", "--out", &folder], "it is a folder"),
        ],
    );
    assert!(!program.dir().join("a").exists(), "a refused command writes nothing");
}

#[test]
fn analyze_tells_lines_in_words_and_as_json() {
    let program = GOMOKU.program();
    let args = ["analyze", "h8", "i9", "h9", "h10", "--lines", "2", "--time", "100"];
    program.run(&args, "").exits(0).prints(&[
        "10 · · · · · · · ○ · · ·",
        "freestyle: five or more in a row win",
        "Black to move.",
        " 1. ",
        " 2. ",
        "Depth ",
    ]);
    let output = json(program.run(&[&args[..], &["--json"]].concat(), "").exits(0));
    let lines = output["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2, "{output}");
    assert_ne!(lines[0]["moves"][0], lines[1]["moves"][0], "{output}");
    assert!(
        lines.iter().all(|line| line["value"].as_f64().is_some_and(|value| value.abs() <= 1.0)),
        "{output}"
    );
    assert_eq!((&output["best"], &output["value"]), (&lines[0]["moves"][0], &lines[0]["value"]));
    assert!(output["forced"].is_null() && output["best"].is_string(), "{output}");

    let output = json(program.run(&["analyze", "--time", "50", "--size", "5", "--json"], "").exits(0));
    assert!(output["best"].is_string(), "the empty board is a position: {output}");
    let over: Vec<&str> = WON.lines().collect();
    program.run(&[&["analyze"], &over[..]].concat(), "").exits(0).prints(&["Black wins after 9 stones"]);
    let output = json(program.run(&[&["analyze", "--json"], &over[..]].concat(), "").exits(0));
    assert_eq!((&output["best"], &output["value"]), (&Value::Null, &(-1.0).into()), "White is to move");
}

#[test]
fn analyze_finds_wins_by_force() {
    let program = GOMOKU.program();
    let ask = |more: &[&str]| program.run(&[&["analyze"], &THREES[..], more].concat(), "");
    ask(&["--vcf"]).exits(0).prints(&[
        "White to move.",
        " 1. +1.00  ",
        "White wins by force, with 2 stones.",
    ]);
    ask(&["--vcf", "--side", "black"])
        .exits(0)
        .prints(&["Black to move.", "Black wins by force, with 2 stones."]);
    for more in [&["--vcf", "--json"][..], &["--time", "120000", "--json"]] {
        let output = json(ask(more).exits(0));
        let forced = output["forced"].as_array().unwrap();
        assert_eq!((forced.len(), &output["value"]), (3, &1.0.into()), "{output}");
        assert!(["g9", "k9"].map(Value::from).contains(&output["best"]), "{output}");
        assert_eq!(
            (&output["best"], &output["forced"]),
            (&forced[0], &output["lines"][0]["moves"]),
            "{output}"
        );
    }
    ask(&["g9", "--vcf", "--side", "white"]).exits(0).prints(&["White wins with the next stone."]);

    let output = program.run(&["analyze", "h8", "--vcf"], "");
    output.prints(&["White to move."]);
    assert_eq!(output.fails(1), "error: there is no win by fours");
    let output = program.run(&["analyze", "h8", "--vcf", "--json"], "");
    output.fails(1);
    assert!(json(&output)["forced"].is_null() && json(&output)["best"].is_null(), "{output:?}");
}

#[test]
fn analyze_reads_files_of_every_kind() {
    let program = GOMOKU.program();
    let look = |file: &str, more: &[&str]| {
        program.run(&[&["analyze", "--time", "10", "--file", file], more].concat(), "")
    };
    let board = [" 4 · · · ● · · ·\n", " 3 · · ● · · · ·\n", " 2 · ○ · · · · ·\n"];
    for name in ["game.yaml", "game.psq", "game.sgf"] {
        let output = look(&GOMOKU.save(&program, name), &[]);
        output.exits(0).prints(&board).prints(&["standard: exactly five", "White to move."]);
        // Another rule may be asked for.
        look(&program.file(name), &["--rule", "renju"]).exits(0).prints(&board).prints(&["renju: "]);
    }
    let file = program.file("moves.txt");
    fs::write(&file, "c3, b2\r\n\td4\n").unwrap();
    look(&file, &["--size", "7x6", "--rule", "standard"])
        .exits(0)
        .prints(&board)
        .prints(&["standard: exactly five"]);
    // What was taken back is not on the board.
    for name in ["back.yaml", "back.psq", "back.sgf"] {
        let file = program.file(name);
        program
            .run(&["play", "--players", "human", "human", "--new"], &format!("h8\ni9\nundo\nsave {file}\n"))
            .exits(0);
        look(&file, &[]).exits(0).prints(&["White to move."]);
    }
    // The choice of swap2 is open: the stones are looked at.
    let file = program.file("swap2.yaml");
    program
        .run(
            &["play", "--players", "human", "human", "--new", "--opening", "swap2"],
            &format!("h8\nh9\ni9\nmore\nsave {file}\n"),
        )
        .exits(0);
    look(&file, &[]).exits(0).prints(&["White to move.", " 1. "]);

    for (text, why) in [
        ("h8 i9 hello", "move 3, 'hello', cannot be played"),
        ("pentad: 1\nga", "bad.txt"),
        ("Piskvorky 3x3, 11:11, 0", "bad.txt cannot be read: line 1"),
        ("(;GM[4];B[zz])", "bad.txt cannot be read: line 1: there is no point 'zz'"),
        ("\u{1}\u{2}\u{fffd}", "move 1, "),
    ] {
        let file = program.file("bad.txt");
        fs::write(&file, text).unwrap();
        let output = look(&file, &[]);
        assert!(output.fails(2).contains(why), "{text}: {output:?}");
    }
    let long = "x".repeat(100_000);
    fs::write(program.file("long.txt"), &long).unwrap();
    assert!(look(&program.file("long.txt"), &[]).fails(2).len() < 300);
}

#[test]
fn puzzles_are_listed_and_each_is_won_as_it_says() {
    let program = GOMOKU.program();
    let output = program.run(&["puzzles"], "");
    let lines: Vec<&str> = output.exits(0).stdout.lines().collect();
    assert!(!lines.is_empty());
    let (about, moves) = lines[0].split_once(" stones  ").unwrap();
    let mut about = about.split_whitespace().rev();
    let (stones, rule) = (about.next().unwrap(), about.next().unwrap());
    let output = program.run(&["analyze", "--vcf", "--rule", rule, moves], "");
    output.exits(0).prints(&[&format!("wins by force, with {stones} stones.")]);
}

#[test]
fn verbs_show_examples() {
    let program = GOMOKU.program();
    for (verb, example) in [("analyze", "--vcf h8"), ("engine", "TURN 7,7"), ("puzzles", "--make 30")] {
        program.run(&[verb, "--help"], "").exits(0).prints(&["Example", example]);
    }
}
