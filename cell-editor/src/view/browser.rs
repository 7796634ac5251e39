//! Folders and the automata in them, to choose a file from.

use crate::files;
use common::window::quiet;
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
    /// A file is to be opened.
    Open(PathBuf),
    /// Nothing is to be opened after all.
    Cancel,
}

impl Browser {
    /// Looks at a folder.
    pub fn new(folder: PathBuf) -> Browser {
        let mut browser = Browser {
            folder: PathBuf::new(),
            folders: Vec::new(),
            files: Vec::new(),
            trouble: String::new(),
            typed: String::new(),
        };
        browser.go(folder);
        browser
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
        self.typed.clear();
    }

    /// Draws the folder, and tells what was chosen.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Act> {
        let (mut act, mut to) = (None, None);
        ui.horizontal(|ui| {
            if let Some(parent) = self.folder.parent()
                && ui.button("Up").on_hover_text("The folder above").clicked()
            {
                to = Some(parent.to_path_buf());
            }
            ui.add(egui::Label::new(quiet(self.folder.display().to_string())).truncate());
        });
        let height = (ui.ctx().content_rect().height() - 300.0).clamp(80.0, 360.0);
        ScrollArea::vertical()
            .auto_shrink([false, true])
            .max_height(height)
            .min_scrolled_height(height)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                if self.folders.is_empty() && self.files.is_empty() && self.trouble.is_empty() {
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
                        act = Some(Act::Open(file.clone()));
                    }
                }
            });
        ui.add_space(4.0);
        let label = ui.label("Or type a file or a folder");
        let field = TextEdit::singleline(&mut self.typed).desired_width(f32::INFINITY).hint_text("path");
        let field = ui.add(field).labelled_by(label.id);
        if field.changed() {
            self.trouble.clear();
        }
        let entered = common::window::page::entered(&field);
        common::window::page::complain(ui, &self.trouble);
        ui.horizontal(|ui| {
            let ready = !self.typed.trim().is_empty();
            if ui.add_enabled(ready, Button::new("Open")).clicked() || ready && entered {
                let path = self.folder.join(self.typed.trim());
                if path.is_dir() {
                    to = Some(path);
                } else {
                    act = Some(Act::Open(path));
                }
            }
            if ui.button("Cancel").clicked() {
                act = Some(Act::Cancel);
            }
        });
        if let Some(folder) = to {
            self.go(folder);
        }
        act
    }
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
        let mut browser = Browser::new(dir.path().to_path_buf());
        assert_eq!(
            browser.files.iter().map(|path| name(path)).collect::<Vec<_>>(),
            ["A.pcell", "b.ccell", "c.RULE"]
        );
        assert_eq!(browser.folders, [dir.path().join("more")]);
        browser.go(dir.path().join("gone"));
        assert!(browser.trouble.contains("cannot be looked into") && browser.files.is_empty());
    }
}
