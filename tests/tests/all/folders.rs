//! Folders and files: programs that share one, folders that cannot be written, and files that exist.

use crate::games::{ATOMS, GOMOKU, QTTT};
use std::fs;
use std::path::Path;
use whole_programs::Program;

const PLAY: [&str; 4] = ["play", "--players", "human", "human"];

#[test]
fn programs_that_share_a_folder_keep_their_files_apart() {
    let atoms = ATOMS.program();
    let qttt = QTTT.program().sharing(&atoms);
    atoms.run(&PLAY, "a1\n").exits(0);
    qttt.run(&PLAY, "0 1\n").exits(0);
    assert!(
        atoms.dir().join("atoms/autosave-1.yaml").is_file()
            && atoms.dir().join("qttt/autosave-1.yaml").is_file()
    );
    atoms.run(&["play", "--continue"], "moves\n").exits(0).prints(&["Blue: a1"]);
    qttt.run(&["play", "--continue"], "moves\n").exits(0).prints(&["x: 0-1"]);
}

#[test]
fn files_of_an_earlier_version_are_found() {
    let program = ATOMS.program();
    program.run(&PLAY, "c4\n").exits(0);
    for file in fs::read_dir(program.data()).unwrap() {
        let file = file.unwrap();
        fs::rename(file.path(), program.dir().join(file.file_name())).unwrap();
    }
    fs::remove_dir(program.data()).unwrap();
    program.run(&["play", "--continue"], "moves\n").exits(0).prints(&["Blue: c4"]);
    assert!(program.data().join("autosave-1.yaml").is_file());
}

#[test]
fn no_unfinished_game_is_dropped_without_a_word() {
    let program = ATOMS.program();
    for n in 0..22 {
        let output = program.run(&[&PLAY[..], &["--new"]].concat(), "a1\n");
        let said = output.exits(0).stdout.contains("the oldest one is now a saved game");
        assert_eq!(said, n >= 20, "game {n}: {output:#?}");
    }
    let saved = program.data().join("saves/autosave-1-1.yaml");
    program.run(&["play", "--load", saved.to_str().unwrap()], "moves\n").exits(0).prints(&["Blue: a1"]);
}

/// A file where a folder should be is as unusable as a folder that is read-only.
#[test]
fn a_folder_that_cannot_be_used_is_reported() {
    for program in [ATOMS.program(), GOMOKU.program()] {
        fs::write(program.data(), "in the way").unwrap();
        let output = program.run(&["play", "--continue"], "");
        let said = output.fails(2);
        assert!(
            said.contains("no game can be continued") && said.contains(program.data().to_str().unwrap()),
            "{said}"
        );
        program.run(&PLAY, "quit\n").exits(0).prints(&["The game will not be kept between runs: "]);
    }
    let program = ATOMS.program();
    fs::write(program.data(), "in the way").unwrap();
    program.run(&["solve", "--size", "2x2"], "").exits(0).prints(&["With perfect play"]);
    assert!(
        program.run(&["solve", "--size", "2x2", "--resume"], "").exits(0).stderr.contains("no checkpoint")
    );
    assert_eq!(fs::read_to_string(program.data()).unwrap(), "in the way");
}

/// Every command that writes a file refuses one that exists, and replaces it with `--force`.
#[test]
fn existing_files_are_replaced_only_with_force() {
    let automaton = |file: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../automata").join(file).display().to_string()
    };
    let (rule, heart) = (automaton("rule-030.ccell"), automaton("heart.pcell"));
    let id = "rule-110:5x4:sweep:flat#3";
    let commands: &[(&'static str, &[&str], &str)] = &[
        ("cell-editor", &["new", "--states", "2", "--wolfram", "30"], "a.ccell"),
        ("cell-editor", &["convert", &rule], "a.ccell"),
        ("cell-editor", &["render", &rule], "a.png"),
        ("rule-generator", &["mask", &heart], "a.txt"),
        ("rule-generator", &["mask", &heart], "a.png"),
        ("rule-generator", &[&heart, "--states", "2..4"], "a.pcell"),
        ("cellgame", &["print", id], "a.svg"),
        ("gomoku", &["puzzles", "--make", "1"], "a.yaml"),
        ("gomoku", &["tune", "--rounds", "1", "--games", "2", "--depth", "1"], "a.txt"),
        ("atoms", &["arena", "random", "random", "--size", "2x2", "--games", "2", "--depth", "1"], "a.jsonl"),
        ("warlight", &["map", "render", "brindle"], "a.png"),
        ("warlight", &["map", "new", "--regions", "6", "--seed", "1"], "a.yaml"),
    ];
    for (name, args, out) in commands {
        let program = Program::new(name);
        fs::write(program.dir().join(out), "precious").unwrap();
        let file = program.file(out);
        let args = [args, &["--out", file.as_str()][..]].concat();
        let output = program.run(&args, "");
        let said = output.fails(2);
        assert!(
            said.ends_with(&format!("{out} exists; choose another name, or add --force to replace it")),
            "{said}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious", "{args:?}");
        // To make new exercises takes long.
        if args[0] == "puzzles" {
            continue;
        }
        program.run(&[&args[..], &["--force"]].concat(), "").exits(0);
        assert_ne!(fs::read(&file).unwrap(), b"precious", "{args:?}");
        let left: Vec<String> = fs::read_dir(program.dir())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(left.iter().all(|name| !name.starts_with('.')), "{args:?}: {left:?}");
    }
}

#[test]
fn two_matches_do_not_write_the_same_file() {
    let program = ATOMS.program();
    let out = program.file("games.jsonl");
    let args =
        ["arena", "random", "random", "--size", "4x4", "--depth", "1", "--games", "1000000", "--out", &out];
    let first = program.start(&args);
    while !fs::read_dir(program.dir())
        .unwrap()
        .flatten()
        .any(|file| file.path().extension().is_some_and(|end| end == "lock"))
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    for force in [&[][..], &["--force"]] {
        let output = program.run(&[&args[..], force].concat(), "");
        let said = output.fails(2);
        assert!(said.contains("another program") || said.contains("exists"), "{said}");
    }
    first.kill();
}
