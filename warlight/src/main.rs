//! The binary of Warlight; see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(warlight::cli::run())
}
