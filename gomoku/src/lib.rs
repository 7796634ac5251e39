//! Gomoku: rules, the AI players of the source document and a strong engine, a terminal, a window and a tournament engine.

pub mod ai;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod files;
#[cfg(all(test, feature = "window"))]
mod fuzz;
#[cfg(not(target_arch = "wasm32"))]
pub mod gomocup;
pub mod puzzles;
pub mod rules;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
