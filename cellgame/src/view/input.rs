//! What clicks and keys on a cell do: states, notes and erasing.

use super::options::NotesMode;
use crate::rules::{Move, PuzzleView, Status};
use crate::solver::Candidates;
use common::automaton::State;
use common::window::{TypedKey, UiAction, is_in_front};
use egui::Ui;

/// Whether the player can enter a state.
pub fn is_open(view: &PuzzleView, index: usize) -> bool {
    view.cells.get(index).is_some_and(|cell| matches!(cell.status, Status::Hidden | Status::Entered))
}

/// What a chosen state is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is the value of the cell.
    Value,
    /// It is a note, to be written or removed.
    Note(NotesMode),
}

/// How clicks and digits are understood.
#[derive(Debug, Clone, Copy)]
pub struct EntryMode {
    /// The state that a click enters; without one a click opens the palette.
    pub armed: Option<State>,
    /// Clicks and digits write notes.
    pub notes: bool,
    /// Which notes are shown.
    pub mode: NotesMode,
}

impl EntryMode {
    /// A note if `note` or if everything is a note, otherwise a value.
    pub fn purpose(self, note: bool) -> Purpose {
        if note || self.notes { Purpose::Note(self.mode) } else { Purpose::Value }
    }
}

/// What choosing a state on an open cell does. What would be refused is explained, not played.
pub fn choose(view: &PuzzleView, index: usize, state: State, purpose: Purpose) -> UiAction {
    let (name, last) = (view.layout().cell(index), view.layout().states() - 1);
    let cell = view.cells[index];
    let struck = cell.struck >> state.min(15) & 1 == 1;
    let explain = |text: String| UiAction::Explain(text);
    let m = match purpose {
        _ if state > last => {
            return explain(format!("There is no state {state}: the states are 0 to {last}."));
        }
        _ if !is_open(view, index) => return explain(format!("{name} is known already.")),
        Purpose::Value if struck => {
            return explain(format!("{state} was tried before: {name} is not {state}."));
        }
        Purpose::Value if cell.state == Some(state) => {
            return explain(format!("{name} has this value already."));
        }
        Purpose::Value => Move::Enter(name, state),
        Purpose::Note(NotesMode::Off) => {
            return explain("Notes are off: switch them on in the board settings (F7).".to_owned());
        }
        Purpose::Note(NotesMode::Automatic) => {
            return explain(
                "Notes are automatic: choose By hand in the board settings (F7) to write your own."
                    .to_owned(),
            );
        }
        Purpose::Note(NotesMode::ByHand) if struck => {
            return explain(format!("{name} is not {state}, so there is nothing to note."));
        }
        Purpose::Note(NotesMode::ByHand) => Move::Note(name, cell.notes ^ 1 << state),
    };
    UiAction::Play(m.to_string())
}

/// Writes all notes of a cell, of which `last` was typed last. What would be refused is explained, not played.
pub fn write_notes(
    view: &PuzzleView,
    index: usize,
    notes: Candidates,
    last: State,
    mode: NotesMode,
) -> UiAction {
    match choose(view, index, last, Purpose::Note(mode)) {
        UiAction::Play(_) => UiAction::Play(Move::Note(view.layout().cell(index), notes).to_string()),
        explained => explained,
    }
}

/// Removes a value that was not checked, otherwise the notes.
pub fn erase(view: &PuzzleView, index: usize) -> UiAction {
    let name = view.layout().cell(index);
    let cell = &view.cells[index];
    match cell.status {
        Status::Entered => UiAction::Play(Move::Erase(name).to_string()),
        Status::Hidden if cell.notes != 0 => UiAction::Play(Move::Note(name, 0).to_string()),
        _ => UiAction::Explain(format!("There is nothing to erase on {name}.")),
    }
}

/// Whether digits are for the board: no page, menu or text field takes them.
pub fn takes_digits(ui: &Ui) -> bool {
    is_in_front(ui) && !ui.ctx().text_edit_focused()
}

/// The digit of a key, and whether with Shift.
pub fn digit(key: TypedKey) -> Option<(State, bool)> {
    let digit = key.digit().filter(|_| key.modifiers.is_none() || key.modifiers.shift_only())?;
    Some((digit, key.modifiers.shift))
}
