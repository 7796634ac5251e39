//! The cell puzzle: a logic game on one-dimensional cellular automata.

pub mod generator;
pub mod layout;
pub mod solver;
