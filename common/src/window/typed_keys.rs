//! The keys typed on a board, in their order.

use egui::{Event, Id, Key, Modifiers, Ui};
use std::collections::VecDeque;

/// A key that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedKey {
    /// What it means on the user's keyboard.
    pub key: Key,
    /// Where it is on the keyboard.
    pub physical: Option<Key>,
    /// The modifiers that were held.
    pub modifiers: Modifiers,
}

impl TypedKey {
    /// Whether it clicks what has the focus.
    pub fn is_click(self) -> bool {
        matches!(self.key, Key::Enter | Key::Space) && self.modifiers.is_none()
    }

    /// Its digit. On some keyboards a digit's key types another character, so the place of the key counts too.
    pub fn digit(self) -> Option<u8> {
        digit(self.key).or_else(|| digit(self.physical?))
    }
}

/// The digit that a key is named after.
fn digit(key: Key) -> Option<u8> {
    let mut name = key.name().chars();
    let digit = name.next()?.to_digit(10)? as u8;
    name.next().is_none().then_some(digit)
}

/// The keys typed on a board, in their order. A slow frame brings several of them. After a key that acts on the board the
/// others wait for the next frame, so that each acts on what the one before has left.
#[derive(Debug, Clone, Default)]
pub struct TypedKeys {
    waiting: VecDeque<TypedKey>,
}

impl TypedKeys {
    /// Adds the keys of this frame that mean something on the board. `cursor` is the widget under its cursor: if it has
    /// the focus, or gets it by one of the keys, then Enter and Space are keys of the board too, and egui does not see them.
    pub fn read(&mut self, ui: &Ui, cursor: Option<Id>, is_meant: impl Fn(TypedKey) -> bool) {
        let focused = ui.memory(egui::Memory::focused);
        let free = focused.is_none_or(|focused| Some(focused) == cursor);
        let mut takes_clicks = free && focused.is_some();
        // A key that is held down must not go on after it was released.
        let takes_repeats = self.waiting.is_empty();
        ui.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key { key, physical_key, pressed: true, repeat, modifiers } = event else {
                    return true;
                };
                let typed = TypedKey { key: *key, physical: *physical_key, modifiers: *modifiers };
                let is_click = typed.is_click() && takes_clicks;
                let is_meant = is_meant(typed);
                takes_clicks |= is_meant && cursor.is_some();
                if (is_click || is_meant) && (takes_repeats || !*repeat) {
                    self.waiting.push_back(typed);
                }
                !is_click
            });
        });
    }

    /// The next key.
    pub fn pop(&mut self) -> Option<TypedKey> {
        self.waiting.pop_front()
    }

    /// Leaves the other keys for the next frame.
    pub fn wait(&self, ui: &Ui) {
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Forgets the keys that wait.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}
