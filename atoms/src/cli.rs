//! The command line.

mod solve;

use crate::ai::{self, tune::Tuner};
use crate::rules::{Position, Setup};
use crate::text::LEVEL_OPTIONS;
use common::arena::OpeningRule;
use common::cli::{self, Failure, GameProgram, Verb};
use common::game::Value;
use common::player::AiPlayers;
use common::tune::{self, TuneArgs};
use common::visible::stdout;

/// The program `atoms`.
pub struct Atoms;

/// The maximum advantage of a side after an opening, in hundredths of a won game.
const MAX_ADVANTAGE: Value = Value(12);

impl GameProgram for Atoms {
    type Game = Position;
    const ABOUT: &'static str =
        "Exploding Atoms: fill your atoms with electrons until they burst and take their neighbours";
    const PLAYER_OPTIONS: &'static str = LEVEL_OPTIONS;

    fn examples() -> Vec<(String, &'static str)> {
        let strongest = Position::strongest();
        vec![
            ("atoms".into(), "play in the window"),
            ("atoms play --size 6x5".into(), "in the terminal against easy, on a small board"),
            (format!("atoms play --orange {strongest}"), "play Blue against the strongest AI player"),
            ("atoms play --continue".into(), "continue the last game"),
            (format!("atoms arena {strongest} source --games 100"), "a match between two AI players"),
            ("atoms solve --size 4x3".into(), "who wins a small board, and how"),
        ]
    }

    /// A few random moves that leave both sides about the same chances.
    fn openings(_: &Setup) -> Option<OpeningRule<Position>> {
        Some(OpeningRule::plies(4..=8).balanced(MAX_ADVANTAGE, ai::balance))
    }

    fn bench(json: bool) -> Result<String, Failure> {
        let bench = ai::bench();
        if json {
            return serde_json::to_string(&bench).map_err(Failure::bad);
        }
        let lines = [
            bench.search.line("search", "nodes"),
            bench.board.line("bit planes", "moves"),
            bench.plain.line("plain array", "moves"),
            format!(
                "The bit planes make {:.1} times as many moves per second as the plain array.",
                bench.ratio
            ),
        ];
        Ok(lines.join("\n"))
    }

    fn verbs() -> Vec<Verb> {
        vec![
            Verb::new(
                "solve",
                "Find out who wins a small board with perfect play, and with which moves",
                |solve: solve::Solve, context| solve.run(|| context.store(), &mut stdout()),
            )
            .after_help(solve::AFTER_HELP),
            Verb::new(
                "tune",
                "Learn the weights of the strong player by self-play; strong:weights=FILE uses them",
                |args: TuneArgs, _| tune::run::<Tuner>(&args, &mut stdout()),
            ),
        ]
    }

    #[cfg(feature = "window")]
    fn open_window(store: &common::store::Store) -> Result<(), String> {
        common::window::run::<Position, crate::view::AtomsUi>(store.clone()).map_err(|why| why.to_string())
    }
}

/// Runs the program with its command line.
pub fn run() -> Result<(), Failure> {
    cli::run::<Atoms>()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        common::testing::command_line::<super::Atoms>();
    }
}
