//! The binary of Warlight; see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(warlight::cli::run())
}
