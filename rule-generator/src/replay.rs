//! Runs an automaton and compares its picture with a mask.

use crate::mask::Mask;
use common::automaton::{Automaton, State};

/// The states that the automaton draws for each colour of the mask, in ascending order. `None` if its picture is not the
/// mask: it has another size, or two colours share a state.
pub fn drawn_sets(mask: &Mask, automaton: &Automaton) -> Option<Vec<Vec<State>>> {
    // Before it is drawn: a file may ask for a very large picture.
    let (start, generations) = automaton.start()?;
    if (start.len(), generations) != (mask.width(), mask.height()) {
        return None;
    }
    let rows = automaton.draw()?;
    let mut colours = vec![None; usize::from(automaton.states())];
    for (states, row) in rows.rows().zip(mask.rows()) {
        for (state, colour) in states.iter().zip(row) {
            if *colours[usize::from(*state)].get_or_insert(*colour) != *colour {
                return None;
            }
        }
    }
    let set = |colour: usize| {
        let drawn =
            |state: &State| colours[usize::from(*state)].is_some_and(|drawn| usize::from(drawn) == colour);
        (0..automaton.states()).filter(drawn).collect()
    };
    Some((0..mask.colours()).map(set).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Boundary, wolfram};

    #[test]
    fn an_automaton_is_compared_with_a_mask() {
        let table = wolfram::table(2, "90").unwrap();
        let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
        let sets = |text: &str| drawn_sets(&text.parse().unwrap(), &automaton);
        assert_eq!(sets("..#..\n.#.#.\n#...#\n"), Some(vec![vec![0], vec![1]]));
        assert_eq!(sets("##.##\n#.#.#\n.###.\n"), Some(vec![vec![1], vec![0]]));
        assert_eq!(sets(".....\n.....\n.....\n"), Some(vec![vec![0, 1], vec![]]));
        assert_eq!(sets("..#..\n.#.#.\n#...2\n"), None);
        assert_eq!(sets("..#..\n.#.#.\n"), None);
    }
}
