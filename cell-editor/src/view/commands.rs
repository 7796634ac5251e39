//! The menu bar and the keyboard shortcuts.

use super::dialogs::{Dialog, Request};
use super::{Editor, Page, new_form::NewForm};
use crate::document::{Document, Edit};
use crate::files::FILTER;
use crate::text;
use common::automaton::{Automaton, AutomatonKind, library};
use common::companions::Companion;
use common::window::{FileBrowser, Shortcuts, command, escape_pressed, menu_bar, menu_button};
use egui::{Key, KeyboardShortcut, Modifiers, Ui};
use std::path::{Path, PathBuf};

/// A command of the menus and shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    New,
    Open,
    Library,
    Save,
    SaveAs,
    Export,
    Revert,
    #[cfg(target_arch = "wasm32")]
    Share,
    Settings,
    Close,
    Undo,
    Redo,
    Find,
    SelectAll,
    SelectNone,
    Remove,
    KeepAdded,
    Mirror,
    SwapColours,
    Recover,
    Play,
    Generate,
    PlayPreview,
    StepPreview,
    ShowAllGenerations,
    MaximisePreview,
    Help,
    About,
}

const SHIFT_COMMAND: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// A key without others.
const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// The keyboard shortcuts.
pub const SHORTCUTS: Shortcuts<Command> = Shortcuts {
    keys: &[
        (Command::SaveAs, KeyboardShortcut::new(SHIFT_COMMAND, Key::S)),
        (Command::Redo, KeyboardShortcut::new(SHIFT_COMMAND, Key::Z)),
        (Command::Revert, KeyboardShortcut::new(SHIFT_COMMAND, Key::R)),
        (Command::Recover, KeyboardShortcut::new(SHIFT_COMMAND, Key::O)),
        (Command::About, KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)),
        (Command::New, command(Key::N)),
        (Command::Open, command(Key::O)),
        (Command::Library, command(Key::L)),
        (Command::Save, command(Key::S)),
        (Command::Export, command(Key::E)),
        (Command::Settings, command(Key::Comma)),
        (Command::Close, command(Key::Q)),
        (Command::Undo, command(Key::Z)),
        (Command::Redo, command(Key::Y)),
        (Command::Find, command(Key::F)),
        (Command::Mirror, command(Key::M)),
        (Command::SwapColours, command(Key::I)),
        (Command::KeepAdded, command(Key::K)),
        (Command::Play, plain(Key::F5)),
        (Command::Generate, plain(Key::F6)),
        (Command::PlayPreview, plain(Key::F7)),
        (Command::StepPreview, plain(Key::F8)),
        (Command::ShowAllGenerations, plain(Key::F9)),
        (Command::MaximisePreview, plain(Key::F11)),
        (Command::Help, plain(Key::F1)),
    ],
    shown: &[
        (Command::SelectAll, command(Key::A)),
        (Command::SelectNone, plain(Key::Escape)),
        (Command::Remove, plain(Key::Delete)),
    ],
};

impl Editor {
    /// Draws the menu bar.
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        let document = self.document.as_ref().filter(|_| self.page == Page::Edit);
        let open = document.is_some();
        let has_document = self.document.is_some();
        let (undo, redo) = document.map_or((false, false), |d| (d.can_undo(), d.can_redo()));
        let why_not_revert = document.map_or(Some(""), Document::why_not_revert);
        let picture = document.is_some_and(|d| d.automaton().kind() == AutomatonKind::Picture);
        let added = picture && !self.grid.added_triples().is_empty();
        let selected = open && !self.grid.selection().is_empty();
        let unsaved = !self.unsaved.is_empty();
        let playing = self.preview.is_playing();
        let recent = &self.settings.recent;
        let (mut chosen, mut chosen_file, mut reverts) = (None, None, false);
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: Command| {
            if SHORTCUTS.item(ui, enabled, label, command) {
                chosen = Some(command);
            }
        };
        menu_bar(ui, |ui| {
            menu_button(ui, "&File", |ui| {
                item(ui, true, "New…", Command::New);
                item(ui, true, "Open…", Command::Open);
                chosen_file = recent.menu(ui);
                item(ui, true, "Library", Command::Library);
                ui.separator();
                item(ui, has_document, "Save", Command::Save);
                item(ui, has_document, "Save as…", Command::SaveAs);
                item(ui, open, "Export…", Command::Export);
                reverts = SHORTCUTS.item_unless(ui, why_not_revert, "Revert to saved", Command::Revert);
                #[cfg(target_arch = "wasm32")]
                item(ui, open, "Share: copy a link", Command::Share);
                if unsaved {
                    item(ui, true, "Recover unsaved work", Command::Recover);
                }
                ui.separator();
                item(ui, true, "Settings…", Command::Settings);
                ui.separator();
                item(ui, true, common::window::QUIT, Command::Close);
            });
            menu_button(ui, "&Edit", |ui| {
                item(ui, undo, "Undo", Command::Undo);
                item(ui, redo, "Redo", Command::Redo);
                ui.separator();
                item(ui, true, if open { "Find rules" } else { "Search the library" }, Command::Find);
                item(ui, open, "Select all shown rules", Command::SelectAll);
                item(ui, selected, "Select none", Command::SelectNone);
                ui.separator();
                item(ui, open, "Mirror image", Command::Mirror);
                item(ui, open, "Swap colours", Command::SwapColours);
                ui.separator();
                item(ui, selected && picture, "Remove selected rules", Command::Remove);
                item(ui, added, "Keep added rules", Command::KeepAdded);
            });
            menu_button(ui, "&View", |ui| {
                item(
                    ui,
                    open,
                    if playing { "Pause the evolution" } else { "Play the evolution" },
                    Command::PlayPreview,
                );
                item(ui, open, "Step by one generation", Command::StepPreview);
                item(ui, open, "Show all generations", Command::ShowAllGenerations);
                ui.separator();
                let maximise = if self.maximised { "Restore the preview" } else { "Maximise the preview" };
                item(ui, open, maximise, Command::MaximisePreview);
            });
            menu_button(ui, "&Tools", |ui| {
                for (label, command, companion) in self.companions() {
                    let installed = companion.is_installed();
                    item(ui, installed, label, command);
                    if !installed {
                        ui.label(common::window::quiet(format!("{} is not installed.", companion.program())));
                    }
                }
            });
            menu_button(ui, "&Help", |ui| {
                item(ui, true, "Cell editor help", Command::Help);
                item(ui, true, "About", Command::About);
            });
        });
        if let Some(command) = chosen.or(reverts.then_some(Command::Revert)) {
            self.run_command(command);
        }
        if let Some(path) = chosen_file {
            self.request(Request::Open(path));
        }
    }

    /// The menu items that start other programs. They name the open automaton if the program can open it.
    fn companions(&self) -> [(&'static str, Command, Companion); 2] {
        let game = if self.gives_file_to(Companion::Game) { "Play as a puzzle" } else { "Puzzle game" };
        let generator = if self.gives_file_to(Companion::Generator) {
            "Find other rules for this picture"
        } else {
            "Rule generator"
        };
        [(game, Command::Play, Companion::Game), (generator, Command::Generate, Companion::Generator)]
    }

    /// Opens a file that was dropped on the window.
    pub(super) fn open_dropped_file(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| input.raw.dropped_files.last().map(|file| file.path().to_path_buf()));
        if let Some(path) = dropped {
            self.request(Request::Open(path));
        }
    }

    /// Handles keys that have another meaning while text is typed or a menu is open.
    pub(super) fn plain_keys(&mut self, ui: &Ui) {
        if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        if self.page == Page::Edit && ui.input_mut(|input| input.consume_shortcut(&command(Key::A))) {
            self.grid.select_all();
        }
        if escape_pressed(ui) {
            self.run_command(Command::SelectNone);
        }
    }

    /// Runs a command.
    pub(super) fn run_command(&mut self, command: Command) {
        let editing = self.page == Page::Edit && self.document.is_some();
        match command {
            Command::New => self.request(Request::ShowNew),
            Command::Open => self.request(Request::ShowOpen),
            Command::Library => self.show_start(),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Close => self.request(Request::Close),
            Command::Recover if !self.unsaved.is_empty() => self.request(Request::Recover),
            Command::Save => self.save(None),
            Command::SaveAs if self.document.is_some() => self.dialog = Some(self.save_as(None)),
            Command::Help => self.dialog = Some(Dialog::Help),
            Command::About => self.dialog = Some(Dialog::About),
            Command::Play => self.request(Request::Start(Companion::Game)),
            Command::Generate => self.request(Request::Start(Companion::Generator)),
            Command::Find if !editing => self.gallery.focus_search(),
            Command::SelectNone if !editing && self.document.is_some() => self.page = Page::Edit,
            _ if editing => self.run_editing_command(command),
            _ => {}
        }
    }

    fn run_editing_command(&mut self, command: Command) {
        match command {
            Command::Export => self.dialog = Some(self.export()),
            Command::Revert => self.revert(),
            #[cfg(target_arch = "wasm32")]
            Command::Share => {
                if let Some(document) = &self.document {
                    let said = common::web::automata::share(&self.ctx, document.automaton(), document.name());
                    said.clone_into(&mut self.message);
                }
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Find => (self.maximised, self.grid.focus_filter) = (false, true),
            Command::SelectAll => self.grid.select_all(),
            Command::SelectNone if self.maximised => self.maximised = false,
            Command::SelectNone => self.grid.select_none(),
            Command::Remove => {
                if let Some(edit) = self.grid.fill(None) {
                    self.edit(edit);
                }
            }
            Command::KeepAdded => {
                let added = self
                    .document
                    .as_ref()
                    .map(|document| document.automaton().added_triples())
                    .unwrap_or_default();
                let kept = text::kept(added.len());
                let edit = Edit::Rules(added.into_iter().map(|triple| (triple, Some(0))).collect());
                if self.document.as_mut().is_some_and(|document| document.edit(edit)) {
                    self.message = kept;
                }
            }
            Command::Mirror => self.transform(text::MIRRORED, Automaton::mirrored),
            Command::SwapColours => self.transform(text::CONJUGATED, Automaton::conjugated),
            Command::PlayPreview => self.preview.toggle_playing(),
            Command::StepPreview => self.preview.step(),
            Command::ShowAllGenerations => self.preview.show_all(),
            Command::MaximisePreview => self.maximised = !self.maximised,
            _ => {}
        }
    }

    fn revert(&mut self) {
        if let Some(why) = self.document.as_ref().and_then(Document::why_not_revert) {
            why.clone_into(&mut self.message);
        } else if self.document.as_mut().is_some_and(Document::revert) {
            self.message = "Reverted to the saved version. Undo restores the changes.".to_owned();
        }
    }

    fn transform(&mut self, name: &'static str, transformed: impl FnOnce(&Automaton) -> Automaton) {
        let Some(document) = &mut self.document else { return };
        let edit = Edit::Replace(name, Box::new(transformed(document.automaton())));
        let done = text::edited(&edit);
        self.message =
            if document.edit(edit) { done } else { "Nothing changed: the result is the same.".to_owned() };
    }

    /// Opens the dialog for a new automaton.
    pub(super) fn show_new(&mut self) {
        self.dialog = Some(Dialog::New(NewForm::default()));
    }

    /// Opens the dialog to open a file.
    pub(super) fn show_open(&mut self) {
        let folder = self.used_folder().or_else(library::installed_folder);
        let folder = folder.unwrap_or_else(|| self.folder());
        self.dialog = Some(Dialog::Open(FileBrowser::new(FILTER, folder, String::new())));
    }

    /// The folder of the document or of the last used file, or the current folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.used_folder().or_else(|| std::env::current_dir().ok()).unwrap_or_default()
    }

    /// The folder of the document or of the last used file.
    fn used_folder(&self) -> Option<PathBuf> {
        let document_folder = self.document.as_ref().and_then(Document::path).and_then(|path| path.parent());
        document_folder.map(Path::to_path_buf).or_else(|| self.settings.recent.folder())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_key_of_its_own() {
        use Command as C;
        let all = [
            C::New,
            C::Open,
            C::Library,
            C::Save,
            C::SaveAs,
            C::Export,
            C::Revert,
            C::Settings,
            C::Close,
            C::Undo,
            C::Redo,
            C::Find,
            C::SelectAll,
            C::SelectNone,
            C::Remove,
            C::KeepAdded,
            C::Mirror,
            C::SwapColours,
            C::Recover,
            C::Play,
            C::Generate,
            C::PlayPreview,
            C::StepPreview,
            C::ShowAllGenerations,
            C::MaximisePreview,
            C::Help,
            C::About,
        ];
        let keys: Vec<_> = SHORTCUTS.keys.iter().chain(SHORTCUTS.shown).collect();
        for command in all {
            assert!(keys.iter().any(|(known, _)| *known == command), "{command:?} has no key");
        }
        for (index, (command, key)) in keys.iter().enumerate() {
            let other = keys[index + 1..].iter().find(|(_, other)| other == key);
            assert!(other.is_none(), "{command:?} and {other:?}");
        }
    }
}
