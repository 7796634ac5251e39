//! A bar between two areas. The user moves it with the mouse or with arrow keys; a double click puts it back.

use common::window::{Tokens, lock_arrows};
use egui::{
    CornerRadius, CursorIcon, Key, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

/// The thickness of the bar.
pub const THICKNESS: f32 = 12.0;
/// How far an arrow key moves the bar.
const KEY_STEP: f32 = 24.0;

/// How two areas are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Side by side.
    Row,
    /// One above the other.
    Column,
}

/// What the user did with the bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SplitterEvent {
    /// The first area should have this share of the space.
    Moved(f32),
    /// Use the default share again.
    Reset,
}

/// Two areas and the bar between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Split {
    space: Rect,
    direction: Direction,
    /// The left or upper area.
    pub first: Rect,
    /// The right or lower area.
    pub second: Rect,
    bar: Rect,
}

impl Split {
    /// Splits a space. `share` is that of the first area, and `min` are the minimum lengths of both.
    pub fn new(space: Rect, direction: Direction, share: f32, min: [f32; 2]) -> Split {
        let whole = length(space.size(), direction) - THICKNESS;
        let first = if whole > min[0] + min[1] {
            (whole * share).clamp(min[0], whole - min[1])
        } else {
            whole * min[0] / (min[0] + min[1])
        };
        let first = first.max(0.0).round();
        let cut = |at: f32| match direction {
            Direction::Row => space.split_left_right_at_x(space.left() + at),
            Direction::Column => space.split_top_bottom_at_y(space.top() + at),
        };
        let ((first, _), (before, second)) = (cut(first), cut(first + THICKNESS));
        let bar = match direction {
            Direction::Row => Rect::from_min_max(first.right_top(), before.right_bottom()),
            Direction::Column => Rect::from_min_max(first.left_bottom(), before.right_bottom()),
        };
        Split { space, direction, first, second, bar }
    }

    /// Draws the bar, with a grip in its middle.
    pub fn ui(&self, ui: &Ui, name: &str) -> Option<SplitterEvent> {
        let response = ui.interact(self.bar, ui.scope_id().with(name), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, name));
        let row = self.direction == Direction::Row;
        let response = response.on_hover_cursor(if row {
            CursorIcon::ResizeHorizontal
        } else {
            CursorIcon::ResizeVertical
        });
        let tokens = Tokens::of(ui);
        let grip = if row { vec2(4.0, 40.0) } else { vec2(40.0, 4.0) };
        let grip = Rect::from_center_size(self.bar.center(), grip);
        let color = if response.hovered() || response.dragged() || response.has_focus() {
            tokens.accent
        } else {
            tokens.quiet.gamma_multiply(0.7)
        };
        ui.painter().rect_filled(grip, CornerRadius::same(2), color);
        if response.has_focus() {
            let stroke = Stroke::new(2.0, tokens.accent);
            ui.painter().rect_stroke(grip.expand(3.0), CornerRadius::same(5), stroke, StrokeKind::Inside);
        }
        if response.double_clicked() {
            return Some(SplitterEvent::Reset);
        }
        if response.has_focus() {
            lock_arrows(ui, response.id);
            let (back, forward) =
                if row { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowUp, Key::ArrowDown) };
            let steps = ui.input(|input| input.num_presses(forward) as f32 - input.num_presses(back) as f32);
            if steps != 0.0 {
                return Some(SplitterEvent::Moved(
                    self.share(self.bar.center() + Vec2::splat(steps * KEY_STEP)),
                ));
            }
        }
        let pointer = response.interact_pointer_pos().filter(|_| response.dragged())?;
        Some(SplitterEvent::Moved(self.share(pointer)))
    }

    /// The share of the first area if the middle of the bar is at a position.
    fn share(&self, middle: Pos2) -> f32 {
        let whole = length(self.space.size(), self.direction) - THICKNESS;
        let first = length(middle - self.space.min, self.direction) - THICKNESS / 2.0;
        (first / whole.max(1.0)).clamp(0.05, 0.95)
    }
}

fn length(size: Vec2, direction: Direction) -> f32 {
    if direction == Direction::Row { size.x } else { size.y }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_areas_and_the_bar_fill_the_space() {
        let space = Rect::from_min_size(Pos2::new(10.0, 20.0), vec2(1012.0, 500.0));
        let split = Split::new(space, Direction::Row, 0.4, [100.0, 100.0]);
        assert_eq!((split.first.width(), split.bar.width(), split.second.width()), (400.0, THICKNESS, 600.0));
        assert_eq!(split.first.union(split.second), space);
        assert!((split.share(split.bar.center()) - 0.4).abs() < 0.001);
        let split = Split::new(space, Direction::Column, 0.01, [100.0, 200.0]);
        assert!((split.first.height() - 100.0).abs() < 0.1, "the minimum");
        let split = Split::new(space, Direction::Column, 0.99, [100.0, 200.0]);
        assert!((split.second.height() - 200.0).abs() < 0.1, "the minimum");
        let small = Rect::from_min_size(Pos2::ZERO, vec2(112.0, 50.0));
        let split = Split::new(small, Direction::Row, 0.9, [100.0, 100.0]);
        assert_eq!((split.first.width(), split.second.width()), (50.0, 50.0), "there is too little space");
    }
}
