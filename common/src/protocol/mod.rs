//! Talking to other programs, in lines of text.
//!
//! [`Ugi`] is our side of the Universal Game Interface as a pure state machine, [`engine`] and [`serve`] put it on
//! pipes and threads, and [`ChildPlayer`] is the other side: a player whose moves come from such a program.

mod child;
mod engine;
mod go;
mod info;
mod lines;
mod process;
mod ugi;

pub use child::{ChildPlayer, Limits, child};
pub use engine::{engine, serve};
pub use go::Go;
pub use info::{read_info, write_info};
pub use lines::{LONGEST_LINE, Line, read_line};
pub use process::{Heard, Process};
pub use ugi::{Action, Search, Ugi};

/// A text of somebody else's as part of a sentence of ours: short, and without line breaks or control characters, so
/// that it cannot pass for a line of the protocol.
fn quoted(text: &str) -> String {
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
