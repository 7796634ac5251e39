//! Searches for rules that draw a mask.

pub mod backtracking;
mod control;
pub mod sat;

pub use control::{Control, Meter};
