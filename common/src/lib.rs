//! What Pentad's programs share.
//!
//! One data flow serves all front ends: [`terminal`], the window and [`protocol`] turn input into the text of a move, the
//! [`session`] keeps the game, and the rules ([`game::Game`], one crate a game) answer. AI players are
//! [`player::Player`]s; most of them use [`search`]; [`arena`] plays matches between them. [`review`] marks the mistakes of
//! a played game. [`job`] runs other work in the background. [`automaton`] is the library of the cell programs.

pub mod arena;
pub mod automaton;
pub mod cli;
pub mod companions;
pub mod fit;
pub mod game;
pub mod interrupt;
pub mod job;
pub mod limits;
pub mod player;
pub mod protocol;
pub mod review;
pub mod search;
pub mod session;
pub mod speed;
pub mod store;
pub mod styled;
pub mod terminal;
pub mod testing;
pub mod tune;
pub mod visible;
#[cfg(feature = "window")]
pub mod window;
pub mod words;
