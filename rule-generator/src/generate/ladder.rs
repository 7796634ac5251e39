//! The order of the searches: numbers of states upwards with little time for each, until there is a result; then downwards
//! as long as there is time.

use super::candidate::{Candidate, Place, divisions};
use super::estimate::{IRREGULAR, capacity, entropy};
use super::{Found, Method, Report, Request, Status, Verdict, several};
use crate::contradiction::Contradiction;
use crate::optimise;
use crate::problem::{Answer, InkMode, Problem, Solution};
use common::job::Work;
use std::collections::BTreeMap;
use std::time::Duration;
use web_time::Instant;

/// The time for each candidate in the first round upwards, per state above four: with more states a solution is more likely,
/// and the searches take longer. It doubles from round to round.
const FIRST_STEP: Duration = Duration::from_millis(100);
/// If the mask has more than this part of the information that the rules can hold, a solution is unlikely: it gets a third of
/// the time. Beyond the second part, it gets no time in the first rounds.
const UNLIKELY: f64 = 0.5;
const HOPELESS: f64 = 1.0;
/// Without a time limit: the time for a first result, for fewer states, and for more results or fewer rules.
const TIME_TO_FIND: Duration = Duration::from_mins(1);
const TIME_TO_SHRINK: Duration = Duration::from_secs(1);
/// More states than this are worth more time.
const MANY_STATES: u8 = 8;
const TIME_TO_SHRINK_MANY: Duration = Duration::from_secs(4);
/// The time for proofs that even fewer states are impossible.
const TIME_TO_PROVE: Duration = Duration::from_millis(250);
pub(super) const TIME_FOR_MORE: Duration = Duration::from_secs(5);
/// The candidates of a number of states that are tried in the first round, and those added in every further one. For an
/// irregular mask the first candidate is by far the best, and one is added in every third round.
const CANDIDATES: usize = 5;
const ROUNDS_PER_CANDIDATE_IF_IRREGULAR: usize = 3;
/// In the first rounds hopeless numbers of states are left out.
const FIRST_ROUNDS: u32 = 2;
/// The round from which on all candidates are tried.
const ALL_CANDIDATES: u32 = 1000;
/// Searches that were begun are given up when all of them together need more memory than this.
const MAX_BYTES: usize = 400 << 20;
/// A symmetric mask is also searched for symmetric solutions alone, for so many divisions.
const NARROWED: usize = 3;

/// The candidates for a number of states.
pub(super) struct Level<'a> {
    pub candidates: Vec<Candidate<'a>>,
    verdict: Verdict,
    was_tried: bool,
}

/// A search that runs.
pub(super) struct Ladder<'a> {
    pub request: &'a Request,
    status: &'a Status,
    work: &'a Work,
    start: Instant,
    /// The end of everything, if there is a time limit.
    limit: Option<Instant>,
    pub levels: BTreeMap<u8, Level<'a>>,
    /// Divisions of states without a solution. Those with fewer states of each colour have none either.
    impossible: Vec<Vec<u8>>,
    entropy: f64,
    pub found: Vec<Found>,
    /// What the first automaton was made of.
    pub solution: Option<(Problem, Solution)>,
}

impl<'a> Ladder<'a> {
    pub fn new(request: &'a Request, status: &'a Status, work: &'a Work) -> Ladder<'a> {
        let start = Instant::now();
        Ladder {
            request,
            status,
            work,
            start,
            limit: request.time.and_then(|time| start.checked_add(time)),
            levels: BTreeMap::new(),
            impossible: Vec::new(),
            entropy: entropy(&request.mask),
            found: Vec::new(),
            solution: None,
        }
    }

    /// The whole search.
    pub fn climb(mut self) -> Report {
        let Request { mask, ink, boundary, symmetric, .. } = self.request;
        let contradiction = Contradiction::find(mask, *ink, *boundary, *symmetric);
        if contradiction.is_none() {
            self.go_up();
            if self.solution.is_some() {
                self.go_down();
                self.prove();
                several::improve(&mut self);
            }
        }
        let mut verdicts: Vec<(u8, Verdict)> =
            self.levels.iter().map(|(states, level)| (*states, level.verdict)).collect();
        // More states than needed are of no interest.
        let found = verdicts.iter().position(|(_, verdict)| *verdict == Verdict::Found);
        verdicts.truncate(found.map_or(verdicts.len(), |found| found + 1));
        // Fewer states than an impossible number are impossible too.
        let impossible = verdicts.iter().rposition(|(_, verdict)| *verdict == Verdict::Impossible);
        verdicts
            .iter_mut()
            .take(impossible.unwrap_or(0))
            .for_each(|(_, verdict)| *verdict = Verdict::Impossible);
        // Nothing is known about a number that the search has not reached.
        verdicts.retain(|(states, verdict)| *verdict != Verdict::NotFound || self.levels[states].was_tried);
        Report { found: self.found, verdicts, contradiction, elapsed: self.start.elapsed() }
    }

    pub fn place(&self) -> Place<'a> {
        Place { stop: self.work.stop(), limit: self.limit, meter: &self.status.meter }
    }

    /// The limit of everything, or some time from now if there is none.
    pub fn limit_or(&self, time: Duration) -> Option<Instant> {
        self.limit.or_else(|| Instant::now().checked_add(time))
    }

    pub fn is_over(&self, until: Option<Instant>) -> bool {
        self.work.stopped() || until.is_some_and(|until| Instant::now() >= until)
    }

    /// Tries the numbers of states upwards, in rounds, until there is a result or everything is impossible.
    fn go_up(&mut self) {
        let until = self.limit_or(TIME_TO_FIND);
        let numbers: Vec<u8> = self.request.states.clone().collect();
        for states in &numbers {
            let level = self.new_level(*states);
            self.levels.insert(*states, level);
        }
        let open: usize = self.levels.values().map(|level| level.candidates.len()).sum();
        for round in 0.. {
            for states in &numbers {
                let density = self.density(*states);
                if round < FIRST_ROUNDS && *states != *self.request.states.end() && density > HOPELESS {
                    continue;
                }
                // A single candidate need not give way to others.
                let step = if open == 1 { Duration::MAX } else { step(*states, round, density) };
                self.try_level(*states, round, step, until);
                if self.solution.is_some() || self.is_over(until) {
                    return;
                }
            }
            if self.levels.values().all(|level| level.verdict == Verdict::Impossible) {
                return;
            }
        }
    }

    /// Tries smaller numbers of states than the one that was found.
    fn go_down(&mut self) {
        let begin = Instant::now();
        // Half of the time is left for more automata or fewer rules.
        let wants_more = self.request.count > 1 || self.request.fewest_rules;
        let limit = self.limit.map(|limit| {
            let left = limit.saturating_duration_since(begin);
            begin + if wants_more { left / 2 } else { left }
        });
        for round in 0.. {
            let Some(found) = self.found.first().map(|found| found.automaton.states()) else { return };
            let time = if found > MANY_STATES { TIME_TO_SHRINK_MANY } else { TIME_TO_SHRINK };
            let until = limit.or_else(|| begin.checked_add(time));
            let open = |level: &Level<'_>| level.verdict == Verdict::NotFound;
            let target = self.levels.range(..found).next_back().filter(|(_, level)| open(level));
            let Some(states) = target.map(|(states, _)| *states) else { return };
            if self.is_over(until) {
                return;
            }
            self.levels.range_mut(states + 1..).for_each(|(_, level)| level.forget());
            self.try_level(states, round + 1, step(states, round.min(20), self.density(states)), until);
        }
    }

    /// Tries to prove that the numbers of states that were left out are impossible.
    fn prove(&mut self) {
        let until = Instant::now().checked_add(TIME_TO_PROVE);
        let untried = self.levels.iter().filter(|(_, level)| !level.was_tried).map(|(states, _)| *states);
        for states in untried.collect::<Vec<u8>>() {
            let open = self.levels.get(&states).is_some_and(|level| level.verdict == Verdict::NotFound);
            if !open || self.is_over(until) || self.is_over(self.limit) {
                return;
            }
            self.try_level(states, ALL_CANDIDATES, TIME_TO_PROVE, until);
        }
    }

    /// The candidates for a number of states. Without any it is impossible.
    fn new_level(&self, states: u8) -> Level<'a> {
        let Request { mask, ink, boundary, symmetric, seed, .. } = self.request;
        let narrowed = !symmetric && mask.first_asymmetry().is_none();
        let mut candidates = Vec::new();
        let mut add = |index: usize, problem: &dyn Fn(bool) -> Option<Problem>| {
            if narrowed && index < NARROWED {
                candidates.extend(problem(true).map(|problem| Candidate::new(problem, true, *seed)));
            }
            candidates.extend(problem(*symmetric).map(|problem| Candidate::new(problem, false, *seed)));
        };
        match ink {
            InkMode::One => add(0, &|symmetric| Problem::one_state(mask, states, *boundary, symmetric)),
            InkMode::Sets => {
                for (index, sizes) in divisions(mask, states).into_iter().enumerate() {
                    add(index, &|symmetric| Some(Problem::with_sets(mask, &sizes, *boundary, symmetric)));
                }
            }
        }
        let verdict = if candidates.is_empty() { Verdict::Impossible } else { Verdict::NotFound };
        Level { candidates, verdict, was_tried: false }
    }

    /// Gives every open candidate of a number of states some time.
    fn try_level(&mut self, states: u8, round: u32, step: Duration, until: Option<Instant>) {
        let Some(mut level) = self.levels.remove(&states) else { return };
        level.was_tried = true;
        let candidates = if self.entropy > IRREGULAR {
            round as usize / ROUNDS_PER_CANDIDATE_IF_IRREGULAR + 1
        } else {
            (round as usize + 1) * CANDIDATES
        };
        let is_open = |index: &usize| !level.candidates[*index].impossible;
        let open: Vec<usize> = (0..level.candidates.len()).filter(is_open).take(candidates).collect();
        for index in open {
            self.limit_memory(&mut level, index);
            let candidate = &mut level.candidates[index];
            let sizes = sizes(&candidate.problem);
            if !candidate.narrowed && self.impossible.iter().any(|other| covers(other, &sizes)) {
                candidate.impossible = true;
                continue;
            }
            let left = until.map_or(step, |until| until.saturating_duration_since(Instant::now()).min(step));
            let time = (left != Duration::MAX).then_some(left);
            let (status, work, found) = (self.status, self.work, self.found.first());
            let begin = |method: Method| {
                status.begin(states, method);
                work.report(None, &message(states, method, found));
            };
            let (answer, method) = candidate.run(self.request.method, time, self.place(), begin);
            match answer {
                Answer::Found(solution) => {
                    let problem = candidate.problem.clone();
                    if self.keep(problem, solution, method) {
                        level.verdict = Verdict::Found;
                        break;
                    }
                }
                Answer::Impossible => {
                    candidate.impossible = true;
                    candidate.forget();
                    if !candidate.narrowed {
                        self.impossible.push(sizes);
                    }
                }
                Answer::NotFound => {}
            }
            if self.is_over(until) {
                break;
            }
        }
        let is_impossible = |candidate: &Candidate<'_>| candidate.narrowed || candidate.impossible;
        if level.verdict == Verdict::NotFound && level.candidates.iter().all(is_impossible) {
            level.verdict = Verdict::Impossible;
        }
        self.levels.insert(states, level);
    }

    /// Forgets the searches of all other candidates if they need too much memory.
    fn limit_memory(&mut self, level: &mut Level<'_>, current: usize) {
        let levels = self.levels.values().chain([&*level]);
        let bytes: usize = levels.flat_map(|level| &level.candidates).map(Candidate::bytes).sum();
        if bytes > MAX_BYTES {
            self.levels.values_mut().for_each(Level::forget);
            let others = level.candidates.iter_mut().enumerate().filter(|(index, _)| *index != current);
            others.for_each(|(_, candidate)| candidate.forget());
        }
    }

    /// Keeps a solution as the best so far. False if it does not draw the mask.
    fn keep(&mut self, problem: Problem, solution: Solution, method: Method) -> bool {
        let Some(automaton) = optimise::automaton(&problem, &solution) else { return false };
        // States that were not needed.
        for (_, level) in self.levels.range_mut(automaton.states()..) {
            level.verdict = Verdict::Found;
        }
        self.found = vec![Found { automaton, method, after: self.start.elapsed() }];
        // Where only symmetric solutions were looked for, others are welcome too.
        self.solution = Some((problem.with_symmetry(self.request.symmetric), solution));
        self.publish();
        true
    }

    /// Adds a result, for a window that shows them while the search runs.
    pub fn add(&mut self, found: Found) {
        self.found.push(found);
        self.publish();
    }

    pub fn publish(&self) {
        let found = self.found.clone();
        self.status.update(|current| current.found = found);
        self.work.report(None, &format!("{} found", self.found.len()));
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Tells what is done now.
    pub fn begin(&self, states: u8, method: Method) {
        self.status.begin(states, method);
        self.work.report(None, &message(states, method, self.found.first()));
    }

    /// The information of the mask as a part of what the rules can hold.
    fn density(&self, states: u8) -> f64 {
        let cells = self.request.mask.width() * self.request.mask.height();
        self.entropy * cells as f64 / capacity(states, self.request.mask.width())
    }
}

/// The time for each candidate in a round.
fn step(states: u8, round: u32, density: f64) -> Duration {
    let first = FIRST_STEP * u32::from(states.saturating_sub(4).max(1));
    let first = if density > UNLIKELY { first / 3 } else { first };
    first.saturating_mul(2u32.saturating_pow(round))
}

impl Level<'_> {
    fn forget(&mut self) {
        self.candidates.iter_mut().for_each(Candidate::forget);
    }
}

/// What is done now, in a few words.
fn message(states: u8, method: Method, found: Option<&Found>) -> String {
    let found = found.map(|found| format!(", found with {}", found.automaton.states())).unwrap_or_default();
    format!("{states} states, {method}{found}")
}

/// The number of states of each colour.
fn sizes(problem: &Problem) -> Vec<u8> {
    (0..problem.mask().colours()).map(|colour| problem.set(colour as u8).count_ones() as u8).collect()
}

/// Whether a division has at least as many states of each colour as another.
fn covers(division: &[u8], other: &[u8]) -> bool {
    division.iter().zip(other).all(|(size, other)| size >= other)
}
