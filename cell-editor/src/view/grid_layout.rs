//! The layout of the rule grid: rows of rules, with a fixed cell size or the largest size that fits.

use super::settings::Settings;
use common::window::cells::RulePicture;
use egui::{Pos2, Rect, Vec2};
use std::ops::Range;

/// The range of automatic cell sizes.
const AUTO_CELL: Range<f32> = 18.0..52.0;
/// The space around a rule for its selection frame.
pub const MARGIN: f32 = 6.0;

/// The smallest cells in a row that holds all rules with the same left and middle cell.
const MIN_PAIR_CELL: f32 = 14.0;

/// The positions of all rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridLayout {
    /// The picture of one rule.
    pub picture: RulePicture,
    /// The distance from one rule to the next.
    pub step: Vec2,
    columns: Columns,
    /// The space left of the first column.
    left: f32,
}

/// How rules are distributed over rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Columns {
    /// The number of rules in a row.
    count: usize,
    /// A new row starts after this many rules, even if the last row is not full.
    group: usize,
}

/// Whether so many rules are those of all triples, each in every order of its cells.
pub fn is_whole_table(count: usize, states: u8) -> bool {
    count == usize::from(states).pow(3)
}

impl Columns {
    /// As many columns as there is room for.
    fn unaligned(max: usize) -> Columns {
        Columns { count: max, group: max }
    }

    /// Columns in which rules with the same right cell are below each other. A pair is the rules with the same left and
    /// middle cell: a row holds one pair, or several if all rows are full then. A pair that does not fit into a row has
    /// several rows of about the same length.
    fn aligned(max: usize, states: usize) -> Columns {
        if max < states {
            let rows = states.div_ceil(max);
            return Columns { count: states.div_ceil(rows), group: states };
        }
        let pairs = (1..=max / states).rev().find(|pairs| (states * states).is_multiple_of(*pairs));
        Columns::unaligned(pairs.unwrap_or(1) * states)
    }

    fn rows_of_group(self) -> usize {
        self.group.div_ceil(self.count)
    }

    /// The row and the column of a rule.
    fn position(self, index: usize) -> (usize, usize) {
        let (group, rest) = (index / self.group, index % self.group);
        (group * self.rows_of_group() + rest / self.count, rest % self.count)
    }

    /// The index of the first rule of a row.
    fn first_of_row(self, row: usize) -> usize {
        let (group, rest) = (row / self.rows_of_group(), row % self.rows_of_group());
        group * self.group + rest * self.count
    }
}

impl GridLayout {
    /// The layout for `count` rules. If `aligned`, rules with the same right cell are in the same column.
    pub fn new(count: usize, states: u8, aligned: bool, space: Vec2, settings: &Settings) -> GridLayout {
        let states = usize::from(states);
        let layout = |cell: f32, columns: Option<Columns>| {
            let picture = RulePicture { cell, gap: settings.gap };
            let step = step(picture, settings);
            let max_columns = ((space.x / step.x) as usize).max(1);
            let columns = columns.unwrap_or_else(|| {
                if aligned {
                    Columns::aligned(max_columns, states)
                } else {
                    Columns::unaligned(max_columns.min(count.max(1)))
                }
            });
            let left = ((space.x - columns.count as f32 * step.x) / 2.0).max(0.0);
            (GridLayout { picture, step, columns, left }, max_columns)
        };
        if let Some(cell) = settings.cell {
            return layout(cell, None).0;
        }
        let fits = |layout: &GridLayout| layout.height(count) <= space.y;
        let sizes = || (AUTO_CELL.start as u8..=AUTO_CELL.end as u8).map(f32::from);
        let without_scrolling = sizes().rev().map(|cell| layout(cell, None).0).find(fits);
        without_scrolling.unwrap_or_else(|| {
            // The grid has to scroll: use as many columns as possible, then the largest cells that fit. Cells may be
            // smaller if a row then holds a whole pair.
            let (smallest, _) = layout(AUTO_CELL.start, None);
            let (pair, _) = layout(MIN_PAIR_CELL, None);
            let whole_pair = aligned && pair.columns.count == states;
            let smallest = if whole_pair { pair } else { smallest };
            let sizes = (smallest.picture.cell as u8..=AUTO_CELL.end as u8).map(f32::from);
            let layouts = sizes.map(|cell| layout(cell, Some(smallest.columns)));
            let largest =
                layouts.take_while(|(layout, max_columns)| *max_columns >= layout.columns.count).last();
            largest.map_or(smallest, |(layout, _)| layout)
        })
    }

    /// The width of all rules with the same left and middle cell, with the smallest automatic cells.
    pub fn width_of_pair(states: u8, settings: &Settings) -> f32 {
        let cell = settings.cell.unwrap_or(AUTO_CELL.start);
        f32::from(states) * step(RulePicture { cell, gap: settings.gap }, settings).x
    }

    /// The total width.
    pub fn width(&self) -> f32 {
        self.columns.count as f32 * self.step.x
    }

    /// The total height.
    pub fn height(&self, count: usize) -> f32 {
        count.checked_sub(1).map_or(0.0, |last| (self.columns.position(last).0 + 1) as f32 * self.step.y)
    }

    /// The area of a rule, including its share of the gaps.
    pub fn area(&self, index: usize) -> Rect {
        let (row, column) = self.columns.position(index);
        let min = Pos2::new(self.left + column as f32 * self.step.x, row as f32 * self.step.y);
        Rect::from_min_size(min, self.step)
    }

    /// The rules that are at least partly visible.
    pub fn visible(&self, view: Rect, count: usize) -> Range<usize> {
        let first = (view.top() / self.step.y).floor().max(0.0) as usize;
        let last = (view.bottom() / self.step.y).ceil().max(0.0) as usize;
        self.columns.first_of_row(first).min(count)..self.columns.first_of_row(last).min(count)
    }

    /// The rule that is this many rows below, or above if negative. Stays in the grid.
    pub fn rows_away(&self, index: usize, rows: isize, count: usize) -> usize {
        let Some(last) = count.checked_sub(1) else { return index };
        let (row, column) = self.columns.position(index);
        let row = row.saturating_add_signed(rows).min(self.columns.position(last).0);
        let first = self.columns.first_of_row(row);
        (first + column).min(self.columns.first_of_row(row + 1) - 1).min(last)
    }
}

/// The distance from one rule to the next.
fn step(picture: RulePicture, settings: &Settings) -> Vec2 {
    picture.size() + Vec2::splat(settings.rule_gap.max(2.0 * MARGIN - 4.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn a_thousand_rules_have_columns_in_tens_and_only_some_are_visible() {
        let layout = GridLayout::new(1000, 10, true, vec2(760.0, 700.0), &Settings::default());
        assert_eq!(layout.columns, Columns { count: 10, group: 10 });
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
    fn rows_line_up() {
        for (max, states, count, group) in [
            (12, 10, 10, 10),
            (25, 10, 20, 20),
            (9, 10, 5, 10),
            (7, 10, 5, 10),
            (5, 10, 5, 10),
            (4, 10, 4, 10),
            (6, 5, 5, 5),
            (5, 7, 4, 7),
            (1, 10, 1, 10),
            (7, 2, 4, 4),
            (9, 2, 8, 8),
            (8, 3, 3, 3),
        ] {
            assert_eq!(Columns::aligned(max, states), Columns { count, group }, "{max} {states}");
        }
        for (width, states) in [(400.0, 10_u8), (430.0, 7), (600.0, 10), (760.0, 3), (900.0, 4)] {
            let count = usize::from(states).pow(3);
            let layout = GridLayout::new(count, states, true, vec2(width, 500.0), &Settings::default());
            let column = |index: usize| layout.area(index).left();
            for index in 0..count - usize::from(states) {
                let pair = index / usize::from(states);
                let same = (column(index) - column(index + usize::from(states))).abs() < 0.1;
                let in_one_row = layout.columns.count > usize::from(states);
                assert!(same || in_one_row, "{states}: {pair}");
            }
        }
    }

    #[test]
    fn only_all_triples_are_a_whole_table() {
        assert!(is_whole_table(64, 4) && is_whole_table(1000, 10));
        assert!(!is_whole_table(63, 4) && !is_whole_table(220, 10));
        for width in (300..1000).step_by(20) {
            let layout = GridLayout::new(64, 4, true, vec2(width as f32, 560.0), &Settings::default());
            let count = layout.columns.count;
            assert!(count.is_multiple_of(4) || 4_usize.is_multiple_of(count), "{width}: {count}");
        }
    }

    #[test]
    fn arrow_keys_move_by_whole_rows() {
        let columns = Columns { count: 4, group: 7 };
        let layout =
            GridLayout { columns, ..GridLayout::new(1, 2, false, vec2(500.0, 500.0), &Settings::default()) };
        // 0 1 2 3 / 4 5 6 / 7 8 9 10 / 11 12 13
        for (index, rows, target) in
            [(1, 1, 5), (3, 1, 6), (6, 1, 9), (9, -1, 6), (3, -1, 3), (12, 1, 12), (0, 9, 11), (13, -9, 2)]
        {
            assert_eq!(layout.rows_away(index, rows, 14), target, "{index} {rows}");
        }
        assert!((layout.height(14) - 4.0 * layout.step.y).abs() < 0.1);
        assert_eq!(layout.visible(layout.area(8), 14), 7..11);
    }

    #[test]
    fn a_grid_that_scrolls_fills_the_width() {
        for width in [420.0, 640.0, 760.0, 1000.0] {
            let layout = GridLayout::new(1000, 10, true, vec2(width, 700.0), &Settings::default());
            let used = layout.width();
            assert!(used <= width && used > 0.85 * width, "{width}: {layout:?}");
        }
    }

    #[test]
    fn few_rules_are_large_and_a_fixed_size_is_respected() {
        let large = GridLayout::new(8, 2, true, vec2(700.0, 600.0), &Settings::default());
        assert!(large.picture.cell > 40.0, "{large:?}");
        let settings = Settings { cell: Some(12.0), ..Settings::default() };
        assert!((GridLayout::new(8, 2, true, vec2(700.0, 600.0), &settings).picture.cell - 12.0).abs() < 0.1);
        let tiny = GridLayout::new(8, 2, true, vec2(0.0, 0.0), &Settings::default());
        assert_eq!(tiny.columns.count, 1);
    }
}
