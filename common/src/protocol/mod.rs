//! Talking to other programs, in lines of text.
//!
//! A [`Protocol`] is our side of a talk as a pure state machine, such as [`Ugi`] for the Universal Game Interface;
//! [`serve`] puts it on pipes and threads. [`ChildPlayer`] is the other side: a player whose moves come from such a program.

mod child;
mod engine;
mod go;
mod info;
mod lines;
mod process;
mod talk;
mod ugi;
mod wait;

pub use child::{ChildPlayer, EngineLink, LinkError, UgiLink, child};
pub use engine::{engine, serve};
pub use go::Go;
pub use info::{read_info, write_info};
pub use lines::{LONGEST_LINE, Line, read_line};
pub use process::{Heard, Process};
pub use talk::{Action, PlayerConfig, Protocol, Search};
pub use ugi::Ugi;
pub use wait::{Timeouts, Patience, Reading};

/// A text of somebody else's as part of a sentence of ours: short, and without line breaks or control characters, so
/// that it cannot pass for a line of the protocol.
pub fn quoted(text: &str) -> String {
    plain(text, 60)
}

/// At most `most` characters of a text, with a space for every control character.
fn plain(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}
