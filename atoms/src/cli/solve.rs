//! The verb `solve`: who wins with perfect play, and with which moves. It can be interrupted and gone on with.

use crate::ai::solve::Solver;
use crate::rules::{Position, Rule, Setup, Size, Square};
use crate::text;
use clap::Args;
use common::cli::{self, Failure};
use common::game::{Dice, Game, Side};
use common::interrupt::Listener;
use common::player::Stop;
use common::store::{self, Store, StoreError};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What was found out is written so often.
const WRITE_EVERY: Duration = Duration::from_mins(3);

/// The bar has so many steps.
const STEPS: f64 = 1e6;

/// What is asked of `solve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Boards up to 4x3 and 6x2 take less than a second, 7x2 some seconds, 5x3 half a minute, 4x4 about a minute, 8x2 a \
few minutes. Larger ones are taken up to about 24 squares, but only positions late in the game are answered soon.

Ctrl-C keeps what was found out; the same command with --resume goes on from there.")]
pub(super) struct Solve {
    /// Columns and rows of the board, as in 4x3
    #[arg(long, value_name = "CxR")]
    size: Size,
    /// What becomes of an atom that has lost all its electrons
    #[arg(long, value_parser = cli::one_of(Rule::ALL, Rule::name), default_value = "neutral")]
    rule: Rule,
    /// Solve the position after these moves instead of the start, as in "a1 b2 a1"
    #[arg(long, value_name = "MOVES", default_value = "")]
    position: String,
    /// Memory for positions that are known; no more of it is taken than they need
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Go on from the checkpoint that an interrupted run has left
    #[arg(long)]
    resume: bool,
    /// Where the checkpoint is kept [default: in the folder of the program's data]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct SolveReport {
    size: String,
    rule: &'static str,
    /// The player who wins.
    value: &'static str,
    /// The moves that win for whoever is to move.
    first_moves: Vec<String>,
    states: u64,
    seconds: f64,
}

impl Solve {
    pub(super) fn run(
        &self,
        store: impl FnOnce() -> Result<Store, Failure>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let setup = Setup { size: self.size, rule: self.rule };
        let position = reach(setup, &self.position)?;
        let mut solver = Solver::new(setup, self.hash as usize).map_err(Failure::bad)?;
        let mut run = Run::new(self.keeper(store)?);
        self.go_on(&mut solver, &mut run)?;
        let rated = {
            let _listener = Listener::new(&run.stop);
            solver.rate(&position, &mut |solver| run.goes_on(solver))
        };
        run.bar.finish_and_clear();
        let Some(rated) = rated else { return Err(run.interrupted(&solver)) };
        run.keeper.done();
        let report = report(&position, &rated, solver.states(), run.seconds());
        if self.json {
            let json = serde_json::to_string(&report).map_err(Failure::bad)?;
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", plain(&position, &rated, &report))?;
        }
        Ok(out.flush()?)
    }

    fn keeper(&self, store: impl FnOnce() -> Result<Store, Failure>) -> Result<Keeper, Failure> {
        let file = if let Some(file) = &self.checkpoint {
            file.clone()
        } else {
            store()?.data().join(format!("solve-{}-{}.checkpoint", self.size, self.rule.name()))
        };
        // Better said now than after an hour.
        store::check_writable(&file).map_err(Failure::bad)?;
        Ok(Keeper { file, ours: false })
    }

    /// Takes over what an interrupted run has left.
    fn go_on(&self, solver: &mut Solver, run: &mut Run) -> Result<(), Failure> {
        let file = &run.keeper.file;
        if !self.resume {
            return Ok(());
        }
        if !file.exists() && self.checkpoint.is_none() {
            cli::remark(&format!("There is no checkpoint {}, so the run starts anew.", file.display()));
            return Ok(());
        }
        run.before = solver.read_checkpoint(file).map_err(Failure::bad)?;
        run.keeper.ours = true;
        Ok(())
    }
}

/// Looks after the checkpoint.
struct Keeper {
    file: PathBuf,
    /// This run has written the file or goes on from it; anything else that lies there is kept.
    ours: bool,
}

impl Keeper {
    fn write(&mut self, solver: &Solver, seconds: f64) -> Result<(), StoreError> {
        if !self.ours {
            store::make_way(&self.file)?;
        }
        solver.write_checkpoint(&self.file, seconds)?;
        self.ours = true;
        Ok(())
    }

    /// Nobody needs to go on from here.
    fn done(&self) {
        if self.ours
            && let Err(why) = store::remove(&self.file)
        {
            cli::remark(&format!("The checkpoint is of no more use, but {why}."));
        }
    }
}

/// A run, seen from outside.
struct Run {
    stop: Stop,
    since: Instant,
    /// The seconds of the run that this one goes on with.
    before: f64,
    bar: ProgressBar,
    keeper: Keeper,
    written: Instant,
    complained: bool,
}

impl Run {
    fn new(keeper: Keeper) -> Run {
        let now = Instant::now();
        let bar = ProgressBar::new(STEPS as u64);
        // Where the standard error is no terminal, nobody sees it.
        let style = ProgressStyle::with_template("{wide_bar} {percent} %  {msg}  {elapsed}");
        let bar = if let Ok(style) = style { bar.with_style(style) } else { bar };
        Run { stop: Stop::default(), since: now, before: 0.0, bar, keeper, written: now, complained: false }
    }

    fn seconds(&self) -> f64 {
        self.before + self.since.elapsed().as_secs_f64()
    }

    /// Keeps what was found out, and says how to go on.
    fn interrupted(&mut self, solver: &Solver) -> Failure {
        let (states, seconds) = (solver.states(), self.seconds());
        if let Err(why) = self.keeper.write(solver, seconds) {
            return Failure::Bad(format!("interrupted, and the checkpoint is lost: {why}"));
        }
        Failure::No(format!(
            "interrupted after {} states and {seconds:.0} seconds; what was found out is kept in {}, and the same command \
             with --resume goes on from there",
            HumanCount(states),
            self.keeper.file.display()
        ))
    }

    /// Shows how it goes, writes a checkpoint now and then, and says whether to go on.
    fn goes_on(&mut self, solver: &Solver) -> bool {
        self.bar.set_position((solver.progress() * STEPS) as u64);
        let path: Vec<String> = solver.path().take(3).map(|(n, of)| format!("{n}/{of}")).collect();
        let states = HumanCount(solver.states());
        self.bar.set_message(format!(
            "moves {}, {states} states, table {:.0} % full",
            path.join(" "),
            100.0 * solver.fill()
        ));
        if self.written.elapsed() >= WRITE_EVERY {
            let seconds = self.seconds();
            if let Err(why) = self.keeper.write(solver, seconds)
                && !std::mem::replace(&mut self.complained, true)
            {
                self.bar.suspend(|| cli::remark(&format!("The checkpoint cannot be kept: {why}.")));
            }
            self.written = Instant::now();
        }
        !self.stop.raised()
    }
}

/// The position after a list of moves.
fn reach(setup: Setup, moves: &str) -> Result<Position, Failure> {
    let mut position = Position::new(setup);
    for (text, number) in moves.split_whitespace().zip(1..) {
        let mover = position.mover();
        let m = position.parse(text);
        m.and_then(|m| position.play(mover, &m, &mut Dice::new(0)))
            .map_err(|why| Failure::Bad(format!("move {number} of --position, '{text}': {why}")))?;
    }
    match position.winner() {
        Some(winner) => {
            Err(Failure::Bad(format!("there is nothing to solve: {} has won already", text::name(winner))))
        }
        None => Ok(position),
    }
}

/// The moves that one side wins with.
fn won_by(rated: &[(Square, Side)], side: Side) -> Vec<String> {
    rated.iter().filter(|(_, winner)| *winner == side).map(|(square, _)| square.to_string()).collect()
}

fn report(position: &Position, rated: &[(Square, Side)], states: u64, seconds: f64) -> SolveReport {
    let mover = position.mover();
    let first_moves = won_by(rated, mover);
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

/// The answer for a person.
fn plain(position: &Position, rated: &[(Square, Side)], report: &SolveReport) -> String {
    let mover = position.mover();
    let winner = if report.first_moves.is_empty() { mover.other() } else { mover };
    let losing = won_by(rated, mover.other());
    let those = |what: &str, moves: &[String]| match moves {
        [] => String::new(),
        moves => format!("{} {what} with {}.\n", text::name(mover), moves.join(" ")),
    };
    format!(
        "With perfect play {}, the {} player, wins.\n{}{}{} states, {:.2} seconds.\n",
        text::name(winner),
        report.value,
        those("wins", &report.first_moves),
        those("loses", &losing),
        HumanCount(report.states),
        report.seconds
    )
}
