//! The integration tests of Gomoku, in one binary.

mod classic;
mod drawn;
mod files;
mod renju;
mod review;
mod rules;
mod strong;
#[cfg(feature = "window")]
mod window;
