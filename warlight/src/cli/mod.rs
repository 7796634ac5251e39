//! The command line.

mod bench;
mod bot;
mod games;
mod graph;
pub mod map;
mod map_state;
mod replay;
pub mod simulate;
mod tune;

use crate::database::GameId;
use crate::record::GameRecord;
use crate::rules::{Position, Setup};
use crate::text::PLAYER_OPTIONS;
use clap::Args;
use common::cli::{self, Failure, GameProgram, Verb};
use common::player::Spec;
use common::session::Session;
use common::store::Store;
use common::visible::stdout;
use std::path::Path;

struct Program;

#[derive(Debug, Args)]
struct MapArgs {
    #[command(subcommand)]
    command: map::MapCommand,
}

impl GameProgram for Program {
    type Game = Position;
    const ABOUT: &'static str =
        "Conquest on maps: regions, armies, and turns that all players give at the same time.";
    const PLAYER_OPTIONS: &'static str = PLAYER_OPTIONS;
    // The engine of the contest sets the game.
    const ENGINE_OPTIONS: Option<&'static [&'static str]> = Some(&[]);
    const ENGINE_ABOUT: &'static str = bot::ABOUT;
    const ENGINE_HELP: &'static str = bot::EXAMPLE;
    const BENCH_ABOUT: &'static str = "Measure how many rounds and search iterations are done per second";

    fn examples() -> Vec<(String, &'static str)> {
        let example = |line: &str, about| (line.to_owned(), about);
        vec![
            example("warlight play", "play in the terminal against easy"),
            example("warlight play --players human aggressive --map brindle", "play on a small map"),
            example("warlight simulate strong mcts --time 500 --games 40", "compare two players"),
            example("warlight bot --level aggressive", "a bot for the engine of a contest"),
            example("warlight games list", "the recorded games"),
            example("warlight replay 7", "watch a recorded game again"),
            example("warlight map list", "the built-in maps"),
            example("warlight map show world", "regions, borders and bonuses of a map"),
            example("warlight map check maps/*.yaml", "check map files"),
            example("warlight map render world --out world.png", "draw a map"),
            example("warlight map new --regions 30 --seed 7 --out island.yaml", "generate a map"),
            example("warlight map import contest.json --out contest.yaml", "import a map"),
        ]
    }

    const REVIEWS: &'static str = "The game: a saved one, the file of a recorded one (.warlight or .json), or its number in the database";

    fn recorded(source: &Path, store: &Store) -> Option<Result<Session<Position>, Failure>> {
        let number = source.to_str().and_then(|text| text.parse().ok()).filter(|_| !source.exists());
        let record = match number {
            Some(id) => games::read_game(store, GameId(id)),
            None if GameRecord::is_record(source) => GameRecord::read_file(source).map_err(Failure::Bad),
            None => return None,
        };
        Some(record.map(|record| record.to_session()))
    }

    fn bench(json: bool) -> Result<String, Failure> {
        bench::run(json)
    }

    fn engine(_: Setup, level: Spec, seed: u64) -> Result<(), Failure> {
        bot::serve(level, seed)
    }

    #[cfg(feature = "window")]
    fn open_window(store: &Store) -> Result<(), String> {
        common::window::run::<Position, crate::view::WarlightUi>(store.clone()).map_err(|why| why.to_string())
    }

    fn verbs() -> Vec<Verb> {
        vec![
            Verb::new(
                "simulate",
                "Play many games between AI players and contest bots",
                simulate::SimulateArgs::run,
            )
            .after_help(simulate::EXAMPLES),
            Verb::new("bot", bot::ABOUT, |args: bot::Bot, _| args.run()).after_help(bot::EXAMPLE),
            Verb::new("tune", tune::ABOUT, |args: tune::Tune, _| args.run(&mut stdout())),
            Verb::new("map", "List, show, check, draw, generate and import maps", |args: MapArgs, _| {
                args.command.run(&mut stdout())
            }),
            Verb::new(
                "games",
                "List, show, export, import and delete recorded games",
                |args: games::GamesArgs, context| args.run(context, &mut stdout()),
            ),
            Verb::new(
                "replay",
                "Replay a recorded game, step by step in both directions",
                |args: replay::Replay, context| args.run(context),
            )
            .after_help(replay::HELP),
        ]
    }
}

/// Runs the program.
pub fn run() -> Result<(), Failure> {
    cli::run::<Program>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_definition_is_valid() {
        cli::command::<Program>().debug_assert();
    }
}
