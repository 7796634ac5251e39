//! The source document's table of run values.

use crate::rules::{Colour, Rule, Size};

/// The value of five in a row.
pub const FIVE: i32 = 99_999;

/// By the number of stones from one to five, and the number of blocked ends.
const TABLE: [[i32; 3]; 5] = [[2, 1, 0], [5, 3, 0], [15, 7, 0], [5_000, 20, 0], [FIVE; 3]];

/// Maximum length of a run: the largest side of a board.
const MAX_RUN: usize = Size::MAX as usize;

/// The table for both colours. They can differ in the value of more than five stones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunValues([[[i32; 3]; MAX_RUN + 1]; 2]);

impl RunValues {
    /// The table of a rule. More than five stones count as five if that wins, otherwise nothing.
    pub fn new(rule: Rule) -> RunValues {
        let values_of = |colour, size: usize| match size {
            0 => [0; 3],
            1..=5 => TABLE[size - 1],
            _ if rule.wins(colour, size) => [FIVE; 3],
            _ => [0; 3],
        };
        RunValues(Colour::ALL.map(|colour| std::array::from_fn(|size| values_of(colour, size))))
    }

    /// The value of a run for its colour, by its size and blocked ends.
    pub fn of(&self, colour: Colour, size: u8, blocked: u8) -> i32 {
        self.0[colour.index()][usize::from(size)][usize::from(blocked)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_five_counts_as_five_only_if_it_wins() {
        let six = |rule, colour| RunValues::new(rule).of(colour, 6, 2);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Freestyle, colour)), [FIVE, FIVE]);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Standard, colour)), [0, 0]);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Renju, colour)), [0, FIVE]);
    }

    #[test]
    fn the_table_is_that_of_the_source_document() {
        let values = RunValues::new(Rule::Renju);
        let row = |size| [0, 1, 2].map(|blocked| values.of(Colour::Black, size, blocked));
        assert_eq!([1, 2, 3].map(row), [[2, 1, 0], [5, 3, 0], [15, 7, 0]]);
        assert_eq!([4, 5].map(row), [[5_000, 20, 0], [99_999, 99_999, 99_999]]);
    }
}
