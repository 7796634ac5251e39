//! Pictures of rules: three cells above their result.

use super::CellStyle;
use crate::automaton::{State, Triple};
use egui::{Painter, Rect, Vec2, vec2};

/// The geometry of a rule picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RulePicture {
    /// The side of a cell.
    pub cell: f32,
    /// The gap between two cells.
    pub gap: f32,
}

impl RulePicture {
    /// The size of the picture.
    pub fn size(self) -> Vec2 {
        vec2(3.0 * self.cell + 2.0 * self.gap, 2.0 * self.cell + self.gap)
    }

    /// The positions of the left, middle and right cell and of the result, in the centre of `area`.
    pub fn cells(self, area: Rect) -> [Rect; 4] {
        let min = (area.center() - self.size() / 2.0).round();
        let cell = |column: f32, row: f32| {
            let step = self.cell + self.gap;
            Rect::from_min_size(min + vec2(column * step, row * step), Vec2::splat(self.cell))
        };
        [cell(0.0, 0.0), cell(1.0, 0.0), cell(2.0, 0.0), cell(1.0, 1.0)]
    }

    /// Paints a rule in the centre of `area`. A triple without a rule has an empty result.
    pub fn paint(
        self,
        painter: &Painter,
        area: Rect,
        triple: Triple,
        result: Option<State>,
        style: &CellStyle,
    ) {
        let cells = self.cells(area);
        for (rect, state) in cells.iter().zip(triple.cells()) {
            style.paint_cell(painter, *rect, state);
        }
        match result {
            Some(state) => style.paint_cell(painter, cells[3], state),
            None => style.paint_empty_cell(painter, cells[3]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn the_result_is_below_the_middle_cell() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(100.0, 80.0));
        let picture = RulePicture { cell: 20.0, gap: 2.0 };
        let [left, middle, right, result] = picture.cells(area);
        assert_eq!((left.right() + 2.0, middle.right() + 2.0), (middle.left(), right.left()));
        assert_eq!((result.left(), result.top()), (middle.left(), middle.bottom() + 2.0));
        let all = left.union(right).union(result);
        assert_eq!((all.size(), all.center()), (picture.size(), area.center()));
    }
}
