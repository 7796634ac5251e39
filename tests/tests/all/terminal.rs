//! The games in a terminal: colours, line editing and history. Where no terminal can be made, these tests do nothing.

use std::fs;
use whole_programs::Program;

const PLAY: [&[&str]; 5] = [
    &["atoms", "play", "--orange", "human"],
    &["qttt", "play", "--y", "human"],
    &["gomoku", "play", "--white", "human"],
    &["cellgame", "play", "--seed", "1"],
    &["warlight", "play", "--players", "human", "random", "--map", "brindle", "--seed", "1"],
];

/// How a colour begins.
const COLOUR: &str = "\x1b[38;5;";

/// Everything up to the first prompt of each game.
fn first_screens(args: &[&str], variables: &[(&str, &str)]) -> Vec<String> {
    let screen = |game: &[&'static str]| {
        let program = Program::new(game[0]);
        let mut running = program.start_in_terminal(&[&game[1..], args].concat(), variables)?;
        let screen = running.read_up_to("> ");
        running.press("quit\r");
        running.wait().exits(0);
        Some(screen)
    };
    PLAY.iter().filter_map(|game| screen(game)).collect()
}

#[test]
fn a_terminal_has_colours_unless_they_are_not_wanted() {
    for screen in first_screens(&[], &[]) {
        assert!(screen.contains(COLOUR), "{screen}");
    }
    for screen in first_screens(&[], &[("NO_COLOR", "1")]) {
        assert!(!screen.contains(COLOUR), "{screen}");
    }
    for screen in first_screens(&["--color", "never"], &[]) {
        assert!(!screen.contains(COLOUR), "{screen}");
    }
}

#[test]
fn a_terminal_that_is_not_utf8_gets_ascii() {
    for screen in first_screens(&[], &[("LANG", "C")]) {
        assert!(screen.is_ascii(), "{screen}");
    }
}

#[test]
fn a_pipe_has_no_colours() {
    for game in PLAY {
        let program = Program::new(game[0]);
        let output = program.run(&game[1..], "help\nrules\nhint\nquit\n");
        assert!(!output.exits(0).stdout.contains('\x1b'), "{output:#?}");
        let forced = program.run(&[&game[1..], &["--new", "--color", "always"]].concat(), "quit\n");
        assert!(forced.exits(0).stdout.contains(COLOUR), "{forced:#?}");
    }
}

#[test]
fn lines_are_edited_remembered_and_completed() {
    let program = Program::new("atoms");
    let play = ["play", "--orange", "human", "--size", "3x3"];
    let Some(mut running) = program.start_in_terminal(&play, &[]) else { return };
    running.read_up_to("> ");
    // The arrow key goes back to the wrong letter.
    running.press("x3\x1b[D\x7fa\r");
    running.read_up_to("Blue puts an electron on a3.");
    running.read_up_to("> ");
    running.press("und\t\r");
    running.read_up_to("Blue's turn");
    running.read_up_to("> ");
    running.press("\x1b[A\x1b[A\r");
    running.read_up_to("Blue puts an electron on a3.");
    running.read_up_to("> ");
    // Ctrl-D leaves and keeps the game.
    running.press("\x04");
    running.read_up_to("The game is saved; 'atoms play --continue' continues it.");
    running.wait().exits(0);
    assert_eq!(fs::read_to_string(program.data().join("history.txt")).unwrap(), "a3\nundo\na3\n");
    // The next run remembers, and Ctrl-C leaves too.
    let mut again = program.start_in_terminal(&["play", "--continue"], &[]).expect("a terminal");
    again.read_up_to("> ");
    again.press("\x1b[A\x1b[A\r");
    again.read_up_to("undo");
    // The next prompt: before it, Ctrl-C is a signal and not a key.
    again.read_up_to("'s turn");
    again.read_up_to("> ");
    again.press("\x03");
    again.wait().exits(0);
}

#[test]
fn secret_moves_are_not_remembered() {
    let program = Program::new("warlight");
    let play = ["play", "--players", "human", "human", "--map", "brindle", "--seed", "1"];
    let Some(mut running) = program.start_in_terminal(&play, &[]) else { return };
    running.read_up_to("> ");
    running.press("pick 1 2\r");
    running.read_up_to("> ");
    running.press("quit\r");
    running.wait().exits(0);
    assert!(!program.data().join("history.txt").exists());
}
