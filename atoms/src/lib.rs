//! Exploding Atoms: rules, AI players, a solver of small boards, a terminal, a window and an engine.

pub mod ai;
pub mod board;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod rules;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
