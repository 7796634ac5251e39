//! `warlight simulate` as a whole program: results, seats, the database and --resume, contest bots, bad arguments.

use crate::shared::{json, refuses};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};
use whole_programs::Program;

fn warlight() -> Program {
    Program::new("warlight")
}

/// Runs a simulation on a small map and returns its result.
fn simulate(program: &Program, args: &[&str]) -> Value {
    json(program.run(&[&["simulate", "--map", "brindle", "--json"], args].concat(), "").exits(0))
}

fn count(json: &Value, key: &str) -> u64 {
    json[key].as_u64().unwrap_or_else(|| panic!("{key}: {json}"))
}

#[test]
fn the_result_is_one_json_object() {
    let result = simulate(&warlight(), &["aggressive", "random", "--games", "7", "--seed", "1"]);
    assert_eq!((count(&result, "games"), count(&result, "seed")), (8, 1), "whole pairs are played");
    assert_eq!(count(&result, "wins") + count(&result, "draws") + count(&result, "losses"), 8, "{result}");
    assert_eq!((count(&result["as_first"], "games"), count(&result["as_second"], "games")), (4, 4));
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key}: {result}"));
    assert!(number("score_low") <= number("score") && number("score") <= number("score_high"), "{result}");
    assert!(number("rounds_median") <= number("rounds_max") && number("rounds_mean") > 0.0, "{result}");
    let endings = ["conquered", "round_limit", "failed"].map(|key| count(&result["endings"], key));
    assert_eq!((endings.iter().sum::<u64>(), endings[2]), (8, 0), "{result}");
    let players = result["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    assert_eq!((&players[0]["player"], &players[1]["name"]), (&"aggressive".into(), &"B".into()));
    assert_eq!((&players[0]["wins"], &players[0]["losses"]), (&result["wins"], &players[1]["wins"]));
    assert!(players.iter().all(|player| count(player, "moves") > 0 && player["mean_ms"].is_number()));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let program = warlight();
    let [one, many] = ["1", "4"].map(|threads| {
        let args = ["mcts", "random", "--games", "6", "--nodes", "20", "--seed", "5", "--threads", threads];
        let result = simulate(&program, &args);
        let keys = ["wins", "draws", "losses", "pairs", "rounds_mean", "rounds_max", "endings"];
        keys.map(|key| result[key].clone())
    });
    assert_eq!(one, many);
}

#[test]
fn the_text_says_the_same_as_the_object() {
    let args = ["simulate", "aggressive", "random", "--map", "brindle", "--games", "4", "--seed", "1"];
    warlight().run(&args, "").exits(0).prints(&[
        "A is aggressive, B is random.",
        "4 games on brindle",
        "seats swapped",
        "100 ms per turn",
        "95 % interval",
        "Rounds per game: mean",
        "Endings:",
        "99 % within",
    ]);
}

#[test]
fn three_players_are_ranked_by_points() {
    let result = simulate(&warlight(), &["aggressive", "random", "random", "--games", "6", "--seed", "2"]);
    let players = result["players"].as_array().unwrap();
    let points: f64 = players.iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert!((points - 6.0).abs() < 1e-9 && result["elo"].is_null(), "{result}");
    let result = simulate(&warlight(), &["aggressive", "random", "--seats", "3", "--games", "3"]);
    assert_eq!(result["players"].as_array().unwrap().len(), 3, "B plays all others");
}

#[test]
fn bad_arguments_are_explained() {
    refuses(
        &warlight(),
        &[
            (&["simulate"], "A"),
            (&["simulate", "random"], "name 2 players or more"),
            (&["simulate", "random", "nobody"], "there is no player 'nobody'"),
            (&["simulate", "random", "aggressive:depth=3"], "has no option 'depth'"),
            (&["simulate", "random", "random", "--time", "0.5"], "as in 0.5s or 500ms"),
            (&["simulate", "random", "random", "--time", "0s"], "from 1 ms to 24 hours"),
            (&["simulate", "--resume", "all"], "the number of a simulation"),
            (&["simulate", "random", "random", "--from-round", "3"], "--from"),
            (&["simulate", "random", "random", "--games", "0"], "--games"),
            (&["simulate", "random", "random", "--map", "atlantis"], "atlantis"),
            (&["simulate", "random", "random", "random", "--rules", "contest2"], "for 2 players, not 3"),
            (&["simulate", "random", "random", "random", "--seats", "4"], "3 players are named for 4 seats"),
            (&["simulate", "random", "random", "random", "--seats", "2"], "3 players are named for 2 seats"),
        ],
    );
}

/// The arguments of a simulation that nobody waits for.
const LONG: &[&str] =
    &["simulate", "smart-random", "random", "--map", "brindle", "--games", "100000", "--seed", "1"];

/// The write-ahead log of the database: its length and when it was changed.
fn journal(program: &Program) -> Option<(u64, SystemTime)> {
    let data = fs::metadata(program.data().join("warlight.db-wal")).ok()?;
    Some((data.len(), data.modified().ok()?)).filter(|(length, _)| *length > 0)
}

/// Waits until the journal is so long that a few games must be in it.
fn wait_for_games(program: &Program) {
    while journal(program).is_none_or(|(length, _)| length < 300_000) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Resumes a simulation, interrupts it as Ctrl-C does when it has stored a game, and returns what it says.
#[cfg(unix)]
fn resume_and_interrupt(program: &Program, args: &[&str]) -> Value {
    let before = journal(program);
    let mut command = program.command(args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while journal(program).is_none() || journal(program) == before {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let hint = format!("warlight simulate --resume 1 --data-dir {}", program.dir().display());
    assert!(output.status.success() && stderr.contains(&hint), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn a_killed_simulation_keeps_every_game_and_is_resumed() {
    let program = warlight();
    let running = program.start(LONG);
    wait_for_games(&program);
    running.kill();
    let first = resume_and_interrupt(&program, &["simulate", "--resume", "--json"]);
    let second = resume_and_interrupt(&program, &["simulate", "--resume", "1", "--json"]);
    let (one, two) = (count(&first, "games"), count(&second, "games"));
    assert!(one > 5 && two > one, "{one} games, then {two}");
    assert_eq!((&first["simulation"], count(&second, "scheduled")), (&1.into(), 100_000));
    assert_eq!((&second["interrupted"], count(&second, "seed")), (&true.into(), 1));
}

#[test]
fn a_resumed_simulation_has_the_result_of_one_that_was_not_interrupted() {
    let args = ["smart-random", "aggressive", "--games", "300", "--seed", "9"];
    let whole = simulate(&warlight(), &args);
    let program = warlight();
    let running = program.start(&[&["simulate", "--map", "brindle"], &args[..]].concat());
    wait_for_games(&program);
    running.kill();
    // On a fast computer it may have ended before it was killed.
    let output = program.run(&["simulate", "--resume", "--json"], "");
    if output.code == Some(2) {
        assert!(output.fails(2).contains("there is no unfinished simulation"));
        return;
    }
    let resumed = json(output.exits(0));
    for key in ["games", "wins", "draws", "losses", "pairs", "rounds_mean", "rounds_max", "endings"] {
        assert_eq!(whole[key], resumed[key], "{key}");
    }
    assert!(program.run(&["simulate", "--resume"], "").fails(2).contains("no unfinished simulation"));
    assert!(program.run(&["simulate", "--resume", "1"], "").fails(2).contains("simulation 1 is finished"));
}

#[test]
fn simulations_share_a_database_but_not_their_games() {
    let program = warlight();
    let args = |seed| {
        let start = ["simulate", "smart-random", "random", "--map", "brindle", "--games", "60", "--json"];
        [&start[..], &["--seed", seed]].concat()
    };
    let running = ["1", "2", "3"].map(|seed| program.start(&args(seed)));
    let mut numbers = running.map(|running| {
        let output = running.finish();
        assert!(output.exits(0).stderr.is_empty(), "{output:?}");
        let result = json(&output);
        assert_eq!(count(&result, "games"), 60);
        count(&result, "simulation")
    });
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3]);
    let running = program.start(LONG);
    wait_for_games(&program);
    let why = program.run(&["simulate", "--resume"], "").fails(2).to_owned();
    assert!(why.contains("there is no unfinished simulation"), "it is still running: {why}");
    let why = program.run(&["simulate", "--resume", "4"], "").fails(2).to_owned();
    assert!(why.contains("simulation 4 is being played by another program"), "{why}");
    running.kill();
}

#[test]
fn without_its_database_a_simulation_is_played_but_not_stored() {
    let program = warlight();
    fs::create_dir_all(program.data().join("warlight.db")).unwrap();
    let args = ["simulate", "smart-random", "random", "--map", "brindle", "--games", "2", "--json"];
    let output = program.run(&args, "");
    assert!(output.exits(0).stderr.contains("error: the games will not be stored: "), "{output:?}");
    let result = json(&output);
    assert_eq!((count(&result, "games"), &result["simulation"]), (2, &Value::Null));
    let why = program.run(&[&args[..], &["--log"]].concat(), "").fails(2).to_owned();
    assert!(why.contains("--log needs the database"), "{why}");
    program.run(&["simulate", "--resume"], "").fails(2);
}

#[test]
fn the_values_of_regions_and_turns_are_kept_on_request() {
    let program = warlight();
    let args = ["mcts", "random", "--games", "2", "--nodes", "5", "--rounds", "3", "--seed", "1"];
    assert_eq!(count(&simulate(&program, &args), "games"), 2);
    assert!(!program.run(&["games", "show", "1"], "").exits(0).stdout.contains("It has a log"));
    simulate(&program, &[&args[..], &["--log"]].concat());
    program.run(&["games", "show", "3"], "").exits(0).prints(&["It has a log with"]);
}

#[test]
fn games_begin_at_a_saved_position() {
    let program = warlight();
    let play = ["play", "--players", "human", "random", "--map", "brindle", "--seed", "3"];
    program.run(&play, "pick 1 14\n1+5\npass\nsave game.yaml\n").exits(0).prints(&["Saved as"]);
    let from = |source: &str, args: &[&str]| {
        let start = ["simulate", "aggressive", "random", "--games", "3", "--json", "--from", source];
        program.run(&[&start[..], args].concat(), "")
    };
    let result = json(from("game.yaml", &[]).exits(0));
    assert_eq!((count(&result, "games"), &result["setup"]["map"]), (4, &"brindle".into()));
    assert!(count(&result, "rounds_min") > 2, "two rounds were played before: {result}");
    assert_eq!(count(&json(from("1", &["--from-round", "0"]).exits(0)), "games"), 4);
    assert!(from("1", &[]).fails(2).contains("game 1 is over"));
    assert!(from("1", &["--from-round", "99"]).fails(2).contains("has no round 99"));
    assert!(from("99", &[]).fails(2).contains("there is no game 99"));
    assert!(from("nothing.yaml", &[]).fails(2).contains("nothing.yaml"));
    assert!(from("game.yaml", &["--map", "world"]).fails(2).contains("leave out"));
    fs::write(program.dir().join("noise.warlight"), [0xff; 99]).unwrap();
    assert!(from("noise.warlight", &[]).fails(2).contains("noise.warlight"));
}

/// Plays a pair of games against a program under the rules of a contest, and returns what is reported about it.
#[cfg(unix)]
fn against(program: &Program, command: &str, args: &[&str]) -> (Value, Value) {
    let command = format!("cmd:{command}");
    let args = [&["aggressive", &command, "--games", "2", "--seed", "1"], args].concat();
    let result = simulate(program, &args);
    assert_eq!(count(&result, "games"), 2, "{result}");
    (result["players"][1].clone(), result)
}

#[cfg(unix)]
#[test]
fn programs_that_fail_lose_and_the_simulation_goes_on() {
    let program = warlight();
    for (command, why) in [
        ("true", "it ended with exit code 0"),
        ("sh -c 'read line; exit 3'", "it ended with exit code 3"),
        ("yes", "lines that mean nothing here"),
    ] {
        let (bot, result) = against(&program, command, &["--rules", "contest2", "--time", "50"]);
        assert_eq!((count(&bot, "losses"), count(&bot, "failures")), (2, 2), "{command}: {result}");
        assert_eq!(count(&result["endings"], "failed"), 2);
        let reasons = result["failure_reasons"].as_object().unwrap();
        assert!(reasons.keys().all(|reason| reason.starts_with("B: ") && reason.contains(why)), "{result}");
    }
}

#[cfg(unix)]
#[test]
fn time_outs_and_nonsense_are_counted() {
    let program = warlight();
    // It answers with what it is told, which means nothing, until it has had too many time-outs.
    let rules = ["--rules", "contest2", "--time", "20ms"];
    let (bot, result) = against(&program, "cat", &[&rules[..], &["--transcript", "said"]].concat());
    assert_eq!(
        (count(&bot, "time_outs"), count(&bot, "failures"), count(&bot, "losses")),
        (6, 0, 2),
        "{bot}"
    );
    assert!(count(&bot, "bad_lines") > 0 && count(&bot, "requests") == 6, "{bot}");
    assert_eq!(
        (&result["bot_clock"]["bank_ms"], &result["players"][0]["requests"]),
        (&400.into(), &0.into())
    );
    let said = fs::read_to_string(program.dir().join("said/game-00001-b.txt")).unwrap();
    assert!(said.contains("> settings your_bot player1") && said.contains("time-out"), "{said}");
    let args = ["simulate", "aggressive", "cmd:cat", "--transcript", "said"];
    assert!(program.run(&args, "").fails(2).contains("has transcripts already"));
    let (_, _) = against(&program, "true", &["--transcript", "said", "--force"]);
    let replaced = fs::read_to_string(program.dir().join("said/game-00001-b.txt")).unwrap();
    assert!(!replaced.contains("time-out"), "{replaced}");
    let args = ["simulate", "aggressive", "random", "--transcript", "other"];
    assert!(program.run(&args, "").fails(2).contains("leave it out"));
    let (bot, result) = against(&program, "sleep 1000", &["--rules", "contest1", "--time", "20ms"]);
    assert_eq!((count(&bot, "time_outs"), count(&bot, "bad_lines")), (6, 0), "{result}");
}

#[cfg(unix)]
#[test]
fn a_resumed_simulation_starts_no_program_unasked() {
    let program = warlight();
    let started = program.dir().join("started");
    // The first run's bots write another file: one of them may still be starting when its parent is killed.
    let bot = format!("cmd:sh -c 'touch \"${{FIRST_RUN:-{}}}\"; cat'", started.display());
    let args = ["simulate", "aggressive", &bot, "--map", "brindle", "--rules", "contest2", "--time", "20ms"];
    let args = [&args[..], &["--games", "100000", "--transcript", "said"]].concat();
    let running = program.start_with(&args, &[("FIRST_RUN", "first")]);
    // The second game begins when the simulation and its first game are in the database.
    let second = program.dir().join("said/game-00002-b.txt");
    while journal(&program).is_none() || !program.dir().join("first").exists() || !second.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    running.kill();
    for resume in [&["simulate", "--resume"][..], &["simulate", "--resume", "1", "--transcript", "said"]] {
        let why = program.run(resume, "").fails(2).to_owned();
        let named = why.contains("simulation 1 names other programs") && why.contains("not started: sh -c");
        assert!(named && why.contains("--resume 1 --allow-programs"), "{why}");
    }
    assert!(!started.exists());
    fs::create_dir(program.dir().join("other")).unwrap();
    fs::write(program.dir().join("other/game-00001-b.txt"), "precious").unwrap();
    let resume = ["simulate", "--resume", "--allow-programs", "--transcript"];
    let why = program.run(&[&resume[..], &["other"]].concat(), "").fails(2).to_owned();
    assert!(why.contains("has transcripts already") && why.contains("--force"), "{why}");
    let running = program.start(&[&resume[..], &["said"]].concat());
    while !started.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    running.kill();
    assert!(
        program.run(&["simulate", "random", "random", "--allow-programs"], "").fails(2).contains("--resume")
    );
}

#[cfg(unix)]
#[test]
fn our_bot_plays_both_contests_without_mistakes() {
    let program = warlight();
    let command = format!("'{}' bot --level aggressive --seed 1", program.binary().display());
    for rules in ["contest1", "contest2", "seed"] {
        // So much time that a busy computer does not matter.
        let (bot, result) = against(&program, &command, &["--rules", rules, "--time", "60s"]);
        let faults = ["time_outs", "bad_lines", "illegal_moves", "failures"].map(|key| count(&bot, key));
        assert_eq!(faults, [0; 4], "{rules}: {result}");
        assert!(count(&bot, "requests") > 4, "{result}");
    }
}

#[cfg(unix)]
#[test]
fn without_a_time_the_clock_of_the_contest_counts() {
    let program = warlight();
    for (rules, bank, request, ours) in [
        ("contest1", Value::Null, 2000, 2000),
        ("contest2", 10_000.into(), 500, 500),
        ("seed", 10_000.into(), 500, 100),
    ] {
        let (_, result) = against(&program, "true", &["--rules", rules]);
        let clock = &result["bot_clock"];
        assert_eq!((&clock["bank_ms"], count(clock, "per_request_ms")), (&bank, request), "{rules}");
        assert_eq!(count(&result, "time_ms"), ours, "{rules}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_is_reported_before_the_first_game() {
    let program = warlight();
    refuses(
        &program,
        &[
            (&["simulate", "random", "cmd:./no-such-bot"], "'./no-such-bot' could not be started"),
            (&["simulate", "random", "cmd:'unclosed"], "its quotes do not match"),
            (&["simulate", "random", "cmd:"], "cmd: needs a command"),
            (&["simulate", "cmd:cat", "random", "random"], "the contest protocol is for 2 players"),
        ],
    );
    assert!(program.run(&["simulate", "--resume"], "").fails(2).contains("no unfinished simulation"));
}
