//! What is told about the region under the pointer.

use egui::{Align2, Area, Event, Frame, Order, Pos2, Rect, Ui, UiKind, Vec2, vec2};

/// How long the pointer rests before the text appears, in seconds.
const REST: f32 = 0.35;
/// The distance from the pointer.
const GAP: f32 = 16.0;
/// The largest width of the text.
const MAX_WIDTH: f32 = 340.0;

/// A text beside the pointer. A key or a button hides it until the pointer moves again: who plays with the keyboard leaves
/// the mouse somewhere on the map, and who clicks wants to see what has changed.
#[derive(Debug, Default)]
pub struct RegionTip {
    is_hidden: bool,
}

impl RegionTip {
    /// Notices keys and movements. It is called in every frame, also while there is nothing to tell.
    pub fn update(&mut self, ui: &Ui) {
        // Those that were used are no longer among the other events.
        let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        let key = ui.input(|i| i.raw.events.iter().any(is_key) || i.pointer.any_down());
        let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO);
        self.is_hidden = key || self.is_hidden && !moved;
    }

    /// Shows the text inside the rectangle of the map, once the pointer rests. Where an order goes out from `source`, its
    /// arrow stays free.
    pub fn show(&self, ui: &Ui, map: Rect, source: Option<Pos2>, content: impl FnOnce(&mut Ui)) {
        let Some(pointer) = ui.input(|i| i.pointer.latest_pos()).filter(|_| !self.is_hidden) else { return };
        let rested = ui.input(|i| i.pointer.time_since_last_movement());
        if rested < REST {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f32(REST - rested));
            return;
        }
        // It goes to the side with more room, so that it need not be moved over the pointer; or away from the source.
        let (left, up) = match source {
            Some(source) => (pointer.x < source.x, pointer.y < source.y),
            None => (pointer.x > map.center().x, pointer.y > map.center().y),
        };
        let (pivot, gap) = match (left, up) {
            (false, false) => (Align2::LEFT_TOP, vec2(GAP, GAP)),
            (true, false) => (Align2::RIGHT_TOP, vec2(-GAP, GAP)),
            (false, true) => (Align2::LEFT_BOTTOM, vec2(GAP, -GAP)),
            (true, true) => (Align2::RIGHT_BOTTOM, vec2(-GAP, -GAP)),
        };
        Area::new(ui.scope_id().with("tip"))
            .kind(UiKind::Tooltip)
            .order(Order::Tooltip)
            .interactable(false)
            .pivot(pivot)
            .fixed_pos(pointer + gap)
            .constrain_to(map)
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_max_width(MAX_WIDTH.min(map.width() - 2.0 * GAP));
                    content(ui);
                });
            });
    }
}
