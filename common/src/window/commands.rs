//! What a menu or a key can ask for.

use egui::{Button, Key, KeyboardShortcut, Modifiers, Ui};

/// The key that asks for a command, for every command that has one.
#[derive(Debug)]
pub struct Shortcuts<C: 'static> {
    /// Where one is part of another, the longer one stands first.
    pub keys: &'static [(C, KeyboardShortcut)],
    /// These the window system tells as what they mean, not as keys; menus show them.
    pub shown: &'static [(C, KeyboardShortcut)],
}

/// A key together with Ctrl, or what the platform has for it.
pub const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// A key together with Alt.
pub const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

impl<C: Copy + PartialEq> Shortcuts<C> {
    /// What was asked for by a key.
    pub fn asked(&self, ui: &Ui) -> Option<C> {
        ui.input_mut(|input| {
            let pressed = self.keys.iter().find(|(_, shortcut)| input.consume_shortcut(shortcut));
            pressed.map(|(command, _)| *command)
        })
    }

    /// An item of a menu, with its key; says whether it was chosen.
    pub fn item(&self, ui: &mut Ui, enabled: bool, label: &str, command: C) -> bool {
        let keys = self.keys.iter().chain(self.shown).find(|(of, _)| *of == command);
        let shortcut = keys.map_or(String::new(), |(_, keys)| ui.ctx().format_shortcut(keys));
        let chosen = ui.add_enabled(enabled, Button::new(label).shortcut_text(shortcut)).clicked();
        if chosen {
            ui.close();
        }
        chosen
    }
}
