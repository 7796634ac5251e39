//! The terminal with lines from memory, over a heap of seven counters.

use super::start::begin;
use super::*;
use crate::cli::Failure;
use crate::session::{Autosave, Seat, Session};
use crate::store::Store;
use crate::testing::toy::{Counters, Nim};
use std::fs;
use std::io::{self, Write};

struct House {
    dir: tempfile::TempDir,
    store: Store,
    interactive: bool,
}

fn house() -> House {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open("nim", Some(dir.path())).unwrap();
    House { dir, store, interactive: false }
}

fn request(seats: [&str; 2]) -> Request<Counters> {
    let seat = |text: &str| if text.is_empty() { None } else { Some(text.parse().unwrap()) };
    Request { setup: None, seats: seats.map(seat).to_vec() }
}

impl House {
    fn with(&self, args: &PlayArgs, seats: [&str; 2], lines: &str) -> Result<String, Failure> {
        let mut output = Vec::new();
        begin::<Nim>(args, &request(seats), &self.store, self.interactive, &mut lines.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).unwrap())
    }
    fn play(&self, seats: [&str; 2], lines: &str) -> String {
        self.with(&PlayArgs::default(), seats, lines).unwrap()
    }
    /// Leaves a game behind as if the program had been killed.
    fn interrupt(&self, moves: &[&str]) {
        let (mut autosave, _, _) = Autosave::open::<Nim>(&self.store);
        let mut session: Session<Nim> = Session::new(Counters::default(), vec![Seat::Human; 2], 1).unwrap();
        for text in moves {
            session.play_text(text).unwrap();
        }
        autosave.keep(&session);
    }
}

/// Asserts that the parts are said in this order.
fn has(output: &str, parts: &[&str]) {
    let mut rest = output;
    for part in parts {
        let at =
            rest.find(part).unwrap_or_else(|| panic!("'{part}' is not said, or not in order:\n{output}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_whole_game_through_a_pipe() {
    let said = house().play(["", ""], "3\n1\n3\n");
    assert_eq!(
        said,
        "\
Nim. Left: human, Right: human, Heap: 7, Most: 3, Last: wins, Motto: . 'help' tells what can be typed.

*******
Left's turn: 1 to 3
Left takes 3.

****
Right's turn: 1 to 3
Right takes 1.

***
Left's turn: 1 to 3
Left takes 3.


Left has won.
The game is over: undo takes a move back, new starts again, quit ends
"
    );
}

#[test]
fn prompts_are_for_people() {
    let mut house = house();
    assert!(!house.play(["", ""], "quit\n").contains("> "));
    house.interactive = true;
    assert!(house.play(["", ""], "quit\n").ends_with("Left's turn: 1 to 3\n> "));
}

#[test]
fn a_wrong_line_is_explained_and_the_same_player_asked_again() {
    let said = house().play(["", ""], "1\n5\nbanana\nsave\nundo 2\n\x1b[2J7\n\n");
    has(
        &said,
        &[
            "Not possible: only 1 to 3 can be taken.\nRight's turn",
            "Not possible: 'banana' is neither a move nor a command; help lists the commands.\nRight's turn",
            "Not possible: save needs the name of a file, as in: save game.yaml.\nRight's turn",
            "Not possible: undo stands alone on its line.\nRight's turn",
            "Not possible: '[2J7' is no number.\nRight's turn",
            "Right's turn",
        ],
    );
    assert!(!said.contains('\x1b'), "what comes from outside does not steer the terminal");
    has(&house().play(["", ""], &"9".repeat(3 << 20)), &["the line is too long", "Left's turn"]);
}

#[test]
fn commands_that_look() {
    let said =
        house().play(["", ""], "moves\n1\nmoves\nboard\nhelp\nrules\nundo\nmoves\nredo\nredo\nundo\nundo\n");
    has(
        &said,
        &[
            "No move has been made yet.",
            "  1. Left: 1      take 1\n",
            "\n******\n",
            "  save FILE  write the game to a file",
            "Take some; whoever takes the last one wins.",
            "\n*******\nLeft's turn",
            "  1. Left: 1      take 1 (taken back)\n",
            "\n******\nRight's turn",
            "Not possible: nothing was taken back",
            "\n*******\nLeft's turn",
            "Not possible: there is no move to take back.",
        ],
    );
}

#[test]
fn hints_and_values() {
    let said = house().play(["", ""], "hint\nvalues\n3\n1\n3\nhint\n");
    has(
        &said,
        &[
            "Hint: 3 (take 3): won.\nLeft's turn",
            "  won: 3\n  lost: 1  2\nLeft's turn",
            "There is no hint: it is nobody's turn",
        ],
    );
}

#[test]
fn against_a_machine() {
    let said = house().play(["one", ""], "undo\n1\ngo\n2\nquit\n");
    has(
        &said,
        &[
            "Left's turn: one is thinking\nLeft takes 1.",
            "******\nRight's turn",
            "*******\nLeft's turn: one waits; go lets it move",
            "Not possible: it is the machine's turn",
            "Left's turn: one is thinking\nLeft takes 1.",
            "Right takes 2.",
            "Left's turn: one is thinking\nLeft takes 1.",
            "The game is kept; 'nim play --continue' goes on with it.",
        ],
    );
}

#[test]
fn machines_alone_need_nobody() {
    let said = house().play(["master", "one"], "");
    assert!(said.ends_with("Left has won.\n"), "{said}");
    let said = house().play(["one", "gives-up"], "");
    assert!(
        said.ends_with("Right's player gives-up failed: there is no move to choose. So Left wins.\n"),
        "{said}"
    );
}

#[test]
fn clocks_are_shown() {
    let args = PlayArgs { clock: Some("5+3".parse().unwrap()), ..PlayArgs::default() };
    let said = house().with(&args, ["", ""], "1\n").unwrap();
    has(
        &said,
        &[
            "Time left: Left 5:00, Right 5:00.\nLeft's turn",
            "Time left: Left 5:03, Right 5:00.\nRight's turn",
        ],
    );
    let args = PlayArgs { clock: Some("0.000000000001".parse().unwrap()), ..PlayArgs::default() };
    let said = house().with(&args, ["", ""], "1\n").unwrap();
    has(&said, &["Left's time is up: Right wins.", "Not possible: the game is over", "The game is over"]);
}

#[test]
fn saving_and_loading() {
    let house = house();
    let path = |name: &str| house.dir.path().join(name).display().to_string();
    let (game, notes, none) = (path("my game.yaml"), path("notes.txt"), path("none"));
    fs::write(&notes, "buy milk").unwrap();
    let lines =
        format!("1\nsave {game}\n2\nsave {notes}\nload {none}\nload {notes}\nload {game}\nsave {game}\n");
    let said = house.play(["", ""], &lines);
    has(
        &said,
        &[
            &format!("Saved as {game}."),
            &format!("Not saved: {notes} exists and is no saved game; choose another name."),
            &format!("Not loaded: {none} cannot be read"),
            &format!("Not loaded: {notes} cannot be opened: this is not a saved game of nim."),
            &format!("Going on with {game}."),
            "\n******\nRight's turn",
            &format!("Saved as {game}."),
        ],
    );
    assert_eq!(fs::read_to_string(&notes).unwrap(), "buy milk");
    let args = PlayArgs { load: Some(game.into()), ..PlayArgs::default() };
    has(&house.with(&args, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
    let args = PlayArgs { load: Some(notes.into()), ..PlayArgs::default() };
    assert!(matches!(house.with(&args, ["", ""], ""), Err(Failure::Bad(_))));
}

#[test]
fn a_game_that_was_left_goes_on_only_if_asked() {
    let mut house = house();
    let go_on = PlayArgs { go_on: true, ..PlayArgs::default() };
    assert!(matches!(house.with(&go_on, ["", ""], ""), Err(Failure::No(_))));
    assert!(
        house.play(["", ""], "3\n").ends_with("The game is kept; 'nim play --continue' goes on with it.\n")
    );
    house.interactive = true;
    let said = house.play(["", ""], "");
    has(&said, &["An unfinished game is kept; 'nim play --continue'", "\n*******\n"]);
    has(&house.with(&go_on, ["", ""], "1\n").unwrap(), &["\n****\nRight's turn", "\n***\n"]);
    house.play(["", ""], "2\n");
    has(&house.with(&go_on, ["", ""], "").unwrap(), &["\n*****\nRight's turn"]);
}

#[test]
fn a_game_that_was_interrupted_goes_on_by_itself() {
    let house = house();
    house.interrupt(&["1", "1"]);
    let other = house.play(["", "one"], "");
    has(&other, &["\n*******\n"]);
    let said = house.play(["", "human"], "");
    has(
        &said,
        &["Going on with the game that was interrupted; 'new' starts afresh.\nNim.", "\n*****\nLeft's turn"],
    );
    assert!(!house.play(["", ""], "").contains("Going on"), "it was left in good order meanwhile");
    house.interrupt(&["1", "1"]);
    let new = PlayArgs { new: true, ..PlayArgs::default() };
    has(&house.with(&new, ["", ""], "").unwrap(), &["\n*******\n"]);
    assert!(
        !house.play(["", ""], "").contains("Going on"),
        "whoever wants a new game does not want the old one"
    );
}

#[test]
fn new_gives_up_the_old_game_only_with_the_first_move() {
    let house = house();
    let go_on = PlayArgs { go_on: true, ..PlayArgs::default() };
    has(&house.play(["", ""], "3\nnew\nquit\n"), &["A new game.\n\n*******\nLeft's turn"]);
    has(&house.with(&go_on, ["", ""], "new\n1\n").unwrap(), &["\n****\n", "A new game.", "\n******\n"]);
    has(&house.with(&go_on, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
}

#[test]
fn a_damaged_autosave_is_told_in_one_line() {
    let house = house();
    house.interrupt(&["1"]);
    fs::write(house.dir.path().join("autosave-1.yaml"), "noise").unwrap();
    let said = house.play(["", ""], "");
    assert!(said.starts_with(
        "The game that was going on cannot be read: this is not a saved game of nim; it is set aside"
    ));
    has(&said, &["\n*******\nLeft's turn"]);
}

#[test]
fn a_closed_output_ends_the_game_quietly() {
    struct Closed(usize);
    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let house = house();
    for writes in 0..20 {
        let mut output = Closed(writes);
        let args = PlayArgs { new: true, ..PlayArgs::default() };
        let lines = "1\nhelp\nundo\nhint\nrules\nmoves\n3\n1\n".repeat(3);
        let ended =
            begin::<Nim>(&args, &request(["", ""]), &house.store, true, &mut lines.as_bytes(), &mut output);
        assert!(matches!(ended, Err(Failure::Closed)), "{writes}: {ended:?}");
    }
}
