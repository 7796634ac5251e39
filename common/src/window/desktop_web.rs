//! The file dialogs of a browser: a file is chosen to be read, and a file that is written is downloaded.

use super::file_messages::DOWNLOADS;
use super::file_question::{Answer, Question};
use crate::web;
use egui::Context;
use std::path::{Path, PathBuf};

pub(super) fn look_for_dialogs(_: &Context) {}

pub(super) fn has_dialogs(_: &Context) -> bool {
    true
}

/// A dialog of the browser that is open. One that asks for a name to write is answered at once.
#[derive(Debug)]
pub(super) struct DesktopDialog(Option<PathBuf>);

impl DesktopDialog {
    /// Opens a dialog.
    pub fn open(_: &Context, question: Question) -> DesktopDialog {
        let Question { filter: (_, extensions), save_as, .. } = question;
        if save_as.is_none() {
            web::ask_upload(&extensions);
        }
        DesktopDialog(save_as.map(|name| Path::new(DOWNLOADS).join(name)))
    }

    /// The answer, once it is there.
    pub fn poll(&mut self) -> Option<Answer> {
        if let Some(path) = self.0.take() {
            return Some(Answer::Chosen(path));
        }
        web::take_upload().map(|path| path.map_or(Answer::Cancelled, |path| Answer::Chosen(path.into())))
    }
}
