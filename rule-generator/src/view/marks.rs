//! Places that contradict each other, marked on the grid.

use super::geometry::Geometry;
use crate::contradiction::{Cell, Contradiction, Place};
use common::window::cells::paint_dashed_frame;
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind};

/// The maximum number of marks, so that the grid stays readable.
const MAX_MARKS: usize = 10;

/// A marked cell with its letter, and the cells that determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The letter.
    pub letter: char,
    cell: Cell,
    /// The place whose result is the cell. Without it, only the cell is marked.
    place: Option<Place>,
}

impl Mark {
    /// The marks of a contradiction: A and B contradict each other, and further letters are the steps that show it.
    pub fn all(contradiction: &Contradiction) -> Vec<Mark> {
        let letters = ('A'..='Z').take(MAX_MARKS);
        if contradiction.places.is_empty() {
            let cells = letters.zip(&contradiction.cells);
            return cells.map(|(letter, cell)| Mark { letter, cell: *cell, place: None }).collect();
        }
        let places = letters.zip(&contradiction.places);
        places.map(|(letter, place)| Mark { letter, cell: place.result, place: Some(*place) }).collect()
    }

    /// Whether a cell is marked.
    pub fn covers(&self, cell: Cell) -> bool {
        self.cell == cell || self.place.is_some_and(|place| place.above.contains(&Some(cell)))
    }

    /// The colour of the marks with an index.
    pub fn color(index: usize, tokens: &Tokens) -> Color32 {
        tokens.player([1, 0, 3, 2][index % 4])
    }

    /// Outlines the cell and the three cells above it, and writes the letter on the cell.
    pub fn paint(&self, painter: &Painter, geometry: &Geometry, index: usize, tokens: &Tokens) {
        let color = Mark::color(index, tokens);
        // Two places may share cells: the frames are then inside each other.
        let inset = 3.5 * (index % 2) as f32;
        if let Some(place) = &self.place {
            paint_above(painter, geometry, place, inset, color);
        }
        let cell = geometry.cell(self.cell);
        paint_frame(painter, cell.shrink(inset), color);
        let radius = (geometry.cell * 0.36).clamp(7.0, 14.0);
        painter.circle(cell.center(), radius, tokens.card, Stroke::new(2.0, color));
        let font = theme::heavy(radius * 1.35);
        painter.text(cell.center(), Align2::CENTER_CENTER, self.letter, font, tokens.ink);
    }
}

/// Outlines the three cells above a place.
fn paint_above(painter: &Painter, geometry: &Geometry, place: &Place, inset: f32, color: Color32) {
    let (x, y) = (place.result.0 as isize, place.result.1 as isize);
    let beside =
        |cell: Cell, offset: usize| cell.0 as isize == x + offset as isize - 1 && cell.1 as isize == y - 1;
    let joined =
        place.above.iter().enumerate().all(|(offset, cell)| cell.is_none_or(|cell| beside(cell, offset)));
    let cells = place.above.into_iter().flatten().map(|cell| geometry.cell(cell));
    if joined {
        if let Some(row) = cells.reduce(Rect::union) {
            paint_frame(painter, row.shrink(inset), color);
        }
    } else {
        // The row is closed to a ring: the neighbours are at its other end.
        for cell in cells {
            paint_frame(painter, cell.shrink(inset), color);
        }
    }
    for (offset, _) in place.above.iter().enumerate().filter(|(_, cell)| cell.is_none()) {
        let beyond = geometry.cell_at(x + offset as isize - 1, y - 1);
        let width = geometry.cell.min(16.0);
        let visible = if offset == 0 {
            beyond.with_min_x(beyond.right() - width)
        } else {
            beyond.with_max_x(beyond.left() + width)
        };
        paint_dashed_frame(painter, visible.shrink(1.0 + inset.min(2.0)), color);
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
            cells: Vec::new(),
            reason: String::new(),
            suggestion: String::new(),
        };
        let marks = Mark::all(&contradiction);
        assert_eq!(marks.iter().map(|mark| mark.letter).collect::<String>(), "AB");
        assert!(marks[1].covers((3, 1)) && marks[1].covers((4, 0)) && !marks[1].covers((4, 1)));
        let images = Contradiction { places: Vec::new(), cells: vec![(0, 2), (5, 2)], ..contradiction };
        let marks = Mark::all(&images);
        assert!(marks[0].covers((0, 2)) && marks[1].covers((5, 2)) && marks.len() == 2);
    }
}
