//! The integration tests of Exploding Atoms, in one binary.

mod ai;
mod review;
mod rules;
mod solve;
#[cfg(feature = "window")]
mod start;
mod terminal;
#[cfg(feature = "window")]
mod window;
