//! Exploding Atoms: see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(atoms::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    let tasks = common::web::Tasks::default().with_bench(atoms::ai::bench);
    common::web::run_game::<atoms::rules::Position, atoms::view::AtomsUi>(tasks);
}
