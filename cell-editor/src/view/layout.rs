//! Where the rules are: in rows as wide as the space, as large as fits or as was wished.

use super::settings::Settings;
use egui::{Pos2, Rect, Vec2, vec2};
use std::ops::Range;

/// The sizes between which a cell that may be as large as fits is chosen.
const FITTING: Range<f32> = 18.0..52.0;
/// The space around a rule in which it is marked.
pub const MARGIN: f32 = 6.0;

/// Where the rules are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// The side of a cell.
    pub cell: f32,
    gap: f32,
    /// From one rule to the next.
    pub step: Vec2,
    /// So many rules stand beside each other.
    pub columns: usize,
    /// The space left of the first column.
    left: f32,
}

impl Layout {
    /// The layout for so many rules. Where they are `aligned`, columns mean something.
    pub fn new(count: usize, states: u8, aligned: bool, space: Vec2, settings: &Settings) -> Layout {
        let with = |cell: f32, columns: Option<usize>| {
            let (gap, between) = (settings.gap, settings.rule_gap.max(2.0 * MARGIN - 4.0));
            let step = vec2(3.0 * cell + 2.0 * gap + between, 2.0 * cell + gap + between);
            let fitting = ((space.x / step.x) as usize).max(1);
            let columns = columns.unwrap_or_else(|| {
                let whole = if aligned { whole_columns(fitting, usize::from(states)) } else { fitting };
                whole.min(count.max(1))
            });
            let left = ((space.x - columns as f32 * step.x) / 2.0).max(0.0);
            (Layout { cell, gap, step, columns, left }, fitting)
        };
        if let Some(cell) = settings.cell {
            return with(cell, None).0;
        }
        let fits = |layout: &Layout| layout.height(count) <= space.y;
        let sizes = || (FITTING.start as u8..=FITTING.end as u8).map(f32::from);
        let all_in_sight = sizes().rev().map(|cell| with(cell, None).0).find(fits);
        all_in_sight.unwrap_or_else(|| {
            // It scrolls anyway: as many columns as there can be, and then as wide as they fit.
            let (small, _) = with(FITTING.start, None);
            let wide = sizes().map(|cell| with(cell, Some(small.columns)));
            let wide = wide.take_while(|(layout, fitting)| *fitting >= layout.columns).last();
            wide.map_or(small, |(layout, _)| layout)
        })
    }

    /// The height of all rules together.
    pub fn height(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.step.y
    }

    /// The place of a rule, with its share of the gaps.
    pub fn area(&self, number: usize) -> Rect {
        let (row, column) = (number / self.columns, number % self.columns);
        let min = Pos2::new(self.left + column as f32 * self.step.x, row as f32 * self.step.y);
        Rect::from_min_size(min, self.step)
    }

    /// The rules of which something is seen.
    pub fn seen(&self, view: Rect, count: usize) -> Range<usize> {
        let first = (view.top() / self.step.y).floor().max(0.0) as usize * self.columns;
        let last = (view.bottom() / self.step.y).ceil().max(0.0) as usize * self.columns;
        first.min(count)..last.min(count)
    }

    /// The three cells and the result in an area.
    pub fn cells(&self, area: Rect) -> [Rect; 4] {
        let size = vec2(3.0 * self.cell + 2.0 * self.gap, 2.0 * self.cell + self.gap);
        let min = (area.center() - size / 2.0).round();
        let at = |column: f32, row: f32| {
            let step = self.cell + self.gap;
            Rect::from_min_size(min + vec2(column * step, row * step), Vec2::splat(self.cell))
        };
        [at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0), at(1.0, 1.0)]
    }
}

/// As many columns as fit, in whole groups of rules that differ in their right cell only; or, where not even one group
/// fits, an equal part of one, unless that wastes too much.
fn whole_columns(fitting: usize, states: usize) -> usize {
    if fitting >= states {
        return fitting / states * states;
    }
    let part = (1..=fitting).rev().find(|columns| states.is_multiple_of(*columns)).unwrap_or(fitting);
    if 3 * part >= 2 * fitting { part } else { fitting }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_rules_stand_in_whole_tens_and_only_some_are_seen() {
        let layout = Layout::new(1000, 10, true, vec2(760.0, 700.0), &Settings::default());
        assert_eq!(layout.columns % 10, 0);
        assert!(layout.cell >= FITTING.start && layout.cell < FITTING.start + 4.0, "{layout:?}");
        let view = Rect::from_min_size(Pos2::new(0.0, 1000.0), vec2(760.0, 700.0));
        let seen = layout.seen(view, 1000);
        assert!(seen.len() < 250 && seen.start > 0 && seen.end < 1000, "{seen:?}");
        for number in 0..1000 {
            let area = layout.area(number);
            assert_eq!(
                seen.contains(&number),
                area.bottom() > view.top() && area.top() < view.bottom(),
                "{number}"
            );
        }
        assert_eq!(layout.seen(Rect::from_min_size(Pos2::new(0.0, 1e6), vec2(1.0, 1.0)), 1000), 1000..1000);
    }

    #[test]
    fn columns_are_whole_groups_or_equal_parts() {
        for (fitting, states, columns) in [
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
            assert_eq!(whole_columns(fitting, states), columns, "{fitting} {states}");
        }
    }

    #[test]
    fn a_table_that_scrolls_fills_the_width() {
        for width in [420.0, 640.0, 760.0, 1000.0] {
            let layout = Layout::new(1000, 10, true, vec2(width, 700.0), &Settings::default());
            let used = layout.columns as f32 * layout.step.x;
            assert!(used <= width && used > 0.9 * width, "{width}: {layout:?}");
        }
    }

    #[test]
    fn few_rules_are_drawn_large_and_a_wished_size_is_kept() {
        let large = Layout::new(8, 2, true, vec2(700.0, 600.0), &Settings::default());
        assert!(large.cell > 40.0, "{large:?}");
        let settings = Settings { cell: Some(12.0), ..Settings::default() };
        assert!((Layout::new(8, 2, true, vec2(700.0, 600.0), &settings).cell - 12.0).abs() < 0.1);
        let tiny = Layout::new(8, 2, true, vec2(0.0, 0.0), &Settings::default());
        assert_eq!(tiny.columns, 1);
    }
}
