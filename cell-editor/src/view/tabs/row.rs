//! The tab with the boundary, the start row and the number of generations.

use super::{TabEvent, heading};
use crate::document::Edit;
use common::automaton::{Automaton, Boundary, State};
use common::limits::{PICTURE_CELLS, PICTURE_SIDE};
use common::window::{Tokens, quiet, radio_buttons};
use egui::{DragValue, Label, RichText, TextEdit, Ui};

/// The maximum length of a start row that can be typed.
const MAX_TYPED_CELLS: usize = 2000;

/// A start row that is being typed.
#[derive(Debug, Clone)]
pub struct RowDraft {
    text: String,
    /// The row before typing started. It stays while the typed text is invalid.
    before: Vec<State>,
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, draft: &mut Option<RowDraft>, automaton: &Automaton, events: &mut Vec<TabEvent>) {
    boundary(ui, automaton, events);
    ui.add_space(4.0);
    let Some((start, generations)) = automaton.start() else {
        ui.add(Label::new(quiet("Only a .pcell has a start row and a number of generations. File → Save as… makes one from the preview.")).wrap());
        return;
    };
    ui.label(heading("Picture"));
    ui.horizontal(|ui| {
        let label = ui.label("Generations");
        let mut chosen = generations;
        let max = (PICTURE_CELLS / start.len().max(1)).min(PICTURE_SIDE);
        let field = DragValue::new(&mut chosen).range(1..=max.max(1)).speed(0.2);
        ui.add(field).labelled_by(label.id).on_hover_text("Including the start row");
        if chosen != generations {
            events.push(TabEvent::Edit(Edit::Picture(start.to_vec(), chosen)));
        }
    });
    start_row(ui, draft, automaton.states(), (start, generations), events);
}

fn boundary(ui: &mut Ui, automaton: &Automaton, events: &mut Vec<TabEvent>) {
    ui.label(heading("Beyond the ends of a row"));
    let boundary = automaton.boundary();
    let edge = if let Boundary::Flat { edge } = boundary { edge } else { 0 };
    let mut chosen = boundary;
    ui.horizontal_wrapped(|ui| {
        let choices =
            [(Boundary::Flat { edge }, "A fixed state"), (Boundary::Cyclic, "The other end (a ring)")];
        radio_buttons(ui, "boundary", &mut chosen, choices);
    });
    if let Boundary::Flat { edge } = &mut chosen {
        ui.horizontal(|ui| {
            let label = ui.label("State beyond the ends");
            let max = automaton.states() - 1;
            ui.add(DragValue::new(edge).range(0..=max).speed(0.05)).labelled_by(label.id);
        });
    }
    if chosen != boundary {
        events.push(TabEvent::Edit(Edit::Boundary(chosen)));
    }
}

fn start_row(
    ui: &mut Ui,
    draft: &mut Option<RowDraft>,
    states: u8,
    (start, generations): (&[State], usize),
    events: &mut Vec<TabEvent>,
) {
    let cells = if start.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", start.len()) };
    let label = ui.label(format!("Start row, {cells}"));
    if start.len() > MAX_TYPED_CELLS {
        ui.add(Label::new(quiet("The row is too long to type. Draw on it in the preview.")).wrap());
        return;
    }
    let digits: String = start.iter().map(|state| char::from(b'0' + state)).collect();
    let mut typed = draft.as_ref().map_or(digits, |draft| draft.text.clone());
    if let Err(why) = parse_row(&typed, states, generations) {
        ui.add(Label::new(RichText::new(why).color(Tokens::of(ui).bad)).wrap());
    }
    // The error message above appears and disappears, so the field needs an id of its own.
    let field = TextEdit::multiline(&mut typed).id(ui.make_persistent_id("start row"));
    let field = ui.add(field.desired_rows(2).desired_width(f32::INFINITY));
    let field = field.labelled_by(label.id);
    if field.changed() {
        let before = draft.take().map_or_else(|| start.to_vec(), |draft| draft.before);
        let row = parse_row(&typed, states, generations).unwrap_or_else(|_| before.clone());
        *draft = Some(RowDraft { text: typed, before });
        events.push(TabEvent::Edit(Edit::Picture(row, generations)));
    } else if !field.has_focus() {
        *draft = None;
    }
}

/// Parses a typed row, or returns an error message.
fn parse_row(typed: &str, states: u8, generations: usize) -> Result<Vec<State>, String> {
    let digits = typed.chars().filter(|letter| !letter.is_whitespace());
    let row: Result<Vec<State>, String> = digits
        .map(|letter| match letter.to_digit(10) {
            Some(digit) if digit < u32::from(states) => Ok(digit as State),
            _ => Err(format!("'{letter}' is not a state: the states are 0 to {}.", states - 1)),
        })
        .collect();
    let row = row?;
    if row.is_empty() {
        return Err("A row has at least one cell.".to_owned());
    }
    if Automaton::check_picture_size(row.len(), generations).is_err() {
        return Err("The row is too long for this number of generations.".to_owned());
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_rows_are_parsed() {
        assert_eq!(parse_row(" 01 2\n0 ", 3, 5), Ok(vec![0, 1, 2, 0]));
        assert!(parse_row("013", 3, 5).unwrap_err().contains("'3' is not a state"));
        assert!(parse_row("0x", 3, 5).is_err() && parse_row("  ", 3, 5).is_err());
        assert!(parse_row("0101", 3, usize::MAX).is_err());
    }
}
