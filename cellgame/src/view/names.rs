//! The accessible names of cells.

use crate::rules::{PuzzleView, Status};
use crate::text::states_text;
use common::automaton::{Automaton, State};

/// A state with its name: "state 2 ink".
pub fn state_name(automaton: &Automaton, state: State) -> String {
    match automaton.name(state) {
        "" => format!("state {state}"),
        name => format!("state {state} {name}"),
    }
}

/// A cell in words: "c4, hidden", "c4, state 2 ink, given".
pub fn cell_name(view: &PuzzleView, index: usize) -> String {
    let layout = view.layout();
    let (name, cell) = (layout.cell(index), &view.cells[index]);
    if let Some(state) = cell.state {
        let how = match cell.status {
            Status::Clue => "given",
            Status::Found => "found",
            Status::Entered | Status::Hidden => "entered",
        };
        return format!("{name}, {}, {how}", state_name(layout.automaton(), state));
    }
    let mut text = format!("{name}, hidden");
    if cell.struck != 0 {
        text = format!("{text}, not {}", states_text(cell.struck));
    }
    if cell.notes != 0 {
        text = format!("{text}, noted {}", states_text(cell.notes));
    }
    text
}
