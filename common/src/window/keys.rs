//! Keys on a board whose squares have a letter and a number: arrows go from one to the next, typing names one.

use egui::{Event, EventFilter, FocusDirection, Id, InputState, Key, Popup, Ui};

/// A key that means something on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// Rows up, columns to the right.
    Arrow(i8, i8),
    /// A column, in small letters.
    Letter(char),
    /// A digit of a row.
    Digit(char),
}

/// The keys that were pressed, on a board whose last column has this letter, a capital.
pub fn pressed(input: &InputState, last: char) -> Vec<Pressed> {
    if !input.modifiers.is_none() {
        return Vec::new();
    }
    let meant = |key: &Key| match key {
        Key::ArrowUp => Some(Pressed::Arrow(1, 0)),
        Key::ArrowDown => Some(Pressed::Arrow(-1, 0)),
        Key::ArrowLeft => Some(Pressed::Arrow(0, -1)),
        Key::ArrowRight => Some(Pressed::Arrow(0, 1)),
        key => {
            let mut name = key.name().chars();
            match (name.next(), name.next()) {
                (Some(letter), None) if ('A'..=last).contains(&letter) => {
                    Some(Pressed::Letter(letter.to_ascii_lowercase()))
                }
                (Some(digit @ '0'..='9'), None) => Some(Pressed::Digit(digit)),
                _ => None,
            }
        }
    };
    let keys = input.events.iter().filter_map(|event| match event {
        Event::Key { key, pressed: true, .. } => meant(key),
        _ => None,
    });
    keys.collect()
}

/// Whether keys are meant for the board: no page or menu lies over it, and nothing but its own cursor has the focus.
pub fn has_keyboard_focus(ui: &Ui, own: Id) -> bool {
    let (free, focused) = ui.memory(|memory| (memory.allows_interaction(ui.layer_id()), memory.focused()));
    free && focused.is_none_or(|focused| focused == own) && !Popup::is_any_open(ui.ctx())
}

/// The cursor goes to another place of the board.
pub fn move_focus(ui: &Ui, to: Id) {
    ui.memory_mut(|memory| {
        memory.request_focus(to);
        // The window itself would go on from there, in the direction of the arrow.
        memory.move_focus(FocusDirection::None);
    });
}

/// Arrows stay on the board instead of moving on to the next button.
pub fn lock_arrows(ui: &Ui, id: Id) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}
