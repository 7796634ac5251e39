//! The cell puzzle: a logic game on one-dimensional cellular automata.
//!
//! The board shows the generations of an automaton as rows. Some cells are given; the player finds the others by the
//! automaton's rules. Every board is made such that reasoning is enough, and graded by the reasoning that it takes.

pub mod ai;
pub mod automaton_ref;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod daily;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod generator;
pub mod hint;
pub mod id;
pub mod layout;
pub mod overview;
pub mod review;
pub mod rules;
mod sheet;
pub mod solver;
pub mod stats;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
