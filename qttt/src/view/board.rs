//! The board: painting it, and moves by mouse and keyboard.

use super::paint::{self, Geometry};
use super::ties::{Tie, tie};
use crate::rules::{Cell, Collapse, Cycle, Effect, Illegal, Mark, Move, Place, Position};
use crate::text;
use common::game::Game;
use common::window::{
    Tokens, TypedKey, TypedKeys, UiAction, board_square, has_keyboard_focus, is_in_front, lock_arrows,
    move_focus,
};
use common::words::sentence;
use egui::{Id, Key, Response, Role, Sense, Ui, WidgetInfo};

/// The state of a board on the screen: a move that was begun, and the animation.
#[derive(Debug, Default)]
pub struct Board {
    /// The cell that was chosen first.
    begun: Option<Cell>,
    /// The collapse under the pointer or with the focus.
    preview: Option<Collapse>,
    /// The position that was drawn last.
    drawn: Option<Position>,
    /// The time when each mark settled; `None` if that is not animated.
    settled_at: [Option<f64>; 9],
    /// The keyboard cursor: a cell, first the one in the centre.
    cursor: Option<Cell>,
    /// The keyboard cursor among the marks to choose from at a cycle.
    choice_cursor: usize,
    keys: TypedKeys,
}

/// What a board shows.
pub struct BoardScene<'a> {
    /// The position.
    pub position: &'a Position,
    /// The effect of the last move.
    pub effect: Option<&'a Effect>,
    /// The colours.
    pub tokens: Tokens,
    /// The duration of an animation in seconds; 0 for none.
    pub motion: f32,
    /// The board takes clicks and keys.
    pub active: bool,
    /// The arrow keys move a cursor on the board.
    pub arrows: bool,
    /// A move to highlight.
    pub hint: Option<Move>,
    /// The last move, to highlight its cells.
    pub last_move: Option<Move>,
}

impl BoardScene<'_> {
    /// The cycle that waits for its collapse.
    fn cycle(&self) -> Option<&Cycle> {
        self.effect?.cycle.as_ref()
    }
}

impl Board {
    /// Drops a move that was begun, and ends the animation.
    pub fn reset(&mut self) {
        *self = Board::default();
    }

    /// Shows a collapse on the board when it is drawn next.
    pub fn preview(&mut self, collapse: &Collapse) {
        self.preview = Some(collapse.clone());
    }

    /// Draws the board into all the space there is, and returns the actions of the user.
    pub fn show(&mut self, ui: &mut Ui, scene: &BoardScene<'_>) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let geometry = Geometry { board: board_square(space, 8.0) };
        self.notice_change(ui, scene);
        let mut actions = Vec::new();
        let choices = if scene.active { choices(scene) } else { Vec::new() };
        if scene.active {
            actions.extend(self.handle_keys(ui, scene, &choices));
        } else {
            self.keys.clear();
        }
        let (mut hovered, mut focused) = (None, None);
        for cell in Cell::all() {
            // At a cycle the cursor is on the marks.
            let stops = scene.arrows && choices.is_empty() && cell == self.cursor();
            let response = self.cell_widget(ui, &geometry, scene, cell, stops);
            if response.clicked() {
                self.cursor = Some(cell);
                if scene.active {
                    actions.push(self.choose(scene, cell));
                }
            }
            if response.hovered() {
                hovered = Some(cell);
            }
            if response.has_focus() && stops {
                focused = Some(cell);
                lock_arrows(ui, response.id);
            }
        }
        let mut choice_rings = Vec::new();
        for (n, (collapse, mark, cell)) in choices.iter().enumerate() {
            let stops = !scene.arrows || n == self.choice_cursor;
            let response = choice_widget(ui, &geometry, scene.position, *mark, *cell, stops);
            let has_focus = response.has_focus() && stops;
            if has_focus && scene.arrows {
                lock_arrows(ui, response.id);
            }
            if response.hovered() || has_focus {
                self.preview(collapse);
            }
            if response.clicked() {
                actions.push(UiAction::Play(collapse.as_move().to_string()));
            }
            choice_rings.push((geometry.place(*cell, *mark), has_focus));
        }
        self.paint(ui, &geometry, scene, hovered.or(focused));
        let painter = ui.painter();
        for (rect, focus) in choice_rings {
            let (width, strength) = match self.preview {
                _ if focus => (3.0, 1.0),
                None => (1.0, 1.0),
                Some(_) => (1.0, 0.25),
            };
            let stroke = egui::Stroke::new(width, scene.tokens.accent.gamma_multiply(strength));
            painter.circle_stroke(rect.center(), rect.width() * 0.5 - 0.5, stroke);
        }
        if let Some(cell) = focused {
            paint::frame(painter, geometry.cell(cell), 3.0, scene.tokens.accent);
        }
        if actions.iter().any(|action| matches!(action, UiAction::Play(_))) {
            self.begun = None;
        }
        self.preview = None;
        actions
    }

    /// Starts the animation of the marks that the last move settled.
    fn notice_change(&mut self, ui: &Ui, scene: &BoardScene<'_>) {
        let before = self.drawn.replace(*scene.position);
        if before == Some(*scene.position) {
            return;
        }
        self.begun = None;
        // A position that appears with the board is not animated.
        if let (Some(_), Some(effect)) = (before, scene.effect) {
            for (mark, _) in &effect.settled {
                self.settled_at[mark.index()] = Some(ui.input(|input| input.time));
            }
        }
    }

    /// The cell that was chosen first for the next mark.
    pub fn begun(&self) -> Option<Cell> {
        self.begun
    }

    /// The cell under the keyboard cursor.
    fn cursor(&self) -> Cell {
        self.cursor.unwrap_or(Cell::CENTRE)
    }

    /// Arrows move the cursor and Enter clicks there; digits choose cells, and at a collapse then a mark. Escape drops a
    /// move that was begun.
    fn handle_keys(
        &mut self,
        ui: &Ui,
        scene: &BoardScene<'_>,
        choices: &[(Collapse, Mark, Cell)],
    ) -> Option<UiAction> {
        if !is_in_front(ui) || ui.ctx().text_edit_focused() {
            self.keys.clear();
            return None;
        }
        self.choice_cursor = self.choice_cursor.min(choices.len().saturating_sub(1));
        let choice_ids: Vec<Id> =
            choices.iter().map(|(_, mark, cell)| choice_id(ui, scene.position, *mark, *cell)).collect();
        let cursor =
            choice_ids.get(self.choice_cursor).copied().unwrap_or_else(|| cell_id(ui, self.cursor()));
        let focused = ui.memory(egui::Memory::focused);
        // The focus may still be on a cell where a mark is to be chosen now, or on a mark that has gone.
        let own =
            focused.filter(|id| choice_ids.contains(id) || Cell::all().any(|cell| cell_id(ui, cell) == *id));
        let has_focus = scene.arrows && has_keyboard_focus(ui, own.unwrap_or(cursor));
        self.keys.read(ui, has_focus.then_some(cursor), |key| {
            let means = has_focus && arrow(key).is_some() || key.key == Key::Escape || key.digit().is_some();
            means && key.modifiers.is_none()
        });
        let mut moves = focused == Some(cursor);
        let mut action = None;
        // What a key does is seen by the next one in the next frame.
        while action.is_none()
            && let Some(key) = self.keys.pop()
        {
            if let Some((down, right)) = arrow(key) {
                // The first arrow only shows where the cursor is.
                self.move_cursor(ui, if moves { (down, right) } else { (0, 0) }, &choice_ids);
                moves = true;
            } else if let Some(digit) = key.digit() {
                action = Some(self.type_digit(scene, digit));
            } else if key.is_click() && moves {
                action = Some(match choices.get(self.choice_cursor) {
                    Some((collapse, ..)) => UiAction::Play(collapse.as_move().to_string()),
                    None => self.choose(scene, self.cursor()),
                });
            } else if key.key == Key::Escape && self.begun.take().is_some() {
                action = Some(UiAction::Explain("Nothing is chosen.".to_owned()));
            }
        }
        self.keys.wait(ui);
        action
    }

    /// Moves the cursor over the cells, or at a cycle from mark to mark, and the focus with it.
    fn move_cursor(&mut self, ui: &Ui, (down, right): (i32, i32), choices: &[Id]) {
        if choices.is_empty() {
            let (row, column) = self.cursor().row_column();
            let place = |n: usize, by: i32| (n as i32 + by).clamp(0, 2) as u8;
            self.cursor =
                Some(Cell::new(3 * place(row, down) + place(column, right)).unwrap_or(self.cursor()));
            move_focus(ui, cell_id(ui, self.cursor()));
        } else {
            let count = choices.len() as i32;
            let next = (self.choice_cursor as i32 + (down + right)).rem_euclid(count);
            self.choice_cursor = next as usize;
            move_focus(ui, choices[self.choice_cursor]);
        }
    }

    fn cell_widget(
        &self,
        ui: &Ui,
        geometry: &Geometry,
        scene: &BoardScene<'_>,
        cell: Cell,
        stops: bool,
    ) -> Response {
        let response = ui.interact(geometry.cell(cell), cell_id(ui, cell), sense(stops));
        response.widget_info(|| {
            let name = text::cell_name(scene.position, cell);
            WidgetInfo::selected(Role::Button, scene.active, self.begun == Some(cell), name)
        });
        response
    }

    /// Chooses a cell, after a click or a digit.
    fn choose(&mut self, scene: &BoardScene<'_>, cell: Cell) -> UiAction {
        let position = scene.position;
        if let Some(cycle) = scene.cycle() {
            if let Err(why) = position.check_cycle_cell(cycle, cell) {
                return explain(&why);
            }
            self.begun = Some(cell);
            let marks = text::marks_to_choose(position, cycle, cell);
            return UiAction::Explain(format!(
                "Cell {cell}: which mark settles here, {marks}? Type its number, or click it."
            ));
        }
        if let Err(why) = position.check_open(cell) {
            return explain(&why);
        }
        if position.last_cell().is_some() {
            return UiAction::Play(cell.to_string());
        }
        match self.begun.take() {
            None => {
                self.begun = Some(cell);
                let mark = position.next_mark();
                UiAction::Explain(format!("{mark} goes into cell {cell}. Choose its second cell."))
            }
            Some(first) if first == cell => {
                UiAction::Explain(format!("Cell {cell} is no longer chosen. Choose two different cells."))
            }
            Some(first) => UiAction::Play(Move::Pair(first.min(cell), first.max(cell)).to_string()),
        }
    }

    /// A digit chooses a cell, or at a collapse a mark.
    fn type_digit(&mut self, scene: &BoardScene<'_>, digit: u8) -> UiAction {
        if let (Some(cell), Some(_)) = (self.begun, scene.cycle()) {
            self.begun = None;
            let m = scene.position.parse(scene.position.mover(), &format!("{digit}@{cell}"));
            return m.map_or_else(|why| explain(&why), |m| UiAction::Play(m.to_string()));
        }
        match Cell::new(digit) {
            Some(cell) => self.choose(scene, cell),
            None => explain(&Illegal::NotACell(digit.to_string())),
        }
    }

    fn paint(&self, ui: &Ui, geometry: &Geometry, scene: &BoardScene<'_>, hovered: Option<Cell>) {
        let (painter, tokens, position) = (ui.painter(), &scene.tokens, scene.position);
        paint::background(painter, geometry, tokens);
        // At a cycle its cells are tinted, and not those of the last move.
        let last_move = scene.last_move.map(cells_of).unwrap_or_default();
        let tinted = match scene.cycle() {
            Some(_) if self.preview.is_some() => &[],
            Some(cycle) => &cycle.cells[..],
            None => &last_move[..],
        };
        if scene.cycle().is_none() {
            paint::tint(painter, geometry, tinted, tokens);
        }
        if let Some(cycle) = scene.cycle() {
            let mut painter = painter.clone();
            painter.set_opacity(if self.preview.is_none() { 1.0 } else { 0.15 });
            paint::cycle_ties(&painter, geometry, position, cycle, tokens);
        }
        let ties = self.loose_ties(ui, geometry, scene, hovered);
        let ties = ties || (scene.cycle().is_some() && self.preview.is_none());
        let preview = self.preview.as_ref().map_or(&[][..], |collapse| &collapse.settled);
        for (which, place) in position.marks() {
            let color = paint::color(which, tokens);
            match place {
                Place::One(cell) => {
                    let grown = self.grown(ui, which, scene.motion);
                    paint::big_mark(painter, geometry.cell(cell), which, color, grown);
                }
                Place::Two(a, b) => {
                    // Small marks that the previewed collapse removes are pale.
                    let removed = preview.iter().any(|(mark, _)| *mark == which);
                    let color = if removed { paint::pale(color, 0.12, tokens) } else { color };
                    for cell in [a, b] {
                        if ties {
                            paint::mark_background(painter, geometry, tinted, cell, which, tokens);
                        }
                        paint::mark(painter, geometry.place(cell, which), which, color);
                    }
                }
            }
        }
        paint::numbers(painter, geometry, position, tinted, tokens);
        for (which, cell) in preview {
            let color = paint::pale(paint::color(*which, tokens), 0.85, tokens);
            paint::big_mark(painter, geometry.cell(*cell), *which, color, 0.9);
        }
        self.frames(ui, geometry, scene);
        self.next_mark(ui, geometry, scene, hovered);
        let newest =
            position.marks().map(|(which, _)| self.grown(ui, which, scene.motion)).fold(1.0, f32::min);
        paint::win_lines(painter, geometry, position, tokens, newest);
    }

    /// The ties of all small marks that are not on a cycle or its stems, stronger for those in the cell that is pointed
    /// at. Returns whether there are any.
    fn loose_ties(&self, ui: &Ui, geometry: &Geometry, scene: &BoardScene<'_>, target: Option<Cell>) -> bool {
        let target = target.or(self.begun);
        let on_cycle =
            |mark: &Mark| scene.cycle().is_some_and(|it| it.marks.contains(mark) || it.stems.contains(mark));
        let mut painter = ui.painter().clone();
        painter.set_opacity(if self.preview.is_none() { 1.0 } else { 0.15 });
        let mut any = false;
        for (which, place) in scene.position.marks().filter(|(which, _)| !on_cycle(which)) {
            if let Place::Two(a, b) = place {
                let pointed = target.is_some_and(|cell| cell == a || cell == b);
                let kind = if pointed { Tie::Pointed } else { Tie::Loose };
                tie(&painter, geometry, scene.position, which, kind, &scene.tokens);
                any = true;
            }
        }
        any
    }

    /// Frames around the cells of the hint and of a move that was begun.
    fn frames(&self, ui: &Ui, geometry: &Geometry, scene: &BoardScene<'_>) {
        let frame = |m: Move, width: f32, color: egui::Color32| {
            for cell in cells_of(m) {
                paint::frame(ui.painter(), geometry.cell(cell), width, color);
            }
        };
        if let Some(hint) = scene.hint {
            frame(hint, 3.0, scene.tokens.good);
        }
        if let Some(cell) = self.begun {
            frame(Move::Single(cell), 2.0, scene.tokens.accent);
        }
    }

    /// The next mark in the cell that was chosen first, and paler in the hovered cell.
    fn next_mark(&self, ui: &Ui, geometry: &Geometry, scene: &BoardScene<'_>, hovered: Option<Cell>) {
        if !scene.active || scene.cycle().is_some() {
            return;
        }
        let which = scene.position.next_mark();
        let color = paint::color(which, &scene.tokens);
        if let Some(cell) = self.begun {
            paint::mark(ui.painter(), geometry.place(cell, which), which, color);
        }
        if let Some(cell) =
            hovered.filter(|cell| self.begun != Some(*cell) && scene.position.check_open(*cell).is_ok())
        {
            let color = paint::pale(color, 0.45, &scene.tokens);
            if scene.position.last_cell().is_some() {
                paint::big_mark(ui.painter(), geometry.cell(cell), which, color, 1.0);
            } else {
                paint::mark(ui.painter(), geometry.place(cell, which), which, color);
            }
        }
    }

    /// The progress of a mark's animation, from 0 to 1. Requests the next frame until the end.
    fn grown(&self, ui: &Ui, which: Mark, motion: f32) -> f32 {
        let Some(start) = self.settled_at[which.index()] else { return 1.0 };
        let age = ui.input(|input| input.time) - start;
        if motion <= 0.0 || age >= f64::from(motion) {
            return 1.0;
        }
        ui.ctx().request_repaint();
        let part = age as f32 / motion;
        1.0 - (1.0 - part).powi(3)
    }
}

/// Whether a key was pressed that ends a pause, while a cell has the focus. Consumes the key.
pub fn skip_pressed(ui: &Ui) -> bool {
    let focused = ui.memory(egui::Memory::focused);
    let is_own = focused.is_some_and(|id| Cell::all().any(|cell| cell_id(ui, cell) == id));
    let keys = [Key::Space, Key::Enter, Key::Escape];
    is_own
        && is_in_front(ui)
        && ui.input_mut(|input| keys.into_iter().any(|key| input.consume_key(egui::Modifiers::NONE, key)))
}

/// How many rows down and columns to the right an arrow key goes.
fn arrow(key: TypedKey) -> Option<(i32, i32)> {
    match key.key {
        Key::ArrowLeft => Some((0, -1)),
        Key::ArrowRight => Some((0, 1)),
        Key::ArrowUp => Some((-1, 0)),
        Key::ArrowDown => Some((1, 0)),
        _ => None,
    }
}

fn explain(why: &Illegal) -> UiAction {
    UiAction::Explain(sentence(&why.to_string()))
}

/// Every mark of the cycle in each of its cells, with the collapse that it chooses.
fn choices(scene: &BoardScene<'_>) -> Vec<(Collapse, Mark, Cell)> {
    let Some(cycle) = scene.cycle() else { return Vec::new() };
    let choices = |collapse: Collapse| {
        let on_cycle = collapse.settled.iter().filter(|(mark, _)| cycle.marks.contains(mark));
        on_cycle.map(|(mark, cell)| (collapse.clone(), *mark, *cell)).collect::<Vec<_>>()
    };
    scene.position.collapses().into_iter().flat_map(choices).collect()
}

fn cell_id(ui: &Ui, cell: Cell) -> Id {
    ui.scope_id().with(("cell", cell.index()))
}

fn choice_id(ui: &Ui, position: &Position, which: Mark, cell: Cell) -> Id {
    ui.scope_id().with(("choice", position.marks().count(), which.0, cell.index()))
}

/// What a place on the board senses. Tab reaches only the one under the cursor.
fn sense(stops: bool) -> Sense {
    if stops { Sense::click() } else { Sense::CLICK }
}

fn choice_widget(
    ui: &Ui,
    geometry: &Geometry,
    position: &Position,
    which: Mark,
    cell: Cell,
    stops: bool,
) -> Response {
    let id = choice_id(ui, position, which, cell);
    let response = ui.interact(geometry.place(cell, which), id, sense(stops));
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("let {which} settle in cell {cell}"))
    });
    response
}

fn cells_of(m: Move) -> Vec<Cell> {
    match m {
        Move::Pair(a, b) => vec![a, b],
        Move::Collapse { cell, .. } | Move::Single(cell) => vec![cell],
    }
}
