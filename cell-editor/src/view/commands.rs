//! Menus and shortcuts: everything that can be asked of the editor besides edits of single rules.

use super::dialogs::{Dialog, Request};
use super::{Editor, Page, browser::Browser, new::Draft};
use crate::document::{Document, Edit};
use crate::neighbours::Neighbour;
use crate::text;
use common::automaton::{Automaton, Kind};
use common::window::{Shortcuts, command};
use egui::{Key, KeyboardShortcut, MenuBar, Modifiers, Ui};
use std::path::PathBuf;

/// What a menu or a shortcut can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    New,
    Open,
    Library,
    Save,
    SaveAs,
    Export,
    Revert,
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
    Conjugate,
    Recover,
    Play,
    Generate,
    Help,
    About,
}

const SHIFT_COMMAND: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// The keys.
pub const SHORTCUTS: Shortcuts<Command> = Shortcuts {
    keys: &[
        (Command::SaveAs, KeyboardShortcut::new(SHIFT_COMMAND, Key::S)),
        (Command::Redo, KeyboardShortcut::new(SHIFT_COMMAND, Key::Z)),
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
        (Command::Play, KeyboardShortcut::new(Modifiers::NONE, Key::F5)),
        (Command::Generate, KeyboardShortcut::new(Modifiers::NONE, Key::F6)),
        (Command::Help, KeyboardShortcut::new(Modifiers::NONE, Key::F1)),
    ],
    shown: &[
        (Command::SelectAll, command(Key::A)),
        (Command::SelectNone, KeyboardShortcut::new(Modifiers::NONE, Key::Escape)),
        (Command::Remove, KeyboardShortcut::new(Modifiers::NONE, Key::Delete)),
    ],
};

impl Editor {
    /// The bar at the top, with the shortcuts shown.
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        let document = self.document.as_ref().filter(|_| self.page == Page::Edit);
        let open = document.is_some();
        let kept = self.document.is_some();
        let (undo, redo) = document.map_or((false, false), |d| (d.can_undo(), d.can_redo()));
        let changed = document.is_some_and(Document::is_changed);
        let picture = document.is_some_and(|d| d.automaton().kind() == Kind::Picture);
        let added = picture && !self.rules.added().is_empty();
        let selected = open && !self.rules.selection().is_empty();
        let lost = !self.lost.is_empty();
        let recent: Vec<PathBuf> = self.settings.recent.clone();
        let (mut asked, mut again) = (None, None);
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: Command| {
            if SHORTCUTS.item(ui, enabled, label, command) {
                asked = Some(command);
            }
        };
        MenuBar::new().ui(ui, |ui| {
            ui.menu_button("File", |ui| {
                item(ui, true, "New…", Command::New);
                item(ui, true, "Open…", Command::Open);
                ui.add_enabled_ui(!recent.is_empty(), |ui| {
                    ui.menu_button("Open recent", |ui| {
                        for path in &recent {
                            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                                again = Some(path.clone());
                                ui.close();
                            }
                        }
                    });
                });
                item(ui, true, "Library", Command::Library);
                ui.separator();
                item(ui, kept, "Save", Command::Save);
                item(ui, kept, "Save as…", Command::SaveAs);
                item(ui, open, "Export…", Command::Export);
                item(ui, changed, "Revert to the saved file", Command::Revert);
                if lost {
                    item(ui, true, "Unsaved work of an earlier run", Command::Recover);
                }
                ui.separator();
                item(ui, true, "Settings…", Command::Settings);
                ui.separator();
                item(ui, true, "Close the window", Command::Close);
            });
            ui.menu_button("Edit", |ui| {
                item(ui, undo, "Undo", Command::Undo);
                item(ui, redo, "Redo", Command::Redo);
                ui.separator();
                item(ui, open, "Find rules", Command::Find);
                item(ui, open, "Select all that are shown", Command::SelectAll);
                item(ui, selected, "Select none", Command::SelectNone);
                ui.separator();
                item(ui, open, "Mirror image", Command::Mirror);
                item(ui, open, "Exchange the colours", Command::Conjugate);
                ui.separator();
                item(ui, selected && picture, "Remove the selected rules", Command::Remove);
                item(ui, added, "Keep the added rules", Command::KeepAdded);
            });
            ui.menu_button("Tools", |ui| {
                for (label, command, neighbour) in [
                    ("Play it as a puzzle", Command::Play, Neighbour::Game),
                    ("Find rules for a picture", Command::Generate, Neighbour::Generator),
                ] {
                    let there = neighbour.found().is_some();
                    item(ui, open && there, label, command);
                    if !there {
                        ui.label(common::window::quiet(format!(
                            "{} is not installed here.",
                            neighbour.program()
                        )));
                    }
                }
            });
            ui.menu_button("Help", |ui| {
                item(ui, true, "How to use it", Command::Help);
                item(ui, true, "About", Command::About);
            });
        });
        if let Some(command) = asked {
            self.run_command(command);
        }
        if let Some(path) = again {
            self.request(Request::Open(path));
        }
    }

    /// Files that were dropped on the window are opened.
    pub(super) fn take_dropped(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| input.raw.dropped_files.last().map(|file| file.path().to_path_buf()));
        if let Some(path) = dropped {
            self.request(Request::Open(path));
        }
    }

    /// Keys that mean something else where text is typed or a menu is open.
    pub(super) fn loose_keys(&mut self, ui: &Ui) {
        if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        if self.page == Page::Edit && ui.input_mut(|input| input.consume_shortcut(&command(Key::A))) {
            self.rules.select_all();
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.run_command(Command::SelectNone);
        }
    }

    /// Does what was asked for.
    pub(super) fn run_command(&mut self, command: Command) {
        let editing = self.page == Page::Edit && self.document.is_some();
        match command {
            Command::New => self.request(Request::ShowNew),
            Command::Open => self.request(Request::ShowOpen),
            Command::Library => self.show_start(),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Close => self.request(Request::Close),
            Command::Recover => self.request(Request::Recover),
            Command::Save => self.save(None),
            Command::SaveAs if self.document.is_some() => self.dialog = Some(self.save_as(None)),
            Command::Help => self.dialog = Some(Dialog::Help),
            Command::About => self.dialog = Some(Dialog::About),
            Command::SelectNone if !editing && self.document.is_some() => self.page = Page::Edit,
            _ if editing => self.obey_editing(command),
            _ => {}
        }
    }

    fn obey_editing(&mut self, command: Command) {
        match command {
            Command::Export => self.dialog = Some(self.export()),
            Command::Revert => self.revert(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Find => self.rules.find_wanted = true,
            Command::SelectAll => self.rules.select_all(),
            Command::SelectNone => self.rules.select_none(),
            Command::Remove => {
                if let Some(edit) = self.rules.fill(None) {
                    self.edit(edit);
                }
            }
            Command::KeepAdded => {
                let added =
                    self.document.as_ref().map(|document| document.automaton().added()).unwrap_or_default();
                self.edit(Edit::Rules(added.into_iter().map(|triple| (triple, Some(0))).collect()));
            }
            Command::Mirror => self.transform(text::MIRRORED, Automaton::mirrored),
            Command::Conjugate => self.transform(text::CONJUGATED, Automaton::conjugated),
            Command::Play => self.request(Request::Start(Neighbour::Game)),
            Command::Generate => self.request(Request::Start(Neighbour::Generator)),
            _ => {}
        }
    }

    fn revert(&mut self) {
        if self.document.as_mut().is_some_and(Document::revert) {
            self.said = "Back to how it was opened or saved. Undo brings the changes again.".to_owned();
        }
    }

    fn transform(&mut self, name: &'static str, transformed: impl FnOnce(&Automaton) -> Automaton) {
        let Some(document) = &mut self.document else { return };
        let next = transformed(document.automaton());
        self.said = if document.edit(Edit::Whole(name, Box::new(next))) {
            format!("Done: {name}.")
        } else {
            "It is the same, so nothing has changed.".to_owned()
        };
    }

    /// Opens the page of new automata.
    pub(super) fn show_new(&mut self) {
        self.dialog = Some(Dialog::New(Draft::default()));
    }

    /// Opens the page of files.
    pub(super) fn show_open(&mut self) {
        self.dialog = Some(Dialog::Open(Browser::new(self.folder(), String::new())));
    }

    /// The folder in which people work.
    pub(super) fn folder(&self) -> PathBuf {
        let of_document = self.document.as_ref().and_then(Document::path).and_then(|path| path.parent());
        let of_recent =
            || self.settings.recent.first().and_then(|path| path.parent()).filter(|folder| folder.is_dir());
        let folder = of_document.or_else(of_recent).map(std::path::Path::to_path_buf);
        folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default()
    }
}
