//! The command line: what can be asked of the program, and who answers.

use crate::rules::{Opening, Position, Rule, Setup, Size};
use crate::text::LEVEL_OPTIONS;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use common::arena::{self, ArenaArgs, OpeningRule};
use common::cli::{self, Failure};
use common::game::Game;
use common::player::Machines;
use common::session::Seat;
use common::store::Store;
use common::terminal::{self, PlayArgs, Wish};
use std::io;
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
    #[arg(long, value_parser = rule(), conflicts_with_all = ["go_on", "load"])]
    rule: Option<Rule>,
    /// How the first stones are put [default: free]
    #[arg(long, value_parser = opening(), conflicts_with_all = ["go_on", "load"])]
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
    #[arg(long, value_parser = rule(), default_value = "freestyle")]
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
    #[arg(long, value_parser = opening(), default_value = "free")]
    opening: Opening,
}

/// Openings for matches: a few random moves that leave both about the same chances.
fn openings() -> OpeningRule<Position> {
    OpeningRule::plies(4..=8)
}

/// Does what the command line asks for.
pub fn run() -> Result<(), Failure> {
    let Cli { verb, data_dir } = Cli::parse();
    let store = || Store::open(Position::FACTS.name, data_dir.as_deref()).map_err(Failure::bad);
    match verb {
        None => window(&store()?),
        Some(Verb::Play(play)) => {
            let asked = play.size.is_some() || play.rule.is_some() || play.opening.is_some();
            let setup = asked.then(|| Setup {
                size: play.size.unwrap_or_default(),
                rule: play.rule.unwrap_or_default(),
                opening: play.opening.unwrap_or_default(),
            });
            let wish = Wish { setup, seats: vec![play.black, play.white] };
            terminal::run::<Position>(&play.args, &wish, &store()?)
        }
        Some(Verb::Arena(Arena { args, board, opening })) => {
            let setup = Setup { opening, ..board.into() };
            arena::run::<Position>(&args, &setup, &store()?, &openings(), &mut io::stdout())
        }
    }
}

/// Opens the window; where that cannot be, says why in one line and plays here.
fn window(store: &Store) -> Result<(), Failure> {
    open_window(store).or_else(|why| terminal::instead::<Position>(why, store))
}

#[cfg(feature = "window")]
fn open_window(store: &Store) -> Result<(), common::window::NoWindow> {
    common::window::run::<Position, crate::view::GomokuView>(store.clone())
}

#[cfg(not(feature = "window"))]
fn open_window(_: &Store) -> Result<(), &'static str> {
    Err("This program was built without its window")
}

/// Reads the name of a rule.
fn rule() -> impl TypedValueParser<Value = Rule> {
    let named = |name: &str| Rule::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(Rule::ALL.map(Rule::name)).map(move |name| named(&name).unwrap_or_default())
}

/// Reads the name of an opening.
fn opening() -> impl TypedValueParser<Value = Opening> {
    let named = |name: &str| Opening::ALL.into_iter().find(|opening| opening.name() == name);
    PossibleValuesParser::new(Opening::ALL.map(Opening::name))
        .map(move |name| named(&name).unwrap_or_default())
}

fn after_help() -> String {
    let strongest = Position::strongest();
    let examples = [
        ("gomoku", "play in the window"),
        ("gomoku play --rule renju", "two people, in the terminal"),
        (&format!("gomoku play --white {strongest}"), "play Black against the machine"),
        ("gomoku play --continue", "go on with the game that was left"),
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
