//! Golly's `.rule` files, as far as they are one-dimensional tables of at most 10 states.
//!
//! Columns are centre, west, east, new centre. The first line that fits a triple counts; a triple that no line fits
//! leaves the cell as it is. Of a variable that occurs once in a line any state fits; one that occurs several times
//! stands for the same state everywhere.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::read;
pub use write::{rule_name, write};
