//! Whole runs, from the command line to what is told and written.

use super::openings::{self, NoOpenings};
use super::*;
use crate::game::{Dice, Game, Side, Value};
use crate::player::Stop;
use crate::testing::toy::{Counters, Last, Nim, bug};
use clap::{CommandFactory, Parser};
use serde_json::Value as Json;
use std::io;
use std::path::Path;

type Heap = Nim<{ bug::CHANCE }>;

#[derive(Debug, Parser)]
struct Command {
    #[command(flatten)]
    arena: ArenaArgs,
}

/// A folder of its own for every test.
struct Bench {
    dir: tempfile::TempDir,
    setup: Counters,
}

impl Bench {
    fn new() -> Bench {
        Bench { dir: tempfile::tempdir().unwrap(), setup: Counters { slippery: true, ..steady(30) } }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    fn run_to(&self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let line = line.replace("DIR", &self.dir.path().display().to_string());
        let command = Command::try_parse_from(format!("nim {line}").split(' ')).map_err(Failure::bad)?;
        let store = Store::open("nim", Some(&self.dir.path().join("data"))).unwrap();
        run::<Heap>(&command.arena, &self.setup, &store, &rule(), out)
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

    /// The result without what no two runs have in common.
    fn json(&self, line: &str) -> Json {
        let mut json: Json = serde_json::from_str(&self.text(&format!("{line} --json")).unwrap()).unwrap();
        for player in ["a", "b"] {
            let pace = json["time_per_move"][player].as_object_mut().unwrap();
            pace.retain(|key, _| key == "moves");
        }
        json.as_object_mut().unwrap().remove("file");
        json
    }

    /// The lines of a file of games, without the times.
    fn games(&self, name: &str) -> Vec<Json> {
        let text = std::fs::read_to_string(self.path(name)).unwrap();
        let mut lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            line.as_object_mut().unwrap().retain(|key, _| !key.starts_with("clock"));
        }
        lines
    }
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
    let bench = Bench::new();
    let line = "random random --games 40 --openings 7 --seed 5 --nodes 1";
    let one = bench.json(&format!("{line} --threads 1 --out DIR/one"));
    let four = bench.json(&format!("{line} --threads 4 --out DIR/four"));
    assert_eq!(one, four);
    assert_eq!(bench.games("one"), bench.games("four"));
    assert_eq!(bench.games("one").len(), 41);
    assert_ne!(one, bench.json("random random --games 40 --openings 7 --seed 6 --nodes 1"));
}

#[test]
fn shares_add_up_to_the_whole() {
    let bench = Bench::new();
    let line = "random master --games 50 --openings 4 --seed 9 --threads 2";
    let whole = bench.json(&format!("{line} --out DIR/whole"));
    for part in 1..=3 {
        bench.json(&format!("{line} --shard {part}/3 --out DIR/{part}"));
    }
    assert_eq!(bench.json("--merge DIR/3 DIR/1 DIR/2 --out DIR/merged"), whole);
    assert_eq!(bench.games("merged"), bench.games("whole"));
    assert_eq!(bench.json("--merge DIR/whole")["elo"], whole["elo"]);

    let partly = bench.text("--merge DIR/1 DIR/3").unwrap();
    assert!(
        partly
            .contains("Missing are 16 games, of indices 2–3, 8–9, 14–15, 20–21, 26–27, 32–33, 38–39, 44–45.")
    );
    assert!(bench.error("--merge DIR/1 DIR/whole").contains("the game of index 0 is already in"));
    bench.json("random master --games 52 --openings 4 --seed 9 --out DIR/longer");
    assert!(bench.error("--merge DIR/1 DIR/longer").contains("the number of games is 50 in one and 52"));
}

#[test]
fn every_opening_is_played_with_both_sides() {
    let bench = Bench::new();
    let result = bench.json("random random --games 5 --openings 2 --seed 1 --out DIR/games");
    assert_eq!(result["games"], 6, "an odd number is rounded up");
    assert_eq!((&result["as_first"]["games"], &result["as_second"]["games"]), (&3.into(), &3.into()));
    let lines = bench.games("games");
    assert_eq!((&lines[0]["games"], &lines[0]["seed"]), (&6.into(), &1.into()));
    for pair in lines[1..].chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&"a".into(), &"b".into()));
    }
    assert_eq!(lines[1]["opening"], lines[5]["opening"]);
    assert_ne!(lines[1]["opening"], lines[3]["opening"]);
}

#[test]
fn the_file_is_enough_to_replay_a_game() {
    let bench = Bench::new();
    bench.json("random master --games 20 --openings 3 --seed 4 --out DIR/games");
    for game in &bench.games("games")[1..] {
        let mut heap = Heap::start(&bench.setup).unwrap();
        let moves = |key: &str| game[key].as_array().unwrap().clone();
        let opening = moves("opening").len();
        for (ply, text) in moves("opening").iter().chain(&moves("moves")).enumerate() {
            let seed = &game[if ply < opening { "opening_seed" } else { "seed" }];
            let m = heap.parse(text.as_str().unwrap()).unwrap();
            let side = heap.mover;
            heap.play(side, &m, &mut Dice::of(seed.as_u64().unwrap(), ply as u64)).unwrap();
        }
        let outcome = heap.outcome().unwrap();
        assert_eq!(
            game["points"],
            serde_json::json!([Side::FIRST, Side::SECOND].map(|side| outcome.points(side)))
        );
    }
}

#[test]
fn a_player_who_fails_loses_and_it_is_told_why() {
    let bench = Bench::new();
    let result = bench.json("random cheats --games 10 --seed 1 --out DIR/games");
    assert_eq!((&result["wins"], &result["games"]), (&10.into(), &10.into()));
    assert_eq!(
        (&result["elo"], &result["elo_error"], &result["score"]),
        (&Json::Null, &Json::Null, &1.0.into())
    );
    assert_eq!(result["failures"]["b"], 10);
    let why = "it answered '99', which is no move here: only 1 to 3 can be taken";
    assert_eq!(result["failure_reasons"][format!("cheats: {why}")], 10);
    assert_eq!(bench.games("games")[2]["irregular"]["why"], why);
    assert_eq!(bench.json("gives-up random --games 2 --seed 1")["losses"], 2);
}

#[test]
fn openings_are_different_and_balanced() {
    let start = Heap::start(&steady(30)).unwrap();
    let schedule = Schedule { seed: 3, games: 100, openings: 6 };
    let even =
        |heap: &Heap| (heap.left != 22).then_some(Value(if heap.left.is_multiple_of(2) { -20 } else { 70 }));
    let rule = rule().balanced(Value(50), even);
    let made = openings::make(schedule, &start, &rule, &Stop::default(), |_| ()).unwrap();
    assert_eq!(made.len(), 6);
    for (i, opening) in made.iter().enumerate() {
        assert!(opening.position.left.is_multiple_of(2) && opening.position.left != 22);
        assert!((2..=4).contains(&opening.moves.len()));
        assert!(made[..i].iter().all(|other| other.position != opening.position));
        let mut replayed = start.clone();
        for (ply, text) in opening.moves.iter().enumerate() {
            let m = replayed.parse(text).unwrap();
            let side = replayed.mover;
            replayed.play(side, &m, &mut Dice::of(opening.seed.unwrap(), ply as u64)).unwrap();
        }
        assert_eq!(replayed, opening.position);
    }
    let many = Schedule { openings: 5000, games: 10_000, ..schedule };
    let few = openings::make(many, &start, &rule, &Stop::default(), |_| ()).unwrap_err();
    assert!(matches!(few, NoOpenings::Few(6..100)));
}

#[test]
fn more_openings_than_there_are_is_an_error() {
    let bench = Bench::new();
    let why = bench.error("random random --games 10000 --openings 5000 --seed 1");
    assert!(
        why.ends_with("different balanced openings were found; ask for at most that many with --openings")
    );
}

#[test]
fn an_unknown_player_is_refused_before_any_game() {
    let bench = Bench::new();
    let why = bench.error("random clever --out DIR/games");
    assert_eq!(
        why,
        "player B, clever, cannot play: there is no player 'clever'; there are one, ponder, panics, gives-up, master, or cmd:COMMAND"
    );
    assert!(!Path::new(&bench.path("games")).exists());
    let start = Bench { setup: steady(0), ..Bench::new() };
    assert!(start.error("random random").contains("there is nothing to take"));
}

#[test]
fn only_two_sides() {
    let bench = Bench::new();
    let command = Command::try_parse_from(["nim", "random", "random"]).unwrap();
    let store = Store::open("nim", Some(bench.dir.path())).unwrap();
    let rule = rule().sides(3);
    let why = run::<Heap>(&command.arena, &bench.setup, &store, &rule, &mut io::sink()).unwrap_err();
    assert_eq!(why.to_string(), "the arena is for games of two sides; this one has 3");
}

#[test]
fn what_was_finished_before_an_interruption_is_kept() {
    let bench = Bench { setup: steady(30), ..Bench::new() };
    // Only a game that lasts long enough is interrupted; with this seed it is not the first.
    let result = bench.json("stopper:after=22 random --games 60 --seed 1 --threads 1 --out DIR/some");
    assert_eq!(result["interrupted"], true);
    let finished = result["games"].as_u64().unwrap() as usize;
    assert!((1..60).contains(&finished), "{finished}");
    assert_eq!(bench.games("some").len(), finished + 1);
    let result = bench.json("stopper random --games 6 --seed 1 --threads 1 --out DIR/games");
    assert_eq!((&result["games"], &result["interrupted"]), (&0.into(), &true.into()));
    assert!(!Path::new(&bench.path("games")).exists(), "nothing does not replace a file");
    let text = bench.text("stopper random --games 6 --seed 1").unwrap();
    assert!(text.contains("0 of 6 games"));
    assert!(text.contains("The run was interrupted; this is what there is."));
}

#[test]
fn a_sequential_test_ends_early_and_at_the_same_pair() {
    let bench = Bench::new();
    let line = "random gives-up --games 1000 --seed 1 --sprt 0,200";
    let one = bench.json(&format!("{line} --threads 1 --out DIR/one"));
    assert_eq!(one, bench.json(&format!("{line} --threads 4")));
    assert_eq!(one["sprt"]["verdict"], "accepted");
    assert_eq!(one["interrupted"], false);
    // Only won pairs: each counts ln(0.759747 / 0.5) = 0.41838, and the eighth passes 2.944.
    assert_eq!(one["games"], 16);
    assert_eq!(bench.games("one").len(), 17);
    assert_eq!(bench.json("--merge DIR/one --sprt -5,45")["sprt"]["verdict"], "undecided");
    let why = bench.error("random gives-up --sprt 0,5 --shard 1/2 --seed 1");
    assert!(why.contains("give --sprt together with --merge"));
}

#[test]
fn wrong_arguments_are_explained() {
    Command::command().debug_assert();
    let bench = Bench::new();
    for (line, why) in [
        ("random", "<B>"),
        ("random random --shard 4/3 --seed 1", "with 3 shares, i goes from 1 to 3"),
        ("random random --shard 1/3", "--seed"),
        ("random random --sprt 5,0", "the first Elo difference must be less than the second"),
        ("random random --sprt 5", "two Elo differences are needed"),
        ("random random --games 0", "0 is not in 1.."),
        ("random random --merge DIR/x", "cannot be used with"),
        ("random:x random", "'x' should be key=value"),
        ("--merge DIR/x", "x cannot be read"),
    ] {
        let error = bench.error(line);
        assert!(error.contains(why), "{line}: {error}");
    }
}

#[test]
fn games_of_another_program_are_not_added_up() {
    let bench = Bench::new();
    bench.json("random random --games 2 --seed 1 --out DIR/games");
    let other = std::fs::read_to_string(bench.path("games")).unwrap().replace(r#""nim""#, r#""stack""#);
    std::fs::write(bench.path("games"), other).unwrap();
    assert_eq!(bench.error("--merge DIR/games"), "these are games of stack, not of nim");
}

#[test]
fn a_file_that_cannot_be_written_does_not_cost_the_result() {
    let bench = Bench::new();
    std::fs::write(bench.path("data"), "in the way").unwrap();
    assert!(bench.text("random random --games 2 --seed 1").is_ok(), "a file nobody asked for is only missed");
}

#[test]
fn a_file_that_cannot_be_had_is_refused_before_any_game() {
    let bench = Bench::new();
    std::fs::write(bench.path("older"), "games").unwrap();
    assert!(
        bench
            .error("random random --games 2 --out DIR/older")
            .ends_with("exists; choose another file with --out")
    );
    assert!(bench.error("random random --games 2 --out DIR/older/new").contains("cannot be written"));
    assert_eq!(std::fs::read_to_string(bench.path("older")).unwrap(), "games");
}

#[test]
fn a_closed_output_is_no_error() {
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
        assert!(matches!(Bench::new().run_to(line, &mut Closed), Err(Failure::Closed)));
    }
}

#[test]
fn the_result_in_words() {
    let bench = Bench { setup: steady(7), ..Bench::new() };
    let text = bench.text("one one --games 3 --seed 8 --depth 2 --nodes 50 --sprt 0,10").unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..10],
        [
            "nim: A is one, B is one.",
            "4 games from the start position, each played with both sides; 50 nodes, depth 2 a move; seed 8.",
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
    assert_eq!(lines[10], "Only 1 of the games are different ones; --openings makes them differ.");
    assert_eq!(lines[12], "               moves   mean time    max time  over time  failures");
    assert!(lines[13].starts_with("A                 14 "));
    assert!(lines[16].ends_with("one-against-one-seed-8.jsonl."));
    let again = bench.text("one one --games 3 --seed 8").unwrap();
    assert!(again.ends_with("one-against-one-seed-8-2.jsonl.\n"), "no file is replaced unasked");
}
