//! The pruned search: the rows are filled in the same order as in the thesis, but only what the known rules leave open
//! is decided, every decision is followed to all its consequences at once, and after a contradiction the search goes
//! back to the last decision that has to do with it (conflict-directed backjumping).
//!
//! Such a search either finds a solution soon or hardly ever, depending on its first decisions. So short randomised
//! searches, the restarts, take turns with longer and longer systematic ones.

use super::layout::Layout;
use super::propagation::{LAST_LEVEL_BIT, Levels, Propagation, Question, level_bit};
use crate::problem::{Answer, Problem, Solution, StateSet};
use crate::search::Control;
use common::automaton::State;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The control is asked once in so many decisions.
const STEPS_PER_CHECK: u64 = 256;
/// The systematic search is tried with these limits before it runs to its end.
const SYSTEMATIC_LIMITS: [u64; 4] = [50_000, 200_000, 800_000, 3_200_000];
/// The limit of the shortest restarts.
const RESTART_LIMIT: u64 = 20_000;
/// A restart makes one of so many decisions at random.
const RANDOM_DECISION_PERIOD: u32 = 8;
/// The search tree is split into at least so many parts for each thread.
const PARTS_PER_THREAD: usize = 64;

/// Searches with up to so many threads. A solution that is found within the limits above does not depend on the number
/// of threads; later the first one that any thread finds is taken.
pub fn solve(problem: &Problem, control: &Control<'_>, threads: usize) -> Answer {
    solve_with_limits(problem, control, threads, &SYSTEMATIC_LIMITS)
}

/// Searches with other limits of the systematic search before it runs to its end.
pub(super) fn solve_with_limits(
    problem: &Problem,
    control: &Control<'_>,
    threads: usize,
    limits: &[u64],
) -> Answer {
    let layout = Layout::new(problem);
    let Some(known) = Propagation::new(&layout) else { return Answer::Impossible };
    let run = Run { layout: &layout, control, threads: threads.max(1) };
    match run.search_in_stages(Part { known, from: 0, answers: Vec::new() }, limits) {
        End::Found(solution) => Answer::Found(solution),
        End::Exhausted(_) => Answer::Impossible,
        End::Interrupted => Answer::NotFound,
    }
}

/// How a search ended.
enum End {
    Found(Solution),
    /// There is no solution, because of these first decisions.
    Exhausted(Levels),
    /// It was stopped, or was over its limit.
    Interrupted,
}

/// A part of the search tree: what is known after some first decisions.
#[derive(Clone)]
struct Part<'a> {
    known: Propagation<'a>,
    /// All cells before this one are known.
    from: usize,
    /// The first decisions. The questions follow from the answers before.
    answers: Vec<State>,
}

/// An open decision.
struct Level {
    question: Question,
    /// The cell that the question is about.
    cell: usize,
    /// The answers that have not been tried.
    candidates: StateSet,
    /// The earlier decisions because of which the other answers have failed.
    conflict: Levels,
    mark: usize,
}

/// One search of a part.
#[derive(Debug, Clone, Copy)]
struct Task {
    part: usize,
    /// The maximum number of decisions.
    limit: u64,
    /// The seed of a restart.
    seed: Option<u64>,
}

impl Task {
    fn systematic(part: usize, limit: u64) -> Task {
        Task { part, limit, seed: None }
    }

    /// A restart with the limit of its number, from 1 on.
    fn restart(number: u64) -> Task {
        Task { part: 0, limit: RESTART_LIMIT * luby(number), seed: Some(number) }
    }
}

/// The Luby sequence 1, 1, 2, 1, 1, 2, 4, …: the best limits for restarts if nothing is known about the search.
fn luby(number: u64) -> u64 {
    let next_power = (number + 1).next_power_of_two();
    if next_power == number + 1 { next_power / 2 } else { luby(number + 1 - next_power / 2) }
}

struct Run<'a> {
    layout: &'a Layout,
    control: &'a Control<'a>,
    threads: usize,
}

impl<'a> Run<'a> {
    /// Searches a part depth first.
    fn search(&self, part: &Part<'a>, task: Task, abandoned: &dyn Fn() -> bool) -> End {
        let mut dice = task.seed.map(ChaCha8Rng::seed_from_u64);
        let mut known = part.known.clone();
        let first = part.answers.len();
        let mut levels: Vec<Level> = Vec::new();
        let mut steps = 0;
        let mut max_rows = 0;
        let end = 'search: loop {
            let from = levels.last().map_or(part.from, |level| level.cell);
            let Some((cell, question)) = known.next_question(from) else {
                max_rows = self.layout.height();
                break End::Found(known.solution());
            };
            max_rows = max_rows.max(self.layout.row(cell));
            levels.push(Level {
                question,
                cell,
                candidates: known.candidates(question),
                conflict: known.reason_of_candidates(question),
                mark: known.mark(),
            });
            while let (depth, Some(level)) = (levels.len(), levels.last_mut()) {
                let index = first + depth - 1;
                let Some(state) = next_candidate(&mut level.candidates, dice.as_mut()) else {
                    let conflict = level.conflict;
                    match jump_back(&mut levels, first, conflict) {
                        Some(mark) => known.undo(mark),
                        None => break 'search End::Exhausted(conflict),
                    }
                    continue;
                };
                steps += 1;
                if steps % STEPS_PER_CHECK == 0 {
                    self.control.meter().add_tries(STEPS_PER_CHECK);
                    self.control.meter().reach(max_rows);
                    if self.control.ended() || steps >= task.limit || abandoned() {
                        break 'search End::Interrupted;
                    }
                }
                if known.answer(level.question, state, index) {
                    continue 'search;
                }
                known.undo(level.mark);
                let conflict = known.conflict();
                if conflict & level_bit(index) == 0 {
                    // The contradiction has nothing to do with this decision, so every other answer leads to it too.
                    level.candidates = 0;
                    level.conflict = conflict;
                } else {
                    level.conflict |= without_level(conflict, index);
                }
            }
            break End::Exhausted(0);
        };
        self.control.meter().add_tries(steps % STEPS_PER_CHECK);
        self.control.meter().reach(max_rows);
        end
    }

    /// Short searches first, then the whole tree.
    fn search_in_stages(&self, root: Part<'a>, limits: &[u64]) -> End {
        let root = [root];
        let mut restarts = 1..;
        for (stage, limit) in limits.iter().enumerate() {
            let mut tasks = Vec::new();
            let mut steps = 0;
            // The first stage is the systematic search alone, which is enough for most masks.
            while stage > 0 && steps < *limit {
                let restart = restarts.next().map(Task::restart);
                steps += restart.map_or(*limit, |restart| restart.limit);
                tasks.extend(restart);
            }
            tasks.push(Task::systematic(0, *limit));
            match self.search_all(&root, 1, &tasks, true) {
                End::Interrupted if !self.control.ended() => {}
                end => return end,
            }
        }
        let [root] = root;
        let mut parts = split(root.clone(), self.threads * PARTS_PER_THREAD);
        let systematic = (0..parts.len()).map(|part| Task::systematic(part, u64::MAX));
        let whole = parts.len();
        let tasks: Vec<Task> = systematic
            .zip(restarts)
            .flat_map(|(task, number)| [Task { part: whole, ..Task::restart(number) }, task])
            .collect();
        parts.push(root);
        self.search_all(&parts, whole, &tasks, false)
    }

    /// Runs the tasks with all threads. The first parts, `covering` of them, make up the tree. If `in_order`, the
    /// solution of the first task that has one is taken, otherwise the first solution that is found.
    fn search_all(&self, parts: &[Part<'a>], covering: usize, tasks: &[Task], in_order: bool) -> End {
        let next = AtomicUsize::new(0);
        // The first task with a solution.
        let best = AtomicUsize::new(usize::MAX);
        let found: Mutex<Option<(usize, Solution)>> = Mutex::new(None);
        // First decisions that do not lead to a solution.
        let failures: Mutex<Vec<Vec<State>>> = Mutex::new(Vec::new());
        let has_failed =
            |part: &Part<'_>| lock(&failures).iter().any(|failure| part.answers.starts_with(failure));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else { return };
                let part = &parts[task.part];
                let beaten = || {
                    let best = best.load(Ordering::Relaxed);
                    best < index || !in_order && best != usize::MAX
                };
                if beaten() || self.control.ended() {
                    return;
                }
                if has_failed(part) {
                    continue;
                }
                match self.search(part, *task, &|| beaten() || has_failed(part)) {
                    End::Found(solution) => {
                        let mut found = lock(&found);
                        if found.as_ref().is_none_or(|(first, _)| index < *first) {
                            *found = Some((index, solution));
                        }
                        best.fetch_min(index, Ordering::Relaxed);
                    }
                    End::Exhausted(conflict) => {
                        let length = last_level(conflict, part.answers.len()).map_or(0, |level| level + 1);
                        lock(&failures).push(part.answers[..length].to_vec());
                    }
                    End::Interrupted => {}
                }
            }
        };
        let workers = self.threads.min(tasks.len());
        if workers <= 1 {
            work();
        } else {
            rayon::scope(|scope| {
                for _ in 0..workers {
                    scope.spawn(|_| work());
                }
            });
        }
        match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, solution)) => End::Found(solution),
            None if parts[..covering].iter().all(has_failed) => End::Exhausted(0),
            None => End::Interrupted,
        }
    }
}

/// Takes the next answer. A state that has not been used yet has the highest number; it leaves the most open.
fn next_candidate(candidates: &mut StateSet, dice: Option<&mut ChaCha8Rng>) -> Option<State> {
    let mut state = candidates.checked_ilog2()?;
    if let Some(dice) = dice
        && dice.random_range(0..RANDOM_DECISION_PERIOD) == 0
    {
        let skipped = dice.random_range(0..candidates.count_ones());
        let rest = (0..skipped).fold(*candidates, |rest, _| rest & (rest - 1));
        state = rest.trailing_zeros();
    }
    *candidates &= !(1 << state);
    Some(state as State)
}

/// The last level of a conflict among the levels below `end`.
fn last_level(conflict: Levels, end: usize) -> Option<usize> {
    if end > LAST_LEVEL_BIT && conflict >> LAST_LEVEL_BIT & 1 == 1 {
        return Some(end - 1);
    }
    conflict.checked_ilog2().map(|level| level as usize)
}

/// The conflict without this level, the last one that it can have.
fn without_level(conflict: Levels, level: usize) -> Levels {
    // Beyond the last bit, earlier levels may be meant too.
    if level > LAST_LEVEL_BIT { conflict } else { conflict & !level_bit(level) }
}

/// Removes the levels after the last one of a conflict. Returns the mark to undo to, or `None` if the conflict is about
/// decisions before the first of these levels.
fn jump_back(levels: &mut Vec<Level>, first: usize, conflict: Levels) -> Option<usize> {
    let target = last_level(conflict, first + levels.len() - 1)?;
    levels.truncate((target + 1).checked_sub(first)?);
    let level = levels.last_mut()?;
    level.conflict |= without_level(conflict, target);
    Some(level.mark)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Splits a search into at least `count` parts if it can, in the order of the search.
fn split(root: Part<'_>, count: usize) -> Vec<Part<'_>> {
    let mut parts = vec![root];
    loop {
        let mut children = Vec::new();
        let mut divided = false;
        for mut part in parts {
            let Some((cell, question)) = part.known.next_question(part.from) else {
                children.push(part);
                continue;
            };
            divided = true;
            let mark = part.known.mark();
            let mut candidates = part.known.candidates(question);
            while let Some(state) = next_candidate(&mut candidates, None) {
                if part.known.answer(question, state, part.answers.len()) {
                    let mut child = part.clone();
                    child.from = cell;
                    child.answers.push(state);
                    children.push(child);
                }
                part.known.undo(mark);
            }
        }
        parts = children;
        if !divided || parts.len() >= count {
            return parts;
        }
    }
}
