//! The cell puzzle: see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(cellgame::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    cellgame::view::run_page();
}
