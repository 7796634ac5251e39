//! The command line: what can be asked of the program, and who answers.

mod solve;

use crate::ai::{self, tune::Tuner};
use crate::rules::{DEFAULT_SIZE, Position, Rule, Setup, Size};
use crate::text::LEVEL_OPTIONS;
use clap::{Args, Parser, Subcommand};
use common::arena::{self, ArenaArgs, OpeningRule};
use common::cli::{self, Failure};
use common::game::{Game, Value};
use common::player::{AiPlayers, Spec};
use common::session::Seat;
use common::store::Store;
use common::terminal::{self, PlayArgs, Request};
use common::tune::{self, TuneArgs};
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

/// Exploding Atoms: fill your atoms with electrons until they burst and take their neighbours.
///
/// Without a command it opens the window; where there is no display it plays in the terminal.
#[derive(Debug, Parser)]
#[command(name = "atoms", version, after_help = after_help())]
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
    /// Let two players play many games against each other, and tell which of them is stronger
    Arena(Arena),
    /// Speak the Universal Game Interface on the standard input and output
    Engine(Engine),
    /// Tell who wins a small board with perfect play, and with which moves
    Solve(solve::Solve),
    /// Measure the board and the search on fixed positions: the node count changes only when the search does
    Bench(Bench),
    /// Learn the strong machine's weights anew, by self-play; strong:weights=FILE tries them
    Tune(TuneArgs),
}

#[derive(Debug, Args)]
struct Play {
    /// Who plays Blue, who begins: human, a level, or cmd:COMMAND for another program [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    blue: Option<Seat>,
    /// Who plays Orange [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    orange: Option<Seat>,
    /// Columns and rows of the board, 2 to 16, as in 8x8 or 12x6 [default: 8x8]
    #[arg(long, value_name = "CxR", conflicts_with_all = ["go_on", "load"])]
    size: Option<Size>,
    /// What becomes of an atom that has lost all its electrons [default: neutral]
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), conflicts_with_all = ["go_on", "load"])]
    rule: Option<Rule>,
    #[command(flatten)]
    args: PlayArgs,
}

/// The board and its rule, where there is always a game to start.
#[derive(Debug, Clone, Copy, Args)]
struct Board {
    /// Columns and rows of the board, 2 to 16, as in 8x8 or 12x6
    #[arg(long, value_name = "CxR", default_value = "8x8")]
    size: Size,
    /// What becomes of an atom that has lost all its electrons
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), default_value = "neutral")]
    rule: Rule,
}

impl From<Board> for Setup {
    fn from(Board { size, rule }: Board) -> Setup {
        Setup { size, rule }
    }
}

#[derive(Debug, Args)]
struct Arena {
    #[command(flatten)]
    args: ArenaArgs,
    #[command(flatten)]
    board: Board,
}

#[derive(Debug, Args)]
struct Engine {
    #[command(flatten)]
    board: Board,
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
            for (name, what, speed) in [
                ("search", "nodes", bench.search),
                ("bit planes", "moves", bench.board),
                ("plain array", "moves", bench.plain),
            ] {
                writeln!(out, "{}", speed.line(name, what))?;
            }
            writeln!(
                out,
                "The bit planes make {:.1} times as many moves a second as the plain array.",
                bench.ratio
            )?;
        }
        Ok(out.flush()?)
    }
}

/// So much better than the other a side may stand after an opening, in hundredths of a won game.
const BALANCED: Value = Value(12);

/// Openings for matches: a few random moves that leave both about the same chances.
fn openings() -> OpeningRule<Position> {
    OpeningRule::plies(4..=8).balanced(BALANCED, ai::balance)
}

/// Does what the command line asks for.
pub fn run() -> Result<(), Failure> {
    let Cli { verb, data_dir } = Cli::parse();
    let store = || Store::open(Position::FACTS.name, data_dir.as_deref()).map_err(Failure::bad);
    match verb {
        None => window(&store()?),
        Some(Verb::Play(play)) => {
            let asked = play.size.is_some() || play.rule.is_some();
            let setup = asked.then(|| Setup {
                size: play.size.unwrap_or(DEFAULT_SIZE),
                rule: play.rule.unwrap_or_default(),
            });
            let request = Request { setup, seats: vec![play.blue, play.orange] };
            terminal::run::<Position>(&play.args, &request, &store()?)
        }
        Some(Verb::Arena(Arena { args, board })) => {
            arena::run::<Position>(&args, &board.into(), &store()?, &openings(), &mut io::stdout())
        }
        Some(Verb::Bench(bench)) => bench.run(&mut io::stdout().lock()),
        Some(Verb::Tune(args)) => tune::run::<Tuner>(&args, &mut io::stdout().lock()),
        Some(Verb::Engine(Engine { board, level, seed })) => {
            let level = level.unwrap_or_else(Position::strongest);
            common::protocol::engine::<Position>(board.into(), level, seed.unwrap_or_else(cli::fresh_seed))
        }
        Some(Verb::Solve(solve)) => solve.run(store, &mut io::stdout()),
    }
}

/// Opens the window; where that cannot be, says why in one line and plays here.
fn window(store: &Store) -> Result<(), Failure> {
    open_window(store).or_else(|why| terminal::instead::<Position>(why, store))
}

#[cfg(feature = "window")]
fn open_window(store: &Store) -> Result<(), common::window::NoWindow> {
    common::window::run::<Position, crate::view::AtomsUi>(store.clone())
}

#[cfg(not(feature = "window"))]
fn open_window(_: &Store) -> Result<(), &'static str> {
    Err("This program was built without its window")
}

fn after_help() -> String {
    let strongest = Position::strongest();
    let examples = [
        ("atoms", "play in the window"),
        ("atoms play --size 6x5", "two people, in the terminal, on a small board"),
        (&format!("atoms play --orange {strongest}"), "play Blue against the machine"),
        ("atoms play --continue", "go on with the game that was left"),
        (&format!("atoms arena {strongest} source --games 100"), "let two machines play"),
        ("atoms solve --size 4x3", "who wins a small board, and how"),
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
