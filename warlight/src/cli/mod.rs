//! The command line.

pub mod map;
mod map_state;

use clap::{CommandFactory, Parser, Subcommand};
use common::cli::Failure;
use std::io::{self, Write};

/// Conquest on maps: regions, armies, and turns that all players give at the same time.
#[derive(Debug, Parser)]
#[command(name = "warlight", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  warlight map list                            the built-in maps
  warlight map show world                      regions, borders and bonuses of a map
  warlight map check maps/*.yaml
  warlight map render world --out world.png
  warlight map new --regions 30 --seed 7 --out island.yaml
  warlight map import contest.json --out contest.yaml";

#[derive(Debug, Subcommand)]
enum Command {
    /// List, show, check, draw, generate and import maps
    #[command(subcommand)]
    Map(map::MapCommand),
}

/// Runs the program.
pub fn run() -> Result<(), Failure> {
    let out = &mut io::stdout().lock();
    match Cli::parse().command {
        None => Ok(write!(out, "{}", Cli::command().render_long_help())?),
        Some(Command::Map(command)) => command.run(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }
}
