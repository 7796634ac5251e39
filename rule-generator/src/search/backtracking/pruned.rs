//! The pruned search: the rows are filled in the same order as in the thesis, but only what the known rules leave open
//! is decided, every decision is followed to all its consequences at once, and after a contradiction the search goes
//! back to the last decision that has to do with it (conflict-directed backjumping).

use super::layout::Layout;
use super::propagation::{LAST_LEVEL_BIT, Levels, Propagation, Question, level_bit};
use crate::problem::{Answer, Problem, Solution, StateSet};
use crate::search::Control;
use common::automaton::State;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The control is asked once in so many decisions.
const STEPS_PER_CHECK: u64 = 256;
/// A search that needs fewer decisions is not worth several threads.
const SINGLE_THREAD_STEPS: u64 = 50_000;
/// The search tree is split into at least so many parts for each thread.
const PARTS_PER_THREAD: usize = 64;

/// Searches with up to so many threads. The solution is the first one in the order of the search, whatever the number of
/// threads, unless the control ends the search.
pub fn solve(problem: &Problem, control: &Control<'_>, threads: usize) -> Answer {
    let layout = Layout::new(problem);
    let Some(known) = Propagation::new(&layout) else { return Answer::Impossible };
    let run = Run { layout: &layout, control };
    let root = Part { known, from: 0, answers: Vec::new() };
    let limit = if threads > 1 { SINGLE_THREAD_STEPS } else { u64::MAX };
    let end = match run.search(&root, limit, &|| false) {
        End::Interrupted if !control.ended() => run.search_parallel(root, threads),
        end => end,
    };
    match end {
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

struct Run<'a> {
    layout: &'a Layout,
    control: &'a Control<'a>,
}

impl<'a> Run<'a> {
    /// Searches a part depth first.
    fn search(&self, part: &Part<'a>, limit: u64, abandoned: &dyn Fn() -> bool) -> End {
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
                let Some(state) = next_candidate(&mut level.candidates) else {
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
                    if self.control.ended() || steps >= limit || abandoned() {
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

    /// Splits the tree into parts and searches them with several threads, the first parts first.
    fn search_parallel(&self, root: Part<'a>, threads: usize) -> End {
        let parts = split(root, threads * PARTS_PER_THREAD);
        let next = AtomicUsize::new(0);
        let interrupted = AtomicBool::new(false);
        // The first part with a solution; later parts are abandoned.
        let best = AtomicUsize::new(usize::MAX);
        let found: Mutex<Option<(usize, Solution)>> = Mutex::new(None);
        // First decisions that do not lead to a solution.
        let failures: Mutex<Vec<Vec<State>>> = Mutex::new(Vec::new());
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(index) else { return };
                let failed = || lock(&failures).iter().any(|failure| part.answers.starts_with(failure));
                let beaten = || best.load(Ordering::Relaxed) < index;
                if failed() {
                    continue;
                }
                match self.search(part, u64::MAX, &|| beaten() || failed()) {
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
                    End::Interrupted if beaten() => return,
                    End::Interrupted if failed() => {}
                    End::Interrupted => {
                        interrupted.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        };
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| work());
            }
        });
        match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, solution)) => End::Found(solution),
            None if interrupted.into_inner() => End::Interrupted,
            None => End::Exhausted(0),
        }
    }
}

/// Takes the next answer. A state that has not been used yet has the highest number; it leaves the most open.
fn next_candidate(candidates: &mut StateSet) -> Option<State> {
    let state = candidates.checked_ilog2()?;
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
            while let Some(state) = next_candidate(&mut candidates) {
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
