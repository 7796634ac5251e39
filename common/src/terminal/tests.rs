//! The terminal with lines from memory, and the toy games.

mod kept_games;
mod other_games;

use super::start::begin;
use super::*;
use crate::cli::Failure;
use crate::player::AiPlayers;
use crate::session::{Autosave, Seat, Session, WriteMode};
use crate::store::Store;
use crate::testing::auction::Auction;
use crate::testing::mines::{Mines, Row};
use crate::testing::toy::{Counters, Nim};
use crate::visible::VisibleWriter;
use std::fs;
use std::io::{self, Write};

struct Fixture {
    dir: tempfile::TempDir,
    store: Store,
    interactive: bool,
}

fn fixture() -> Fixture {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    Fixture { dir, store, interactive: false }
}

fn request(seats: [&str; 2]) -> Request<Counters> {
    // A game of two humans, where a test says nothing else.
    let seat = |text: &str| Some(if text.is_empty() { Seat::Human } else { text.parse().unwrap() });
    Request { setup: None, seats: seats.map(seat).to_vec() }
}

impl Fixture {
    fn with(&self, args: &PlayArgs, seats: [&str; 2], lines: &str) -> Result<String, Failure> {
        let mut output = Vec::new();
        begin::<Nim>(
            args,
            &request(seats),
            &self.store,
            self.interactive,
            Rendering::PLAIN,
            &mut lines.as_bytes(),
            &mut output,
        )?;
        Ok(String::from_utf8(output).unwrap())
    }
    fn play(&self, seats: [&str; 2], lines: &str) -> String {
        self.with(&PlayArgs::default(), seats, lines).unwrap()
    }
    /// Leaves a game behind as if the program had been killed.
    fn interrupt(&self, moves: &[&str]) {
        let (mut autosave, _, _) = Autosave::open::<Nim>(&self.store, WriteMode::Now);
        let mut session: Session<Nim> = Session::new(Counters::default(), vec![Seat::Human; 2], 1).unwrap();
        for text in moves {
            session.play_text(session.human_to_move().unwrap(), text).unwrap();
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

/// Plays another game than the heap, with these players.
fn other<G: AiPlayers + crate::words::Words>(
    setup: Option<G::Setup>,
    seats: &[&str],
    interactive: bool,
    lines: &str,
) -> String {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let seats = seats.iter().map(|seat| Some(seat.parse().unwrap())).collect();
    let args = PlayArgs { seed: Some(1), ..PlayArgs::default() };
    let mut output = Vec::new();
    let request = Request { setup, seats };
    begin::<G>(&args, &request, &store, interactive, Rendering::PLAIN, &mut lines.as_bytes(), &mut output)
        .unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_whole_game_through_a_pipe() {
    let said = fixture().play(["", ""], "3\n1\n3\n");
    assert_eq!(
        said,
        "\
Nim. Heap 7, most 3, last wins.
Humans: Left, Right.
Type 'help' for a list of commands, 'rules' for the rules.

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
The game is over. Type 'review' to find the mistakes, 'new' for a new game, 'undo' to undo the last move, or 'quit'.
"
    );
}

#[test]
fn a_game_is_reviewed() {
    let said = fixture().play(["", ""], "review\n1\n3\n3\nreview\n");
    has(
        &said,
        &[
            "Not possible: no move has been made yet.",
            "Winning chance of Left:\n 100 % |* ?*\n",
            "   0 % | ?\n",
            "Left: 1 blunder.\nRight: 1 blunder.\n",
            "1. Left ??: take 1 gave away a win: now lost. Better was take 3: won.\n",
        ],
    );
}

#[test]
fn prompts_are_shown_to_humans_only() {
    let mut fixture = fixture();
    assert!(!fixture.play(["", ""], "quit\n").contains("> "));
    fixture.interactive = true;
    assert!(fixture.play(["", ""], "quit\n").ends_with("Left's turn: 1 to 3\n> "));
}

#[test]
fn a_wrong_line_is_explained_and_the_same_player_is_asked_again() {
    let said = fixture().play(["", ""], "1\n5\nbanana\nsave\nundo 2\n\x1b[2J7\n\n");
    has(
        &said,
        &[
            "Not possible: only 1 to 3 can be taken.\nRight's turn",
            "Not possible: 'banana' is neither a move nor a command; help lists the commands.\nRight's turn",
            "Not possible: save needs the name of a file, as in: save game.yaml.\nRight's turn",
            "Not possible: undo takes no argument.\nRight's turn",
            "Not possible: '[2J7' is not a number.\nRight's turn",
            "Right's turn",
        ],
    );
    assert!(!said.contains('\x1b'), "what comes from outside does not steer the terminal");
    has(&fixture().play(["", ""], &"9".repeat(3 << 20)), &["the line is too long", "Left's turn"]);
}

#[test]
fn commands_that_show_something() {
    let said = fixture()
        .play(["", ""], "moves\n1\nmoves\nboard\nhelp\nrules\nundo\nmoves\nredo\nredo\nundo\nundo\n");
    has(
        &said,
        &[
            "No move has been played yet.",
            "  1. Left: 1      take 1\n",
            "\n******\n",
            "  save FILE  save the game to a file",
            "Take some; the player who takes the last one wins.",
            "\n*******\nLeft's turn",
            "  1. Left: 1      take 1 (undone)\n",
            "\n******\nRight's turn",
            "Not possible: there is no move to redo",
            "\n*******\nLeft's turn",
            "Not possible: there is no move to undo.",
        ],
    );
}

#[test]
fn hints_and_values() {
    let said = fixture().play(["", ""], "hint\nvalues\n3\n1\n3\nhint\n");
    has(
        &said,
        &[
            "Hint: 3 (take 3): won.\nLeft's turn",
            "  won: 3\n  lost: 1  2\nLeft's turn",
            "No hint available: the game is over.",
        ],
    );
}

#[test]
fn against_an_ai_player() {
    let said = fixture().play(["one", ""], "undo\n1\ngo\n2\nquit\n");
    has(
        &said,
        &[
            "Left's turn: one is thinking\nLeft takes 1.",
            "******\nRight's turn",
            "*******\nLeft's turn: one is waiting. Type 'go' to let it move.",
            "Not possible: an AI player has this turn",
            "Left's turn: one is thinking\nLeft takes 1.",
            "Right takes 2.",
            "Left's turn: one is thinking\nLeft takes 1.",
            "The game is saved; 'nim play --continue' continues it.",
        ],
    );
}

#[test]
fn who_resigns_is_told_who_wins() {
    let said = fixture().play(["", ""], "1\n1\nundo\nresign\nquit\n");
    has(&said, &["Right resigned: Left wins.", "The game is over"]);
    assert_eq!(said.matches("Left wins").count(), 1, "{said}");
}

#[test]
fn a_human_at_the_keyboard_is_asked_before_the_game_is_given_up() {
    let fixture = Fixture { interactive: true, ..fixture() };
    let said = fixture.play(["", ""], "1\nresign\nno\nresign\nyes\nquit\n");
    has(
        &said,
        &["Resign? Type yes or no.", "Right's turn", "Resign? Type yes or no.", "Right resigned: Left wins."],
    );
    assert_eq!(said.matches("resigned").count(), 1, "{said}");
}

#[test]
fn a_game_whose_moves_can_be_undone_needs_no_new_game_to_go_on() {
    let said = fixture().play(["", ""], "branch 1\n3\n3\n1\n1\nhelp\nquit\n");
    has(
        &said,
        &[
            "Not possible: undo moves to go on from an earlier position.",
            "Not possible: the game is over.",
            "'undo' to undo the last move",
            "  undo ",
            "  redo ",
        ],
    );
    assert!(!said.contains("  branch"), "{said}");
}

#[test]
fn ai_players_need_no_input() {
    let said = fixture().play(["master", "one"], "");
    assert!(said.ends_with("Left has won.\n"), "{said}");
    let said = fixture().play(["one", "gives-up"], "");
    assert!(
        said.ends_with("The player of Right, gives-up, failed: there is no legal move. So Left wins.\n"),
        "{said}"
    );
}

#[test]
fn clocks_are_shown() {
    let args = PlayArgs { clock: Some("90+900".parse().unwrap()), ..PlayArgs::default() };
    let said = fixture().with(&args, ["", ""], "1\n").unwrap();
    has(&said, &["Time left: Left ", ", Right 90:00.\nLeft's turn", "Time left: Left ", ".\nRight's turn"]);
    let minutes = |line: &str| line.split(' ').nth(3).and_then(|time| time.split(':').next()?.parse().ok());
    let left: Vec<u32> =
        said.lines().filter(|line| line.starts_with("Time left")).filter_map(minutes).collect();
    assert!(left[0] <= 90 && left[1] > 90, "the increment is 15 minutes: {left:?}");
    let args = PlayArgs { clock: Some("0.000000000001".parse().unwrap()), ..PlayArgs::default() };
    let said = fixture().with(&args, ["", ""], "1\n").unwrap();
    has(&said, &["Left ran out of time: Right wins.", "Not possible: the game is over", "The game is over"]);
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
    let fixture = fixture();
    for writes in 0..20 {
        let mut output = Closed(writes);
        let args = PlayArgs { new: true, ..PlayArgs::default() };
        let lines = "1\nhelp\nundo\nhint\nrules\nmoves\n3\n1\n".repeat(3);
        let ended = begin::<Nim>(
            &args,
            &request(["", ""]),
            &fixture.store,
            true,
            Rendering::PLAIN,
            &mut lines.as_bytes(),
            &mut output,
        );
        assert!(matches!(ended, Err(Failure::Closed)), "{writes}: {ended:?}");
    }
}

#[test]
fn the_legend_is_shown_with_the_first_board_and_in_the_help() {
    let said = other::<Mines>(None, &[], false, "board\nhelp\nrules\n");
    assert_eq!(said.matches(". closed  * mine\n").count(), 3, "{said}");
    has(&said, &["Score:", ". closed  * mine\n", "Type a move", ". closed", "Open every cell", ". closed"]);
}

#[test]
fn colours_are_written_only_if_the_output_has_them() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let said = |rendering| {
        let (mut output, request) = (Vec::new(), Request { setup: None, seats: Vec::new() });
        let mut lines = "help\n1\n".as_bytes();
        let args = PlayArgs { seed: Some(1), ..PlayArgs::default() };
        let mut writer = VisibleWriter::new(&mut output);
        begin::<Mines>(&args, &request, &store, false, rendering, &mut lines, &mut writer).unwrap();
        drop(writer);
        String::from_utf8(output).unwrap()
    };
    let (plain, coloured) = (said(Rendering::PLAIN), said(Rendering { colours: true, ..Rendering::PLAIN }));
    assert!(!plain.contains('\x1b'), "{plain}");
    assert!(coloured.contains("\x1b[1m*\x1b[0m mine"), "{coloured}");
    assert_eq!(coloured.replace("\x1b[1m", "").replace("\x1b[0m", ""), plain);
}

#[test]
fn help_lists_only_commands_of_use() {
    let puzzle = other::<Mines>(None, &[], false, "help\nvalues\n");
    for command in ["values", "back", "go", "seat"] {
        assert!(!puzzle.contains(&format!("\n  {command} ")), "{command} in {puzzle}");
    }
    has(&puzzle, &["Not possible: the AI players of this game do not report the values of moves."]);
    assert!(!puzzle.contains("1 hint"), "a refused command costs no hint");
    let auction = other::<Auction>(None, &["human", "human", "low"], false, "help\n");
    has(&auction, &["\n  values ", "\n  seat p2 "]);
    for command in ["undo", "redo", "go"] {
        assert!(!auction.contains(&format!("\n  {command} ")), "orders are final: {auction}");
    }
    assert!(fixture().play(["", "one"], "help\n").contains("\n  go "));
    assert!(!fixture().play(["", ""], "help\n").contains("\n  go "), "there is no AI player");
}

#[test]
fn a_game_begins_with_who_plays_and_how_to_make_it_harder() {
    let mut fixture = fixture();
    fixture.interactive = true;
    has(
        &fixture.play(["", "one"], "quit\n"),
        &["You: Left. AI player: Right (one).\n", "For a stronger AI player: nim play --right ponder\n"],
    );
    assert!(!fixture.play(["", "master"], "quit\n").contains("stronger"));
    assert!(!fixture.play(["", ""], "quit\n").contains("stronger"));
    let said = other::<Mines>(None, &[], true, "");
    assert!(!said.contains("AI player:") && !said.contains("You:\n"), "{said}");
}

#[test]
fn the_opponent_of_the_last_game_in_the_window_is_the_opponent_in_the_terminal() {
    let fixture = fixture();
    let start = |interactive| {
        let mut output = Vec::new();
        let (args, request) = (PlayArgs::default(), Request::default());
        let input = &mut "quit\n".as_bytes();
        begin::<Nim>(&args, &request, &fixture.store, interactive, Rendering::PLAIN, input, &mut output)
            .unwrap();
        String::from_utf8(output).unwrap()
    };
    let first = <Nim>::first_opponent().to_string();
    has(&start(true), &[&format!("AI player: Right ({first}).\n")]);
    for (players, expected) in [
        ("human, ponder", "ponder"),
        ("master, human", "master"),
        ("human, cmd:nim", &first),
        ("7, {}", &first),
    ] {
        fs::write(fixture.store.settings_file(), format!("theme: dark\nplayers: [{players}]\n")).unwrap();
        has(&start(true), &[&format!("AI player: Right ({expected}).\n")]);
    }
    fs::write(fixture.store.settings_file(), "players: [human, ponder]\n").unwrap();
    has(&start(false), &[&format!("Right ({first})")]);
}

/// A human at the keyboard who types these lines, and what was offered for each.
struct Keyboard<'a> {
    lines: std::str::Lines<'a>,
    requests: Vec<LineRequest>,
}

impl LineSource for Keyboard<'_> {
    const EDITS: bool = true;
    fn read(&mut self, request: LineRequest) -> io::Result<Option<crate::protocol::Line>> {
        self.requests.push(request);
        Ok(self.lines.next().map(|line| crate::protocol::Line::Text(line.to_owned())))
    }
}

#[test]
fn moves_are_remembered_unless_they_are_secrets_of_another_player() {
    let requests = |seats: [&str; 3], lines: &str| {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        let seats = seats.map(|seat| Some(seat.parse().unwrap())).to_vec();
        let (args, request) = (PlayArgs::default(), Request { setup: None, seats });
        let mut keyboard = Keyboard { lines: lines.lines(), requests: Vec::new() };
        let mut output = Vec::new();
        begin::<Auction>(&args, &request, &store, true, Rendering::PLAIN, &mut keyboard, &mut output)
            .unwrap();
        assert!(!String::from_utf8(output).unwrap().contains("> "), "the editor shows the prompt itself");
        keyboard.requests
    };
    let alone = requests(["human", "low", "low"], "bid 1\nquit\n");
    assert!(alone.iter().all(|request| request.remember && request.prompt == "> "), "{alone:?}");
    assert!(alone[0].completions.contains(&"hint".to_owned()));
    let shared = requests(["human", "human", "low"], "bid 1\n\nbid 2\n");
    assert!(shared.len() > 3 && shared.iter().all(|request| !request.remember), "{shared:?}");
    assert!(shared[1].prompt.is_empty() && shared[1].completions.is_empty(), "the screen is hidden");
}
