//! The animation of a move: a cover that disappears from a found cell, or a wrong value that fades.

use super::geometry::Geometry;
use super::paint::Look;
use crate::rules::{CellView, PuzzleView, Status};
use common::automaton::State;
use common::window::cells::contrasting_text;
use egui::{CornerRadius, Painter, Stroke, Ui, Vec2};
use std::sync::Arc;

/// A cell that has changed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Change {
    index: usize,
    /// The wrong value that was entered; `None` if the cell was found.
    wrong: Option<State>,
    since: f64,
}

/// What has changed since the board was drawn last.
#[derive(Debug, Default)]
pub struct Reveal {
    drawn: Arc<Vec<CellView>>,
    changes: Vec<Change>,
}

impl Reveal {
    /// Ends the animation, and forgets what was drawn.
    pub fn reset(&mut self) {
        *self = Reveal::default();
    }

    /// Compares the position with the one that was drawn last.
    pub fn notice(&mut self, ui: &Ui, view: &PuzzleView, motion: f32) {
        if self.drawn == view.cells {
            return;
        }
        let before = std::mem::replace(&mut self.drawn, view.cells.clone());
        self.changes.clear();
        if before.len() != view.cells.len() || motion <= 0.0 {
            return;
        }
        let since = ui.input(|input| input.time);
        for (index, (before, after)) in before.iter().zip(view.cells.iter()).enumerate() {
            let struck = after.struck & !before.struck;
            let wrong = (struck != 0).then(|| struck.trailing_zeros() as State);
            if wrong.is_some() || before.state.is_none() && after.status == Status::Found {
                self.changes.push(Change { index, wrong, since });
            }
        }
    }

    /// Paints what is still moving.
    pub fn paint(&self, ui: &Ui, painter: &Painter, geometry: &Geometry, look: &Look<'_>, motion: f32) {
        let now = ui.input(|input| input.time);
        for Change { index, wrong, since } in &self.changes {
            let progress = ((now - since) as f32 / motion.max(0.01)).clamp(0.0, 1.0);
            if progress >= 1.0 {
                continue;
            }
            // Fast at first, then slower.
            let left = (1.0 - progress).powi(2);
            let rect = geometry.rect(*index);
            match wrong {
                None => {
                    let rest = egui::Rect::from_center_size(rect.center(), rect.size() * left);
                    look.paint_cover(painter, rest);
                }
                Some(state) => {
                    let fill = look.style.fill(*state);
                    painter.rect_filled(rect.shrink(2.0), CornerRadius::ZERO, fill.gamma_multiply(left));
                    let half = Vec2::splat(rect.width() * 0.25);
                    let stroke = Stroke::new(2.0, contrasting_text(fill).gamma_multiply(left));
                    painter.line_segment([rect.center() - half, rect.center() + half], stroke);
                }
            }
            ui.ctx().request_repaint();
        }
    }
}
