//! The arena: matches between AI players, and what their results say about the players' strength.
//!
//! In every group of games each player takes each side once; with two players that is a pair with sides swapped.
//! Everything random follows from the seed and the index of a game, so a match can be repeated, distributed over threads,
//! or split into shards and merged.

#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod games_file;
#[cfg(not(target_arch = "wasm32"))]
mod merge;
#[cfg(not(target_arch = "wasm32"))]
mod move_texts;
#[cfg(not(target_arch = "wasm32"))]
mod openings;
#[cfg(not(target_arch = "wasm32"))]
mod play;
#[cfg(not(target_arch = "wasm32"))]
mod record;
#[cfg(not(target_arch = "wasm32"))]
mod report;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a web page plays no matches"))]
mod schedule;
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a web page plays no matches"))]
mod stats;
#[cfg(test)]
mod tests;

#[cfg(not(target_arch = "wasm32"))]
pub use command::{ArenaArgs, run};
#[cfg(not(target_arch = "wasm32"))]
pub use openings::OpeningRule;
pub use schedule::{BadShard, MAX_GAMES, NotAPlayer, PlayerIndex, Schedule, Seeds, Shard};
pub use stats::{BadSprt, Elo, GameScore, Pairs, Sprt, WinDrawLoss, elo, is_over_time, wilson_interval};
