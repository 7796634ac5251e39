//! The menu bar and the keyboard shortcuts.

use super::dialogs::{Dialog, NewForm};
use super::paint::Tool;
use super::{Generator, files};
use crate::mask::MAX_SIDE;
use crate::problem::InkMode;
use crate::samples::{SAMPLES, Sample};
use common::automaton::library;
use common::companions::Companion;
use common::window::{
    FileBrowser, Shortcuts, ThemeChoice, alt, command, escape_pressed, menu_bar, menu_button, quiet,
};
use common::words::sentence;
use egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// A command of the menus and shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    New,
    Open,
    Import,
    /// Saves what is shown: the result, or the picture.
    Save,
    SavePicture,
    ExportPng,
    SaveResult,
    Settings,
    Close,
    Undo,
    Redo,
    Clear,
    Invert,
    FlipHorizontally,
    FlipVertically,
    ShiftLeft,
    ShiftRight,
    ShiftUp,
    ShiftDown,
    CompleteSymmetry,
    Trim,
    Margin,
    Tool(Tool),
    Mirror,
    UseSets,
    Generate,
    Stop,
    ShowPicture,
    OpenInEditor,
    Play,
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
        (Command::Redo, KeyboardShortcut::new(SHIFT_COMMAND, Key::Z)),
        (Command::FlipVertically, KeyboardShortcut::new(SHIFT_COMMAND, Key::H)),
        (Command::SaveResult, KeyboardShortcut::new(SHIFT_COMMAND, Key::S)),
        (Command::Import, KeyboardShortcut::new(SHIFT_COMMAND, Key::O)),
        (Command::CompleteSymmetry, KeyboardShortcut::new(SHIFT_COMMAND, Key::M)),
        (Command::Margin, KeyboardShortcut::new(SHIFT_COMMAND, Key::T)),
        (Command::About, KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)),
        (Command::New, command(Key::N)),
        (Command::Open, command(Key::O)),
        (Command::Save, command(Key::S)),
        (Command::ExportPng, command(Key::E)),
        (Command::Settings, command(Key::Comma)),
        (Command::Close, command(Key::Q)),
        (Command::Undo, command(Key::Z)),
        (Command::Redo, command(Key::Y)),
        (Command::Invert, command(Key::I)),
        (Command::FlipHorizontally, command(Key::H)),
        (Command::Trim, command(Key::T)),
        (Command::Clear, command(Key::Delete)),
        (Command::ShiftLeft, alt(Key::ArrowLeft)),
        (Command::ShiftRight, alt(Key::ArrowRight)),
        (Command::ShiftUp, alt(Key::ArrowUp)),
        (Command::ShiftDown, alt(Key::ArrowDown)),
        (Command::Generate, command(Key::G)),
        (Command::ShowPicture, command(Key::R)),
        (Command::Play, plain(Key::F5)),
        (Command::OpenInEditor, plain(Key::F6)),
        (Command::Help, plain(Key::F1)),
    ],
    shown: PLAIN_KEYS,
};

/// Keys that have another meaning while text is typed.
const PLAIN_KEYS: &[(Command, KeyboardShortcut)] = &[
    (Command::Stop, plain(Key::Escape)),
    (Command::Tool(Tool::Pencil), plain(Key::P)),
    (Command::Tool(Tool::Line), plain(Key::L)),
    (Command::Tool(Tool::Rectangle), plain(Key::R)),
    (Command::Tool(Tool::Fill), plain(Key::F)),
    (Command::Mirror, plain(Key::M)),
];

/// Menu items that change the whole mask.
const TRANSFORMS: &[(&str, Command)] = &[
    ("Clear", Command::Clear),
    ("Invert", Command::Invert),
    ("Flip left and right", Command::FlipHorizontally),
    ("Flip top and bottom", Command::FlipVertically),
    ("Make symmetric", Command::CompleteSymmetry),
    ("Trim", Command::Trim),
    ("Add a margin", Command::Margin),
];

/// Menu items that shift the whole mask.
const SHIFTS: &[(&str, Command)] = &[
    ("Left", Command::ShiftLeft),
    ("Right", Command::ShiftRight),
    ("Up", Command::ShiftUp),
    ("Down", Command::ShiftDown),
];

impl Generator {
    /// Draws the menu bar.
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        let (undo, redo) = (self.canvas.can_undo(), self.canvas.can_redo());
        let (searching, result) = (self.search.is_some(), !self.results.is_empty());
        let recent = self.settings.recent.clone();
        let (mut chosen, mut chosen_file, mut sample) = (None, None, None);
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
                sample = sample_menu(ui);
                item(ui, true, "Import picture…", Command::Import);
                ui.separator();
                if self.showing_result {
                    item(ui, true, "Save result…", Command::Save);
                    item(ui, true, "Save picture…", Command::SavePicture);
                } else {
                    item(ui, true, "Save picture…", Command::Save);
                    item(ui, result, "Save result…", Command::SaveResult);
                }
                item(ui, true, "Export picture as PNG…", Command::ExportPng);
                ui.separator();
                item(ui, true, "Settings…", Command::Settings);
                ui.separator();
                item(ui, true, common::window::QUIT, Command::Close);
            });
            menu_button(ui, "&Edit", |ui| {
                item(ui, undo, "Undo", Command::Undo);
                item(ui, redo, "Redo", Command::Redo);
                ui.separator();
                ui.menu_button("Tool", |ui| {
                    for tool in Tool::ALL {
                        item(ui, true, tool.name(), Command::Tool(tool));
                    }
                });
                item(ui, true, "Mirror painting", Command::Mirror);
                ui.separator();
                for (label, command) in TRANSFORMS {
                    item(ui, true, label, *command);
                }
                ui.menu_button("Shift", |ui| {
                    for (label, command) in SHIFTS {
                        item(ui, true, label, *command);
                    }
                });
            });
            menu_button(ui, "&View", |ui| {
                item(ui, result, "Picture or result", Command::ShowPicture);
                ui.separator();
                self.view_menu(ui);
            });
            menu_button(ui, "&Tools", |ui| {
                if searching {
                    item(ui, true, "Stop", Command::Stop);
                } else {
                    item(ui, true, "Generate", Command::Generate);
                }
                ui.separator();
                let (game, editor) = if result {
                    ("Play the result as a puzzle", "Open the result in the editor")
                } else {
                    ("Puzzle game", "Cell editor")
                };
                for (label, command, companion) in [
                    (game, Command::Play, Companion::Game),
                    (editor, Command::OpenInEditor, Companion::Editor),
                ] {
                    let installed = companion.is_installed();
                    item(ui, installed, label, command);
                    if !installed {
                        ui.label(quiet(format!("{} is not installed.", companion.program())));
                    }
                }
            });
            menu_button(ui, "&Help", |ui| {
                item(ui, true, "How it works", Command::Help);
                item(ui, true, "About", Command::About);
            });
        });
        if let Some(command) = chosen {
            self.run_command(command);
        }
        if let Some(path) = chosen_file {
            self.open_file(&path);
        }
        if let Some(sample) = sample {
            self.open_picture(sample.mask(), sample.name);
            self.say(&format!("Opened the sample {}. Press Generate.", sample.name));
        }
    }

    fn view_menu(&mut self, ui: &mut Ui) {
        let settings = &mut self.settings;
        ui.menu_button("Theme", |ui| {
            for choice in ThemeChoice::ALL {
                if ui.radio_value(&mut settings.theme, choice, choice.name()).clicked() {
                    ui.ctx().set_theme(choice);
                    ui.close();
                }
            }
        });
        ui.menu_button("Cell size", |ui| {
            let mut size = |ui: &mut Ui, cell: Option<f32>, name: String| {
                if ui.radio_value(&mut settings.cell, cell, name).clicked() {
                    ui.close();
                }
            };
            size(ui, None, "As large as fits".to_owned());
            for side in [8.0, 12.0, 16.0, 24.0, 32.0, 48.0] {
                size(ui, Some(side), format!("{side} px"));
            }
        });
        if ui.checkbox(&mut settings.border, "Lines between cells").clicked() {
            ui.close();
        }
    }

    /// Handles keys that have another meaning while text is typed or a menu is open.
    pub(super) fn plain_keys(&mut self, ui: &Ui) {
        if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        let pressed = PLAIN_KEYS.iter().find(|(_, keys)| match keys.logical_key {
            Key::Escape => escape_pressed(ui),
            key => ui.input(|input| input.modifiers.is_none() && input.key_pressed(key)),
        });
        if let Some((command, _)) = pressed {
            self.run_command(*command);
        }
    }

    /// Runs a command.
    pub(super) fn run_command(&mut self, command: Command) {
        match command {
            Command::New => self.dialog = Some(Dialog::New(NewForm::of(self.canvas.mask()))),
            Command::Open | Command::Import => {
                let folder = self.settings.recent.folder().or_else(library::installed_folder);
                let folder = folder.unwrap_or_else(|| self.folder());
                let import = command == Command::Import;
                let filter = if import { files::IMPORT_FILTER } else { files::FILTER };
                let browser = FileBrowser::new(filter, folder, String::new());
                self.dialog = Some(Dialog::Open { browser, import });
            }
            Command::Save if self.showing_result && !self.results.is_empty() => {
                self.dialog = Some(self.save_result_dialog());
            }
            Command::Save | Command::SavePicture => self.dialog = Some(self.save_mask_dialog("txt")),
            Command::ExportPng => self.dialog = Some(self.save_mask_dialog("png")),
            Command::SaveResult => {
                if !self.results.is_empty() {
                    self.dialog = Some(self.save_result_dialog());
                }
            }
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Help => self.dialog = Some(Dialog::Help),
            Command::About => self.dialog = Some(Dialog::About),
            Command::Close => common::window::quit(&self.ctx),
            Command::Generate if self.search.is_some() => self.stop(),
            Command::Generate => self.generate(),
            Command::Stop => self.stop(),
            Command::UseSets => {
                self.settings.search.ink = InkMode::Sets;
                self.generate();
            }
            Command::ShowPicture => {
                self.showing_result = !self.showing_result && !self.results.is_empty();
                if !self.showing_result {
                    self.grid.take_focus();
                }
            }
            Command::OpenInEditor => self.start_companion(Companion::Editor),
            Command::Play => self.start_companion(Companion::Game),
            Command::Tool(tool) => self.choose_tool(tool),
            Command::Mirror => {
                self.settings.mirror = !self.settings.mirror;
                self.showing_result = false;
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            _ => self.transform(command),
        }
    }

    /// Runs a command that changes the whole mask.
    fn transform(&mut self, command: Command) {
        let mask = self.canvas.mask();
        let (next, done) = match command {
            Command::Clear => (mask.cleared(), "Cleared."),
            Command::Invert => (mask.inverted(), "Swapped paper and ink."),
            Command::FlipHorizontally => (mask.flipped_horizontally(), "Flipped left and right."),
            Command::FlipVertically => (mask.flipped_vertically(), "Flipped top and bottom."),
            Command::CompleteSymmetry => {
                (mask.mirrored_left_half(), "The right half is the mirror image of the left half now.")
            }
            Command::ShiftLeft => (mask.shifted(-1, 0), "Shifted left."),
            Command::ShiftRight => (mask.shifted(1, 0), "Shifted right."),
            Command::ShiftUp => (mask.shifted(0, -1), "Shifted up."),
            Command::ShiftDown => (mask.shifted(0, 1), "Shifted down."),
            Command::Trim => (mask.trimmed(), "Removed the empty rows and columns around the picture."),
            Command::Margin => {
                let Ok(mask) = mask.with_margin(1) else {
                    self.complain(&format!("There is no room: at most {MAX_SIDE} × {MAX_SIDE} cells."));
                    return;
                };
                (mask, "Added a row or column of paper on each side.")
            }
            _ => return,
        };
        self.showing_result = false;
        let changed = self.canvas.replace(next);
        self.say(if changed { done } else { "Nothing changed." });
    }

    /// Starts another program, with the selected result if there is one.
    fn start_companion(&mut self, companion: Companion) {
        let program = companion.program();
        let (started, message) = match self.described_result() {
            Some(automaton) => (
                companion.start_with(&automaton, &self.file_name()),
                format!("Started {program} with the result."),
            ),
            None => (companion.start(None), format!("Started {program}.")),
        };
        match started {
            Ok(()) => self.say(&message),
            Err(why) => self.complain(&sentence(&why)),
        }
    }
}

/// The samples. Returns the chosen one.
fn sample_menu(ui: &mut Ui) -> Option<Sample> {
    let mut chosen = None;
    ui.menu_button("Samples", |ui| {
        for sample in SAMPLES {
            if ui.button(sample.name).clicked() {
                chosen = Some(sample);
                ui.close();
            }
        }
    });
    chosen
}

/// The buttons for the selected result: name, command, and why it is disabled.
pub fn result_buttons() -> [(&'static str, Command, Option<String>); 3] {
    let missing = |companion: Companion| {
        let missing = !companion.is_installed();
        missing.then(|| format!("{} is not installed in the folder of this program.", companion.program()))
    };
    [
        ("Save…", Command::SaveResult, None),
        ("Open in the editor", Command::OpenInEditor, missing(Companion::Editor)),
        ("Play as a puzzle", Command::Play, missing(Companion::Game)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_key_of_its_own() {
        use Command as C;
        let mut all = vec![
            C::New,
            C::Open,
            C::Import,
            C::Save,
            C::ExportPng,
            C::SaveResult,
            C::Settings,
            C::Close,
            C::Undo,
            C::Redo,
            C::Mirror,
            C::Generate,
            C::Stop,
            C::ShowPicture,
            C::OpenInEditor,
            C::Play,
            C::Help,
            C::About,
        ];
        all.extend(Tool::ALL.map(C::Tool));
        all.extend(TRANSFORMS.iter().chain(SHIFTS).map(|(_, command)| *command));
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
