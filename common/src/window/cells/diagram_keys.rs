//! The keyboard in a space–time diagram: keys scroll it and move a cursor on the start row.

use super::Diagram;
use egui::style::ScrollAnimation;
use egui::{Event, Key, Modifiers, Rect, Ui, Vec2, vec2};

/// An arrow key scrolls at least this far.
const MIN_STEP: f32 = 24.0;

/// What the keys of a frame ask for, apart from scrolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CursorAction {
    /// The cursor has moved.
    Moved,
    /// The cell at the cursor gets its next state, or the previous one.
    Change {
        /// It gets the previous state.
        backwards: bool,
    },
}

/// The cursor on the start row. There is none until a key asks for it.
#[derive(Debug, Default)]
pub(super) struct RowCursor {
    cell: Option<usize>,
}

impl RowCursor {
    /// The cell at the cursor.
    pub fn cell(&self, cells: usize) -> Option<usize> {
        self.cell.map(|cell| cell.min(cells.saturating_sub(1)))
    }

    /// Handles the keys of this frame. `area` is the whole diagram on the screen, `viewport` the visible part of what is
    /// scrolled.
    pub fn handle_keys(
        &mut self,
        ui: &Ui,
        diagram: Diagram,
        area: Rect,
        viewport: Rect,
    ) -> Option<CursorAction> {
        let mut action = None;
        let mut offset = viewport.min.to_vec2();
        let step = diagram.zoom.max(MIN_STEP);
        // One row stays in sight.
        let page = (viewport.height() - diagram.zoom).max(step);
        let on_row = viewport.min.y < diagram.zoom;
        let middle = ((ui.clip_rect().center().x - area.left()).max(0.0) / diagram.zoom) as usize;
        for (key, modifiers) in pressed_keys(ui) {
            match key {
                Key::ArrowLeft if on_row => action = Some(self.move_by(-1, diagram, middle)),
                Key::ArrowRight if on_row => action = Some(self.move_by(1, diagram, middle)),
                Key::Space if on_row && self.cell.is_some() => {
                    action = Some(CursorAction::Change { backwards: modifiers.shift });
                }
                Key::Space if on_row => action = Some(self.move_by(0, diagram, middle)),
                Key::ArrowLeft => offset.x -= step,
                Key::ArrowRight => offset.x += step,
                Key::ArrowUp => offset.y -= step,
                Key::ArrowDown => offset.y += step,
                Key::PageUp => offset.y -= page,
                Key::PageDown => offset.y += page,
                Key::Home => offset.y = 0.0,
                Key::End => offset.y = area.height(),
                _ => {}
            }
        }
        let before = viewport.min.to_vec2();
        if offset != before {
            let max = (area.size() - viewport.size()).max(Vec2::ZERO);
            let offset = vec2(offset.x.clamp(0.0, max.x), offset.y.clamp(0.0, max.y));
            ui.scroll_with_delta_animation(before - offset, ScrollAnimation::none());
        }
        action
    }

    /// Moves the cursor. The first key only shows it, in the middle of what is visible.
    fn move_by(&mut self, step: isize, diagram: Diagram, middle: usize) -> CursorAction {
        let cells = diagram.rows.width();
        let last = cells.saturating_sub(1);
        let moved = self.cell(cells).map(|cell| cell.saturating_add_signed(step));
        self.cell = Some(moved.unwrap_or(middle).min(last));
        CursorAction::Moved
    }
}

/// The keys that were pressed, alone or with Shift.
fn pressed_keys(ui: &Ui) -> Vec<(Key, Modifiers)> {
    let pressed = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. }
            if modifiers.is_none() || *modifiers == Modifiers::SHIFT =>
        {
            Some((*key, *modifiers))
        }
        _ => None,
    };
    ui.input(|input| input.events.iter().filter_map(pressed).collect())
}
