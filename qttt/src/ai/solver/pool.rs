//! The solvers that all players of a process share. Each search borrows a solver that knows the first plies, so that
//! searches do not wait for each other.

use super::Solver;
use crate::rules::Scoring;
use common::player::Running;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Maximum number of idle solvers.
const MAX_IDLE: usize = 4;

/// The solvers of one scoring.
struct SolverPool {
    /// Knows the first plies after the first use; the others start as copies of it.
    first: Mutex<Option<Solver>>,
    idle: Mutex<Vec<Solver>>,
}

impl SolverPool {
    const fn new() -> SolverPool {
        SolverPool { first: Mutex::new(None), idle: Mutex::new(Vec::new()) }
    }

    fn of(scoring: Scoring) -> &'static SolverPool {
        static SEED: SolverPool = SolverPool::new();
        static GOFF: SolverPool = SolverPool::new();
        match scoring {
            Scoring::Seed => &SEED,
            Scoring::Goff => &GOFF,
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Solver>> {
        // The list is valid even after a panic.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the first solver is free. `None` if the budget ends before.
    fn lock_first(&self, running: &Running<'_>) -> Option<MutexGuard<'_, Option<Solver>>> {
        loop {
            match self.first.try_lock() {
                Ok(guard) => return Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => {
                    // The solver may be in an invalid state after a panic, so it is discarded.
                    let mut guard = poisoned.into_inner();
                    *guard = None;
                    self.first.clear_poison();
                    return Some(guard);
                }
                Err(TryLockError::WouldBlock) if running.used_up(0) => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// A borrowed solver. It returns to the pool on drop, with all its results.
#[derive(Debug)]
pub struct SolverGuard(Option<Solver>);

impl Solver {
    /// Borrows a solver that knows the first plies. The first one of a process takes a second; `None` if the budget
    /// ends before.
    pub fn shared(scoring: Scoring, running: &Running<'_>) -> Option<SolverGuard> {
        let pool = SolverPool::of(scoring);
        let idle = pool.idle().pop();
        if idle.is_some() {
            return Some(SolverGuard(idle));
        }
        let mut first = pool.lock_first(running)?;
        let solver = first.get_or_insert_with(|| Solver::new(scoring));
        solver.within(running).warm_up()?;
        Some(SolverGuard(Some(solver.clone())))
    }
}

impl Deref for SolverGuard {
    type Target = Solver;
    fn deref(&self) -> &Solver {
        self.0.as_ref().expect("the solver is taken out only on drop")
    }
}

impl DerefMut for SolverGuard {
    fn deref_mut(&mut self) -> &mut Solver {
        self.0.as_mut().expect("the solver is taken out only on drop")
    }
}

impl Drop for SolverGuard {
    fn drop(&mut self) {
        let Some(solver) = self.0.take() else { return };
        let mut idle = SolverPool::of(solver.scoring()).idle();
        // A solver may be in an invalid state after a panic.
        if !std::thread::panicking() && idle.len() < MAX_IDLE {
            idle.push(solver);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::player::Budget;

    #[test]
    fn two_searches_do_not_wait_for_each_other() {
        let budget = Budget::default();
        let running = budget.start();
        let one = Solver::shared(Scoring::Goff, &running).unwrap();
        let two = Solver::shared(Scoring::Goff, &running).unwrap();
        assert_eq!((one.states(), one.scoring()), (two.states(), two.scoring()));
        budget.stop.raise();
        assert!(Solver::shared(Scoring::Seed, &running).is_none(), "a stop ends the preparation");
    }
}
