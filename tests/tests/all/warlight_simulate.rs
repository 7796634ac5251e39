//! `warlight simulate` as a whole program: results, seats, bad arguments.

use crate::shared::{json, refuses};
use serde_json::Value;
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
        let args = ["smart-random", "random", "--games", "12", "--seed", "5", "--threads", threads];
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
            (&["simulate", "random", "random", "--time", "0.5"], "as in 0.5s or 500ms"),
            (&["simulate", "random", "random", "--time", "0s"], "from 1 ms to 24 hours"),
            (&["simulate", "random", "random", "--games", "0"], "--games"),
            (&["simulate", "random", "random", "--map", "atlantis"], "atlantis"),
            (&["simulate", "random", "random", "random", "--rules", "contest2"], "for 2 players, not 3"),
            (&["simulate", "random", "random", "random", "--seats", "4"], "3 players are named for 4 seats"),
        ],
    );
}
