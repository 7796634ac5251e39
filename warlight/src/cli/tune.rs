//! The verb `tune`.

use crate::ai::strong::tune::{Ground, Tuner, better_style, compare};
use crate::ai::strong::tuned::Tuned;
use clap::{Args, Subcommand};
use common::cli::{self, Failure, Overwrite};
use common::interrupt::Listener;
use common::job::Stop;
use common::parameters::Parameters;
use common::tune::{self, TuneArgs};
use std::io::Write;
use std::path::PathBuf;

/// What `tune` does, for `--help`.
pub const ABOUT: &str = "Tune the parameters of strong by self-play";

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct Tune {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Fit the weights of the evaluation to the results of self-play
    Evaluation(TuneArgs),
    /// Let different styles of play compete, and keep the winners
    Style(StyleArgs),
}

#[derive(Debug, Args)]
struct StyleArgs {
    /// Write the parameters to this file whenever a better style is found
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Start with the parameters in this file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of styles to try
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    styles: u64,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Tune {
    /// Runs the command.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.what {
            What::Evaluation(args) => tune::run::<Tuner>(args, out),
            What::Style(args) => args.run(out),
        }
    }
}

impl StyleArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let start = match &self.from {
            None => Tuned::built_in(),
            Some(file) => {
                let unusable = |why| Failure::Bad(format!("{} cannot be used: {why}", file.display()));
                Tuned::open(file).map_err(unusable)?
            }
        };
        let mut file = self.overwrite.claim(&self.out)?;
        let stop = Stop::default();
        let _listener = Listener::new(&stop);
        let grounds = Ground::all();
        let mut best = start;
        for number in 1..=self.styles {
            if stop.raised() {
                break;
            }
            // Small steps at the end.
            let step = 0.6 - 0.4 * number as f32 / self.styles as f32;
            if let Some(style) = better_style(&grounds, &best.style, step, self.seed << 32 | number) {
                best.style = style;
                file.write(best.write().as_bytes()).map_err(cli::refused)?;
                let points = compare(&grounds, &best.style, &start.style, 100, self.seed);
                writeln!(out, "style {number}: {:.1} % against the first one", 100.0 * points)?;
                out.flush()?;
            }
        }
        let file = self.out.display();
        match (stop.raised(), best == start) {
            (false, false) => Ok(()),
            (true, false) => Err(Failure::No(format!("interrupted; {file} contains the best style so far"))),
            (true, true) => Err(Failure::No(format!("interrupted; {file} was not written"))),
            (false, true) => {
                Err(Failure::No("no better style was found; try more styles or another seed".to_owned()))
            }
        }
    }
}
