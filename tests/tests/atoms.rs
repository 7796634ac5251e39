//! Exploding Atoms, the whole program: through pipes, with real files.

use serde_json::Value;
use std::fs;
use whole_programs::{Program, Said, Talk};

fn atoms() -> Program {
    Program::new("atoms")
}

/// A game on a small board that is saved after three moves.
fn saved(program: &Program, name: &str) -> String {
    let file = program.file(name);
    let lines = format!("a1\nb2\na1\nsave {file}\n");
    program.run(&["play", "--new", "--size", "3x3"], &lines).ends(0).has(&["Saved as"]);
    file
}

#[test]
fn a_short_game_is_played_to_its_end() {
    atoms().run(&["play", "--size", "2x2"], "a1\nb1\na1\n").ends(0).has(&[
        "Exploding Atoms. Blue: human, Orange: human, Size: 2x2, Rule: neutral.",
        "Blue's turn: a square for an electron, as in b2",
        "Blue puts an electron on a1.",
        " 1  ●1!  · \n",
        "Orange's turn",
        "Orange puts an electron on b1.",
        "Blue's turn",
        "Blue puts an electron on a1.",
        "It explodes and takes one square of Orange.",
        "Blue wins after 3 moves: Orange has no atom left.",
    ]);
}

#[test]
fn the_rule_kept_leaves_an_empty_atom_to_its_owner() {
    let moves = "a1\nc3\na1\na1\n";
    atoms().run(&["play", "--size", "3x3"], moves).ends(0).has(&["Orange puts an electron on a1."]);
    atoms()
        .run(&["play", "--size", "3x3", "--rule", "kept"], moves)
        .ends(0)
        .has(&["Not possible: the atom on a1 is Blue's", "Orange's turn"]);
}

#[test]
fn every_wrong_input_has_its_own_sentence_and_the_same_player_is_asked_again() {
    let said = atoms().run(&["play", "--size", "4x3"], "a1\na1\ne1\na4\na0\nb\nhello\nundo now\nB2\n");
    said.ends(0).has(&[
        "Orange's turn",
        "Not possible: the atom on a1 is Blue's; choose one of your own or one that is neutral.",
        "Orange's turn",
        "Not possible: there is no square e1 on this board; it has the columns a to d and the rows 1 to 3.",
        "Orange's turn",
        "Not possible: there is no square a4 on this board",
        "Orange's turn",
        "Not possible: there is no square a0 on this board",
        "Orange's turn",
        "Not possible: 'b' is no square; type the letter of a column and the number of a row, as in c4.",
        "Orange's turn",
        "Not possible: 'hello' is neither a move nor a command; help lists the commands.",
        "Orange's turn",
        "Not possible: undo stands alone on its line.",
        "Orange's turn",
        "Orange puts an electron on b2.",
        "Blue's turn",
    ]);
}

#[test]
fn moves_are_taken_back_played_again_and_advised() {
    let said = atoms().run(
        &["play", "--size", "2x2", "--time", "50"],
        "undo\na1\nb1\nundo\nmoves\nredo\nredo\nhint\na1\nhint\nundo\nnew\n",
    );
    said.ends(0).has(&[
        "Blue's turn",
        "Not possible: ",
        "Blue puts an electron on a1.",
        "Orange puts an electron on b1.",
        "Orange's turn",
        "  1. Blue: a1\n  2. Orange: b1 (taken back)\n",
        "Blue's turn",
        "Not possible: ",
        "Hint: a1, explodes: Blue wins.",
        "Blue wins after 3 moves",
        "There is no hint",
        "Blue's turn",
        "Blue: 0 squares, 0 electrons",
    ]);
}

#[test]
fn without_a_display_the_bare_command_says_so_and_plays_here() {
    let none: [&str; 0] = [];
    let said = atoms().run(&none, "c4\n");
    said.ends(0).has(&["Blue's turn", "Blue puts an electron on c4.", "Orange's turn"]);
    assert!(said.err.ends_with("so the game is played here in the terminal.\n"), "{said:?}");
    assert_eq!(said.err.lines().count(), 1);
}

#[test]
fn a_game_that_is_killed_goes_on() {
    let program = atoms();
    let mut talk = program.talk(&["play", "--size", "5x3", "--rule", "kept"]);
    talk.say("a1");
    talk.say("e3");
    talk.hear("Blue's turn");
    talk.hear("Blue's turn");
    talk.kill();
    program.run(&["play"], "a1\nquit\n").ends(0).has(&[
        "Going on with the game that was interrupted",
        "Size: 5x3, Rule: kept",
        "Blue's turn",
        "Blue puts an electron on a1.",
    ]);
    let said = program.run(&["play"], "");
    said.ends(0).has(&["Size: 8x8"]);
    assert!(!said.out.contains("Going on"), "a game that was left on purpose waits to be asked for");
    program.run(&["play", "--continue"], "").ends(0).has(&["Size: 5x3", "Orange's turn"]);
}

#[test]
fn machines_play_to_the_end_by_themselves() {
    let said =
        atoms().run(&["play", "--size", "3x3", "--blue", "random", "--orange", "easy", "--seed", "1"], "");
    said.ends(0).has(&["Blue's turn: random is thinking", "Orange's turn: easy is thinking", " wins after "]);
}

#[test]
fn a_saved_game_is_loaded() {
    let program = atoms();
    let file = saved(&program, "my game.yaml");
    let said = program.run(&["play", "--load", &file], "moves\nc3\n");
    said.ends(0).has(&[
        "Size: 3x3",
        "Orange's turn",
        "  3. Blue: a1, explodes",
        "Orange puts an electron on c3.",
    ]);
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_sentence() {
    let program = atoms();
    let file = saved(&program, "game.yaml");
    let whole = fs::read_to_string(&file).unwrap();
    let try_out = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let said = program.run(&["play", "--load", &file], "");
        assert_eq!(said.out, "");
        let inside = program.run(&["play", "--new", "--size", "3x2"], &format!("load {file}\nmoves\n"));
        inside.ends(0).has(&["Not loaded: ", "Blue's turn", "No move has been made yet."]);
        assert_eq!(fs::read(&file).unwrap(), bytes, "what could not be read is left as it is");
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
    assert!(try_out(b"\x01\x02 noise: [").ends_with("this is not a saved game of atoms"));
    let wrong = |from: &str, to: &str| {
        assert!(whole.contains(from), "{whole}");
        try_out(whole.replacen(from, to, 1).as_bytes())
    };
    let why = wrong("- b2", "- a1");
    assert!(why.contains("its move 2, 'a1', cannot be played: the atom on a1 is Blue's"), "{why}");
    assert!(wrong("- b2", "- d4").contains("its move 2, 'd4', cannot be played"));
    for size in ["99x99", "5x1", "abc", "17x2", "''", "-3x3", "3x3x3"] {
        let why = wrong("size: 3x3", &format!("size: {size}"));
        assert!(why.contains("2 to 16 columns and rows"), "{size}: {why}");
    }
    assert!(wrong("rule: neutral", "rule: maybe").contains("game.yaml"));
}

#[test]
fn a_saved_game_of_another_program_is_refused() {
    let (qttt, program) = (Program::new("qttt"), atoms());
    let file = qttt.file("other.yaml");
    qttt.run(&["play"], &format!("0 1\nsave {file}\n")).ends(0).has(&["Saved as"]);
    let why = program.run(&["play", "--load", &file], "").fails(2).to_owned();
    assert!(why.contains("saved game of 'qttt', not of 'atoms'"), "{why}");
}

#[test]
fn a_damaged_autosave_does_not_stop_anybody() {
    let program = atoms();
    saved(&program, "game.yaml");
    fs::write(program.dir().join("autosave-1.yaml"), [0xff; 99]).unwrap();
    program
        .run(&["play"], "a1\n")
        .ends(0)
        .has(&["The game that was going on cannot be read", "Orange's turn"]);
    assert!(program.dir().join("autosave-1.yaml.damaged").exists());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = atoms();
    for args in [
        &["play"][..],
        &["play", "--size", "3x3", "--blue", "random", "--orange", "random"],
        &["solve", "--size", "4x3"],
        &["solve", "--size", "2x2", "--json"],
        &["arena", "random", "random", "--games", "2", "--size", "2x2"],
        &["engine"],
        &["--help"],
        &["solve", "--help"],
    ] {
        let mut talk = program.talk(args);
        talk.stop_listening();
        for line in ["ugi", "rules", "help", "a1", "board"] {
            talk.say(line);
        }
        talk.finish().ends(0);
    }
}

#[test]
fn bad_usage_exits_with_two_and_says_what_there_is() {
    let program = atoms();
    let sizes = "a board has 2 to 16 columns and rows, as in 8x8 or 12x6";
    for (args, why) in [
        (&["fly"][..], "'fly'"),
        (&["play", "--size", "1x1"], sizes),
        (&["play", "--size", "2x17"], sizes),
        (&["play", "--size", "17"], sizes),
        (&["play", "--size", "axb"], sizes),
        (&["arena", "random", "random", "--size", "0x0"], sizes),
        (&["engine", "--size", "x"], sizes),
        (&["solve", "--size", "2x99999999999"], sizes),
        (&["play", "--rule", "maybe"], "neutral, kept"),
        (&["play", "--orange"], "--orange"),
        (&["play", "--orange", "clever"], "there is no player 'clever'; there are random, easy,"),
        (&["play", "--orange", "hard:deep=3"], "player 'hard' has no option 'deep'; it takes depth, slip"),
        (&["play", "--orange", "hard:depth=many"], "option 'depth' of player 'hard' cannot be 'many'"),
        (&["play", "--orange", "hard:depth=0"], "option 'depth' of player 'hard' cannot be '0'"),
        (&["play", "--orange", "easy:slip=2"], "option 'slip' of player 'easy' cannot be '2'"),
        (&["play", "--orange", "strong:hash=0"], "option 'hash' of player 'strong' cannot be '0'"),
        (&["play", "--orange", "random:depth"], "'depth' should be key=value"),
        (&["play", "--clock", "soon"], "soon"),
        (&["play", "--time", "0"], "0"),
        (&["play", "--new", "--continue"], "--continue"),
        (&["play", "--load", "a", "--size", "3x3"], "--size"),
        (&["arena"], "<A>"),
        (&["arena", "random", "clever"], "player B, clever, cannot play"),
        (&["engine", "--level", "clever"], "there is no player 'clever'"),
        (&["solve"], "--size"),
        (&["solve", "--size", "8x8"], "too many positions"),
        (&["tune"], "--out"),
    ] {
        let said = program.run(args, "");
        said.ends(2);
        assert!(said.err.starts_with("error: ") && said.out.is_empty(), "{args:?}: {said:#?}");
        assert!(said.err.contains(why), "{args:?}: {said:#?}");
    }
    assert!(program.run(&["play", "--continue"], "").fails(1).contains("there is no game to go on with"));
    assert!(program.run(&["play", "--load", "nowhere"], "").fails(2).contains("nowhere cannot be read"));
}

/// An engine that has said what it is.
fn engine(program: &Program) -> Talk {
    let mut talk = program.talk(&["engine", "--seed", "1"]);
    talk.say("ugi");
    talk.hear("option name Size type string default 8x8");
    talk.hear("option name Rule type combo default neutral var neutral var kept");
    talk.hear("ugiok");
    for line in ["setoption name Threads value 1", "setoption name Hash value 8", "isready"] {
        talk.say(line);
    }
    talk.hear("readyok");
    talk
}

#[test]
fn the_engine_speaks_through_a_pipe() {
    let program = atoms();
    let mut talk = engine(&program);
    let ask = |talk: &mut Talk, question: &str| {
        talk.say(&format!("query {question}"));
        talk.hear("response ")
    };
    talk.say("setoption name Size value 2x2");
    talk.say("position startpos moves a1 b1");
    for go in ["go depth 2", "go nodes 100", "go movetime 20"] {
        talk.say(go);
        assert_eq!(talk.hear("bestmove"), "bestmove a1", "{go}");
    }
    talk.say("position startpos moves a1 b1 a1");
    assert_eq!(ask(&mut talk, "gameover"), "response true");
    assert_eq!(ask(&mut talk, "result"), "response p1win");
    talk.say("setoption name Size value 5x4");
    talk.say("setoption name Rule value kept");
    talk.say("position startpos moves a1 e4");
    assert_eq!(ask(&mut talk, "gameover"), "response false");
    assert_eq!(ask(&mut talk, "p1turn"), "response true");
    talk.say("go infinite");
    talk.hear("info depth 1 ");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("setoption name Level value source");
    talk.say("position startpos");
    talk.say("go movetime 20");
    talk.hear("bestmove ");
    talk.say("position startpos");
    talk.say("go infinite");
    talk.say("quit");
    talk.finish().ends(0);
}

#[test]
fn the_engine_tells_what_is_wrong_and_goes_on() {
    let program = atoms();
    let mut talk = program.talk(&["engine", "--size", "3x3", "--seed", "1"]);
    talk.say("stop");
    talk.say("go depth 1");
    talk.hear("bestmove ");
    for (line, why) in [
        ("fly me", "unknown command 'fly me'"),
        ("\u{1}\u{2}\u{ff}", "unknown command"),
        ("position", "a position is given as 'position startpos moves …'"),
        ("position fen 8/8", "a position is given as 'position startpos moves …'"),
        ("position startpos moves a1 a1", "move 2 'a1' cannot be played: the atom on a1 is Blue's"),
        ("position startpos moves d1", "move 1 'd1' cannot be played: there is no square d1"),
        ("position startpos moves hello", "move 1 'hello' cannot be played"),
        ("setoption", "an option is set as 'setoption name NAME value VALUE'"),
        ("setoption name Size value 99x99", "'99x99' is no value of Size"),
        ("setoption name Size value", "Size"),
        ("setoption name Rule value maybe", "'maybe' is no value of Rule; it takes neutral or kept"),
        ("setoption name Level value clever", "there is no level 'clever'"),
        ("setoption name Threads value 0", "'0' is no value of Threads"),
        ("setoption name Hash value lots", "'lots' is no value of Hash"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("go movetime soon", "'movetime' needs a whole number, not 'soon'"),
        ("query meaning", "there is no query 'meaning'"),
    ] {
        talk.say(line);
        let said = talk.hear("info string error: ");
        assert!(said.contains(why), "{line}: {said}");
    }
    talk.say("isready");
    talk.hear("readyok");
    talk.say("go infinite");
    talk.say("go infinite");
    talk.hear("info string error: a search is under way; stop it first");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("setoption name Size value 2x2");
    talk.say("position startpos moves a1 b1 a1");
    talk.say("go depth 3");
    talk.hear("bestmove none");
    talk.say("quit");
    talk.finish().ends(0);
}

#[test]
fn the_engine_ends_with_its_input() {
    let program = atoms();
    let said: Said = program.run(&["engine"], "ugi\nposition startpos moves a1\ngo infinite");
    said.ends(0).has(&["ugiok", "bestmove "]);
}

#[test]
fn an_engine_plays_at_the_table() {
    let program = atoms();
    let engine = format!("cmd:'{}' engine --level random --seed 1", program.binary().display());
    let said = program.run(&["play", "--size", "4x3", "--rule", "kept", "--orange", &engine], "a1\n");
    said.ends(0).has(&["Orange's turn: cmd:", "Orange puts an electron on "]);
}

#[test]
fn the_arena_tells_its_result_as_json() {
    let program = atoms();
    let args = ["arena", "random", "easy", "--games", "6", "--size", "3x3", "--rule", "kept", "--seed", "1"];
    let said = program.run(&[&args[..], &["--threads", "1", "--json"]].concat(), "");
    let json: Value = serde_json::from_str(said.ends(0).out.trim()).unwrap();
    let count = |key: &str| json[key].as_u64().unwrap();
    assert_eq!(count("games"), 6);
    assert_eq!((count("wins") + count("losses"), count("draws")), (6, 0), "there is no draw");
    assert_eq!((&json["setup"]["size"], &json["setup"]["rule"]), (&"3x3".into(), &"kept".into()));
}

#[test]
fn bench_tells_its_result_as_json() {
    let said = atoms().run(&["bench", "--json"], "");
    let json: Value = serde_json::from_str(said.ends(0).out.trim()).unwrap();
    for part in ["search", "board", "plain"] {
        assert!(json[part]["nodes"].as_u64().unwrap() > 0, "{json}");
    }
    assert_eq!(json["nodes"], json["search"]["nodes"]);
}

#[test]
fn help_names_the_levels_and_shows_examples() {
    let program = atoms();
    program.run(&["--help"], "").ends(0).has(&[
        "Players:",
        "human",
        "random",
        "strong",
        "Examples:",
        "atoms solve",
    ]);
    for verb in ["play", "arena", "engine", "solve", "bench", "tune"] {
        program.run(&[verb, "--help"], "").ends(0).has(&["Usage: atoms ", verb]);
    }
}
