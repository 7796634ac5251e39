//! The game's part of the window: the board, the two collapses, the tutorial and the rules.

mod board;
mod paint;
mod rules;
mod tutorial;

use crate::rules::{Collapse, Cycle, Move, Position, Setup};
use crate::text;
use board::{Board, BoardScene};
use common::game::{Game, Side};
use common::search::Reversible;
use common::session::{Perspective, Seat};
use common::window::{GameUi, ReadingPause, Scene, Tokens, TutorialEnd, UiAction, UiOptions, card, theme};
use egui::{
    CornerRadius, Painter, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use tutorial::Tutorial;

/// The moves to the position on the start page: two marks have settled, others are entangled.
const SAMPLE: [&str; 7] = ["0-4", "0-4", "2@4", "1-2", "2-8", "5-8", "1-5"];

/// The state of the user interface.
#[derive(Debug, Default)]
pub struct QtttUi {
    board: Board,
    tutorial: Tutorial,
    /// After the collapse of an AI player: the same player moves next.
    pause: ReadingPause,
}

impl GameUi<Position> for QtttUi {
    const TAGLINE: &'static str = "Every mark is in two cells at once, until a cycle collapses.";
    const FIRST_MOVE: &'static str = "None yet. Choose two cells with the mouse or the digits.";
    const TUTORIAL: bool = true;

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.pause.notice(scene.game.ply(), || describe_collapse(scene.game));
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.pause.update(ui, if scene.motion > 0.0 { 1.0 + 5.0 * scene.motion } else { 1.5 });
        let position = scene.game.view();
        let (last_move, effect) = scene.game.last_ply().map_or((None, None), |ply| (ply.m, ply.effect));
        let board = BoardScene {
            position,
            effect: effect.as_ref(),
            tokens: scene.tokens,
            motion: scene.motion,
            active: scene.active,
            arrows: true,
            hint: scene.hint.and_then(|hint| position.parse(hint.side, &hint.text).ok()),
            last_move: last_move.copied(),
        };
        self.board.show(ui, &board)
    }

    fn task(&self, position: &Position, _: Side) -> String {
        let mark = position.next_mark();
        if position.cycle().is_some() {
            "Choose how the cycle collapses.".to_owned()
        } else if let Some(cell) = position.last_cell() {
            format!("Put {mark} into cell {cell}, the last one.")
        } else if let Some(cell) = self.board.begun() {
            format!("Choose the second cell of {mark}, besides {cell}.")
        } else {
            format!("Put {mark} into two cells.")
        }
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let effect = scene.game.last_ply().and_then(|ply| ply.effect);
        let cycle = effect.and_then(|effect| effect.cycle);
        let chosen = cycle
            .and_then(|cycle| collapse_card(ui, scene.game.view(), &cycle, &mut self.board, scene.active));
        chosen.map(|m| UiAction::Play(m.to_string())).into_iter().collect()
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, _: &Setup, _: Option<&Position>, tokens: &Tokens) {
        paint::sign(painter, rect, side, tokens.player(side.index()));
    }

    fn sample(setup: &Setup) -> Option<Position> {
        let mut position = Position::new(setup.scoring);
        for text in SAMPLE {
            let m = position.parse(position.mover(), text).ok()?;
            position.apply(&m);
        }
        Some(position)
    }

    fn picture(painter: &Painter, rect: Rect, position: &Position, tokens: &Tokens) {
        paint::picture(painter, common::window::board_square(rect, 0.0), position, tokens);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, _: &UiOptions, motion: f32) -> Option<TutorialEnd> {
        self.tutorial.show(ui, motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial = Tutorial::default();
    }

    fn reset(&mut self) {
        self.board.reset();
        self.pause = ReadingPause::default();
    }

    fn showing(&self) -> Option<String> {
        self.pause.message()
    }

    fn skip(&mut self) {
        self.pause.end();
    }

    fn hides_effect(&self) -> bool {
        false
    }
}

/// What an AI player has chosen with its last move, if that was a collapse and the game goes on.
fn describe_collapse(game: Perspective<'_, Position>) -> Option<String> {
    let last = game.last_ply().filter(|_| !game.can_redo() && game.end().is_none())?;
    let is_ai = game.seats()[last.side.index()] != Seat::Human;
    let chosen = is_ai && matches!(last.m, Some(Move::Collapse { .. }));
    let settled = text::describe_settled(&last.effect.filter(|_| chosen)?.settled);
    Some(format!("{} chose a collapse: {settled}.", game.side_name(last.side)))
}

/// The two collapses as pictures to choose from. Hovering or focusing one shows it on the board.
fn collapse_card(
    ui: &mut Ui,
    position: &Position,
    cycle: &Cycle,
    board: &mut Board,
    active: bool,
) -> Option<Move> {
    let mut chosen = None;
    card(ui, |ui| {
        ui.label(text::describe_cycle(cycle));
        for collapse in position.collapses() {
            let response = collapse_row(ui, position, &collapse, active);
            if response.hovered() || response.has_focus() {
                board.preview(&collapse);
            }
            if response.clicked() && active {
                chosen = Some(collapse.as_move());
            }
        }
    });
    chosen
}

fn collapse_row(ui: &mut Ui, position: &Position, collapse: &Collapse, active: bool) -> egui::Response {
    let tokens = Tokens::of(ui);
    let size = vec2(ui.available_width(), 88.0);
    let sense = if active { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let mut after = *position;
    after.apply(&collapse.as_move());
    let end = text::describe_end(&after).unwrap_or_default();
    let settled = text::describe_settled(&collapse.settled);
    let label = format!("collapse {}: {settled}. {end}", collapse.as_move());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, active, label.trim()));
    let (width, edge) =
        if response.hovered() || response.has_focus() { (2.0, tokens.accent) } else { (1.0, tokens.line) };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(6), tokens.page);
    painter.rect_stroke(rect, CornerRadius::same(6), Stroke::new(width, edge), StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + Vec2::splat(8.0), Vec2::splat(72.0));
    paint::picture(painter, picture, &after, &tokens);
    let space = Rect::from_min_max(picture.right_top() + vec2(12.0, 0.0), rect.max - Vec2::splat(8.0));
    // No line breaks inside "x1 in 0".
    let lines = settled.replace(' ', "\u{a0}").replace(",\u{a0}", "   ");
    let galley = painter.layout(lines, theme::plain(theme::size::SMALL), tokens.ink, space.width());
    painter.galley(space.min, galley, tokens.ink);
    if !end.is_empty() {
        let text = RichText::new(end).font(theme::heavy(theme::size::SMALL));
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            None,
            space.width(),
            theme::heavy(theme::size::SMALL),
        );
        let corner = space.right_bottom() - galley.size();
        ui.painter().galley(corner, galley, tokens.accent);
    }
    response
}
