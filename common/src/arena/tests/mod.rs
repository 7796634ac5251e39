//! Whole matches of the toy games: from the arguments to what is printed and written.

mod more_sides;
mod puzzles;

use super::openings::{self, NoOpenings, OpeningStart, OpeningStarts};
use super::*;
use crate::cli::Failure;
use crate::game::{Dice, Game, Outcome, Setup, Side, Value};
use crate::job::Work;
use crate::player::AiPlayers;
use crate::store::Store;
use crate::testing::toy::{Counters, Last, Nim, bug};
use clap::{CommandFactory, Parser};
use serde_json::Value as Json;
use std::io;
use std::io::Write;
use std::path::Path;

type Heap = Nim<{ bug::CHANCE }>;

#[derive(Debug, Parser)]
struct Command {
    #[command(flatten)]
    arena: ArenaArgs,
}

/// A game with a temporary folder.
struct Fixture<G: AiPlayers> {
    dir: tempfile::TempDir,
    setup: G::Setup,
    rule: Option<OpeningRule<G>>,
}

impl<G: AiPlayers> Fixture<G> {
    fn of(setup: G::Setup, rule: Option<OpeningRule<G>>) -> Fixture<G> {
        Fixture { dir: tempfile::tempdir().unwrap(), setup, rule }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    fn run_to(&self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let line = line.replace("DIR", &self.dir.path().display().to_string());
        let command =
            Command::try_parse_from(format!("game {line}").split_whitespace()).map_err(Failure::bad)?;
        let store = Store::at(&self.dir.path().join("data"));
        run::<G>(&command.arena, &self.setup, &store, self.rule.as_ref(), out)
    }

    fn text(&self, line: &str) -> Result<String, Failure> {
        let mut out = Vec::new();
        self.run_to(line, &mut out).map(|()| String::from_utf8(out).unwrap())
    }

    fn error(&self, line: &str) -> String {
        match self.text(line).unwrap_err() {
            Failure::Bad(why) => why,
            other => panic!("{other:?}"),
        }
    }

    /// The result without what differs from run to run.
    fn json(&self, line: &str) -> Json {
        let mut json: Json = serde_json::from_str(&self.text(&format!("{line} --json")).unwrap()).unwrap();
        for time in json["time_per_move"].as_object_mut().unwrap().values_mut() {
            time.as_object_mut().unwrap().retain(|key, _| key == "moves");
        }
        json.as_object_mut().unwrap().remove("file");
        json
    }

    /// The lines of a file of games, without the times.
    fn games(&self, name: &str) -> Vec<Json> {
        let text = std::fs::read_to_string(self.path(name)).unwrap();
        let mut lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            line.as_object_mut().unwrap().remove("times");
        }
        lines
    }

    /// Replays a game of a file by its moves and seeds alone.
    fn replay(&self, game: &Json) -> Outcome {
        let seed = |key: &str| game[key].as_u64();
        let start_seed = seed("start_seed").unwrap_or(0);
        let mut position = OpeningStart::<G>::make(&self.setup, start_seed, &Work::quiet()).unwrap().position;
        let texts = |key: &str| game[key].as_array().unwrap().clone();
        let opening = texts("opening").len();
        for (ply, text) in texts("opening").iter().chain(&texts("moves")).enumerate() {
            let (side, text) = Side::split(text.as_str().unwrap());
            let side = side.expect("every move names its side");
            let m = position.parse(side, text).unwrap();
            let seed = seed(if ply < opening { "opening_seed" } else { "seed" }).unwrap();
            position.play(side, &m, &mut Dice::of(seed, ply as u64)).unwrap();
        }
        position.outcome().unwrap()
    }

    fn assert_points(&self, game: &Json) {
        let outcome = self.replay(game);
        let points: Vec<f64> = Side::all(outcome.sides()).map(|side| outcome.points(side)).collect();
        assert_eq!(game["points"], serde_json::json!(points));
    }
}

/// The heap with chance, unless the test needs another one.
fn fixture() -> Fixture<Heap> {
    Fixture::of(Counters { slippery: true, ..steady(30) }, Some(rule()))
}

/// A heap without chance, in which there may be draws.
fn steady(heap: i64) -> Counters {
    Counters { last: Last::Three, ..Counters::of(heap) }
}

fn rule() -> OpeningRule<Heap> {
    OpeningRule::plies(2..=4)
}

#[test]
fn threads_do_not_change_a_result() {
    let fixture = fixture();
    let line = "random random --games 40 --openings 7 --seed 5 --nodes 1";
    let one = fixture.json(&format!("{line} --threads 1 --out DIR/one"));
    let four = fixture.json(&format!("{line} --threads 4 --out DIR/four"));
    assert_eq!(one, four);
    assert_eq!(fixture.games("one"), fixture.games("four"));
    assert_eq!(fixture.games("one").len(), 41);
    assert_ne!(one, fixture.json("random random --games 40 --openings 7 --seed 6 --nodes 1"));
}

/// Results that format 1 of the files had too.
#[test]
fn known_seeds_give_known_results() {
    let fixture = fixture();
    let counts = |result: &Json| ["wins", "draws", "losses"].map(|key| result[key].as_u64().unwrap());
    let openings = fixture.json("random master --games 50 --openings 4 --seed 9");
    assert_eq!(counts(&openings), [11, 20, 19]);
    assert_eq!(openings["pairs"], serde_json::json!([4, 8, 7, 4, 2]));
    assert_eq!(
        openings["time_per_move"],
        serde_json::json!({ "a": { "moves": 243 }, "b": { "moves": 245 } })
    );
    let start = fixture.json("random random --games 40 --seed 5");
    assert_eq!((counts(&start), &start["pairs"]), ([18, 10, 12], &serde_json::json!([3, 2, 6, 4, 5])));
    fixture.json("one random --games 6 --openings 100 --seed 77 --out DIR/games");
    let moves = "p1:3 p2:1 p1:3 p2:1 p1:3 p2:1 p1:2 p2:1 p1:1 p2:1 p1:1 p2:1 p1:1 p2:1";
    let moves: Vec<&str> = moves.split(' ').collect();
    assert_eq!(
        fixture.games("games")[6],
        serde_json::json!({
            "index": 5, "seats": ["b", "a"], "opening": ["p1:1", "p2:2"], "moves": moves, "points": [0.0, 1.0],
            "irregular": null, "seed": 14_269_813_943_685_958_389_u64, "opening_seed": 10_381_440_527_039_317_847_u64,
        })
    );
}

#[test]
fn shards_merge_to_the_whole() {
    let fixture = fixture();
    let line = "random master --games 50 --openings 4 --seed 9 --threads 2";
    let whole = fixture.json(&format!("{line} --out DIR/whole"));
    for part in 1..=3 {
        fixture.json(&format!("{line} --shard {part}/3 --out DIR/{part}"));
    }
    assert_eq!(fixture.json("--merge DIR/3 DIR/1 DIR/2 --out DIR/merged"), whole);
    assert_eq!(fixture.games("merged"), fixture.games("whole"));
    assert_eq!(fixture.json("--merge DIR/whole")["elo"], whole["elo"]);

    let partly = fixture.text("--merge DIR/1 DIR/3").unwrap();
    let missing = "16 games are missing: indices 2–3, 8–9, 14–15, 20–21, 26–27, 32–33, 38–39, 44–45.";
    assert!(partly.contains(missing), "{partly}");
    assert!(fixture.error("--merge DIR/1 DIR/whole").contains("the game of index 0 is already in"));
    fixture.json("random master --games 52 --openings 4 --seed 9 --out DIR/longer");
    assert!(fixture.error("--merge DIR/1 DIR/longer").contains("the number of games is 50 in one and 52"));
}

#[test]
fn every_opening_is_played_with_both_sides() {
    let fixture = fixture();
    let result = fixture.json("random random --games 5 --openings 2 --seed 1 --out DIR/games");
    assert_eq!(result["games"], 6, "an odd number is rounded up");
    assert_eq!((&result["as_first"]["games"], &result["as_second"]["games"]), (&3.into(), &3.into()));
    let lines = fixture.games("games");
    assert_eq!((&lines[0]["games"], &lines[0]["seed"]), (&6.into(), &1.into()));
    for pair in lines[1..].chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["seats"], serde_json::json!(["a", "b"]));
        assert_eq!(pair[1]["seats"], serde_json::json!(["b", "a"]));
    }
    assert_eq!(lines[1]["opening"], lines[5]["opening"]);
    assert_ne!(lines[1]["opening"], lines[3]["opening"]);
}

#[test]
fn the_file_is_enough_to_replay_a_game() {
    let fixture = fixture();
    fixture.json("random master --games 20 --openings 3 --seed 4 --out DIR/games");
    for game in &fixture.games("games")[1..] {
        fixture.assert_points(game);
        assert_eq!(game.get("start_seed"), None, "the start position does not depend on dice");
    }
}

#[test]
fn a_player_that_fails_loses_and_the_reason_is_reported() {
    let fixture = fixture();
    let result = fixture.json("random cheats --games 10 --seed 1 --out DIR/games");
    assert_eq!((&result["wins"], &result["games"]), (&10.into(), &10.into()));
    assert_eq!(
        (&result["elo"], &result["elo_error"], &result["score"]),
        (&Json::Null, &Json::Null, &1.0.into())
    );
    assert_eq!(result["failures"]["b"], 10);
    let why = "it answered '99', which is not a legal move: only 1 to 3 can be taken";
    assert_eq!(result["failure_reasons"][format!("cheats: {why}")], 10);
    assert_eq!(fixture.games("games")[2]["irregular"]["why"], why);
    assert_eq!(fixture.json("gives-up random --games 2 --seed 1")["losses"], 2);
}

#[test]
fn openings_are_different_and_balanced() {
    let setup = steady(30);
    let known = OpeningStart::<Heap>::make(&setup, 0, &Work::quiet()).unwrap();
    let starts = OpeningStarts { setup: &setup, known, work: Work::quiet() };
    let schedule = Schedule { seed: 3, sides: 2, games: 100, openings: 6 };
    let even =
        |heap: &Heap| (heap.left != 22).then_some(Value(if heap.left.is_multiple_of(2) { -20 } else { 70 }));
    let rule = rule().balanced(Value(50), even);
    let made = openings::make(schedule, &starts, &rule, |_| ()).unwrap();
    assert_eq!(made.len(), 6);
    for (i, opening) in made.iter().enumerate() {
        assert!(opening.position.left.is_multiple_of(2) && opening.position.left != 22);
        assert!((2..=4).contains(&opening.moves.len()));
        assert!(made[..i].iter().all(|other| other.position != opening.position));
        let mut replayed = starts.known.position.clone();
        for (ply, made) in opening.moves.iter().enumerate() {
            let m = replayed.parse(made.side, &made.text).unwrap();
            replayed.play(made.side, &m, &mut Dice::of(opening.seed.unwrap(), ply as u64)).unwrap();
        }
        assert_eq!(replayed, opening.position);
    }
    let many = Schedule { openings: 5000, games: 10_000, ..schedule };
    let few = openings::make(many, &starts, &rule, |_| ()).unwrap_err();
    assert!(matches!(few, NoOpenings::TooFew(6..100)));
    starts.work.stop().raise();
    assert_eq!(openings::make(schedule, &starts, &rule, |_| ()).unwrap_err(), NoOpenings::Stopped);
}

#[test]
fn openings_can_be_limited_to_some_moves() {
    let rule = rule().among(|heap| heap.parse(Side::FIRST, "3").into_iter().collect());
    let fixture = Fixture { rule: Some(rule), ..fixture() };
    fixture.json("random random --games 2 --openings 1 --seed 1 --out DIR/games");
    let opening = fixture.games("games")[1]["opening"].clone();
    assert!(opening.as_array().unwrap().iter().all(|m| m.as_str().unwrap().ends_with(":3")), "{opening}");
}

#[test]
fn more_openings_than_there_are_is_an_error() {
    let fixture = fixture();
    let why = fixture.error("random random --games 10000 --openings 5000 --seed 1");
    assert!(why.ends_with("different balanced openings were found; use --openings with at most that number"));
}

#[test]
fn an_unknown_player_is_refused_before_any_game() {
    let fixture = fixture();
    let why = fixture.error("random clever --out DIR/games");
    assert_eq!(
        why,
        "player B, clever, cannot play: there is no player 'clever'; there are one, ponder, panics, gives-up, master, or cmd:COMMAND"
    );
    assert!(!Path::new(&fixture.path("games")).exists());
    let start = Fixture { setup: steady(0), ..self::fixture() };
    assert!(start.error("random random").contains("there is nothing to take"));
}

#[test]
fn games_that_ended_before_an_interruption_are_saved() {
    let fixture = Fixture { setup: steady(30), ..fixture() };
    // Only a game that lasts long enough is interrupted; with this seed it is not the first.
    let result = fixture.json("stopper:after=22 random --games 60 --seed 1 --threads 1 --out DIR/some");
    assert_eq!(result["interrupted"], true);
    let finished = result["games"].as_u64().unwrap() as usize;
    assert!((1..60).contains(&finished), "{finished}");
    assert_eq!(fixture.games("some").len(), finished + 1);
    let result = fixture.json("stopper random --games 6 --seed 1 --threads 1 --out DIR/games");
    assert_eq!((&result["games"], &result["interrupted"]), (&0.into(), &true.into()));
    assert!(!Path::new(&fixture.path("games")).exists(), "a match without games writes no file");
    let text = fixture.text("stopper random --games 6 --seed 1").unwrap();
    assert!(text.contains("0 of 6 games"));
    assert!(text.contains("The match was interrupted. These are the results so far."));
}

#[test]
fn a_sequential_test_ends_early_and_at_the_same_pair() {
    let fixture = fixture();
    let line = "random gives-up --games 1000 --seed 1 --sprt 0,200";
    let one = fixture.json(&format!("{line} --threads 1 --out DIR/one"));
    assert_eq!(one, fixture.json(&format!("{line} --threads 4")));
    assert_eq!(one["sprt"]["verdict"], "accepted");
    assert_eq!(one["interrupted"], false);
    // Only won pairs: each counts ln(0.759747 / 0.5) = 0.41838, and the eighth passes 2.944.
    assert_eq!(one["games"], 16);
    assert_eq!(fixture.games("one").len(), 17);
    assert_eq!(fixture.json("--merge DIR/one --sprt -5,45")["sprt"]["verdict"], "undecided");
    let why = fixture.error("random gives-up --sprt 0,5 --shard 1/2 --seed 1");
    assert!(why.contains("use it with --merge"));
}

#[test]
fn wrong_arguments_are_explained() {
    Command::command().debug_assert();
    let fixture = fixture();
    for (line, why) in [
        ("", "<A> [B]..."),
        ("random", "Nim has 2 sides: name 2 players, not 1"),
        ("random random random", "Nim has 2 sides: name 2 players, not 3"),
        ("random random --shard 4/3 --seed 1", "with 3 shards, i goes from 1 to 3"),
        ("random random --shard 1/3", "--seed"),
        ("random random --sprt 5,0", "the first Elo difference must be less than the second"),
        ("random random --sprt 5", "two Elo differences are needed"),
        ("random random --games 0", "0 is not in 1.."),
        ("random random --merge DIR/x", "cannot be used with"),
        ("random:x random", "'x' should be key=value"),
        ("--merge DIR/x", "x cannot be read"),
    ] {
        let error = fixture.error(line);
        assert!(error.contains(why), "{line}: {error}");
    }
}

#[test]
fn games_of_another_program_are_not_merged() {
    let fixture = fixture();
    fixture.json("random random --games 2 --seed 1 --out DIR/games");
    let other = std::fs::read_to_string(fixture.path("games")).unwrap().replace(r#""nim""#, r#""stack""#);
    std::fs::write(fixture.path("games"), other).unwrap();
    assert_eq!(fixture.error("--merge DIR/games"), "these are games of stack, not of nim");
}

#[test]
fn the_result_is_reported_even_if_no_file_can_be_written() {
    let fixture = fixture();
    std::fs::write(fixture.path("data"), "in the way").unwrap();
    assert!(fixture.text("random random --games 2 --seed 1").is_ok(), "the default file is not required");
}

#[test]
fn a_file_that_exists_or_cannot_be_written_is_refused_before_any_game() {
    let fixture = fixture();
    std::fs::write(fixture.path("older"), "games").unwrap();
    let refused = fixture.error("random random --games 2 --out DIR/older");
    assert!(refused.ends_with("exists; choose another name, or add --force to replace it"), "{refused}");
    assert!(fixture.error("random random --games 2 --out DIR/older/new").contains("cannot be written"));
    assert_eq!(std::fs::read_to_string(fixture.path("older")).unwrap(), "games");
}

#[test]
fn a_closed_output_is_not_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for line in ["one one --games 2", "one one --games 2 --json"] {
        assert!(matches!(fixture().run_to(line, &mut Closed), Err(Failure::Closed)));
    }
}

#[test]
fn the_result_as_text() {
    let fixture = Fixture { setup: steady(7), ..fixture() };
    let text = fixture.text("one one --games 3 --seed 8 --depth 2 --nodes 50 --sprt 0,10").unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..10],
        [
            "nim: A is one, B is one.",
            "4 games from the start position, each played with both sides; 50 nodes, depth 2 per move; seed 8.",
            "",
            "               games    wins   draws  losses     score",
            "A in all           4       2       0       2    50.0 %",
            "A first            2       2       0       0   100.0 %",
            "A second           2       0       0       2     0.0 %",
            "",
            "Elo of A against B: +0.0 ± 340.5 (95 %).",
            "SPRT of +0 against +10 Elo: undecided, more games are needed (LLR -0.05, bounds -2.94 and 2.94).",
        ]
    );
    assert_eq!(lines[10], "Different games: 1 of 4; --openings makes games differ.");
    assert_eq!(lines[12], "               moves   mean time    max time  over time  failures");
    assert!(lines[13].starts_with("A                 14 "));
    assert!(lines[16].ends_with("one-against-one-seed-8.jsonl."));
    let again = fixture.text("one one --games 3 --seed 8").unwrap();
    assert!(again.ends_with("one-against-one-seed-8-2.jsonl.\n"), "no file is replaced");
}

/// The file of a match that was killed: some of the games, in the order in which they ended, and a part of the next line.
fn killed(whole: &str, games: &[usize], part: &str) -> String {
    let lines: Vec<&str> = whole.lines().collect();
    let kept: Vec<&str> = [0].iter().chain(games).map(|line| lines[*line]).collect();
    kept.join("\n") + "\n" + part
}

#[test]
fn a_killed_match_is_resumed() {
    let fixture = fixture();
    let play = "master random --games 8 --openings 3 --depth 2 --seed 5 --threads 1 --out DIR/";
    let result = fixture.json(&format!("{play}whole"));
    let whole = std::fs::read_to_string(fixture.path("whole")).unwrap();
    for (games, part) in [(&[3, 1, 4][..], "{\"index\":2,\"se"), (&[], ""), (&[8, 7, 6, 5, 4, 3, 2, 1], "")] {
        std::fs::write(fixture.path("killed"), killed(&whole, games, part)).unwrap();
        assert_eq!(fixture.json(&format!("{play}killed --resume")), result);
        assert_eq!(fixture.games("killed"), fixture.games("whole"));
    }
    // The seed is in the file.
    std::fs::write(fixture.path("killed"), killed(&whole, &[2], "")).unwrap();
    let line = play.replace("--seed 5", "");
    assert_eq!(fixture.json(&format!("{line}killed --resume --sprt -5,5"))["games"], 8);
}

#[test]
fn only_the_same_match_is_resumed() {
    let fixture = fixture();
    let play = "master random --games 4 --depth 2 --seed 5 --out DIR/games";
    assert!(fixture.error(&format!("{play} --resume")).contains("games cannot be read"));
    fixture.text(play).unwrap();
    let before = std::fs::read(fixture.path("games")).unwrap();
    for (from, to, why) in [
        ("random", "master", "the player B is random in one and master in the other"),
        ("--games 4", "--games 6", "the number of games is 4 in one and 6 in the other"),
        ("--seed 5", "--seed 6", "the seed is 5 in one and 6 in the other"),
        ("--depth 2", "--depth 3", "the limit per move is depth 2 in one and depth 3 in the other"),
        ("--depth 2", "--depth 2 --shard 1/2", "the shard is 1/1 in one and 1/2 in the other"),
    ] {
        let error = fixture.error(&format!("{} --resume", play.replace(from, to)));
        assert!(error.contains(" is another match: ") && error.contains(why), "{error}");
    }
    assert_eq!(std::fs::read(fixture.path("games")).unwrap(), before);
    assert!(fixture.error("master random --resume").contains("--out"));
    std::fs::write(fixture.path("games"), "").unwrap();
    assert!(fixture.error(&format!("{play} --resume")).contains("games is empty"));
}
