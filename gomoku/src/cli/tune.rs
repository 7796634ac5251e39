//! The verb `tune`: learning anew what the strong machine's shapes are worth.

use crate::ai::strong::Worths;
use crate::ai::tune::{Course, Round, learn};
use clap::Args;
use common::cli::Failure;
use common::interrupt::Listener;
use common::player::Stop;
use common::store::write_atomic;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;

/// What is asked of `tune`.
#[derive(Debug, Args)]
pub(super) struct Tune {
    /// Where to write what was learned, after every round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with this file instead of what the program was built with
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Rounds: each plays with what the one before has learned
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games in each round
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Plies that the players look ahead
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Repeat everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Tune {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let begin = match &self.from {
            None => Worths::learned(),
            Some(file) => {
                let wrong = |why| Failure::Bad(format!("{} cannot be used: {why}", file.display()));
                Worths::open(file).map_err(wrong)?
            }
        };
        common::store::check_writable(&self.out).map_err(Failure::bad)?;
        let Tune { rounds, games, depth, seed, .. } = *self;
        let stop = Stop::default();
        let _listener = Listener::new(&stop);
        let bar = ProgressBar::new(u64::from(rounds) * games);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games  {eta}") {
            bar.set_style(style);
        }
        let (mut written, mut finished) = (Ok(()), 0);
        learn(&Course { rounds, games, depth, seed }, begin, &stop, &|| bar.inc(1), &mut |round: &Round| {
            written = write_atomic(&self.out, round.worths.write().as_bytes()).map_err(Failure::bad).and_then(|()| {
                let Round { number, boards, surprise: [learned, tested], .. } = round;
                bar.suspend(|| {
                    writeln!(out, "round {number}: {boards} boards; surprise {learned:.4} bits, {tested:.4} at other games")?;
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
            let file = self.out.display();
            return Err(Failure::No(match finished {
                0 => format!("interrupted before the first round was finished; {file} was not written"),
                rounds => {
                    format!("interrupted; {file} has what was learned in {rounds} of {} rounds", self.rounds)
                }
            }));
        }
        Ok(())
    }
}
