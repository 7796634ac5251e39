//! The binary of the rule generator; see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(rule_generator::cli::run())
}
