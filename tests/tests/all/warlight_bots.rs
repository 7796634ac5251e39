//! Warlight's contest protocol with real programs: our bot, the starter bot of the guide, and bots that misbehave.

use crate::shared::json;
use std::fs;
use std::process::{Command, Stdio};
use whole_programs::Program;

fn warlight() -> Program {
    Program::new("warlight")
}

/// Our own bot as a player.
fn own_bot(program: &Program, level: &str) -> String {
    format!("cmd:'{}' bot --level {level} --threads 1", program.binary().display())
}

/// Plays a match on a small map and asserts that no player failed. Returns how many games A won, drew and lost.
fn play_match(program: &Program, players: [&str; 2], rules: &str, more: &[&str]) -> [u64; 3] {
    let start = ["arena", players[0], players[1], "--map", "brindle", "--rules", rules, "--games", "2"];
    let rest = ["--time", "30000", "--seed", "5", "--threads", "1", "--json"];
    let output = program.run(&[&start[..], &rest, more].concat(), "");
    let report = json(output.exits(0));
    assert_eq!(report["failures"]["a"], 0, "{output:#?}");
    assert_eq!(report["failures"]["b"], 0, "{output:#?}");
    ["wins", "draws", "losses"].map(|key| report[key].as_u64().unwrap())
}

#[test]
fn bots_play_each_other_to_the_end() {
    let program = warlight();
    let bot = own_bot(&program, "aggressive");
    for rules in ["contest1", "contest2", "seed"] {
        assert_eq!(play_match(&program, [&bot, &bot], rules, &[]).iter().sum::<u64>(), 2);
    }
}

#[test]
fn the_bot_answers_every_request_and_nothing_else() {
    let program = warlight();
    let lines = "\
settings timebank 10000
settings time_per_move 500
settings max_rounds 60
settings your_bot player2
settings opponent_bot player1
setup_map super_regions 1 2 2 3
setup_map regions 1 1 2 1 3 2 4 2
setup_map neighbors 1 2 2 3 3 4
setup_map wastelands 4
what is this
settings starting_regions 1 3
settings starting_pick_amount 1
pick_starting_region 10000 1
setup_map opponent_starting_regions 3
settings starting_armies 5
update_map 1 player2 2 2 neutral 2
opponent_moves
go place_armies 10000
go attack/transfer 10000
";
    for verb in ["bot", "engine"] {
        let output = program.run(&[verb, "--level", "aggressive", "--seed", "1"], lines);
        output.exits(0);
        assert_eq!(output.stdout, "1\nplayer2 place_armies 1 5\nplayer2 attack/transfer 1 2 6\n");
        assert_eq!(output.stderr.lines().count(), 1, "{output:#?}");
    }
    let output = program.run(&["bot", "--level", "nobody"], "");
    assert!(output.fails(2).contains("there is no player 'nobody'"));
}

/// The Python program in the guide.
fn starter_bot() -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/warlight-bots.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let (_, program) = guide.split_once("```python\n").expect("a Python program in the guide");
    program.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn the_starter_bot_of_the_guide_plays() {
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let program = warlight();
    let file = program.file("starter.py");
    fs::write(&file, starter_bot()).unwrap();
    let starter = format!("cmd:python3 '{file}'");
    for rules in ["contest1", "contest2", "seed"] {
        // A bot that makes no moves does not beat random turns.
        let [wins, ..] = play_match(&program, [&starter, "random"], rules, &[]);
        assert_eq!(wins, 2, "{rules}");
    }
    play_match(&program, [&starter, &own_bot(&program, "aggressive")], "contest2", &["--rounds", "5"]);
}

#[cfg(unix)]
#[test]
fn bots_that_misbehave_lose_with_a_reason() {
    let program = warlight();
    for (bot, why) in [
        ("cmd:sh -c 'exit 7'", "exit code 7"),
        ("cmd:sh -c 'exec >&-; cat >/dev/null'", "closed its output"),
        ("cmd:yes noise", "lines that"),
    ] {
        let args = ["arena", bot, "random", "--map", "brindle", "--rules", "contest2", "--games", "2"];
        let output = program.run(&[&args[..], &["--time", "30000", "--seed", "5", "--json"]].concat(), "");
        let report = json(output.exits(0));
        assert_eq!((&report["losses"], &report["failures"]["a"]), (&2.into(), &2.into()), "{output:#?}");
        assert!(report["failure_reasons"].to_string().contains(why), "{output:#?}");
    }
    // It is not punished more than the rules say.
    let silent = "cmd:sh -c 'cat >/dev/null'";
    let args = ["arena", silent, "random", "--map", "brindle", "--rules", "contest1", "--rounds", "3"];
    let output = program.run(&[&args[..], &["--games", "2", "--time", "20", "--json"]].concat(), "");
    assert_eq!(json(output.exits(0))["failures"]["a"], 0, "{output:#?}");
}

#[test]
fn players_that_cannot_be_started_are_refused() {
    let program = warlight();
    let output = program.run(&["arena", "cmd:/no/such/bot", "random", "--rules", "contest2"], "");
    assert!(output.fails(2).contains("could not be started"));
    let output = program.run(&["play", "--players", "human", "cmd:cat", "random", "--seats", "3"], "");
    assert!(output.fails(2).contains("for 2 players, not 3"));
}
