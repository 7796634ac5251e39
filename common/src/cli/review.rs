//! The verb `review`: the mistakes of a saved game.

use super::{Context, Failure, GameProgram};
use crate::job::run_with_bar;
use crate::player::{AiPlayers, Budget};
use crate::review;
use crate::session::Session;
use crate::words::Words;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of the verb `review`.
#[derive(Debug, Clone, Args)]
pub(super) struct ReviewArgs {
    /// The saved game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Thinking time in milliseconds per position; by default a review takes about twelve seconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// Positions to search per position of the game, instead of a time: the review is the same every time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn load<G: AiPlayers + Words>(file: &Path) -> Result<Session<G>, Failure> {
    let path = file.to_owned();
    let loaded = run_with_bar("loading", move |work| Session::<G>::load(&path, work));
    loaded.map_err(Failure::bad)?.map_err(|why| Failure::Bad(why.about(file)))
}

/// Reviews a game.
pub(super) fn run<P: GameProgram>(
    args: &ReviewArgs,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let session = match P::recorded(&args.file, &context.store()?) {
        Some(session) => session?,
        None => load::<P::Game>(&args.file)?,
    };
    let budget = match (args.time, args.nodes) {
        (Some(time), _) => Budget::time(Duration::from_millis(time)),
        (None, Some(nodes)) => Budget::nodes(nodes),
        (None, None) => review::default_budget(session.plies().len()),
    };
    let reviewed = review::review_with_bar(&session, budget);
    let name = args.file.display();
    let report = reviewed.map_err(|why| Failure::No(format!("{name} cannot be reviewed: {why}")))?;
    let report = report.map_err(|why| Failure::Bad(format!("the review of {name} failed: {why}")))?;
    if args.json {
        writeln!(out, "{}", review::json(&session, &report))?;
    } else {
        for line in review::lines(&session, &report) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}
