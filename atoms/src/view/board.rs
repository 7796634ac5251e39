//! The board: mouse and keyboard input, and the animation of the last move.

use super::animation::{Frame, MoveAnimation};
use super::paint::BoardPainter;
use crate::rules::{Position, Square};
use crate::text;
use common::game::Game;
use common::session::Seat;
use common::window::{BoardCursor, BoardGeometry, BoardInput, Scene, UiAction};
use common::words::sentence;
use egui::{Key, PointerButton, Sense, Ui};

/// Angular speed of the orbits during an animation, in radians per second.
const ORBIT_SPEED: f32 = 2.0;
/// How fast the orbits reach that speed, and how fast they stop.
const ORBIT_ACCELERATION: f32 = 6.0;

/// The state of the board on the screen.
#[derive(Debug, Default)]
pub struct Board {
    /// The ply and the position that were drawn last.
    drawn: Option<(usize, Position)>,
    /// What a won position looks like when its last chain has come to rest.
    at_rest: Option<Position>,
    animation: Option<MoveAnimation>,
    orbit_angle: f32,
    orbit_speed: f32,
    /// The time of the last frame, during an animation.
    last_frame: Option<f64>,
    cursor: BoardCursor,
}

impl Board {
    /// Ends the animation and forgets typed characters.
    pub fn reset(&mut self) {
        let mut cursor = std::mem::take(&mut self.cursor);
        cursor.reset();
        *self = Board { orbit_angle: self.orbit_angle, cursor, ..Board::default() };
    }

    /// The animation of the last move, while it runs.
    pub fn animation(&self) -> Option<&MoveAnimation> {
        self.animation.as_ref()
    }

    /// Ends the animation.
    pub fn skip(&mut self) {
        self.animation = None;
    }

    /// The board as it is drawn: during an animation that of the current wave, after a win that of the end of the chain.
    pub fn visible<'a>(&'a self, position: &'a Position) -> &'a Position {
        match (&self.animation, &self.at_rest) {
            (Some(animation), _) => animation.position(),
            (None, Some(at_rest)) => at_rest,
            (None, None) => position,
        }
    }

    /// Draws the board into the available space and returns the user's actions.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let now = scene.game.view();
        let geometry = BoardGeometry::cells(space.shrink(4.0), now.size(), true);
        self.advance(ui, scene.motion);
        if self.animation.is_some() && self.cursor.has_keyboard_focus(ui, &geometry) && skip_pressed(ui) {
            self.skip();
            ui.ctx().request_repaint();
        }
        let position = self.visible(now).clone();
        let name = |square| text::square_name(&position, square);
        let input = self.cursor.show(ui, &geometry, scene.active, name);
        let double = ui.input(|input| input.pointer.button_double_clicked(PointerButton::Primary));
        let action = input.clicked.and_then(|square| self.choose(scene, square, double));
        self.paint(ui, scene, geometry, &input);
        let typed = input.unknown.map(|text| play_text(scene, &text));
        action.or(typed).into_iter().collect()
    }

    /// Starts the animation of a new move. Any other change of the position is shown without one.
    pub fn notice(&mut self, scene: &Scene<'_, Position>) {
        let (ply, position) = (scene.game.ply(), scene.game.view());
        let Some((before, old)) = &self.drawn else {
            self.at_rest = position.chain_after_win().waves.into_iter().last().map(|wave| wave.after);
            self.drawn = Some((ply, position.clone()));
            return;
        };
        if *before == ply && old == position {
            return;
        }
        let moved = ply == before + 1 && scene.game.view_after(*before) == Some(old);
        let last = scene.game.last_ply().filter(|_| moved && scene.motion > 0.0);
        let more_waves = position.chain_after_win().waves;
        self.animation = last.and_then(|last| {
            let ai_player = scene.game.seats()[last.side.index()] != Seat::Human;
            Some(MoveAnimation::new(old, *last.m?, last.effect?, &more_waves, ai_player))
        });
        self.at_rest = more_waves.into_iter().last().map(|wave| wave.after);
        self.drawn = Some((ply, position.clone()));
    }

    /// Advances the animation and the orbits, and requests the next frame while something moves.
    fn advance(&mut self, ui: &Ui, motion: f32) {
        let time = ui.input(|input| input.time);
        let seconds = self.last_frame.take().map_or(0.0, |before| (time - before) as f32).clamp(0.0, 0.1);
        if motion <= 0.0 {
            if self.animation.take().is_some() {
                ui.ctx().request_repaint();
            }
            self.orbit_speed = 0.0;
            return;
        }
        if self.animation.as_mut().is_some_and(|animation| !animation.advance(seconds, motion)) {
            self.animation = None;
            // The shell waits for the end of the animation.
            ui.ctx().request_repaint();
        }
        let target = if self.animation.is_some() { ORBIT_SPEED } else { 0.0 };
        self.orbit_speed += (target - self.orbit_speed) * (1.0 - (-ORBIT_ACCELERATION * seconds).exp());
        if self.animation.is_none() && self.orbit_speed < 0.05 {
            self.orbit_speed = 0.0;
        }
        self.orbit_angle = (self.orbit_angle + self.orbit_speed * seconds) % std::f32::consts::TAU;
        if self.animation.is_some() || self.orbit_speed > 0.0 {
            self.last_frame = Some(time);
            ui.ctx().request_repaint();
        }
    }

    /// Handles a click on a square. During an animation it ends the animation, and then it is a move if it can be one: the
    /// second click of a double click is not.
    fn choose(&mut self, scene: &Scene<'_, Position>, square: Square, double: bool) -> Option<UiAction> {
        if self.animation.is_some() {
            self.skip();
            let playable = scene.active && !double && scene.game.view().check(square).is_ok();
            return playable.then(|| UiAction::Play(square.to_string()));
        }
        match scene.game.view().check(square) {
            Err(why) if scene.active => Some(UiAction::Explain(sentence(&why.to_string()))),
            // If it is not the user's turn, the session explains why.
            _ => Some(UiAction::Play(square.to_string())),
        }
    }

    fn paint(&self, ui: &Ui, scene: &Scene<'_, Position>, geometry: BoardGeometry, input: &BoardInput) {
        let (game, tokens) = (scene.game, scene.tokens);
        let position = game.view();
        let board = BoardPainter { painter: ui.painter(), geometry, tokens, orbit_angle: self.orbit_angle };
        let last_move = game.last_ply().and_then(|last| last.m.copied());
        let marking = self.animation.as_ref().is_some_and(|now| matches!(now.frame(), Frame::Mark { .. }));
        board.background(last_move.filter(|_| !marking));
        geometry.paint_coordinates(ui.painter(), tokens.quiet);
        if let Some(animation) = &self.animation {
            let frame = animation.frame();
            board.frame(&frame, animation.square());
            if let Frame::Mark { part, .. } = frame {
                board.shrinking_outline(animation.square(), part);
            }
            return;
        }
        board.position(self.visible(position));
        let hint = scene.hint.and_then(|hint| position.parse(hint.side, &hint.text).ok());
        if let Some(square) = hint {
            board.outline(square, 3.0, tokens.good);
            board.preview(square, position.atom(square), position.mover());
        }
        let target = input.target().filter(|square| scene.active && position.check(*square).is_ok());
        if let Some(square) = target {
            board.preview(square, position.atom(square), position.mover());
        }
        if let Some(square) = input.focused {
            board.outline(square, 2.0, tokens.accent);
        }
    }
}

/// The action for a typed text that is no square of the board.
fn play_text(scene: &Scene<'_, Position>, text: &str) -> UiAction {
    let position = scene.game.view();
    match position.parse(position.mover(), text) {
        Err(why) if scene.active => UiAction::Explain(sentence(&why.to_string())),
        _ => UiAction::Play(text.to_owned()),
    }
}

/// Whether a key was pressed that ends the animation. Consumes the key. Enter on a square is a click on it instead.
fn skip_pressed(ui: &Ui) -> bool {
    let focused = ui.memory(|memory| memory.focused().is_some());
    let keys = [Key::Space, Key::Escape, Key::Enter];
    ui.input_mut(|input| {
        keys[..if focused { 2 } else { 3 }]
            .iter()
            .copied()
            .any(|key| input.consume_key(egui::Modifiers::NONE, key))
    })
}
