//! The game in a terminal: lines in, sentences out.

use common::session::{Autosave, Seat, Session};
use common::terminal::{Rendering, TerminalOptions, play};
use qttt::rules::{Position, Scoring, Setup};
use std::time::Duration;

fn terminal(scoring: Scoring, lines: &str) -> String {
    let session: Session<Position> = Session::new(Setup { scoring }, vec![Seat::Human; 2], 1).unwrap();
    let options = TerminalOptions {
        interactive: false,
        think_time: Duration::from_millis(100),
        seed: 1,
        store: None,
        rendering: Rendering::PLAIN,
        file: None,
    };
    let mut output = Vec::new();
    play(session, &mut Autosave::off(), options, &mut lines.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Asserts that the output has these parts in this order.
fn has(output: &str, parts: &[&str]) {
    let mut rest = output;
    for part in parts {
        let start = rest.find(part);
        let start = start.unwrap_or_else(|| panic!("'{part}' is missing or out of order:\n{output}"));
        rest = &rest[start + part.len()..];
    }
}

#[test]
fn the_source_documents_example() {
    let output = terminal(Scoring::Seed, "0 1\n1 4\n0 4\n");
    has(
        &output,
        &[
            "x's turn: two cells for x1, as in 0 1",
            "y's turn: two cells for y2, as in 0 1",
            "x's turn: two cells for x3, as in 0 1",
            "A cycle: cells 0, 1 and 4 are entangled by x1, y2 and x3.",
            "y's turn: choose one of two collapses of the cycle of cells 0, 1 and 4:\n  3@0  x1 in 1, y2 in 4, x3 in 0 (type 0 x3, 1 x1 or 4 y2)\n  3@4  x1 in 0, y2 in 1, x3 in 4 (type 4 x3, 1 y2 or 0 x1)\n",
        ],
    );
    assert_eq!(output.matches("\n  3@").count(), 2, "exactly two collapses");
}

#[test]
fn a_move_can_be_typed_in_two_lines() {
    let output = terminal(Scoring::Seed, "0\n0\n9\n1\n04\n4\nback\n5\n\n2\n3-7\n0 8\n");
    has(
        &output,
        &[
            "x: x1 in cell 0; now its second cell",
            "Not possible: a mark goes into two different cells",
            "x: x1 in cell 0; now its second cell",
            "Not possible: there is no cell 9 on the board",
            "x: x1 in cell 0; now its second cell",
            "x puts x1 into cells 0 and 1.",
            "y puts y2 into cells 0 and 4.",
            "x: x3 in cell 4; now its second cell",
            "x's turn: two cells for x3, as in 0 1",
            "x: x3 in cell 5; now its second cell",
            "x's turn: two cells for x3, as in 0 1",
            "x: x3 in cell 2; now its second cell",
            "x puts x3 into cells 3 and 7.",
            "y puts y4 into cells 0 and 8.",
        ],
    );
}

#[test]
fn a_collapse_can_be_typed_in_two_lines() {
    let output = terminal(Scoring::Seed, "01\n14\n04\n3\n9\n0\n2\nx3\n");
    has(
        &output,
        &[
            "Not possible: cell 3 is empty",
            "y's turn",
            "Not possible: there is no cell 9",
            "y's turn",
            "y: cell 0; now the mark, x1 or x3",
            "Not possible: y2 is not one of the two cycle marks in cell 0",
            "y: cell 0; now the mark, x1 or x3",
            "y chooses a collapse: x1 in 1, y2 in 4, x3 in 0.",
            "y's turn: two cells for y4, as in",
        ],
    );
}

#[test]
fn the_list_of_collapses_shows_which_end_the_game() {
    let lines = "0 3\n1 3\n1 4\n4 6\n5 6\n2 5\n0 2\n";
    has(&terminal(Scoring::Seed, lines), &["x7 in 2: x wins (type 2 x7"]);
    has(&terminal(Scoring::Goff, lines), &["x7 in 2: y wins (type 2 x7"]);
}

#[test]
fn the_board_shows_small_and_big_marks() {
    let output = terminal(Scoring::Seed, "0 1\n0 1\n0 x1\n4 8\n");
    let board = output.rsplit("\n\n").next().unwrap();
    let drawn: Vec<&str> = board.lines().take(13).collect();
    assert_eq!(
        drawn,
        [
            r"┌────────────┬────────────┬────────────┐",
            r"│   \    /   │   \    /   │            │",
            r"│    [x1]    │    [y2]    │            │",
            r"│   /    \  0│     ||    1│           2│",
            r"├────────────┼────────────┼────────────┤",
            r"│            │      [x3]  │            │",
            r"│            │            │            │",
            r"│           3│           4│           5│",
            r"├────────────┼────────────┼────────────┤",
            r"│            │            │      [x3]  │",
            r"│            │            │            │",
            r"│           6│           7│           8│",
            r"└────────────┴────────────┴────────────┘",
        ]
    );
}
