//! Where the cells of the grid are on the screen.

use super::settings::Settings;
use crate::contradiction::Cell;
use common::window::{ScrolledPicture, ZoomAnchor, ZoomGesture, zoom_gesture};
use egui::{Pos2, Rect, ScrollArea, Sense, Ui, Vec2, pos2, vec2};
use std::ops::Range;

/// The space around the grid, where places beyond the edge are marked.
const MARGIN: f32 = 24.0;
/// Cells are not made smaller or larger than this automatically.
const FITTING: std::ops::RangeInclusive<f32> = 4.0..=80.0;

/// The side of a cell after two fingers, or the wheel with Ctrl, have changed it: nothing if the picture shrinks until it
/// fits.
pub fn zoom(ui: &Ui, (columns, rows): (usize, usize), cell: Option<f32>) -> Option<f32> {
    let space = ui.available_rect_before_wrap();
    let Some(gesture) = zoom_gesture(ui, space).filter(ZoomGesture::zooms) else { return cell };
    let side = |cell| Geometry::new(columns, rows, cell, space.size()).cell;
    zoomed(side(cell), side(None), gesture.factor)
}

/// The side of a cell that had the side `now`, if it is not the one that fits.
fn zoomed(now: f32, fitting: f32, factor: f32) -> Option<f32> {
    let wanted = (now * factor).clamp(*Settings::CELL.start(), *Settings::CELL.end());
    if now >= fitting && wanted <= fitting { None } else { Some(wanted) }
}

/// Where the cells are on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// All cells.
    pub area: Rect,
    /// The side of a cell.
    pub cell: f32,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

impl Geometry {
    fn new(columns: usize, rows: usize, cell: Option<f32>, space: Vec2) -> Geometry {
        let counts = vec2(columns as f32, rows as f32);
        let fitting = ((space - Vec2::splat(2.0 * MARGIN)) / counts).min_elem().floor();
        let cell = cell.unwrap_or_else(|| fitting.clamp(*FITTING.start(), *FITTING.end()));
        Geometry { area: Rect::from_min_size(pos2(0.0, 0.0), counts * cell), cell, columns, rows }
    }

    /// The size with the space around.
    fn outer_size(&self) -> Vec2 {
        self.area.size() + Vec2::splat(2.0 * MARGIN)
    }

    /// The area of a cell. Columns and rows may be beyond the edge.
    pub fn cell_at(&self, column: isize, row: isize) -> Rect {
        let min = self.area.min + vec2(column as f32, row as f32) * self.cell;
        Rect::from_min_size(min, Vec2::splat(self.cell))
    }

    /// The area of a cell.
    pub fn cell(&self, (x, y): Cell) -> Rect {
        self.cell_at(x as isize, y as isize)
    }

    /// The cell that is nearest to a point.
    pub fn nearest(&self, point: Pos2) -> Cell {
        let offset = (point - self.area.min) / self.cell;
        let within = |value: f32, count: usize| (value.max(0.0) as usize).min(count - 1);
        (within(offset.x, self.columns), within(offset.y, self.rows))
    }

    /// The columns and rows within `clip`.
    pub fn visible(&self, clip: Rect) -> (Range<usize>, Range<usize>) {
        let range = |from: f32, to: f32, count: usize| {
            let first = ((from / self.cell).floor().max(0.0) as usize).min(count);
            first..((to / self.cell).ceil().max(0.0) as usize).clamp(first, count)
        };
        let clip = clip.translate(-self.area.min.to_vec2());
        (range(clip.left(), clip.right(), self.columns), range(clip.top(), clip.bottom(), self.rows))
    }
}

/// Draws something the size of the grid into all the space there is, centred, with scroll bars if it does not fit.
pub fn show_centred<R>(
    ui: &mut Ui,
    (columns, rows): (usize, usize),
    cell: Option<f32>,
    anchor: &mut ZoomAnchor,
    content: impl FnOnce(&mut Ui, Geometry) -> R,
) -> R {
    let space = ui.available_size();
    let geometry = Geometry::new(columns, rows, cell, space);
    let outer = geometry.outer_size();
    let scrolls = outer.x > space.x || outer.y > space.y;
    let area = if scrolls { ScrollArea::both() } else { ScrollArea::neither() };
    // Dragging paints, so it must not scroll.
    let mut area = area.scroll_source(
        egui::scroll_area::ScrollSource::SCROLL_BAR | egui::scroll_area::ScrollSource::MOUSE_WHEEL,
    );
    let margin = ((space - geometry.area.size()) / 2.0).max(Vec2::splat(MARGIN));
    let picture = ScrolledPicture { origin: margin, unit: geometry.cell };
    let rect = ui.available_rect_before_wrap();
    if let Some(offset) = anchor.offset(zoom_gesture(ui, rect), rect, picture) {
        area = area.scroll_offset(offset);
    }
    let shown = area.id_salt("grid").auto_shrink(false).show_viewport(ui, |ui, _| {
        let size = outer.max(ui.available_size());
        let (all, _) = ui.allocate_exact_size(size, Sense::hover());
        let corner = (all.center() - geometry.area.size() / 2.0).round();
        let geometry = Geometry { area: geometry.area.translate(corner.to_vec2()), ..geometry };
        content(ui, geometry)
    });
    anchor.note(picture, shown.state.clamped_offset());
    shown.inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_fits_and_finds_its_cells() {
        for (columns, rows) in [(1, 1), (13, 12), (64, 20), (20, 64)] {
            let space = vec2(800.0, 600.0);
            let geometry = Geometry::new(columns, rows, None, space);
            assert!(geometry.outer_size().x <= space.x && geometry.outer_size().y <= space.y);
            for cell in [(0, 0), (columns - 1, rows - 1), (columns / 2, rows / 3)] {
                assert_eq!(geometry.nearest(geometry.cell(cell).center()), cell);
            }
            assert_eq!(geometry.nearest(pos2(-50.0, 9000.0)), (0, rows - 1));
            assert_eq!(geometry.visible(geometry.area), (0..columns, 0..rows));
        }
        // A chosen size is changed, in both directions; the one that fits is where making smaller ends.
        for (now, fitting, factor, wanted) in [
            (8.0, 40.0, 1.25, Some(10.0)),
            (8.0, 40.0, 0.75, Some(6.0)),
            (40.0, 40.0, 1.5, Some(60.0)),
            (40.0, 40.0, 0.5, None),
            (60.0, 40.0, 0.5, None),
            (60.0, 40.0, 2.0, Some(64.0)),
        ] {
            assert_eq!(zoomed(now, fitting, factor), wanted, "{now} {factor}");
        }
        let fixed = Geometry::new(100, 100, Some(20.0), vec2(800.0, 600.0));
        assert_eq!(fixed.area.size(), vec2(2000.0, 2000.0));
    }
}
