//! Fuzzing of the readers and protocols that all programs share; see [`crate::testing::fuzz`].

use crate::arena::{self, ArenaArgs};
use crate::automaton::{
    Automaton, AutomatonKind, Boundary, Formula, RulePattern, StartRow, code, evolve, golly, library, wolfram,
};
use crate::store::Store;
use crate::testing::fuzz::{self, Target, open_answer};
use crate::testing::toy::{Counters, Nim};
use clap::{Args, FromArgMatches};
use std::path::Path;

/// The automata of one kind, as they are in the library.
fn files(kind: AutomatonKind) -> Vec<String> {
    library::all()
        .iter()
        .map(|one| &one.automaton)
        .filter(|one| one.kind() == kind)
        .map(Automaton::write)
        .collect()
}

fn automata(name: &'static str, kind: AutomatonKind) -> Target {
    Target::new(name, files(kind), move |bytes| match Automaton::read(bytes, kind) {
        Ok(automaton) => {
            let again = Automaton::read(automaton.write().as_bytes(), kind);
            assert!(again.is_ok_and(|again| again == automaton), "what was written is not what was read");
            true
        }
        Err(_) => false,
    })
}

fn arena_args(line: &str) -> ArenaArgs {
    let command = ArenaArgs::augment_args(clap::Command::new("arena").no_binary_name(true));
    let matches = command.try_get_matches_from(line.split_whitespace()).expect("arguments");
    ArenaArgs::from_arg_matches(&matches).expect("arguments")
}

fn arena_files() -> Target {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let run = |line: &str, dir: &Path| {
        let (setup, store) = (Counters::default(), Store::at(dir));
        arena::run::<Nim>(&arena_args(line), &setup, &store, None, &mut Vec::new())
    };
    let file = dir.path().join("games");
    let play = format!("random random --games 6 --depth 1 --threads 1 --seed 1 --out {}", file.display());
    run(&play, dir.path()).expect("a match");
    let games = std::fs::read(file).expect("the games");
    Target::file("arena files", "jsonl", [games], move |path| {
        run(&format!("--merge {}", path.display()), dir.path()).is_ok()
    })
}

fn words() -> Target {
    let seeds =
        ["110", "flat:3", "cyclic", "random:7", "00120", "??1 2", "(l + c + r) % k", "l == r ? c : k - 1"];
    Target::text("codes, formulas and rows", seeds, |text| {
        let table = |states| {
            let codes = [
                wolfram::table(states, text).is_ok(),
                code::from_totalistic(states, text).is_ok(),
                code::from_outer(states, text).is_ok(),
            ];
            codes.contains(&true)
                || text.parse::<Formula>().is_ok_and(|formula| formula.table(states).is_ok())
        };
        let is_row = text.parse::<StartRow>().is_ok_and(|row| row.row(3, 40).is_ok());
        let others = text.parse::<Boundary>().is_ok() || text.parse::<RulePattern>().is_ok();
        [2, 3, 10].map(table).contains(&true) || is_row || others
    })
}

#[test]
fn readers_and_protocols() {
    let golly_files = library::all();
    let golly_files = golly_files.iter().step_by(9).map(|one| golly::write(&one.automaton, "a rule"));
    let mut targets = vec![
        automata("automata .ccell", AutomatonKind::Common),
        automata("automata .tcell", AutomatonKind::Totalistic),
        automata("automata .pcell", AutomatonKind::Picture),
        Target::new("pictures of automata", files(AutomatonKind::Picture), |bytes| {
            let Ok(automaton) = Automaton::read(bytes, AutomatonKind::Picture) else { return false };
            let Some((row, generations)) = automaton.start() else { return true };
            evolve(&automaton.table(), automaton.boundary(), row, generations.min(200));
            true
        }),
        Target::new("Golly rules", golly_files, |bytes| golly::read(bytes).is_ok()),
        words(),
        arena_files(),
        fuzz::saved_game::<Nim>("saved games of Nim", &[Counters::default(), Counters::default()]),
        fuzz::settings::<crate::window::Settings<Counters>>("settings of Nim", "players: [human, human]\n"),
        fuzz::ugi::<Nim>("UGI of Nim", &Counters::default(), open_answer),
    ];
    if cfg!(unix) {
        let answers = "ugiok\nreadyok\nreadyok\ninfo depth 3 score cp 7 nodes 5 time 1 pv 1 2\nbestmove 2\n";
        let long = "id name x\noption name Heap type spin default 7\nugiok\nreadyok\nreadyok\nerror: no\nbestmove 9\n";
        let transcripts = [answers, long].map(str::to_owned);
        targets.push(fuzz::referee::<Nim>("the referee of UGI", transcripts, &Counters::default()));
    }
    fuzz::run(targets);
}
