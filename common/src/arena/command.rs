//! The command `arena`: its arguments, and what they ask for.

use super::games_file::Unfinished;
use super::record::{self, Header, MoveLimits};
use super::report::Report;
use super::{MAX_GAMES, OpeningRule, Schedule, Shard, Sprt, merge};
use crate::cli::{self, Failure, Overwrite};
use crate::game::{Game, MAX_SIDES, Setup};
use crate::player::{AiPlayers, Spec};
use crate::store::{OutFile, Store, StoreError};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// The time per move if no limit is given.
const DEFAULT_TIME_MS: u64 = 100;

/// Play a match between AI players and report who is stronger.
#[derive(Debug, Clone, Args)]
pub struct ArenaArgs {
    /// One player per side: NAME, NAME:key=value,… or cmd:COMMAND. The results are A's. With more than two sides, a
    /// single B plays all the others
    #[arg(value_names = ["A", "B"], num_args = 1.., value_parser = Spec::from_str, required_unless_present = "merge", conflicts_with = "merge")]
    pub players: Vec<Spec>,
    /// Number of games, rounded up so that A plays every opening once from each side
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    pub games: u64,
    /// Thinking time in milliseconds per move; 100 if no limit is given. Of several limits the first one ends the search
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,
    /// Maximum number of positions searched per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Maximum search depth in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Number of random balanced openings; with 0, all games begin at the start position
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    pub openings: u64,
    /// Random seed: the same seed gives the same openings and dice. By default a new one is chosen and reported
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Number of games played in parallel; by default one per core
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Sequential test: stop when A is clearly ELO1 or more, or clearly ELO0 or less, above B (error rates 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// File for all games; by default a new file in the data folder
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Whether a file that exists is replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Continue the match of the file given with --out, which was interrupted; repeat all other arguments
    #[arg(long, requires = "out", conflicts_with_all = ["merge", "force"])]
    pub resume: bool,
    /// Play only part I of N, to be merged later; all parts need the same --seed
    #[arg(long, value_name = "I/N", requires = "seed", conflicts_with = "merge")]
    pub shard: Option<Shard>,
    /// Merge the files of the parts instead of playing
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub merge: Vec<PathBuf>,
}

/// What the arguments ask for.
pub(super) enum Plan {
    Play(Box<MatchPlan>),
    Merge(MergePlan),
}

/// Games to play.
pub(super) struct MatchPlan {
    /// As many as there are sides.
    pub(super) players: Vec<Spec>,
    pub(super) schedule: Schedule,
    pub(super) limits: MoveLimits,
    pub(super) shard: Option<Shard>,
    pub(super) threads: usize,
    pub(super) sprt: Option<Sprt>,
    pub(super) out: Option<PathBuf>,
    pub(super) overwrite: Overwrite,
    pub(super) resume: bool,
    /// A match that is resumed has its seed in the file.
    pub(super) has_seed: bool,
}

/// Files to merge.
pub(super) struct MergePlan {
    files: Vec<PathBuf>,
    sprt: Option<Sprt>,
    out: Option<PathBuf>,
    overwrite: Overwrite,
}

impl ArenaArgs {
    /// Checks the arguments; nothing is built or opened yet.
    fn plan<G: Game>(&self, setup: &G::Setup, has_openings: bool) -> Result<Plan, Failure> {
        if !self.merge.is_empty() {
            let (files, sprt, out) = (self.merge.clone(), self.sprt, self.out.clone());
            return Ok(Plan::Merge(MergePlan { files, sprt, out, overwrite: self.overwrite }));
        }
        let sides = G::sides(setup);
        let players = self.players_of_sides(sides, G::FACTS.title)?;
        check_sprt(self.sprt, sides)?;
        if self.sprt.is_some() && self.shard.is_some() {
            let why = "--sprt needs all games: use it with --merge instead of --shard";
            return Err(Failure::Bad(why.to_owned()));
        }
        if self.openings > 0 && !has_openings {
            return Err(Failure::Bad(format!("{} has no openings: leave out --openings", G::FACTS.title)));
        }
        let limits = MoveLimits { time_ms: self.time, nodes: self.nodes, depth: self.depth };
        let unlimited = limits.time_ms.is_none() && limits.nodes.is_none() && limits.depth.is_none();
        let limits = if unlimited { MoveLimits { time_ms: Some(DEFAULT_TIME_MS), ..limits } } else { limits };
        let schedule = Schedule {
            seed: self.seed.unwrap_or_else(cli::fresh_seed),
            sides,
            games: self.games.next_multiple_of(sides as u64),
            openings: self.openings,
        };
        Ok(Plan::Play(Box::new(MatchPlan {
            players,
            schedule,
            limits,
            shard: self.shard,
            threads: self.threads.map_or_else(crate::job::cores, usize::from).max(1),
            sprt: self.sprt,
            out: self.out.clone(),
            overwrite: self.overwrite,
            resume: self.resume,
            has_seed: self.seed.is_some(),
        })))
    }

    /// A player for every side. If two are named, the second one stands for all others.
    fn players_of_sides(&self, sides: usize, title: &str) -> Result<Vec<Spec>, Failure> {
        if !(1..=MAX_SIDES).contains(&sides) {
            return Err(Failure::Bad(format!("a game cannot have {sides} sides: use 1 to {MAX_SIDES}")));
        }
        match (self.players.as_slice(), sides) {
            (players, _) if players.len() == sides => Ok(players.to_vec()),
            ([a, b], 3..) => {
                Ok(std::iter::once(a).chain(std::iter::repeat_n(b, sides - 1)).cloned().collect())
            }
            (players, _) => {
                let expected = match sides {
                    1 => "1 side: name 1 player".to_owned(),
                    2 => "2 sides: name 2 players".to_owned(),
                    _ => format!(
                        "{sides} sides: name {sides} players, or 2 if the second one plays all others"
                    ),
                };
                Err(Failure::Bad(format!("{title} has {expected}, not {}", players.len())))
            }
        }
    }
}

/// Refuses a sequential test that is not between two players.
fn check_sprt(sprt: Option<Sprt>, sides: usize) -> Result<(), Failure> {
    let why = || format!("--sprt is for games of 2 sides, and this one has {sides}: leave out --sprt");
    if sprt.is_some() && sides != 2 { Err(Failure::Bad(why())) } else { Ok(()) }
}

/// Runs the command `arena` and writes the result to `out`. Games without an opening rule begin at the start position.
///
/// If the games cannot be written to the file given with `--out`, the result is still written before that error is
/// returned.
pub fn run<G: AiPlayers>(
    args: &ArenaArgs,
    setup: &G::Setup,
    store: &Store,
    rule: Option<&OpeningRule<G>>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (report, failure) = match args.plan::<G>(setup, rule.is_some())? {
        Plan::Merge(plan) => merge_files::<G>(&plan)?,
        Plan::Play(plan) => play_match(*plan, setup, store, rule)?,
    };
    let report = report.has_openings(rule.is_some());
    if args.json {
        report.json(out)?;
    } else {
        report.plain(out)?;
    }
    failure.map_or(Ok(()), Err)
}

/// Plays a match.
fn play_match<G: AiPlayers>(
    mut plan: MatchPlan,
    setup: &G::Setup,
    store: &Store,
    rule: Option<&OpeningRule<G>>,
) -> Result<(Report, Option<Failure>), Failure> {
    // A match takes long: a file that exists or cannot be written is reported before the first game.
    let claimed = match &plan.out {
        Some(file) if plan.resume => Some((file.clone(), Some(Overwrite { force: true }.claim(file)?))),
        Some(file) => Some((file.clone(), Some(plan.overwrite.claim(file)?))),
        None => None,
    };
    let unfinished = match plan.out.as_deref().filter(|_| plan.resume) {
        Some(file) => Some(merge::read_unfinished(file).map_err(Failure::bad)?),
        None => None,
    };
    if let Some(unfinished) = unfinished.as_ref().filter(|_| !plan.has_seed) {
        plan.schedule.seed = unfinished.header.seed;
    }
    let players = plan.players.iter().map(Spec::to_string).collect();
    let header = Header::new(G::FACTS.name, setup.to_map(), players, plan.schedule, plan.limits, plan.shard);
    if let Some(unfinished) = &unfinished {
        check_same_match(unfinished, &header)?;
    }
    let (file, _claim) = claimed.unwrap_or_else(|| new_file(&plan, store));
    let played = super::run::play_match(&plan, setup, rule, &header, &file, unfinished)?;
    let report = Report::new(&header, &played.records, plan.sprt)
        .interrupted(played.interrupted)
        .file(matches!(played.written, Some(Ok(()))).then_some(&*file));
    let failure = match played.written.and_then(Result::err) {
        Some(error) if plan.out.is_none() => {
            cli::complain(&format!("the games were not saved: {error}"));
            None
        }
        other => other.map(cli::refused),
    };
    Ok((report, failure))
}

/// Refuses to continue a match with other arguments, and reports a game that was not written completely.
fn check_same_match(unfinished: &Unfinished, header: &Header) -> Result<(), Failure> {
    let (path, known) = (unfinished.path.display(), &unfinished.header);
    let shard = |header: &Header| header.shard.unwrap_or(Shard::WHOLE).to_string();
    let what = known.difference(header).or_else(|| {
        let (one, other) = (shard(known), shard(header));
        (one != other).then(|| format!("the shard is {one} in one and {other} in the other"))
    });
    if let Some(what) = what {
        let why = format!("{path} is another match: {what} (the file, and what you asked for)");
        return Err(Failure::Bad(why));
    }
    let is_damaged = std::fs::metadata(&unfinished.path).is_ok_and(|data| data.len() > unfinished.length);
    if is_damaged {
        cli::remark(&format!(
            "The last line of {path} was not written completely. Its game is played again."
        ));
    }
    Ok(())
}

/// Merges the files of shards.
fn merge_files<G: AiPlayers>(plan: &MergePlan) -> Result<(Report, Option<Failure>), Failure> {
    let (header, records) = merge::read(&plan.files).map_err(Failure::bad)?;
    if header.game != G::FACTS.name {
        return Err(Failure::Bad(format!("these are games of {}, not of {}", header.game, G::FACTS.name)));
    }
    check_sprt(plan.sprt, header.sides)?;
    let claim = plan.out.as_ref().map(|file| plan.overwrite.claim(file)).transpose()?;
    let written = claim.as_ref().map(|file| record::write(file.path(), &header, &records));
    let saved = matches!(written, Some(Ok(())));
    let report = Report::new(&header, &records, plan.sprt)
        .missing(merge::missing_ranges(&header, &records))
        .file(plan.out.as_deref().filter(|_| saved));
    Ok((report, written.and_then(Result::err).map(cli::refused)))
}

/// A file for the games that does not exist yet, named after the match. It is claimed if it can be written.
fn new_file(plan: &MatchPlan, store: &Store) -> (PathBuf, Option<OutFile>) {
    /// A file name has room for a few players.
    const NAMED: usize = 3;
    let word = |spec: &Spec| -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        spec.to_string().chars().take(40).map(plain).collect()
    };
    let names: Vec<String> = plan.players.iter().take(NAMED).map(word).collect();
    let more = match plan.players.len().saturating_sub(NAMED) {
        0 => String::new(),
        count => format!("-and-{count}-more"),
    };
    let shard =
        plan.shard.map_or_else(String::new, |shard| format!("-{}", shard.to_string().replace('/', "of")));
    let name = format!("{}{more}-seed-{}{shard}", names.join("-against-"), plan.schedule.seed);
    let folder = store.data().join("arena");
    for n in 1..10_000 {
        let path = folder.join(if n == 1 { format!("{name}.jsonl") } else { format!("{name}-{n}.jsonl") });
        match OutFile::claim(&path, false) {
            Err(StoreError::Exists(_) | StoreError::InUse(_)) => {}
            claimed => return (path, claimed.ok()),
        }
    }
    (folder.join(format!("{name}.jsonl")), None)
}
