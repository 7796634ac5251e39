//! The binary of the cell editor; see the library.

fn main() -> std::process::ExitCode {
    common::cli::exit(cell_editor::cli::run())
}
