//! Automatic notes: what every window around a cell leaves, if each is looked at once.

use crate::rules::PuzzleView;
use crate::solver::{Candidates, WindowTable, all_states};

/// The candidates of every cell, from the given, found and struck values in its windows. A cell of which nothing is known
/// has none. This is one pass only: what follows from the notes themselves is left to the player.
pub fn automatic_notes(view: &PuzzleView) -> Vec<Candidates> {
    let layout = view.layout();
    let known = view.candidates();
    let all = all_states(layout.states());
    let mut table = WindowTable::new(layout);
    let edge = layout.edge().map_or(all, |edge| 1 << edge);
    let mut notes = known.clone();
    for result in layout.width()..layout.cells() {
        let Some(cells) = layout.window(result) else { continue };
        let window = cells.map(|cell| cell.map_or(edge, |cell| known[cell]));
        // Nothing new follows from a window of hidden cells, unless some states have no predecessor; that is rare, and
        // the player sees it in the overview of rules.
        if window.iter().all(|candidates| *candidates == all) {
            continue;
        }
        for (cell, left) in cells.into_iter().zip(table.narrow(window)) {
            if let Some(cell) = cell {
                notes[cell] &= left;
            }
        }
    }
    for (cell, notes) in view.cells.iter().zip(&mut notes) {
        if cell.state.is_some() || *notes == all & !cell.struck {
            *notes = 0;
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Puzzle, PuzzleSetup};
    use common::game::{Dice, Game, Side};
    use common::job::Work;

    #[test]
    fn automatic_notes_never_exclude_the_solution() {
        for id in ["random-3:8x8:easy:flat#1", "rule-110:12x8:medium:cyclic#2", "sum-5:10x8:sweep:flat#3"] {
            let setup = PuzzleSetup::from_id(&id.parse().unwrap());
            let PuzzleSetup { automaton, .. } = &setup;
            let id = setup.id(setup.seed.unwrap());
            let board = id.generate(&Work::quiet()).unwrap();
            let puzzle = Puzzle::start(&setup, &mut Dice::new(1), &Work::quiet()).unwrap();
            let notes = automatic_notes(&puzzle.view(Side::FIRST));
            let mut some = 0;
            for (cell, notes) in notes.iter().enumerate().filter(|(_, notes)| **notes != 0) {
                assert!(notes >> board.solution[cell] & 1 == 1, "{id} cell {cell}");
                assert!(*notes < 1 << automaton.automaton().states());
                some += 1;
            }
            assert!(some > 0, "{id}");
        }
    }
}
