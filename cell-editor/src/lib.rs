//! The editor of one-dimensional cellular automata: its window, and what its command line can do with their files.

pub mod bench;
pub mod cli;
pub mod document;
pub mod files;
pub mod neighbours;
pub mod recovery;
pub mod source;
pub mod text;
#[cfg(feature = "window")]
pub mod view;
