//! A solution as an automaton to keep: without rules and states that it does not need, with states in a useful order,
//! with colours and names, and verified.

use crate::colouring::{coloured_like, default_paint};
use crate::mask::{ColourIndex, INK, Mask, PAPER};
use crate::problem::{Problem, Solution};
use crate::replay;
use common::automaton::{Automaton, Boundary, MIN_STATES, RuleTable, State};

/// The automaton of a solution. `None` if it does not draw the mask, which would be a mistake of the search.
pub fn automaton(problem: &Problem, solution: &Solution) -> Option<Automaton> {
    let raw = solution.automaton(problem).ok()?;
    let order = useful_order(problem, solution);
    let states = (order.len() as u8).max(MIN_STATES);
    let number = |state: State| order.iter().position(|old| *old == state).unwrap_or(0) as State;
    let mut results = vec![0; usize::from(states).pow(3)];
    for rule in raw.rules() {
        let triple = common::automaton::Triple::from(rule.triple.cells().map(number));
        results[triple.index(states)] = number(rule.result);
    }
    let table = RuleTable::from_fn(states, |triple| results[triple.index(states)]);
    let mask = problem.mask();
    let start = solution.row(mask.width(), 0).iter().map(|state| number(*state)).collect();
    let plain = Automaton::picture(&table, problem.boundary(), start, mask.height());
    let mut automaton = coloured_like(&plain, mask, &default_paint());
    let sets = replay::drawn_sets(mask, &automaton)?;
    set_further_colours(&mut automaton, mask, &sets);
    Some(automaton)
}

/// The states that occur, in their new order: paper as state 0, ink, further colours, and last the other states of paper.
/// The most frequent state of a colour comes first.
fn useful_order(problem: &Problem, solution: &Solution) -> Vec<State> {
    let mut counts = vec![0; usize::from(problem.states())];
    solution.cells.iter().for_each(|state| counts[usize::from(*state)] += 1);
    // State 0 is beyond a flat edge, so it stays state 0 whether it occurs or not.
    let edge = match problem.boundary() {
        Boundary::Flat { edge } => Some(edge),
        Boundary::Cyclic => None,
    };
    let mut states: Vec<State> = (0..problem.states())
        .filter(|state| counts[usize::from(*state)] > 0 && Some(*state) != edge)
        .collect();
    states.sort_by_key(|state| std::cmp::Reverse(counts[usize::from(*state)]));
    let first_paper =
        edge.or_else(|| states.iter().copied().find(|state| problem.colour_of(*state) == PAPER));
    let colour = |state: &State| problem.colour_of(*state);
    let mut order: Vec<State> = first_paper.into_iter().collect();
    for wanted in (INK..problem.mask().colours() as ColourIndex).chain([PAPER]) {
        let of_colour = states.iter().filter(|state| colour(state) == wanted && Some(**state) != first_paper);
        order.extend(of_colour);
    }
    order
}

/// Stores the states of colours beyond ink in the file.
fn set_further_colours(automaton: &mut Automaton, mask: &Mask, sets: &[Vec<State>]) {
    for (colour, set) in sets.iter().enumerate().skip(usize::from(INK) + 1) {
        let states: Vec<String> = set.iter().map(State::to_string).collect();
        let symbol = mask.symbol(colour as ColourIndex);
        let name =
            if symbol.is_ascii_alphanumeric() { symbol.to_string() } else { format!("colour-{colour}") };
        automaton.set_extra_key(&format!("set {name}"), &states.join(" "));
    }
}

/// The cells of a solution with the states of each colour numbered in the order in which they first occur. Two solutions
/// that differ only in the names of their states are equal in this form.
pub fn canonical_cells(problem: &Problem, solution: &Solution) -> Vec<State> {
    let mut names: Vec<Option<State>> = vec![None; usize::from(problem.states())];
    let mut next: Vec<Vec<State>> = (0..problem.mask().colours())
        .map(|colour| crate::problem::states_of(problem.set(colour as ColourIndex)).collect::<Vec<_>>())
        .collect();
    if let Boundary::Flat { edge } = problem.boundary() {
        names[usize::from(edge)] = Some(edge);
        for states in &mut next {
            states.retain(|state| *state != edge);
        }
    }
    for states in &mut next {
        states.reverse();
    }
    let rename = |state: &State| {
        let states = &mut next[usize::from(problem.colour_of(*state))];
        *names[usize::from(*state)].get_or_insert_with(|| states.pop().unwrap_or(*state))
    };
    solution.cells.iter().map(rename).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(mask: &str, sizes: &[u8], cells: &str, boundary: Boundary) -> (Problem, Solution) {
        let problem = Problem::with_sets(&mask.parse().unwrap(), sizes, boundary, false);
        let cells = cells.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        (problem, Solution { cells })
    }

    #[test]
    fn states_are_dropped_and_ordered() {
        // Paper 0 to 2 and ink 3 to 5; 1, 4 and the state 0 beyond the edge do not occur.
        let (problem, solution) = solved(".##.\n.##.\n", &[3, 3], "2552\n2332", Boundary::default());
        let automaton = automaton(&problem, &solution).unwrap();
        assert_eq!(automaton.states(), 4);
        assert_eq!(automaton.ink(), [1, 2]);
        let names: Vec<&str> = (0..4).map(|state| automaton.name(state)).collect();
        assert_eq!(names[1..], ["ink", "ink 2", "paper"]);
        assert!(automaton.added_triples().is_empty());
        assert_eq!(automaton.draw().unwrap().rows().collect::<Vec<_>>(), [[3, 2, 2, 3], [3, 1, 1, 3]]);
    }

    #[test]
    fn further_colours_are_sets_of_the_file() {
        let (problem, solution) = solved(".#ab\n.#ab\n", &[1, 1, 1, 1], "0123\n0123", Boundary::default());
        let automaton = automaton(&problem, &solution).unwrap();
        let keys = automaton.extra_keys().to_vec();
        assert_eq!(keys, [("set a".to_owned(), "2".to_owned()), ("set b".to_owned(), "3".to_owned())]);
        let read =
            Automaton::read(automaton.write().as_bytes(), common::automaton::AutomatonKind::Picture).unwrap();
        assert_eq!(read, automaton);
    }

    #[test]
    fn a_wrong_solution_is_rejected() {
        let (problem, solution) = solved(".#\n##\n", &[1, 1], "01\n10", Boundary::default());
        assert_eq!(automaton(&problem, &solution), None);
    }

    #[test]
    fn renamed_solutions_are_equal() {
        let (problem, one) = solved("##.\n.##\n", &[3, 3], "342\n143", Boundary::default());
        let (_, two) = solved("##.\n.##\n", &[3, 3], "451\n254", Boundary::default());
        assert_eq!(canonical_cells(&problem, &one), canonical_cells(&problem, &two));
        let (_, edge) = solved("##.\n.##\n", &[3, 3], "450\n254", Boundary::default());
        assert_ne!(canonical_cells(&problem, &one), canonical_cells(&problem, &edge));
    }
}
