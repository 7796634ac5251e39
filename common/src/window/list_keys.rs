//! Lists by keyboard: Tab reaches one row of a list, arrows go from row to row, Enter chooses.

use super::focus::scroll_to_focus;
use egui::{EventFilter, FocusDirection, Id, Key, Response, Sense, Ui};

/// Rows that Page up and Page down skip.
const PAGE: usize = 8;

/// The keyboard cursor of a list, for one frame.
#[derive(Debug)]
pub struct ListKeys {
    id: Id,
    /// The row that Tab reaches.
    cursor: usize,
    /// A key has moved the cursor in this frame.
    moved: bool,
}

/// What a list remembers.
#[derive(Debug, Clone, Copy, Default)]
struct ListState {
    cursor: Option<usize>,
    /// The row that had the focus when the list was last drawn.
    focused: Option<Id>,
}

impl ListKeys {
    /// Begins a list of so many rows, and handles its keys. Until the user moves the cursor, it is at `current`.
    pub fn new(ui: &Ui, name: &str, rows: usize, current: usize) -> ListKeys {
        let id = ui.scope_id().with(name);
        let state: ListState = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let focused = ui.memory(egui::Memory::focused);
        let has_focus = focused.is_some() && focused == state.focused;
        let last = rows.saturating_sub(1);
        let at = state.cursor.filter(|_| has_focus).unwrap_or(current).min(last);
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let targets = [
            (Key::ArrowUp, at.saturating_sub(1)),
            (Key::ArrowDown, (at + 1).min(last)),
            (Key::PageUp, at.saturating_sub(PAGE)),
            (Key::PageDown, (at + PAGE).min(last)),
            (Key::Home, 0),
            (Key::End, last),
        ];
        let target = targets.into_iter().find(|(key, _)| has_focus && pressed(*key)).map(|(_, row)| row);
        if target.is_some() {
            // egui would move the focus too.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        let keys = ListKeys { id, cursor: target.unwrap_or(at), moved: target.is_some_and(|row| row != at) };
        ui.data_mut(|data| data.insert_temp(id, ListState { cursor: Some(keys.cursor), focused: None }));
        keys
    }

    /// Gives the focus to the row under the cursor.
    pub fn take_focus(&mut self) {
        self.moved = true;
    }

    /// What a row senses: only the row under the cursor takes the focus.
    pub fn sense(&self, row: usize) -> Sense {
        if row == self.cursor { Sense::click() } else { Sense::CLICK }
    }

    /// Registers a row that has been drawn.
    pub fn row(&self, ui: &Ui, row: usize, response: &Response) {
        if row != self.cursor {
            return;
        }
        if self.moved {
            response.request_focus();
            response.scroll_to_me(None);
        }
        if ui.memory(|memory| memory.has_focus(response.id)) {
            let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let state = ListState { cursor: Some(row), focused: Some(response.id) };
            ui.data_mut(|data| data.insert_temp(self.id, state));
        }
    }

    /// Ends the list inside its scroll area, which follows the focus.
    pub fn end(&self, ui: &Ui) {
        scroll_to_focus(ui);
    }
}

#[cfg(all(test, feature = "kittest"))]
mod tests {
    use super::*;
    use crate::testing::window::focused_name;
    use egui::{Button, ScrollArea};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn arrows_move_enter_chooses_and_tab_leaves() {
        let draw = |ui: &mut Ui, chosen: &mut Vec<usize>| {
            ui.button("before").clicked();
            ScrollArea::vertical().max_height(100.0).show(ui, |ui| {
                let keys = ListKeys::new(ui, "list", 30, 2);
                for row in 0..30 {
                    let response = ui.add(Button::new(format!("row {row}")).sense(keys.sense(row)));
                    keys.row(ui, row, &response);
                    if response.clicked() {
                        chosen.push(row);
                    }
                }
                keys.end(ui);
            });
            ui.button("after").clicked();
        };
        let builder = Harness::builder().with_size([200.0, 200.0]);
        let setup = crate::window::theme::apply;
        let mut harness = builder.with_context_setup(setup).build_ui_state(draw, Vec::new());
        harness.run();
        for (key, expected) in [
            (Key::Tab, "before"),
            (Key::Tab, "row 2"),
            (Key::ArrowDown, "row 3"),
            (Key::Enter, "row 3"),
            (Key::PageDown, "row 11"),
            (Key::End, "row 29"),
            (Key::ArrowDown, "row 29"),
            (Key::ArrowUp, "row 28"),
            (Key::Enter, "row 28"),
            (Key::Tab, "after"),
        ] {
            harness.key_press(key);
            harness.run();
            assert_eq!(focused_name(&harness), expected, "after {key:?}");
        }
        assert_eq!(*harness.state(), [3, 28]);
        let row = harness.get_by_label("row 28").rect();
        assert!(row.bottom() < 160.0, "the list has followed: {row:?}");
    }
}
