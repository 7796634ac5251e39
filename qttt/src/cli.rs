//! The command line: what can be asked of the program, and who answers.

mod solve;

use crate::ai::{self, Solver};
use crate::rules::{Position, Scoring, Setup};
use crate::text::LEVEL_OPTIONS;
use clap::{Args, Parser, Subcommand};
use common::arena::{self, ArenaArgs, OpeningRule};
use common::cli::{self, Failure};
use common::game::{Game, Value};
use common::player::{AiPlayers, Spec};
use common::session::Seat;
use common::store::Store;
use common::terminal::{self, PlayArgs, Request};
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

/// Quantum tic-tac-toe: every mark is in two cells at once, until a cycle collapses.
///
/// Without a command it opens the window; where there is no display it plays in the terminal.
#[derive(Debug, Parser)]
#[command(name = "qttt", version, after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Keep settings and games in this folder instead of the usual ones
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Play in the terminal
    Play(Play),
    /// Tell what the game, or a position, is worth with perfect play, and each of its moves
    Solve(solve::Solve),
    /// Let two players play many games against each other, and tell which of them is stronger
    Arena(Arena),
    /// Speak the Universal Game Interface on the standard input and output
    Engine(Engine),
    /// Measure the searches on fixed positions: the node count changes only when a search does
    Bench(Bench),
}

#[derive(Debug, Args)]
struct Play {
    /// Who plays x: human, a level, or cmd:COMMAND for another program [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    x: Option<Seat>,
    /// Who plays y [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    y: Option<Seat>,
    /// Who wins when one collapse gives both players a line [default: seed]
    #[arg(long, value_parser = cli::one_of(Scoring::ALL, Scoring::name), conflicts_with_all = ["go_on", "load"])]
    scoring: Option<Scoring>,
    #[command(flatten)]
    args: PlayArgs,
}

#[derive(Debug, Args)]
struct Arena {
    #[command(flatten)]
    args: ArenaArgs,
    /// Who wins when one collapse gives both players a line
    #[arg(long, value_parser = cli::one_of(Scoring::ALL, Scoring::name), default_value = "seed")]
    scoring: Scoring,
}

#[derive(Debug, Args)]
struct Engine {
    /// Who wins when one collapse gives both players a line; the option Scoring changes it
    #[arg(long, value_parser = cli::one_of(Scoring::ALL, Scoring::name), default_value = "seed")]
    scoring: Scoring,
    /// Who thinks; the option Level changes it [default: the strongest]
    #[arg(long, value_name = "PLAYER", value_parser = Spec::from_str)]
    level: Option<Spec>,
    /// Repeat everything random; without it a new seed is chosen
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

#[derive(Debug, Args)]
struct Bench {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bench {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let bench = ai::bench();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&bench).map_err(Failure::bad)?)?;
        } else {
            for (name, speed) in
                [("solver", bench.solver), ("alpha-beta", bench.alphabeta), ("mcts", bench.mcts)]
            {
                writeln!(out, "{}", speed.line(name, "nodes"))?;
            }
            writeln!(out, "{:<12}{:>9} nodes", "together", bench.nodes)?;
        }
        Ok(out.flush()?)
    }
}

/// Openings for matches: nobody has won them yet.
fn openings(scoring: Scoring) -> OpeningRule<Position> {
    let solver = Mutex::new(Solver::new(scoring));
    OpeningRule::plies(2..=4).balanced(Value::EVEN, move |position: &Position| {
        let margin = solver.lock().ok()?.margin(position);
        Some(margin.value_for(position.mover()))
    })
}

/// Does what the command line asks for.
pub fn run() -> Result<(), Failure> {
    let Cli { verb, data_dir } = Cli::parse();
    let store = || Store::open(Position::FACTS.name, data_dir.as_deref()).map_err(Failure::bad);
    match verb {
        None => window(&store()?),
        Some(Verb::Play(play)) => {
            let setup = play.scoring.map(|scoring| Setup { scoring });
            terminal::run::<Position>(&play.args, &Request { setup, seats: vec![play.x, play.y] }, &store()?)
        }
        Some(Verb::Solve(solve)) => solve.run(&mut io::stdout().lock()),
        Some(Verb::Bench(bench)) => bench.run(&mut io::stdout().lock()),
        Some(Verb::Arena(Arena { args, scoring })) => {
            let setup = Setup { scoring };
            arena::run::<Position>(&args, &setup, &store()?, &openings(scoring), &mut io::stdout())
        }
        Some(Verb::Engine(Engine { scoring, level, seed })) => {
            let level = level.unwrap_or_else(Position::strongest);
            common::protocol::engine::<Position>(
                Setup { scoring },
                level,
                seed.unwrap_or_else(cli::fresh_seed),
            )
        }
    }
}

/// Opens the window; where that cannot be, says why in one line and plays here.
fn window(store: &Store) -> Result<(), Failure> {
    open_window(store).or_else(|why| terminal::instead::<Position>(why, store))
}

#[cfg(feature = "window")]
fn open_window(store: &Store) -> Result<(), common::window::NoWindow> {
    common::window::run::<Position, crate::view::QtttUi>(store.clone())
}

#[cfg(not(feature = "window"))]
fn open_window(_: &Store) -> Result<(), &'static str> {
    Err("This program was built without its window")
}

fn after_help() -> String {
    let strongest = Position::strongest();
    let examples = [
        ("qttt", "play in the window"),
        ("qttt play", "two people, in the terminal"),
        (&format!("qttt play --y {strongest}"), "play x against the machine"),
        ("qttt play --continue", "go on with the game that was left"),
        ("qttt solve --scoring goff --json", "what the game is worth, for a script"),
        (&format!("qttt arena {strongest} random --games 200"), "let two machines play"),
    ];
    cli::players_and_examples::<Position>(LEVEL_OPTIONS, &examples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_lists_every_level() {
        let help = Cli::command().render_help().to_string();
        assert!(Position::LEVELS.iter().all(|level| help.contains(level.about)), "{help}");
    }
}
