//! Saving and exporting: where to, under which name, and what is said about it.

use super::Editor;
use super::browser::{Act, Browser};
use super::dialogs::{Dialog, Request};
use crate::document::Document;
use crate::files;
use crate::text;
use common::automaton::{Formula, Kind, evolve};
use common::store;
use common::window::{page, quiet};
use common::words::sentence;
use egui::{Slider, Ui};
use std::path::Path;

impl Editor {
    /// Saves where the automaton is kept, or asks where that is to be.
    pub(super) fn save(&mut self, then: Option<Request>) {
        let Some(document) = &self.document else { return };
        match document.path().map(Path::to_path_buf) {
            Some(_) if document.is_outdated() => self.dialog = Some(Dialog::Overwrite(then)),
            Some(path) => self.save_to(&path, then),
            None => self.dialog = Some(self.save_as(then)),
        }
    }

    /// The page that asks for a file to save in.
    pub(super) fn save_as(&self, then: Option<Request>) -> Dialog {
        let name = self.document.as_ref().map_or(String::new(), |document| document.name().to_owned());
        Dialog::Save { browser: Browser::new(self.folder(), name), then }
    }

    /// The page that asks for a picture to write.
    pub(super) fn export(&self) -> Dialog {
        let name = Path::new(self.document.as_ref().map_or("picture", Document::name)).with_extension("png");
        let folder = self.exported.clone().unwrap_or_else(|| self.folder());
        Dialog::Export { browser: Browser::new(folder, name.display().to_string()), cell: 6 }
    }

    pub(super) fn save_to(&mut self, path: &Path, then: Option<Request>) {
        let start = self.preview.shown();
        let Some(document) = &mut self.document else { return };
        match document.save(path, start) {
            Ok(()) => {
                let formula = document.automaton().formula();
                let understood = formula.is_none_or(|formula| formula.parse::<Formula>().is_ok());
                let but = if understood { "" } else { " Its formula is not understood." };
                self.said = format!("Saved as {}.{but}", path.display());
                self.recovery.forget();
                self.settings.remember(path);
                self.keep_settings();
                if let Some(request) = then {
                    self.fulfil(request);
                }
            }
            Err(why) => {
                self.dialog = Some(Dialog::Save { browser: self.asks_again(path, &why), then });
            }
        }
    }

    /// The page again, with what went wrong.
    fn asks_again(&self, path: &Path, why: &str) -> Browser {
        let folder = path.parent().map_or_else(|| self.folder(), Path::to_path_buf);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut browser = Browser::new(folder, name);
        browser.trouble = sentence(why);
        browser
    }

    pub(super) fn export_to(&mut self, path: &Path, cell: usize) {
        let Some(document) = &self.document else { return };
        let automaton = document.automaton();
        let golly = files::format(path) == Ok(files::Format::Golly);
        let bytes = if golly {
            Ok(files::golly_text(path, automaton).into_bytes())
        } else {
            let shown = self.preview.shown().ok_or_else(|| "there is nothing to draw".to_owned());
            shown.and_then(|(row, generations)| {
                let rows = evolve(&automaton.table(), automaton.plan(), &row, generations);
                files::picture(path, automaton, &rows, cell)
            })
        };
        match bytes.and_then(|bytes| store::write_atomic(path, &bytes).map_err(|why| why.to_string())) {
            Ok(()) => {
                let ground = if golly && files::fills_golly(automaton) { text::GOLLY_GROUND } else { "" };
                self.said = format!("Written: {}. {ground}", path.display()).trim_end().to_owned();
                self.exported = path.parent().map(Path::to_path_buf);
            }
            Err(why) => {
                self.dialog = Some(Dialog::Export { browser: self.asks_again(path, &why), cell });
            }
        }
    }
}

/// The page on which a file to save in is named.
pub fn save_page(ui: &mut Ui, browser: &mut Browser) -> Option<Act> {
    page::title(ui, "Save the automaton");
    browser.save_page(ui, "Save", |ui, path| {
        ui.label(quiet("The ending tells the kind: .ccell is common, .tcell totalistic, .pcell the picture that the preview shows."));
        Kind::of(path).map(|_| ()).ok_or_else(|| "The name should end in .ccell, .tcell or .pcell.".to_owned())
    })
}

/// The page on which a picture or a rule for Golly is named. `size` is cells and generations of the picture.
pub fn export_page(
    ui: &mut Ui,
    browser: &mut Browser,
    cell: &mut usize,
    size: Option<(usize, usize)>,
) -> Option<Act> {
    page::title(ui, "Export");
    browser.save_page(ui, "Write", |ui, path| {
        ui.label(quiet("A name that ends in .png or .svg makes a picture of what the preview shows, .rule a rule for Golly."));
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        let picture = ending == "png" || ending == "svg";
        if picture {
            ui.horizontal(|ui| {
                let label = ui.label("Side of a cell");
                ui.add(Slider::new(cell, 1..=32).suffix(" px")).labelled_by(label.id);
                if let Some((cells, generations)) = size {
                    ui.label(quiet(format!("{} × {} px", cells * *cell, generations * *cell)));
                }
            });
        }
        match Kind::of(path) {
            Some(_) => Err("Automata are written with Save as….".to_owned()),
            None if picture || ending == "rule" => Ok(()),
            None => Err("The name should end in .png, .svg or .rule.".to_owned()),
        }
    })
}
