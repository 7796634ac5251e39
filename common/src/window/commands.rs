//! Commands with keyboard shortcuts, for menus.

use super::menu_bar::menu_item;
use egui::{Button, Key, KeyboardShortcut, Modifiers, Popup, Ui};

/// The keys of commands.
#[derive(Debug)]
pub struct Shortcuts<C: 'static> {
    /// Where one shortcut is part of another, the longer one comes first.
    pub keys: &'static [(C, KeyboardShortcut)],
    /// Shortcuts that the window system reports as commands, not as keys; menus show them.
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
    /// The command whose key was pressed. It closes an open menu, which would otherwise lie below what the command opens and
    /// take its keys.
    pub fn pressed(&self, ui: &Ui) -> Option<C> {
        let pressed = ui.input_mut(|input| {
            let pressed = self.keys.iter().find(|(_, shortcut)| input.consume_shortcut(shortcut));
            pressed.map(|(command, _)| *command)
        });
        if pressed.is_some() {
            Popup::close_all(ui.ctx());
        }
        pressed
    }

    /// A menu item with its key; true if it was chosen.
    pub fn item(&self, ui: &mut Ui, enabled: bool, label: &str, command: C) -> bool {
        self.item_unless(ui, if enabled { None } else { Some("") }, label, command)
    }

    /// A menu item with its key that is disabled if there is a reason, which is shown as a tooltip; true if it was chosen.
    pub fn item_unless(&self, ui: &mut Ui, why_not: Option<&str>, label: &str, command: C) -> bool {
        let keys = self.keys.iter().chain(self.shown).find(|(of, _)| *of == command);
        // egui spells the key out.
        let shortcut =
            |(_, keys): &(C, KeyboardShortcut)| ui.ctx().format_shortcut(keys).replace("Comma", ",");
        let shortcut = keys.map_or(String::new(), shortcut);
        let mut item = menu_item(ui, why_not.is_none(), label, Button::new(label).shortcut_text(shortcut));
        if let Some(reason) = why_not.filter(|reason| !reason.is_empty()) {
            item = item.on_disabled_hover_text(reason);
        }
        let chosen = item.clicked();
        if chosen {
            ui.close();
        }
        chosen
    }
}
