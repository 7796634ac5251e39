//! A pinned list: the rules that fit one cell, in a small window of its own.

use super::look::{CELL_RANGE, Look};
use super::rule_list::RuleList;
use crate::layout::Cell;
use crate::overview::{OverviewRule, RuleOrigin, RuleWindow, WindowPart, question_title};
use crate::rules::PuzzleView;
use common::automaton::{Rule, Triple};
use common::window::cells::CellStyle;
use common::window::{Tokens, quiet, theme};
use egui::{
    Button, Context, Frame, Id, Pos2, Rect, Role, TextEdit, Ui, Vec2, ViewportBuilder, ViewportId,
    WidgetInfo, Window, vec2,
};
use std::collections::BTreeSet;

/// The initial size of a list. Where it would cover the board, it is lower, and wider for it.
const SIZE: [f32; 2] = [240.0, 232.0];
const LOW_SIZE: [f32; 2] = [300.0, 132.0];
/// The margin and the border of a list.
const FRAME: f32 = 18.0;

/// What happened in a pinned list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinnedEvent {
    /// It was closed.
    Close,
    /// The pointer is over it.
    Hover,
    /// One of its controls has the keyboard focus.
    Focus,
}

/// Where a new list appears.
#[derive(Debug, Clone, Copy)]
pub struct PinnedPlace {
    /// The space of the board.
    pub space: Rect,
    /// How much of its height is free below the board.
    pub free: f32,
    /// How many lists there are before it.
    pub number: usize,
}

impl PinnedPlace {
    /// The size of the list. As high as the free space, within limits.
    fn size(self) -> Vec2 {
        let [low_width, min] = LOW_SIZE;
        let height = (self.free - FRAME - 4.0).clamp(min, SIZE[1]);
        vec2(if height < SIZE[1] { low_width } else { SIZE[0] }, height)
    }

    /// Its corner: in rows from the lower left, where most boards leave room.
    fn corner(self, screen: Rect) -> Pos2 {
        let step = self.size() + Vec2::splat(FRAME + 6.0);
        let first = self.space.left_bottom() + vec2(8.0, 2.0 - step.y);
        let columns = ((screen.right() - first.x) / step.x).floor().max(1.0) as usize;
        let rows = ((self.space.height() - 16.0) / step.y).floor().max(1.0) as usize;
        let n = self.number;
        let (row, column, round) = (n / columns % rows, n % columns, n / columns / rows);
        let shift = Vec2::splat(24.0 * (round % 8) as f32);
        first + vec2(column as f32 * step.x, -(row as f32) * step.y) + shift
    }
}

/// A pinned list. Its rules are computed from what is uncovered now, so it is always up to date.
#[derive(Debug)]
pub struct Pinned {
    id: u64,
    part: WindowPart,
    cell: Cell,
    title: String,
    /// Rules that the player has crossed out.
    crossed: BTreeSet<Triple>,
    /// The size of cells, relative to the overview's.
    zoom: f32,
    /// It is a window of the desktop.
    detached: bool,
}

impl Pinned {
    /// A new list.
    pub fn new(id: u64, part: WindowPart, cell: Cell) -> Pinned {
        let title = question_title(part, cell);
        Pinned { id, part, cell, title, crossed: BTreeSet::new(), zoom: 1.0, detached: false }
    }

    /// What distinguishes it from other lists.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The cells that it is about.
    pub fn window(&self, view: &PuzzleView) -> Option<RuleWindow> {
        RuleWindow::new(view.layout(), self.part, self.cell).ok()
    }

    /// Draws the list. A new one appears beside the lists before it.
    pub fn show(
        &mut self,
        ui: &Ui,
        view: &PuzzleView,
        style: &CellStyle,
        look: &Look,
        place: PinnedPlace,
    ) -> Option<PinnedEvent> {
        let ctx = ui.ctx().clone();
        if self.detached && !ctx.embed_viewports() {
            return self.show_detached(&ctx, view, style, look);
        }
        let position = place.corner(ctx.content_rect());
        let id = Id::unique(("pinned rules", self.id));
        let window = Window::new(self.title.as_str())
            .id(id)
            .title_bar(false)
            .default_size(place.size())
            .min_size(vec2(150.0, 120.0))
            .default_pos(position)
            .frame(Frame::window(ui.style()).inner_margin(8));
        let shown = window.show(&ctx, |ui| self.content(ui, view, style, look))?;
        let pointer = ctx.input(|input| {
            let fingers = input.multi_touch().map(|touch| touch.center_pos);
            fingers.or(input.pointer.hover_pos())
        });
        let over = pointer.is_some_and(|pointer| {
            shown.response.rect.contains(pointer) && ctx.layer_id_at(pointer) == Some(shown.response.layer_id)
        });
        if over {
            self.zoom_by_wheel(&ctx, look);
        }
        shown.inner.flatten().or(over.then_some(PinnedEvent::Hover))
    }

    fn show_detached(
        &mut self,
        ctx: &Context,
        view: &PuzzleView,
        style: &CellStyle,
        look: &Look,
    ) -> Option<PinnedEvent> {
        let id = ViewportId::from_hash_of(("pinned rules", self.id));
        let builder = ViewportBuilder::default().with_title(self.title.as_str()).with_inner_size(SIZE);
        ctx.show_viewport_immediate(id, builder, |ui, _| {
            let fill = Tokens::of(ui).card;
            let event = Frame::new().fill(fill).inner_margin(8).show(ui, |ui| {
                ui.set_min_size(ui.available_size());
                self.content(ui, view, style, look)
            });
            let ctx = ui.ctx();
            let (closed, over) =
                ctx.input(|input| (input.viewport().close_requested(), input.pointer.has_pointer()));
            if over {
                self.zoom_by_wheel(ctx, look);
            }
            let hover = over.then_some(PinnedEvent::Hover);
            if closed { Some(PinnedEvent::Close) } else { event.inner.or(hover) }
        })
    }

    /// Ctrl and the wheel, or two fingers, change the size of the cells.
    fn zoom_by_wheel(&mut self, ctx: &Context, look: &Look) {
        let delta = ctx.input(egui::InputState::zoom_delta);
        // Two fingers at the same point have no distance.
        if !delta.is_finite() {
            return;
        }
        let cell = (look.cell * self.zoom * delta).clamp(*CELL_RANGE.start(), *CELL_RANGE.end());
        self.zoom = cell / look.cell;
    }

    fn content(
        &mut self,
        ui: &mut Ui,
        view: &PuzzleView,
        style: &CellStyle,
        look: &Look,
    ) -> Option<PinnedEvent> {
        let mut event = self.header(ui);
        let rules = self.window(view).map_or_else(Vec::new, |window| window.fitting_rules(view));
        self.crossed.retain(|triple| rules.iter().any(|rule| rule.triple == *triple));
        let left = rules.len() - self.crossed.len();
        let text = match (rules.len(), self.crossed.len()) {
            (0, _) => "No rule fits: a value is wrong.".to_owned(),
            (1, 0) => "1 rule".to_owned(),
            (all, 0) => format!("{all} rules"),
            (all, _) => format!("{left} of {all} rules"),
        };
        ui.label(quiet(text));
        let automaton = view.layout().automaton();
        let entry = |rule: &Rule| OverviewRule {
            triple: rule.triple,
            result: Some(rule.result),
            origin: match automaton.rule(rule.triple) {
                Some(_) => RuleOrigin::Listed,
                None => RuleOrigin::Added,
            },
            fits: false,
        };
        let rules: Vec<OverviewRule> = rules.iter().map(entry).collect();
        let look = Look { cell: look.cell * self.zoom, ..*look };
        let list =
            RuleList { rules: &rules, style, look: &look, title: &self.title, asked: false, groups: 1 };
        let clicked = list.ui(ui, |triple| self.crossed.contains(&triple));
        if let Some(triple) = clicked {
            if !self.crossed.remove(&triple) {
                self.crossed.insert(triple);
            }
            event = event.or(Some(PinnedEvent::Focus));
        }
        event
    }

    /// The title and the buttons of the window.
    fn header(&mut self, ui: &mut Ui) -> Option<PinnedEvent> {
        let mut event = None;
        let name = question_title(self.part, self.cell);
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding = vec2(6.0, 2.0);
            ui.spacing_mut().item_spacing.x = 4.0;
            let detach = if self.detached { "Attach" } else { "Detach" };
            let width = (ui.available_width() - 100.0).max(40.0);
            let field = TextEdit::singleline(&mut self.title)
                .font(theme::heavy(theme::size::SMALL))
                .align(egui::Align2::LEFT_CENTER);
            let field = ui.add(field.desired_width(width - 8.0).hint_text(name.as_str()));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("title of {name}")));
            if field.has_focus() {
                event = Some(PinnedEvent::Focus);
            }
            let can_detach = !ui.ctx().embed_viewports();
            let button = ui.add_enabled(can_detach, Button::new(quiet(detach)));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, can_detach, format!("{detach} {name}")));
            let about =
                if self.detached { "Back into the main window" } else { "Show it as a window of its own" };
            let button = button.on_hover_text(about);
            if button.on_disabled_hover_text("Windows of their own are not available here.").clicked() {
                self.detached = !self.detached;
            }
            let close = ui.add(Button::new("×"));
            close.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {name}")));
            if close.on_hover_text("Close this list").clicked() {
                event = Some(PinnedEvent::Close);
            }
        });
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_list_leaves_the_board_free_where_it_can() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
        let space = Rect::from_min_max(Pos2::new(8.0, 45.0), Pos2::new(952.0, 757.0));
        for free in [20.0, 90.0, 170.0, 300.0] {
            let place = PinnedPlace { space, free, number: 0 };
            let list = Rect::from_min_size(place.corner(screen), place.size() + Vec2::splat(FRAME));
            assert!(space.contains_rect(list), "{free}: {list:?}");
            let covered = space.bottom() - free - list.top();
            assert!(covered <= (LOW_SIZE[1] + FRAME + 4.0 - free).max(0.0), "{free}: {covered} covered");
        }
    }
}
