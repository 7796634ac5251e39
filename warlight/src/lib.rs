//! Conquest on maps: regions, armies, and turns that all players give at the same time.

pub mod ai;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod compact;
pub mod contest;
pub mod database;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod map;
pub mod packed;
pub mod record;
pub mod review;
pub mod rules;
pub mod simulate;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
