//! The binary of the rule generator; see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(rule_generator::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    rule_generator::view::run_page();
}
