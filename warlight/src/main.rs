//! The binary of Warlight; see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(warlight::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    warlight::view::run_page();
}
