//! The board of a game as text.

use super::{list, states_text};
use crate::layout::Cell;
use crate::rules::{CellView, PuzzleView, Status};
use crate::solver::states_of;
use common::automaton::State;
use common::styled::{FAINT, MARK, Style, StyledText, colour, nearest, on};

/// The number of notes in a line below the board.
const NOTES_IN_LINE: usize = 4;

/// Draws the board with its letters, numbers and edges, the last move in brackets, and the notes below.
pub(super) fn board(view: &PuzzleView, last: Option<usize>) -> StyledText {
    let layout = view.layout();
    let (width, edge) = (layout.width(), layout.edge());
    let mut text = StyledText::new();
    let letters: Vec<String> = (0..width).map(|n| format!("{:<2}", Cell::letters(n))).collect();
    let margin = if edge.is_some() { "  " } else { "" };
    text.push(FAINT, format!("    {margin}{}\n", letters.join(" ").trim_end()));
    for row in 0..layout.height() {
        text.push(FAINT, format!("{:>3}", row + 1));
        text.push(FAINT, edge.map_or(String::new(), |edge| format!(" {edge}")));
        for n in row * width..(row + 1) * width {
            let first = n == row * width;
            match last {
                Some(last) if last == n => text.push(MARK, "["),
                Some(last) if last + 1 == n && !first => text.push(MARK, "]"),
                _ if first && edge.is_some() => text.push(FAINT, "|"),
                _ => text.plain(" "),
            }
            let cell = view.cells[n];
            let sign = sign(cell);
            let ends_line = edge.is_none() && n + 1 == (row + 1) * width;
            text.push(style(view, cell), if ends_line { sign.trim_end() } else { &sign });
        }
        let is_last = last == Some((row + 1) * width - 1);
        text.push(MARK, if is_last { "]" } else { "" });
        if let Some(edge) = edge {
            text.push(FAINT, format!("{}|{edge}", if is_last { "" } else { " " }));
        }
        text.plain("\n");
    }
    text.plain(notes(view));
    text
}

/// A cell in two characters.
fn sign(cell: CellView) -> String {
    match (cell.state, cell.status) {
        (Some(state), Status::Entered) => format!("{state}?"),
        (Some(state), Status::Clue) => format!("{state} "),
        (Some(state), _) => format!("{state}'"),
        (None, _) if cell.notes != 0 => ".:".to_owned(),
        (None, _) => ". ".to_owned(),
    }
}

/// A known cell has the colour of its state as in the window.
fn style(view: &PuzzleView, cell: CellView) -> Style {
    let Some(state) = cell.state else { return FAINT };
    let style = state_style(view, state);
    if cell.status == Status::Clue { style.bold() } else { style }
}

fn state_style(view: &PuzzleView, state: State) -> Style {
    let of = view.layout().automaton().colour(state);
    let light = 3 * u32::from(of.red) + 6 * u32::from(of.green) + u32::from(of.blue);
    on(colour(if light > 1400 { 16 } else { 231 }), nearest([of.red, of.green, of.blue]))
}

/// The notes, and the values that were tried and are wrong.
fn notes(view: &PuzzleView) -> String {
    let note = |(n, cell): (usize, &CellView)| {
        let name = view.layout().cell(n);
        let wrong: Vec<String> = states_of(cell.struck).map(|state| state.to_string()).collect();
        let parts = [
            (cell.notes != 0).then(|| format!("{name} may be {}", states_text(cell.notes))),
            (!wrong.is_empty()).then(|| format!("{name} is not {}", list(&wrong, "or"))),
        ];
        if cell.state.is_none() { parts.into_iter().flatten().collect() } else { Vec::new() }
    };
    let notes: Vec<String> = view.cells.iter().enumerate().flat_map(note).collect();
    let lines = notes.chunks(NOTES_IN_LINE).map(|line| format!("Notes: {}\n", line.join("; ")));
    lines.collect::<Vec<_>>().concat()
}

/// What the signs mean.
pub(super) fn legend(view: &PuzzleView) -> StyledText {
    let mut text = StyledText::new();
    let state = view.layout().states() - 1;
    let cell = |status| CellView { state: Some(state), status, struck: 0, notes: 0 };
    for (status, meaning) in
        [(Status::Clue, "given"), (Status::Found, "found"), (Status::Entered, "entered, not checked")]
    {
        text.plain(if text.is_empty() { "    " } else { "   " });
        text.push(style(view, cell(status)), sign(cell(status)).trim_end());
        text.plain(format!(" {meaning}"));
    }
    text.plain("\n    ");
    text.push(FAINT, ".");
    text.plain(" hidden   ");
    text.push(FAINT, ".:");
    text.plain(" hidden, with notes   ");
    text.push(MARK, "[ ]");
    text.plain(" last move\n");
    text.plain(format!(
        "    c2={state} enters a value   c2?0{state} writes a note: 0 or {state}   c2? removes it\n"
    ));
    text
}
