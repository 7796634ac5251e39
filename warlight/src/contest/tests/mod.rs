//! Conversations: with a bot alone, and of a bot with the referee.

pub(crate) mod bot;
mod games;
