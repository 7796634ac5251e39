//! The command line.
/// Runs.
pub fn run() -> Result<(), common::cli::Failure> { Ok(()) }
