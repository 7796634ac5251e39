//! The cell puzzle: see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(cellgame::cli::run())
}
