//! What Pentad's programs share.
//!
//! One road leads through the house: a front end ([`terminal`], the window, [`protocol`]) turns what a person or a
//! program does into the text of a move, the [`session`] keeps the game, and the rules ([`game::Game`], one crate a
//! game) answer. AiPlayers are [`player::Player`]s; most of them stand on [`search`]; [`arena`] lets two of them play.
//! Beside the road stands [`automaton`], on which the cell programs are built.

pub mod arena;
pub mod automaton;
pub mod cli;
pub mod fit;
pub mod game;
pub mod interrupt;
pub mod player;
pub mod protocol;
pub mod search;
pub mod session;
pub mod speed;
pub mod store;
pub mod terminal;
pub mod testing;
pub mod tune;
#[cfg(feature = "window")]
pub mod window;
pub mod words;
