//! The board that is played on: what a click, a key or the pointer over it does.

use super::paint::{self, Geometry, Tie};
use crate::rules::{Cell, Collapse, Illegal, Mark, Move, Place, Position};
use crate::text;
use common::game::Game;
use common::window::{Tokens, UiAction, board_square};
use common::words::sentence;
use egui::{Id, Key, Rect, Response, Role, Sense, Ui, WidgetInfo};

/// What is only on the screen: a move that was begun, and movement.
#[derive(Debug, Default)]
pub struct Board {
    /// The cell that was chosen first.
    begun: Option<Cell>,
    /// The collapse that is looked at, by pointer or focus.
    pub(super) preview: Option<Move>,
    /// The position that was drawn last, and when each mark settled, to let it grow.
    drawn: Option<Position>,
    settled_at: [f64; 9],
}

/// How the board is to be drawn.
pub struct Look {
    /// The colours.
    pub tokens: Tokens,
    /// How long a movement takes.
    pub motion: f32,
    /// A person may move.
    pub active: bool,
    /// A move to point out.
    pub hint: Option<Move>,
    /// The last move, to be ringed.
    pub last: Option<Move>,
}

impl Board {
    /// Drops what was begun.
    pub fn reset(&mut self) {
        *self = Board::default();
    }

    /// Draws the board into all the space there is, and tells what was done.
    pub fn show(&mut self, ui: &mut Ui, position: &Position, look: &Look) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let geometry = Geometry { board: board_square(space, 8.0) };
        self.notice_change(ui, position);
        let mut acts = Vec::new();
        let mut hovered = None;
        let mut focused = Vec::new();
        for cell in Cell::all() {
            let response = self.cell_widget(ui, &geometry, position, cell, look);
            if response.clicked() && look.active {
                acts.extend(self.choose(position, cell));
            }
            if response.hovered() {
                hovered = Some(cell);
            }
            if response.has_focus() {
                focused.push(geometry.cell(cell));
            }
        }
        let mut spots = Vec::new();
        if look.active {
            for (collapse, which, cell) in choices(position) {
                let response = spot_widget(ui, &geometry, position, which, cell);
                if response.hovered() || response.has_focus() {
                    self.preview = Some(collapse.as_move());
                }
                if response.clicked() {
                    acts.push(UiAction::Play(collapse.as_move().to_string()));
                }
                spots.push((geometry.place(cell, which), response.has_focus()));
            }
            acts.extend(self.keys(ui, position));
        }
        self.paint(ui, &geometry, position, look, hovered);
        let painter = ui.painter();
        for (rect, focus) in spots {
            let (width, strength) = match self.preview {
                _ if focus => (2.0, 1.0),
                None => (1.0, 1.0),
                // While a collapse is looked at, the choices step back.
                Some(_) => (1.0, 0.25),
            };
            let stroke = egui::Stroke::new(width, look.tokens.accent.gamma_multiply(strength));
            painter.circle_stroke(rect.center(), rect.width() * 0.5, stroke);
        }
        for rect in focused {
            paint::frame(painter, rect, 2.0, look.tokens.accent);
        }
        if acts.iter().any(|act| matches!(act, UiAction::Play(_))) {
            self.begun = None;
        }
        self.preview = None;
        acts
    }

    /// Marks that settled since the last frame begin to grow now.
    fn notice_change(&mut self, ui: &Ui, position: &Position) {
        let now = ui.input(|input| input.time);
        let before = self.drawn.replace(*position);
        if before.is_some_and(|before| before == *position) {
            return;
        }
        self.begun = None;
        for (which, place) in position.marks() {
            let old = before.and_then(|before| before.place(which));
            if matches!(place, Place::One(_)) && old != Some(place) {
                // What was settled when the board came into sight stands still.
                self.settled_at[which.index()] = if before.is_some() { now } else { f64::NEG_INFINITY };
            }
        }
    }

    fn cell_widget(
        &self,
        ui: &Ui,
        geometry: &Geometry,
        position: &Position,
        cell: Cell,
        look: &Look,
    ) -> Response {
        let response =
            ui.interact(geometry.cell(cell), ui.scope_id().with(("cell", cell.index())), Sense::click());
        let begun = self.begun == Some(cell);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, look.active, begun, text::cell_name(position, cell))
        });
        response
    }

    /// A cell was chosen, by click or digit.
    fn choose(&mut self, position: &Position, cell: Cell) -> Option<UiAction> {
        let explain = |why: &Illegal| Some(UiAction::Explain(sentence(&why.to_string())));
        if let Some(cycle) = position.cycle() {
            if let Err(why) = position.check_cycle_cell(&cycle, cell) {
                return explain(&why);
            }
            self.begun = Some(cell);
            let marks = text::choices_in(position, &cycle, cell);
            return Some(UiAction::Explain(format!("Cell {cell}: which mark settles here, {marks}?")));
        }
        if let Err(why) = position.check_open(cell) {
            return explain(&why);
        }
        if position.last_cell().is_some() {
            return Some(UiAction::Play(cell.to_string()));
        }
        match self.begun.take() {
            None => {
                self.begun = Some(cell);
                Some(UiAction::Explain(format!("{} in cell {cell} and where else?", position.next_mark())))
            }
            Some(first) if first == cell => explain(&Illegal::SameCell(cell)),
            Some(first) => Some(UiAction::Play(Move::Pair(first.min(cell), first.max(cell)).to_string())),
        }
    }

    /// Digits choose cells, at a collapse then a mark; Escape drops what was begun.
    fn keys(&mut self, ui: &Ui, position: &Position) -> Option<UiAction> {
        const DIGITS: [Key; 10] = [
            Key::Num0,
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        if ui.ctx().text_edit_focused() {
            return None;
        }
        if self.begun.is_some() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.begun = None;
            return Some(UiAction::Explain("Nothing is chosen.".to_owned()));
        }
        let digit = ui.input(|input| {
            (0..10u8).find(|n| input.modifiers.is_none() && input.key_pressed(DIGITS[usize::from(*n)]))
        })?;
        if let (Some(cell), Some(_)) = (self.begun, position.cycle()) {
            self.begun = None;
            return Some(match position.parse(&format!("{digit}@{cell}")) {
                Ok(m) => UiAction::Play(m.to_string()),
                Err(why) => UiAction::Explain(sentence(&why.to_string())),
            });
        }
        match Cell::new(digit) {
            Some(cell) => self.choose(position, cell),
            None => Some(UiAction::Explain(sentence(&Illegal::NotACell(digit.to_string()).to_string()))),
        }
    }

    fn paint(&self, ui: &Ui, geometry: &Geometry, position: &Position, look: &Look, hovered: Option<Cell>) {
        let (painter, tokens) = (ui.painter(), &look.tokens);
        paint::ground(painter, geometry, tokens);
        let preview: Vec<(Mark, Cell)> = self.preview.map_or_else(Vec::new, |m| previewed(position, m));
        if let Some(cycle) = position.cycle() {
            let mut painter = painter.clone();
            painter.set_opacity(if preview.is_empty() { 1.0 } else { 0.15 });
            paint::cycle_ties(&painter, geometry, position, &cycle, tokens);
        }
        if preview.is_empty() {
            self.loose_ties(ui, geometry, position, look, hovered);
        }
        for (which, place) in position.marks() {
            let color = paint::color(which, tokens);
            match place {
                Place::One(cell) => {
                    let grown = self.grown(ui, which, look.motion);
                    paint::big_mark(painter, geometry.cell(cell), which, color, grown);
                }
                Place::Two(a, b) => {
                    // While a collapse is looked at, what it would sweep away is pale.
                    let goes = preview.iter().any(|(mark, _)| *mark == which);
                    let color = if goes { paint::pale(color, 0.12, tokens) } else { color };
                    for cell in [a, b] {
                        if preview.is_empty() {
                            paint::clearing(painter, geometry, position, cell, which, tokens);
                        }
                        paint::mark(painter, geometry.place(cell, which), which, color);
                    }
                }
            }
        }
        paint::numbers(painter, geometry, tokens);
        for (which, cell) in &preview {
            let color = paint::pale(paint::color(*which, tokens), 0.85, tokens);
            paint::big_mark(painter, geometry.cell(*cell), *which, color, 0.9);
        }
        self.rings(ui, geometry, look, position.cycle().is_some());
        self.ghosts(ui, geometry, position, look, hovered);
        let newest =
            position.marks().map(|(which, _)| self.grown(ui, which, look.motion)).fold(1.0, f32::min);
        paint::win_lines(painter, geometry, position, tokens, newest);
    }

    /// The ties of the marks in the cell under the pointer.
    fn loose_ties(
        &self,
        ui: &Ui,
        geometry: &Geometry,
        position: &Position,
        look: &Look,
        hovered: Option<Cell>,
    ) {
        let Some(cell) = hovered.or(self.begun).filter(|_| position.cycle().is_none()) else { return };
        for which in position.small(cell) {
            if let Some(place) = position.place(which) {
                paint::tie(ui.painter(), geometry, which, place, Tie::Loose, &look.tokens);
            }
        }
    }

    /// Rings: the last move thin, a hint in the colour of success.
    fn rings(&self, ui: &Ui, geometry: &Geometry, look: &Look, closed: bool) {
        let painter = ui.painter();
        let ring = |m: Move, width: f32, color: egui::Color32| {
            for cell in cells_of(m) {
                paint::frame(painter, geometry.cell(cell), width, color);
            }
        };
        // At a cycle a ring would look like a choice.
        if let Some(last) = look.last.filter(|_| !closed) {
            ring(last, 1.0, look.tokens.accent);
        }
        if let Some(hint) = look.hint {
            ring(hint, 3.0, look.tokens.good);
        }
        if let Some(cell) = self.begun {
            paint::frame(painter, geometry.cell(cell), 2.0, look.tokens.accent);
        }
    }

    /// The mark that a click would make: firm where it was begun, pale under the pointer.
    fn ghosts(&self, ui: &Ui, geometry: &Geometry, position: &Position, look: &Look, hovered: Option<Cell>) {
        if !look.active || position.cycle().is_some() {
            return;
        }
        let which = position.next_mark();
        let color = paint::color(which, &look.tokens);
        if let Some(cell) = self.begun {
            paint::mark(ui.painter(), geometry.place(cell, which), which, color);
        }
        if let Some(cell) =
            hovered.filter(|cell| self.begun != Some(*cell) && position.check_open(*cell).is_ok())
        {
            let color = paint::pale(color, 0.45, &look.tokens);
            if position.last_cell().is_some() {
                paint::big_mark(ui.painter(), geometry.cell(cell), which, color, 1.0);
            } else {
                paint::mark(ui.painter(), geometry.place(cell, which), which, color);
            }
        }
    }

    /// How far a mark has grown; asks for the next frame while it grows.
    fn grown(&self, ui: &Ui, which: Mark, motion: f32) -> f32 {
        let age = ui.input(|input| input.time) - self.settled_at[which.index()];
        if motion <= 0.0 || age >= f64::from(motion) {
            return 1.0;
        }
        ui.ctx().request_repaint();
        let part = age as f32 / motion;
        1.0 - (1.0 - part).powi(3)
    }
}

/// Every cycle mark in every cycle cell, with the collapse it stands for.
fn choices(position: &Position) -> Vec<(Collapse, Mark, Cell)> {
    let Some(cycle) = position.cycle() else { return Vec::new() };
    let on_cycle = |collapse: Collapse| {
        let on = collapse.settled.clone().into_iter().filter(|(mark, _)| cycle.marks.contains(mark));
        on.map(|(mark, cell)| (collapse.clone(), mark, cell)).collect::<Vec<_>>()
    };
    position.collapses().into_iter().flat_map(on_cycle).collect()
}

fn spot_widget(ui: &Ui, geometry: &Geometry, position: &Position, which: Mark, cell: Cell) -> Response {
    let rect: Rect = geometry.place(cell, which);
    let id: Id = ui.scope_id().with(("spot", position.marks().count(), which.0, cell.index()));
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("let {which} settle in cell {cell}"))
    });
    response
}

/// What a collapse would settle.
pub(super) fn previewed(position: &Position, m: Move) -> Vec<(Mark, Cell)> {
    position
        .collapses()
        .into_iter()
        .find(|collapse| collapse.as_move() == m)
        .map_or_else(Vec::new, |c| c.settled)
}

fn cells_of(m: Move) -> Vec<Cell> {
    match m {
        Move::Pair(a, b) => vec![a, b],
        Move::Collapse { cell, .. } | Move::Single(cell) => vec![cell],
    }
}
