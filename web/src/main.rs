//! Builds Pentad's programs as web pages, serves them and tests them in a browser.

mod build;
mod serve;
mod test;

use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The programs: their names, titles and what they are.
const PROGRAMS: [(&str, &str, &str); 7] = [
    ("atoms", "Exploding Atoms", "Fill your atoms until they burst and take their neighbours."),
    (
        "qttt",
        "Quantum Tic-Tac-Toe",
        "Three marks in a row win, but a mark is in two cells at once until it settles in one.",
    ),
    ("gomoku", "Gomoku", "Five stones in a row win. With exercises and opening rules."),
    (
        "cellgame",
        "Cell Puzzle",
        "A logic puzzle on cellular automata. Every board can be solved by reasoning.",
    ),
    ("cell-editor", "Cell editor", "Make cellular automata and watch them grow."),
    ("rule-generator", "Rule generator", "Find rules of cellular automata that draw a given picture."),
    ("warlight", "Warlight", "Conquer the map. All players move at the same time."),
];

#[derive(Parser)]
#[command(about = "Builds Pentad's programs as web pages, serves them and tests them in a browser")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the site
    Build {
        #[command(flatten)]
        site: Site,
        /// Build only these programs
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        /// Compile quickly, for tests: the programs are larger and slower
        #[arg(long)]
        quick: bool,
    },
    /// Serve the site on this computer
    Serve {
        #[command(flatten)]
        site: Site,
        /// The port
        #[arg(long, default_value_t = 8000)]
        port: u16,
    },
    /// Play games in a headless Chromium
    Test {
        #[command(flatten)]
        site: Site,
        /// Test only these programs
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        /// Keep pictures of all programs in this folder
        #[arg(long)]
        pictures: Option<PathBuf>,
    },
    /// Compare the speed of the engines in a headless Chromium with that of the native programs
    Speed {
        #[command(flatten)]
        site: Site,
        /// Compare only these programs
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        /// The folder of the native programs
        #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release"))]
        native: PathBuf,
    },
}

#[derive(clap::Args)]
struct Site {
    /// The folder of the site
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/dist"))]
    dist: PathBuf,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Build { site, only, quick } => build::build(&site.dist, &only, quick),
        Command::Serve { site, port } => serve::serve(&site.dist, port),
        Command::Test { site, only, pictures } => test::test(&site.dist, &only, pictures.as_deref()),
        Command::Speed { site, only, native } => test::compare(&site.dist, &only, &native),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The programs with these names; all of them if there are none.
fn chosen(only: &[String]) -> Result<Vec<(&'static str, &'static str, &'static str)>, String> {
    if let Some(unknown) = only.iter().find(|name| !PROGRAMS.iter().any(|(known, ..)| known == name)) {
        return Err(format!("there is no program '{unknown}'"));
    }
    let wanted = |name: &str| only.is_empty() || only.iter().any(|one| one == name);
    Ok(PROGRAMS.into_iter().filter(|(name, ..)| wanted(name)).collect())
}

/// The folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}
