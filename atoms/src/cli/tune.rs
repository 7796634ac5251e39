//! The verb `tune`: learning the strong machine's weights anew.

use crate::ai::strong::Weights;
use crate::ai::tune::{Course, Round, learn};
use clap::Args;
use common::cli::Failure;
use common::player::Stop;
use common::store::write_atomic;
use std::io::Write;
use std::path::PathBuf;

/// What is asked of `tune`.
#[derive(Debug, Args)]
pub(super) struct Tune {
    /// Where to write the weights, after every round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with these weights instead of those that the program was built with
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Rounds of games
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games in each round
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Plies that the players look ahead
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Rounds whose positions are learned from together
    #[arg(long, value_name = "N", default_value_t = 4)]
    memory: usize,
    /// How much of a position's worth is how its game ended, 0 to 1; the rest is what the search thought
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    faith: f32,
    /// Repeat everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Tune {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let begin = match &self.from {
            None => Weights::learned().as_ref().clone(),
            Some(file) => {
                let bytes = std::fs::read(file)
                    .map_err(|why| Failure::Bad(format!("{} cannot be read: {why}", file.display())))?;
                let wrong = || Failure::Bad(format!("{} is no file of weights", file.display()));
                Weights::read(&bytes).ok_or_else(wrong)?
            }
        };
        let course = Course {
            rounds: self.rounds,
            games: self.games,
            depth: self.depth,
            memory: self.memory,
            faith: self.faith.clamp(0.0, 1.0),
            seed: self.seed,
        };
        let mut written = Ok(());
        learn(&course, begin, &Stop::default(), &mut |round: &Round| {
            written = write_atomic(&self.out, &round.weights.write()).map_err(Failure::bad).and_then(|()| {
                let Round { number, positions, fitted, .. } = round;
                writeln!(
                    out,
                    "round {number}: {positions} positions, surprise in bits: guessed {:.4}, learned {:.4}, tested {:.4}",
                    fitted.guessed, fitted.learned, fitted.tested
                )?;
                Ok(out.flush()?)
            });
            written.is_ok()
        });
        written
    }
}
