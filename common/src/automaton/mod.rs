//! One-dimensional cellular automata of 2 to 10 states whose cells see one neighbour on each side: tables, their
//! evolution, the files `.ccell`, `.tcell` and `.pcell`, codes, formulas, and pictures of space and time.
//!
//! ```
//! use common::automaton::{Plan, evolve, wolfram};
//! let rule = wolfram::table(2, "90").unwrap();
//! let rows = evolve(&rule, Plan::Flat { edge: 0 }, &[0, 0, 0, 1, 0, 0, 0], 3);
//! assert_eq!(rows.row(2), [0, 1, 0, 0, 0, 1, 0]);
//! ```

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
mod plan;
mod random;
mod rule;
mod start;
mod table;
#[cfg(test)]
mod tests;
pub mod wolfram;

pub use colour::Colour;
pub use definition::{Automaton, Kind};
pub use evolve::{Evolution, SpaceTime, evolve, plain};
pub use file::FileError;
pub use formula::{Formula, FormulaError};
pub use pattern::Pattern;
pub use plan::Plan;
pub use rule::{Rule, Triple, triples, unordered_triples};
pub use start::Start;
pub use table::{Clash, Table};

/// A state of a cell, counted from 0.
pub type State = u8;

/// The fewest states that an automaton may have.
pub const FEWEST_STATES: u8 = 2;

/// The most states that an automaton may have: one digit is enough for any.
pub const MOST_STATES: u8 = 10;
