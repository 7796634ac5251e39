//! Keys on a board whose squares have a letter and a number: arrows go from one to the next, typing names one.

use egui::{Event, EventFilter, Id, InputState, Key, Ui};

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

/// Arrows stay on the board instead of moving on to the next button.
pub fn lock_arrows(ui: &Ui, id: Id) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}
