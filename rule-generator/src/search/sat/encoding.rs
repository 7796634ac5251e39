//! A problem as clauses: "this cell has this state", "this rule has this result".

use crate::problem::{Problem, Solution, StateSet, states_of};
use batsat::{Lit, SolverInterface, Var, lbool};
use common::automaton::{State, Triple};
use std::collections::BTreeMap;

/// The number of clauses of a problem, nearly.
pub fn clauses(problem: &Problem) -> usize {
    let (width, height) = (problem.mask().width(), problem.mask().height());
    let columns = if problem.symmetric() { width.div_ceil(2) } else { width };
    let mut clauses = 0;
    for y in 1..height {
        for x in 0..columns {
            let sets = sets_above(problem, x, y);
            let triples: usize = sets.iter().map(|set| set.count_ones() as usize).product();
            clauses += triples * (1 + 2 * problem.allowed(x, y).count_ones() as usize);
        }
    }
    clauses
}

/// The states of the three cells above a cell.
fn sets_above(problem: &Problem, x: usize, y: usize) -> [StateSet; 3] {
    problem.columns_above(x).map(|column| match column {
        Some(column) => problem.allowed(column, y - 1),
        None => 1 << problem.edge(),
    })
}

/// The clauses of a problem in a solver.
pub struct Encoding<S> {
    problem: Problem,
    pub solver: S,
    /// The variable "this cell has this state".
    cells: Vec<Option<Var>>,
    /// The variables "this rule has this result" and, after them, "this rule has a result of this colour".
    rules: Vec<Option<Var>>,
    /// The variable "this rule occurs"; only made if rules are counted.
    used: BTreeMap<usize, Lit>,
    /// The literals "at least n rules occur", for n from 1 on.
    counter: Vec<Lit>,
}

impl<S: SolverInterface> Encoding<S> {
    /// Writes the clauses. `None` if it was told to end.
    pub fn new(problem: &Problem, solver: S, ended: impl Fn() -> bool) -> Option<Encoding<S>> {
        let k = usize::from(problem.states());
        let (width, height) = (problem.mask().width(), problem.mask().height());
        let mut encoding = Encoding {
            problem: problem.clone(),
            solver,
            cells: vec![None; width * height * k],
            rules: vec![None; k * k * k * (k + problem.mask().colours())],
            used: BTreeMap::new(),
            counter: Vec::new(),
        };
        for index in 0..k * k * k {
            let triple = Triple::from_index(index, problem.states());
            if problem.rule_index(triple) == index {
                encoding.add_rule(triple);
            }
        }
        for y in 0..height {
            if ended() {
                return None;
            }
            for x in 0..encoding.columns() {
                let literals: Vec<Lit> =
                    states_of(problem.allowed(x, y)).map(|state| encoding.cell(x, y, state)).collect();
                encoding.exactly_one(&literals);
                if y > 0 {
                    encoding.add_window(x, y);
                }
            }
        }
        encoding.order_states();
        Some(encoding)
    }

    /// The columns that have variables: in a symmetric problem only those of the left half.
    fn columns(&self) -> usize {
        let width = self.problem.mask().width();
        if self.problem.symmetric() { width.div_ceil(2) } else { width }
    }

    fn variable(&mut self, table: fn(&mut Self) -> &mut Vec<Option<Var>>, index: usize) -> Lit {
        if let Some(variable) = table(self)[index] {
            return Lit::new(variable, true);
        }
        let variable = self.solver.new_var_default();
        table(self)[index] = Some(variable);
        Lit::new(variable, true)
    }

    /// "This cell has this state."
    fn cell(&mut self, x: usize, y: usize, state: State) -> Lit {
        let width = self.problem.mask().width();
        let x = if self.problem.symmetric() { x.min(width - 1 - x) } else { x };
        let index = (y * width + x) * usize::from(self.problem.states()) + usize::from(state);
        self.variable(|encoding| &mut encoding.cells, index)
    }

    /// "This rule has this result."
    fn rule(&mut self, triple: Triple, state: State) -> Lit {
        let (k, colours) = (usize::from(self.problem.states()), self.problem.mask().colours());
        let index = self.problem.rule_index(triple) * (k + colours) + usize::from(state);
        self.variable(|encoding| &mut encoding.rules, index)
    }

    /// "This rule has a result of this colour."
    fn rule_colour(&mut self, triple: Triple, colour: u8) -> Lit {
        self.rule(triple, self.problem.states() + colour)
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    fn exactly_one(&mut self, literals: &[Lit]) {
        self.add(literals);
        for (index, a) in literals.iter().enumerate() {
            for b in &literals[..index] {
                self.add(&[!*a, !*b]);
            }
        }
    }

    fn add_rule(&mut self, triple: Triple) {
        let results: Vec<Lit> = (0..self.problem.states()).map(|state| self.rule(triple, state)).collect();
        self.exactly_one(&results);
        let colours: Vec<Lit> = (0..self.problem.mask().colours())
            .map(|colour| self.rule_colour(triple, colour as u8))
            .collect();
        self.exactly_one(&colours);
        for state in 0..self.problem.states() {
            let colour = self.problem.colour_of(state);
            self.add(&[!results[usize::from(state)], colours[usize::from(colour)]]);
        }
    }

    /// The negations of "the cells above have these states", for every triple that they can have.
    fn triples_above(&mut self, x: usize, y: usize) -> Vec<(Triple, Vec<Lit>)> {
        let columns = self.problem.columns_above(x);
        let [lefts, middles, rights] = sets_above(&self.problem, x, y);
        let mut triples = Vec::new();
        for left in states_of(lefts) {
            for middle in states_of(middles) {
                for right in states_of(rights) {
                    let triple = Triple::new(left, middle, right);
                    let cells = columns.into_iter().zip(triple.cells());
                    let not = cells
                        .filter_map(|(column, state)| Some(!self.cell(column?, y - 1, state)))
                        .collect();
                    triples.push((triple, not));
                }
            }
        }
        triples
    }

    fn add_window(&mut self, x: usize, y: usize) {
        let allowed = self.problem.allowed(x, y);
        let colour = self.problem.mask().get(x, y);
        for (triple, mut clause) in self.triples_above(x, y) {
            let above = clause.len();
            clause.push(self.rule_colour(triple, colour));
            self.add(&clause);
            for state in states_of(allowed) {
                let (rule, cell) = (self.rule(triple, state), self.cell(x, y, state));
                clause.truncate(above);
                clause.extend([!rule, cell]);
                self.add(&clause);
                clause.truncate(above);
                clause.extend([rule, !cell]);
                self.add(&clause);
            }
        }
    }

    /// States of one colour are interchangeable, so the first cell of a colour may have its first state, the second cell
    /// one of the first two and so on. State 0 is not interchangeable on a flat plan, where it is beyond the edge.
    fn order_states(&mut self) {
        let fixed = matches!(self.problem.boundary(), common::automaton::Boundary::Flat { .. });
        for colour in 0..self.problem.mask().colours() {
            let free: Vec<State> =
                states_of(self.problem.set(colour as u8)).filter(|state| !fixed || *state != 0).collect();
            let height = self.problem.mask().height();
            let cells: Vec<(usize, usize)> = (0..height)
                .flat_map(|y| (0..self.columns()).map(move |x| (x, y)))
                .filter(|(x, y)| usize::from(self.problem.mask().get(*x, *y)) == colour)
                .take(free.len())
                .collect();
            for (index, (x, y)) in cells.into_iter().enumerate() {
                for state in &free[index + 1..] {
                    let cell = self.cell(x, y, *state);
                    self.add(&[!cell]);
                }
            }
        }
    }

    /// The solution that the solver has found.
    pub fn solution(&mut self) -> Solution {
        let (width, height) = (self.problem.mask().width(), self.problem.mask().height());
        let mut cells = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let state = states_of(self.problem.allowed(x, y)).find(|state| {
                    let literal = self.cell(x, y, *state);
                    self.solver.value_lit(literal) == lbool::TRUE
                });
                cells.push(state.unwrap_or(0));
            }
        }
        Solution { cells }
    }

    /// From now on no solution has these cells.
    pub fn exclude(&mut self, solution: &Solution) {
        let width = self.problem.mask().width();
        let mut clause = Vec::new();
        for y in 0..self.problem.mask().height() {
            for x in 0..self.columns() {
                clause.push(!self.cell(x, y, solution.row(width, y)[x]));
            }
        }
        self.add(&clause);
    }

    /// The literal "at most so many rules occur". `None` if that is true anyway.
    pub fn at_most_rules(&mut self, rules: usize) -> Option<Lit> {
        if self.used.is_empty() {
            self.mark_used_rules();
            let used: Vec<Lit> = self.used.values().copied().collect();
            self.counter = self.count(&used);
        }
        self.counter.get(rules).map(|more| !*more)
    }

    fn mark_used_rules(&mut self) {
        for y in 1..self.problem.mask().height() {
            for x in 0..self.columns() {
                for (triple, mut clause) in self.triples_above(x, y) {
                    let index = self.problem.rule_index(triple);
                    let used = match self.used.get(&index) {
                        Some(used) => *used,
                        None => Lit::new(self.solver.new_var_default(), true),
                    };
                    self.used.insert(index, used);
                    clause.push(used);
                    self.add(&clause);
                }
            }
        }
    }

    /// Literals that become true one after the other with the number of true inputs: a totalizer, in the direction that an
    /// upper limit needs.
    fn count(&mut self, inputs: &[Lit]) -> Vec<Lit> {
        if inputs.len() < 2 {
            return inputs.to_vec();
        }
        let (left, right) = inputs.split_at(inputs.len() / 2);
        let (left, right) = (self.count(left), self.count(right));
        let sum: Vec<Lit> =
            inputs.iter().map(|_| Lit::new(self.solver.new_var_default(), true)).collect();
        for a in 0..=left.len() {
            for b in 0..=right.len() {
                let mut clause: Vec<Lit> = Vec::new();
                clause.extend(a.checked_sub(1).map(|a| !left[a]));
                clause.extend(b.checked_sub(1).map(|b| !right[b]));
                if let Some(total) = (a + b).checked_sub(1) {
                    clause.push(sum[total]);
                    self.add(&clause);
                }
            }
        }
        sum
    }
}
