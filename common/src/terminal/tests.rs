//! The terminal with lines from memory, and the toy games.

use super::start::begin;
use super::*;
use crate::cli::Failure;
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
            "No hint available: it is not your turn.",
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
fn saving_and_loading() {
    let fixture = fixture();
    let path = |name: &str| fixture.dir.path().join(name).display().to_string();
    let (game, notes, none) = (path("my game.yaml"), path("notes.txt"), path("none"));
    fs::write(&notes, "buy milk").unwrap();
    let lines =
        format!("1\nsave {game}\n2\nsave {notes}\nload {none}\nload {notes}\nload {game}\nsave {game}\n");
    let again = format!("1\nsave {game}\nsave --force {notes}\nsave --force {game}\nsave {game}\n");
    let said = fixture.play(["", ""], &lines);
    has(
        &said,
        &[
            &format!("Saved as {game}."),
            &format!("Not saved: {notes} exists and is not a saved game; choose another name."),
            &format!("Not loaded: {none} cannot be read"),
            &format!("Not loaded: {notes} cannot be opened: this is not a saved game of nim."),
            &format!("Loaded {game}."),
            "\n******\nRight's turn",
            &format!("Saved as {game}."),
        ],
    );
    has(
        &fixture.play(["", ""], &again),
        &[
            &format!(
                "Not saved: {game} exists. Choose another name, or replace it with 'save --force {game}'."
            ),
            &format!("Not saved: {notes} exists and is not a saved game"),
            &format!("Saved as {game}."),
            &format!("Saved as {game}."),
        ],
    );
    assert_eq!(fs::read_to_string(&notes).unwrap(), "buy milk");
    let args = PlayArgs { load: Some(game.into()), ..PlayArgs::default() };
    has(&fixture.with(&args, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
    let text = fs::read_to_string(path("my game.yaml")).unwrap();
    fs::write(path("armed.yaml"), text.replacen("- human", "- cmd:no-such-program", 1)).unwrap();
    let note = "The file names another program as a player, which is not started: no-such-program.";
    has(&fixture.play(["", ""], &format!("load {}\n", path("armed.yaml"))), &["Loaded ", note]);
    let args = PlayArgs { load: Some(path("armed.yaml").into()), ..PlayArgs::default() };
    has(&fixture.with(&args, ["", ""], "").unwrap(), &[note, "Right's turn"]);
    let args = PlayArgs { load: Some(notes.into()), ..PlayArgs::default() };
    assert!(matches!(fixture.with(&args, ["", ""], ""), Err(Failure::Bad(_))));
}

#[test]
fn a_game_that_was_left_is_continued_only_on_request() {
    let mut fixture = fixture();
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    assert!(matches!(fixture.with(&resume, ["", ""], ""), Err(Failure::No(_))));
    assert!(
        fixture.play(["", ""], "3\n").ends_with("The game is saved; 'nim play --continue' continues it.\n")
    );
    fixture.interactive = true;
    let said = fixture.play(["", ""], "");
    has(&said, &["You have an unfinished game; 'nim play --continue'", "\n*******\n"]);
    has(&fixture.with(&resume, ["", ""], "1\n").unwrap(), &["\n****\nRight's turn", "\n***\n"]);
    fixture.play(["", ""], "2\n");
    has(&fixture.with(&resume, ["", ""], "").unwrap(), &["\n*****\nRight's turn"]);
}

#[test]
fn an_interrupted_game_is_resumed() {
    let fixture = fixture();
    fixture.interrupt(&["1", "1"]);
    let other = fixture.play(["", "one"], "");
    has(&other, &["\n*******\n"]);
    let said = fixture.play(["", "human"], "");
    has(&said, &["Resumed the interrupted game; 'new' starts another one.\nNim.", "\n*****\nLeft's turn"]);
    assert!(!fixture.play(["", ""], "").contains("Resumed"), "it was left in good order meanwhile");
    fixture.interrupt(&["1", "1"]);
    let new = PlayArgs { new: true, ..PlayArgs::default() };
    has(&fixture.with(&new, ["", ""], "").unwrap(), &["\n*******\n"]);
    assert!(!fixture.play(["", ""], "").contains("Resumed"), "a request for a new game declines the old one");
}

#[test]
fn new_replaces_the_old_game_only_with_the_first_move() {
    let fixture = fixture();
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    has(&fixture.play(["", ""], "3\nnew\nquit\n"), &["A new game.\n\n*******\nLeft's turn"]);
    has(&fixture.with(&resume, ["", ""], "new\n1\n").unwrap(), &["\n****\n", "A new game.", "\n******\n"]);
    has(&fixture.with(&resume, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
}

#[test]
fn a_program_of_an_unfinished_game_is_started_only_if_the_user_agrees() {
    let run = |interactive, args: &PlayArgs, lines: &str| {
        let fixture = Fixture { interactive, ..fixture() };
        fixture.interrupt(&["1", "1"]);
        let started = fixture.dir.path().join("started");
        let file = fixture.store.data().join("autosave-1.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let (before, after) = text.rsplit_once("- human").unwrap();
        fs::write(&file, format!("{before}- cmd:touch {}{after}", started.display())).unwrap();
        let said = fixture.with(args, ["", ""], lines).unwrap_or_else(|why| why.to_string());
        (said, started.exists())
    };
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    {
        let args = &resume;
        let (said, started) = run(false, args, "1\n");
        has(
            &said,
            &[
                "names a program as a player, which is not started: touch ",
                "'nim play --continue --allow-programs'",
            ],
        );
        has(&said, &["Left takes 1.", "Right's turn"]);
        assert!(!started);
        for answer in ["", "no\n", "\n"] {
            let (said, started) = run(true, args, answer);
            has(
                &said,
                &[
                    "names a program as a player: touch ",
                    "Start it? Type yes or no.",
                    "not started",
                    "Left's turn",
                ],
            );
            assert!(!started, "{answer}");
        }
        let (said, started) = run(true, args, "yes\n");
        assert!(started && said.contains("cannot be continued"), "{said}");
    }
    let (said, started) = run(false, &PlayArgs { allow_programs: true, ..resume }, "");
    assert!(started && said.contains("cannot be continued"), "{said}");
}

#[test]
fn a_damaged_autosave_is_reported_in_one_line() {
    let fixture = fixture();
    fixture.interrupt(&["1"]);
    fs::write(fixture.dir.path().join("autosave-1.yaml"), "noise").unwrap();
    let said = fixture.play(["", ""], "");
    assert!(
        said.starts_with(
            "The unfinished game cannot be read: this is not a saved game of nim; it is set aside"
        )
    );
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

/// Plays another game than the heap, with these players.
fn other<G: crate::player::AiPlayers + crate::words::Words>(
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
fn humans_with_secrets_hand_the_keyboard_over() {
    let lines = "bid 1\nbid 3\nbid 0\nmoves\nquit\n";
    let said = other::<Auction>(None, &["human", "human", "low"], false, lines);
    has(
        &said,
        &[
            "Humans: Bidder 1, Bidder 2. AI player: Bidder 3 (low).",
            "Bidder 3 has bid.",
            "Bidder 1's turn",
            "Bidder 1 bids 1.",
            "--- Bidder 2 ---",
            "Bidder 3 has bid.",
            "Bidder 1 has bid.",
            "Bidder 2's turn",
            "Bidder 2 bids 3.",
            "The bids are [1, 3, 0]",
            "Bidder 2's turn",
            "--- Bidder 1 ---",
            "Bidder 2 bids 3.",
            "The bids are [1, 3, 0]",
            "Bidder 2 has bid.",
            "Bidder 1's turn",
            "Bidder 2: a secret move",
        ],
    );
    let before_hand_over = said.split("--- Bidder 2 ---").next().unwrap();
    let first_cards = before_hand_over.lines().find(|line| line.starts_with("round 1")).unwrap();
    assert!(first_cards.ends_with("? ?"), "only the own card is shown: {first_cards}");
    let prompted = other::<Auction>(None, &["human", "human", "low"], true, "bid 1\n\nbid 3\n");
    has(
        &prompted,
        &["\x1b[2J", "Pass the keyboard to Bidder 2, who presses Enter.", "\x1b[2J", "--- Bidder 2 ---"],
    );
}

#[test]
fn in_a_simultaneous_game_any_human_may_move_first() {
    let said =
        other::<Auction>(None, &["human", "human", "low"], false, "seat p2\nbid 3\nseat p3\nseat x\nbid 0\n");
    has(
        &said,
        &[
            "Bidder 1's turn",
            "--- Bidder 2 ---",
            "Bidder 2's turn",
            "Bidder 2 bids 3.",
            "--- Bidder 1 ---",
            "Bidder 2 has bid.",
            "Bidder 1's turn",
            "Not possible: p3 is not a human who is to move.",
            "Not possible: a side is written p1, p2",
            "Bidder 1 bids 0.",
            "The bids are [0, 3, 0]",
        ],
    );
}

#[test]
fn a_puzzle_is_played_scored_and_lost() {
    let row = Row { lives: 1, ..Row::default() };
    let said = other::<Mines>(Some(row), &[], false, "9\n1\n2\n3\n4\n5\n6\nundo\nquit\n");
    has(
        &said,
        &[
            "Mines. Cells 6, mines 2, lives 1, effort 0.",
            "...... lives 1\nScore: 0 points\n. closed  * mine\nYou: a cell, 1 to 6",
            "Not possible: '9' is not a cell of this row.",
            " was a mine.",
            "No lives are left: the puzzle is lost. (1 move refused.)",
            "The game is over",
            "lives 1",
        ],
    );
    assert!(!said.contains("solved"), "{said}");
    let wrong = Request::<Row> { setup: None, seats: vec![None, Some(Seat::Human)] };
    let store = Store::at(tempfile::tempdir().unwrap().path());
    let result = begin::<Mines>(
        &PlayArgs::default(),
        &wrong,
        &store,
        false,
        Rendering::PLAIN,
        &mut &b""[..],
        &mut Vec::new(),
    );
    assert!(matches!(result, Err(Failure::Bad(why)) if why == "this game has 1 players, not 2"));
}

#[test]
fn a_resumed_game_with_secrets_is_shown_to_its_player_only() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let seats = ["human", "human", "low"].map(|seat| Some(seat.parse().unwrap())).to_vec();
    let run = |args: &PlayArgs, seats, interactive, lines: &str| {
        let (mut output, request) = (Vec::new(), Request { setup: None, seats });
        begin::<Auction>(
            args,
            &request,
            &store,
            interactive,
            Rendering::PLAIN,
            &mut lines.as_bytes(),
            &mut output,
        )
        .unwrap();
        String::from_utf8(output).unwrap()
    };
    run(&PlayArgs { seed: Some(1), ..PlayArgs::default() }, seats, false, "bid 1\n");
    let said = run(&PlayArgs { resume: true, ..PlayArgs::default() }, Vec::new(), true, "\n");
    let (before, after) = said.split_once("Pass the keyboard to Bidder 2, who presses Enter.").unwrap();
    assert!(!before.contains("cards"), "{before}");
    has(after, &["--- Bidder 2 ---", "cards ? ", "Bidder 2's turn"]);
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
    has(&auction, &["\n  values ", "\n  go ", "\n  seat p2 "]);
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
