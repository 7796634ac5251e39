//! The integration tests of the cell puzzle, in one binary.

#[cfg(feature = "window")]
mod window;
