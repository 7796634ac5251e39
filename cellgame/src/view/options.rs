//! What the player can set about the board and the cards.

use crate::layout::Layout;
use common::automaton::Colour;
use common::window::cells::CellStyle;
use common::window::{Tokens, UiAction, UiOptions};
use egui::Color32;

/// The names under which the settings are remembered.
pub mod name {
    /// The size of a cell in points; anything else is automatic.
    pub const CELL_SIZE: &str = "board-cell-size";
    /// The gap between two cells in points.
    pub const GAP: &str = "board-gap";
    /// The colour of borders and digits.
    pub const BORDER: &str = "board-border";
    /// The colour of highlighted cells.
    pub const HIGHLIGHT: &str = "board-highlight";
    /// Whether cells have digits.
    pub const DIGITS: &str = "board-digits";
    /// Which notes are shown.
    pub const NOTES: &str = "notes";
    /// Whether the time is shown.
    pub const TIME: &str = "time";
    /// Whether the colours suit colour-blind people.
    pub const PALETTE: &str = "colour-blind";
    /// Whether the control buttons are in a window of their own.
    pub const FLOATING: &str = "controls-floating";
}

/// The sizes of cells that can be chosen.
pub const CELL_SIZES: [u8; 10] = [12, 16, 20, 24, 32, 40, 48, 64, 80, 96];
/// The gaps that can be chosen.
pub const GAPS: [u8; 5] = [0, 1, 2, 4, 8];

/// Which notes a hidden cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NotesMode {
    /// None.
    Off,
    /// What the player has noted.
    #[default]
    ByHand,
    /// The states that the windows around a cell leave, if each window is looked at once.
    Automatic,
}

impl NotesMode {
    /// All modes.
    pub const ALL: [NotesMode; 3] = [NotesMode::Off, NotesMode::ByHand, NotesMode::Automatic];

    /// The value in the settings.
    pub fn value(self) -> &'static str {
        match self {
            NotesMode::Off => "off",
            NotesMode::ByHand => "by-hand",
            NotesMode::Automatic => "automatic",
        }
    }

    /// The label.
    pub fn label(self) -> &'static str {
        match self {
            NotesMode::Off => "Off",
            NotesMode::ByHand => "By hand",
            NotesMode::Automatic => "Automatic",
        }
    }
}

/// The settings of the board and the cards.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct BoardOptions {
    /// The size of a cell; `None` for the largest that fits.
    pub cell_size: Option<f32>,
    /// The gap between two cells.
    pub gap: f32,
    /// The colour of borders and digits; `None` for grey borders, and black or white digits.
    pub border: Option<Colour>,
    /// The colour of highlighted cells; `None` for the colour of hints.
    pub highlight: Option<Colour>,
    /// Whether cells have digits.
    pub digits: bool,
    /// Which notes are shown.
    pub notes: NotesMode,
    /// Whether the time is shown.
    pub time: bool,
    /// Whether colours that suit colour-blind people replace the automaton's.
    pub colour_blind: bool,
    /// Whether the control buttons are in a window of their own.
    pub floating: bool,
}

impl BoardOptions {
    /// Reads the settings. Values that make no sense are ignored.
    pub fn of(options: &UiOptions) -> BoardOptions {
        let get = |name: &str| options.get(name).map(String::as_str);
        let is_on = |name: &str, default: bool| get(name).map_or(default, |value| value == "true");
        let number = |name: &str, allowed: &[u8]| {
            let number = get(name)?.parse::<u8>().ok()?;
            allowed.contains(&number).then_some(f32::from(number))
        };
        let notes = NotesMode::ALL.into_iter().find(|mode| get(name::NOTES) == Some(mode.value()));
        BoardOptions {
            cell_size: number(name::CELL_SIZE, &CELL_SIZES),
            gap: number(name::GAP, &GAPS).unwrap_or(1.0),
            border: get(name::BORDER).and_then(Colour::parse),
            highlight: get(name::HIGHLIGHT).and_then(Colour::parse),
            digits: is_on(name::DIGITS, true),
            notes: notes.unwrap_or_default(),
            time: is_on(name::TIME, false),
            colour_blind: is_on(name::PALETTE, false),
            floating: is_on(name::FLOATING, false),
        }
    }

    /// How the cells of a board are painted.
    pub fn style(&self, layout: &Layout, tokens: Tokens) -> CellStyle {
        let automaton = layout.automaton();
        let colour = |state| {
            if self.colour_blind { Colour::default_for(state).0 } else { automaton.colour(state) }
        };
        CellStyle::new((0..layout.states()).map(colour), self.border, self.digits, tokens)
    }

    /// The colour of highlighted cells.
    pub fn highlight_color(&self, tokens: &Tokens) -> Color32 {
        self.highlight.map_or(tokens.good, common::window::cells::color32)
    }
}

/// Remembers the next larger or smaller size of cells.
pub fn keep_next_size(cell: f32, larger: bool) -> Option<UiAction> {
    let mut sizes = CELL_SIZES.into_iter();
    let next = if larger {
        sizes.find(|size| f32::from(*size) > cell)
    } else {
        sizes.rfind(|size| f32::from(*size) < cell)
    };
    next.map(|size| UiAction::Keep(name::CELL_SIZE, size.to_string()))
}

/// Remembers that cells are as large as fits.
pub fn keep_automatic_size() -> UiAction {
    UiAction::Keep(name::CELL_SIZE, "auto".to_owned())
}

/// Remembers a switch.
pub fn keep_switch(name: &'static str, on: bool) -> UiAction {
    UiAction::Keep(name, on.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_nonsense_is_ignored() {
        let mut options = UiOptions::new();
        let default = BoardOptions::of(&options);
        assert_eq!((default.cell_size, default.notes, default.digits), (None, NotesMode::ByHand, true));
        for (name, value) in [
            (name::CELL_SIZE, "999999"),
            (name::GAP, "NaN"),
            (name::BORDER, "#12"),
            (name::NOTES, "sometimes"),
        ] {
            options.insert(name.to_owned(), value.to_owned());
        }
        assert_eq!(BoardOptions::of(&options), default);
        for (name, value) in [
            (name::CELL_SIZE, "24"),
            (name::GAP, "4"),
            (name::BORDER, "#102030"),
            (name::NOTES, "automatic"),
            (name::DIGITS, "false"),
        ] {
            options.insert(name.to_owned(), value.to_owned());
        }
        let set = BoardOptions::of(&options);
        assert_eq!((set.cell_size, set.gap.to_bits(), set.digits), (Some(24.0), 4.0_f32.to_bits(), false));
        assert_eq!((set.border, set.notes), (Some(Colour::new(16, 32, 48)), NotesMode::Automatic));
    }
}
