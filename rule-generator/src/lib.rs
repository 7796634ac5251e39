//! Finds cellular automata that draw a given picture, with a window and a command line.

pub mod bench;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod colouring;
pub mod contradiction;
pub mod files;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod generate;
pub mod mask;
pub mod optimise;
pub mod problem;
pub mod replay;
pub mod samples;
pub mod search;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
