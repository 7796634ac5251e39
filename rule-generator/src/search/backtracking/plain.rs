//! The method of the thesis, kept as a reference: all ways to fill a row are enumerated, and a row is accepted if it
//! agrees with the rules of the rows above.

use crate::problem::{Answer, Problem, Solution, states_of};
use crate::search::Control;
use common::automaton::State;

/// The control is asked once in so many rows.
const ROWS_PER_CHECK: u64 = 512;

/// Searches row by row without any look-ahead.
pub fn plain(problem: &Problem, control: &Control<'_>) -> Answer {
    let mut search = Search {
        problem,
        control,
        creator: RuleCreator::new(problem),
        rows: Vec::new(),
        tries: 0,
        ended: false,
    };
    let found = search.search_solution();
    control.meter().add_tries(search.tries % ROWS_PER_CHECK);
    if found {
        Answer::Found(Solution { cells: search.rows.concat() })
    } else if search.ended {
        Answer::NotFound
    } else {
        Answer::Impossible
    }
}

struct Search<'a> {
    problem: &'a Problem,
    control: &'a Control<'a>,
    creator: RuleCreator<'a>,
    /// The accepted rows.
    rows: Vec<Vec<State>>,
    tries: u64,
    ended: bool,
}

impl Search<'_> {
    /// Finds all rows below the accepted ones. Returns whether that was possible.
    fn search_solution(&mut self) -> bool {
        let y = self.rows.len();
        self.control.meter().reach(y);
        if y == self.problem.mask().height() {
            return true;
        }
        let rows = ResultsGenerator::new(self.problem, y);
        for row in rows {
            self.tries += 1;
            if self.tries.is_multiple_of(ROWS_PER_CHECK) {
                self.control.meter().add_tries(ROWS_PER_CHECK);
                self.ended |= self.control.ended();
            }
            if self.ended {
                return false;
            }
            let Some(added) = self.creator.accept(self.rows.last(), &row) else { continue };
            self.rows.push(row);
            if self.search_solution() {
                return true;
            }
            self.rows.pop();
            self.creator.take_back(added);
        }
        false
    }
}

/// All ways to fill a row with the allowed states; in a symmetric problem only the symmetric ones.
struct ResultsGenerator {
    /// The states of each cell.
    choices: Vec<Vec<State>>,
    /// The choices of the next row.
    next: Option<Vec<usize>>,
    width: usize,
}

impl ResultsGenerator {
    fn new(problem: &Problem, y: usize) -> ResultsGenerator {
        let width = problem.mask().width();
        let allowed = |x: usize| {
            let mirrored = if problem.symmetric() { width - 1 - x } else { x };
            states_of(problem.allowed(x, y) & problem.allowed(mirrored, y)).collect()
        };
        let free = if problem.symmetric() { width.div_ceil(2) } else { width };
        let choices: Vec<Vec<State>> = (0..free).map(allowed).collect();
        let next = (!choices.iter().any(Vec::is_empty)).then(|| vec![0; free]);
        ResultsGenerator { choices, next, width }
    }
}

impl Iterator for ResultsGenerator {
    type Item = Vec<State>;

    fn next(&mut self) -> Option<Vec<State>> {
        let current = self.next.take()?;
        let mut row: Vec<State> =
            current.iter().zip(&self.choices).map(|(index, states)| states[*index]).collect();
        row.extend((row.len()..self.width).map(|x| row[self.width - 1 - x]).collect::<Vec<_>>());
        let mut following = current;
        for (index, states) in following.iter_mut().zip(&self.choices) {
            if *index + 1 < states.len() {
                *index += 1;
                self.next = Some(following);
                break;
            }
            *index = 0;
        }
        Some(row)
    }
}

/// The rules of the accepted rows.
struct RuleCreator<'a> {
    problem: &'a Problem,
    results: Vec<Option<State>>,
}

impl<'a> RuleCreator<'a> {
    fn new(problem: &'a Problem) -> RuleCreator<'a> {
        RuleCreator { problem, results: vec![None; usize::from(problem.states()).pow(3)] }
    }

    /// Adds the rules that make `row` from the row above, and returns their indices. Changes nothing if they contradict
    /// the rules so far.
    fn accept(&mut self, above: Option<&Vec<State>>, row: &[State]) -> Option<Vec<usize>> {
        let mut added = Vec::new();
        let Some(above) = above else { return Some(added) };
        for (x, state) in row.iter().enumerate() {
            let index = self.problem.rule_index(self.problem.boundary().neighbourhood(above, x));
            match self.results[index] {
                None => {
                    self.results[index] = Some(*state);
                    added.push(index);
                }
                Some(result) if result == *state => {}
                Some(_) => {
                    self.take_back(added);
                    return None;
                }
            }
        }
        Some(added)
    }

    fn take_back(&mut self, added: Vec<usize>) {
        for index in added {
            self.results[index] = None;
        }
    }
}
