//! The search by a SAT solver.

use super::Control;
use crate::problem::{Answer, Problem, Solution, StateSet, states_of};
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, Var, lbool};
use common::automaton::{State, Triple};

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

/// Searches until the control ends it.
pub fn solve(problem: &Problem, control: &Control<'_>) -> Answer {
    let watch = Watch { control: *control };
    let solver = batsat::Solver::new(SolverOpts::default(), watch);
    let mut encoding = Encoding::new(problem, solver);
    encoding.add_all();
    let answer = encoding.solver.solve_limited(&[]);
    if answer == lbool::TRUE {
        Answer::Found(encoding.solution())
    } else if answer == lbool::FALSE {
        Answer::Impossible
    } else {
        Answer::NotFound
    }
}

struct Encoding<'a> {
    problem: &'a Problem,
    solver: batsat::Solver<Watch<'a>>,
    /// The variable "this cell has this state".
    cells: Vec<Option<Var>>,
    /// The variable "this rule has this result".
    rules: Vec<Option<Var>>,
}

impl<'a> Encoding<'a> {
    fn new(problem: &'a Problem, solver: batsat::Solver<Watch<'a>>) -> Encoding<'a> {
        let k = usize::from(problem.states());
        let cells = problem.mask().width() * problem.mask().height();
        Encoding { problem, solver, cells: vec![None; cells * k], rules: vec![None; k * k * k * k] }
    }

    fn k(&self) -> usize {
        usize::from(self.problem.states())
    }

    /// Cells that must be equal share their variables.
    fn cell_index(&self, x: usize, y: usize) -> usize {
        let width = self.problem.mask().width();
        let x = if self.problem.symmetric() { x.min(width - 1 - x) } else { x };
        y * width + x
    }

    fn cell(&mut self, x: usize, y: usize, state: State) -> Lit {
        let index = self.cell_index(x, y) * self.k() + usize::from(state);
        let solver = &mut self.solver;
        Lit::new(*self.cells[index].get_or_insert_with(|| solver.new_var_default()), true)
    }

    fn rule(&mut self, triple: Triple, state: State) -> Lit {
        let index = self.problem.rule_index(triple) * self.k() + usize::from(state);
        let solver = &mut self.solver;
        Lit::new(*self.rules[index].get_or_insert_with(|| solver.new_var_default()), true)
    }

    fn exactly_one(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
        for (i, a) in literals.iter().enumerate() {
            for b in &literals[..i] {
                self.solver.add_clause_reuse(&mut vec![!*a, !*b]);
            }
        }
    }

    fn add_all(&mut self) {
        let (width, height) = (self.problem.mask().width(), self.problem.mask().height());
        for index in 0..self.k().pow(3) {
            let triple = Triple::from_index(index, self.problem.states());
            if self.problem.rule_index(triple) == index {
                let literals: Vec<Lit> =
                    (0..self.problem.states()).map(|state| self.rule(triple, state)).collect();
                self.exactly_one(&literals);
            }
        }
        for y in 0..height {
            for x in 0..width {
                if self.problem.symmetric() && x > width - 1 - x {
                    continue;
                }
                let allowed = self.problem.allowed(x, y);
                let literals: Vec<Lit> = states_of(allowed).map(|state| self.cell(x, y, state)).collect();
                self.exactly_one(&literals);
                if y > 0 {
                    self.add_window(x, y, allowed);
                }
            }
        }
    }

    fn add_window(&mut self, x: usize, y: usize, allowed: StateSet) {
        let columns = self.problem.columns_above(x);
        let sets = columns.map(|column| match column {
            Some(column) => self.problem.allowed(column, y - 1),
            None => 1 << self.problem.edge(),
        });
        for left in states_of(sets[0]) {
            for middle in states_of(sets[1]) {
                for right in states_of(sets[2]) {
                    let triple = Triple::new(left, middle, right);
                    let mut above: Vec<Lit> = Vec::new();
                    for (column, state) in columns.into_iter().zip(triple.cells()) {
                        if let Some(column) = column {
                            above.push(!self.cell(column, y - 1, state));
                        }
                    }
                    for state in 0..self.problem.states() {
                        let rule = self.rule(triple, state);
                        let mut clause = above.clone();
                        clause.push(!rule);
                        if allowed >> state & 1 == 1 {
                            let cell = self.cell(x, y, state);
                            clause.push(cell);
                            let mut back = above.clone();
                            back.extend([rule, !cell]);
                            self.solver.add_clause_reuse(&mut back);
                        }
                        self.solver.add_clause_reuse(&mut clause);
                    }
                }
            }
        }
    }

    fn solution(&mut self) -> Solution {
        let (width, height) = (self.problem.mask().width(), self.problem.mask().height());
        let mut cells = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let allowed = self.problem.allowed(x, y);
                let state = states_of(allowed).find(|state| {
                    let literal = self.cell(x, y, *state);
                    self.solver.value_lit(literal) == lbool::TRUE
                });
                cells.push(state.unwrap_or(0));
            }
        }
        Solution { cells }
    }
}
