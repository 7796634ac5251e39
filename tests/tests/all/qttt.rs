//! Quantum tic-tac-toe, the whole program: through pipes, with real files.

use crate::games::QTTT;
use crate::shared::{json, shared_tests};

shared_tests!(QTTT);

#[test]
fn the_documents_example_announces_its_cycle_and_two_collapses() {
    let output = QTTT.program().run(&["play", "--players", "human", "human"], "0 1\n1 4\n0 4\n");
    output.exits(0).prints(&[
        "x's turn",
        "y's turn",
        "x's turn",
        "A cycle: cells 0, 1 and 4 are entangled by x1, y2 and x3.",
        "y's turn: choose one of two collapses of the cycle of cells 0, 1 and 4",
        "  3@0  x1 in 1, y2 in 4, x3 in 0",
        "  3@4  x1 in 0, y2 in 1, x3 in 4",
        "The game is saved; 'qttt play --continue' continues it.",
    ]);
    assert_eq!(output.stdout.matches("\n  3@").count(), 2);
}

#[test]
fn of_two_lines_the_lower_number_wins() {
    let moves = "0 3\n1 3\n1 4\n4 6\n5 6\n2 5\n0 2\n2 x7\n";
    QTTT.program().run(&["play", "--players", "human", "human"], moves).exits(0).prints(&[
        "Both have a line: x has the line 0, 1 and 2 with x1, x3 and x7; y has the line 3, 4 and 5 with y2, y4 and y6.",
        "x wins: its lowest number is x1, that of y is y2.",
    ]);
    QTTT.program()
        .run(&["play", "--players", "human", "human", "--scoring", "goff"], moves)
        .exits(0)
        .prints(&["y wins with 1 point to ½"]);
}

#[test]
fn a_wrong_choice_of_a_collapse_is_explained() {
    let output = QTTT
        .program()
        .run(&["play", "--players", "human", "human"], "0 1\n1 4\n2 5\n0 4\n8 x1\n2 x3\n0 y2\n0 x1\n");
    output.exits(0).prints(&[
        "A cycle: cells 0, 1 and 4 are entangled by x1, y2 and y4.",
        "x's turn: choose",
        "Not possible: cell 8 is empty",
        "x's turn: choose",
        "Not possible: cell 2 has marks but is not on the cycle",
        "x's turn: choose",
        "Not possible: y2 is not one of the two cycle marks in cell 0",
        "x's turn: choose",
        "x chooses a collapse: x1 in 0, y2 in 1, y4 in 4.",
        "x's turn: two cells for x5",
    ]);
}

#[test]
fn the_engine_speaks_through_a_pipe() {
    let program = QTTT.program();
    let mut running = program.start(&["engine", "--seed", "1"]);
    running.send("ugi");
    running.read_until("ugiok");
    running.send("setoption name Scoring value goff");
    running.send("isready");
    running.read_until("readyok");
    running.send("position startpos moves 0-1 1-4 0-4");
    running.send("go infinite");
    running.send("stop");
    let answer = running.read_until("bestmove");
    assert!(["bestmove 3@0", "bestmove 3@4"].contains(&answer.as_str()), "{answer}");
    running.send("query p1turn");
    running.read_until("response false");
    running.send("position startpos");
    running.send("go infinite");
    running.send("quit");
    running.finish().exits(0);
}

#[test]
fn solve_tells_its_answer_as_json() {
    let program = QTTT.program();
    let moves = "0-3 1-3 1-4 4-6 5-6 2-5 0-2";
    let solve = |scoring| {
        let args = ["solve", "--scoring", scoring, "--position", moves, "--json"];
        json(program.run(&args, "").exits(0))
    };
    let (seed, goff) = (solve("seed"), solve("goff"));
    assert_eq!(seed["value"], 1.0);
    assert_eq!(goff["value"], -0.5, "y takes the collapse with both lines");
    assert_eq!(goff["first_moves"][0]["move"], "7@2");
    assert_eq!(goff["first_moves"][0]["value"], -0.5);
    assert_eq!(goff["first_moves"].as_array().unwrap().len(), 2);
    assert!(goff["states"].is_u64() && goff["seconds"].is_number());
}
