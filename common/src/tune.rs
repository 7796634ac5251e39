//! The verb `tune`: fits evaluation parameters to the results of self-play games.

use crate::cli::{self, Failure, Overwrite};
use crate::fit::Loss;
use crate::game::Dice;
use crate::interrupt::Listener;
use crate::parameters::Parameters;
use crate::player::Stop;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Self-play and fitting for one game.
pub trait Trainer {
    /// The fitted parameters.
    type Parameters: Parameters;
    /// A position of a self-play game with its result.
    type Sample: Clone + Send;

    /// Plays self-play game `number` and returns its samples.
    fn self_play(
        weights: &Arc<<Self::Parameters as Parameters>::Weights>,
        options: &TrainingOptions,
        number: u64,
    ) -> Vec<Self::Sample>;
    /// Fits parameters to samples.
    fn fit(samples: &[Self::Sample]) -> (Self::Parameters, Loss);
}

/// Options of the self-play games.
#[derive(Debug, Clone, Args)]
pub struct TrainingOptions {
    /// Number of rounds: each plays with the weights of the previous one
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Search depth of the players in plies
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl TrainingOptions {
    /// The depth for one move: in half of the moves one ply less, so games differ and neither odd nor even depths dominate.
    pub fn random_depth(&self, dice: &mut Dice) -> u32 {
        self.depth - u32::from(self.depth > 1 && dice.chance(0.5))
    }
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Write the weights to this file after every round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Start with the weights in this file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    training: TrainingOptions,
}

/// The result of a round.
#[derive(Debug, Clone)]
pub struct Round<P> {
    /// The number of the round, counted from 1.
    pub number: u32,
    /// The fitted parameters.
    pub parameters: P,
    /// Number of samples.
    pub samples: usize,
    /// Cross-entropy of the training and test games.
    pub loss: Loss,
}

/// Runs all rounds, starting with `parameters`. Calls `on_game` after every game and `on_round` after every round, until
/// `on_round` returns false. If `stop` is raised, the unfinished round is discarded.
pub fn train<T: Trainer>(
    options: &TrainingOptions,
    mut parameters: T::Parameters,
    stop: &Stop,
    on_game: &(dyn Fn() + Sync),
    on_round: &mut dyn FnMut(&Round<T::Parameters>) -> bool,
) {
    for number in 1..=options.rounds {
        let weights = Arc::new(parameters.weights());
        let play = |game| {
            let id = u64::from(number) << 32 | game;
            let samples = if stop.raised() { Vec::new() } else { T::self_play(&weights, options, id) };
            on_game();
            samples
        };
        let games: Vec<Vec<T::Sample>> = (0..options.games).into_par_iter().map(play).collect();
        if stop.raised() {
            return;
        }
        let samples = games.concat();
        let (fitted, loss) = T::fit(&samples);
        let round = Round { number, parameters: fitted, samples: samples.len(), loss };
        if !on_round(&round) {
            return;
        }
        parameters = round.parameters;
    }
}

/// Runs `tune`: trains, and writes the weights after every round.
pub fn run<T: Trainer>(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    let start = match &args.from {
        None => T::Parameters::built_in(),
        Some(file) => {
            let unusable = |why| Failure::Bad(format!("{} cannot be used: {why}", file.display()));
            T::Parameters::open(file).map_err(unusable)?
        }
    };
    let mut file = args.overwrite.claim(&args.out)?;
    let options = &args.training;
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    let bar = ProgressBar::new(u64::from(options.rounds) * options.games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games  {eta}") {
        bar.set_style(style);
    }
    let (mut written, mut finished) = (Ok(()), 0);
    train::<T>(options, start, &stop, &|| bar.inc(1), &mut |round| {
        let text = round.parameters.write();
        written = file.write(text.as_bytes()).map_err(cli::refused).and_then(|()| {
            let Round { number, samples, loss, .. } = round;
            bar.suspend(|| {
                writeln!(
                    out,
                    "round {number}: {samples} positions; cross-entropy {:.4} bits (training games), {:.4} bits (test games)",
                    loss.training(),
                    loss.test()
                )?;
                out.flush()
            })?;
            Ok(())
        });
        finished = round.number;
        written.is_ok()
    });
    bar.finish_and_clear();
    written?;
    if stop.raised() {
        let file = args.out.display();
        return Err(Failure::No(match finished {
            0 => format!("interrupted before the end of the first round; {file} was not written"),
            rounds => {
                format!(
                    "interrupted; {file} contains the weights after {rounds} of {} rounds",
                    options.rounds
                )
            }
        }));
    }
    Ok(())
}
