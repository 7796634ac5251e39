//! Gomoku as a tournament manager starts it: the engine, by the name that managers look for.

fn main() -> std::process::ExitCode {
    common::cli::exit(gomoku::cli::run_brain())
}
