//! Searches for rules that draw a mask.

mod control;
pub mod sat;

pub use control::{Control, Meter};
