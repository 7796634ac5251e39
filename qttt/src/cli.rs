//! The command line.

mod solve;

use crate::ai::{self, Solver};
use crate::rules::{Position, Setup};
use crate::text::PLAYER_OPTIONS;
use common::arena::OpeningRule;
use common::cli::{self, Failure, GameProgram, Verb};
use common::game::Value;
use common::player::AiPlayers;
use common::visible::stdout;
use std::sync::Mutex;

struct Program;

impl GameProgram for Program {
    type Game = Position;
    const ABOUT: &'static str =
        "Quantum tic-tac-toe: every mark is in two cells at once, until a cycle collapses.";
    const PLAYER_OPTIONS: &'static str = PLAYER_OPTIONS;

    fn examples() -> Vec<(String, &'static str)> {
        let strongest = Position::strongest();
        vec![
            ("qttt".to_owned(), "play in the window"),
            ("qttt play".to_owned(), "play in the terminal against easy"),
            (format!("qttt play --y {strongest}"), "play x against the strongest AI player"),
            ("qttt play --continue".to_owned(), "continue the last game"),
            ("qttt solve --scoring goff --json".to_owned(), "the value of the game, for a script"),
            (format!("qttt arena {strongest} random --games 200"), "play a match between AI players"),
        ]
    }

    /// Only drawn positions.
    fn openings(setup: &Setup) -> Option<OpeningRule<Position>> {
        let solver = Mutex::new(Solver::new(setup.scoring));
        Some(OpeningRule::plies(2..=4).balanced(Value::EVEN, move |position: &Position| {
            let margin = solver.lock().ok()?.margin(position);
            Some(margin.value_for(position.mover()))
        }))
    }

    fn bench(json: bool) -> Result<String, Failure> {
        let bench = ai::bench();
        if json {
            return serde_json::to_string(&bench).map_err(Failure::bad);
        }
        let speeds = [("solver", bench.solver), ("alpha-beta", bench.alphabeta), ("mcts", bench.mcts)];
        let mut lines: Vec<String> = speeds.iter().map(|(name, speed)| speed.line(name, "nodes")).collect();
        lines.push(format!("{:<12}{:>10} nodes", "total", bench.nodes));
        Ok(lines.join("\n"))
    }

    fn verbs() -> Vec<Verb> {
        let about = "Compute the value of a position and of each of its moves with perfect play";
        vec![Verb::new("solve", about, |solve: solve::Solve, _| solve.run(&mut stdout()))]
    }

    #[cfg(feature = "window")]
    fn open_window(store: &common::store::Store) -> Result<(), String> {
        common::window::run::<Position, crate::view::QtttUi>(store.clone()).map_err(|why| why.to_string())
    }
}

/// Runs the program with its command line.
pub fn run() -> Result<(), Failure> {
    cli::run::<Program>()
}

#[cfg(test)]
#[test]
fn the_command_line_is_consistent() {
    common::testing::command_line::<Program>();
}
