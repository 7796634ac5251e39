//! The window's view of the game: the board, the two collapses, the tutorial, the rules.

mod board;
mod paint;
mod rules;
mod tutorial;

use crate::rules::{Collapse, Move, Position};
use crate::text;
use board::{Board, Look};
use common::game::{Game, Side};
use common::search::Reversible;
use common::window::{GameUi, Scene, Tokens, UiAction, card, quiet, theme};
use egui::{
    CornerRadius, Painter, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use tutorial::Tutorial;

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct QtttUi {
    board: Board,
    tutorial: Tutorial,
}

impl GameUi<Position> for QtttUi {
    const TAGLINE: &'static str = "Every mark is in two places at once, until it has to choose.";
    const FIRST_MOVE: &'static str = "None yet. Choose two cells, by mouse or by their digits.";
    const OPPONENT: &'static str = "medium";
    const TUTORIAL: bool = true;

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let session = scene.session;
        let position = session.position();
        let look = Look {
            tokens: scene.tokens,
            motion: scene.motion,
            active: scene.active,
            hint: scene.hint.and_then(|hint| position.parse(&hint.text).ok()),
            last: session.ply().checked_sub(1).and_then(|last| Some(session.record().get(last)?.chosen)),
        };
        self.board.show(ui, position, &look)
    }

    fn task(&self, position: &Position) -> String {
        let mark = position.next_mark();
        if position.cycle().is_some() {
            "Choose how the cycle collapses.".to_owned()
        } else if let Some(cell) = position.last_cell() {
            format!("Put {mark} into cell {cell}, the last one.")
        } else {
            format!("Put {mark} into two cells.")
        }
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let position = scene.session.position();
        let chosen = collapse_card(ui, position, &mut self.board, scene.active);
        if scene.session.end().is_none() {
            ui.label(quiet(format!("Two lines at once: {}.", text::scoring(position.scoring()))));
        }
        chosen.map(|m| UiAction::Play(m.to_string())).into_iter().collect()
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, _: Option<&Position>, tokens: &Tokens) {
        paint::sign(painter, rect, side, tokens.player(side.index()));
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, motion: f32) -> bool {
        self.tutorial.show(ui, motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial = Tutorial::default();
    }

    fn reset(&mut self) {
        self.board.reset();
    }
}

/// The two collapses as pictures to choose from. Looking at one shows it on the board.
fn collapse_card(ui: &mut Ui, position: &Position, board: &mut Board, active: bool) -> Option<Move> {
    let cycle = position.cycle()?;
    let mut chosen = None;
    card(ui, |ui| {
        ui.label(text::announce(&cycle));
        for collapse in position.collapses() {
            let response = collapse_row(ui, position, &collapse, active);
            if response.hovered() || response.has_focus() {
                board.preview = Some(collapse.as_move());
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
    let size = vec2(ui.available_width(), 112.0);
    let sense = if active { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let mut after = *position;
    after.apply(&collapse.as_move());
    let end = text::ending(position, collapse);
    let words = text::settles(&collapse.settled);
    let label = format!("collapse {}: {words}. {end}", collapse.as_move());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, active, label.trim()));
    let looked_at = response.hovered() || response.has_focus();
    let (width, edge) = if looked_at { (2.0, tokens.accent) } else { (1.0, tokens.line) };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(6), tokens.page);
    painter.rect_stroke(rect, CornerRadius::same(6), Stroke::new(width, edge), StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + Vec2::splat(8.0), Vec2::splat(96.0));
    paint::picture(painter, picture, &after, &tokens);
    let room = Rect::from_min_max(picture.right_top() + vec2(12.0, 0.0), rect.max - Vec2::splat(8.0));
    let lines: Vec<String> = words.split(", ").map(str::to_owned).collect();
    let galley = painter.layout(lines.join("\n"), theme::plain(theme::size::SMALL), tokens.ink, room.width());
    painter.galley(room.min, galley, tokens.ink);
    if !end.is_empty() {
        let text = RichText::new(end).font(theme::heavy(theme::size::SMALL));
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            None,
            room.width(),
            theme::heavy(theme::size::SMALL),
        );
        let at = room.right_bottom() - galley.size();
        ui.painter().galley(at, galley, tokens.accent);
    }
    response
}
