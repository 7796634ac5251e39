//! The layout of the rule grid: rows of rules, with a fixed cell size or the largest size that fits.

use super::settings::Settings;
use common::window::cells::RulePicture;
use egui::{Pos2, Rect, Vec2};
use std::ops::Range;

/// The range of automatic cell sizes.
const AUTO_CELL: Range<f32> = 18.0..52.0;
/// The space around a rule for its selection frame.
pub const MARGIN: f32 = 6.0;

/// The positions of all rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridLayout {
    /// The picture of one rule.
    pub picture: RulePicture,
    /// The distance from one rule to the next.
    pub step: Vec2,
    /// The number of rules in a row.
    pub columns: usize,
    /// The space left of the first column.
    left: f32,
}

impl GridLayout {
    /// The layout for `count` rules. If `aligned`, rules with the same right cell are in the same column.
    pub fn new(count: usize, states: u8, aligned: bool, space: Vec2, settings: &Settings) -> GridLayout {
        let layout = |cell: f32, columns: Option<usize>| {
            let picture = RulePicture { cell, gap: settings.gap };
            let step = picture.size() + Vec2::splat(settings.rule_gap.max(2.0 * MARGIN - 4.0));
            let max_columns = ((space.x / step.x) as usize).max(1);
            let columns = columns.unwrap_or_else(|| {
                let columns =
                    if aligned { aligned_columns(max_columns, usize::from(states)) } else { max_columns };
                columns.min(count.max(1))
            });
            let left = ((space.x - columns as f32 * step.x) / 2.0).max(0.0);
            (GridLayout { picture, step, columns, left }, max_columns)
        };
        if let Some(cell) = settings.cell {
            return layout(cell, None).0;
        }
        let fits = |layout: &GridLayout| layout.height(count) <= space.y;
        let sizes = || (AUTO_CELL.start as u8..=AUTO_CELL.end as u8).map(f32::from);
        let without_scrolling = sizes().rev().map(|cell| layout(cell, None).0).find(fits);
        without_scrolling.unwrap_or_else(|| {
            // The grid has to scroll: use as many columns as possible, then the largest cells that fit.
            let (smallest, _) = layout(AUTO_CELL.start, None);
            let layouts = sizes().map(|cell| layout(cell, Some(smallest.columns)));
            let largest = layouts.take_while(|(layout, max_columns)| *max_columns >= layout.columns).last();
            largest.map_or(smallest, |(layout, _)| layout)
        })
    }

    /// The total height.
    pub fn height(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.step.y
    }

    /// The area of a rule, including its share of the gaps.
    pub fn area(&self, index: usize) -> Rect {
        let (row, column) = (index / self.columns, index % self.columns);
        let min = Pos2::new(self.left + column as f32 * self.step.x, row as f32 * self.step.y);
        Rect::from_min_size(min, self.step)
    }

    /// The rules that are at least partly visible.
    pub fn visible(&self, view: Rect, count: usize) -> Range<usize> {
        let first = (view.top() / self.step.y).floor().max(0.0) as usize * self.columns;
        let last = (view.bottom() / self.step.y).ceil().max(0.0) as usize * self.columns;
        first.min(count)..last.min(count)
    }
}

/// The number of columns for whole groups of rules that differ only in their right cell. If not even one group fits, an
/// equal part of a group, unless that leaves too much space unused.
fn aligned_columns(max_columns: usize, states: usize) -> usize {
    if max_columns >= states {
        return max_columns / states * states;
    }
    let part = (1..=max_columns).rev().find(|columns| states.is_multiple_of(*columns)).unwrap_or(max_columns);
    if 3 * part >= 2 * max_columns { part } else { max_columns }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn a_thousand_rules_have_columns_in_tens_and_only_some_are_visible() {
        let layout = GridLayout::new(1000, 10, true, vec2(760.0, 700.0), &Settings::default());
        assert_eq!(layout.columns % 10, 0);
        assert!(
            layout.picture.cell >= AUTO_CELL.start && layout.picture.cell < AUTO_CELL.start + 4.0,
            "{layout:?}"
        );
        let view = Rect::from_min_size(Pos2::new(0.0, 1000.0), vec2(760.0, 700.0));
        let visible = layout.visible(view, 1000);
        assert!(visible.len() < 250 && visible.start > 0 && visible.end < 1000, "{visible:?}");
        for number in 0..1000 {
            let area = layout.area(number);
            assert_eq!(
                visible.contains(&number),
                area.bottom() > view.top() && area.top() < view.bottom(),
                "{number}"
            );
        }
        assert_eq!(
            layout.visible(Rect::from_min_size(Pos2::new(0.0, 1e6), vec2(1.0, 1.0)), 1000),
            1000..1000
        );
    }

    #[test]
    fn columns_are_whole_groups_or_equal_parts_of_a_group() {
        for (max_columns, states, columns) in [
            (12, 10, 10),
            (25, 10, 20),
            (9, 10, 9),
            (7, 10, 5),
            (5, 10, 5),
            (6, 5, 5),
            (5, 7, 5),
            (1, 10, 1),
            (7, 2, 6),
        ] {
            assert_eq!(aligned_columns(max_columns, states), columns, "{max_columns} {states}");
        }
    }

    #[test]
    fn a_grid_that_scrolls_fills_the_width() {
        for width in [420.0, 640.0, 760.0, 1000.0] {
            let layout = GridLayout::new(1000, 10, true, vec2(width, 700.0), &Settings::default());
            let used = layout.columns as f32 * layout.step.x;
            assert!(used <= width && used > 0.9 * width, "{width}: {layout:?}");
        }
    }

    #[test]
    fn few_rules_are_large_and_a_fixed_size_is_respected() {
        let large = GridLayout::new(8, 2, true, vec2(700.0, 600.0), &Settings::default());
        assert!(large.picture.cell > 40.0, "{large:?}");
        let settings = Settings { cell: Some(12.0), ..Settings::default() };
        assert!((GridLayout::new(8, 2, true, vec2(700.0, 600.0), &settings).picture.cell - 12.0).abs() < 0.1);
        let tiny = GridLayout::new(8, 2, true, vec2(0.0, 0.0), &Settings::default());
        assert_eq!(tiny.columns, 1);
    }
}
