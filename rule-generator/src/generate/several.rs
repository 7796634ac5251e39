//! More results for the same number of states: fewer rules, and different automata.

use super::ladder::{Ladder, TIME_FOR_MORE};
use super::{Found, Method};
use crate::optimise;
use crate::problem::{Answer, Problem, Solution};
use crate::search::{Control, beam, sat};
use common::automaton::State;
use std::collections::BTreeSet;
use std::time::Duration;
use web_time::Instant;

/// Results of the beam search count as different if at least one cell of so many differs.
const CELLS_PER_DIFFERENCE: usize = 8;
/// The time for one seed of the beam search.
const TIME_PER_SEED: Duration = Duration::from_millis(200);
/// So many seeds in a row without another result end the beam search.
const MAX_FAILURES: u64 = 5;

/// Looks for fewer rules and for more automata, if the request asks for them.
pub(super) fn improve(ladder: &mut Ladder<'_>) {
    let until = ladder.limit_or(TIME_FOR_MORE);
    let max_rules = if ladder.request.fewest_rules { fewer_rules(ladder, until) } else { None };
    if ladder.request.count > 1 {
        more_automata(ladder, max_rules, until);
    }
}

/// The number of rules that a solution needs. In a symmetric problem mirror images count once.
fn rules(problem: &Problem, solution: &Solution) -> usize {
    let (width, height) = (problem.mask().width(), problem.mask().height());
    let mut rules = BTreeSet::new();
    for y in 0..height - 1 {
        let row = solution.row(width, y);
        rules.extend((0..width).map(|x| problem.rule_index(problem.boundary().neighbourhood(row, x))));
    }
    rules.len()
}

/// Asks the SAT solver for fewer and fewer rules. Returns the number that was reached.
fn fewer_rules(ladder: &mut Ladder<'_>, until: Option<Instant>) -> Option<usize> {
    let (problem, solution) = ladder.solution.clone()?;
    let mut best = rules(&problem, &solution);
    let mut search = sat_search(ladder, &problem)?;
    while best > 0 {
        search.limit_rules(best - 1);
        let Answer::Found(solution) = search.run(&control(ladder, until, Duration::MAX)) else { break };
        best = rules(&problem, &solution);
        let Some(automaton) = optimise::automaton(&problem, &solution) else { break };
        ladder.found = vec![Found { automaton, method: Method::Sat, after: ladder.elapsed() }];
        ladder.solution = Some((problem.clone(), solution));
        ladder.publish();
    }
    Some(best)
}

fn sat_search<'a>(ladder: &Ladder<'a>, problem: &Problem) -> Option<sat::Search<'a>> {
    ladder.begin(problem.states(), Method::Sat);
    let place = ladder.place();
    sat::Search::new(problem, ladder.request.seed, &Control::with_end(place.stop, place.limit, place.meter))
}

fn control<'a>(ladder: &Ladder<'a>, until: Option<Instant>, max: Duration) -> Control<'a> {
    let place = ladder.place();
    let left = until.map_or(max, |until| until.saturating_duration_since(Instant::now()).min(max));
    Control::new(place.stop, (left != Duration::MAX).then_some(left), place.meter)
}

/// The results so far, with names of states that can be compared.
struct Known {
    cells: Vec<Vec<State>>,
}

impl Known {
    /// Whether a solution differs from all others in at least so many cells.
    fn is_new(&self, cells: &[State], min: usize) -> bool {
        let differences = |other: &Vec<State>| other.iter().zip(cells).filter(|(a, b)| a != b).count();
        self.cells.iter().all(|other| differences(other) >= min)
    }
}

/// Looks for automata that differ in more than the names of their states.
fn more_automata(ladder: &mut Ladder<'_>, max_rules: Option<usize>, until: Option<Instant>) {
    let Some((problem, first)) = ladder.solution.clone() else { return };
    let mut known = Known { cells: vec![optimise::canonical_cells(&problem, &first)] };
    if max_rules.is_none() {
        by_seeds(ladder, &problem, &mut known, until);
    }
    let Some(mut search) = sat_search(ladder, &problem) else { return };
    if let Some(max_rules) = max_rules {
        search.limit_rules(max_rules);
    }
    // Other start rows first; then also the same start row with other rules.
    for rows in [1, problem.mask().height()] {
        for cells in &known.cells {
            search.exclude(&Solution { cells: cells.clone() }, rows);
        }
        while ladder.found.len() < ladder.request.count && !ladder.is_over(until) {
            match search.run(&control(ladder, until, Duration::MAX)) {
                Answer::Found(solution) => {
                    search.exclude(&solution, rows);
                    let cells = optimise::canonical_cells(&problem, &solution);
                    if known.is_new(&cells, 1) {
                        add(ladder, &problem, &solution, Method::Sat);
                        known.cells.push(cells);
                    }
                }
                Answer::Impossible => break,
                Answer::NotFound => return,
            }
        }
        // What was excluded by its start row alone must not be excluded in the second round.
        let Some(again) = sat_search(ladder, &problem) else { return };
        search = again;
        if let Some(max_rules) = max_rules {
            search.limit_rules(max_rules);
        }
    }
}

/// The beam search with other seeds finds very different solutions.
fn by_seeds(ladder: &mut Ladder<'_>, problem: &Problem, known: &mut Known, until: Option<Instant>) {
    let min = (problem.mask().width() * problem.mask().height()).div_ceil(CELLS_PER_DIFFERENCE);
    let mut failures = 0;
    let mut seed = ladder.request.seed;
    while ladder.found.len() < ladder.request.count && failures < MAX_FAILURES && !ladder.is_over(until) {
        seed = seed.wrapping_add(1);
        failures += 1;
        ladder.begin(problem.states(), Method::Beam);
        let answer = beam::solve(problem, seed, &control(ladder, until, TIME_PER_SEED));
        let Answer::Found(solution) = answer else { continue };
        let cells = optimise::canonical_cells(problem, &solution);
        if known.is_new(&cells, min) {
            failures = 0;
            add(ladder, problem, &solution, Method::Beam);
            known.cells.push(cells);
        }
    }
}

fn add(ladder: &mut Ladder<'_>, problem: &Problem, solution: &Solution, method: Method) {
    if let Some(automaton) = optimise::automaton(problem, solution) {
        ladder.add(Found { automaton, method, after: ladder.elapsed() });
    }
}
