//! The source document's table: what a run of stones is worth.

use crate::rules::{Colour, Rule, Size};

/// What five in a row are worth.
pub const FIVE: i32 = 99_999;

/// By the number of stones from one to five, and how many ends of the run are blocked.
const TABLE: [[i32; 3]; 5] = [[2, 1, 0], [5, 3, 0], [15, 7, 0], [5_000, 20, 0], [FIVE; 3]];

/// A run is never longer than the longest side of a board.
const LONGEST: usize = Size::MAX as usize;

/// The table of both colours under a rule: they differ in what a run of more than five is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worths([[[i32; 3]; LONGEST + 1]; 2]);

impl Worths {
    /// The table under a rule. More than five stones are worth as much as five where they win, otherwise nothing.
    pub fn new(rule: Rule) -> Worths {
        let of = |colour, size: usize| match size {
            0 => [0; 3],
            1..=5 => TABLE[size - 1],
            _ if rule.wins(colour, size) => [FIVE; 3],
            _ => [0; 3],
        };
        Worths(Colour::ALL.map(|colour| std::array::from_fn(|size| of(colour, size))))
    }

    /// What a run of so many stones is worth to its colour, so many of its ends being blocked.
    pub fn of(&self, colour: Colour, size: u8, blocked: u8) -> i32 {
        self.0[colour.index()][usize::from(size)][usize::from(blocked)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_is_worth_five_where_it_wins() {
        let six = |rule, colour| Worths::new(rule).of(colour, 6, 2);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Freestyle, colour)), [FIVE, FIVE]);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Standard, colour)), [0, 0]);
        assert_eq!(Colour::ALL.map(|colour| six(Rule::Renju, colour)), [0, FIVE]);
    }

    #[test]
    fn the_table_is_the_documents() {
        let worths = Worths::new(Rule::Renju);
        let row = |size| [0, 1, 2].map(|blocked| worths.of(Colour::Black, size, blocked));
        assert_eq!([1, 2, 3].map(row), [[2, 1, 0], [5, 3, 0], [15, 7, 0]]);
        assert_eq!([4, 5].map(row), [[5_000, 20, 0], [99_999, 99_999, 99_999]]);
    }
}
