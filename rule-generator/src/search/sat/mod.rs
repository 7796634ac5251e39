//! The search by a SAT solver. It is complete: it can tell that a mask is impossible.

mod encoding;
#[cfg(test)]
mod tests;

use super::Control;
use crate::problem::{Answer, Problem, Solution};
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use encoding::Encoding;

/// Larger problems are not given to the solver: it would need too much memory.
const MAX_CLAUSES: usize = 3_000_000;
/// The memory of a clause with its share of the solver's lists, about.
const BYTES_PER_CLAUSE: usize = 120;

/// Passes the control to the solver.
struct Watch<'a> {
    control: Control<'a>,
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.control.meter().add_tries(1);
        }
    }
    fn stop(&self) -> bool {
        self.control.ended()
    }
}

/// A problem in the solver. A search that was ended can be continued.
pub struct Search<'a> {
    encoding: Encoding<batsat::Solver<Watch<'a>>>,
    /// At most so many rules, if that is wanted.
    max_rules: Option<Lit>,
}

impl<'a> Search<'a> {
    /// Writes a problem as clauses. `None` if there would be too many, or if the control ends it.
    pub fn new(problem: &Problem, seed: u64, control: &Control<'a>) -> Option<Search<'a>> {
        if encoding::clauses(problem) > MAX_CLAUSES {
            return None;
        }
        let options = SolverOpts { random_seed: 1.0 + (seed % 1_000_003) as f64, ..SolverOpts::default() };
        let solver = batsat::Solver::new(options, Watch { control: *control });
        let encoding = Encoding::new(problem, solver, || control.ended())?;
        Some(Search { encoding, max_rules: None })
    }

    /// Searches until the control ends it.
    pub fn run(&mut self, control: &Control<'a>) -> Answer {
        let solver = &mut self.encoding.solver;
        solver.cb_mut().control = *control;
        let assumptions: Vec<Lit> = self.max_rules.into_iter().collect();
        let answer = solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            Answer::Found(self.encoding.solution())
        } else if answer == lbool::FALSE {
            Answer::Impossible
        } else {
            Answer::NotFound
        }
    }

    /// From now on no solution has the same cells in its first `rows` rows.
    pub fn exclude(&mut self, solution: &Solution, rows: usize) {
        self.encoding.exclude(solution, rows);
    }

    /// The memory in bytes, about.
    pub fn bytes(&self) -> usize {
        self.encoding.solver.num_clauses() as usize * BYTES_PER_CLAUSE
    }

    /// From now on solutions have at most so many rules.
    pub fn limit_rules(&mut self, rules: usize) {
        self.max_rules = self.encoding.at_most_rules(rules);
    }
}

/// Searches until the control ends it.
pub fn solve(problem: &Problem, control: &Control<'_>) -> Answer {
    Search::new(problem, 0, control).map_or(Answer::NotFound, |mut search| search.run(control))
}
