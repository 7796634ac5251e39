//! Quantum tic-tac-toe: rules, perfect play, a terminal, a window that teaches, and an engine.

pub mod ai;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod rules;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
