use super::*;
use crate::mask::Mask;
use crate::optimise::canonical_cells;
use crate::search::Meter;
use common::automaton::Boundary;
use common::job::Stop;
use std::collections::BTreeSet;

fn problem(mask: &str, sizes: &[u8]) -> Problem {
    Problem::with_sets(&mask.parse::<Mask>().unwrap(), sizes, Boundary::default(), false)
}

/// The rules that a solution uses, counted directly.
fn rules(problem: &Problem, solution: &Solution) -> usize {
    solution.automaton(problem).unwrap().rules().count()
}

#[test]
fn every_solution_is_found_once() {
    let problem = problem(".#.\n##.\n", &[2, 2]);
    // All states of all cells, kept if equal triples have equal results; renamed states count once.
    let mut expected = BTreeSet::new();
    for code in 0..2u32.pow(6) {
        let cells = (0..6).map(|cell| (code >> cell & 1) as u8 + 2 * problem.mask().get(cell % 3, cell / 3));
        let solution = Solution { cells: cells.collect() };
        if solution.automaton(&problem).is_ok() {
            expected.insert(canonical_cells(&problem, &solution));
        }
    }
    let (stop, meter) = (Stop::default(), Meter::default());
    let control = Control::new(&stop, None, &meter);
    let mut search = Search::new(&problem, 0, &control).unwrap();
    let mut found = BTreeSet::new();
    while let Answer::Found(solution) = search.run(&control) {
        search.exclude(&solution, 2);
        found.insert(canonical_cells(&problem, &solution));
    }
    assert!(expected.len() > 3);
    assert_eq!(found, expected);
}

#[test]
fn the_number_of_rules_is_limited() {
    let problem = problem(".###.\n.#...\n.##..\n.#...\n", &[2, 2]);
    let (stop, meter) = (Stop::default(), Meter::default());
    let control = Control::new(&stop, None, &meter);
    let mut search = Search::new(&problem, 0, &control).unwrap();
    let Answer::Found(first) = search.run(&control) else { panic!("it is possible") };
    let mut best = rules(&problem, &first);
    loop {
        search.limit_rules(best - 1);
        match search.run(&control) {
            Answer::Found(solution) => {
                assert!(rules(&problem, &solution) < best);
                best = rules(&problem, &solution);
            }
            answer => {
                assert_eq!(answer, Answer::Impossible);
                break;
            }
        }
    }
    // The limit does not stay.
    search.limit_rules(best);
    assert!(matches!(search.run(&control), Answer::Found(_)));
}

#[test]
fn a_problem_that_is_too_large_is_refused() {
    let mask = Mask::new(128, 128);
    let problem = Problem::with_sets(&mask, &[9, 1], Boundary::default(), false);
    let (stop, meter) = (Stop::default(), Meter::default());
    assert_eq!(solve(&problem, &Control::new(&stop, None, &meter)), Answer::NotFound);
}
