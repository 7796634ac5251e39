//! The board: mouse and keyboard input, and what is painted on it.

use super::options::Shown;
use super::paint::BoardPainter;
use crate::ai::{self, Threat};
use crate::rules::{Colour, Move, Point, Position};
use crate::text;
use common::game::Game;
use common::search::Reversible;
use common::session::Perspective;
use common::window::{BoardCursor, BoardGeometry, BoardInput, Scene, UiAction};
use common::words::{SeenPly, sentence};
use egui::{Sense, Ui};
use std::collections::BTreeMap;

/// The maximum number of stones of a line on the board.
const MAX_LINE: usize = 10;

/// What Black and White can make on each point.
type Threats = BTreeMap<Point, (Option<Threat>, Option<Threat>)>;

/// The state of the board on the screen.
#[derive(Debug, Default)]
pub struct Board {
    /// The ply and the position that were drawn last.
    drawn: Option<(usize, Position)>,
    /// The stone that is being put down, and when its animation started.
    landing: Option<(Point, Option<f64>)>,
    /// Computed once for each position, like the threats.
    forbidden: Vec<Point>,
    threats: Option<Threats>,
    cursor: BoardCursor,
}

impl Board {
    /// Ends the animation and forgets typed characters.
    pub fn reset(&mut self) {
        let mut cursor = std::mem::take(&mut self.cursor);
        cursor.reset();
        *self = Board { cursor, ..Board::default() };
    }

    /// Starts the animation of a new stone. Any other change of the position is shown without one.
    pub fn notice(&mut self, scene: &Scene<'_, Position>) {
        let (ply, position) = (scene.game.ply(), scene.game.view());
        if self.drawn.as_ref().is_some_and(|(before, old)| *before == ply && old == position) {
            return;
        }
        let moved = self
            .drawn
            .as_ref()
            .is_some_and(|(before, old)| ply == before + 1 && scene.game.view_after(*before) == Some(old));
        let last = last_stone(scene.game).filter(|_| moved && scene.motion > 0.0);
        self.landing = last.map(|point| (point, None));
        self.forbidden = position.forbidden_points().into_iter().map(|(point, _)| point).collect();
        self.threats = None;
        self.drawn = Some((ply, position.clone()));
    }

    /// Draws the board into the available space and returns the user's actions.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>, shown: Shown) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let position = scene.game.view();
        let geometry = BoardGeometry::crossings(space.shrink(4.0), position.size(), true);
        let numbers = numbers(scene.game);
        let name = |point| text::point_name(position, point, numbers.get(&point).copied());
        let input = self.cursor.show(ui, &geometry, scene.active, name);
        if let Some((point, response)) = &input.hovered
            && self.forbidden.contains(point)
            && let Err(why) = position.check(Move::Stone(*point))
        {
            response.clone().on_hover_text(sentence(&why.to_string()));
        }
        if shown.threats && self.threats.is_none() && scene.game.end().is_none() {
            self.threats = Some(threats(position));
        }
        self.paint(ui, scene, geometry, shown, &numbers, &input);
        let typed = input.unknown.map(|text| play_text(scene, &text));
        input.clicked.map(|point| choose(scene, point)).or(typed).into_iter().collect()
    }

    /// The stone that is being put down, and how far its animation is.
    fn landing(&mut self, ui: &Ui, motion: f32) -> Option<(Point, f32)> {
        let now = ui.input(|input| input.time);
        let (point, start) = self.landing.as_mut()?;
        let (point, start) = (*point, *start.get_or_insert(now));
        let part = ((now - start) as f32 / motion.max(0.01)).clamp(0.0, 1.0);
        if part >= 1.0 {
            self.landing = None;
            return None;
        }
        ui.ctx().request_repaint();
        Some((point, 1.0 - (1.0 - part).powi(3)))
    }

    fn paint(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_, Position>,
        geometry: BoardGeometry,
        shown: Shown,
        numbers: &BTreeMap<Point, usize>,
        input: &BoardInput,
    ) {
        let (game, tokens) = (scene.game, scene.tokens);
        let position = game.view();
        let landing = self.landing(ui, scene.motion);
        let board = BoardPainter { painter: ui.painter(), geometry, tokens };
        board.background(position.size());
        geometry.paint_coordinates(ui.painter(), tokens.quiet);
        board.stones(position, landing);
        board.winning_row(position, shown.numbers);
        if shown.numbers {
            for (point, number) in numbers {
                if let Some(colour) = position.grid().get(*point).colour() {
                    board.number(*point, *number, colour);
                }
            }
        }
        if let Some(point) = last_stone(game).filter(|_| landing.is_none()) {
            board.ring(point, tokens.accent);
        }
        for point in &self.forbidden {
            board.forbidden(*point);
        }
        if shown.threats && game.end().is_none() {
            for (point, (black, white)) in self.threats.iter().flatten() {
                if !self.forbidden.contains(point) || white.is_some() {
                    board.threats(*point, *black, *white);
                }
            }
        }
        let hinted = hinted(scene, position);
        // The numbers of the line continue those of the stones, if these are shown.
        let first = if shown.numbers { numbers.len() + 1 } else { 1 };
        for (number, (point, colour)) in (first..).zip(&hinted) {
            board.preview(*point, *colour, Some(number).filter(|_| hinted.len() > 1));
        }
        if let Some((point, _)) = hinted.first() {
            board.ring(*point, tokens.good);
        }
        let legal = |point: &Point| position.check(Move::Stone(*point)).is_ok();
        if let Some(point) = input.target().filter(|point| scene.active && legal(point)) {
            board.preview(point, position.colour(), None);
        }
        if let Some(point) = input.focused {
            board.focus(point);
        }
    }
}

/// The action for a click on a point.
fn choose(scene: &Scene<'_, Position>, point: Point) -> UiAction {
    match scene.game.view().check(Move::Stone(point)) {
        Err(why) if scene.active => UiAction::Explain(sentence(&why.to_string())),
        // If it is not the user's turn, the session explains why.
        _ => UiAction::Play(point.to_string()),
    }
}

/// The action for a typed text that is no point of the board.
fn play_text(scene: &Scene<'_, Position>, text: &str) -> UiAction {
    let position = scene.game.view();
    match position.parse(position.mover(), text) {
        Err(why) if scene.active => UiAction::Explain(sentence(&why.to_string())),
        _ => UiAction::Play(text.to_owned()),
    }
}

/// The stones of the selected line, or only that of the hint.
fn hinted(scene: &Scene<'_, Position>, position: &Position) -> Vec<(Point, Colour)> {
    let Some(hint) = scene.hint else { return Vec::new() };
    let first = [hint.text.clone()];
    let moves = scene.line.map_or(&first[..], |line| &line.moves[..]);
    let mut after = position.clone();
    let mut stones = Vec::new();
    for text in moves.iter().take(MAX_LINE) {
        let Ok(m) = after.parse(after.mover(), text) else { break };
        if let Move::Stone(point) = m {
            stones.push((point, after.colour()));
        }
        after.apply(&m);
    }
    stones
}

/// The threats that both colours can make.
fn threats(position: &Position) -> Threats {
    let mut threats = Threats::new();
    for (point, threat) in ai::threats(position, Colour::Black) {
        threats.entry(point).or_default().0 = Some(threat);
    }
    for (point, threat) in ai::threats(position, Colour::White) {
        threats.entry(point).or_default().1 = Some(threat);
    }
    threats
}

/// The last stone on the board.
fn last_stone(game: Perspective<'_, Position>) -> Option<Point> {
    game.played().rev().find_map(|ply| stone(&ply))
}

/// The numbers of the stones in the order of play. Choices in the opening do not count.
fn numbers(game: Perspective<'_, Position>) -> BTreeMap<Point, usize> {
    game.played().filter_map(|ply| stone(&ply)).zip(1..).collect()
}

/// The stone of a move.
fn stone(ply: &SeenPly<'_, Position>) -> Option<Point> {
    match ply.m? {
        Move::Stone(point) => Some(*point),
        Move::Swap | Move::More => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use common::game::Side;
    use common::job::Work;
    use common::player::{Thought, Variation};
    use common::session::{Hint, Seat, Session};
    use common::window::{Tokens, UiOptions};

    #[test]
    fn the_selected_line_is_shown_as_stones() {
        let moves = ["h8".to_owned(), "i9".to_owned()];
        let seats = vec![Seat::Human, Seat::Human];
        let session =
            Session::<Position>::with_moves(Setup::default(), seats, 1, &moves, &Work::quiet()).unwrap();
        let line = |moves: &str| Variation {
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            value: common::game::Value::EVEN,
            exact: false,
        };
        let lines = vec![line("j10 k11 l12"), line("a1 a2 a2 a3")];
        let side = Side::FIRST;
        let hint = Hint {
            side,
            text: "j10".to_owned(),
            thought: Thought { lines, ..Thought::default() },
            stages: Vec::new(),
            stage: 0,
        };
        let options = UiOptions::new();
        let stones = |line: Option<usize>| -> String {
            let scene = Scene {
                game: session.seen_by(side),
                tokens: Tokens::new(false),
                hint: Some(&hint),
                line: line.and_then(|line| hint.thought.lines.get(line)),
                options: &options,
                motion: 0.0,
                active: true,
                reviewing: false,
            };
            let stones = hinted(&scene, session.position()).into_iter();
            let stones: Vec<String> = stones.map(|(point, colour)| format!("{point} {colour:?}")).collect();
            stones.join(" ")
        };
        assert_eq!(stones(Some(0)), "j10 Black k11 White l12 Black");
        assert_eq!(stones(Some(1)), "a1 Black a2 White", "up to its first illegal move");
        assert_eq!(stones(None), "j10 Black");
    }
}
