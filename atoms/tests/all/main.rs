//! The integration tests of Exploding Atoms, in one binary.

mod ai;
mod review;
mod rules;
mod solve;
mod terminal;
#[cfg(feature = "window")]
mod window;
