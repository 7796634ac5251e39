//! The verb `tune`: a machine plays against itself, and learns from how the games ended what it should look for.

use crate::cli::Failure;
use crate::interrupt::Listener;
use crate::player::Stop;
use crate::store::{check_writable, write_atomic};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a game has to say about its learning.
pub trait Learner {
    /// What is learned.
    type Worths;
    /// The same, as the machine uses it.
    type Weights: Sync;
    /// A board, and what is to be learned from it.
    type Lesson: Clone + Send;

    /// What the program was built with.
    fn learned() -> Self::Worths;
    /// Opens a file of worths, or tells why it is none.
    fn open(file: &Path) -> Result<Self::Worths, String>;
    /// Worths as a file.
    fn write(worths: &Self::Worths) -> String;
    /// Makes worths ready for use.
    fn weights(worths: &Self::Worths) -> Self::Weights;
    /// Plays the game of a number and tells what can be learned from it.
    fn lessons(weights: &Self::Weights, course: &Course, number: u64) -> Vec<Self::Lesson>;
    /// Learns, and tells the mean surprise at how games ended, in bits: of the games that were learned from, and of others.
    fn fit(lessons: &[Self::Lesson]) -> (Self::Worths, [f64; 2]);
}

/// How to learn.
#[derive(Debug, Clone, Args)]
pub struct Course {
    /// Rounds: each plays with what the one before has learned
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Games in each round
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Plies that the players look ahead
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Repeat everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// What is asked of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Where to write what was learned, after every round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with this file instead of what the program was built with
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    course: Course,
}

/// What a round has brought.
#[derive(Debug, Clone)]
pub struct Round<W> {
    /// Counted from 1.
    pub number: u32,
    /// What it has learned.
    pub worths: W,
    /// Boards learned from.
    pub boards: usize,
    /// The mean surprise at the games that were learned from, and at others.
    pub surprise: [f64; 2],
}

/// Learns from self-play, beginning with some worths. `played` is told of every game, `done` of every round, and says
/// whether to go on. When told to stop, a round that is not finished is dropped.
pub fn learn<L: Learner>(
    course: &Course,
    mut worths: L::Worths,
    stop: &Stop,
    played: &(dyn Fn() + Sync),
    done: &mut dyn FnMut(&Round<L::Worths>) -> bool,
) {
    for number in 1..=course.rounds {
        let weights = L::weights(&worths);
        let play = |game| {
            let nth = u64::from(number) << 32 | game;
            let learned = if stop.raised() { Vec::new() } else { L::lessons(&weights, course, nth) };
            played();
            learned
        };
        let games: Vec<Vec<L::Lesson>> = (0..course.games).into_par_iter().map(play).collect();
        if stop.raised() {
            return;
        }
        let all = games.concat();
        let (next, surprise) = L::fit(&all);
        let round = Round { number, worths: next, boards: all.len(), surprise };
        if !done(&round) {
            return;
        }
        worths = round.worths;
    }
}

/// Learns as asked, and writes after every round what was learned.
pub fn run<L: Learner>(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    let begin = match &args.from {
        None => L::learned(),
        Some(file) => {
            let wrong = |why| Failure::Bad(format!("{} cannot be used: {why}", file.display()));
            L::open(file).map_err(wrong)?
        }
    };
    check_writable(&args.out).map_err(Failure::bad)?;
    let course = &args.course;
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    let bar = ProgressBar::new(u64::from(course.rounds) * course.games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games  {eta}") {
        bar.set_style(style);
    }
    let (mut written, mut finished) = (Ok(()), 0);
    learn::<L>(course, begin, &stop, &|| bar.inc(1), &mut |round| {
        let text = L::write(&round.worths);
        written = write_atomic(&args.out, text.as_bytes()).map_err(Failure::bad).and_then(|()| {
            let Round { number, boards, surprise: [learned, tested], .. } = round;
            bar.suspend(|| {
                writeln!(
                    out,
                    "round {number}: {boards} boards; surprise {learned:.4} bits, {tested:.4} at other games"
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
            0 => format!("interrupted before the first round was finished; {file} was not written"),
            rounds => {
                format!("interrupted; {file} has what was learned in {rounds} of {} rounds", course.rounds)
            }
        }));
    }
    Ok(())
}
