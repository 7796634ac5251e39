//! The editor of one-dimensional cellular automata: what its command line can do with their files.

pub mod bench;
pub mod cli;
pub mod text;
