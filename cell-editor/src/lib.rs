//! The editor of cellular automata.
pub mod cli;
