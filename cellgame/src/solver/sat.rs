//! Exact answers by a SAT solver: whether a board has a solution, and whether it has another one.

use super::window::states_of;
use super::{Candidates, Solver, Technique, candidates_of, is_solved, states};
use crate::layout::Layout;
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, Var, lbool};
use common::automaton::State;
use common::job::{Stop, Work};
use std::cell::Cell;

/// The solutions of a board, as far as two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly one.
    One(Vec<State>),
    /// There are several; these are two of them.
    Several(Vec<State>, Vec<State>),
}

impl Solutions {
    /// Counts the solutions of a board with these known cells. `None` if the work was stopped.
    pub fn count(layout: &Layout, known: &[Option<State>], work: &Work) -> Option<Solutions> {
        let mut candidates = candidates_of(layout, known);
        if Solver::new(layout).narrow(&mut candidates, Technique::RowPair, None).is_err() {
            return Some(Solutions::None);
        }
        if is_solved(&candidates) {
            return Some(Solutions::One(states(&candidates).into_iter().flatten().collect()));
        }
        let mut exact = Exact::new(layout, &candidates, work);
        let first = match exact.solve(&[], None) {
            Answer::Stopped => return None,
            Answer::Impossible(_) => return Some(Solutions::None),
            Answer::Solution(first) => first,
        };
        exact.exclude(&first);
        match exact.solve(&[], None) {
            Answer::Stopped => None,
            Answer::Impossible(_) => Some(Solutions::One(first)),
            Answer::Solution(second) => Some(Solutions::Several(first, second)),
        }
    }
}

/// What an exact question found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A solution.
    Solution(Vec<State>),
    /// There is none, and these of the assumed cells are enough to show it.
    Impossible(Vec<usize>),
    /// The work was stopped, or the limit was reached.
    Stopped,
}

/// When a question is given up.
struct Limits {
    stop: Stop,
    conflicts_left: Cell<u64>,
}

impl Callbacks for Limits {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts_left.set(self.conflicts_left.get().saturating_sub(1));
        }
    }
    fn stop(&self) -> bool {
        self.stop.raised() || self.conflicts_left.get() == 0
    }
}

/// A board as clauses: questions about it share what was learnt.
pub struct Exact {
    layout: Layout,
    solver: batsat::Solver<Limits>,
    /// What is known of every cell, whatever is assumed.
    base: Vec<Candidates>,
    /// The variable of each cell and state; with two states one variable is enough.
    variables: Vec<Option<Var>>,
}

impl Exact {
    /// The board, with what is known of its cells.
    pub fn new(layout: &Layout, base: &[Candidates], work: &Work) -> Exact {
        let limits = Limits { stop: work.stop().clone(), conflicts_left: Cell::new(u64::MAX) };
        let solver = batsat::Solver::new(SolverOpts::default(), limits);
        let states = usize::from(layout.states());
        let mut exact = Exact {
            layout: layout.clone(),
            solver,
            base: base.to_vec(),
            variables: vec![None; layout.cells() * states],
        };
        for cell in 0..layout.cells() {
            exact.add_cell(cell);
        }
        for result in layout.width()..layout.cells() {
            exact.add_window(result);
        }
        exact
    }

    fn at(&self, cell: usize, state: State) -> usize {
        cell * usize::from(self.layout.states()) + usize::from(state)
    }

    /// The literal "this cell has this state"; a truth value if that is known.
    fn literal(&self, cell: usize, state: State) -> Result<Lit, bool> {
        let possible = self.base[cell] >> state & 1 == 1;
        match self.variables[self.at(cell, state)] {
            Some(variable) => Ok(Lit::new(variable, self.layout.states() > 2 || state == 1)),
            None => Err(possible && self.base[cell].is_power_of_two()),
        }
    }

    fn add_cell(&mut self, cell: usize) {
        let candidates = self.base[cell];
        if candidates.count_ones() < 2 {
            return;
        }
        if self.layout.states() == 2 {
            let variable = self.solver.new_var_default();
            for state in [0, 1] {
                let at = self.at(cell, state);
                self.variables[at] = Some(variable);
            }
            return;
        }
        let mut some: Vec<Lit> = Vec::new();
        for state in states_of(candidates) {
            let at = self.at(cell, state);
            let variable = self.solver.new_var_default();
            self.variables[at] = Some(variable);
            for other in &some {
                self.solver.add_clause_reuse(&mut vec![!*other, Lit::new(variable, false)]);
            }
            some.push(Lit::new(variable, true));
        }
        self.solver.add_clause_reuse(&mut some);
    }

    /// Adds a clause of the literals that may be true; nothing if one is true anyway.
    fn add_clause(&mut self, literals: impl IntoIterator<Item = Result<Lit, bool>>) {
        let mut clause = Vec::new();
        for literal in literals {
            match literal {
                Err(true) => return,
                Err(false) => {}
                Ok(literal) => clause.push(literal),
            }
        }
        self.solver.add_clause_reuse(&mut clause);
    }

    fn add_window(&mut self, result: usize) {
        let Some([left, middle, right, _]) = self.layout.window(result) else { return };
        let edge = self.layout.edge().unwrap_or(0);
        let candidates = |cell: Option<usize>| cell.map_or(1 << edge, |cell| self.base[cell]);
        let (lefts, middles, rights) = (candidates(left), candidates(middle), candidates(right));
        for l in states_of(lefts) {
            for m in states_of(middles) {
                for r in states_of(rights) {
                    let triple = common::automaton::Triple::new(l, m, r);
                    let not = |cell: Option<usize>, state| match cell {
                        None => Err(false),
                        Some(cell) => {
                            self.literal(cell, state).map(|literal| !literal).map_err(|known| !known)
                        }
                    };
                    let then = match self.layout.result(triple) {
                        Some(state) => self.literal(result, state),
                        None => Err(false),
                    };
                    let clause = [not(left, l), not(middle, m), not(right, r), then];
                    self.add_clause(clause);
                }
            }
        }
    }

    /// Questions are given up after so many conflicts, which is the same number on every machine.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.solver.cb_mut().conflicts_left.set(conflicts);
    }

    /// Asks for a solution in which the `assumed` cells have these states, and `other` does not have that state.
    pub fn solve(&mut self, assumed: &[(usize, State)], other: Option<(usize, State)>) -> Answer {
        let mut assumptions = Vec::new();
        let mut cells = Vec::new();
        let yes = assumed.iter().map(|(cell, state)| (*cell, self.literal(*cell, *state)));
        let no = other.iter().map(|(cell, state)| {
            (*cell, self.literal(*cell, *state).map(|literal| !literal).map_err(|known| !known))
        });
        for (cell, literal) in yes.chain(no) {
            match literal {
                Ok(literal) => {
                    assumptions.push(literal);
                    cells.push((literal, cell));
                }
                Err(true) => {}
                Err(false) => return Answer::Impossible(vec![cell]),
            }
        }
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            return Answer::Solution(self.model());
        }
        if answer != lbool::FALSE {
            return Answer::Stopped;
        }
        let core = self.solver.unsat_core();
        let used = |literal: &Lit| core.contains(literal) || core.contains(&!*literal);
        let used = cells.iter().filter(|(literal, _)| used(literal)).map(|(_, cell)| *cell);
        Answer::Impossible(used.collect())
    }

    fn model(&self) -> Vec<State> {
        let is_true = |cell: usize, state: State| match self.literal(cell, state) {
            Ok(literal) => self.solver.value_lit(literal) == lbool::TRUE,
            Err(known) => known,
        };
        let state = |cell| states_of(self.base[cell]).find(|state| is_true(cell, *state)).unwrap_or(0);
        (0..self.layout.cells()).map(state).collect()
    }

    /// From now on no solution is this one.
    pub fn exclude(&mut self, solution: &[State]) {
        let literals: Vec<Result<Lit, bool>> = solution
            .iter()
            .enumerate()
            .map(|(cell, state)| self.literal(cell, *state).map(|literal| !literal).map_err(|known| !known))
            .collect();
        self.add_clause(literals);
    }
}

impl std::fmt::Debug for Exact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Exact({:?}, {} clauses)", self.layout, self.solver.num_clauses())
    }
}
