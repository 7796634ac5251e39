//! A scrollable list of rules, each drawn as three cells above their result. Only visible rules are drawn.

use super::look::Look;
use crate::overview::{OverviewRule, RuleOrigin};
use common::automaton::Triple;
use common::window::cells::{CellStyle, RulePicture, paint_dashed_frame};
use common::window::{Tokens, theme};
use egui::{
    Align2, CornerRadius, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, vec2,
};
use std::ops::Range;

/// The space around a rule for its mark.
const MARGIN: f32 = 4.0;

/// Rules to draw.
pub struct RuleList<'a> {
    /// The rules.
    pub rules: &'a [OverviewRule],
    /// The look of cells.
    pub style: &'a CellStyle,
    /// Sizes and the colour of marks.
    pub look: &'a Look,
    /// The list in which rules can be crossed out; empty in the overview.
    pub title: &'a str,
    /// Rules that do not fit are faded.
    pub asked: bool,
    /// The number of rules that belong together: a row has whole groups where there is room.
    pub groups: usize,
}

/// Where rules are.
#[derive(Debug, Clone, Copy)]
struct Grid {
    picture: RulePicture,
    step: Vec2,
    columns: usize,
    /// The room at the left of the first column.
    left: f32,
}

impl Grid {
    fn new(look: &Look, width: f32, groups: usize) -> Grid {
        let picture = RulePicture { cell: look.cell.round(), gap: look.gap.round() };
        let step = picture.size() + Vec2::splat(look.rule_gap.max(2.0 * MARGIN));
        let fit = ((width / step.x) as usize).max(1);
        let columns = if groups > 1 && fit >= groups { fit / groups * groups } else { fit };
        let left = ((width - columns as f32 * step.x) / 2.0).max(0.0).round();
        Grid { picture, step, columns, left }
    }

    fn height(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.step.y
    }

    fn area(&self, index: usize) -> Rect {
        let at = vec2((index % self.columns) as f32, (index / self.columns) as f32);
        Rect::from_min_size(Pos2::new(self.left, 0.0) + at * self.step, self.step)
    }

    fn visible(&self, view: Rect, count: usize) -> Range<usize> {
        let row = |y: f32| y.max(0.0) as usize * self.columns;
        let first = row((view.top() / self.step.y).floor());
        let end = row((view.bottom() / self.step.y).ceil());
        first.min(count)..end.min(count)
    }
}

impl RuleList<'_> {
    /// Draws the rules that are in sight, and returns the one that was clicked.
    pub fn ui(&self, ui: &mut Ui, crossed: impl Fn(Triple) -> bool) -> Option<Triple> {
        let grid = Grid::new(self.look, ui.available_width() - 10.0, self.groups);
        let mut clicked = None;
        ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, view| {
            ui.set_height(grid.height(self.rules.len()));
            ui.set_width(ui.available_width());
            let origin = ui.min_rect().min.to_vec2();
            for index in grid.visible(view, self.rules.len()) {
                let rule = self.rules[index];
                let crossed = crossed(rule.triple);
                let area = grid.area(index).translate(origin);
                let response = self.interact(ui, area, rule, crossed);
                self.paint(ui, grid.picture, area, rule, crossed, &response);
                if response.clicked() {
                    clicked = Some(rule.triple);
                }
            }
        });
        clicked
    }

    fn interact(&self, ui: &Ui, area: Rect, rule: OverviewRule, crossed: bool) -> Response {
        let clickable = !self.title.is_empty();
        let sense = if clickable { Sense::click() } else { Sense::hover() };
        let response = ui.interact(area, ui.scope_id().with(rule.triple), sense);
        let role = if clickable { Role::Button } else { Role::Label };
        response.widget_info(|| WidgetInfo::labeled(role, true, self.name(rule, crossed)));
        match rule.origin {
            RuleOrigin::Listed => response,
            RuleOrigin::Added => response.on_hover_text(
                "The picture uses these cells, but the automaton has no rule for them. So they give state 0.",
            ),
            RuleOrigin::Impossible => {
                response.on_hover_text("There is no rule for these cells: they never occur together.")
            }
        }
    }

    /// The accessible name of a rule.
    fn name(&self, rule: OverviewRule, crossed: bool) -> String {
        let mut name = match rule.result {
            Some(result) => format!("rule {} gives {result}", rule.triple),
            None => format!("{} cannot occur", rule.triple),
        };
        if !self.title.is_empty() {
            name = format!("{}: {name}", self.title);
        } else if rule.fits {
            name += ", fits";
        }
        if rule.origin == RuleOrigin::Added {
            name += ", added";
        }
        if crossed {
            name += ", crossed out";
        }
        name
    }

    fn paint(
        &self,
        ui: &Ui,
        picture: RulePicture,
        area: Rect,
        rule: OverviewRule,
        crossed: bool,
        response: &Response,
    ) {
        let tokens = Tokens::of(ui);
        let highlight = self.look.highlight(&tokens);
        let cells = picture.cells(area);
        let frame = cells.iter().fold(cells[0], |sum, cell| sum.union(*cell)).expand(MARGIN);
        let corner = CornerRadius::same(5);
        let mut painter = ui.painter().clone();
        if rule.fits && !crossed {
            painter.rect(
                frame,
                corner,
                highlight.gamma_multiply(0.18),
                Stroke::new(2.0, highlight),
                StrokeKind::Inside,
            );
        } else if response.hovered() && response.sense.senses_click() {
            painter.rect_filled(frame, corner, tokens.accent.gamma_multiply(0.1));
        }
        let faded = crossed || rule.origin == RuleOrigin::Impossible || (self.asked && !rule.fits);
        painter.multiply_opacity(if faded { 0.35 } else { 1.0 });
        picture.paint(&painter, area, rule.triple, rule.result, self.style);
        let painter = ui.painter();
        if rule.origin == RuleOrigin::Added {
            paint_dashed_frame(painter, frame, tokens.quiet);
            let sign = Pos2::new(cells[0].center().x, cells[3].center().y);
            let font = theme::heavy((picture.cell * 0.5).clamp(8.0, 20.0));
            painter.text(sign, Align2::CENTER_CENTER, "+", font, tokens.quiet);
        }
        if crossed {
            let line = Stroke::new(2.0, tokens.bad);
            painter.line_segment([frame.left_bottom(), frame.right_top()], line);
        }
        if response.has_focus() {
            painter.rect_stroke(frame, corner, Stroke::new(2.0, tokens.accent), StrokeKind::Outside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_thousand_rules_only_some_are_in_sight() {
        let grid = Grid::new(&Look::default(), 800.0, 10);
        assert_eq!(grid.columns, 10);
        let view = Rect::from_min_size(Pos2::new(0.0, 500.0), vec2(800.0, 400.0));
        let visible = grid.visible(view, 1000);
        assert!(visible.start > 0 && visible.end < 200, "{visible:?}");
        for index in 0..1000 {
            let area = grid.area(index);
            let in_sight = area.bottom() > view.top() && area.top() < view.bottom();
            assert_eq!(visible.contains(&index), in_sight, "{index}");
        }
        assert_eq!(Grid::new(&Look::default(), 0.0, 10).columns, 1);
    }
}
