//! The board that is played on: what a click, a key or the pointer over it does.

use super::options::Shown;
use super::paint::{Brush, Geometry};
use crate::ai::{self, Threat};
use crate::rules::{Colour, Move, Point, Position, Size};
use crate::text;
use common::game::Game;
use common::search::Reversible;
use common::session::Session;
use common::window::{UiAction, Pressed, Scene, has_keyboard_focus, lock_arrows, move_focus, pressed};
use common::words::sentence;
use egui::{Id, Response, Role, Sense, Ui, WidgetInfo};
use std::collections::BTreeMap;

/// So many stones of a line are shown; more would hide the board.
const LONGEST_LINE: usize = 10;

/// What both colours could make on a point.
type Marks = BTreeMap<Point, (Option<Threat>, Option<Threat>)>;

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct Board {
    /// What was drawn last: how many moves, and the position.
    drawn: Option<(usize, Position)>,
    /// The stone that comes down, and since when it is seen.
    coming: Option<(Point, Option<f64>)>,
    /// Counted once for each position.
    forbidden: Vec<Point>,
    threats: Option<Marks>,
    /// The point that keys act on.
    cursor: Option<Point>,
    /// A point that is being typed.
    typed: String,
}

impl Board {
    /// Drops what was begun.
    pub fn reset(&mut self) {
        *self = Board { cursor: self.cursor, ..Board::default() };
    }

    /// A stone more than was drawn last comes down; any other change is simply there.
    pub fn notice(&mut self, scene: &Scene<'_, Position>) {
        let (at, position) = (scene.session.ply(), scene.session.position());
        if self.drawn.as_ref().is_some_and(|(before, old)| *before == at && old == position) {
            return;
        }
        let moved = self.drawn.as_ref().is_some_and(|(before, old)| {
            at == before + 1 && scene.session.position_after(*before) == Some(old)
        });
        let last = last_stone(scene.session).filter(|_| moved && scene.motion > 0.0);
        self.coming = last.map(|point| (point, None));
        self.forbidden = position.forbidden_points().into_iter().map(|(point, _)| point).collect();
        self.threats = None;
        self.drawn = Some((at, position.clone()));
    }

    /// Draws the board into all the space there is, and tells what was done.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>, shown: Shown) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let position = scene.session.position();
        let geometry = Geometry::new(space.shrink(4.0), position.size(), true);
        self.keys(ui, position.size());
        let numbers = numbers(scene.session);
        let (mut acts, mut hovered, mut focused) = (Vec::new(), None, None);
        for point in position.size().all() {
            let number = numbers.get(&point).copied();
            let response = self.point_widget(ui, &geometry, position, point, number, scene.active);
            if response.clicked() {
                acts.push(self.choose(scene, point));
            }
            if response.hovered() {
                hovered = Some(point);
                if self.forbidden.contains(&point)
                    && let Err(why) = position.check(Move::Stone(point))
                {
                    response.clone().on_hover_text(sentence(&why.to_string()));
                }
            }
            if response.has_focus() {
                focused = Some(point);
                lock_arrows(ui, response.id);
            }
        }
        if shown.threats && self.threats.is_none() && scene.session.end().is_none() {
            self.threats = Some(marks(position));
        }
        self.paint(ui, scene, geometry, shown, &numbers, hovered.or(focused), focused);
        acts
    }

    /// A point was chosen, by click or key.
    fn choose(&mut self, scene: &Scene<'_, Position>, point: Point) -> UiAction {
        self.typed.clear();
        self.cursor = Some(point);
        match scene.session.position().check(Move::Stone(point)) {
            Err(why) if scene.active => UiAction::Explain(sentence(&why.to_string())),
            // At another time the session tells why not.
            _ => UiAction::Play(point.to_string()),
        }
    }

    /// Only one point can be reached by Tab; from there arrows go on.
    fn point_widget(
        &self,
        ui: &Ui,
        geometry: &Geometry,
        position: &Position,
        point: Point,
        number: Option<usize>,
        active: bool,
    ) -> Response {
        let sense = if self.cursor(position.size()) == point { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(geometry.area(point), id(ui, point), sense);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, active, text::point_name(position, point, number))
        });
        response
    }

    fn cursor(&self, size: Size) -> Point {
        self.cursor.filter(|point| size.contains(*point)).unwrap_or(size.centre())
    }

    /// Arrows move the cursor, a letter and digits name a point. Enter plays there, as on every button.
    fn keys(&mut self, ui: &Ui, size: Size) {
        let cursor = self.cursor(size);
        if !has_keyboard_focus(ui, id(ui, cursor)) {
            return;
        }
        let focused = ui.memory(egui::Memory::focused);
        let mut to = cursor;
        for key in ui.input(|input| pressed(input, 'V')) {
            match key {
                // The first arrow only shows where the cursor is.
                Pressed::Arrow(_, _) if focused.is_none() => {}
                Pressed::Arrow(up, right) => {
                    let row = to.row.saturating_add_signed(up).min(size.rows() - 1);
                    let column = to.column.saturating_add_signed(right).min(size.columns() - 1);
                    to = Point { row, column };
                }
                Pressed::Letter(letter) => self.typed = letter.to_string(),
                Pressed::Digit(digit) => {
                    let longer = format!("{}{digit}", self.typed);
                    if let Ok(point) = text::read_point(&longer, size) {
                        to = point;
                        self.typed = longer;
                    }
                }
            }
            self.cursor = Some(to);
            move_focus(ui, id(ui, to));
        }
    }

    /// How far the stone that comes down is.
    fn landed(&mut self, ui: &Ui, motion: f32) -> Option<(Point, f32)> {
        let now = ui.input(|input| input.time);
        let (point, since) = self.coming.as_mut()?;
        let (point, since) = (*point, *since.get_or_insert(now));
        let part = ((now - since) as f32 / motion.max(0.01)).clamp(0.0, 1.0);
        if part >= 1.0 {
            self.coming = None;
            return None;
        }
        ui.ctx().request_repaint();
        Some((point, 1.0 - (1.0 - part).powi(3)))
    }

    #[expect(clippy::too_many_arguments, reason = "everything that is on a board, and nowhere else")]
    fn paint(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_, Position>,
        geometry: Geometry,
        shown: Shown,
        numbers: &BTreeMap<Point, usize>,
        looked_at: Option<Point>,
        focused: Option<Point>,
    ) {
        let (session, tokens) = (scene.session, scene.tokens);
        let position = session.position();
        let coming = self.landed(ui, scene.motion);
        let brush = Brush { painter: ui.painter(), geometry, tokens };
        brush.ground(position.size());
        brush.coordinates();
        brush.stones(position, coming);
        // Numbers stand on the line of a win, not below it.
        brush.won(position);
        if shown.numbers {
            for (point, number) in numbers {
                if let Some(colour) = position.grid().get(*point).colour() {
                    brush.move_number(*point, *number, colour);
                }
            }
        }
        if let Some(point) = last_stone(session).filter(|_| coming.is_none()) {
            brush.ring(point, tokens.accent);
        }
        for point in &self.forbidden {
            brush.forbidden(*point);
        }
        if shown.threats && session.end().is_none() {
            for (point, (black, white)) in self.threats.iter().flatten() {
                if !self.forbidden.contains(point) || white.is_some() {
                    brush.threats(*point, *black, *white);
                }
            }
        }
        let hinted = hinted(scene, position, shown);
        // Where stones have their numbers, those of the line go on from them.
        let first = if shown.numbers { numbers.len() + 1 } else { 1 };
        for (number, (point, colour)) in (first..).zip(&hinted) {
            brush.ghost(*point, *colour, Some(number).filter(|_| hinted.len() > 1));
        }
        if let Some((point, _)) = hinted.first() {
            brush.ring(*point, tokens.good);
        }
        let free = |point: &Point| position.check(Move::Stone(*point)).is_ok();
        if let Some(point) = looked_at.filter(|point| scene.active && free(point)) {
            brush.ghost(point, position.colour(), None);
        }
        if let Some(point) = focused {
            brush.focus(point);
        }
    }
}

/// The stones of the line that is looked at, or of the hint alone.
fn hinted(scene: &Scene<'_, Position>, position: &Position, shown: Shown) -> Vec<(Point, Colour)> {
    let Some(hint) = scene.hint else { return Vec::new() };
    let first = [hint.text.clone()];
    let moves = scene.line.filter(|_| shown.lines).map_or(&first[..], |line| &line.moves[..]);
    let mut after = position.clone();
    let mut stones = Vec::new();
    for text in moves.iter().take(LONGEST_LINE) {
        let Ok(m) = after.parse(text) else { break };
        if let Move::Stone(point) = m {
            stones.push((point, after.colour()));
        }
        after.apply(&m);
    }
    stones
}

/// What both colours could make, by the points.
fn marks(position: &Position) -> Marks {
    let mut marks = Marks::new();
    for (point, threat) in ai::threats(position, Colour::Black) {
        marks.entry(point).or_default().0 = Some(threat);
    }
    for (point, threat) in ai::threats(position, Colour::White) {
        marks.entry(point).or_default().1 = Some(threat);
    }
    marks
}

/// The newest stone on the board.
fn last_stone(session: &Session<Position>) -> Option<Point> {
    session.record()[..session.ply()].iter().rev().find_map(|ply| match ply.chosen {
        Move::Stone(point) => Some(point),
        Move::Swap | Move::More => None,
    })
}

/// Which stone was put when: choices of the opening do not count.
fn numbers(session: &Session<Position>) -> BTreeMap<Point, usize> {
    let stones = session.record()[..session.ply()].iter().filter_map(|ply| match ply.chosen {
        Move::Stone(point) => Some(point),
        Move::Swap | Move::More => None,
    });
    stones.zip(1..).collect()
}

fn id(ui: &Ui, point: Point) -> Id {
    ui.scope_id().with(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use common::player::{Thought, Variation};
    use common::session::{Hint, Seat};
    use common::window::{UiOptions, Tokens};

    #[test]
    fn the_line_that_is_looked_at_is_shown_as_stones_in_turn() {
        let moves = ["h8".to_owned(), "i9".to_owned()];
        let seats = vec![Seat::Human, Seat::Human];
        let session = Session::<Position>::with_moves(Setup::default(), seats, 1, &moves).unwrap();
        let line = |moves: &str| Variation {
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            value: common::game::Value::EVEN,
            exact: false,
        };
        let lines = vec![line("j10 k11 l12"), line("a1 a2 a2 a3")];
        let hint = Hint { text: "j10".to_owned(), thought: Thought { lines, ..Thought::default() } };
        let options = UiOptions::new();
        let mut shown = Shown::of(&options);
        let stones = |shown: Shown, line: Option<usize>| -> String {
            let scene = Scene {
                session: &session,
                tokens: Tokens::new(false),
                hint: Some(&hint),
                line: line.and_then(|line| hint.thought.lines.get(line)),
                options: &options,
                motion: 0.0,
                active: true,
            };
            let stones = hinted(&scene, session.position(), shown).into_iter();
            let stones: Vec<String> = stones.map(|(point, colour)| format!("{point} {colour:?}")).collect();
            stones.join(" ")
        };
        assert_eq!(stones(shown, Some(0)), "j10 Black k11 White l12 Black");
        assert_eq!(stones(shown, Some(1)), "a1 Black a2 White", "as far as it can be played");
        assert_eq!(stones(shown, None), "j10 Black");
        shown.lines = false;
        assert_eq!(stones(shown, Some(0)), "j10 Black");
    }
}
