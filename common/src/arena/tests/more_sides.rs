//! Matches of more than two players: the auction, with secrets, dice and simultaneous bids.

use super::super::record::{Header, Irregular, MoveLimits, Record};
use super::super::report::Report;
use super::super::schedule::PlayerIndex;
use super::*;
use crate::testing::auction::{Auction, Terms};

fn auction(sides: i64) -> Fixture<Auction> {
    Fixture::of(Terms { sides, rounds: 3 }, None)
}

fn sum(standings: &Json, key: &str) -> f64 {
    standings.as_object().unwrap().values().map(|standing| standing[key].as_f64().unwrap()).sum()
}

#[test]
fn every_player_takes_every_side_in_turn() {
    let fixture = auction(3);
    let result = fixture.json("low high random --games 10 --seed 1 --out DIR/games");
    assert_eq!((&result["games"], &result["sides"]), (&12.into(), &3.into()), "rounded up to whole groups");
    assert_eq!(result["players"], serde_json::json!({ "a": "low", "b": "high", "c": "random" }));
    let lines = fixture.games("games");
    assert_eq!(lines[0]["format"], "pentad arena 2");
    assert_eq!((&lines[0]["sides"], &lines[0]["games"]), (&3.into(), &12.into()));
    assert_eq!(lines[0]["players"], serde_json::json!(["low", "high", "random"]));
    for group in lines[1..].chunks(3) {
        let seats = group.iter().map(|game| game["seats"].clone()).collect::<Vec<_>>();
        assert_eq!(Json::from(seats), serde_json::json!([["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]));
        assert!(group.iter().all(|game| game["start_seed"] == group[0]["start_seed"]), "the same cards");
    }
    assert_ne!(lines[1]["start_seed"], lines[4]["start_seed"], "other cards in another group");
    for game in &lines[1..] {
        let high = game["seats"].as_array().unwrap().iter().position(|player| player == "b").unwrap();
        let moves = game["moves"].as_array().unwrap();
        assert!(moves.contains(&format!("p{}:bid 3", high + 1).into()), "{game}");
        assert_eq!(moves.len(), 9);
        fixture.assert_points(game);
    }
}

#[test]
fn results_add_up() {
    let result = auction(3).json("low high random --games 30 --seed 4");
    let standings = &result["standings"];
    assert!((sum(standings, "score") - 1.0).abs() < 1e-9, "{standings}");
    assert!((sum(standings, "games") - 90.0).abs() < 1e-9);
    let count = |player: &str, key: &str| standings[player][key].as_u64().unwrap();
    let wins: u64 = ["a", "b", "c"].iter().map(|player| count(player, "wins")).sum();
    let shared: u64 = ["a", "b", "c"].iter().map(|player| count(player, "shared")).sum();
    assert!(wins < 30 && shared >= 2 * (30 - wins), "{standings}");
    assert_eq!((&result["wins"], &result["draws"]), (&standings["a"]["wins"], &standings["a"]["shared"]));
    let of_a = |key: &str| result[key].as_u64().unwrap();
    assert_eq!(of_a("wins") + of_a("draws") + of_a("losses"), 30);
    assert_eq!(result["score"], standings["a"]["score"]);
    for key in ["elo", "elo_error", "sprt"] {
        assert_eq!(result[key], Json::Null, "{key}");
    }
    for key in ["pairs", "as_first", "solved"] {
        assert_eq!(result.get(key), None, "{key}");
    }
}

#[test]
fn threads_and_shards_do_not_change_a_result() {
    let fixture = auction(3);
    let line = "random high random --games 21 --seed 9";
    let whole = fixture.json(&format!("{line} --threads 1 --out DIR/whole"));
    assert_eq!(fixture.json(&format!("{line} --threads 4 --out DIR/four")), whole);
    assert_eq!(fixture.games("four"), fixture.games("whole"));
    for part in 1..=3 {
        fixture.json(&format!("{line} --shard {part}/3 --out DIR/{part}"));
    }
    assert_eq!(fixture.json("--merge DIR/2 DIR/3 DIR/1 --out DIR/merged"), whole);
    assert_eq!(fixture.games("merged"), fixture.games("whole"));
    let part = fixture.text("--merge DIR/1 DIR/3").unwrap();
    assert!(part.contains("6 games are missing: indices 3–5, 12–14."), "{part}");
    assert_ne!(fixture.json("random high random --games 21 --seed 8"), whole);
}

#[test]
fn the_second_of_two_players_plays_all_other_sides() {
    let fixture = auction(5);
    let result = fixture.json("high low --games 5 --seed 1 --out DIR/games");
    assert_eq!(fixture.games("games")[0]["players"], serde_json::json!(["high", "low", "low", "low", "low"]));
    assert_eq!(result["standings"].as_object().unwrap().len(), 5);
    let text = fixture.text("high low --games 5 --seed 1").unwrap();
    assert!(text.ends_with("high-against-low-against-low-and-2-more-seed-1.jsonl.\n"), "{text}");
}

#[test]
fn the_table_of_all_players() {
    // All bids are equal, so no side wins a prize and the cards decide.
    let text = auction(3).text("low low low --games 3 --seed 8 --nodes 5").unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "auction: A is low, B is low, C is low.",
            "3 games from the start position, each played with every rotation of the players; 5 nodes per move; seed 8.",
            "",
            "               games    wins  shared  mean points     score",
        ]
    );
    let columns: Vec<Vec<&str>> = lines[4..7].iter().map(|line| line.split_whitespace().collect()).collect();
    for (name, row) in ["A", "B", "C"].iter().zip(&columns) {
        assert_eq!((row[0], row[1]), (*name, "3"), "{text}");
        assert_eq!(row[2..], columns[0][2..], "every player had every card once");
    }
    assert_eq!(lines[8], "Different games: 1 of 3.", "{text}");
    assert!(lines[11].starts_with("A                  9 "), "{text}");
}

#[test]
fn a_player_that_fails_loses_to_all_others() {
    let schedule = Schedule { seed: 1, sides: 3, games: 3, openings: 0 };
    let limits = MoveLimits { time_ms: None, nodes: Some(1), depth: None };
    let players = ["x", "y", "z"].map(str::to_owned).to_vec();
    let header = Header::new("auction", Terms::default().to_map(), players, schedule, limits, None);
    let mut record = Record::new(1, schedule.seats(1), 0);
    record.points = vec![0.0, 1.0, 1.0];
    record.irregular = Some(Irregular { loser: Some(PlayerIndex(2)), why: "it failed".into() });
    let mut out = Vec::new();
    Report::new(&header, &[(1, record)].into(), None).json(&mut out).unwrap();
    let result: Json = serde_json::from_slice(&out).unwrap();
    let standings = &result["standings"];
    assert_eq!((&standings["a"]["shared"], &standings["c"]["shared"]), (&1.into(), &0.into()));
    assert_eq!((&standings["b"]["score"], &standings["c"]["score"]), (&0.5.into(), &0.0.into()));
    assert_eq!(result["failures"], serde_json::json!({ "a": 0, "b": 0, "c": 1 }));
    assert_eq!(result["failure_reasons"], serde_json::json!({ "z: it failed": 1 }));
}

#[test]
fn an_opening_begins_at_the_start_position_of_its_games() {
    let fixture = Fixture { rule: Some(OpeningRule::plies(2..=4)), ..auction(3) };
    fixture.json("low high random --games 12 --openings 2 --seed 3 --out DIR/games");
    let lines = fixture.games("games");
    for (index, game) in lines[1..].iter().enumerate() {
        let same = &lines[1 + index / 3 % 2 * 3];
        assert_eq!((&game["opening"], &game["start_seed"]), (&same["opening"], &same["start_seed"]));
        assert!(!game["opening"].as_array().unwrap().is_empty() && game["start_seed"].is_u64());
        fixture.assert_points(game);
    }
    assert_ne!(lines[1]["start_seed"], lines[4]["start_seed"]);
}

#[test]
fn arguments_that_need_two_sides_are_refused() {
    let fixture = auction(3);
    fixture.json("low low low --games 3 --seed 1 --out DIR/games");
    let four = "Auction has 3 sides: name 3 players, or 2 if the second one plays all others, not 4";
    let one = "Auction has 3 sides: name 3 players, or 2 if the second one plays all others, not 1";
    let sprt = "--sprt is for games of 2 sides, and this one has 3: leave out --sprt";
    for (line, why) in [
        ("low low low low", four),
        ("low", one),
        ("low low low --sprt 0,10", sprt),
        ("--merge DIR/games --sprt 0,10", sprt),
        ("low low low --openings 2", "Auction has no openings: leave out --openings"),
    ] {
        assert_eq!(fixture.error(line), why, "{line}");
    }
    assert_eq!(auction(33).error("low low"), "a game cannot have 33 sides: use 1 to 32");
}
