//! The verb `bot`: our players as programs for the engine of a contest.

use crate::contest;
use crate::rules::{Position, Setup};
use clap::Args;
use common::cli::{Failure, fresh_seed};
use common::player::{AiPlayers, BadSpec, Spec};
use common::visible::stdout;
use std::io;

pub(super) const ABOUT: &str =
    "Speak the AI Games protocol on the standard input and output, for the engine of a contest";

pub(super) const EXAMPLE: &str = "\
Versions 1 and 2 of the protocol are told apart by what arrives. The program ends
with its input.

Example, with the answers after '<':
  settings your_bot player1
  setup_map super_regions 1 2
  setup_map regions 1 1 2 1
  setup_map neighbors 1 2
  settings starting_armies 5
  update_map 1 player1 2 2 neutral 2
  go place_armies 2000
  < player1 place_armies 1 5
  go attack/transfer 2000
  < player1 attack/transfer 1 2 6";

#[derive(Debug, Args)]
pub(super) struct Bot {
    /// The AI player that thinks [default: the strongest]
    #[arg(long, value_name = "PLAYER")]
    level: Option<Spec>,
    /// The number of threads that it may use, if it can use several
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Random seed, to repeat a run; a new one is chosen by default
    #[arg(long)]
    seed: Option<u64>,
}

impl Bot {
    pub(super) fn run(self) -> Result<(), Failure> {
        let level = self.level.unwrap_or_else(Position::strongest);
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let level = match self.threads {
            Some(threads) => with_threads(level, threads, seed),
            None => level,
        };
        serve(level, seed)
    }
}

/// The same level with so many threads, if it can use several.
fn with_threads(level: Spec, threads: u16, seed: u64) -> Spec {
    let limited = level.clone().with("threads", &threads.to_string());
    let built = Position::build_player(&limited, &Setup::default(), seed);
    if matches!(built, Err(BadSpec::Option { .. })) { level } else { limited }
}

/// Plays on the standard input and output.
pub(super) fn serve(level: Spec, seed: u64) -> Result<(), Failure> {
    contest::serve(level, seed, io::stdin().lock(), stdout())
}
