//! The command line.

mod bench;
mod board_json;
mod check;
mod daily;
mod hint;
mod input;
mod new;
mod print;
mod solve;
mod stats;
#[cfg(test)]
pub(crate) mod tests;

use crate::automaton_ref::AutomatonRef;
use crate::rules::{Puzzle, PuzzleSetup};
use crate::text::PLAYER_OPTIONS;
use common::automaton::AutomatonKind;
use common::cli::{self, Failure, GameProgram, Verb};
use common::visible::stdout;
use std::io::Write;
use std::path::Path;

struct Program;

impl GameProgram for Program {
    type Game = Puzzle;
    const ABOUT: &'static str =
        "A logic puzzle on cellular automata: find the hidden cells by the rules of the automaton.";
    const PLAYER_OPTIONS: &'static str = PLAYER_OPTIONS;
    const BENCH_ABOUT: &'static str = "Measure the generator and the solver: the number of hidden cells changes only when the generator does";
    const FILE: Option<&'static str> =
        Some("Start a puzzle with this automaton: a .ccell, .tcell or .pcell file");

    fn examples() -> Vec<(String, &'static str)> {
        let example = |line: &str, about| (line.to_owned(), about);
        vec![
            example("cellgame", "play in the window"),
            example("cellgame chaos.ccell", "play with an automaton from a file"),
            example("cellgame play --grade easy --automaton random-3", "play in the terminal"),
            example("cellgame play --id rule-110:12x8:hard:flat#7", "play the board with this id"),
            example("cellgame new --grade hard --size 20x10", "make a board"),
            example("cellgame new --grade hard --json > board.json", "the same for a script"),
            example("cellgame solve board.json --explain", "solve it step by step"),
            example("cellgame hint board.json --stage 1", "where to look"),
            example("cellgame check board.json", "is there exactly one solution?"),
            example("cellgame grade board.json", "how hard is it?"),
            example("cellgame print board.json --out board.svg", "a sheet to solve on paper"),
            example("cellgame daily", "today's puzzle"),
            example("cellgame stats", "games and scores by grade"),
        ]
    }

    fn bench(json: bool) -> Result<String, Failure> {
        bench::run(json)
    }

    fn verbs() -> Vec<Verb> {
        let out = || stdout();
        vec![
            Verb::new("new", "Make one or more boards of a grade", move |new: new::New, _| {
                new.run(&mut out())
            })
            .after_help(new_help()),
            Verb::new(
                "solve",
                "Solve a board that has exactly one solution",
                move |solve: solve::Solve, _| solve.run(&mut out()),
            ),
            Verb::new(
                "hint",
                "Give a hint in four stages: where, how, why, and the value",
                move |hint: hint::Hint, _| hint.run(&mut out()),
            ),
            Verb::new(
                "check",
                "Check whether a board has exactly one solution; show a second solution if there is one",
                move |check: check::Check, _| check.run(&mut out()),
            ),
            Verb::new("grade", "Show which techniques a board needs", move |grade: check::GradeOf, _| {
                grade.run(&mut out())
            }),
            Verb::new(
                "print",
                "Draw a board with its rules as PNG, SVG or text",
                move |print: print::Print, _| print.run(&mut out()),
            ),
            Verb::new(
                "daily",
                "Show the puzzle of the day, the same for all players",
                move |daily: daily::Daily, _| daily.run(&mut out()),
            ),
            Verb::new(
                "stats",
                "Show your games, scores and times by grade",
                move |stats: stats::ShowStats, context| stats.run(context, &mut out()),
            ),
        ]
    }

    fn setup_from_file(file: &Path) -> Result<PuzzleSetup, String> {
        const KINDS: &str = ".ccell, .tcell or .pcell";
        let shown = file.display();
        if AutomatonKind::from_path(file).is_none() {
            return Err(if file.exists() {
                format!("{shown} is not an automaton: its name does not end in {KINDS}")
            } else {
                format!("'{shown}' is neither a command nor an automaton, a file that ends in {KINDS}")
            });
        }
        let text = file.to_str().ok_or_else(|| format!("{shown} is not a name that can be read"))?;
        if !file.exists() {
            return Err(format!("there is no file {text}"));
        }
        let automaton = AutomatonRef::open(text).map_err(|why| why.to_string())?;
        let setup = PuzzleSetup { automaton, ..PuzzleSetup::default() };
        setup.layout().map_err(|why| format!("{text}: {why}"))?;
        Ok(setup)
    }

    #[cfg(feature = "window")]
    fn open_window(store: &common::store::Store) -> Result<(), String> {
        common::window::run::<Puzzle, crate::view::CellUi>(store.clone()).map_err(|why| why.to_string())
    }

    #[cfg(feature = "window")]
    fn open_window_with(store: &common::store::Store, setup: PuzzleSetup) -> Result<(), String> {
        let opened = common::window::run_with::<Puzzle, crate::view::CellUi>(store.clone(), setup);
        opened.map_err(|why| why.to_string())
    }
}

fn new_help() -> String {
    use crate::solver::Grade;
    let grades: Vec<String> = Grade::ALL
        .iter()
        .map(|grade| format!("  {grade:<10} {}", crate::text::grade_about(*grade)))
        .collect();
    format!(
        "Grades:\n{}\n\nIf the automaton has no board of the grade, the exit code is 1.\n\nExamples:\n  \
         cellgame new --automaton random-3 --grade easy --size 20x10\n  \
         cellgame new --automaton chaos.ccell --plan cyclic --seed 7 --json --solution",
        grades.join("\n")
    )
}

/// Prints one JSON object on one line.
fn json(value: &impl serde::Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

/// Runs the program with its command line.
pub fn run() -> Result<(), Failure> {
    cli::run::<Program>()
}
