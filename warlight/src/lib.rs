//! Conquest on maps: regions, armies, and turns that all players give at the same time.

pub mod ai;
pub mod cli;
pub mod contest;
pub mod map;
pub mod rules;
pub mod text;
