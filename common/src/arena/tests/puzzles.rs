//! Games of one side: the puzzle with mines.

use super::*;
use crate::testing::mines::{Mines, Row};

fn mines() -> Fixture<Mines> {
    Fixture::of(Row::default(), None)
}

#[test]
fn solved_and_failed_puzzles_are_counted() {
    let fixture = mines();
    let result = fixture.json("left --games 40 --seed 1 --threads 1 --out DIR/games");
    let count = |key: &str| result[key].as_u64().unwrap();
    assert_eq!((count("games"), count("solved") + count("failed")), (40, 40));
    assert!(count("solved") > 0 && count("failed") > 0, "{result}");
    assert_eq!((count("wins"), count("draws"), count("losses")), (count("solved"), 0, count("failed")));
    assert_eq!(result["score"], count("solved") as f64 / 40.0);
    assert_eq!((&result["elo"], &result["elo_error"]), (&Json::Null, &Json::Null));
    let lines = fixture.games("games");
    assert_eq!(lines[0]["players"], serde_json::json!(["left"]));
    for game in &lines[1..] {
        fixture.assert_points(game);
    }
}

#[test]
fn boards_differ_and_follow_from_the_seed() {
    let fixture = mines();
    let one = fixture.json("left --games 40 --seed 1 --threads 1 --out DIR/one");
    assert_eq!(one, fixture.json("left --games 40 --seed 1 --threads 4 --out DIR/four"));
    assert_eq!(fixture.games("one"), fixture.games("four"));
    assert_ne!(fixture.games("one")[1..], {
        fixture.json("left --games 40 --seed 2 --out DIR/other");
        fixture.games("other")[1..].to_vec()
    });
    assert_eq!(one["different_games"], 40);
    let boards: Vec<_> = fixture.games("one")[1..].iter().map(|game| game["moves"].clone()).collect();
    assert!(boards.iter().any(|board| *board != boards[0]), "the player is the same, so the boards differ");
}

#[test]
fn shards_of_puzzles_merge_to_the_whole() {
    let fixture = mines();
    let line = "left --games 7 --seed 3";
    let whole = fixture.json(&format!("{line} --out DIR/whole"));
    for part in 1..=2 {
        fixture.json(&format!("{line} --shard {part}/2 --out DIR/{part}"));
    }
    assert_eq!(fixture.json("--merge DIR/1 DIR/2"), whole);
    assert_eq!(whole["games"], 7, "a group is one game");
}

#[test]
fn the_result_of_puzzles_as_text() {
    let result = mines().json("left --games 4 --seed 5 --depth 1");
    let (solved, failed) = (&result["solved"], &result["failed"]);
    let text = mines().text("left --games 4 --seed 5 --depth 1").unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "mines: A is left.",
            "4 games from the start position; depth 1 per move; seed 5.",
            "",
            "               games  solved  failed     score",
        ]
    );
    let row: Vec<_> = lines[4].split_whitespace().collect();
    assert_eq!(row[..4], ["A", "4", &solved.to_string(), &failed.to_string()]);
    assert!(text.contains("left-seed-5.jsonl."), "{text}");
}

#[test]
fn wrong_arguments_of_puzzles_are_explained() {
    let fixture = mines();
    for (line, why) in [
        ("left left", "Mines has 1 side: name 1 player, not 2"),
        ("left --sprt 0,10", "--sprt is for games of 2 sides, and this one has 1: leave out --sprt"),
        ("left --openings 1", "Mines has no openings: leave out --openings"),
        ("right", "player A, right, cannot play: there is no player 'right'; there are left"),
    ] {
        assert_eq!(fixture.error(line), why, "{line}");
    }
    let crowded = Fixture { setup: Row { mines: 9, ..Row::default() }, ..mines() };
    assert_eq!(crowded.error("left"), "9 mines do not fit into 6 cells");
}
