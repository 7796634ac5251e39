//! Protocols: communication with other programs in lines of text.
//!
//! A [`Protocol`] is the engine's side as a pure state machine, such as [`Ugi`] for the Universal Game Interface;
//! [`serve`] runs it on pipes and threads. [`ChildPlayer`] is the other side: a player whose moves come from another
//! program.

mod child;
mod engine;
mod go;
mod info;
mod lateness;
mod lines;
mod process;
mod state_machine;
mod ugi;
mod wait;

pub use child::{ChildPlayer, EngineLink, LinkError, UgiLink, child};
pub use engine::{engine, serve};
pub use go::GoLimits;
pub use info::{read_info, write_info};
pub use lateness::Lateness;
pub use lines::{Line, MAX_LINE, read_line};
pub use process::{Process, Received};
pub use state_machine::{Action, GameStart, PlayerConfig, Protocol, Search};
pub use ugi::Ugi;
pub use wait::{Reading, Timeouts, WaitLimits, set_answer_timeout};

/// Text from outside as part of a sentence: short, and without line breaks or control characters, so that it cannot be
/// taken for a line of the protocol.
pub fn quoted(text: &str) -> String {
    clean(text, 60)
}

/// At most `max` characters of a text, with a space for every control character.
fn clean(text: &str, max: usize) -> String {
    let mut short: String = text.chars().take(max).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(max).is_some() {
        short.push('…');
    }
    short
}

/// A move as one word of a line: `bid 2` becomes `bid_2`.
fn move_to_word(text: &str) -> String {
    text.replace(char::is_whitespace, "_")
}

/// The text of a move that was written as one word. A game's own moves have no underscores.
fn word_to_move(word: &str) -> String {
    word.replace('_', " ")
}
