//! The file dialogs of the desktop, through its portal. Where there is none, our own list is used.

use super::file_question::{Answer, Question};
use crate::job::Job;
use egui::{Context, Id};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set to `list`, our own list is used everywhere.
const VARIABLE: &str = "PENTAD_FILE_DIALOG";

/// Whether the desktop has file dialogs; not, until that is known.
#[derive(Debug, Clone, Default)]
struct Available(Arc<AtomicBool>);

fn id() -> Id {
    Id::unique("desktop file dialogs")
}

/// Finds out in the background whether the desktop has file dialogs. A window without a display never calls this.
pub(super) fn look_for_dialogs(ctx: &Context) {
    if std::env::var_os(VARIABLE).is_some_and(|value| value == "list") {
        return;
    }
    let available = Available::default();
    ctx.data_mut(|data| data.insert_temp(id(), available.clone()));
    let look = move || available.0.store(exists(), Ordering::Relaxed);
    // Without a thread there are no desktop dialogs.
    let _ = std::thread::Builder::new().name("portal".to_owned()).spawn(look);
}

/// Whether the desktop has file dialogs.
pub(super) fn has_dialogs(ctx: &Context) -> bool {
    let available: Option<Available> = ctx.data(|data| data.get_temp(id()));
    available.is_some_and(|available| available.0.load(Ordering::Relaxed))
}

/// Asks the portal for the version of its file dialogs.
#[cfg(all(unix, not(target_os = "macos")))]
fn exists() -> bool {
    let version = async {
        let connection = zbus::connection::Builder::session()?.build().await?;
        let (service, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop");
        let question = ("org.freedesktop.portal.FileChooser", "version");
        let properties = Some("org.freedesktop.DBus.Properties");
        connection.call_method(Some(service), path, properties, "Get", &question).await
    };
    pollster::block_on(version).is_ok()
}

#[cfg(windows)]
fn exists() -> bool {
    true
}

/// Other systems allow dialogs only on the main thread, which must not wait for them.
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
fn exists() -> bool {
    false
}

/// A dialog of the desktop that is open.
#[derive(Debug)]
pub(super) struct DesktopDialog(Job<Option<PathBuf>>);

impl DesktopDialog {
    /// Opens a dialog. It runs on a thread of its own.
    pub fn open(ctx: &Context, question: Question) -> DesktopDialog {
        let ctx = ctx.clone();
        DesktopDialog(Job::start("file dialog", move || ctx.request_repaint(), move |_| ask(question)))
    }

    /// The answer, once it is there.
    pub fn poll(&mut self) -> Option<Answer> {
        let chosen = self.0.poll()?.unwrap_or_default();
        Some(chosen.map_or(Answer::Cancelled, Answer::Chosen))
    }
}

fn ask(question: Question) -> Option<PathBuf> {
    let Question { title, folder, filter: (name, extensions), save_as } = question;
    let mut dialog = rfd::FileDialog::new().set_title(title).add_filter(name, &extensions);
    if let Some(folder) = existing(&folder) {
        dialog = dialog.set_directory(folder);
    }
    match save_as {
        None => dialog.add_filter("all files", &["*"]).pick_file(),
        Some(name) => dialog.set_file_name(name).save_file(),
    }
}

/// The folder, or the one above it that exists.
fn existing(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_display_our_own_list_is_used() {
        assert!(!has_dialogs(&Context::default()));
    }

    #[test]
    fn a_dialog_opens_in_a_folder_that_exists() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(existing(&dir.path().join("a/b")), Some(dir.path()));
        assert_eq!(existing(dir.path()), Some(dir.path()));
    }
}
