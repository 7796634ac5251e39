//! The terminal front end: any game that has words, played line by line, by a human or through a pipe.

mod command;
mod game;
mod lines;
mod rendering;
mod run_command;
mod show;
mod start;
#[cfg(test)]
mod tests;

pub use game::{TerminalOptions, play};
pub use lines::{LineEditor, LineRequest, LineSource};
pub use rendering::{ColorArgs, Rendering};
pub use start::{PlayArgs, Request, instead, run};
