//! Exploding Atoms: see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(atoms::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    common::web::run_game::<atoms::rules::Position, atoms::view::AtomsUi>(common::web::Tasks::default());
}
