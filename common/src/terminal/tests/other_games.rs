//! Games with secrets and with simultaneous moves, and puzzles.

use super::*;

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
