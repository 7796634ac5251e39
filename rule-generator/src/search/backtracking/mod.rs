//! The search row by row: the method of the thesis, and a pruned and parallel one with the same answers.

mod layout;
mod plain;
mod propagation;
mod pruned;
#[cfg(test)]
mod tests;

pub use plain::plain;
pub use pruned::solve;
