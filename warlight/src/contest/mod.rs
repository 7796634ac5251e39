//! The protocol of the AI contests, in its versions 1 and 2: a game for two programs in lines of text.
//!
//! [`Bot`] is the side of a bot as a state machine, and [`serve`] runs it on pipes. [`ContestPlayer`] is the side of the
//! referee: a player whose moves come from any program that speaks the protocol. The rules of the contests are in
//! [`crate::rules`].
//!
//! A web page runs no other programs: there only the words of the contest are known.

#[cfg(not(target_arch = "wasm32"))]
mod answer;
#[cfg(not(target_arch = "wasm32"))]
mod bot;
#[cfg(not(target_arch = "wasm32"))]
mod clock;
#[cfg(not(target_arch = "wasm32"))]
mod knowledge;
#[cfg(not(target_arch = "wasm32"))]
mod legal;
mod limits;
#[cfg(not(target_arch = "wasm32"))]
mod player;
mod report;
#[cfg(not(target_arch = "wasm32"))]
mod serve;
#[cfg(not(target_arch = "wasm32"))]
mod tell;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
#[cfg(not(target_arch = "wasm32"))]
mod think;
#[cfg(not(target_arch = "wasm32"))]
mod transcript;
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "nobody speaks the protocol there"))]
mod words;

pub use limits::{ContestClock, ContestLimits, FORGIVEN_TIME_OUTS};
pub use report::ContestReport;
pub use words::{Action, NamedAction, Version};
#[cfg(not(target_arch = "wasm32"))]
pub use {
    bot::{Bot, Reply},
    clock::Allowance,
    knowledge::Knowledge,
    legal::{LegalTurn, Rejection},
    player::ContestPlayer,
    serve::serve,
    think::{Think, ThinkingThread},
    transcript::SharedReport,
};
