//! Gomoku, the whole program: through pipes, with real files.

use serde_json::Value;
use std::fs;
use whole_programs::{Program, Said};

fn gomoku() -> Program {
    Program::new("gomoku")
}

/// Black has five along the lowest row after nine stones.
const WON: &str = "a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\n";
/// Both have three in a row, and it is White's turn.
const THREES: [&str; 7] = ["h8", "h9", "i8", "i9", "j8", "j9", "g10"];
/// Renju: h7 would make two open threes.
const TWO_THREES: &str = "f7\na1\ng7\nc1\nh8\ne1\nh9\ng1\n";

/// A game on a small board that is saved after three moves.
fn saved(program: &Program, name: &str) -> String {
    let file = program.file(name);
    let lines = format!("c3\nb2\nd4\nsave {file}\n");
    program.run(&["play", "--new", "--size", "7x6", "--rule", "standard"], &lines).ends(0).has(&["Saved as"]);
    file
}

fn json(said: &Said) -> Value {
    serde_json::from_str(said.out.trim()).unwrap_or_else(|why| panic!("{why}: {said:#?}"))
}

#[test]
fn a_short_game_is_played_to_its_end() {
    gomoku().run(&["play", "--size", "6x5"], WON).ends(0).has(&[
        "Gomoku. Black: human, White: human, Rule: freestyle, Size: 6x5, Opening: free.",
        " 5 · · · · · ·\n",
        "   a b c d e f\n   freestyle: five or more in a row win\n",
        "Black's turn: a point for a stone, as in d3",
        "Black plays a1.",
        "White's turn",
        "White plays a2.",
        " 2 ○ ○ ○ ○ · ·\n 1 ● ● ● ● ● ·\n",
        "Black wins after 9 stones: five in a row from a1 to e1.",
    ]);
}

#[test]
fn every_wrong_input_has_its_own_sentence_and_the_same_player_is_asked_again() {
    let lines = "c3\nc3\nh1\na7\na0\nb\nhello\nswap\nmore\nundo now\nB2\n";
    gomoku().run(&["play", "--size", "7x6"], lines).ends(0).has(&[
        "White's turn",
        "Not possible: there is a black stone on c3; choose an empty point.",
        "White's turn",
        "Not possible: there is no point h1 on this board; it has the columns a to g and the rows 1 to 6.",
        "White's turn",
        "Not possible: there is no point a7 on this board",
        "White's turn",
        "Not possible: there is no point a0 on this board",
        "White's turn",
        "Not possible: 'b' is no point; type the letter of a column and the number of a row, as in h8.",
        "White's turn",
        "Not possible: 'hello' is neither a move nor a command; help lists the commands.",
        "White's turn",
        "Not possible: colours can be swapped only after the first stones, in the opening swap2.",
        "White's turn",
        "Not possible: two stones more can be put only after the first three, in the opening swap2.",
        "White's turn",
        "Not possible: undo stands alone on its line.",
        "White's turn",
        "White plays b2.",
        "Black's turn",
    ]);
}

#[test]
fn what_renju_forbids_is_shown_and_explained() {
    let program = gomoku();
    let lines = format!("{TWO_THREES}h7\nh10\nh7\n");
    program.run(&["play", "--rule", "renju"], &lines).ends(0).has(&[
        " 7 · · · · · ● ● × · · · · · · ·\n",
        "renju: black must not make six in a row, two fours or two open threes",
        "Not possible: h7 is forbidden to Black: it makes two open threes at once.",
        "Black plays h10.",
        "White plays h7.",
    ]);
    // Black may do so by every other rule.
    let lines = format!("{TWO_THREES}h7\n");
    let said = program.run(&["play", "--new", "--rule", "standard"], &lines);
    said.ends(0).has(&["Black plays h7."]);
    assert!(!said.out.contains('×'), "{said:?}");
}

#[test]
fn swap2_is_talked_through() {
    let program = gomoku();
    let lines = "h8\nh9\ni9\nmore\na1\nb1\nmore\nswap\nmoves\na2\n";
    program.run(&["play", "--opening", "swap2"], lines).ends(0).has(&[
        "First player: human, Second player: human",
        "First player's turn: a point for a black stone",
        "First player's turn: a point for a white stone",
        "First player puts a black stone on i9.",
        "Second player's turn: a point, as in h8, to go on with White; swap to take Black; more to put two stones",
        "Second player puts two stones more.",
        "Second player's turn: a point for a white stone",
        "Second player's turn: a point for a black stone",
        "First player's turn: a point, as in h8, to go on with White; swap to take Black\n",
        "Not possible: two stones more can be put only after the first three, in the opening swap2.",
        "First player takes Black; second player goes on with White.",
        "White's turn",
        "  4. Second player: more: two stones more\n",
        "  7. First player: swap: take Black\n",
        "White plays a2.",
        "Black's turn",
    ]);
    program
        .run(&["play", "--new", "--opening", "swap2"], "h8\nh9\ni9\ni8\n")
        .ends(0)
        .has(&["Second player goes on with White and plays i8.", "Black's turn: a point for a stone"]);
}

#[test]
fn moves_are_taken_back_played_again_and_advised() {
    let lines = format!("undo\n{WON}undo\nmoves\nredo\nredo\nundo\nhint\ne1\nhint\nnew\n");
    gomoku().run(&["play", "--size", "6x5", "--time", "50"], &lines).ends(0).has(&[
        "Not possible: there is no move to take back.",
        "Black wins after 9 stones",
        "  8. White: d2\n  9. Black: e1 (taken back)\n",
        "Black wins after 9 stones",
        "Not possible: nothing was taken back that could be played again.",
        "Hint: e1",
        "Black wins after 9 stones",
        "There is no hint",
        "Black's turn",
    ]);
}

#[test]
fn without_a_display_the_bare_command_says_so_and_plays_here() {
    let none: [&str; 0] = [];
    let said = gomoku().run(&none, "h8\n");
    said.ends(0).has(&["Black's turn", "Black plays h8.", "White's turn"]);
    assert!(said.err.ends_with("so the game is played here in the terminal.\n"), "{said:?}");
    assert_eq!(said.err.lines().count(), 1);
}

#[test]
fn a_game_that_is_killed_goes_on() {
    let program = gomoku();
    let mut talk = program.talk(&["play", "--size", "9x8", "--rule", "renju", "--opening", "swap2"]);
    for line in ["e5", "e6", "f6"] {
        talk.say(line);
    }
    talk.hear("swap to take Black");
    talk.kill();
    program.run(&["play"], "swap\nquit\n").ends(0).has(&[
        "Going on with the game that was interrupted",
        "Rule: renju, Size: 9x8, Opening: swap2",
        "Second player's turn",
        "Second player takes Black; first player goes on with White.",
    ]);
    let said = program.run(&["play"], "");
    said.ends(0).has(&["Rule: freestyle, Size: 15x15"]);
    assert!(!said.out.contains("Going on"), "a game that was left on purpose waits to be asked for");
    program.run(&["play", "--continue"], "").ends(0).has(&["Size: 9x8", "White's turn"]);
}

#[test]
fn machines_play_to_the_end_by_themselves() {
    let args = ["play", "--size", "9", "--black", "random", "--white", "rule", "--seed", "1"];
    let said = gomoku().run(&args, "");
    said.ends(0).has(&["Black's turn: random is thinking", "White's turn: rule is thinking", "White wins"]);
}

#[test]
fn games_are_saved_and_loaded_in_every_format() {
    let program = gomoku();
    for name in ["my game.yaml", "game.psq", "game.SGF"] {
        let file = saved(&program, name);
        program.run(&["play", "--load", &file], "moves\ne5\n").ends(0).has(&[
            "Rule: standard, Size: 7x6",
            "White's turn",
            "  1. Black: c3\n  2. White: b2\n  3. Black: d4\n",
            "White plays e5.",
        ]);
        program.run(&["play", "--new"], &format!("load {file}\n")).ends(0).has(&[
            "Size: 15x15",
            &format!("Going on with {file}."),
            "Size: 7x6",
            "White's turn",
        ]);
    }
    let psq = fs::read_to_string(program.file("game.psq")).unwrap();
    assert!(psq.starts_with("Piskvorky 7x6, 11:11, 0\n3,4,0\n2,5,0\n4,3,0\n"), "{psq}");
    let sgf = fs::read_to_string(program.file("game.SGF")).unwrap();
    assert!(sgf.starts_with("(;FF[4]GM[4]SZ[7:6]RU[standard]\n;B[cd];W[be];B[dc]"), "{sgf}");
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_sentence() {
    let program = gomoku();
    let try_out = |file: &str, bytes: &[u8]| {
        fs::write(file, bytes).unwrap();
        let said = program.run(&["play", "--load", file], "");
        assert_eq!(said.out, "");
        let inside = program.run(&["play", "--new"], &format!("load {file}\nmoves\n"));
        inside.ends(0).has(&["Not loaded: ", "Black's turn", "No move has been made yet."]);
        assert_eq!(fs::read(file).unwrap(), bytes, "what could not be read is left as it is");
        said.fails(2).to_owned()
    };
    let file = saved(&program, "game.yaml");
    let whole = fs::read_to_string(&file).unwrap();
    for cut in [0, 1, 10, whole.len() / 2, whole.len() - 1] {
        let why = try_out(&file, &whole.as_bytes()[..cut]);
        assert!(
            why.contains("game.yaml") && (why.contains("cut off") || why.contains("not a saved game")),
            "{cut}: {why}"
        );
    }
    assert!(try_out(&file, &[0xff, 0x00, 0x13, 0xc3, 0x28]).ends_with("is not text"));
    let wrong = |from: &str, to: &str| {
        assert!(whole.contains(from), "{whole}");
        try_out(&file, whole.replacen(from, to, 1).as_bytes())
    };
    let why = wrong("- b2", "- c3");
    assert!(why.contains("its move 2, 'c3', cannot be played: there is a black stone on c3"), "{why}");
    assert!(wrong("- b2", "- swap").contains("its move 2, 'swap', cannot be played"));
    for size in ["4x4", "23x15", "abc", "''", "7x6x5"] {
        let why = wrong("size: 7x6", &format!("size: {size}"));
        assert!(why.contains("5 to 22 columns and rows"), "{size}: {why}");
    }
    assert!(wrong("rule: standard", "rule: maybe").contains("game.yaml"));

    let psq = program.file("bad.psq");
    for (text, why) in [
        ("", "it is empty"),
        ("hello", "line 1: 'hello' is not a header like"),
        ("Piskvorky 99x99, 11:11, 0\n", "line 1: '99x99' is not a valid size"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "line 3: there is a black stone on h8"),
        ("Piskvorky 15x15, 11:11, 0\n16,8,0\n", "line 2: there is no point 16,8"),
    ] {
        let said = try_out(&psq, text.as_bytes());
        assert!(said.contains("bad.psq") && said.contains(why), "{text:?}: {said}");
    }
    let sgf = program.file("bad.sgf");
    for (text, why) in [
        ("", "bad.sgf"),
        ("(;GM[1];B[hh])", "GM[1] is another game"),
        ("(;GM[4];W[hh])", "White is out of turn"),
        ("(;GM[4];B[hh];W[h", "cut off in the value that begins on line 1"),
    ] {
        let said = try_out(&sgf, text.as_bytes());
        assert!(said.contains("bad.sgf") && said.contains(why), "{text:?}: {said}");
    }
}

#[test]
fn a_damaged_autosave_does_not_stop_anybody() {
    let program = gomoku();
    saved(&program, "game.yaml");
    fs::write(program.dir().join("autosave-1.yaml"), [0xff; 99]).unwrap();
    program
        .run(&["play"], "h8\n")
        .ends(0)
        .has(&["The game that was going on cannot be read", "White's turn"]);
    assert!(program.dir().join("autosave-1.yaml.damaged").exists());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = gomoku();
    for args in [
        &["play"][..],
        &["play", "--size", "5", "--black", "random", "--white", "random"],
        &["analyze", "--vcf", "h8", "h9", "i8", "i9", "j8", "j9", "g10"],
        &["arena", "random", "random", "--games", "2", "--size", "5"],
        &["puzzles"],
        &["--help"],
        &["analyze", "--help"],
    ] {
        let mut talk = program.talk(args);
        talk.stop_listening();
        for line in ["rules", "help", "h8", "board"] {
            talk.say(line);
        }
        talk.finish().ends(0);
    }
}

#[test]
fn bad_usage_exits_with_two_and_says_what_there_is() {
    let program = gomoku();
    let file = saved(&program, "game.yaml");
    let empty = program.file("empty.sgf");
    fs::write(&empty, "").unwrap();
    let folder = program.dir().display().to_string();
    let below = format!("{file}/weights.json");
    let sizes = "a board has 5 to 22 columns and rows, as in 8x8 or 12x6";
    for (args, why) in [
        (&["fly"][..], "'fly'"),
        (&["play", "--size", "4"], sizes),
        (&["play", "--size", "23"], sizes),
        (&["play", "--size", "5x"], sizes),
        (&["play", "--size", "99999999999"], sizes),
        (&["arena", "random", "random", "--size", "0x0"], sizes),
        (&["analyze", "--size", "x"], sizes),
        (&["play", "--rule", "foo"], "freestyle, standard, renju"),
        (&["engine", "--rule", "foo"], "freestyle, standard, renju"),
        (&["play", "--opening", "foo"], "free, swap2"),
        (&["play", "--white"], "--white"),
        (&["play", "--white", "clever"], "there is no player 'clever'; there are random, rule,"),
        (
            &["play", "--white", "minimax:deep=3"],
            "player 'minimax' has no option 'deep'; it takes depth, best",
        ),
        (&["play", "--white", "minimax:depth=many"], "option 'depth' of player 'minimax' cannot be 'many'"),
        (&["play", "--white", "combined:best=0"], "option 'best' of player 'combined' cannot be '0'"),
        (&["play", "--white", "hard:nodes=0"], "option 'nodes' of player 'hard' cannot be '0'"),
        (&["play", "--white", "strong:hash=0"], "option 'hash' of player 'strong' cannot be '0'"),
        (&["play", "--white", "strong:weights=none.json"], "none.json cannot be read"),
        (&["play", "--white", "random:x=1"], "player 'random' has no option 'x'; it takes none"),
        (&["play", "--white", "rule:depth"], "'depth' should be key=value"),
        (&["play", "--clock", "soon"], "soon"),
        (&["play", "--time", "0"], "0"),
        (&["play", "--new", "--continue"], "--continue"),
        (&["play", "--load", "a", "--size", "9"], "--size"),
        (&["arena"], "<A>"),
        (&["arena", "random", "clever"], "player B, clever, cannot play"),
        (&["engine", "--level", "clever"], "there is no player 'clever'"),
        (&["analyze", "--side", "red"], "black, white"),
        (&["analyze", "--lines", "0"], "1..=20"),
        (&["analyze", "--time", "0"], "--time"),
        (&["analyze", "h8", "--file", "a"], "--file"),
        (&["analyze", "--file", "nowhere"], "nowhere cannot be read"),
        (&["analyze", "--file", &empty], "empty.sgf cannot be read"),
        (&["analyze", "--file", &file, "--size", "9"], "its board is 7x6, not 9x9; leave out --size"),
        (&["analyze", "h8", "h8"], "move 2, 'h8', cannot be played: there is a black stone on h8"),
        (&["analyze", "h8 z"], "move 2, 'z', cannot be played: 'z' is no point"),
        (&["analyze", "h8", "swap"], "move 2, 'swap', cannot be played"),
        (&["puzzles", "--make", "3"], "--out"),
        (&["puzzles", "--out", "a"], "--make"),
        (&["puzzles", "now"], "'now'"),
        (&["tune"], "--out"),
        (&["tune", "--out", "a", "--rounds", "0"], "--rounds"),
        (&["tune", "--out", "a", "--from", &file], "game.yaml cannot be used"),
        (&["tune", "--out", &below, "--rounds", "1", "--games", "1", "--depth", "1"], "cannot be written"),
        (&["tune", "--out", &folder], "it is a folder"),
        (&["bench", "now"], "'now'"),
        (&["bench", "--nodes", "3"], "'--nodes'"),
    ] {
        let said = program.run(args, "");
        said.ends(2);
        assert!(said.err.starts_with("error: ") && said.out.is_empty(), "{args:?}: {said:#?}");
        assert!(said.err.contains(why), "{args:?}: {said:#?}");
    }
    assert!(!program.dir().join("a").exists(), "what was refused has written nothing");
    let fresh = gomoku();
    assert!(fresh.run(&["play", "--continue"], "").fails(1).contains("there is no game to go on with"));
    assert!(fresh.run(&["play", "--load", "nowhere"], "").fails(2).contains("nowhere cannot be read"));
}

#[test]
fn analyze_tells_lines_in_words_and_as_json() {
    let program = gomoku();
    let args = ["analyze", "h8", "i9", "h9", "h10", "--lines", "2", "--time", "100"];
    program.run(&args, "").ends(0).has(&[
        "10 · · · · · · · ○ · · ·",
        "freestyle: five or more in a row win",
        "Black to move.",
        " 1. ",
        " 2. ",
        "Depth ",
    ]);
    let said = json(program.run(&[&args[..], &["--json"]].concat(), "").ends(0));
    let lines = said["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2, "{said}");
    assert_ne!(lines[0]["moves"][0], lines[1]["moves"][0], "{said}");
    assert!(
        lines.iter().all(|line| line["value"].as_f64().is_some_and(|value| value.abs() <= 1.0)),
        "{said}"
    );
    assert_eq!((&said["best"], &said["value"]), (&lines[0]["moves"][0], &lines[0]["value"]));
    assert!(said["forced"].is_null() && said["best"].is_string(), "{said}");

    let said = json(program.run(&["analyze", "--time", "50", "--size", "5", "--json"], "").ends(0));
    assert!(said["best"].is_string(), "the empty board is a position: {said}");
    let over: Vec<&str> = WON.lines().collect();
    program.run(&[&["analyze"], &over[..]].concat(), "").ends(0).has(&["Black wins after 9 stones"]);
    let said = json(program.run(&[&["analyze", "--json"], &over[..]].concat(), "").ends(0));
    assert_eq!((&said["best"], &said["value"]), (&Value::Null, &(-1.0).into()), "White is to move");
}

#[test]
fn analyze_finds_wins_by_force() {
    let program = gomoku();
    let ask = |more: &[&str]| program.run(&[&["analyze"], &THREES[..], more].concat(), "");
    ask(&["--vcf"]).ends(0).has(&["White to move.", " 1. +1.00  ", "White wins by force, with 2 stones."]);
    ask(&["--vcf", "--side", "black"])
        .ends(0)
        .has(&["Black to move.", "Black wins by force, with 2 stones."]);
    for more in [&["--vcf", "--json"][..], &["--time", "200", "--json"]] {
        let said = json(ask(more).ends(0));
        let forced = said["forced"].as_array().unwrap();
        assert_eq!((forced.len(), &said["value"]), (3, &1.0.into()), "{said}");
        assert!(["g9", "k9"].map(Value::from).contains(&said["best"]), "{said}");
        assert_eq!((&said["best"], &said["forced"]), (&forced[0], &said["lines"][0]["moves"]), "{said}");
    }
    ask(&["g9", "--vcf", "--side", "white"]).ends(0).has(&["White wins with the next stone."]);

    let said = program.run(&["analyze", "h8", "--vcf"], "");
    said.has(&["White to move."]);
    assert_eq!(said.fails(1), "error: there is no win by fours");
    let said = program.run(&["analyze", "h8", "--vcf", "--json"], "");
    said.fails(1);
    assert!(json(&said)["forced"].is_null() && json(&said)["best"].is_null(), "{said:?}");
}

#[test]
fn analyze_reads_files_of_every_kind() {
    let program = gomoku();
    let look = |file: &str, more: &[&str]| {
        program.run(&[&["analyze", "--time", "50", "--file", file], more].concat(), "")
    };
    let board = [" 4 · · · ● · · ·\n", " 3 · · ● · · · ·\n", " 2 · ○ · · · · ·\n"];
    for name in ["game.yaml", "game.psq", "game.sgf"] {
        let said = look(&saved(&program, name), &[]);
        said.ends(0).has(&board).has(&["standard: exactly five", "White to move."]);
        // Another rule may be asked for.
        look(&program.file(name), &["--rule", "renju"]).ends(0).has(&board).has(&["renju: "]);
    }
    let file = program.file("moves.txt");
    fs::write(&file, "c3, b2\r\n\td4\n").unwrap();
    look(&file, &["--size", "7x6", "--rule", "standard"])
        .ends(0)
        .has(&board)
        .has(&["standard: exactly five"]);
    // What was taken back is not on the board.
    for name in ["back.yaml", "back.psq", "back.sgf"] {
        let file = program.file(name);
        program.run(&["play", "--new"], &format!("h8\ni9\nundo\nsave {file}\n")).ends(0);
        look(&file, &[]).ends(0).has(&["White to move."]);
    }
    // The choice of swap2 is open: the stones are looked at.
    let file = program.file("swap2.yaml");
    program
        .run(&["play", "--new", "--opening", "swap2"], &format!("h8\nh9\ni9\nmore\nsave {file}\n"))
        .ends(0);
    look(&file, &[]).ends(0).has(&["White to move.", " 1. "]);

    for (text, why) in [
        ("h8 i9 hello", "move 3, 'hello', cannot be played"),
        ("pentad: 1\nga", "bad.txt"),
        ("Piskvorky 3x3, 11:11, 0", "bad.txt cannot be read: line 1"),
        ("(;GM[4];B[zz])", "bad.txt cannot be read: line 1: there is no point 'zz'"),
        ("\u{1}\u{2}\u{fffd}", "move 1, "),
    ] {
        let file = program.file("bad.txt");
        fs::write(&file, text).unwrap();
        let said = look(&file, &[]);
        assert!(said.fails(2).contains(why), "{text}: {said:?}");
    }
    let long = "x".repeat(100_000);
    fs::write(program.file("long.txt"), &long).unwrap();
    assert!(look(&program.file("long.txt"), &[]).fails(2).len() < 300);
}

#[test]
fn puzzles_are_listed_and_each_is_won_as_it_says() {
    let program = gomoku();
    let said = program.run(&["puzzles"], "");
    let lines: Vec<&str> = said.ends(0).out.lines().collect();
    assert!(!lines.is_empty());
    let (about, moves) = lines[0].split_once(" stones  ").unwrap();
    let mut about = about.split_whitespace().rev();
    let (stones, rule) = (about.next().unwrap(), about.next().unwrap());
    let said = program.run(&["analyze", "--vcf", "--rule", rule, moves], "");
    said.ends(0).has(&[&format!("wins by force, with {stones} stones.")]);
}

#[test]
fn the_arena_tells_its_result_as_json() {
    let program = gomoku();
    let args = ["arena", "random", "rule", "--games", "4", "--size", "9x8", "--rule", "renju", "--seed", "1"];
    let said = json(program.run(&[&args[..], &["--threads", "1", "--json"]].concat(), "").ends(0));
    let count = |key: &str| said[key].as_u64().unwrap();
    assert_eq!((count("games"), count("wins") + count("draws") + count("losses")), (4, 4));
    assert_eq!((&said["failures"]["a"], &said["failures"]["b"]), (&0.into(), &0.into()), "{said}");
    let setup = &said["setup"];
    assert_eq!((&setup["size"], &setup["rule"]), (&"9x8".into(), &"renju".into()), "{said}");
}

#[test]
fn help_names_the_levels_and_shows_examples() {
    let program = gomoku();
    program.run(&["--help"], "").ends(0).has(&[
        "Players:",
        "human",
        "combined",
        "strong",
        "Examples:",
        "gomoku analyze",
    ]);
    for verb in ["play", "arena", "engine", "analyze", "puzzles", "bench", "tune"] {
        program.run(&[verb, "--help"], "").ends(0).has(&["Usage: gomoku ", verb]);
    }
    for (verb, example) in [("analyze", "--vcf h8"), ("engine", "TURN 7,7"), ("puzzles", "--make 30")] {
        program.run(&[verb, "--help"], "").ends(0).has(&["Example", example]);
    }
}
