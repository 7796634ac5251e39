//! Measurements of the searches on fixed masks. Every comparison is made in one run on one machine.

pub mod masks;

use crate::problem::{Answer, Problem};
use crate::search::{Control, Meter, backtracking, sat};
use common::job::Stop;
use masks::Case;
use serde::Serialize;
use std::fmt;
use std::time::Duration;
use web_time::Instant;

/// What a search answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A solution that was verified.
    Found,
    /// There is none.
    Impossible,
    /// The time was over.
    NotFound,
    /// A solution that is wrong.
    Wrong,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Found => "found",
            Verdict::Impossible => "impossible",
            Verdict::NotFound => "not found",
            Verdict::Wrong => "wrong",
        })
    }
}

/// The answer of one search and its time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measurement {
    /// The answer.
    pub verdict: Verdict,
    /// The time in seconds.
    pub seconds: f64,
    /// The rows, decisions or conflicts that were tried.
    pub tries: u64,
}

/// Measures a search.
fn measure(
    problem: &Problem,
    limit: Option<Duration>,
    search: impl Fn(&Problem, &Control<'_>) -> Answer,
) -> Measurement {
    let (stop, meter) = (Stop::default(), Meter::default());
    let start = Instant::now();
    let answer = search(problem, &Control::new(&stop, limit, &meter));
    let seconds = start.elapsed().as_secs_f64();
    let verdict = match answer {
        Answer::Found(solution) if solution.automaton(problem).is_ok() => Verdict::Found,
        Answer::Found(_) => Verdict::Wrong,
        Answer::Impossible => Verdict::Impossible,
        Answer::NotFound => Verdict::NotFound,
    };
    Measurement { verdict, seconds, tries: meter.tries() }
}

/// What identifies a case in a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CaseName {
    /// What the mask shows.
    pub name: String,
    /// Columns x rows.
    pub size: String,
    /// `one` or `sets`.
    pub ink: String,
    /// The number of states.
    pub states: u8,
    /// What is beyond the ends of a row.
    pub boundary: String,
    /// Whether rows must be symmetric.
    pub symmetric: bool,
}

impl CaseName {
    fn new(case: &Case) -> CaseName {
        let mask = case.problem.mask();
        CaseName {
            name: case.name.clone(),
            size: format!("{}x{}", mask.width(), mask.height()),
            ink: case.ink.to_string(),
            states: case.problem.states(),
            boundary: case.problem.boundary().to_string(),
            symmetric: case.problem.symmetric(),
        }
    }
}

impl fmt::Display for CaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetric = if self.symmetric { "symmetric" } else { "" };
        write!(
            f,
            "{:8} {:>6} {:4} {:2} {:6} {symmetric:9}",
            self.name, self.size, self.ink, self.states, self.boundary
        )
    }
}

/// The three row-by-row searches on one mask.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BacktrackingTimes {
    /// The case.
    pub case: CaseName,
    /// The method of the thesis.
    pub plain: Measurement,
    /// The pruned search with one thread.
    pub pruned: Measurement,
    /// The pruned search with all threads.
    pub parallel: Measurement,
}

/// The row-by-row searches compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BacktrackingComparison {
    /// The number of threads of the parallel search.
    pub threads: usize,
    /// The times of each mask.
    pub cases: Vec<BacktrackingTimes>,
    /// Whether all three searches gave the same verdicts.
    pub same_verdicts: bool,
    /// The time of the plain search over that of the pruned search with one thread, in total.
    pub pruned_ratio: f64,
    /// The time of the plain search over that of the parallel search, in total.
    pub parallel_ratio: f64,
    /// The smallest ratio of plain and parallel search of a single mask.
    pub smallest_ratio: f64,
}

/// Compares the method of the thesis with the pruned search, on masks that the former answers in a few seconds each.
pub fn compare_backtracking() -> BacktrackingComparison {
    let threads = rayon::current_num_threads();
    let cases: Vec<BacktrackingTimes> = masks::small()
        .iter()
        .map(|case| BacktrackingTimes {
            case: CaseName::new(case),
            plain: measure(&case.problem, None, backtracking::plain),
            pruned: measure(&case.problem, None, |problem, control| backtracking::solve(problem, control, 1)),
            parallel: measure(&case.problem, None, |problem, control| {
                backtracking::solve(problem, control, threads)
            }),
        })
        .collect();
    let total = |time: fn(&BacktrackingTimes) -> f64| cases.iter().map(time).sum::<f64>();
    let plain = total(|times| times.plain.seconds);
    let ratios = cases.iter().map(|times| times.plain.seconds / times.parallel.seconds);
    BacktrackingComparison {
        threads,
        same_verdicts: cases.iter().all(|times| {
            let verdicts = [times.plain, times.pruned, times.parallel].map(|time| time.verdict);
            verdicts.iter().all(|verdict| *verdict == verdicts[0] && *verdict != Verdict::Wrong)
        }),
        pruned_ratio: plain / total(|times| times.pruned.seconds),
        parallel_ratio: plain / total(|times| times.parallel.seconds),
        smallest_ratio: ratios.fold(f64::INFINITY, f64::min),
        cases,
    }
}

impl fmt::Display for BacktrackingComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for times in &self.cases {
            let BacktrackingTimes { case, plain, pruned, parallel } = times;
            writeln!(
                f,
                "{case} {:10} plain {:9.4} s, pruned {:9.6} s, parallel {:9.6} s, ratio {:.0}",
                plain.verdict,
                plain.seconds,
                pruned.seconds,
                parallel.seconds,
                plain.seconds / parallel.seconds
            )?;
        }
        writeln!(
            f,
            "In total, the pruned search is {:.0} times as fast as the plain one with one thread and {:.0} times with {}, \
             at least {:.0} times on each mask; the verdicts are {}.",
            self.pruned_ratio,
            self.parallel_ratio,
            self.threads,
            self.smallest_ratio,
            if self.same_verdicts { "the same" } else { "different" }
        )
    }
}

/// The row-by-row search and the SAT solver on one mask.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodTimes {
    /// The case.
    pub case: CaseName,
    /// The pruned search with all threads.
    pub backtracking: Measurement,
    /// The SAT solver.
    pub sat: Measurement,
}

impl fmt::Display for MethodTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MethodTimes { case, backtracking, sat } = self;
        write!(
            f,
            "{case} backtracking {:10} {:8.4} s {:9} tries, sat {:10} {:8.4} s {:8} conflicts",
            backtracking.verdict,
            backtracking.seconds,
            backtracking.tries,
            sat.verdict,
            sat.seconds,
            sat.tries
        )
    }
}

/// Measures the row-by-row search and the SAT solver on pictures and random masks, each with a limit of time.
pub fn compare_methods(limit: Duration, seen: impl Fn(&MethodTimes)) -> Vec<MethodTimes> {
    let threads = rayon::current_num_threads();
    let times = |case: &Case| {
        let times = MethodTimes {
            case: CaseName::new(case),
            backtracking: measure(&case.problem, Some(limit), |problem, control| {
                backtracking::solve(problem, control, threads)
            }),
            sat: measure(&case.problem, Some(limit), sat::solve),
        };
        seen(&times);
        times
    };
    masks::around_the_threshold().iter().map(times).collect()
}
