//! The command line.

use crate::rules::Puzzle;
use crate::text::PLAYER_OPTIONS;
use common::cli::{self, Failure, GameProgram};

struct Program;

impl GameProgram for Program {
    type Game = Puzzle;
    const ABOUT: &'static str =
        "A logic puzzle on cellular automata: find the hidden cells by the rules of the automaton.";
    const PLAYER_OPTIONS: &'static str = PLAYER_OPTIONS;

    fn examples() -> Vec<(String, &'static str)> {
        vec![
            ("cellgame".to_owned(), "play in the window"),
            ("cellgame play --grade easy --automaton random-3".to_owned(), "play in the terminal"),
        ]
    }

    fn bench(_: bool) -> Result<String, Failure> {
        Ok(String::new())
    }

    #[cfg(feature = "window")]
    fn open_window(store: &common::store::Store) -> Result<(), String> {
        common::window::run::<Puzzle, crate::view::CellUi>(store.clone()).map_err(|why| why.to_string())
    }
}

/// Runs the program with its command line.
pub fn run() -> Result<(), Failure> {
    cli::run::<Program>()
}
