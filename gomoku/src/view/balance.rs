//! The evaluation of the position as a bar, and of the whole game as a chart.

use super::paint;
use crate::ai;
use crate::rules::{Colour, End, Position};
use common::game::Value;
use common::session::{Hint, Perspective};
use common::window::{BalanceChart, Scene, Tokens, quiet, theme};
use egui::{CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use std::time::Duration;
use web_time::Instant;

/// The time for evaluations in one frame. A long game needs several frames.
const MAX_TIME: Duration = Duration::from_millis(12);
/// The value of a win for Black.
const WIN: i32 = 100;

/// The values of all positions of a game for Black, in hundredths of a win. Each position is evaluated once.
#[derive(Debug, Default)]
pub struct Balance(Vec<Evaluated>);

#[derive(Debug)]
struct Evaluated {
    position: Position,
    value: i32,
}

impl Balance {
    /// Evaluates new positions. Returns true if some are left for the next frame.
    fn update(&mut self, game: Perspective<'_, Position>) -> bool {
        let known = |n: &usize| self.0.get(*n).map(|evaluated| &evaluated.position) == game.view_after(*n);
        let plies = game.plies();
        let same = (0..=plies).take_while(known).count();
        self.0.truncate(same);
        let start = Instant::now();
        for n in same..=plies {
            let Some(position) = game.view_after(n) else { return false };
            self.0.push(Evaluated { position: position.clone(), value: value_for_black(position) });
            if start.elapsed() > MAX_TIME {
                return n < plies;
            }
        }
        false
    }

    /// Takes over the value of a hint, which comes from a deeper search: they must not contradict each other.
    fn learn(&mut self, game: Perspective<'_, Position>, hint: &Hint) {
        let Some(evaluated) = self.0.get_mut(game.ply()) else { return };
        if let Some(value) = hint.thought.value.filter(|_| game.to_move().contains(hint.side)) {
            evaluated.value = for_black(&evaluated.position, value);
        }
    }

    fn value(&self, ply: usize) -> i32 {
        self.0.get(ply).map_or(0, |evaluated| evaluated.value)
    }
}

/// The value of a position for Black.
fn value_for_black(position: &Position) -> i32 {
    match position.end() {
        Some(End::Five(Colour::Black, _)) => WIN,
        Some(End::Five(Colour::White, _)) => -WIN,
        Some(End::Full | End::NoMove) => 0,
        None => for_black(position, ai::quick_value(position)),
    }
}

/// The value for the mover as the value for Black.
fn for_black(position: &Position, Value(value): Value) -> i32 {
    let value = value.clamp(-WIN, WIN);
    if position.colour() == Colour::Black { value } else { -value }
}

/// A value in words.
fn describe(value: i32) -> &'static str {
    match value {
        WIN.. => "Black is winning",
        60..WIN => "Black is much better",
        15..60 => "Black is better",
        -14..15 => "about even",
        -59..-14 => "White is better",
        -99..-59 => "White is much better",
        _ => "White is winning",
    }
}

/// Shows the bar and the chart. Returns the ply that the user clicks.
pub fn show(ui: &mut Ui, balance: &mut Balance, scene: &Scene<'_, Position>) -> Option<usize> {
    let game = scene.game;
    if balance.update(game) {
        ui.ctx().request_repaint();
    }
    if let Some(hint) = scene.hint {
        balance.learn(game, hint);
    }
    bar(ui, balance.value(game.ply()));
    chart(ui, balance, game)
}

/// A bar with the share of each colour.
fn bar(ui: &mut Ui, value: i32) {
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        let words = describe(value);
        let galley = ui.painter().layout_no_wrap(
            "White is much better".to_owned(),
            theme::plain(theme::size::SMALL),
            tokens.quiet,
        );
        let width = (ui.available_width() - galley.size().x - 12.0).max(40.0);
        let (rect, response) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
        response
            .widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("balance: {words}")));
        let rect = rect.shrink2(vec2(0.0, 3.0));
        let (black, white) = paint::bar_colours();
        let round = CornerRadius::same(3);
        ui.painter().rect_filled(rect, round, white);
        // Before a win the bar leaves a rest for the other side.
        let max = if value.abs() >= WIN { 1.0 } else { 0.95 };
        let share = (0.5 + 0.5 * value as f32 / WIN as f32).clamp(1.0 - max, max);
        let part = Rect::from_min_max(rect.min, pos2(rect.left() + rect.width() * share, rect.bottom()));
        ui.painter().with_clip_rect(part.intersect(ui.clip_rect())).rect_filled(rect, round, black);
        ui.painter().rect_stroke(rect, round, Stroke::new(1.0, tokens.quiet), StrokeKind::Inside);
        let middle = rect.center().x;
        ui.painter().vline(middle, rect.expand2(vec2(0.0, 2.0)).y_range(), Stroke::new(1.0, tokens.accent));
        ui.label(quiet(words));
    });
}

/// The chart of the balance. Returns the ply that the user clicks.
fn chart(ui: &mut Ui, balance: &Balance, game: Perspective<'_, Position>) -> Option<usize> {
    let tokens = Tokens::of(ui);
    let values: Vec<f32> = balance.0.iter().map(|evaluated| evaluated.value as f32).collect();
    let chart = BalanceChart {
        title: "chart of the game",
        values: &values,
        max: WIN as f32,
        plies: game.plies(),
        ply: game.ply(),
        colors: [tokens.quiet.gamma_multiply(0.3); 2],
        edges: ["Black is ahead", "White is ahead"],
        describe: &|ply| describe(balance.value(ply)).to_owned(),
        paint_sign: &|painter, rect, side| {
            paint::sign(painter, rect, Some(Colour::ALL[side.index()]), &tokens);
        },
    };
    chart.show(ui)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Setup};
    use common::game::Game;
    use common::search::Reversible;

    #[test]
    fn a_won_game_is_evaluated_as_a_win() {
        let mut position = Position::new(Setup::default());
        for text in "a1 a2 b1 b2 c1 c2 d1 d2 e1".split_whitespace() {
            let m: Move = position.parse(position.mover(), text).unwrap();
            position.apply(&m);
        }
        assert_eq!(describe(value_for_black(&position)), "Black is winning");
        assert_eq!(describe(-value_for_black(&position)), "White is winning");
        assert_eq!(
            (describe(0), describe(-14), describe(-15), describe(15)),
            ("about even", "about even", "White is better", "Black is better")
        );
    }
}
