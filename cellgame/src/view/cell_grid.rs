//! A small board with mouse and keyboard input, for the tutorial and for boards of one's own.

use super::{input, paint};
use crate::layout::{Cell, Layout};
use crate::solver::{Candidates, states_of};
use common::automaton::{Colour, State};
use common::window::cells::CellStyle;
use common::window::{Tokens, has_keyboard_focus, lock_arrows, move_focus, theme};
use egui::{
    Align2, Color32, CornerRadius, Event, Id, Key, Painter, Pos2, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// The room for letters and numbers.
const MARGIN: f32 = 22.0;
/// The range of the distance between two cells.
const STEP: std::ops::RangeInclusive<f32> = 10.0..=52.0;

/// The distance between two lines of the pattern on hidden cells.
const HATCH: f32 = 6.0;

/// What is drawn.
pub struct CellGrid<'a> {
    /// The shape of the board.
    pub layout: &'a Layout,
    /// The look of cells.
    pub style: &'a CellStyle,
    /// The states that are shown.
    pub cells: &'a [Option<State>],
    /// Candidates to write into hidden cells.
    pub notes: &'a [(usize, Candidates)],
    /// Cells with a frame in the accent colour.
    pub marked: &'a [usize],
    /// The cell that the user is asked about.
    pub target: Option<usize>,
    /// Cells that cannot be changed are not clickable.
    pub editable: &'a dyn Fn(usize) -> bool,
    /// What a cell is called after its name and state, such as "given".
    pub describe: &'a dyn Fn(usize) -> &'static str,
}

/// What the user did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridEvent {
    /// Clicked a cell, or pressed Enter or Space on it.
    Click(usize),
    /// Clicked it with the other button.
    SecondaryClick(usize),
    /// Typed a state.
    Type(usize, State),
    /// Pressed Delete, Backspace or a dot.
    Erase(usize),
}

/// Where the cells are.
#[derive(Debug, Clone, Copy)]
struct Places {
    origin: Pos2,
    step: f32,
    width: usize,
    height: usize,
}

impl Places {
    fn new(layout: &Layout, space: Rect) -> Places {
        let (width, height) = (layout.width(), layout.height());
        // One column on each side is beyond the edge.
        let fit = (space.size() - Vec2::splat(MARGIN)) / vec2(width as f32 + 2.0, height as f32);
        let step = fit.min_elem().floor().clamp(*STEP.start(), *STEP.end());
        let size = vec2(width as f32, height as f32) * step;
        let free = space.size() - size - vec2(MARGIN, MARGIN);
        let origin = space.min + vec2(MARGIN, MARGIN) + (free / 2.0).max(vec2(step, 0.0));
        Places { origin: origin.round(), step, width, height }
    }

    fn at(&self, column: f32, row: usize) -> Rect {
        let min = self.origin + vec2(column, row as f32) * self.step;
        Rect::from_min_size(min, Vec2::splat(self.step - 1.0))
    }

    fn cell(&self, index: usize) -> Rect {
        self.at((index % self.width) as f32, index / self.width)
    }
}

impl CellGrid<'_> {
    /// Draws the board into the available space. `cursor` is the cell that keys apply to.
    pub fn ui(&self, ui: &mut Ui, cursor: &mut usize) -> Vec<GridEvent> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let places = Places::new(self.layout, space);
        *cursor = (*cursor).min(self.cells.len().saturating_sub(1));
        let mut events = self.keys(ui, cursor);
        let painter = ui.painter().with_clip_rect(space.intersect(ui.clip_rect()));
        let tokens = Tokens::of(ui);
        self.paint_around(&painter, &places, &tokens);
        for index in 0..self.cells.len() {
            let rect = places.cell(index);
            let response = self.interact(ui, rect, index, *cursor);
            self.paint(&painter, rect, index, &response, &tokens);
            if response.clicked() {
                *cursor = index;
                events.push(GridEvent::Click(index));
            }
            if response.secondary_clicked() {
                *cursor = index;
                events.push(GridEvent::SecondaryClick(index));
            }
        }
        self.paint_marks(&painter, &places, &tokens);
        events
    }

    /// Tab reaches one cell; arrow keys move from there.
    fn interact(&self, ui: &Ui, rect: Rect, index: usize, cursor: usize) -> Response {
        let sense = match (self.editable)(index) {
            _ if index == cursor => Sense::click(),
            true => Sense::CLICK,
            false => Sense::hover(),
        };
        let response = ui.interact(rect, id(ui, index), sense);
        response.widget_info(|| {
            let state = self.cells[index].map_or("hidden".to_owned(), |state| format!("state {state}"));
            let name = format!("{}, {state}", self.layout.cell(index));
            let name = match (self.describe)(index) {
                "" => name,
                more => format!("{name}, {more}"),
            };
            WidgetInfo::labeled(Role::Button, true, name)
        });
        response
    }

    fn keys(&self, ui: &Ui, cursor: &mut usize) -> Vec<GridEvent> {
        if !input::takes_digits(ui) {
            return Vec::new();
        }
        // Other widgets with the focus have their own arrow keys, but no use for digits.
        let has_focus = has_keyboard_focus(ui, id(ui, *cursor));
        if has_focus && ui.memory(egui::Memory::focused).is_some() {
            lock_arrows(ui, id(ui, *cursor));
        }
        let input: Vec<Event> = ui.input(|input| input.events.clone());
        let (width, last) = (self.layout.width(), self.cells.len().saturating_sub(1));
        let (mut events, mut moved) = (Vec::new(), false);
        for event in input {
            match event {
                Event::Key { key, pressed: true, modifiers, .. } if has_focus && modifiers.is_none() => {
                    let at = *cursor;
                    let target = match key {
                        Key::ArrowLeft if !at.is_multiple_of(width) => at - 1,
                        Key::ArrowRight if at % width + 1 < width => (at + 1).min(last),
                        Key::ArrowUp if at >= width => at - width,
                        Key::ArrowDown if at + width <= last => at + width,
                        Key::Home => at - at % width,
                        Key::End => (at - at % width + width - 1).min(last),
                        Key::Delete | Key::Backspace => {
                            events.push(GridEvent::Erase(at));
                            continue;
                        }
                        _ => continue,
                    };
                    (*cursor, moved) = (target, true);
                }
                Event::Text(text) => {
                    for letter in text.chars() {
                        match letter.to_digit(10) {
                            Some(digit) => events.push(GridEvent::Type(*cursor, digit as State)),
                            None if letter == '.' => events.push(GridEvent::Erase(*cursor)),
                            None => {}
                        }
                    }
                }
                _ => {}
            }
        }
        if moved {
            move_focus(ui, id(ui, *cursor));
        }
        events
    }

    fn paint(&self, painter: &Painter, rect: Rect, index: usize, response: &Response, tokens: &Tokens) {
        match self.cells[index] {
            Some(state) => self.style.paint_cell(painter, rect, state),
            None => paint_cover(painter, rect, tokens),
        }
        let notes = self.notes.iter().find(|(cell, _)| *cell == index && self.cells[index].is_none());
        if let Some((_, candidates)) = notes {
            let text: String = states_of(*candidates).map(|state| char::from(b'0' + state)).collect();
            let font = theme::plain((rect.width() * 0.34).clamp(8.0, 16.0));
            painter.text(rect.center(), Align2::CENTER_CENTER, text, font, tokens.ink);
        }
        if response.has_focus() {
            painter.rect_stroke(
                rect.expand(1.0),
                CornerRadius::same(3),
                Stroke::new(2.0, tokens.accent),
                StrokeKind::Outside,
            );
        } else if response.hovered() && (self.editable)(index) {
            painter.rect_stroke(
                rect,
                CornerRadius::same(3),
                Stroke::new(2.0, tokens.accent.gamma_multiply(0.6)),
                StrokeKind::Inside,
            );
        }
    }

    fn paint_marks(&self, painter: &Painter, places: &Places, tokens: &Tokens) {
        for index in self.marked {
            let stroke = Stroke::new(2.0, tokens.accent);
            painter.rect_stroke(places.cell(*index), CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
        if let Some(target) = self.target {
            let rect = places.cell(target);
            painter.rect_filled(rect.shrink(2.0), CornerRadius::same(3), tokens.accent.gamma_multiply(0.25));
            let stroke = Stroke::new(3.0, tokens.accent);
            painter.rect_stroke(rect.expand(1.0), CornerRadius::same(4), stroke, StrokeKind::Outside);
        }
    }

    /// The letters, the numbers, and the edge of a flat plan.
    fn paint_around(&self, painter: &Painter, places: &Places, tokens: &Tokens) {
        let font = theme::plain((places.step * 0.4).clamp(9.0, 13.0));
        let text = |at: Pos2, text: String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), tokens.quiet);
        };
        let every = |room: f32| (room / places.step).ceil().max(1.0) as usize;
        for column in (0..places.width).step_by(every(18.0)) {
            let x = places.at(column as f32, 0).center().x;
            text(pos2(x, places.origin.y - MARGIN / 2.0), Cell::letters(column));
        }
        let left = places.origin.x - if self.layout.edge().is_some() { places.step } else { 0.0 };
        for row in (0..places.height).step_by(every(13.0)) {
            let y = places.at(0.0, row).center().y;
            text(pos2(left - MARGIN / 2.0, y), (row + 1).to_string());
        }
        let Some(edge) = self.layout.edge() else { return };
        let colours = self.style.fills().map(|fill| {
            let dull = paint::dull(fill, tokens);
            Colour::new(dull.r(), dull.g(), dull.b())
        });
        let style = CellStyle::new(colours, None, true, *tokens);
        for row in 0..places.height {
            for column in [-1.0, places.width as f32] {
                let rect = places.at(column, row).shrink2(vec2(places.step * 0.12, 0.0));
                style.paint_cell(painter, rect, edge);
            }
        }
    }
}

/// Paints a hidden cell: diagonal lines on a cover, so that colour is not the only sign.
fn paint_cover(painter: &Painter, rect: Rect, tokens: &Tokens) {
    let (cover, line) = if tokens.dark {
        (Color32::from_rgb(0x2A, 0x2F, 0x3A), Color32::from_rgb(0x4A, 0x52, 0x62))
    } else {
        (Color32::from_rgb(0xEC, 0xE8, 0xDF), Color32::from_rgb(0xC9, 0xC1, 0xB0))
    };
    painter.rect_filled(rect, CornerRadius::ZERO, cover);
    let side = rect.width();
    let mut offset = HATCH;
    while offset < 2.0 * side {
        let (near, far) = (offset.min(side), (offset - side).max(0.0));
        let ends = [rect.min + vec2(near, far), rect.min + vec2(far, near)];
        painter.line_segment(ends, Stroke::new(1.0, line));
        offset += HATCH;
    }
    let border = line.lerp_to_gamma(tokens.ink, 0.2);
    painter.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0, border), StrokeKind::Inside);
}

fn id(ui: &Ui, index: usize) -> Id {
    ui.scope_id().with(("cell", index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton_ref::AutomatonRef;
    use common::automaton::Boundary;

    #[test]
    fn boards_fit_into_their_space() {
        for (width, height) in [(3, 3), (12, 8), (60, 40)] {
            let automaton = AutomatonRef::default();
            let layout = Layout::new(automaton.automaton(), Boundary::default(), width, height).unwrap();
            let space = Rect::from_min_size(pos2(10.0, 20.0), vec2(760.0, 520.0));
            let places = Places::new(&layout, space);
            let all = places.at(-1.0, 0).union(places.at(width as f32, height - 1));
            assert!(space.contains_rect(all), "{width}x{height}: {all:?}");
            assert_eq!(places.cell(width), places.at(0.0, 1));
        }
    }
}
