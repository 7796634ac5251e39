//! Folders and the automata in them, to choose a file from.

use crate::files;
use common::window::{page, quiet};
use egui::{Button, RichText, ScrollArea, TextEdit, Ui, vec2};
use std::path::{Path, PathBuf};

/// A folder that is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    folder: PathBuf,
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// Why the folder cannot be looked at, or a file not be opened.
    pub trouble: String,
    typed: String,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// This file.
    Take(PathBuf),
    /// None after all.
    Cancel,
}

impl Browser {
    /// Looks at a folder, with the name of a file that is proposed.
    pub fn new(folder: PathBuf, typed: String) -> Browser {
        let mut browser = Browser {
            folder: PathBuf::new(),
            folders: Vec::new(),
            files: Vec::new(),
            trouble: String::new(),
            typed: String::new(),
        };
        browser.go(folder);
        browser.typed = typed;
        browser
    }

    /// The path that is typed.
    pub fn path(&self) -> PathBuf {
        self.folder.join(self.typed.trim())
    }

    /// Goes to another folder. What cannot be listed is said, and shows nothing.
    fn go(&mut self, folder: PathBuf) {
        let listed = std::fs::read_dir(&folder);
        self.trouble = listed
            .as_ref()
            .err()
            .map_or(String::new(), |why| format!("{} cannot be looked into: {why}.", folder.display()));
        let mut all: Vec<PathBuf> =
            listed.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        all.retain(|path| !path.file_name().unwrap_or_default().to_string_lossy().starts_with('.'));
        all.sort_by_key(|path| path.to_string_lossy().to_lowercase());
        (self.folders, self.files) = all.into_iter().partition(|path| path.is_dir());
        self.files.retain(|path| files::format(path).is_ok());
        self.folder = folder;
    }

    /// Draws a page on which a file to be opened is chosen.
    pub fn open_page(&mut self, ui: &mut Ui) -> Option<Act> {
        if let Some(file) = self.list(ui) {
            return Some(Act::Take(file));
        }
        let entered = self.field(ui, "Or type a file or a folder");
        page::complain(ui, &self.trouble);
        let ready = !self.typed.trim().is_empty();
        let act = buttons(ui, self.path(), ready, "Open", entered)?;
        if let Act::Take(path) = &act {
            if path.is_dir() {
                self.go(path.clone());
                self.typed.clear();
                return None;
            }
            if !path.exists() {
                self.trouble = format!("There is no file {}.", path.display());
                return None;
            }
        }
        Some(act)
    }

    /// Draws a page on which a file to be written is named. `about` stands below the name, and says why it cannot be
    /// written so.
    pub fn save_page(
        &mut self,
        ui: &mut Ui,
        verb: &str,
        about: impl FnOnce(&mut Ui, &Path) -> Result<(), String>,
    ) -> Option<Act> {
        if let Some(file) = self.list(ui) {
            self.typed = name(&file);
        }
        let entered = self.field(ui, "Name or path of the file");
        let path = self.path();
        if entered && path.is_dir() {
            self.go(path);
            self.typed.clear();
            return None;
        }
        let wrong = about(ui, &path).err().filter(|_| !path.is_dir());
        let exists = path.is_file();
        let folder = path.parent().filter(|folder| !folder.is_dir()).map(Path::to_path_buf);
        if exists {
            ui.label(quiet("This file exists and will be replaced."));
        } else if let Some(folder) = &folder {
            ui.label(quiet(format!("The folder {} does not exist and will be made.", folder.display())));
        }
        let trouble =
            if self.trouble.is_empty() { wrong.clone().unwrap_or_default() } else { self.trouble.clone() };
        page::complain(ui, &trouble);
        let ready = wrong.is_none() && !path.is_dir();
        let entered = entered && !exists && folder.is_none();
        buttons(ui, path, ready, if exists { "Replace" } else { verb }, entered)
    }

    /// The folder and what is in it; gives the file that was clicked.
    fn list(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let (mut file_clicked, mut to) = (None, None);
        ui.horizontal(|ui| {
            if let Some(parent) = self.folder.parent()
                && ui.button("Up").on_hover_text("The folder above").clicked()
            {
                to = Some(parent.to_path_buf());
            }
            ui.add(egui::Label::new(quiet(self.folder.display().to_string())).truncate());
        });
        let height = (ui.ctx().content_rect().height() - 360.0).clamp(64.0, 300.0);
        let list = ScrollArea::vertical().auto_shrink([false, false]).max_height(height);
        list.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if self.folders.is_empty() && self.files.is_empty() {
                ui.label(quiet("There is no automaton in this folder."));
            }
            let wide = vec2(ui.available_width() - 12.0, 28.0);
            let row = |ui: &mut Ui, text: RichText| {
                ui.add(Button::selectable(false, text).min_size(wide).truncate()).clicked()
            };
            for folder in &self.folders {
                if row(ui, RichText::new(format!("{}/", name(folder))).weak()) {
                    to = Some(folder.clone());
                }
            }
            for file in &self.files {
                if row(ui, RichText::new(name(file))) {
                    file_clicked = Some(file.clone());
                }
            }
        });
        if let Some(folder) = to {
            self.go(folder);
        }
        file_clicked
    }

    /// The field for a path; says whether Enter was pressed in it.
    fn field(&mut self, ui: &mut Ui, name: &str) -> bool {
        let label = ui.label(name);
        let field = TextEdit::singleline(&mut self.typed).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.id);
        if field.changed() {
            self.trouble.clear();
        }
        page::entered(&field)
    }
}

/// The buttons below a page of files; the first takes the path.
fn buttons(ui: &mut Ui, path: PathBuf, ready: bool, verb: &str, entered: bool) -> Option<Act> {
    let mut act = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if page::main_button(ui, ready, verb) || ready && entered {
            act = Some(Act::Take(path));
        }
        if ui.button("Cancel").clicked() {
            act = Some(Act::Cancel);
        }
    });
    act
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_shows_its_folders_and_automata_only() {
        let dir = tempfile::tempdir().unwrap();
        for file in ["b.ccell", "A.pcell", "c.RULE", "note.txt", ".hidden.ccell"] {
            std::fs::write(dir.path().join(file), "").unwrap();
        }
        std::fs::create_dir(dir.path().join("more")).unwrap();
        let mut browser = Browser::new(dir.path().to_path_buf(), String::new());
        assert_eq!(
            browser.files.iter().map(|path| name(path)).collect::<Vec<_>>(),
            ["A.pcell", "b.ccell", "c.RULE"]
        );
        assert_eq!(browser.folders, [dir.path().join("more")]);
        browser.go(dir.path().join("gone"));
        assert!(browser.trouble.contains("cannot be looked into") && browser.files.is_empty());
    }
}
