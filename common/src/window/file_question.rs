//! What a file dialog asks for, and its answer.

use std::path::PathBuf;

/// What a dialog asks for.
#[derive(Debug, Clone)]
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser chooses titles and folders itself"))]
pub(super) struct Question {
    pub title: String,
    pub folder: PathBuf,
    /// The files that are listed, and their extensions.
    pub filter: (&'static str, Vec<&'static str>),
    /// The suggested name of a file to write; `None` to open one.
    pub save_as: Option<String>,
}

/// How a dialog was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    Chosen(PathBuf),
    /// It was cancelled, or it could not be opened.
    Cancelled,
}
