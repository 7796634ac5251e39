//! Searches for rules that draw a mask.

pub mod backtracking;
pub mod beam;
mod control;
pub mod sat;

pub use control::{Control, Meter};
