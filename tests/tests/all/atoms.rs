//! Exploding Atoms, the whole program: through pipes, with real files.

use crate::games::ATOMS;
use crate::shared::shared_tests;
use whole_programs::{Program, Talk};

shared_tests!(ATOMS);

#[test]
fn a_short_game_is_played_to_its_end() {
    ATOMS.program().run(&["play", "--size", "2x2"], "a1\nb1\na1\n").ends(0).has(&[
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
    ATOMS.program().run(&["play", "--size", "3x3"], moves).ends(0).has(&["Orange puts an electron on a1."]);
    ATOMS
        .program()
        .run(&["play", "--size", "3x3", "--rule", "kept"], moves)
        .ends(0)
        .has(&["Not possible: the atom on a1 is Blue's", "Orange's turn"]);
}

#[test]
fn moves_are_taken_back_played_again_and_advised() {
    let said = ATOMS.program().run(
        &["play", "--size", "2x2", "--time", "120000"],
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
    let program = ATOMS.program();
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
    talk.say("setoption name Size value 4x5");
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
    let program = ATOMS.program();
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
