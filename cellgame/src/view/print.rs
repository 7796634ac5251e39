//! The dialog that writes a sheet to solve on paper.

use crate::rules::PuzzleView;
use crate::sheet;
use common::store;
use common::window::{FileBrowser, FileBrowserEvent, FileFilter, page, quiet, written_message};
use common::words::sentence;
use egui::Ui;
use std::path::Path;

const FILTER: FileFilter = FileFilter {
    name: "sheets (.png, .svg, .txt)",
    accepts: |path| extension(path).is_some(),
    extensions: || sheet::EXTENSIONS.to_vec(),
};

/// The extension of a sheet.
fn extension(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    sheet::EXTENSIONS.into_iter().find(|known| extension.eq_ignore_ascii_case(known))
}

/// The dialog, while it is open.
#[derive(Debug, Default)]
pub struct PrintDialog {
    browser: Option<FileBrowser>,
}

impl PrintDialog {
    /// Opens the dialog.
    pub fn open(&mut self) {
        let folder = std::env::current_dir().unwrap_or_default();
        self.browser = Some(FileBrowser::new(FILTER, folder, "cell-puzzle.png".to_owned()));
    }

    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.browser.is_some()
    }

    /// Closes the dialog.
    pub fn close(&mut self) {
        self.browser = None;
    }

    /// Draws the dialog, if it is open. Returns what to say when a sheet was written.
    pub fn ui(&mut self, ui: &Ui, view: &PuzzleView) -> Option<String> {
        let browser = self.browser.as_mut()?;
        let draw = |ui: &mut Ui| {
            page::title(ui, "Print the puzzle");
            ui.label(quiet("Writes a sheet with the board and its rules. Open the file and print it."));
            browser.save_page(ui, "Write", |_, path| match extension(path) {
                Some(_) => Ok(()),
                None => Err("The name must end in .png, .svg or .txt.".to_owned()),
            })
        };
        // Escape closes it.
        let event = page::show(ui, 460.0, draw).unwrap_or(Some(FileBrowserEvent::Cancel));
        match event? {
            FileBrowserEvent::Cancel => self.browser = None,
            FileBrowserEvent::Choose(path) => match write(view, &path) {
                Ok(()) => {
                    self.browser = None;
                    return Some(written_message(&path));
                }
                Err(why) => browser.complain(sentence(&why)),
            },
        }
        None
    }
}

fn write(view: &PuzzleView, path: &Path) -> Result<(), String> {
    let extension = extension(path).unwrap_or("png");
    let bytes = sheet::bytes(view, &view.clues(), extension).map_err(|why| why.to_string())?;
    store::write_atomic(path, &bytes).map_err(|why| why.to_string())
}
