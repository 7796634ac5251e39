//! The verb `solve`: who wins with perfect play, and with which moves. A run can be interrupted and resumed.

use crate::ai::solve::Solver;
use crate::rules::{Position, Setup, Square};
use crate::text;
use clap::Args;
use common::cli::{self, Failure, SetupArgs};
use common::game::{Dice, Game, Side};
use common::interrupt::Listener;
use common::player::Stop;
use common::store::{self, Store, StoreError};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Steps of the progress bar.
const BAR_STEPS: f64 = 1e6;

/// A run that takes longer than this is checked for a place to save its checkpoint.
const CHECK_AFTER: Duration = Duration::from_secs(2);

/// The end of `solve --help`.
pub(super) const AFTER_HELP: &str = "\
Boards up to 4x3 and 6x2 take less than a second, 7x2 some seconds, 5x3 half a minute, 4x4 about a minute, 8x2 a \
few minutes. The maximum is about 24 squares, but on large boards only late positions are solved quickly.

Ctrl-C saves a checkpoint; the same command with --resume continues from it.";

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    setup: SetupArgs<Setup>,
    /// Solve the position after these moves instead of the start, as in "a1 b2 a1"
    #[arg(long, value_name = "MOVES", default_value = "")]
    position: String,
    /// Maximum memory for solved positions
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Continue from the checkpoint of an interrupted run
    #[arg(long)]
    resume: bool,
    /// The checkpoint file [default: in the program's data folder]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the checkpoint this often
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    checkpoint_every: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct SolveReport {
    size: String,
    rule: &'static str,
    /// The winner.
    value: &'static str,
    /// The winning moves of the side to move.
    first_moves: Vec<String>,
    states: u64,
    seconds: f64,
}

impl Solve {
    fn setup(&self) -> Setup {
        self.setup.0.unwrap_or_default()
    }

    pub(super) fn run(
        &self,
        store: impl FnOnce() -> Result<Store, Failure>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if self.setup.0.is_none() {
            return Err(Failure::Bad(
                "solve needs the size of the board, as in: atoms solve --size 4x3".into(),
            ));
        }
        let setup = self.setup();
        let position = position_after(setup, &self.position)?;
        let mut solver = Solver::new(setup, self.hash as usize).map_err(Failure::bad)?;
        let interval = Duration::from_secs(self.checkpoint_every);
        let mut run = SolveRun::new(self.checkpoint_file(store)?, interval);
        if self.resume {
            self.read_checkpoint(&mut solver, &mut run)?;
        }
        let rated = {
            let _listener = Listener::new(&run.stop);
            solver.rate(&position, &mut |solver| run.on_progress(solver))
        };
        run.bar.finish_and_clear();
        let Some(rated) = rated else { return Err(run.interrupted(&solver)) };
        run.checkpoint.remove();
        let report = report(&position, &rated, solver.states(), run.seconds());
        if self.json {
            let json = serde_json::to_string(&report).map_err(Failure::bad)?;
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", text_report(&position, &rated, &report))?;
        }
        Ok(out.flush()?)
    }

    fn checkpoint_file(
        &self,
        store: impl FnOnce() -> Result<Store, Failure>,
    ) -> Result<CheckpointFile, Failure> {
        if let Some(path) = &self.checkpoint {
            store::check_writable(path).map_err(Failure::bad)?;
            return Ok(CheckpointFile { path: Ok(path.clone()), owned: false });
        }
        let Setup { size, rule } = self.setup();
        let name = format!("solve-{size}-{}.checkpoint", rule.name());
        let path = store().map(|store| store.data().join(name)).map_err(|why| why.to_string());
        Ok(CheckpointFile { path, owned: false })
    }

    /// Loads the checkpoint.
    fn read_checkpoint(&self, solver: &mut Solver, run: &mut SolveRun) -> Result<(), Failure> {
        let path = run.checkpoint.path.as_ref().map_err(Failure::bad)?;
        if !path.exists() && self.checkpoint.is_none() {
            cli::remark(&format!(
                "There is no checkpoint {}. The run starts from the beginning.",
                path.display()
            ));
            return Ok(());
        }
        run.previous_seconds = solver.read_checkpoint(path).map_err(Failure::bad)?;
        run.checkpoint.owned = true;
        Ok(())
    }
}

/// The checkpoint file of a run.
struct CheckpointFile {
    /// An error says why there is none; a short run does not need it.
    path: Result<PathBuf, String>,
    /// This run has written or loaded the file. A file of another run is backed up, not overwritten.
    owned: bool,
}

impl CheckpointFile {
    fn write(&mut self, solver: &Solver, seconds: f64) -> Result<&Path, String> {
        let path = self.path.as_ref().map_err(Clone::clone)?;
        let write = || -> Result<(), StoreError> {
            if !self.owned {
                store::back_up(path)?;
            }
            solver.write_checkpoint(path, seconds)
        };
        write().map_err(|why| why.to_string())?;
        self.owned = true;
        Ok(path)
    }

    /// Whether a checkpoint can be written, as far as can be known without writing one.
    fn check(&self) -> Result<(), String> {
        let path = self.path.as_ref().map_err(Clone::clone)?;
        store::check_writable(path).map_err(|why| why.to_string())
    }

    /// Removes the file after a finished run.
    fn remove(&self) {
        if let (true, Ok(path)) = (self.owned, &self.path)
            && let Err(why) = store::remove(path)
        {
            cli::remark(&format!("The checkpoint is no longer needed, but cannot be removed: {why}."));
        }
    }
}

/// The progress of a run.
struct SolveRun {
    stop: Stop,
    start: Instant,
    /// The run time of the resumed run, in seconds.
    previous_seconds: f64,
    bar: ProgressBar,
    checkpoint: CheckpointFile,
    last_checkpoint: Instant,
    /// The time between two checkpoints.
    checkpoint_interval: Duration,
    /// Whether it was checked that a checkpoint can be saved.
    checked: bool,
    write_error_reported: bool,
}

impl SolveRun {
    fn new(checkpoint: CheckpointFile, checkpoint_interval: Duration) -> SolveRun {
        let now = Instant::now();
        let bar = ProgressBar::new(BAR_STEPS as u64);
        // The bar is hidden if standard error is not a terminal.
        let style = ProgressStyle::with_template("{wide_bar} {percent} %  {msg}  {elapsed}");
        let bar = if let Ok(style) = style { bar.with_style(style) } else { bar };
        SolveRun {
            stop: Stop::default(),
            start: now,
            previous_seconds: 0.0,
            bar,
            checkpoint,
            last_checkpoint: now,
            checkpoint_interval,
            checked: false,
            write_error_reported: false,
        }
    }

    fn seconds(&self) -> f64 {
        self.previous_seconds + self.start.elapsed().as_secs_f64()
    }

    /// Writes a checkpoint. The message tells how to resume.
    fn interrupted(&mut self, solver: &Solver) -> Failure {
        let (states, seconds) = (solver.states(), self.seconds());
        match self.checkpoint.write(solver, seconds) {
            Err(why) => Failure::Bad(format!("interrupted; the checkpoint could not be saved: {why}")),
            Ok(path) => Failure::No(format!(
                "interrupted after {} states and {seconds:.0} seconds; the checkpoint is saved in {}, and the same \
                 command with --resume continues from it",
                HumanCount(states),
                path.display()
            )),
        }
    }

    /// Updates the bar and writes a checkpoint if one is due. Returns false to stop.
    fn on_progress(&mut self, solver: &Solver) -> bool {
        self.bar.set_position((solver.progress() * BAR_STEPS) as u64);
        let path: Vec<String> = solver.path().take(3).map(|(n, total)| format!("{n}/{total}")).collect();
        let states = HumanCount(solver.states());
        self.bar.set_message(format!(
            "moves {}, {states} states, table {:.0} % full",
            path.join(" "),
            100.0 * solver.fill()
        ));
        let mut problem = None;
        // A short run needs no folder; in a long one the user should hear soon that it cannot be saved.
        if !self.checked && self.start.elapsed() >= CHECK_AFTER {
            self.checked = true;
            problem = self.checkpoint.check().err();
        }
        if self.last_checkpoint.elapsed() >= self.checkpoint_interval {
            let seconds = self.seconds();
            problem = self.checkpoint.write(solver, seconds).err();
            self.last_checkpoint = Instant::now();
        }
        if let Some(why) = problem
            && !std::mem::replace(&mut self.write_error_reported, true)
        {
            self.bar.suspend(|| cli::remark(&format!("The checkpoint cannot be saved: {why}.")));
        }
        !self.stop.raised()
    }
}

/// The position after a list of moves.
fn position_after(setup: Setup, moves: &str) -> Result<Position, Failure> {
    let mut position = Position::new(setup);
    for (text, number) in moves.split_whitespace().zip(1..) {
        let mover = position.mover();
        let m = position.parse(position.mover(), text);
        m.and_then(|m| position.play(mover, &m, &mut Dice::new(0)))
            .map_err(|why| Failure::Bad(format!("move {number} of --position, '{text}': {why}")))?;
    }
    match position.winner() {
        Some(winner) => {
            Err(Failure::Bad(format!("nothing to solve: {} has won already", text::name(winner))))
        }
        None => Ok(position),
    }
}

/// The moves after which `side` wins.
fn moves_won_by(rated: &[(Square, Side)], side: Side) -> Vec<String> {
    rated.iter().filter(|(_, winner)| *winner == side).map(|(square, _)| square.to_string()).collect()
}

fn report(position: &Position, rated: &[(Square, Side)], states: u64, seconds: f64) -> SolveReport {
    let mover = position.mover();
    let first_moves = moves_won_by(rated, mover);
    let winner = if first_moves.is_empty() { mover.other() } else { mover };
    SolveReport {
        size: position.size().to_string(),
        rule: position.rule().name(),
        value: if winner == Side::FIRST { "first" } else { "second" },
        first_moves,
        states,
        seconds,
    }
}

/// The result as text.
fn text_report(position: &Position, rated: &[(Square, Side)], report: &SolveReport) -> String {
    let mover = position.mover();
    let winner = if report.first_moves.is_empty() { mover.other() } else { mover };
    let losing = moves_won_by(rated, mover.other());
    let sentence = |what: &str, moves: &[String]| match moves {
        [] => String::new(),
        moves => format!("{} {what} with {}.\n", text::name(mover), moves.join(" ")),
    };
    format!(
        "With perfect play {}, the {} player, wins.\n{}{}{} states, {:.2} seconds.\n",
        text::name(winner),
        report.value,
        sentence("wins", &report.first_moves),
        sentence("loses", &losing),
        HumanCount(report.states),
        report.seconds
    )
}
