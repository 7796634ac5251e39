//! Measurements of the searches on fixed masks. Every comparison is made in one run on one machine.

pub mod masks;

use crate::generate::{self, Method, Request, Status, generate};
use crate::problem::{Answer, Problem};
use crate::replay;
use crate::search::{Control, Meter, backtracking};
use common::job::{Stop, Work};
use masks::Case;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
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

/// The methods on one mask, through the same search as the program's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodTimes {
    /// The case.
    pub case: CaseName,
    /// The row-by-row search.
    pub backtracking: Measurement,
    /// The SAT solver.
    pub sat: Measurement,
    /// Both of them and the beam search in turns.
    pub auto: Measurement,
}

impl MethodTimes {
    /// The time of the better one of backtracking and the SAT solver.
    fn better(&self) -> f64 {
        self.backtracking.seconds.min(self.sat.seconds)
    }

    /// Whether each of them takes longer than this.
    fn takes_longer_than(&self, seconds: f64) -> bool {
        self.better() > seconds
    }
}

impl fmt::Display for MethodTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MethodTimes { case, backtracking, sat, auto } = self;
        write!(f, "{case}")?;
        for (name, time) in [("backtracking", backtracking), ("sat", sat), ("auto", auto)] {
            write!(f, " {name} {:10} {:7.3} s ", time.verdict, time.seconds)?;
        }
        Ok(())
    }
}

/// The methods compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodComparison {
    /// The times of each mask.
    pub cases: Vec<MethodTimes>,
    /// The total of `auto` over masks that take backtracking and the SAT solver more than 0.1 s.
    pub auto: f64,
    /// The total of the better one of these two for each of these masks.
    pub better: f64,
}

/// Faster masks do not count in the totals.
const COUNTED_FROM: f64 = 0.1;

impl fmt::Display for MethodComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cases.iter().try_for_each(|times| writeln!(f, "{times}"))?;
        writeln!(
            f,
            "Over masks that take more than {COUNTED_FROM} s: auto {:.1} s, the better of backtracking and sat {:.1} s, \
             ratio {:.2}.",
            self.auto,
            self.better,
            self.auto / self.better
        )
    }
}

/// Measures the methods on pictures and random masks, each with a limit of time. `seen` is called after each.
pub fn compare_methods(limit: Duration, seen: impl Fn(&MethodTimes)) -> MethodComparison {
    let times = |case: &Case| {
        let measure = |method| measure_method(case, method, limit);
        let times = MethodTimes {
            case: CaseName::new(case),
            backtracking: measure(Method::Backtracking),
            sat: measure(Method::Sat),
            auto: measure(Method::Auto),
        };
        seen(&times);
        times
    };
    let cases: Vec<MethodTimes> = masks::around_the_threshold().iter().map(times).collect();
    let counted = || cases.iter().filter(|times| times.takes_longer_than(COUNTED_FROM));
    MethodComparison {
        auto: counted().map(|times| times.auto.seconds).sum(),
        better: counted().map(MethodTimes::better).sum(),
        cases,
    }
}

fn measure_method(case: &Case, method: Method, limit: Duration) -> Measurement {
    let states = case.problem.states();
    let request = Request {
        states: states..=states,
        ink: case.ink,
        method,
        symmetric: case.problem.symmetric(),
        boundary: case.problem.boundary(),
        time: Some(limit),
        ..Request::new(case.problem.mask().clone())
    };
    let status = Arc::new(Status::default());
    let report = generate(&request, &status, &Work::quiet());
    let verdict = match (report.found.as_slice(), report.verdicts.as_slice()) {
        ([found, ..], _) if replay::drawn_sets(&request.mask, &found.automaton).is_some() => Verdict::Found,
        ([_, ..], _) => Verdict::Wrong,
        ([], [(_, generate::Verdict::Impossible), ..]) => Verdict::Impossible,
        ([], _) => Verdict::NotFound,
    };
    Measurement { verdict, seconds: report.elapsed.as_secs_f64(), tries: status.meter.tries() }
}

/// Random half-filled masks: how many of them are found in the time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RandomMasks {
    /// The number of states.
    pub states: u8,
    /// The width and height.
    pub size: usize,
    /// The width that the rules can hold, in theory.
    pub limit: usize,
    /// The number of masks, and of those that were found.
    pub masks: usize,
    /// The number of masks that were found.
    pub found: usize,
    /// The times of all masks in seconds, in ascending order.
    pub seconds: Vec<f64>,
}

impl fmt::Display for RandomMasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RandomMasks { states, size, limit, masks, found, seconds } = self;
        let (median, longest) =
            (seconds.get(seconds.len() / 2).unwrap_or(&0.0), seconds.last().unwrap_or(&0.0));
        write!(
            f,
            "{states:2} states {size:2}x{size:<2} (limit {limit}): {found} of {masks} found, median {median:.2} s, \
             longest {longest:.2} s"
        )
    }
}

/// Searches for random masks of several sizes. `seen` is called after each size.
pub fn random_masks(masks: usize, limit: Duration, seen: impl Fn(&RandomMasks)) -> Vec<RandomMasks> {
    let sizes = [
        (4, 12, [10, 11].as_slice()),
        (5, 18, &[14, 15]),
        (6, 24, &[16, 18, 20, 21]),
        (8, 40, &[24, 28, 30, 32]),
        (10, 59, &[36, 40, 42, 44]),
    ];
    let mut all = Vec::new();
    for (states, max, sizes) in sizes {
        for size in sizes {
            let cases = (0..masks as u64).map(|seed| masks::random_square(*size, states, seed));
            let times: Vec<Measurement> =
                cases.map(|case| measure_method(&case, Method::Auto, limit)).collect();
            let mut seconds: Vec<f64> = times.iter().map(|time| time.seconds).collect();
            seconds.sort_by(f64::total_cmp);
            let found = times.iter().filter(|time| time.verdict == Verdict::Found).count();
            let result = RandomMasks { states, size: *size, limit: max, masks, found, seconds };
            seen(&result);
            all.push(result);
        }
    }
    all
}
