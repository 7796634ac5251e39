//! One-dimensional cellular automata with 2 to 10 states and radius 1 (one neighbour on each side): rule tables,
//! evolution, the files `.ccell`, `.tcell` and `.pcell`, rule codes, formulas and space–time pictures.
//!
//! ```
//! use common::automaton::{Boundary, evolve, wolfram};
//! let rule = wolfram::table(2, "90").unwrap();
//! let rows = evolve(&rule, Boundary::Flat { edge: 0 }, &[0, 0, 0, 1, 0, 0, 0], 3);
//! assert_eq!(rows.row(2), [0, 1, 0, 0, 0, 1, 0]);
//! ```

mod boundary;
pub mod code;
mod colour;
mod definition;
mod evolve;
mod file;
pub mod formula;
pub mod golly;
pub mod library;
mod pattern;
pub mod picture;
mod random;
mod rule;
mod start_row;
mod table;
#[cfg(test)]
mod tests;
pub mod wolfram;

pub use boundary::Boundary;
pub use colour::Colour;
pub use definition::{Automaton, AutomatonKind};
pub use evolve::{Evolution, SpaceTime, evolve, naive};
pub use file::FileError;
pub use formula::{Formula, FormulaError};
pub use pattern::RulePattern;
pub use rule::{Rule, Triple, triples, unordered_triples};
pub use start_row::StartRow;
pub use table::{RuleConflict, RuleTable};

/// The state of a cell, counted from 0.
pub type State = u8;

/// The minimum number of states.
pub const MIN_STATES: u8 = 2;

/// The maximum number of states, so that one digit can name each state.
pub const MAX_STATES: u8 = 10;
