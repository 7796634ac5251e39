//! A board that two fingers, or the wheel with Ctrl, make larger than the window. One finger then moves it.

use super::focus::scroll_to_focus;
use super::touch::{ScrolledPicture, ZoomAnchor, zoom_gesture};
use egui::{Rect, ScrollArea, Ui, UiBuilder, Vec2};

/// The largest zoom; 1 shows the whole board.
const MAX_ZOOM: f32 = 4.0;

/// Which part of a board is shown.
#[derive(Debug)]
pub(super) struct BoardZoom {
    zoom: f32,
    anchor: ZoomAnchor,
}

impl Default for BoardZoom {
    fn default() -> BoardZoom {
        BoardZoom { zoom: 1.0, anchor: ZoomAnchor::default() }
    }
}

impl BoardZoom {
    /// Draws a board that fills its space.
    pub(super) fn show<R>(&mut self, ui: &mut Ui, draw: impl FnOnce(&mut Ui) -> R) -> R {
        let space = ui.available_rect_before_wrap();
        let gesture = zoom_gesture(ui, space);
        if let Some(gesture) = gesture {
            self.zoom = (self.zoom * gesture.factor).clamp(1.0, MAX_ZOOM);
        }
        let picture = ScrolledPicture { origin: Vec2::ZERO, unit: self.zoom };
        let offset = self.anchor.offset(gesture, space, picture);
        if self.zoom < 1.01 {
            self.anchor.note(picture, Vec2::ZERO);
            return draw(ui);
        }
        let size = space.size() * self.zoom;
        let mut area = ScrollArea::both().id_salt("board zoom").auto_shrink(false);
        if let Some(offset) = offset {
            area = area.scroll_offset(offset);
        }
        let shown = area.show(ui, |ui| {
            let board = Rect::from_min_size(ui.cursor().min, size);
            let drawn = ui.scope_builder(UiBuilder::new().max_rect(board), draw).inner;
            ui.expand_to_include_rect(board);
            scroll_to_focus(ui);
            drawn
        });
        self.anchor.note(picture, shown.state.clamped_offset());
        shown.inner
    }
}
