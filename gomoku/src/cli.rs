//! The command line: what can be asked of the program, and who answers.

mod analyze;
mod puzzles;

use crate::ai::{self, tune::Tuner};
use crate::gomocup;
use crate::rules::{DEFAULT_SIZE, Opening, Position, Rule, Setup, Size};
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
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

/// Gomoku: five stones in a row win.
///
/// Without a command it opens the window; where there is no display it plays in the terminal.
#[derive(Debug, Parser)]
#[command(name = "gomoku", version, after_help = after_help())]
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
    /// Speak the Gomocup protocol on the standard input and output, for a tournament manager
    ///
    /// Managers start programs by name and without arguments: pbrain-pentad, which is built along with this program, and any copy
    /// of it whose name begins with pbrain are such engines by themselves.
    Engine(Engine),
    /// Tell the best lines of a position, its value, and a forced win if there is one
    Analyze(analyze::Analyze),
    /// List the exercises, or make new ones by search
    Puzzles(puzzles::Puzzles),
    /// Measure the board and the search on fixed positions: the node count changes only when the search does
    Bench(Bench),
    /// Learn the strong machine's weights anew, by self-play; the player strong:weights=FILE uses them
    Tune(TuneArgs),
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
                ("board", "stones", bench.board),
                ("minimax", "nodes", bench.classic.minimax),
            ] {
                writeln!(out, "{}", speed.line(name, what))?;
            }
            writeln!(
                out,
                "minimax takes {:.1} ms for a move; counted from scratch it takes {:.0} times as long at two plies.",
                1000.0 * bench.classic.seconds_per_move,
                bench.classic.ratio
            )?;
        }
        Ok(out.flush()?)
    }
}

#[derive(Debug, Args)]
struct Play {
    /// Who plays Black, or is the first player of swap2: human, a level, or cmd:COMMAND for another program [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    black: Option<Seat>,
    /// Who plays White, or is the second player of swap2 [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = Seat::from_str, conflicts_with_all = ["go_on", "load"])]
    white: Option<Seat>,
    /// Columns and rows of the board, 5 to 22, as in 15 or 20x15 [default: 15]
    #[arg(long, value_name = "CxR", conflicts_with_all = ["go_on", "load"])]
    size: Option<Size>,
    /// What wins, and what black must not do [default: freestyle]
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), conflicts_with_all = ["go_on", "load"])]
    rule: Option<Rule>,
    /// How the first stones are put [default: free]
    #[arg(long, value_parser = cli::one_of(Opening::ALL, Opening::name), conflicts_with_all = ["go_on", "load"])]
    opening: Option<Opening>,
    #[command(flatten)]
    args: PlayArgs,
}

/// The board and its rule, where there is always a game to start.
#[derive(Debug, Clone, Copy, Args)]
struct Board {
    /// Columns and rows of the board, 5 to 22, as in 15 or 20x15
    #[arg(long, value_name = "CxR", default_value = "15")]
    size: Size,
    /// What wins, and what black must not do
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), default_value = "freestyle")]
    rule: Rule,
}

impl From<Board> for Setup {
    fn from(Board { size, rule }: Board) -> Setup {
        Setup { size, rule, opening: Opening::Free }
    }
}

#[derive(Debug, Args)]
struct Arena {
    #[command(flatten)]
    args: ArenaArgs,
    #[command(flatten)]
    board: Board,
    /// How the first stones are put; with swap2 the players make their openings themselves, if --openings is 0
    #[arg(long, value_parser = cli::one_of(Opening::ALL, Opening::name), default_value = "free")]
    opening: Opening,
}

/// Below the options of `engine`.
const TALK: &str = "\
Example, with the answers after '<':
  START 15
  < OK
  INFO timeout_turn 1000
  TURN 7,7
  < 8,8
  END";

#[derive(Debug, Args)]
#[command(after_help = TALK)]
struct Engine {
    /// Which machine thinks [default: the strongest]
    #[arg(long, value_name = "PLAYER", value_parser = Spec::from_str)]
    level: Option<Spec>,
    /// What wins, until the manager tells a rule
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), default_value = "freestyle")]
    rule: Rule,
    /// Repeat everything random; without it a new seed is chosen
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// So much better than the other a side may stand after an opening, in hundredths of a won game.
const BALANCED: Value = Value(20);

/// Openings for matches: a few random stones around the middle that leave both about the same chances.
fn openings() -> OpeningRule<Position> {
    OpeningRule::plies(3..=8).among(ai::first_stones).balanced(BALANCED, ai::balance)
}

/// Does what the command line asks for. Tournament managers start a program without any arguments and know their own by
/// its name.
pub fn run() -> Result<(), Failure> {
    let name = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    let name = name.file_name().map(|name| name.to_string_lossy().to_lowercase());
    if name.is_some_and(|name| name.starts_with("pbrain")) { run_brain() } else { run_command(Cli::parse()) }
}

/// Is the engine for a tournament manager, with the options of the verb `engine`.
pub fn run_brain() -> Result<(), Failure> {
    let words = ["gomoku", "engine"].map(OsString::from);
    run_command(Cli::parse_from(words.into_iter().chain(env::args_os().skip(1))))
}

fn run_command(Cli { verb, data_dir }: Cli) -> Result<(), Failure> {
    let store = || Store::open(Position::FACTS.name, data_dir.as_deref()).map_err(Failure::bad);
    match verb {
        None => window(&store()?),
        Some(Verb::Play(play)) => {
            let asked = play.size.is_some() || play.rule.is_some() || play.opening.is_some();
            let setup = asked.then(|| Setup {
                size: play.size.unwrap_or(DEFAULT_SIZE),
                rule: play.rule.unwrap_or_default(),
                opening: play.opening.unwrap_or_default(),
            });
            let request = Request { setup, seats: vec![play.black, play.white] };
            terminal::run::<Position>(&play.args, &request, &store()?)
        }
        Some(Verb::Analyze(analyze)) => analyze.run(&mut io::stdout().lock()),
        Some(Verb::Puzzles(puzzles)) => puzzles.run(&mut io::stdout().lock()),
        Some(Verb::Tune(args)) => tune::run::<Tuner>(&args, &mut io::stdout().lock()),
        Some(Verb::Bench(bench)) => bench.run(&mut io::stdout().lock()),
        Some(Verb::Arena(Arena { args, board, opening })) => {
            let setup = Setup { opening, ..board.into() };
            arena::run::<Position>(&args, &setup, &store()?, &openings(), &mut io::stdout())
        }
        Some(Verb::Engine(Engine { level, rule, seed })) => {
            let level = level.unwrap_or_else(Position::strongest);
            gomocup::engine(level, rule, seed.unwrap_or_else(cli::fresh_seed))
        }
    }
}

/// Opens the window; where that cannot be, says why in one line and plays here.
fn window(store: &Store) -> Result<(), Failure> {
    open_window(store).or_else(|why| terminal::instead::<Position>(why, store))
}

#[cfg(feature = "window")]
fn open_window(store: &Store) -> Result<(), common::window::NoWindow> {
    common::window::run::<Position, crate::view::GomokuUi>(store.clone())
}

#[cfg(not(feature = "window"))]
fn open_window(_: &Store) -> Result<(), &'static str> {
    Err("This program was built without its window")
}

fn after_help() -> String {
    let strongest = Position::strongest();
    let examples = [
        ("gomoku", "play in the window"),
        ("gomoku play --rule renju", "two people, in the terminal"),
        (&format!("gomoku play --white {strongest}"), "play Black against the machine"),
        ("gomoku play --continue", "go on with the game that was left"),
        (&format!("gomoku arena {strongest} cmd:./other"), "a match against another program"),
        ("gomoku analyze h8 i9 h9 --lines 3", "the three best lines of a position"),
        ("gomoku puzzles", "positions to win from"),
        ("gomoku engine", "for a tournament manager"),
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
