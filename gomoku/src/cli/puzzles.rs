//! The verb `puzzles`: lists the exercises, or makes new ones.

use crate::ai::exercises::{Exercise, make};
use crate::puzzles;
use crate::rules::{Colour, Move};
use crate::text;
use clap::Args;
use common::cli::{self, Failure, Overwrite};
use common::interrupt::Listener;
use common::player::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Shown below the options.
pub(super) const EXAMPLES: &str = "\
In each exercise the side to move has a win by fours alone. The list shows the number of stones. The
window has the same exercises.

Examples:
  gomoku puzzles                           list the exercises and the moves that lead to them
  gomoku puzzles --make 30 --out new.yaml  make thirty new ones";

/// The arguments of `puzzles`.
#[derive(Debug, Args)]
pub(super) struct Puzzles {
    /// Make this many new exercises, from games of the engine against itself
    #[arg(long, value_name = "N", requires = "out", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    make: Option<u64>,
    /// The file to write them to
    #[arg(long, value_name = "FILE", requires = "make")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Seed for the new exercises
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// An exercise in the file.
#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    rule: &'static str,
    size: String,
    moves: String,
    stones: usize,
}

impl Puzzles {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match (self.make, &self.out) {
            (Some(count), Some(file)) => {
                let mut out_file = self.overwrite.claim(file)?;
                let entries = entries(&self.make_exercises(count as usize));
                let yaml = serde_yaml::to_string(&entries).map_err(Failure::bad)?;
                out_file.write(yaml.as_bytes()).map_err(cli::refused)?;
                writeln!(out, "{} exercises written to {}.", entries.len(), file.display())?;
            }
            _ => {
                for puzzle in puzzles::all() {
                    let moves: Vec<&str> = puzzle.moves().collect();
                    let (name, rule) = (&puzzle.name, puzzle.rule.name());
                    writeln!(out, "{name:<28} {rule:<9} {:>2} stones  {}", puzzle.stones, moves.join(" "))?;
                }
            }
        }
        Ok(out.flush()?)
    }

    fn make_exercises(&self, count: usize) -> Vec<Exercise> {
        let stop = Stop::default();
        let _listener = Listener::new(&stop);
        let bar = ProgressBar::new(count as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} exercises  {elapsed}") {
            bar.set_style(style);
        }
        let made = make(count, self.seed, &mut |made| {
            bar.set_position(made as u64);
            !stop.raised()
        });
        bar.finish_and_clear();
        made
    }
}

/// Names each exercise by its colour, its length and a number.
fn entries(exercises: &[Exercise]) -> Vec<Entry> {
    let mut numbers = BTreeMap::new();
    let entry = |exercise: &Exercise| {
        let colour = text::colour(Colour::ALL[exercise.moves.len() % 2]);
        let number: &mut usize = numbers.entry(exercise.stones()).or_default();
        *number += 1;
        let moves: Vec<String> = exercise.moves.iter().map(Move::to_string).collect();
        Entry {
            name: format!("{colour} {}-{number}", exercise.stones()),
            rule: exercise.setup.rule.name(),
            size: exercise.setup.size.to_string(),
            moves: moves.join(" "),
            stones: exercise.stones(),
        }
    };
    exercises.iter().map(entry).collect()
}
