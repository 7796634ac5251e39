//! Places that contradict each other, marked on the grid.

use super::grid::Geometry;
use crate::contradiction::{Cell, Contradiction, Place};
use common::window::cells::paint_dashed_frame;
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind};

/// A place with its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The letter of the place in the explanation.
    pub letter: char,
    /// The place.
    pub place: Place,
}

impl Mark {
    /// The marks of a contradiction: A, B and so on.
    pub fn all(contradiction: &Contradiction) -> Vec<Mark> {
        ('A'..='Z').zip(&contradiction.places).map(|(letter, place)| Mark { letter, place: *place }).collect()
    }

    /// Whether a cell belongs to the place.
    pub fn covers(&self, cell: Cell) -> bool {
        self.place.result == cell || self.place.above.contains(&Some(cell))
    }

    /// The colour of the marks with an index.
    pub fn color(index: usize, tokens: &Tokens) -> Color32 {
        tokens.player([1, 0, 3, 2][index % 4])
    }

    /// Outlines the three cells above and the cell below, and writes the letter on the cell below.
    pub fn paint(&self, painter: &Painter, geometry: &Geometry, index: usize, tokens: &Tokens) {
        let color = Mark::color(index, tokens);
        // Two places may share cells: the frames are then inside each other.
        let inset = 3.5 * (index % 2) as f32;
        let (x, y) = (self.place.result.0 as isize, self.place.result.1 as isize);
        let beside = |cell: Cell, offset: usize| {
            cell.0 as isize == x + offset as isize - 1 && cell.1 as isize == y - 1
        };
        let joined = self
            .place
            .above
            .iter()
            .enumerate()
            .all(|(offset, cell)| cell.is_none_or(|cell| beside(cell, offset)));
        let cells = self.place.above.into_iter().flatten().map(|cell| geometry.cell(cell));
        if joined {
            let row = cells.reduce(Rect::union);
            if let Some(row) = row {
                paint_frame(painter, row.shrink(inset), color);
            }
        } else {
            // The row is closed to a ring: the neighbours are at its other end.
            for cell in cells {
                paint_frame(painter, cell.shrink(inset), color);
            }
        }
        for (offset, _) in self.place.above.iter().enumerate().filter(|(_, cell)| cell.is_none()) {
            let beyond = geometry.cell_at(x + offset as isize - 1, y - 1);
            let width = geometry.cell.min(16.0);
            let visible = if offset == 0 {
                beyond.with_min_x(beyond.right() - width)
            } else {
                beyond.with_max_x(beyond.left() + width)
            };
            paint_dashed_frame(painter, visible.shrink(1.0 + inset.min(2.0)), color);
        }
        let result = geometry.cell(self.place.result);
        paint_frame(painter, result.shrink(inset), color);
        let radius = (geometry.cell * 0.36).clamp(7.0, 14.0);
        painter.circle(result.center(), radius, tokens.card, Stroke::new(2.0, color));
        let font = theme::heavy(radius * 1.35);
        painter.text(result.center(), Align2::CENTER_CENTER, self.letter, font, tokens.ink);
    }
}

/// A frame that can be seen on any colour.
fn paint_frame(painter: &Painter, rect: Rect, color: Color32) {
    let corner = CornerRadius::same(2);
    painter.rect_stroke(
        rect,
        corner,
        Stroke::new(5.0, Color32::WHITE.gamma_multiply(0.85)),
        StrokeKind::Inside,
    );
    painter.rect_stroke(rect.shrink(1.0), corner, Stroke::new(3.0, color), StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_get_letters_in_their_order() {
        let place = |x| Place { above: [None, Some((x, 0)), Some((x + 1, 0))], result: (x, 1) };
        let contradiction = Contradiction {
            places: vec![place(0), place(3)],
            reason: String::new(),
            suggestion: String::new(),
        };
        let marks = Mark::all(&contradiction);
        assert_eq!(marks.iter().map(|mark| mark.letter).collect::<String>(), "AB");
        assert!(marks[1].covers((3, 1)) && marks[1].covers((4, 0)) && !marks[1].covers((4, 1)));
    }
}
