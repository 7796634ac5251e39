//! Warlight as a whole program: maps, a game in the terminal, exit codes.

use std::fs;
use whole_programs::Program;

fn warlight() -> Program {
    Program::new("warlight")
}

#[test]
fn built_in_maps_are_listed_shown_and_drawn() {
    let program = warlight();
    program.run(&["map", "list"], "").exits(0).prints(&["world", "brindle", "shards", "greatholm"]);
    program.run(&["map", "show", "brindle"], "").exits(0).prints(&["15 regions", "bonus", "Geloss"]);
    let picture = program.file("brindle.png");
    program.run(&["map", "render", "brindle", "--out", &picture], "").exits(0);
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    program.run(&["map", "show", "atlantis"], "").exits(2);
}

#[test]
fn a_new_map_passes_the_check_and_a_damaged_one_does_not() {
    let program = warlight();
    let map = program.file("island.yaml");
    program.run(&["map", "new", "--regions", "12", "--seed", "7", "--out", &map], "").exits(0);
    program.run(&["map", "check", &map], "").exits(0).prints(&["no mistakes"]);
    let text = fs::read_to_string(&map).unwrap();
    let damaged = program.file("damaged.yaml");
    fs::write(&damaged, text.replacen("super_region", "super_legion", 1).replacen("bonus", "bonos", 1))
        .unwrap();
    let output = program.run(&["map", "check", &damaged], "");
    assert_ne!(output.code, Some(0), "{output:?}");
}

#[test]
fn a_game_against_the_computer_is_played_through_a_pipe() {
    let program = warlight();
    let play = ["play", "--players", "human", "random", "--map", "brindle", "--seed", "3", "--rounds", "2"];
    let first = program.run(&play, "pick 1 14\nnonsense\n1+5\npass\n");
    first.exits(0).prints(&["pick 2 regions", "Not possible", "Round", "draw"]);
}

/// The measurement itself takes long; a unit test does it with little work.
#[test]
fn bench_says_what_it_measures() {
    let program = warlight();
    program.run(&["bench", "--help"], "").exits(0).prints(&["search iterations", "--json"]);
    program.run(&["bench", "now"], "").exits(2);
}

#[test]
fn bad_options_are_explained() {
    let program = warlight();
    for arguments in [
        ["play", "--map", "atlantis"].as_slice(),
        &["play", "--seats", "9"],
        &["play", "--rules", "chess"],
        &["play", "--luck", "101"],
        &["map", "new", "--regions", "0", "--out", "x.yaml"],
    ] {
        let output = program.run(arguments, "");
        output.exits(2);
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}
