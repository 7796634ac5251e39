//! The verb `simulate`: its arguments.

use crate::database::SimulationId;
use crate::rules::{Position, Setup};
use crate::simulate::{self, Finished, Limits, Simulation, Standing, Storage, Watcher};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use common::arena::{MAX_GAMES, Schedule, WinDrawLoss};
use common::cli::{self, Context, Failure, Overwrite, SetupArgs};
use common::game::Game;
use common::interrupt::Listener;
use common::job::progress_bar;
use common::player::{Spec, Stop};
use common::store::Store;
use common::visible::stdout;
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The number of games unless it is given.
const DEFAULT_GAMES: u64 = 100;

/// The longest time per turn.
const MAX_TIME: Duration = Duration::from_hours(24);

/// The end of `simulate --help`.
pub const EXAMPLES: &str = "\
Examples:
  warlight simulate mcts aggressive --time 0.5s --games 200
  warlight simulate strong mcts --map brindle --nodes 500 --seed 7 --json
  warlight simulate strong 'cmd:python3 bot.py' --rules contest2 --transcript said
  warlight simulate --resume";

/// The arguments of `simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The players: NAME, NAME:key=value,… or cmd:COMMAND for a program that speaks the contest protocol. The results
    /// are A's. With --seats, a single B plays all the others
    #[arg(value_names = ["A", "B"], num_args = 1.., value_parser = Spec::from_str, required_unless_present = "resume")]
    players: Vec<Spec>,
    /// Number of games, rounded up so that every player takes every seat once from each start [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Thinking time per turn: milliseconds, or a number with a unit, as in 500, 500ms or 0.5s; or one for each player,
    /// as in 500,100 [default: 100; 2000 in contest1 and 500 in contest2]
    #[arg(long, value_name = "TIME", value_delimiter = ',')]
    time: Vec<TurnTime>,
    /// Iterations per turn: results can be repeated exactly, on any number of threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random seed: the same seed gives the same starts and dice. By default a new one is chosen and reported
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Number of games played in parallel; by default one per core
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Begin every game at this position: a saved game, the file of a recorded game, or its number in the database
    #[arg(long, value_name = "SAVE")]
    from: Option<PathBuf>,
    /// With --from: the position after this round
    #[arg(long, value_name = "N", requires = "from")]
    from_round: Option<u16>,
    /// Continue an unfinished simulation: the last one, or the one with this number
    #[arg(
        long,
        value_name = "ID",
        num_args = 0..=1,
        default_missing_value = "last",
        conflicts_with_all = ["players", "games", "time", "nodes", "seed", "from", "log"]
    )]
    resume: Option<Resumed>,
    /// With --resume: start the programs that the simulation names as players
    #[arg(long)]
    allow_programs: bool,
    /// Keep the values that players give to regions and turns, for every round
    #[arg(long)]
    log: bool,
    /// Keep everything that is said to contest bots and by them: a file for each game and bot in this folder
    #[arg(long, value_name = "DIR")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    setup: GameArgs,
    #[command(flatten)]
    seats_given: SeatsGiven,
}

/// The options of the game without `--from`, which is an argument of its own here: it takes a number in the database too.
#[derive(Debug)]
struct GameArgs(Option<Setup>);

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        let game = SetupArgs::<Setup>::augment_args(Command::new("game"));
        game.get_arguments().filter(|arg| arg.get_id() != "from").cloned().fold(command, Command::arg)
    }
    fn augment_args_for_update(command: Command) -> Command {
        GameArgs::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArgs, clap::Error> {
        SetupArgs::from_arg_matches(matches).map(|setup| GameArgs(setup.0))
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A progress bar with the score of the first player.
struct Bar {
    bar: ProgressBar,
    begun: bool,
}

impl Watcher for Bar {
    fn progress(&mut self, standing: &Standing) {
        self.bar.set_position(standing.games);
        if !std::mem::replace(&mut self.begun, true) {
            // Games that were finished before say nothing about the time that the others take.
            self.bar.reset_eta();
        } else if let Some(first) = standing.players.first() {
            let WinDrawLoss { wins, draws, losses, .. } = first.tally;
            let score = 100.0 * first.tally.score().unwrap_or_default();
            self.bar.set_message(format!("A won {wins}, drew {draws}, lost {losses}: {score:.1} %"));
        }
    }
    fn tick(&mut self) {
        self.bar.tick();
    }
    fn complain(&mut self, sentence: &str) {
        self.bar.suspend(|| cli::complain(sentence));
    }
}

/// Whether `--seats` is given, which is an option of the setup: 2 is also its default.
#[derive(Debug, Clone, Copy)]
struct SeatsGiven(bool);

impl Args for SeatsGiven {
    fn augment_args(command: Command) -> Command {
        command
    }
    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for SeatsGiven {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SeatsGiven, clap::Error> {
        Ok(SeatsGiven(matches!(matches.try_get_one::<String>("seats"), Ok(Some(_)))))
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SeatsGiven::from_arg_matches(matches)?;
        Ok(())
    }
}

impl SimulateArgs {
    /// Runs the simulation and prints its result.
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let store = context.store()?;
        let (simulation, finished, storage) = if let Some(resumed) = self.resume {
            if self.setup.0.is_some() {
                let why = "--resume continues with the settings of the simulation; leave out the options of the game";
                return Err(Failure::Bad(why.to_owned()));
            }
            let (mut simulation, storage, finished) =
                simulate::resume(&store, resumed.0).map_err(Failure::Bad)?;
            self.check_programs(&simulation, &storage)?;
            simulation.transcripts = self.transcripts(&simulation)?.or(simulation.transcripts);
            simulate::check(&simulation).map_err(Failure::Bad)?;
            (simulation, finished, Some(storage))
        } else {
            if self.allow_programs {
                return Err(Failure::Bad("--allow-programs is for --resume; leave it out".to_owned()));
            }
            let mut simulation = self.simulation(&store)?;
            simulate::check(&simulation).map_err(Failure::Bad)?;
            simulation.transcripts = self.transcripts(&simulation)?;
            let storage = self.begin(&store, &simulation)?;
            (simulation, Finished::new(), storage)
        };
        let threads = self.threads.map_or_else(common::job::cores, usize::from);
        let stop = Stop::default();
        let _listener = Listener::new(&stop);
        let bar = progress_bar(simulation.schedule.games, "games");
        let mut watcher = Bar { bar: bar.clone(), begun: false };
        let report = simulate::run(&simulation, finished, storage, threads, &stop, &mut watcher);
        bar.finish_and_clear();
        let report = report.map_err(Failure::Bad)?;
        let mut out = stdout();
        if self.json {
            report.json(&mut out)?;
        } else {
            report.plain(&mut out)?;
        }
        if let Some(hint) = report.resume_hint(context.data_dir()) {
            cli::remark(&hint);
        }
        Ok(())
    }

    /// Refuses to start programs that the database names, unless the user agrees: it may come from somebody else.
    fn check_programs(&self, simulation: &Simulation, storage: &Storage) -> Result<(), Failure> {
        let mut programs: Vec<&str> = simulation.players.iter().filter_map(Spec::command).collect();
        if programs.is_empty() || self.allow_programs {
            return Ok(());
        }
        programs.dedup();
        let id = storage.id();
        Err(Failure::Bad(format!(
            "simulation {id} names other programs as players, which are not started: {}. \
             'warlight simulate --resume {id} --allow-programs' starts them",
            programs.join("; ")
        )))
    }

    /// The folder of the transcripts, which is made if it is missing.
    fn transcripts(&self, simulation: &Simulation) -> Result<Option<PathBuf>, Failure> {
        let Some(folder) = &self.transcript else { return Ok(None) };
        if !simulation.has_bots() {
            let why =
                "--transcript keeps what contest bots say, but no player is a cmd:COMMAND: leave it out";
            return Err(Failure::Bad(why.to_owned()));
        }
        // A simulation may be resumed from another folder.
        let folder = std::path::absolute(folder)
            .map_err(|why| Failure::Bad(format!("the folder {} cannot be used: {why}", folder.display())))?;
        let is_own = simulation.transcripts.as_ref() == Some(&folder);
        simulate::prepare_transcripts(&folder, is_own || self.overwrite.force).map_err(Failure::Bad)?;
        Ok(Some(folder))
    }

    /// Begins to store a simulation. It is played without its database if that fails, unless the log needs it.
    fn begin(&self, store: &Store, simulation: &Simulation) -> Result<Option<Storage>, Failure> {
        match Storage::begin(store, simulation) {
            Ok(storage) => {
                if let Some(notice) = storage.notice() {
                    cli::remark(notice);
                }
                Ok(Some(storage))
            }
            Err(why) if self.log => Err(Failure::Bad(format!("--log needs the database: {why}"))),
            Err(why) => {
                cli::complain(&format!("the games will not be stored: {why}"));
                Ok(None)
            }
        }
    }

    /// What is to be played.
    fn simulation(&self, store: &Store) -> Result<Simulation, Failure> {
        let from = match &self.from {
            Some(source) => Some(simulate::load(source, self.from_round, store).map_err(Failure::Bad)?),
            None => None,
        };
        let mut setup = match (&from, &self.setup.0) {
            (Some(_), Some(_)) => {
                let why = "--from takes the map and the rules of the saved game: leave out those options";
                return Err(Failure::Bad(why.to_owned()));
            }
            (Some(record), None) => record.setup().clone(),
            (None, setup) => setup.clone().unwrap_or_default(),
        };
        let players = players_of_seats(&self.players, &mut setup, from.is_some() || self.seats_given.0)?;
        let sides = Position::sides(&setup);
        let schedule = Schedule {
            seed: self.seed.unwrap_or_else(cli::fresh_seed),
            sides,
            games: self.games.unwrap_or(DEFAULT_GAMES).next_multiple_of(sides as u64),
            openings: 0,
        };
        let times: Vec<Duration> = self.time.iter().map(|time| time.0).collect();
        if times.len() > 1 && times.len() != sides {
            let given = times.len();
            return Err(Failure::Bad(format!(
                "{given} times are given for {sides} players: give one, or {sides}"
            )));
        }
        let limits = Limits::new(times.first().copied(), self.nodes, setup.rules);
        let times = if times.len() > 1 { times } else { Vec::new() };
        let (from, log) = (from.map(Arc::new), self.log);
        Ok(Simulation { players, setup, schedule, limits, times, from, log, transcripts: None })
    }
}

/// A player for every seat. Three and more players need no `--seats`, unless the number of seats is fixed; with two
/// players and more seats, the second one plays all others.
fn players_of_seats(players: &[Spec], setup: &mut Setup, fixed: bool) -> Result<Vec<Spec>, Failure> {
    let (named, seats) = (players.len(), usize::from(setup.players));
    if let ([a, b], 3..) = (players, seats) {
        return Ok(std::iter::once(a).chain(std::iter::repeat_n(b, seats - 1)).cloned().collect());
    }
    if named < 2 {
        return Err(Failure::Bad(
            "name 2 players or more, as in warlight simulate mcts aggressive".to_owned(),
        ));
    }
    if named != seats && (seats != 2 || fixed) {
        let second = if seats > 2 { ", or 2 if the second one plays all others" } else { "" };
        let why = format!("{named} players are named for {seats} seats: name {seats} players{second}");
        return Err(Failure::Bad(why));
    }
    setup.players = u8::try_from(named).unwrap_or(u8::MAX);
    Ok(players.to_vec())
}

/// The simulation to resume; `None` for the last one.
#[derive(Debug, Clone, Copy)]
pub struct Resumed(Option<SimulationId>);

/// The error of a text that is not the number of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write the number of a simulation, or leave it out for the last one")]
pub struct NotANumber;

impl FromStr for Resumed {
    type Err = NotANumber;
    fn from_str(text: &str) -> Result<Resumed, NotANumber> {
        if text == "last" {
            return Ok(Resumed(None));
        }
        text.parse().map(|id| Resumed(Some(SimulationId(id)))).map_err(|_| NotANumber)
    }
}

/// A time per turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnTime(pub Duration);

/// Why a text is not a time per turn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadTime {
    /// A fraction without a unit: is it seconds or milliseconds?
    #[error("it has no unit: write whole milliseconds, as in 500, or a unit, as in 0.5s or 500ms")]
    Unit,
    /// It is not a number with a unit.
    #[error("write whole milliseconds, as in 500, or a number with a unit, as in 0.5s or 500ms")]
    Form,
    /// It is too short or too long.
    #[error("use a time from 1 ms to 24 hours")]
    Range,
}

impl FromStr for TurnTime {
    type Err = BadTime;
    fn from_str(text: &str) -> Result<TurnTime, BadTime> {
        let text = text.trim();
        let (number, milliseconds) = if let Some(number) = text.strip_suffix("ms") {
            (number, 1.0)
        } else if let Some(number) = text.strip_suffix('s') {
            (number, 1000.0)
        } else if text.parse::<u64>().is_ok() {
            (text, 1.0)
        } else {
            return Err(if text.parse::<f64>().is_ok() { BadTime::Unit } else { BadTime::Form });
        };
        let number: f64 = number.trim_end().parse().map_err(|_| BadTime::Form)?;
        let ms = (number * milliseconds).round();
        // NaN is not in the range.
        if (1.0..=MAX_TIME.as_millis() as f64).contains(&ms) {
            Ok(TurnTime(Duration::from_millis(ms as u64)))
        } else {
            Err(BadTime::Range)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_have_a_unit_or_are_whole_milliseconds() {
        let time = |text: &str| text.parse::<TurnTime>().map(|time| time.0.as_millis());
        for text in ["500", "500ms", "0.5s", " 500 ms ", ".5s"] {
            assert_eq!(time(text), Ok(500), "{text}");
        }
        assert_eq!((time("2s"), time("1")), (Ok(2000), Ok(1)));
        assert_eq!((time("0.5"), time("1e3")), (Err(BadTime::Unit), Err(BadTime::Unit)));
        for text in ["", "s", "ms", "fast", "5m", "0.5 s s", "-"] {
            assert_eq!(time(text), Err(BadTime::Form), "{text}");
        }
        for text in ["0", "0s", "-1s", "NaNs", "infs", "86401s", "18446744073709551615"] {
            assert_eq!(time(text), Err(BadTime::Range), "{text}");
        }
    }

    #[test]
    fn players_fill_the_seats() {
        let fill = |names: &[&str], seats: u8, fixed: bool| {
            let players: Vec<Spec> = names.iter().map(|name| Spec::level(name)).collect();
            let mut setup = Setup { players: seats, ..Setup::default() };
            let players = players_of_seats(&players, &mut setup, fixed).ok()?;
            Some((players.iter().map(Spec::to_string).collect::<Vec<_>>().join(" "), setup.players))
        };
        let seats = |names: &[&str], seats: u8| fill(names, seats, false);
        assert_eq!(seats(&["a", "b"], 2), Some(("a b".to_owned(), 2)));
        assert_eq!(seats(&["a", "b", "c"], 2), Some(("a b c".to_owned(), 3)));
        assert_eq!(seats(&["a", "b"], 4), Some(("a b b b".to_owned(), 4)));
        assert_eq!(seats(&["a", "b", "c"], 3), Some(("a b c".to_owned(), 3)));
        assert_eq!((seats(&["a"], 2), seats(&["a", "b", "c"], 4)), (None, None));
        assert_eq!(fill(&["a", "b", "c"], 2, true), None, "two seats were asked for");
        assert_eq!(fill(&["a", "b"], 3, true), Some(("a b b".to_owned(), 3)));
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_or_refused(text in ".*") {
            let _ = text.parse::<TurnTime>();
        }
    }
}
