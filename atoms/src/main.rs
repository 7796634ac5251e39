//! Exploding Atoms: see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(atoms::cli::run())
}
