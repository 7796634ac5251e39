//! The game as it is played in a terminal: lines in, sentences and boards out.

use atoms::rules::{Position, Rule, Setup};
use common::session::{Autosave, Seat, Session};
use common::terminal::{Rendering, TerminalOptions, play};
use std::time::Duration;

fn terminal(size: &str, rule: Rule, lines: &str) -> String {
    let setup = Setup { size: size.parse().unwrap(), rule };
    let session: Session<Position> = Session::new(setup, vec![Seat::Human; 2], 1).unwrap();
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

/// The last board that was shown.
fn last_board(said: &str) -> Vec<&str> {
    said.rsplit("\n\n").next().unwrap().lines().collect()
}

#[test]
fn the_board_shows_owners_electrons_and_what_is_critical() {
    let said = terminal("4x3", Rule::Neutral, "a1\nd3\nb1\nc2\nb1\nc2\n");
    assert_eq!(
        last_board(&said)[..6],
        [
            " 3   ·   ·   ·  ■1!",
            " 2   ·   · [■2]  · ",
            " 1  ●1! ●2!  ·   · ",
            "     a   b   c   d",
            "   Blue: 2 squares, 3 electrons",
            "   Orange: 2 squares, 3 electrons",
        ]
    );
}

#[test]
fn a_chain_is_told_and_an_empty_atom_is_nobodys_or_kept() {
    let lines = "a1\nd3\nb1\nc1\nb1\nc1\na1\n";
    let told =
        "Blue puts an electron on a1.\nIt sets off 3 explosions in 3 waves and takes one square of Orange.\n";
    let neutral = terminal("4x3", Rule::Neutral, lines);
    assert!(neutral.contains(told), "{neutral}");
    assert_eq!(
        last_board(&neutral)[..3],
        [" 3   ·   ·   ·  ■1!", " 2  ●1  ●1  ●1   · ", " 1 [●1!]●1   ·  ●1!"]
    );
    let kept = terminal("4x3", Rule::Kept, lines);
    assert!(kept.contains(told), "{kept}");
    assert_eq!(last_board(&kept)[2], " 1 [●1!]●1  ●0  ●1!");
}

#[test]
fn columns_and_rows_of_two_letters_stay_in_line() {
    let said = terminal("16x16", Rule::Neutral, "p16\na10\n");
    let board = last_board(&said);
    assert!(board[0].starts_with("16 ") && board[0].ends_with("●1!"), "{}", board[0]);
    assert!(board[6].starts_with("10 [■1]"), "{}", board[6]);
    assert!(board[16].ends_with("  o   p"), "{}", board[16]);
    let widths = board[..16].iter().map(|line| line.chars().count());
    assert!(widths.clone().min() == widths.max());
}
