//! The arena: two players, many games, and what the result says about their strength.
//!
//! Every opening is played twice with sides swapped, and everything random follows from the seed and the index of a
//! game, so a run can be repeated, spread over threads, or split into shares and merged.

mod contest;
mod merge;
mod openings;
mod play;
mod record;
mod report;
mod schedule;
mod stats;
#[cfg(test)]
mod tests;

pub use openings::OpeningRule;
pub use schedule::{BadShard, Shard};
pub use stats::{BadSprt, Sprt};

use crate::cli::{self, Failure};
use crate::game::Enumerable;
use crate::player::{AiPlayers, Spec};
use crate::store::{self, Store};
use clap::Args;
use record::{Header, MoveLimits};
use report::Report;
use schedule::{MOST_GAMES, Schedule};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// The time for a move where nothing else limits it.
const USUAL_TIME_MS: u64 = 100;

/// Let two players play many games against each other, and tell which of them is stronger.
#[derive(Debug, Clone, Args)]
pub struct ArenaArgs {
    /// The first player: NAME, NAME:key=value,… or cmd:COMMAND. Results are told as this player sees them
    #[arg(value_name = "A", value_parser = Spec::from_str, required_unless_present = "merge", conflicts_with = "merge")]
    pub a: Option<Spec>,
    /// The second player, named in the same way
    #[arg(value_name = "B", value_parser = Spec::from_str, required_unless_present = "merge", conflicts_with = "merge")]
    pub b: Option<Spec>,
    /// How many games to play. Each opening is played twice with sides swapped, so an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    /// Milliseconds for each move; 100 if no limit is given. With several limits, the first one reached counts
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,
    /// Positions that a player may look at for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies that a player may look ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Begin with N different random balanced openings in turn; 0 means always from the start position
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    pub openings: u64,
    /// Repeat a run: with the same seed, the same openings and dice. Without it a new seed is chosen and told
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Games to play at once; as many as the machine has cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Stop as soon as it is decided whether A is nearer to ELO1 or to ELO0 above B (both errors 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Where to write all games; a new file in the data folder if not given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play only the I-th of N equal shares, to be merged later; all shares need the same --seed
    #[arg(long, value_name = "I/N", requires = "seed", conflicts_with = "merge")]
    pub shard: Option<Shard>,
    /// Play nothing, but add up the files of shares that were played apart
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub merge: Vec<PathBuf>,
}

/// What the arguments ask for.
enum Plan {
    Play(Box<MatchPlan>),
    Merge(MergePlan),
}

/// Games to be played.
struct MatchPlan {
    a: Spec,
    b: Spec,
    schedule: Schedule,
    limits: MoveLimits,
    shard: Option<Shard>,
    threads: usize,
    sprt: Option<Sprt>,
    out: Option<PathBuf>,
}

/// Files to be added up.
struct MergePlan {
    files: Vec<PathBuf>,
    sprt: Option<Sprt>,
    out: Option<PathBuf>,
}

impl ArenaArgs {
    /// Checks the arguments against each other; nothing is built or opened yet.
    fn plan(&self) -> Result<Plan, Failure> {
        if !self.merge.is_empty() {
            let (files, sprt, out) = (self.merge.clone(), self.sprt, self.out.clone());
            return Ok(Plan::Merge(MergePlan { files, sprt, out }));
        }
        let (Some(a), Some(b)) = (self.a.clone(), self.b.clone()) else {
            return Err(Failure::Bad("two players are needed, as in: arena A B".to_owned()));
        };
        if self.sprt.is_some() && self.shard.is_some() {
            let why = "a share alone decides nothing; give --sprt together with --merge instead";
            return Err(Failure::Bad(why.to_owned()));
        }
        let limits = MoveLimits { time_ms: self.time, nodes: self.nodes, depth: self.depth };
        let unlimited = limits.time_ms.is_none() && limits.nodes.is_none() && limits.depth.is_none();
        let limits = if unlimited { MoveLimits { time_ms: Some(USUAL_TIME_MS), ..limits } } else { limits };
        let schedule = Schedule {
            seed: self.seed.unwrap_or_else(cli::fresh_seed),
            games: self.games.next_multiple_of(2),
            openings: self.openings,
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Plan::Play(Box::new(MatchPlan {
            a,
            b,
            schedule,
            limits,
            shard: self.shard,
            threads: self.threads.map_or_else(cores, usize::from).max(1),
            sprt: self.sprt,
            out: self.out.clone(),
        })))
    }
}

/// Does what the verb `arena` asks for and tells the result on `out`.
///
/// Games with more or fewer than two sides are refused. Where the games cannot be written to a file that was asked
/// for, the result is told all the same before that failure is returned.
pub fn run<G: AiPlayers + Enumerable>(
    args: &ArenaArgs,
    setup: &G::Setup,
    store: &Store,
    rule: &OpeningRule<G>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (report, failure) = match args.plan()? {
        Plan::Merge(plan) => add_up::<G>(&plan)?,
        Plan::Play(plan) => compete(&plan, setup, store, rule)?,
    };
    if args.json {
        report.json(out)?;
    } else {
        report.plain(out)?;
    }
    failure.map_or(Ok(()), Err)
}

/// Plays a match.
fn compete<G: AiPlayers + Enumerable>(
    plan: &MatchPlan,
    setup: &G::Setup,
    store: &Store,
    rule: &OpeningRule<G>,
) -> Result<(Report, Option<Failure>), Failure> {
    let sides = rule.side_count();
    if sides != 2 {
        return Err(Failure::Bad(format!("the arena is for games of two sides; this one has {sides}")));
    }
    let json = serde_json::to_value(setup)
        .map_err(|error| Failure::Bad(format!("the setup cannot be written down: {error}")))?;
    let players = [plan.a.to_string(), plan.b.to_string()];
    let header = Header::new(G::FACTS.name, json, players, plan.schedule, plan.limits, plan.shard);
    if let Some(file) = &plan.out {
        // Games take long: what an older match left is not replaced, and that nothing can be written is said first.
        if file.exists() {
            return Err(Failure::Bad(format!("{} exists; choose another file with --out", file.display())));
        }
        store::check_writable(file).map_err(Failure::bad)?;
    }
    let file = plan.out.clone().unwrap_or_else(|| new_file(plan, store));
    let played = contest::hold(plan, setup, rule, &header, &file)?;
    let report = Report::new(&header, &played.records, plan.sprt)
        .interrupted(played.interrupted)
        .file(matches!(played.written, Some(Ok(()))).then_some(&*file));
    let failure = match played.written.and_then(Result::err) {
        Some(error) if plan.out.is_none() => {
            cli::complain(&format!("the games are not kept: {error}"));
            None
        }
        other => other.map(Failure::bad),
    };
    Ok((report, failure))
}

/// Adds up shares.
fn add_up<G: AiPlayers>(plan: &MergePlan) -> Result<(Report, Option<Failure>), Failure> {
    let (header, records) = merge::read(&plan.files).map_err(Failure::bad)?;
    if header.game != G::FACTS.name {
        return Err(Failure::Bad(format!("these are games of {}, not of {}", header.game, G::FACTS.name)));
    }
    let written = plan.out.as_ref().map(|file| record::write(file, &header, &records));
    let kept = matches!(written, Some(Ok(())));
    let report = Report::new(&header, &records, plan.sprt)
        .missing(merge::missing(&header, &records))
        .file(plan.out.as_deref().filter(|_| kept));
    Ok((report, written.and_then(Result::err).map(Failure::bad)))
}

/// A file for the games that does not exist yet, named after the match.
fn new_file(plan: &MatchPlan, store: &Store) -> PathBuf {
    let word = |spec: &Spec| -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        spec.to_string().chars().take(40).map(plain).collect()
    };
    let share =
        plan.shard.map_or_else(String::new, |shard| format!("-{}", shard.to_string().replace('/', "of")));
    let name = format!("{}-against-{}-seed-{}{share}", word(&plan.a), word(&plan.b), plan.schedule.seed);
    let folder = store.data().join("arena");
    (1..10_000)
        .map(|n| folder.join(if n == 1 { format!("{name}.jsonl") } else { format!("{name}-{n}.jsonl") }))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(format!("{name}.jsonl")))
}
