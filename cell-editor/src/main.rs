//! The binary of the cell editor; see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(cell_editor::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    cell_editor::view::run_page();
}
