//! Gomoku: see the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    common::cli::exit(gomoku::cli::run())
}

/// The web page.
#[cfg(target_arch = "wasm32")]
fn main() {
    let tasks = common::web::Tasks::default().with_bench(gomoku::ai::bench);
    common::web::run_game::<gomoku::rules::Position, gomoku::view::GomokuUi>(tasks);
}
