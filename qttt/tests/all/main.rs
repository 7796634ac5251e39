//! The integration tests of quantum tic-tac-toe, in one binary.

mod ai;
mod review;
mod rules;
mod terminal;
#[cfg(feature = "window")]
mod window;
