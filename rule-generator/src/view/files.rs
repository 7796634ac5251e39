//! Opening and saving: masks as text and pictures, automata as masks, and results.

use super::dialogs::Dialog;
use super::{Generator, words};
use crate::files::{self, Format, MaskFile};
use crate::mask::Mask;
use crate::text::described;
use common::automaton::{Automaton, AutomatonKind};
use common::window::{FileBrowser, FileFilter, opened_message, saved_message};
use std::path::{Path, PathBuf};

/// The files that can be opened.
pub const FILTER: FileFilter = FileFilter {
    name: "pictures (.txt, .png) or .pcell files",
    accepts: |path| Format::from_path(path).is_ok() || files::is_picture_automaton(path),
    extensions: || vec!["txt", "png", "pcell"],
};

/// The files that can be imported.
pub const IMPORT_FILTER: FileFilter = FileFilter {
    name: "pictures (.png)",
    accepts: |path| Format::from_path(path) == Ok(Format::Picture),
    extensions: || vec!["png"],
};

/// The files that a mask can be saved to.
const MASK_FILTER: FileFilter = FileFilter {
    name: "pictures (.txt, .png)",
    accepts: |path| check_mask_name(path).is_ok(),
    extensions: || vec!["txt", "png"],
};

/// The files that a result can be saved to.
const RESULT_FILTER: FileFilter = FileFilter {
    name: ".pcell files",
    accepts: |path| check_result_name(path).is_ok(),
    extensions: || vec!["pcell"],
};

impl Generator {
    /// Opens a file, in the dialog for pictures if it is one. Returns whether it could be read.
    pub(super) fn open_file(&mut self, path: &Path) -> bool {
        // A picture may be large: the dialog reads it in the background.
        if Format::from_path(path) == Ok(Format::Picture) {
            return self.import_picture(path);
        }
        match files::read(path, None) {
            Ok(MaskFile::Text(mask)) => {
                self.dialog = None;
                self.opened(mask, path);
                true
            }
            Ok(MaskFile::Picture(_)) => self.import_picture(path),
            Err(why) => {
                self.complain(&words::file_problem(&why));
                false
            }
        }
    }

    /// Shows a mask that was read from a file.
    pub(super) fn opened(&mut self, mask: Mask, path: &Path) {
        self.open_picture(mask, &stem(path));
        self.settings.recent.add(path);
        self.say(&opened_message(path));
    }

    /// The folder of the last used file, or the current folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.settings.recent.folder().or_else(|| std::env::current_dir().ok()).unwrap_or_default()
    }

    fn suggested_name(&self, extension: &str) -> String {
        format!("{}.{extension}", self.file_name())
    }

    /// The name of the picture in file names.
    pub(super) fn file_name(&self) -> String {
        match self.canvas.name() {
            "" => "picture".to_owned(),
            name => name.to_lowercase().replace(' ', "-"),
        }
    }

    /// The selected result with a description, in the colours that are shown.
    pub(super) fn described_result(&self) -> Option<Automaton> {
        let (automaton, mask) = self.results.automaton()?;
        Some(described(automaton, mask, self.canvas.name()))
    }

    /// The dialog to save the mask.
    pub(super) fn save_mask_dialog(&self, extension: &str) -> Dialog {
        let browser =
            FileBrowser::new(MASK_FILTER, self.folder(), self.suggested_name(extension)).with_own_list();
        Dialog::SaveMask { browser, cell_size: 8 }
    }

    /// The dialog to save the selected result.
    pub(super) fn save_result_dialog(&self) -> Dialog {
        Dialog::SaveResult(FileBrowser::new(RESULT_FILTER, self.folder(), self.suggested_name("pcell")))
    }

    /// Saves the mask, as text or as a picture.
    pub(super) fn save_mask(&mut self, path: &Path, cell_size: usize) -> Result<(), String> {
        files::save(path, self.canvas.mask(), cell_size)?;
        self.canvas.rename(&stem(path));
        self.saved(path);
        Ok(())
    }

    /// Saves the selected result.
    pub(super) fn save_result(&mut self, path: &Path) -> Result<(), String> {
        let automaton = self.described_result().ok_or_else(|| "there is no result".to_owned())?;
        automaton.save(path).map_err(|why| why.to_string())?;
        if self.canvas.name().is_empty() {
            self.canvas.rename(&stem(path));
        }
        self.saved(path);
        Ok(())
    }

    fn saved(&mut self, path: &Path) {
        self.settings.recent.add(path);
        self.say(&saved_message(path));
    }
}

/// The name of a file without its folder and its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a mask can be saved under this name.
pub fn check_mask_name(path: &Path) -> Result<(), String> {
    Format::from_path(path).map(|_| ()).map_err(|_| "The name must end in .txt or .png.".to_owned())
}

/// Whether a result can be saved under this name.
pub fn check_result_name(path: &Path) -> Result<(), String> {
    match AutomatonKind::from_path(path) {
        Some(AutomatonKind::Picture) => Ok(()),
        _ => Err("The name must end in .pcell.".to_owned()),
    }
}
