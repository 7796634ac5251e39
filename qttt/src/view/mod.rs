//! The game's part of the window: the board, the two collapses, the tutorial and the rules.

mod board;
mod paint;
mod rules;
mod ties;
mod tutorial;

use crate::rules::{Collapse, Cycle, Move, Position, Setup};
use crate::text;
use board::{Board, BoardScene};
use common::game::{Game, Side};
use common::search::Reversible;
use common::session::{Hint, Perspective, Seat};
use common::window::{GameUi, ReadingPause, Scene, Tokens, TutorialEnd, UiAction, UiOptions, card, theme};
use egui::{
    Align2, CornerRadius, FontId, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use tutorial::Tutorial;

/// The moves to the position on the start page: two marks have settled, others are entangled.
const SAMPLE: [&str; 7] = ["0-4", "0-4", "2@4", "1-2", "2-8", "5-8", "1-5"];

/// The state of the user interface.
#[derive(Debug, Default)]
pub struct QtttUi {
    board: Board,
    tutorial: Tutorial,
    /// Before an AI player chooses a collapse, and after it: the same player moves next.
    pause: ReadingPause,
}

impl GameUi<Position> for QtttUi {
    const TAGLINE: &'static str =
        "Three marks in a row win, but a mark is in two cells at once until it settles in one.";
    const FIRST_MOVE: &'static str = "None yet. Choose two cells with the mouse or the digits.";
    const TUTORIAL: bool = true;

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        let game = scene.game;
        self.pause.notice(game.ply(), || describe_closed_cycle(game).or_else(|| describe_collapse(game)));
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let position = scene.game.view();
        self.pause.update(ui, pause_seconds(position, scene.motion));
        if self.pause.message().is_some() && board::skip_pressed(ui) {
            self.pause.end();
            ui.ctx().request_repaint();
        }
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
            format!("Choose the second cell of {mark}, other than {cell}.")
        } else {
            format!("Put {mark} into two cells.")
        }
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let effect = scene.game.last_ply().and_then(|ply| ply.effect);
        let cycle = effect.and_then(|effect| effect.cycle);
        let chosen = cycle.and_then(|cycle| {
            collapse_card(ui, scene.game.view(), &cycle, scene.hint, &mut self.board, scene.active)
        });
        chosen.map(|m| UiAction::Play(m.to_string())).into_iter().collect()
    }

    fn has_urgent_cards(&self, position: &Position) -> bool {
        position.cycle().is_some()
    }

    fn has_small_controls(&self, position: &Position) -> bool {
        position.cycle().is_some()
    }

    const SMALL_CONTROLS_ARE_CARDS: bool = true;

    fn small_controls(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let chosen = collapse_choices(ui, scene.game.view(), scene.hint, &mut self.board, scene.active);
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

/// How long the message about this position can be read. A closed cycle is a short one, and the board shows it.
fn pause_seconds(position: &Position, motion: f32) -> f32 {
    match (position.cycle().is_some(), motion > 0.0) {
        (true, true) => 6.0 * motion,
        (true, false) => 1.0,
        (false, true) => 1.0 + 5.0 * motion,
        (false, false) => 1.5,
    }
}

/// The cycle that the last move has closed, if an AI player chooses how it collapses: that takes no time, so the cycle
/// would not be seen.
fn describe_closed_cycle(game: Perspective<'_, Position>) -> Option<String> {
    let last = game.last_ply().filter(|_| !game.can_redo() && game.end().is_none())?;
    last.effect?.cycle?;
    let chooser = game.to_move().first()?;
    let (closed, chooses) = (game.side_name(last.side), game.side_name(chooser));
    let is_ai = game.seats()[chooser.index()] != Seat::Human;
    is_ai.then(|| format!("{closed} closed a cycle. {chooses} chooses how it collapses."))
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
    hint: Option<&Hint>,
    board: &mut Board,
    active: bool,
) -> Option<Move> {
    card(ui, |ui| {
        let chosen = collapse_choices(ui, position, hint, board, active);
        ui.label(text::describe_cycle(cycle));
        chosen
    })
}

/// The two collapses beside each other. That of a hint is marked.
fn collapse_choices(
    ui: &mut Ui,
    position: &Position,
    hint: Option<&Hint>,
    board: &mut Board,
    active: bool,
) -> Option<Move> {
    let collapses = position.collapses();
    let hinted = hint.and_then(|hint| position.parse(hint.side, &hint.text).ok());
    let is_hinted = |collapse: &Collapse| matches!(hinted, Some(Move::Collapse { mark, cell }) if collapse.settled.contains(&(mark, cell)));
    let mut chosen = None;
    let marks = collapses.iter().map(|collapse| collapse.settled.len()).max().unwrap_or(0);
    ui.horizontal_top(|ui| {
        let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
        for collapse in collapses {
            let response =
                collapse_tile(ui, position, &collapse, is_hinted(&collapse), [width, marks as f32], active);
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

/// From this width on a tile says beside its picture where the marks settle.
const MIN_TEXT_TILE: f32 = 120.0;

/// A collapse as a picture, with the cells of its marks where there is room: as many lines as the larger one needs.
fn collapse_tile(
    ui: &mut Ui,
    position: &Position,
    collapse: &Collapse,
    hinted: bool,
    [width, marks]: [f32; 2],
    active: bool,
) -> egui::Response {
    let tokens = Tokens::of(ui);
    let mut after = *position;
    after.apply(&collapse.as_move());
    let end = text::describe_end(&after).unwrap_or_default();
    let settled = text::describe_settled(&collapse.settled);
    let hint = if hinted { " The hint." } else { "" };
    let label = format!("collapse {}: {settled}. {end}{hint}", collapse.as_move());
    let line = theme::size::SMALL + 4.0;
    let says = width >= MIN_TEXT_TILE;
    let picture = if says { 56.0 } else { (width - 16.0).min(64.0) };
    let lines = if end.is_empty() { marks } else { marks + 1.0 };
    let height = if says { (picture + 16.0).max(line * lines + 12.0) } else { picture + 16.0 };
    let sense = if active { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, active, label.trim()));
    let (edge_width, edge) = if response.hovered() || response.has_focus() || hinted {
        (2.0, tokens.accent)
    } else {
        (1.0, tokens.line)
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(6), tokens.page);
    if hinted {
        painter.rect_filled(rect, CornerRadius::same(6), tokens.accent.gamma_multiply(0.25));
    }
    painter.rect_stroke(rect, CornerRadius::same(6), Stroke::new(edge_width, edge), StrokeKind::Inside);
    let picture = if says {
        Rect::from_min_size(rect.min + Vec2::splat(8.0), Vec2::splat(picture))
    } else {
        Rect::from_center_size(rect.center(), Vec2::splat(picture))
    };
    paint::picture(painter, picture, &after, &tokens);
    if says {
        let mut corner = picture.right_top() + vec2(8.0, -2.0);
        let mut write = |text: &str, font: FontId| {
            painter.text(corner, Align2::LEFT_TOP, text, font, tokens.ink);
            corner.y += line;
        };
        for mark in settled.split(", ") {
            write(mark, theme::plain(theme::size::SMALL));
        }
        if !end.is_empty() {
            write(&end, theme::heavy(theme::size::SMALL));
        }
    }
    if says { response } else { response.on_hover_text(format!("{settled}. {end}")) }
}
