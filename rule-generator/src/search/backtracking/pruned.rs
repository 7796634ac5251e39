//! The pruned search: the rows are filled in the same order as in the thesis, but only what the known rules leave open
//! is decided, and every decision is followed to all its consequences at once.

use super::propagation::{Layout, Propagation, Question};
use crate::problem::{Answer, Problem, Solution, StateSet};
use crate::search::Control;
use common::automaton::State;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The control is asked once in so many decisions.
const STEPS_PER_CHECK: u64 = 256;
/// A search that needs fewer decisions is not worth several threads.
const SINGLE_THREAD_STEPS: u64 = 10_000;
/// The search tree is split into at least so many parts for each thread.
const PARTS_PER_THREAD: usize = 64;

/// Searches with up to so many threads. The solution is the first one in the order of the search, whatever the number of
/// threads.
pub fn solve(problem: &Problem, control: &Control<'_>, threads: usize) -> Answer {
    let layout = Layout::new(problem);
    let Some(root) = Propagation::new(&layout) else { return Answer::Impossible };
    let run = Run { layout: &layout, control };
    let limit = if threads > 1 { SINGLE_THREAD_STEPS } else { u64::MAX };
    let end = match run.search(root.clone(), 0, limit, &|| false) {
        End::Interrupted if !control.ended() => run.search_parallel(&root, threads),
        end => end,
    };
    match end {
        End::Found(solution) => Answer::Found(solution),
        End::Exhausted => Answer::Impossible,
        End::Interrupted => Answer::NotFound,
    }
}

/// How a search ended.
enum End {
    Found(Solution),
    Exhausted,
    /// It was stopped, or was over its limit.
    Interrupted,
}

/// An open decision.
struct Level {
    question: Question,
    /// The cell that the question is about.
    cell: usize,
    /// The answers that have not been tried.
    candidates: StateSet,
    mark: usize,
}

struct Run<'a> {
    layout: &'a Layout,
    control: &'a Control<'a>,
}

impl<'a> Run<'a> {
    /// Searches depth first. All cells before `from` must be known.
    fn search(
        &self,
        mut known: Propagation<'a>,
        from: usize,
        limit: u64,
        abandoned: &dyn Fn() -> bool,
    ) -> End {
        let mut levels: Vec<Level> = Vec::new();
        let mut steps = 0;
        let mut max_rows = 0;
        let end = 'search: loop {
            let from = levels.last().map_or(from, |level| level.cell);
            let Some((cell, question)) = known.next_question(from) else {
                max_rows = self.layout.height();
                break End::Found(known.solution());
            };
            max_rows = max_rows.max(self.layout.row(cell));
            let candidates = known.candidates(question);
            levels.push(Level { question, cell, candidates, mark: known.mark() });
            while let Some(level) = levels.last_mut() {
                if level.candidates == 0 {
                    levels.pop();
                    if let Some(level) = levels.last() {
                        known.undo(level.mark);
                    }
                    continue;
                }
                steps += 1;
                if steps % STEPS_PER_CHECK == 0 {
                    self.control.meter().add_tries(STEPS_PER_CHECK);
                    self.control.meter().reach(max_rows);
                    if self.control.ended() || steps >= limit || abandoned() {
                        break 'search End::Interrupted;
                    }
                }
                let state = level.candidates.trailing_zeros() as State;
                level.candidates &= level.candidates - 1;
                if known.answer(level.question, state) {
                    continue 'search;
                }
                known.undo(level.mark);
            }
            break End::Exhausted;
        };
        self.control.meter().add_tries(steps % STEPS_PER_CHECK);
        self.control.meter().reach(max_rows);
        end
    }

    /// Splits the tree into parts and searches them with several threads, the first parts first.
    fn search_parallel(&self, root: &Propagation<'a>, threads: usize) -> End {
        let parts = split(root, threads * PARTS_PER_THREAD);
        let next = AtomicUsize::new(0);
        let interrupted = AtomicUsize::new(usize::MAX);
        // The first part with a solution; later parts are abandoned.
        let best = AtomicUsize::new(usize::MAX);
        let found: Mutex<Option<(usize, Solution)>> = Mutex::new(None);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((known, from)) = parts.get(index) else { return };
                let abandoned = || best.load(Ordering::Relaxed) < index;
                if abandoned() {
                    return;
                }
                match self.search(known.clone(), *from, u64::MAX, &abandoned) {
                    End::Found(solution) => {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        if found.as_ref().is_none_or(|(first, _)| index < *first) {
                            *found = Some((index, solution));
                        }
                        best.fetch_min(index, Ordering::Relaxed);
                    }
                    End::Exhausted => {}
                    End::Interrupted => {
                        interrupted.fetch_min(index, Ordering::Relaxed);
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
            None if interrupted.into_inner() == usize::MAX => End::Exhausted,
            None => End::Interrupted,
        }
    }
}

/// Splits a search into at least `count` parts if it can, in the order of the search. Each part comes with the cell from
/// which on there may be unknown cells.
fn split<'a>(root: &Propagation<'a>, count: usize) -> Vec<(Propagation<'a>, usize)> {
    let mut parts = vec![(root.clone(), 0)];
    loop {
        let mut children = Vec::new();
        let mut divided = false;
        for (mut known, from) in parts {
            let Some((cell, question)) = known.next_question(from) else {
                children.push((known, from));
                continue;
            };
            divided = true;
            let mark = known.mark();
            for state in crate::problem::states_of(known.candidates(question)) {
                if known.answer(question, state) {
                    children.push((known.clone(), cell));
                }
                known.undo(mark);
            }
        }
        parts = children;
        if !divided || parts.len() >= count {
            return parts;
        }
    }
}
