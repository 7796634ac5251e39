//! Finds cellular automata that draw a given picture, with a window and a command line.

pub mod bench;
pub mod contradiction;
pub mod generate;
pub mod mask;
pub mod problem;
pub mod search;
