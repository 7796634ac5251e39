//! Quantum tic-tac-toe: see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(qttt::cli::run())
}
