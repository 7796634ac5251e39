//! Start rows of the preview.

use crate::automaton::{Automaton, SpaceTime, StartRow, State, evolve};

/// The source of the preview's start row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PreviewStart {
    /// The start row of the automaton's file, with its size.
    File,
    /// A single cell in state 1.
    Single,
    /// Random cells with this seed.
    Random(u64),
    /// Cells drawn by the user, in the middle of the row.
    Drawn(Vec<State>),
}

impl PreviewStart {
    /// The default: the row of the file, or a single cell, or random cells if a single cell gives a dull picture.
    pub fn default_for(automaton: &Automaton) -> PreviewStart {
        if automaton.start().is_some() {
            return PreviewStart::File;
        }
        let (cells, generations) = (66, 44);
        let row = PreviewStart::Single.row(automaton, cells);
        let rows = evolve(&automaton.table(), automaton.boundary(), &row, generations);
        if is_dull(&rows) { PreviewStart::Random(1) } else { PreviewStart::Single }
    }

    /// The start row. A drawn row that is too wide is cropped to its middle, and states that do not exist are replaced.
    pub fn row(&self, automaton: &Automaton, cells: usize) -> Vec<State> {
        let states = automaton.states();
        let start = match self {
            PreviewStart::File => return automaton.start().map_or(vec![0; cells], |(row, _)| row.to_vec()),
            PreviewStart::Single => StartRow::Single,
            PreviewStart::Random(seed) => StartRow::Random { seed: *seed },
            PreviewStart::Drawn(row) => {
                let first = row.len().saturating_sub(cells) / 2;
                let visible = row[first..(first + cells).min(row.len())].iter();
                StartRow::Cells(visible.map(|state| (*state).min(states - 1)).collect())
            }
        };
        start.row(states, cells).unwrap_or_else(|_| vec![0; cells])
    }

    /// The name in the list of starts.
    pub(super) fn name(&self) -> &'static str {
        match self {
            PreviewStart::File => "from the file",
            PreviewStart::Single => "single cell",
            PreviewStart::Random(_) => "random cells",
            PreviewStart::Drawn(_) => "drawn cells",
        }
    }
}

/// Whether no generation has more than a few changes of state along the row.
fn is_dull(rows: &SpaceTime) -> bool {
    let changes = |row: &[State]| row.windows(2).filter(|pair| pair[0] != pair[1]).count();
    rows.rows().map(changes).max().unwrap_or(0) <= 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{AutomatonKind, wolfram};

    fn rule(number: &str) -> Automaton {
        Automaton::new(AutomatonKind::Common, &wolfram::table(2, number).unwrap()).unwrap()
    }

    #[test]
    fn every_start_fills_the_row() {
        let rule = rule("30");
        assert_eq!(PreviewStart::Single.row(&rule, 5), [0, 0, 1, 0, 0]);
        assert_eq!(PreviewStart::Drawn(vec![1, 0, 1]).row(&rule, 5), [0, 1, 0, 1, 0]);
        assert_eq!(PreviewStart::Drawn(vec![0, 0, 1, 1, 0, 0]).row(&rule, 4), [0, 1, 1, 0]);
        assert_eq!(PreviewStart::Drawn(vec![7]).row(&rule, 3), [0, 1, 0], "a state that does not exist");
        assert_eq!(PreviewStart::File.row(&rule, 3), [0, 0, 0]);
        let random = |seed| PreviewStart::Random(seed).row(&rule, 60);
        assert_eq!(random(4), random(4));
        assert_ne!(random(4), random(5));
    }

    #[test]
    fn a_rule_that_is_dull_from_one_cell_starts_from_random_cells() {
        assert_eq!(PreviewStart::default_for(&rule("30")), PreviewStart::Single);
        assert_eq!(PreviewStart::default_for(&rule("184")), PreviewStart::Random(1));
    }
}
