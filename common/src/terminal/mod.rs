//! The terminal front end: any game that has words, played line by line, by a person or through a pipe.

mod command;
mod start;
mod table;
#[cfg(test)]
mod tests;

pub use start::{PlayArgs, Request, instead, run};
pub use table::{TerminalOptions, play};
