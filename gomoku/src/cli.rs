//! The command line.

mod analyze;
mod puzzles;

use crate::ai::{self, tune::Tuner};
use crate::files::FORMATS;
use crate::gomocup;
use crate::rules::{Position, Setup};
use crate::text::LEVEL_OPTIONS;
use common::arena::OpeningRule;
use common::cli::{self, Failure, GameProgram, Verb};
use common::game::Value;
use common::player::{AiPlayers, Spec};
use common::tune::{self, TuneArgs};
use common::visible::stdout;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The program `gomoku`.
pub struct Gomoku;

/// The maximum advantage of a side after an opening, in hundredths of a won game.
const MAX_ADVANTAGE: Value = Value(20);

impl GameProgram for Gomoku {
    type Game = Position;
    const ABOUT: &'static str = "Gomoku: five stones in a row win.";
    const PLAYER_OPTIONS: &'static str = LEVEL_OPTIONS;
    // The manager of a tournament sets the board.
    const ENGINE_OPTIONS: Option<&'static [&'static str]> = Some(&["rule"]);
    const ENGINE_ABOUT: &'static str =
        "Speak the Gomocup protocol on the standard input and output, for a tournament manager";
    const ENGINE_HELP: &'static str = "\
Managers start programs by name and without arguments: copy or link this program
as pbrain-pentad into the manager's folder. Under any name that begins with pbrain
it is the engine.

Example, with the answers after '<':
  START 15
  < OK
  INFO timeout_turn 1000
  TURN 7,7
  < 8,8
  END";

    fn examples() -> Vec<(String, &'static str)> {
        let strongest = Position::strongest();
        vec![
            ("gomoku".into(), "play in the window"),
            ("gomoku play --rule renju".into(), "in the terminal against easy"),
            (format!("gomoku play --white {strongest}"), "play Black against the strongest AI player"),
            ("gomoku play --continue".into(), "continue the last game"),
            (format!("gomoku arena {strongest} cmd:./other"), "a match against another program"),
            ("gomoku analyze h8 i9 h9 --lines 3".into(), "the three best lines of a position"),
            ("gomoku puzzles".into(), "positions to win from"),
            ("gomoku engine".into(), "for a tournament manager"),
        ]
    }

    /// A few random stones around the centre that leave both sides about the same chances.
    fn openings(_: &Setup) -> Option<OpeningRule<Position>> {
        Some(OpeningRule::plies(3..=8).among(ai::first_stones).balanced(MAX_ADVANTAGE, ai::balance))
    }

    fn bench(json: bool) -> Result<String, Failure> {
        let bench = ai::bench();
        if json {
            return serde_json::to_string(&bench).map_err(Failure::bad);
        }
        let lines = [
            bench.search.line("search", "nodes"),
            bench.board.line("board", "stones"),
            bench.classic.minimax.line("minimax", "nodes"),
            format!(
                "minimax takes {:.1} ms per move; without incremental updates it takes {:.0} times as long at two plies.",
                1000.0 * bench.classic.seconds_per_move,
                bench.classic.ratio
            ),
        ];
        Ok(lines.join("\n"))
    }

    fn verbs() -> Vec<Verb> {
        vec![
            Verb::new(
                "analyze",
                "Show the best lines of a position, its value, and a forced win",
                |args: analyze::Analyze, _| args.run(&mut stdout()),
            )
            .after_help(analyze::EXAMPLES),
            Verb::new(
                "puzzles",
                "List the exercises, or make new ones by search",
                |args: puzzles::Puzzles, _| args.run(&mut stdout()),
            )
            .after_help(puzzles::EXAMPLES),
            Verb::new(
                "tune",
                "Learn the weights of the strong player by self-play; strong:weights=FILE uses them",
                |args: TuneArgs, _| tune::run::<Tuner>(&args, &mut stdout()),
            ),
        ]
    }

    fn engine(setup: Setup, level: Spec, seed: u64) -> Result<(), Failure> {
        gomocup::engine(level, setup.rule, seed)
    }

    #[cfg(feature = "window")]
    fn open_window(store: &common::store::Store) -> Result<(), String> {
        common::window::run::<Position, crate::view::GomokuUi>(store.clone()).map_err(|why| why.to_string())
    }
}

/// Runs the program with its command line. Tournament managers start an engine by its name and without arguments.
pub fn run() -> Result<(), Failure> {
    let name = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    let name = name.file_name().map(|name| name.to_string_lossy().to_lowercase());
    if name.is_some_and(|name| name.starts_with("pbrain")) {
        let engine = ["gomoku", "engine"].map(OsString::from);
        return cli::run_from::<Gomoku>(engine.into_iter().chain(env::args_os().skip(1)));
    }
    if let Some(file) = env::args_os().nth(1).map(PathBuf::from).filter(|file| is_game_file(file)) {
        let file = file.display();
        return Err(Failure::Bad(format!(
            "a file is no command; to play on from it in the terminal: gomoku play --load {file}"
        )));
    }
    cli::run::<Gomoku>()
}

/// Whether an argument that should be a command is a file of a game instead.
fn is_game_file(file: &Path) -> bool {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let formats = FORMATS.iter().map(|format| format.extension);
    extension.is_some_and(|extension| formats.chain(["yaml"]).any(|format| format == extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        common::testing::command_line::<Gomoku>();
    }

    #[test]
    fn a_file_is_told_from_a_command() {
        for file in ["game.psq", "/tmp/GAME.SGF", "saved.yaml"] {
            assert!(is_game_file(Path::new(file)), "{file}");
        }
        for other in ["play", "psq", "--help", "notes.txt"] {
            assert!(!is_game_file(Path::new(other)), "{other}");
        }
    }
}
