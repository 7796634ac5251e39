//! Exploding Atoms, the whole program: through pipes, with real files.

use crate::games::ATOMS;
use crate::shared::shared_tests;
use whole_programs::{Program, Running};

shared_tests!(ATOMS);

#[test]
fn a_short_game_is_played_to_its_end() {
    ATOMS
        .program()
        .run(&["play", "--players", "human", "human", "--size", "2x2"], "a1\nb1\na1\n")
        .exits(0)
        .prints(&[
            "Exploding Atoms. 2x2 board, emptied squares become free.",
            "Humans: Blue, Orange.",
            "Blue's turn: a square for an electron, as in b2",
            "Blue puts an electron on a1.",
            " 1 [●1!] · \n",
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
    ATOMS
        .program()
        .run(&["play", "--players", "human", "human", "--size", "3x3"], moves)
        .exits(0)
        .prints(&["Orange puts an electron on a1."]);
    ATOMS
        .program()
        .run(&["play", "--players", "human", "human", "--size", "3x3", "--rule", "kept"], moves)
        .exits(0)
        .prints(&["Not possible: the atom on a1 is Blue's", "Orange's turn"]);
}

#[test]
fn moves_are_taken_back_played_again_and_advised() {
    let output = ATOMS.program().run(
        &["play", "--players", "human", "human", "--size", "2x2", "--time", "120000"],
        "undo\na1\nb1\nundo\nmoves\nredo\nredo\nhint\na1\nhint\nundo\nnew\n",
    );
    output.exits(0).prints(&[
        "Blue's turn",
        "Not possible: ",
        "Blue puts an electron on a1.",
        "Orange puts an electron on b1.",
        "Orange's turn",
        "  1. Blue: a1\n  2. Orange: b1 (undone)\n",
        "Blue's turn",
        "Not possible: ",
        "Hint: a1 (explodes): Blue wins.",
        "Blue wins after 3 moves",
        "No hint available",
        "Blue's turn",
        "Blue: 0 squares, 0 electrons",
    ]);
}

/// An engine that has output what it is.
fn engine(program: &Program) -> Running {
    let mut running = program.start(&["engine", "--seed", "1"]);
    running.send("ugi");
    running.read_until("option name Size type string default 8x8");
    running.read_until("option name Rule type combo default neutral var neutral var kept");
    running.read_until("ugiok");
    for line in ["setoption name Threads value 1", "setoption name Hash value 8", "isready"] {
        running.send(line);
    }
    running.read_until("readyok");
    running
}

#[test]
fn the_engine_speaks_through_a_pipe() {
    let program = ATOMS.program();
    let mut running = engine(&program);
    let ask = |running: &mut Running, question: &str| {
        running.send(&format!("query {question}"));
        running.read_until("response ")
    };
    running.send("setoption name Size value 2x2");
    running.send("position startpos moves a1 b1");
    for go in ["go depth 2", "go nodes 100", "go movetime 20"] {
        running.send(go);
        assert_eq!(running.read_until("bestmove"), "bestmove a1", "{go}");
    }
    running.send("position startpos moves a1 b1 a1");
    assert_eq!(ask(&mut running, "gameover"), "response true");
    assert_eq!(ask(&mut running, "result"), "response p1win");
    running.send("setoption name Size value 5x4");
    running.send("setoption name Rule value kept");
    running.send("position startpos moves a1 e4");
    assert_eq!(ask(&mut running, "gameover"), "response false");
    assert_eq!(ask(&mut running, "p1turn"), "response true");
    running.send("go infinite");
    running.read_until("info depth 1 ");
    running.send("stop");
    running.read_until("bestmove ");
    running.send("setoption name Level value source");
    running.send("position startpos");
    running.send("go movetime 20");
    running.read_until("bestmove ");
    running.send("position startpos");
    running.send("go infinite");
    running.send("quit");
    running.finish().exits(0);
}

#[test]
fn the_engine_tells_what_is_wrong_and_goes_on() {
    let program = ATOMS.program();
    let mut running = program.start(&["engine", "--size", "3x3", "--seed", "1"]);
    running.send("stop");
    running.send("go depth 1");
    running.read_until("bestmove ");
    for (line, why) in [
        ("fly me", "unknown command 'fly me'"),
        ("\u{1}\u{2}\u{ff}", "unknown command"),
        ("position", "a position is given as 'position startpos moves …'"),
        ("position fen 8/8", "a position is given as 'position startpos moves …'"),
        ("position startpos moves a1 a1", "move 2 'a1' cannot be played: the atom on a1 is Blue's"),
        ("position startpos moves d1", "move 1 'd1' cannot be played: there is no square d1"),
        ("position startpos moves hello", "move 1 'hello' cannot be played"),
        ("setoption", "an option is set as 'setoption name NAME value VALUE'"),
        ("setoption name Size value 99x99", "'99x99' is not a valid size: use"),
        ("setoption name Size value", "size"),
        ("setoption name Rule value maybe", "'maybe' is not a valid rule: use neutral or kept"),
        ("setoption name Level value clever", "there is no level 'clever'"),
        ("setoption name Threads value 0", "'0' is not valid"),
        ("setoption name Hash value lots", "'lots' is not a valid"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("go movetime soon", "'movetime' needs a whole number, not 'soon'"),
        ("query meaning", "there is no query 'meaning'"),
    ] {
        running.send(line);
        let output = running.read_until("info string error: ");
        assert!(output.contains(why), "{line}: {output}");
    }
    running.send("isready");
    running.read_until("readyok");
    running.send("go infinite");
    running.send("go infinite");
    running.read_until("info string error: a search is under way; stop it first");
    running.send("stop");
    running.read_until("bestmove ");
    running.send("setoption name Size value 2x2");
    running.send("position startpos moves a1 b1 a1");
    running.send("go depth 3");
    running.read_until("bestmove none");
    running.send("quit");
    running.finish().exits(0);
}
