//! The board that is played on: what a click, a key or the pointer over it does, and the move that is being shown.

use super::motion::{Moment, Show};
use super::paint::{Brush, Geometry};
use crate::rules::{Position, Size, Square};
use crate::text;
use common::session::Seat;
use common::window::{UiAction, Pressed, Scene, has_keyboard_focus, lock_arrows, move_focus, pressed};
use common::words::sentence;
use egui::{Id, Key, Response, Role, Sense, Ui, WidgetInfo};

/// So fast orbits turn while something happens, in radians a second.
const SPIN: f32 = 2.0;
/// And so quickly they get there, and come to rest again.
const EFFORT: f32 = 6.0;

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct Board {
    /// What was drawn last: how many moves, and the position.
    drawn: Option<(usize, Position)>,
    /// The move that is being shown.
    show: Option<Show>,
    /// How far orbits have turned, and how fast they turn now.
    turned: f32,
    spin: f32,
    /// When the last frame was, if something has moved since.
    time: Option<f64>,
    /// The square that keys act on.
    cursor: Option<Square>,
    /// A square that is being typed.
    typed: String,
}

impl Board {
    /// Drops what was begun.
    pub fn reset(&mut self) {
        *self = Board { turned: self.turned, cursor: self.cursor, ..Board::default() };
    }

    /// The move that is being shown.
    pub fn show(&self) -> Option<&Show> {
        self.show.as_ref()
    }

    /// Goes to the end of the move that is being shown.
    pub fn skip(&mut self) {
        self.show = None;
    }

    /// Draws the board into all the space there is, and tells what was done.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let now = scene.session.position();
        let geometry = Geometry::new(space.shrink(4.0), now.size(), true);
        self.pass_time(ui, scene.motion);
        let cursor = id(ui, self.cursor(now.size()));
        if self.show.is_some() && has_keyboard_focus(ui, cursor) && skip_pressed(ui) {
            self.skip();
            ui.ctx().request_repaint();
        }
        self.keys(ui, now.size());
        let shown = self.show.as_ref().map(|show| show.moment().position().clone());
        let position = shown.as_ref().unwrap_or(now);
        let (mut acts, mut hovered, mut focused) = (Vec::new(), None, None);
        for square in now.size().all() {
            let response = self.square_widget(ui, &geometry, position, square, scene.active);
            if response.clicked() {
                acts.extend(self.choose(scene, square));
            }
            if response.hovered() {
                hovered = Some(square);
            }
            if response.has_focus() {
                focused = Some(square);
                lock_arrows(ui, response.id);
            }
        }
        self.paint(ui, scene, geometry, hovered, focused);
        acts
    }

    /// A move more than was drawn last is shown; any other change is simply there.
    pub fn notice(&mut self, scene: &Scene<'_, Position>) {
        let (at, position) = (scene.session.ply(), scene.session.position());
        let Some((before, old)) = &self.drawn else {
            self.drawn = Some((at, position.clone()));
            return;
        };
        if *before == at && old == position {
            return;
        }
        let moved = at == before + 1 && scene.session.position_after(*before) == Some(old);
        let ply = scene.session.record().get(*before).filter(|_| moved && scene.motion > 0.0);
        self.show = ply.map(|ply| {
            let machine = scene.session.seats()[ply.side.index()] != Seat::Human;
            Show::new(old, ply.chosen, machine)
        });
        self.drawn = Some((at, position.clone()));
    }

    /// Everything that moves goes on by what has passed; the next frame is asked for only while something does.
    fn pass_time(&mut self, ui: &Ui, motion: f32) {
        let time = ui.input(|input| input.time);
        let passed = self.time.take().map_or(0.0, |before| (time - before) as f32).clamp(0.0, 0.1);
        if motion <= 0.0 {
            if self.show.take().is_some() {
                ui.ctx().request_repaint();
            }
            self.spin = 0.0;
            return;
        }
        if self.show.as_mut().is_some_and(|show| !show.pass(passed, motion)) {
            self.show = None;
            // Whoever waits for the end hears of it.
            ui.ctx().request_repaint();
        }
        let wished = if self.show.is_some() { SPIN } else { 0.0 };
        self.spin += (wished - self.spin) * (1.0 - (-EFFORT * passed).exp());
        if self.show.is_none() && self.spin < 0.05 {
            self.spin = 0.0;
        }
        self.turned = (self.turned + self.spin * passed) % std::f32::consts::TAU;
        if self.show.is_some() || self.spin > 0.0 {
            self.time = Some(time);
            ui.ctx().request_repaint();
        }
    }

    /// A square was chosen, by click or key.
    fn choose(&mut self, scene: &Scene<'_, Position>, square: Square) -> Option<UiAction> {
        self.typed.clear();
        if self.show.is_some() {
            self.skip();
            return None;
        }
        self.cursor = Some(square);
        match scene.session.position().check(square) {
            Err(why) if scene.active => Some(UiAction::Explain(sentence(&why.to_string()))),
            // At another time the session tells why not.
            _ => Some(UiAction::Play(square.to_string())),
        }
    }

    /// Only one square can be reached by Tab; from there arrows go on.
    fn square_widget(
        &self,
        ui: &Ui,
        geometry: &Geometry,
        position: &Position,
        square: Square,
        active: bool,
    ) -> Response {
        let sense = if self.cursor(position.size()) == square { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(geometry.square(square), id(ui, square), sense);
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, active, text::square_name(position, square)));
        response
    }

    fn cursor(&self, size: Size) -> Square {
        self.cursor.filter(|square| size.contains(*square)).unwrap_or(size.centre())
    }

    /// Arrows move the cursor, a letter and digits name a square. Enter plays there, as on every button.
    fn keys(&mut self, ui: &Ui, size: Size) {
        let cursor = self.cursor(size);
        if !has_keyboard_focus(ui, id(ui, cursor)) {
            return;
        }
        let has_focus = ui.memory(|memory| memory.has_focus(id(ui, cursor)));
        let (mut to, pressed) = (cursor, ui.input(|input| pressed(input, 'P')));
        for key in pressed {
            match key {
                Pressed::Arrow(_, _) if !has_focus => {}
                Pressed::Arrow(up, right) => {
                    let row = to.row.saturating_add_signed(up).min(size.rows() - 1);
                    let column = to.column.saturating_add_signed(right).min(size.columns() - 1);
                    to = Square { row, column };
                }
                Pressed::Letter(letter) => self.typed = letter.to_string(),
                Pressed::Digit(digit) => {
                    let longer = format!("{}{digit}", self.typed);
                    if let Ok(square) = text::read_square(&longer, size) {
                        to = square;
                        self.typed = longer;
                    }
                }
            }
            self.cursor = Some(to);
            move_focus(ui, id(ui, to));
        }
    }

    fn paint(
        &self,
        ui: &Ui,
        scene: &Scene<'_, Position>,
        geometry: Geometry,
        hovered: Option<Square>,
        focused: Option<Square>,
    ) {
        let (session, tokens) = (scene.session, scene.tokens);
        let position = session.position();
        let brush = Brush { painter: ui.painter(), geometry, tokens, turned: self.turned };
        brush.ground();
        brush.coordinates();
        if let Some(show) = &self.show {
            let moment = show.moment();
            brush.moment(&moment, show.square());
            match moment {
                Moment::Mark { part, .. } => brush.closing_frame(show.square(), part),
                _ => brush.frame(show.square(), 1.5, tokens.accent),
            }
            return;
        }
        brush.position(position);
        let last = session.ply().checked_sub(1).and_then(|last| session.record().get(last));
        if let Some(ply) = last {
            brush.frame(ply.chosen, 1.5, tokens.accent);
        }
        let hint = scene.hint.and_then(|hint| text::read_square(&hint.text, position.size()).ok());
        if let Some(square) = hint {
            brush.frame(square, 3.0, tokens.good);
            brush.ghost(square, position.atom(square), position.mover());
        }
        let looked_at = hovered.or(focused).filter(|square| position.check(*square).is_ok());
        if let Some(square) = looked_at.filter(|_| scene.active) {
            brush.ghost(square, position.atom(square), position.mover());
        }
        if let Some(square) = focused {
            brush.frame(square, 2.0, tokens.accent);
        }
    }
}

fn id(ui: &Ui, square: Square) -> Id {
    ui.scope_id().with(square)
}

fn skip_pressed(ui: &Ui) -> bool {
    ui.input_mut(|input| {
        [Key::Space, Key::Escape, Key::Enter]
            .into_iter()
            .any(|key| input.consume_key(egui::Modifiers::NONE, key))
    })
}
