//! Quantum tic-tac-toe: see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(qttt::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    let tasks = common::web::Tasks::default().with_bench(qttt::ai::bench);
    common::web::run_game::<qttt::rules::Position, qttt::view::QtttUi>(tasks);
}
