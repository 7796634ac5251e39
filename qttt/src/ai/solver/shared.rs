//! What all players of a process share: each thinker borrows a solver that knows the first plies, so that nobody waits
//! while another one searches.

use super::Solver;
use crate::rules::Scoring;
use common::player::Running;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// More solvers than this are not kept for later.
const KEPT: usize = 4;

/// The solvers of one scoring.
struct Shelf {
    /// Knows the first plies as soon as somebody has asked; the others begin as copies of it.
    first: Mutex<Option<Solver>>,
    idle: Mutex<Vec<Solver>>,
}

impl Shelf {
    const fn new() -> Shelf {
        Shelf { first: Mutex::new(None), idle: Mutex::new(Vec::new()) }
    }

    fn of(scoring: Scoring) -> &'static Shelf {
        static SEED: Shelf = Shelf::new();
        static GOFF: Shelf = Shelf::new();
        match scoring {
            Scoring::Seed => &SEED,
            Scoring::Goff => &GOFF,
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Solver>> {
        // A list is whole whatever happened to whoever held it.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first solver, as soon as nobody else makes it ready. `None` if the budget ends before.
    fn first(&self, running: &Running<'_>) -> Option<MutexGuard<'_, Option<Solver>>> {
        loop {
            match self.first.try_lock() {
                Ok(guard) => return Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => {
                    // Whatever went wrong while it was made ready, a new one knows nothing wrong.
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

/// A borrowed solver. It goes back when it is dropped, with all it has found out.
#[derive(Debug)]
pub struct Lent(Option<Solver>);

impl Solver {
    /// A solver that knows the first plies, for one thinker. The first one of a process takes a second; `None` if the
    /// budget ends before.
    pub fn shared(scoring: Scoring, running: &Running<'_>) -> Option<Lent> {
        let shelf = Shelf::of(scoring);
        let idle = shelf.idle().pop();
        if idle.is_some() {
            return Some(Lent(idle));
        }
        let mut first = shelf.first(running)?;
        let solver = first.get_or_insert_with(|| Solver::new(scoring));
        solver.within(running).warm_up()?;
        Some(Lent(Some(solver.clone())))
    }
}

impl Deref for Lent {
    type Target = Solver;
    fn deref(&self) -> &Solver {
        self.0.as_ref().expect("it is taken out only when it is dropped")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Solver {
        self.0.as_mut().expect("it is taken out only when it is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(solver) = self.0.take() else { return };
        let mut idle = Shelf::of(solver.scoring()).idle();
        // One that was in use while somebody panicked may know something wrong.
        if !std::thread::panicking() && idle.len() < KEPT {
            idle.push(solver);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::player::Budget;

    #[test]
    fn two_thinkers_do_not_wait_for_each_other() {
        let budget = Budget::default();
        let running = budget.start();
        let one = Solver::shared(Scoring::Goff, &running).unwrap();
        let two = Solver::shared(Scoring::Goff, &running).unwrap();
        assert_eq!((one.states(), one.scoring()), (two.states(), two.scoring()));
        budget.stop.raise();
        assert!(Solver::shared(Scoring::Seed, &running).is_none(), "a raised flag ends the making");
    }
}
