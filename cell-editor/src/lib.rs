//! An editor of one-dimensional cellular automata, with a window and a command line.

pub mod bench;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod document;
pub mod files;
#[cfg(all(test, feature = "window"))]
mod fuzz;
mod history;
pub mod recovery;
pub mod rule_source;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
