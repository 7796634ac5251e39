//! The Gomocup engine, under the name that tournament managers expect.

fn main() -> std::process::ExitCode {
    common::cli::exit(gomoku::cli::run_brain())
}
