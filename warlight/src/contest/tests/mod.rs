//! Conversations: with a bot alone, and of a bot with the referee.

mod bot;
mod games;
