//! Where the cells of a board are on the screen.

use super::options::BoardOptions;
use crate::layout::Layout;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::ops::Range;

/// The room for the numbers of rows, at the left.
const GUTTER: f32 = 28.0;
/// The room for the letters of columns, at the top.
const HEADER: f32 = 22.0;
/// The distance between the board and the columns beside it.
const SIDE_GAP: f32 = 4.0;
/// The room at the right and at the bottom.
const MARGIN: f32 = 8.0;
/// Cells are not made smaller than this automatically; the board scrolls instead.
const MIN_STEP: f32 = 13.0;
/// Cells are not made larger than this automatically.
const MAX_STEP: f32 = 112.0;

/// The size of a board and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// The top left corner of the first cell.
    pub origin: Pos2,
    /// The side of a cell.
    pub cell: f32,
    /// The distance between two cells.
    pub step: f32,
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The width of the columns beside the board: the edge of a flat plan, or what follows on a cyclic one.
    pub side: f32,
    /// The size of everything, with coordinates.
    pub size: Vec2,
}

/// The columns beside the board are a bit narrower than a cell.
const SIDES: f32 = 1.5;

/// The width of a board with its coordinates divided by its height, about: one cell is left for coordinates.
pub fn aspect(layout: &Layout) -> f32 {
    (layout.width() as f32 + SIDES + 1.0) / (layout.height() as f32 + 1.0)
}

impl Geometry {
    /// The board in its chosen size, or as large as fits into `space`, at the origin.
    pub fn new(layout: &Layout, options: &BoardOptions, space: Vec2) -> Geometry {
        let (columns, rows) = (layout.width(), layout.height());
        let across = columns as f32 + SIDES;
        let fixed = vec2(GUTTER + MARGIN + 2.0 * SIDE_GAP, HEADER + MARGIN);
        let fitting = ((space - fixed) / vec2(across, rows as f32)).min_elem().floor();
        let fitting = fitting.clamp(MIN_STEP, MAX_STEP);
        let step = options.cell_size.map_or(fitting, |cell| cell + options.gap);
        let cell = (step - options.gap).max((0.7 * step).floor());
        let side = (0.7 * cell).round();
        let size = fixed + vec2(columns as f32 * step + 2.0 * side, rows as f32 * step);
        let origin = pos2(GUTTER + side + SIDE_GAP, HEADER);
        Geometry { origin, cell, step, columns, rows, side, size }
    }

    /// The board in the middle of a space, without coordinates and without the columns beside it.
    pub fn without_coordinates(layout: &Layout, space: Rect) -> Geometry {
        let (columns, rows) = (layout.width(), layout.height());
        let shape = vec2(columns as f32, rows as f32);
        let step = (space.size() / shape).min_elem();
        let size = shape * step;
        let gap = if step >= 6.0 { 1.0 } else { 0.0 };
        Geometry {
            origin: space.center() - size / 2.0,
            cell: step - gap,
            step,
            columns,
            rows,
            side: 0.0,
            size,
        }
    }

    /// The same board elsewhere.
    pub fn translate(self, by: Vec2) -> Geometry {
        Geometry { origin: self.origin + by, ..self }
    }

    /// The area of a cell.
    pub fn cell(&self, row: usize, column: usize) -> Rect {
        let min = self.origin + vec2(column as f32, row as f32) * self.step;
        Rect::from_min_size(min, Vec2::splat(self.cell))
    }

    /// The area of the cell with an index.
    pub fn rect(&self, index: usize) -> Rect {
        self.cell(index / self.columns, index % self.columns)
    }

    /// The area beside a row: the edge of a flat plan, or the cell that follows on a cyclic one.
    pub fn beside(&self, row: usize, right: bool) -> Rect {
        let cell = self.cell(row, 0);
        let left = if right { self.board().right() + SIDE_GAP } else { cell.left() - SIDE_GAP - self.side };
        Rect::from_min_size(pos2(left, cell.top()), vec2(self.side, self.cell))
    }

    /// All cells without the columns beside them.
    pub fn board(&self) -> Rect {
        self.cell(0, 0).union(self.cell(self.rows - 1, self.columns - 1))
    }

    /// The board with the columns beside it.
    pub fn frame(&self) -> Rect {
        self.board().expand2(vec2(SIDE_GAP + self.side, 0.0))
    }

    /// The columns and rows that are within `clip`.
    pub fn visible(&self, clip: Rect) -> (Range<usize>, Range<usize>) {
        let range = |from: f32, to: f32, len: usize| {
            let first = ((from / self.step).floor().max(0.0) as usize).min(len);
            first..((to / self.step).ceil().max(0.0) as usize).clamp(first, len)
        };
        let clip = clip.translate(-self.origin.to_vec2());
        (range(clip.left(), clip.right(), self.columns), range(clip.top(), clip.bottom(), self.rows))
    }

    /// The middle of the letters, and of the numbers, in a window that may be scrolled: they stay at the edge.
    pub fn coordinates(&self, clip: Rect) -> (f32, f32) {
        let left = self.frame().left().max(clip.left() + GUTTER);
        let top = self.origin.y.max(clip.top() + HEADER);
        (left - GUTTER / 2.0, top - HEADER / 2.0)
    }

    /// The strips behind the letters and the numbers, where the board is scrolled below them.
    pub fn strips(&self, clip: Rect) -> [Option<Rect>; 2] {
        let letters = Rect::from_min_max(clip.min, pos2(clip.right(), clip.top() + HEADER));
        let numbers = Rect::from_min_max(clip.min, pos2(clip.left() + GUTTER, clip.bottom()));
        let letters = (self.origin.y < letters.bottom() - 0.5).then_some(letters);
        let numbers = (self.frame().left() < numbers.right() - 0.5).then_some(numbers);
        [letters, numbers]
    }

    /// The areas of the cells of the window whose result is `index`. Cells beyond the ends of a row are those beside the
    /// board.
    pub fn window(&self, index: usize) -> Option<[Rect; 4]> {
        let (row, column) = (index / self.columns, index % self.columns);
        let above = row.checked_sub(1)?;
        let left = column.checked_sub(1).map_or(self.beside(above, false), |left| self.cell(above, left));
        let right = match column + 1 {
            right if right < self.columns => self.cell(above, right),
            _ => self.beside(above, true),
        };
        Some([left, self.cell(above, column), right, self.rect(index)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton_ref::AutomatonRef;
    use common::automaton::Boundary;
    use common::window::UiOptions;

    fn geometry(width: usize, height: usize, space: Vec2) -> Geometry {
        let automaton = AutomatonRef::default();
        let layout = Layout::new(automaton.automaton(), Boundary::default(), width, height).unwrap();
        Geometry::new(&layout, &BoardOptions::of(&UiOptions::new()), space)
    }

    #[test]
    fn a_board_fits_into_its_space_or_scrolls() {
        for (width, height) in [(3, 3), (12, 8), (20, 10), (40, 20), (60, 40)] {
            let space = vec2(930.0, 700.0);
            let geometry = geometry(width, height, space);
            assert!(geometry.size.x <= space.x && geometry.size.y <= space.y, "{width}x{height}");
        }
        let small = geometry(60, 40, vec2(480.0, 500.0));
        assert!(small.size.x > 480.0 && small.cell >= 12.0);
    }

    #[test]
    fn windows_and_visible_cells_are_where_they_should_be() {
        let geometry = geometry(12, 8, vec2(700.0, 600.0)).translate(vec2(13.0, 7.0));
        assert_eq!(geometry.visible(geometry.board()), (0..12, 0..8));
        let part = geometry.cell(2, 3).union(geometry.cell(4, 5)).shrink(1.0);
        assert_eq!(geometry.visible(part), (3..6, 2..5));
        let [left, _, right, result] = geometry.window(12).unwrap();
        assert!(left.right() < geometry.board().left() && right.top() < result.top());
        assert_eq!(geometry.window(3), None);
    }
}
