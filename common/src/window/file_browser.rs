//! Choosing a file: with the desktop's own dialog, or with a list of folders and of the files that a program can open.

use super::desktop::{DesktopDialog, has_dialogs};
use super::file_question::{Answer, Question};
use super::{ListKeys, page, quiet};
use crate::store;
use egui::{Button, Key, RichText, ScrollArea, TextEdit, Ui, vec2};
use std::path::{Path, PathBuf};

/// The files that a browser lists.
#[derive(Debug, Clone, Copy)]
pub struct FileFilter {
    /// The name of such files in the plural.
    pub name: &'static str,
    /// Whether a file is listed, by its name.
    pub accepts: fn(&Path) -> bool,
    /// The extensions of such files, for the dialog of the desktop.
    pub extensions: fn() -> Vec<&'static str>,
}

/// The browser, with the current folder.
#[derive(Debug)]
pub struct FileBrowser {
    filter: FileFilter,
    desktop: Desktop,
    folder: PathBuf,
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// An error message about the folder or the file.
    pub problem: String,
    typed: String,
    /// A key has left the field for the list.
    enters_list: bool,
}

/// Whether the desktop's dialog is used.
#[derive(Debug)]
enum Desktop {
    /// If there is one.
    Wanted,
    /// It is open.
    Open(DesktopDialog),
    /// No: our own list is shown.
    Off,
}

/// What the user did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileBrowserEvent {
    /// Use this file.
    Choose(PathBuf),
    /// Close the browser.
    Cancel,
}

impl FileBrowser {
    /// Opens a folder, with a suggested file name.
    pub fn new(filter: FileFilter, folder: PathBuf, typed: String) -> FileBrowser {
        let mut browser = FileBrowser {
            filter,
            desktop: Desktop::Wanted,
            folder: PathBuf::new(),
            folders: Vec::new(),
            files: Vec::new(),
            problem: String::new(),
            typed: String::new(),
            enters_list: false,
        };
        browser.go_to(if FileBrowser::HAS_FOLDERS { folder } else { user_folder() });
        browser.typed = typed;
        browser
    }

    /// Shows our own list even if the desktop has a dialog. For pages that ask for more than a name.
    pub fn with_own_list(self) -> FileBrowser {
        FileBrowser { desktop: Desktop::Off, ..self }
    }

    /// Shows our own list from now on, with an error message.
    pub fn complain(&mut self, problem: String) {
        self.desktop = Desktop::Off;
        self.problem = problem;
    }

    /// Asks with the dialog of the desktop. `None` if there is none, otherwise the answer as soon as it is there.
    fn ask_desktop(&mut self, ui: &mut Ui, title: &str, save_as: Option<String>) -> Option<DesktopState> {
        if matches!(self.desktop, Desktop::Wanted) {
            // Our own page shows what was wrong with an earlier choice.
            self.desktop = if self.problem.is_empty() && has_dialogs(ui.ctx()) {
                let filter = (self.filter.name, (self.filter.extensions)());
                let question =
                    Question { title: title.to_owned(), folder: self.folder.clone(), filter, save_as };
                Desktop::Open(DesktopDialog::open(ui.ctx(), question))
            } else {
                Desktop::Off
            };
        }
        let Desktop::Open(dialog) = &mut self.desktop else { return None };
        match dialog.poll() {
            Some(Answer::Chosen(path)) => return Some(DesktopState::Closed(FileBrowserEvent::Choose(path))),
            Some(Answer::Cancelled) => return Some(DesktopState::Closed(FileBrowserEvent::Cancel)),
            None => {}
        }
        ui.label("Choose the file in the dialog of your desktop.");
        ui.add_space(8.0);
        let mut state = DesktopState::Open;
        ui.horizontal(|ui| {
            if ui.button("Use the list here").clicked() {
                self.desktop = Desktop::Off;
            }
            if ui.button("Cancel").clicked() {
                state = DesktopState::Closed(FileBrowserEvent::Cancel);
            }
        });
        Some(state)
    }

    /// The typed path.
    pub fn path(&self) -> PathBuf {
        self.folder.join(self.typed.trim())
    }

    /// Whether there are folders to choose from. A browser has none for us: it downloads what is written.
    const HAS_FOLDERS: bool = cfg!(not(target_arch = "wasm32"));

    /// Opens another folder. If it cannot be listed, the list is empty and there is an error message.
    fn go_to(&mut self, folder: PathBuf) {
        // A folder that was given on the command line may be a relative one, without a parent to go up to.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let entries = store::list(&folder);
        self.problem = entries.as_ref().err().map_or(String::new(), |why| {
            format!("{} cannot be listed: {}.", folder.display(), store::system_error(why))
        });
        let mut all: Vec<PathBuf> = entries.into_iter().flatten().collect();
        all.retain(|path| !path.file_name().unwrap_or_default().to_string_lossy().starts_with('.'));
        all.sort_by_key(|path| path.to_string_lossy().to_lowercase());
        (self.folders, self.files) = all.into_iter().partition(|path| store::is_folder(path));
        self.files.retain(|path| (self.filter.accepts)(path));
        self.folder = folder;
    }

    /// Draws the page to choose a file to open.
    pub fn open_page(&mut self, ui: &mut Ui) -> Option<FileBrowserEvent> {
        match self.ask_desktop(ui, "Open", None) {
            Some(DesktopState::Closed(event)) => return Some(event),
            Some(DesktopState::Open) => return None,
            None => {}
        }
        if let Some(file) = self.list(ui) {
            return Some(FileBrowserEvent::Choose(file));
        }
        let entered = self.field(ui, "Or type a file or a folder");
        page::complain(ui, &self.problem);
        let ready = !self.typed.trim().is_empty();
        let event = buttons(ui, self.path(), ready, "Open", entered)?;
        if let FileBrowserEvent::Choose(path) = &event {
            if store::is_folder(path) {
                self.go_to(path.clone());
                self.typed.clear();
                return None;
            }
            if !store::exists(path) {
                self.problem = format!("There is no file {}.", path.display());
                return None;
            }
        }
        Some(event)
    }

    /// The same as [`FileBrowser::save_page`], where a name without an extension gets this one.
    pub fn save_page_adding(
        &mut self,
        ui: &mut Ui,
        verb: &str,
        extension: &str,
        details: impl FnOnce(&mut Ui, &Path) -> Result<(), String>,
    ) -> Option<FileBrowserEvent> {
        let whole = |path: &Path| {
            if path.extension().is_some() { path.to_path_buf() } else { path.with_extension(extension) }
        };
        let event = self.save_page(ui, verb, |ui, path| {
            let file = whole(path);
            details(ui, &file)?;
            if file == path || store::is_folder(path) {
                return Ok(());
            }
            let name = name(&file);
            // The page asks only about the file with the typed name.
            if store::exists(&file) {
                return Err(format!("{name} exists. Type the whole name to replace it."));
            }
            ui.label(quiet(format!("The name of the file will be {name}.")));
            Ok(())
        })?;
        Some(match event {
            FileBrowserEvent::Choose(path) => FileBrowserEvent::Choose(whole(&path)),
            FileBrowserEvent::Cancel => FileBrowserEvent::Cancel,
        })
    }

    /// Draws the page to choose a file to write. `details` is drawn below the name and returns an error message if the
    /// file cannot be written under this name.
    pub fn save_page(
        &mut self,
        ui: &mut Ui,
        verb: &str,
        details: impl FnOnce(&mut Ui, &Path) -> Result<(), String>,
    ) -> Option<FileBrowserEvent> {
        match self.ask_desktop(ui, verb, Some(self.typed.clone())) {
            Some(DesktopState::Closed(FileBrowserEvent::Choose(path))) => {
                let Err(problem) = details(ui, &path) else { return Some(FileBrowserEvent::Choose(path)) };
                // The name must be changed: our own page says why.
                self.go_to(path.parent().unwrap_or(&path).to_path_buf());
                self.typed = name(&path);
                self.complain(problem);
                return None;
            }
            Some(DesktopState::Closed(event)) => return Some(event),
            Some(DesktopState::Open) => return None,
            None => {}
        }
        if FileBrowser::HAS_FOLDERS
            && let Some(file) = self.list(ui)
        {
            self.typed = name(&file);
        }
        let label = if FileBrowser::HAS_FOLDERS { "Name or path of the file" } else { "Name of the file" };
        let entered = self.field(ui, label);
        let path = self.path();
        if entered && store::is_folder(&path) {
            self.go_to(path);
            self.typed.clear();
            return None;
        }
        let is_folder = store::is_folder(&path);
        let name_problem = details(ui, &path).err().filter(|_| !is_folder);
        // Whoever types a slash at the end means a folder.
        let no_folder = !is_folder && self.typed.trim_end().ends_with(std::path::is_separator);
        let name_problem =
            if no_folder { Some(format!("There is no folder {}.", path.display())) } else { name_problem };
        let exists = store::is_file(&path) && name_problem.is_none();
        let folder = path.parent().filter(|folder| !store::is_usable_folder(folder)).map(Path::to_path_buf);
        if is_folder && !self.typed.trim().is_empty() {
            ui.label(quiet("This is a folder. Press Enter to open it."));
        } else if exists {
            ui.label(quiet("This file exists and will be replaced."));
        } else if let Some(folder) = &folder {
            ui.label(quiet(format!("The folder {} does not exist and will be created.", folder.display())));
        }
        let problem = if self.problem.is_empty() {
            name_problem.clone().unwrap_or_default()
        } else {
            self.problem.clone()
        };
        page::complain(ui, &problem);
        let ready = name_problem.is_none() && !is_folder;
        if exists || folder.is_some() {
            return confirm_buttons(ui, path, ready, if exists { "Replace" } else { verb });
        }
        buttons(ui, path, ready, verb, entered)
    }

    /// Draws the content of the folder. Returns the clicked file.
    fn list(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let (mut clicked_file, mut target) = (None, None);
        ui.horizontal(|ui| {
            if let Some(parent) = self.folder.parent()
                && ui.button("Up").on_hover_text("Parent folder").clicked()
            {
                target = Some(parent.to_path_buf());
            }
            ui.add(egui::Label::new(quiet(self.folder.display().to_string())).truncate());
        });
        let height = (ui.ctx().content_rect().height() - 360.0).clamp(64.0, 300.0);
        let list = ScrollArea::vertical().auto_shrink([false, false]).max_height(height);
        list.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if self.folders.is_empty() && self.files.is_empty() {
                ui.label(quiet(format!("This folder contains no {}.", self.filter.name)));
            }
            let size = vec2(ui.available_width() - 12.0, 28.0);
            let mut keys = ListKeys::new(ui, "files", self.folders.len() + self.files.len(), 0);
            if std::mem::take(&mut self.enters_list) {
                keys.take_focus();
            }
            let row = |ui: &mut Ui, number: usize, text: RichText| {
                let button = Button::selectable(false, text).min_size(size).truncate();
                let response = ui.add(button.sense(keys.sense(number)));
                keys.row(ui, number, &response);
                response.clicked()
            };
            for (number, folder) in self.folders.iter().enumerate() {
                if row(ui, number, RichText::new(format!("{}/", name(folder))).weak()) {
                    target = Some(folder.clone());
                }
            }
            for (number, file) in (self.folders.len()..).zip(&self.files) {
                if row(ui, number, RichText::new(name(file))) {
                    clicked_file = Some(file.clone());
                }
            }
            keys.end(ui);
        });
        if let Some(folder) = target {
            self.go_to(folder);
        }
        clicked_file
    }

    /// Draws the field for a path. Returns whether Enter was pressed. Up and Down lead to the list.
    fn field(&mut self, ui: &mut Ui, name: &str) -> bool {
        let label = ui.label(name);
        let field = TextEdit::singleline(&mut self.typed).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.id);
        if field.changed() {
            self.problem.clear();
        }
        let arrow = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        if field.has_focus() && (arrow(Key::ArrowDown) || arrow(Key::ArrowUp)) {
            self.enters_list = true;
            ui.ctx().request_repaint();
        }
        page::entered(&field)
    }
}

/// The folder that dialogs begin with: the user's own one. A web page downloads what is written there.
pub fn user_folder() -> PathBuf {
    #[cfg(target_arch = "wasm32")]
    return super::file_messages::DOWNLOADS.into();
    #[cfg(not(target_arch = "wasm32"))]
    return std::env::home_dir().filter(|home| home.is_dir()).unwrap_or_else(|| PathBuf::from("."));
}

/// The dialog of the desktop.
enum DesktopState {
    /// It is still open.
    Open,
    Closed(FileBrowserEvent),
}

/// Draws the buttons of a page that replaces a file or creates a folder: Enter alone does not.
fn confirm_buttons(ui: &mut Ui, path: PathBuf, ready: bool, verb: &str) -> Option<FileBrowserEvent> {
    let mut event = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if page::confirm_button(ui, ready, verb) {
            event = Some(FileBrowserEvent::Choose(path));
        }
        if ui.button("Cancel").clicked() {
            event = Some(FileBrowserEvent::Cancel);
        }
    });
    event
}

/// Draws the buttons. The first one chooses the path.
fn buttons(ui: &mut Ui, path: PathBuf, ready: bool, verb: &str, entered: bool) -> Option<FileBrowserEvent> {
    let mut event = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if page::main_button(ui, ready, verb) || ready && entered {
            event = Some(FileBrowserEvent::Choose(path));
        }
        if ui.button("Cancel").clicked() {
            event = Some(FileBrowserEvent::Cancel);
        }
    });
    event
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_only_folders_and_accepted_files() {
        let accepts = |path: &Path| crate::automaton::AutomatonKind::from_path(path).is_some();
        let filter = FileFilter { name: "automata", accepts, extensions: || vec!["ccell"] };
        let dir = tempfile::tempdir().unwrap();
        for file in ["b.ccell", "A.pcell", "c.TCELL", "note.txt", ".hidden.ccell"] {
            std::fs::write(dir.path().join(file), "").unwrap();
        }
        std::fs::create_dir(dir.path().join("more")).unwrap();
        let mut browser = FileBrowser::new(filter, dir.path().to_path_buf(), String::new());
        assert_eq!(
            browser.files.iter().map(|path| name(path)).collect::<Vec<_>>(),
            ["A.pcell", "b.ccell", "c.TCELL"]
        );
        assert_eq!(browser.folders, [dir.path().join("more")]);
        browser.go_to(dir.path().join("gone"));
        assert!(browser.problem.contains("cannot be listed") && browser.files.is_empty());
    }
}
