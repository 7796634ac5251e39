//! Saving and exporting.

use super::Editor;
use super::dialogs::{Dialog, Request};
use crate::document::Document;
use crate::files::{self, EXPORT_FILTER, FILTER, Format};
use crate::text;
use common::automaton::{AutomatonKind, Formula, evolve};
use common::store;
use common::window::{
    FileBrowser, FileBrowserEvent, FileFilter, exported_message, page, quiet, saved_message,
};
use common::words::sentence;
use egui::{Slider, Ui};
use std::path::Path;

impl Editor {
    /// Saves to the document's file, or asks for a file if it has none.
    pub(super) fn save(&mut self, then: Option<Request>) {
        let Some(document) = &self.document else { return };
        match document.path().map(Path::to_path_buf) {
            Some(_) if document.is_outdated() => self.dialog = Some(Dialog::Overwrite(then)),
            Some(path) => self.save_to(&path, then),
            None => self.dialog = Some(self.save_as(then)),
        }
    }

    /// The dialog to choose a file to save to.
    pub(super) fn save_as(&self, then: Option<Request>) -> Dialog {
        let name = self.document.as_ref().map_or(String::new(), |document| document.name().to_owned());
        Dialog::Save { browser: FileBrowser::new(FILTER, self.folder(), name), then }
    }

    /// The dialog to choose a file to export to.
    pub(super) fn export(&self) -> Dialog {
        let name = Path::new(self.document.as_ref().map_or("picture", Document::name)).with_extension("png");
        let folder = self.export_folder.clone().unwrap_or_else(|| self.folder());
        let browser = FileBrowser::new(EXPORT_FILTER, folder, name.display().to_string()).with_own_list();
        Dialog::Export { browser, cell: 6 }
    }

    pub(super) fn save_to(&mut self, path: &Path, then: Option<Request>) {
        let start = self.preview.visible_picture();
        let Some(document) = &mut self.document else { return };
        match document.save(path, start) {
            Ok(()) => {
                let formula = document.automaton().formula();
                let valid = formula.is_none_or(|formula| formula.parse::<Formula>().is_ok());
                let warning = if valid { "" } else { " The formula has a syntax error." };
                self.message = format!("{}{warning}", saved_message(path));
                self.recovery.discard();
                self.settings.recent.add(path);
                self.save_settings();
                if let Some(request) = then {
                    self.perform(request);
                }
            }
            Err(why) => {
                self.dialog = Some(Dialog::Save { browser: self.retry_browser(FILTER, path, &why), then });
            }
        }
    }

    /// A file browser with an error message.
    fn retry_browser(&self, filter: FileFilter, path: &Path, why: &str) -> FileBrowser {
        let folder = path.parent().map_or_else(|| self.folder(), Path::to_path_buf);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut browser = FileBrowser::new(filter, folder, name);
        browser.complain(sentence(why));
        browser
    }

    pub(super) fn export_to(&mut self, path: &Path, cell: usize) {
        let Some(document) = &self.document else { return };
        let automaton = document.automaton();
        let golly = files::format(path) == Ok(Format::Golly);
        let bytes = if golly {
            Ok(files::golly_text(path, automaton).into_bytes())
        } else {
            let picture = self.preview.visible_picture().ok_or_else(|| "there is nothing to draw".to_owned());
            picture.and_then(|(row, generations)| {
                let rows = evolve(&automaton.table(), automaton.boundary(), &row, generations);
                files::picture(path, automaton, &rows, cell)
            })
        };
        match bytes.and_then(|bytes| store::write_atomic(path, &bytes).map_err(|why| why.to_string())) {
            Ok(()) => {
                let warning = if golly && files::changes_background(automaton) {
                    text::GOLLY_BACKGROUND_WARNING
                } else {
                    ""
                };
                self.message = format!("{} {warning}", exported_message(path)).trim_end().to_owned();
                self.export_folder = path.parent().map(Path::to_path_buf);
            }
            Err(why) => {
                self.dialog =
                    Some(Dialog::Export { browser: self.retry_browser(EXPORT_FILTER, path, &why), cell });
            }
        }
    }
}

/// The page to choose a file to save to. A name without an extension gets that of this kind.
pub fn save_page(ui: &mut Ui, browser: &mut FileBrowser, kind: AutomatonKind) -> Option<FileBrowserEvent> {
    page::title(ui, "Save the automaton");
    browser.save_page_adding(ui, "Save", kind.extension(), |ui, path| {
        ui.label(quiet("The extension determines the kind: .ccell is common, .tcell is totalistic, .pcell is the picture in the preview."));
        match AutomatonKind::from_path(path) {
            Some(_) => Ok(()),
            None => Err("The name must end in .ccell, .tcell or .pcell.".to_owned()),
        }
    })
}

/// The page to choose a picture or a Golly rule to write. `size` is the picture's number of cells and generations.
pub fn export_page(
    ui: &mut Ui,
    browser: &mut FileBrowser,
    cell: &mut usize,
    size: Option<(usize, usize)>,
) -> Option<FileBrowserEvent> {
    page::title(ui, "Export a picture or a rule");
    browser.save_page(ui, "Export", |ui, path| {
        ui.label(quiet(".png and .svg export the picture in the preview, .rule exports a rule for Golly."));
        let picture = files::is_picture(path);
        if picture {
            ui.horizontal(|ui| {
                let label = ui.label("Cell size");
                ui.add(Slider::new(cell, 1..=32).suffix(" px")).labelled_by(label.id);
                if let Some((cells, generations)) = size {
                    ui.label(quiet(format!("{} × {} px", cells * *cell, generations * *cell)));
                }
            });
        }
        match files::format(path) {
            Ok(Format::Native(_)) => Err("To save an automaton, use Save as….".to_owned()),
            Ok(Format::Golly) => Ok(()),
            Err(_) if picture => Ok(()),
            Err(_) => Err("The name must end in .png, .svg or .rule.".to_owned()),
        }
    })
}
