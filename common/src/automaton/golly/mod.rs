//! Golly's `.rule` files, restricted to one-dimensional tables with at most 10 states.
//!
//! The columns are centre, west, east, new centre. The first line that matches a triple applies; a cell whose triple
//! matches no line keeps its state. A variable that occurs once in a line matches any of its states; a variable that
//! occurs several times has the same state everywhere.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::read;
pub use write::{rule_name, write};
