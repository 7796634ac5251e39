//! What Pentad's programs share.
//!
//! One data flow serves all front ends: [`terminal`], the window and [`protocol`] turn input into the text of a move, the
//! [`session`] keeps the game, and the rules ([`game::Game`], one crate a game) answer. AI players are
//! [`player::Player`]s; most of them use [`search`]; [`arena`] plays matches between them. [`review`] marks the mistakes of
//! a played game. [`job`] runs other work in the background. [`automaton`] is the library of the cell programs.

pub mod arena;
pub mod automaton;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod companions;
pub mod fit;
#[cfg(all(test, feature = "window"))]
mod fuzz;
pub mod game;
#[cfg(not(target_arch = "wasm32"))]
pub mod interrupt;
pub mod job;
pub mod limits;
pub mod link;
pub mod parameters;
pub mod player;
#[cfg(not(target_arch = "wasm32"))]
pub mod protocol;
pub mod review;
pub mod search;
pub mod session;
pub mod speed;
pub mod store;
pub mod styled;
#[cfg(not(target_arch = "wasm32"))]
pub mod terminal;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;
#[cfg(not(target_arch = "wasm32"))]
pub mod tune;
pub mod visible;
#[cfg(target_arch = "wasm32")]
pub mod web;
#[cfg(feature = "window")]
pub mod window;
pub mod words;
