//! Conquest on maps: regions, armies, and turns that all players give at the same time.

pub mod cli;
pub mod map;
