//! Gomoku: see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(gomoku::cli::run())
}
