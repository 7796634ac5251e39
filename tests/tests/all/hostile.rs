//! Files and names from somebody else: nothing takes long or much memory, no escape reaches the terminal, and no other
//! program is started unasked.

use crate::games::{GAMES, Game};
use crate::shared::json;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use whole_programs::{Output, Program};

/// A title, a colour in one byte of ISO 6429, a backspace, and a text that runs backwards.
const ESCAPES: &str = "x\u{1b}]0;owned\u{7}\u{9b}31m\u{8}\u{202e}\u{7f}";

/// Asserts that nothing was printed that controls a terminal, and that the escapes are shown.
fn shows_escapes(output: &Output) {
    let all = format!("{}{}", output.stdout, output.stderr);
    let hidden = |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!all.contains(hidden), "{output:?}");
    // The parser of arguments leaves out other characters, and typed lines have blanks instead of them.
    assert!(all.contains("\\u202e"), "{output:?}");
    assert!(!all.contains("panicked"), "{output:?}");
}

/// The escapes as a string of JSON and YAML that consists of harmless characters.
fn quoted() -> String {
    let letters: Vec<String> = ESCAPES.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    format!("\"{}\"", letters.concat())
}

/// An automaton with two states.
fn automaton(names: [&str; 2], keys: &str) -> String {
    let rules = "000 0\n001 1\n010 1\n011 1\n100 1\n101 0\n110 0\n111 0\n";
    format!("2\n#FFFFFF {}\n#000000 {}\n{keys}{rules}", names[0], names[1])
}

/// A file of 100 MB that takes no space on the disk.
fn huge(program: &Program, name: &str) -> String {
    let file = program.file(name);
    File::create(&file).unwrap().set_len(100 << 20).unwrap();
    file
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let here = entries.iter().find(|path| path.file_name().is_some_and(|file| file == name)).cloned();
    here.or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}

#[test]
fn escapes_in_automata_are_shown() {
    let program = Program::new("cell-editor");
    let file = program.file(&format!("{ESCAPES}.ccell"));
    fs::write(&file, automaton([ESCAPES, "b"], "") + &format!("\n{ESCAPES}\n")).unwrap();
    shows_escapes(program.run(&["show", &file], "").exits(0));
    shows_escapes(program.run(&["check", &file], "").exits(0));
    let output = program.run(&["show", &file, "--json"], "");
    shows_escapes(output.exits(0));
    assert_eq!(json(&output)["names"][0], ESCAPES);
    assert_eq!(json(&output)["description"], ESCAPES);
    shows_escapes(program.run(&["show", &program.file(ESCAPES)], "").exits(2));
    shows_escapes(program.run(&[ESCAPES, "show", ESCAPES, ESCAPES], "").exits(2));
}

#[test]
fn escapes_in_names_of_masks_are_shown() {
    let program = Program::new("rule-generator");
    let (mask, out) = (program.file("mask.txt"), program.file(&format!("{ESCAPES}.txt")));
    fs::write(&mask, "#.\n.#\n").unwrap();
    shows_escapes(program.run(&["mask", &mask, "--out", &out], "").exits(0));
    shows_escapes(program.run(&["mask", &program.file(ESCAPES), "--out", &mask], "").exits(2));
    shows_escapes(program.run(&["mask", &mask, "--out", &mask, "--size", ESCAPES], "").exits(2));
}

fn escapes_are_shown_by(game: &Game) {
    let program = game.program();
    let missing = program.file(ESCAPES);
    shows_escapes(program.run(&["play", "--load", &missing], "").exits(2));
    shows_escapes(program.run(&["play", "--new"], &format!("load {missing}\n{ESCAPES}\n")).exits(0));
    shows_escapes(program.run(&["play", ESCAPES], "").exits(2));
    shows_escapes(program.run(&["play", game.players[1], ESCAPES], "").exits(2));
    let file = game.save(&program, "game.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let name = quoted();
    let other = text.replace(&format!("game: {}", game.name), &format!("game: {name}"));
    fs::write(&file, other).unwrap();
    shows_escapes(program.run(&["play", "--load", &file], "").exits(2));
    // A report about files of somebody else.
    let match_file = program.file("match.jsonl");
    let args = ["arena", "random", "random", "--games", "2", "--seed", "1", "--out", &match_file];
    program.run(&[&args, game.setup].concat(), "").exits(0);
    let text = fs::read_to_string(&match_file).unwrap();
    let named = text.replacen("\"random\"", &name, 1);
    assert_ne!(named, text);
    fs::write(&match_file, named).unwrap();
    shows_escapes(program.run(&["arena", "--merge", &match_file], "").exits(0));
    let output = program.run(&["arena", "--merge", &match_file, "--json"], "");
    shows_escapes(output.exits(0));
    assert!(json(&output).to_string().contains("owned"));
}

#[test]
fn escapes_are_shown_by_atoms() {
    escapes_are_shown_by(GAMES[0]);
}

#[test]
fn escapes_are_shown_by_qttt() {
    escapes_are_shown_by(GAMES[1]);
}

#[test]
fn escapes_are_shown_by_gomoku() {
    escapes_are_shown_by(GAMES[2]);
}

#[test]
fn escapes_are_shown_by_cellgame() {
    let program = Program::new("cellgame");
    shows_escapes(program.run(&["check", &program.file(ESCAPES)], "").exits(2));
    shows_escapes(program.run(&["new", "--automaton", ESCAPES], "").exits(2));
    let file = program.file(&format!("{ESCAPES}.json"));
    fs::write(&file, "{}").unwrap();
    shows_escapes(program.run(&["check", &file], "").exits(2));
}

#[test]
fn escapes_are_shown_by_warlight() {
    let program = Program::new("warlight");
    shows_escapes(program.run(&["map", "show", &program.file(&format!("{ESCAPES}.yaml"))], "").exits(2));
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps");
    let text = fs::read_to_string(maps.join("brindle.yaml")).unwrap();
    let name = quoted();
    fs::write(program.file("a.yaml"), text.replace("Geloss", &name)).unwrap();
    fs::copy(maps.join("brindle-template.png"), program.file("a-template.png")).unwrap();
    // A name of a map may not contain them at all.
    let output = program.run(&["map", "show", &program.file("a.yaml")], "");
    assert!(output.fails(2).contains("none of them a control character"));
    fs::write(
        program.file("a.yaml"),
        text.replacen("super_region: Kindaria", &format!("super_region: {name}"), 1),
    )
    .unwrap();
    shows_escapes(program.run(&["map", "check", &program.file("a.yaml")], "").exits(1));
}

#[test]
fn automata_that_would_take_long_are_refused_with_the_limit() {
    let program = Program::new("cell-editor");
    let keys: Vec<String> = (0..1001).map(|key| format!("k{key}: x\n")).collect();
    for (name, text, limit) in [
        ("a.pcell", automaton(["a", "b"], "generations: 60000000\nstart: 1\n"), "1 to 131072"),
        (
            "b.pcell",
            automaton(["a", "b"], &format!("generations: 131072\nstart: {}\n", "01".repeat(1000))),
            "at most 16777216 cells in all",
        ),
        (
            "c.pcell",
            automaton(["a", "b"], &format!("generations: 1\nstart: {}\n", "01".repeat(66_000))),
            "at most 131072 cells",
        ),
        ("d.ccell", automaton(["a", "b"], &keys.concat()), "at most 1000 keys"),
    ] {
        fs::write(program.file(name), text).unwrap();
        let output = program.run(&["check", &program.file(name)], "");
        assert!(output.exits(1).stdout.contains(limit), "{output:#?}");
        assert!(program.run(&["show", &program.file(name)], "").fails(2).contains(limit), "{name}");
    }
    for name in ["a.ccell", "a.rule"] {
        let huge = huge(&program, name);
        assert!(program.run(&["show", &huge], "").fails(2).contains("too large: at most 4 MB"));
        let cellgame = Program::new("cellgame");
        let why = cellgame.run(&["new", "--automaton", &huge], "");
        assert!(name == "a.rule" || why.fails(2).contains("too large: at most 4 MB"), "{why:#?}");
    }
}

#[test]
fn masks_and_boards_that_are_too_large_are_refused_with_the_limit() {
    let program = Program::new("rule-generator");
    let out = program.file("out.txt");
    let refuses = |file: &str, limit: &str| {
        let output = program.run(&["mask", file, "--out", &out], "");
        assert!(output.fails(2).contains(limit), "{output:#?}");
    };
    refuses(&huge(&program, "mask.txt"), "at most 1 MB");
    refuses(&huge(&program, "mask.pcell"), "at most 4 MB");
    let picture = huge(&program, "mask.png");
    let mut start = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/brindle.png")).unwrap();
    start.resize(100 << 20, 0);
    fs::write(&picture, &start).unwrap();
    refuses(&picture, "at most 32 MB");
    // The header says 20000x20000.
    start.truncate(1000);
    start[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
    fs::write(&picture, &start).unwrap();
    refuses(&picture, "100 million");
    let cellgame = Program::new("cellgame");
    assert!(cellgame.run(&["check", &huge(&cellgame, "board.json")], "").fails(2).contains("at most 2 MB"));
    assert!(cellgame.run(&["check", "/dev/zero"], "").fails(2).contains("at most 2 MB"));
}

#[test]
fn saved_games_that_would_take_long_are_refused_with_the_limit() {
    for game in GAMES {
        let program = game.program();
        let file = game.save(&program, "game.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let seed = text.lines().find(|line| line.starts_with("seed: ")).unwrap();
        let nested = text.replace(seed, &format!("seed: {}1{}", "{a: ".repeat(100_000), "}".repeat(100_000)));
        let why = game.refuses_to_load(&program, &file, nested.as_bytes());
        assert!(why.contains("nested more than 200 levels deep"), "{why}");
        // The same file as an unfinished game is set aside at the next start.
        program.run(&["play", "--new", "--players", "human", "human"], game.first_moves[0][0]).exits(0);
        fs::write(find(program.dir(), "autosave-1.yaml").unwrap(), &nested).unwrap();
        let output = program.run(&["play"], "");
        output.exits(0).prints(&["cannot be read", "nested more than 200 levels deep", "set aside"]);
        let huge = huge(&program, "huge.yaml");
        assert!(program.run(&["play", "--load", &huge], "").fails(2).contains("too large: at most 2 MB"));
        assert!(
            program.run(&["play", "--load", "/dev/zero"], "").fails(2).contains("too large: at most 2 MB")
        );
        assert!(program.run(&["play", "--load", "/"], "").fails(2).contains("it is a folder"));
        assert!(program.run(&["arena", "--merge", "/dev/zero"], "").fails(2).contains("far too long"));
    }
}

#[test]
fn a_player_of_a_file_has_a_limited_table() {
    for game in [GAMES[0], GAMES[2]] {
        let program = game.program();
        let file = game.save(&program, "game.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let (before, after) = text.rsplit_once("- human").unwrap();
        fs::write(&file, format!("{before}- strong:hash=20000,threads=250{after}")).unwrap();
        let output = program.run(&["play", "--load", &file, "--time", "50"], "");
        output.exits(0).prints(&["strong:hash=128,threads="]);
        assert!(!output.stdout.contains("threads=250"), "{output:#?}");
    }
}

#[test]
fn an_unfinished_game_starts_no_program_unasked() {
    for game in GAMES {
        let program = game.program();
        let started = PathBuf::from(program.file("started"));
        program.run(&["play", "--players", "human", "human"], game.first_moves[0][0]).exits(0);
        let file = find(program.dir(), "autosave-1.yaml").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let (before, after) = text.rsplit_once("- human").unwrap();
        let armed = format!("{before}- cmd:touch {}{after}", started.display());
        fs::write(&file, &armed).unwrap();
        let output = program.run(&["play", "--continue"], "");
        output.exits(0).prints(&["names a program as a player, which is not started: touch "]);
        // An interrupted game is resumed without a request.
        fs::write(&file, armed.replace("closed: true\n", "")).unwrap();
        program.run(&["play"], "").exits(0).prints(&["which is not started: touch "]);
        assert!(!started.exists());
        fs::write(&file, &armed).unwrap();
        program.run(&["play", "--continue", "--allow-programs"], "").exits(2);
        assert!(started.exists());
    }
}
