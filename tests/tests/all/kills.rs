//! Programs that are killed at a random moment: nothing that they have acknowledged is lost, no file is cut, and nothing is
//! left over after the next start. `KILLS=500` kills more often.

use crate::games::{ATOMS, GOMOKU, Game, QTTT};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use whole_programs::Program;

/// Random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn wait(&mut self, max_ms: u64) {
        sleep(Duration::from_micros(self.below(1000 * max_ms)));
    }
}

fn kills() -> u64 {
    std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// Asserts that there are no temporary and no lock files.
fn is_tidy(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name().into_string().unwrap();
        let is_lock = file.path().extension().is_some_and(|extension| extension == "lock");
        assert!(!name.starts_with(".pentad") && !is_lock && !name.contains(".tmp"), "{name} is left");
        if file.file_type().unwrap().is_dir() {
            is_tidy(&file.path());
        }
    }
}

/// Two humans play; some moves are acknowledged, and the program is killed while it plays or saves another one.
fn kill_a_game(game: &Game, moves: &[String], dice: &mut Dice) {
    let program = game.program();
    let saved = program.file("saved.yaml");
    let mut running = program.start(&["play", "--players", "human", "human", "--new"]);
    running.read_until("'s turn");
    let acknowledged = 1 + dice.below(moves.len() as u64 - 1) as usize;
    for m in &moves[..acknowledged] {
        running.send(m);
        running.read_until("'s turn");
    }
    let has_saved = dice.below(2) == 0;
    if has_saved {
        running.send(&format!("save {saved}"));
        running.read_until("Saved as");
    }
    running.send(&moves[acknowledged]);
    running.send(&format!("save --force {saved}"));
    dice.wait(15);
    running.kill();
    let output = program.run(&["play", "--continue"], "moves\nquit\n");
    output.exits(0);
    is_tidy(program.dir());
    for m in &moves[..acknowledged] {
        let text = m.replace(' ', "-");
        assert!(output.stdout.contains(&text), "the acknowledged move {text} is lost: {output:#?}");
    }
    if has_saved {
        program.run(&["play", "--load", &saved], "quit\n").exits(0);
    }
    is_tidy(program.dir());
}

#[test]
fn acknowledged_moves_survive_kills() {
    let square =
        |columns: u64| move |n: u64| format!("{}{}", (b'a' + (n % columns) as u8) as char, 1 + n / columns);
    let atoms: Vec<String> = (0..20).map(square(8)).collect();
    let gomoku: Vec<String> = (0..20).map(square(15)).collect();
    let qttt: Vec<String> = (0..4).map(|n| format!("{} {}", 2 * n, 2 * n + 1)).collect();
    let mut dice = Dice(1);
    for n in 0..kills() * 2 / 5 {
        match n % 3 {
            0 => kill_a_game(&ATOMS, &atoms, &mut dice),
            1 => kill_a_game(&GOMOKU, &gomoku, &mut dice),
            _ => kill_a_game(&QTTT, &qttt, &mut dice),
        }
    }
}

#[test]
fn files_are_whole_after_kills() {
    let mut dice = Dice(2);
    let program = Program::new("cell-editor");
    let file = program.file("rule.ccell");
    program.run(&["new", "--states", "9", "--random", "0", "--out", &file], "").exits(0);
    for n in 1..=kills() * 2 / 5 {
        let seed = n.to_string();
        let running = program.start(&["new", "--states", "9", "--random", &seed, "--out", &file, "--force"]);
        dice.wait(30);
        running.kill();
        program.run(&["check", &file], "").exits(0);
        is_tidy(program.dir());
    }
    let names = fs::read_dir(program.dir()).unwrap().map(|entry| entry.unwrap().file_name());
    let others: Vec<_> = names.filter(|name| name != "rule.ccell" && name != "cell-editor").collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn matches_and_simulations_survive_kills() {
    let mut dice = Dice(3);
    let (atoms, warlight) = (Program::new("atoms"), Program::new("warlight"));
    for n in 0..kills() / 10 {
        let out = atoms.file(&format!("games-{n}.jsonl"));
        let long = [
            "arena",
            "random",
            "random",
            "--size",
            "4x4",
            "--depth",
            "1",
            "--threads",
            "1",
            "--games",
            "100000",
        ];
        let running = atoms.start(&[&long[..], &["--out", &out]].concat());
        dice.wait(400);
        running.kill();
        let text = fs::read_to_string(&out).unwrap_or_default();
        for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
        }
        // Any start removes what was left.
        atoms.run(&["review", &out], "").exits(2);
        is_tidy(atoms.dir());
    }
    for _ in 0..kills() / 10 {
        let args = ["simulate", "aggressive", "random", "--map", "brindle", "--games", "1000", "--seed", "1"];
        let running = warlight.start(&args);
        dice.wait(600);
        running.kill();
        warlight.run(&["games", "list"], "").exits(0);
        is_tidy(warlight.dir());
    }
}
