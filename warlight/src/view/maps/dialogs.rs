//! Questions over the page: file names, names of maps, and whether something may be lost.

use super::library::MapSource;
use super::{MapPage, Request};
use crate::map::check::MAX_NAME;
use common::window::{FileBrowser, FileBrowserEvent, FileFilter, page, quiet, user_folder};
use egui::{TextEdit, Ui};
use std::path::{Path, PathBuf};

/// A question.
#[derive(Debug)]
pub enum Dialog {
    /// Which map file to copy into the folder.
    Open(FileBrowser),
    /// Which file to import.
    Import(FileBrowser),
    /// Where to export a map to.
    Export(MapSource, FileBrowser),
    Rename {
        path: PathBuf,
        name: String,
    },
    Delete {
        path: PathBuf,
        name: String,
    },
    /// The editor has unsaved changes; the window is to be closed, or only the editor.
    Unsaved {
        name: String,
        close: bool,
    },
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|it| extensions.iter().any(|known| it.eq_ignore_ascii_case(known)))
}

const MAPS: FileFilter = FileFilter {
    name: "maps",
    accepts: |path| has_extension(path, &["yaml", "yml"]),
    extensions: || vec!["yaml", "yml"],
};

const FOREIGN: FileFilter = FileFilter {
    name: "maps of other programs or template pictures",
    accepts: |path| has_extension(path, &["json", "txt", "log", "xml", "png"]),
    extensions: || vec!["json", "txt", "log", "xml", "png"],
};

impl Dialog {
    /// Asks for a map file.
    pub fn open() -> Dialog {
        Dialog::Open(FileBrowser::new(MAPS, user_folder(), String::new()))
    }

    /// Asks for a file to import.
    pub fn import() -> Dialog {
        Dialog::Import(FileBrowser::new(FOREIGN, user_folder(), String::new()))
    }

    /// Asks where to export a map to.
    pub fn export(source: MapSource) -> Dialog {
        let name = format!("{}.yaml", source.id());
        Dialog::Export(source, FileBrowser::new(MAPS, user_folder(), name).with_own_list())
    }

    fn width(&self) -> f32 {
        match self {
            Dialog::Open(_) | Dialog::Import(_) | Dialog::Export(..) => 520.0,
            Dialog::Rename { .. } | Dialog::Delete { .. } | Dialog::Unsaved { .. } => 420.0,
        }
    }
}

/// How a question was answered.
enum Answer {
    Cancel,
    Request(Request),
}

impl MapPage {
    /// Draws the question, if there is one.
    pub(super) fn dialogs(&mut self, ui: &Ui) -> Option<Request> {
        let mut dialog = self.dialog.take()?;
        let answer =
            page::show(ui, dialog.width(), |ui| ask(ui, &mut dialog)).unwrap_or(Some(Answer::Cancel));
        match answer {
            None => {
                self.dialog = Some(dialog);
                None
            }
            Some(Answer::Cancel) => None,
            Some(Answer::Request(request)) => Some(request),
        }
    }
}

fn chosen(event: FileBrowserEvent, request: impl FnOnce(PathBuf) -> Request) -> Answer {
    match event {
        FileBrowserEvent::Choose(path) => Answer::Request(request(path)),
        FileBrowserEvent::Cancel => Answer::Cancel,
    }
}

fn ask(ui: &mut Ui, dialog: &mut Dialog) -> Option<Answer> {
    match dialog {
        Dialog::Open(browser) => {
            page::title(ui, "Open a map file");
            ui.label(quiet("It is copied into your maps, with the pictures beside it."));
            Some(chosen(browser.open_page(ui)?, Request::AddFile))
        }
        Dialog::Import(browser) => {
            page::title(ui, "Import a map");
            ui.label(quiet(
                "A template picture (PNG with one flat colour for each region), JSON or setup_map lines of the AI Games \
                 contest, or XML with its pictures.",
            ));
            Some(chosen(browser.open_page(ui)?, Request::ImportFile))
        }
        Dialog::Export(source, browser) => {
            page::title(ui, "Export the map");
            let event = browser.save_page(ui, "Export", |ui, path| {
                ui.label(quiet(".yaml exports the map with its pictures beside it, .png the picture alone."));
                if has_extension(path, &["yaml", "png"]) {
                    Ok(())
                } else {
                    Err("The name must end in .yaml or .png.".to_owned())
                }
            })?;
            let source = source.clone();
            Some(chosen(event, |path| Request::Export(source, path)))
        }
        Dialog::Rename { path, name } => {
            page::title(ui, "Rename the map");
            let label = ui.label("Name");
            let field = ui.add(TextEdit::singleline(name).desired_width(f32::INFINITY)).labelled_by(label.id);
            page::entered(&field);
            let length = name.trim().chars().count();
            if length > MAX_NAME {
                page::complain(ui, &format!("A name has at most {MAX_NAME} characters."));
            }
            let request = || Request::Rename(path.clone(), name.trim().to_owned());
            buttons(ui, |ui| page::main_button(ui, (1..=MAX_NAME).contains(&length), "Rename"), request)
        }
        Dialog::Delete { path, name } => {
            page::title(ui, "Delete this map?");
            ui.label(format!("{name} and its pictures are deleted. Saved games on it can still be played."));
            if cfg!(not(target_arch = "wasm32")) {
                ui.label(quiet(path.display().to_string()));
            }
            let request = || Request::Delete(path.clone());
            buttons(ui, |ui| page::confirm_button(ui, true, "Delete"), request)
        }
        Dialog::Unsaved { name, close } => {
            page::title(ui, "Save the changes?");
            ui.label(format!("{name} has changes that are not saved."));
            ui.add_space(8.0);
            let (save, drop) = if *close {
                (Request::SaveAndClose, Request::CloseWindow)
            } else {
                (Request::SaveAndLeave, Request::LeaveEditor)
            };
            let mut answer = None;
            ui.horizontal(|ui| {
                if page::main_button(ui, true, "Save") {
                    answer = Some(Answer::Request(save));
                }
                if ui.button("Discard changes").clicked() {
                    answer = Some(Answer::Request(drop));
                }
                if ui.button("Cancel").clicked() {
                    answer = Some(Answer::Cancel);
                }
            });
            answer
        }
    }
}

fn buttons(
    ui: &mut Ui,
    main: impl FnOnce(&mut Ui) -> bool,
    request: impl FnOnce() -> Request,
) -> Option<Answer> {
    ui.add_space(8.0);
    let mut answer = None;
    ui.horizontal(|ui| {
        if main(ui) {
            answer = Some(Answer::Request(request()));
        }
        if ui.button("Cancel").clicked() {
            answer = Some(Answer::Cancel);
        }
    });
    answer
}
