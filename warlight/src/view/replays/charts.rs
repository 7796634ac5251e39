//! Charts of income, armies and regions over the rounds.

use super::super::paint;
use crate::record::Series;
use crate::rules::Setup;
use common::game::Side;
use common::window::{Tokens, theme};
use common::words::capitalized;
use egui::{
    Align2, CornerRadius, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// The height of a chart with its axes.
const HEIGHT: f32 = 128.0;
/// The width of the numbers at the left.
const LEFT: f32 = 34.0;
/// The height of the numbers below.
const BELOW: f32 = 18.0;
/// So many symbols are drawn on a line.
const SYMBOLS: usize = 6;

/// Draws a chart with a line for each player. Returns the round that the user clicked.
pub fn show(ui: &mut Ui, setup: &Setup, series: &Series, round: usize) -> Option<u16> {
    let tokens = Tokens::of(ui);
    let rounds = series.values.first().map_or(0, Vec::len).saturating_sub(1);
    let max = scale_end(series.values.iter().flatten().copied().max().unwrap_or(0));
    let title = capitalized(series.name);
    let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::CLICK);
    let describe = |round: usize| {
        let value = |(n, values): (usize, &Vec<u64>)| {
            values.get(round).map(|value| format!("{} {value}", setup.name(Side(n as u8))))
        };
        let values: Vec<String> = series.values.iter().enumerate().filter_map(value).collect();
        let when = if round == 0 { "at the start".to_owned() } else { format!("after round {round}") };
        format!("{title} {when}: {}", values.join(", "))
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, describe(round.min(rounds))));
    let plot = Rect::from_min_max(space.min + vec2(LEFT, 27.0), space.max - vec2(10.0, BELOW));
    let painter = ui.painter_at(space);
    painter.text(space.min, Align2::LEFT_TOP, &title, theme::heavy(theme::size::SMALL), tokens.ink);
    let x = |round: usize| plot.left() + plot.width() * round as f32 / rounds.max(1) as f32;
    let y = |value: u64| plot.bottom() - plot.height() * value as f32 / max.max(1) as f32;
    axes(&painter, plot, rounds, max, &tokens);
    painter.vline(x(round.min(rounds)), plot.y_range(), Stroke::new(1.5, tokens.accent));
    for (side, values) in series.values.iter().enumerate() {
        let points: Vec<Pos2> = values.iter().enumerate().map(|(n, value)| pos2(x(n), y(*value))).collect();
        let sign = setup.colour(Side(side as u8));
        let colour = tokens.player(usize::from(sign));
        painter.add(Shape::line(points.clone(), Stroke::new(1.8, colour)));
        // The symbols of the players stand at different rounds, so that lines that meet can be told apart.
        let step = (points.len() / SYMBOLS).max(1);
        let shift = step * side / series.values.len().max(1);
        let last = points.len().saturating_sub(1);
        for (n, point) in points.iter().enumerate() {
            if n == last || n % step == shift % step {
                paint::symbol(&painter, *point, 6.0, sign, tokens.card);
                paint::symbol(&painter, *point, 4.2, sign, colour);
            }
        }
    }
    let pointed = response.hover_pos().filter(|_| rounds > 0)?;
    let part = ((pointed.x - plot.left()) / plot.width().max(1.0)).clamp(0.0, 1.0);
    let target = (part * rounds as f32).round() as usize;
    let text = format!("{}. Click to go there.", describe(target));
    let clicked = response.on_hover_text_at_pointer(text).clicked();
    clicked.then(|| u16::try_from(target).unwrap_or(u16::MAX))
}

fn axes(painter: &Painter, plot: Rect, rounds: usize, max: u64, tokens: &Tokens) {
    let line = Stroke::new(1.0, tokens.line);
    painter.rect_filled(plot, CornerRadius::ZERO, tokens.page);
    let font = || theme::plain(11.5);
    for value in [0, max / 2, max] {
        let at = plot.bottom() - plot.height() * value as f32 / max.max(1) as f32;
        painter.hline(plot.x_range(), at, line);
        painter.text(
            pos2(plot.left() - 6.0, at),
            Align2::RIGHT_CENTER,
            value.to_string(),
            font(),
            tokens.quiet,
        );
    }
    let step = round_step(rounds, (plot.width() / 36.0) as usize);
    for round in (0..=rounds).step_by(step) {
        let at = plot.left() + plot.width() * round as f32 / rounds.max(1) as f32;
        painter.vline(at, plot.bottom()..=plot.bottom() + 3.0, line);
        painter.text(
            pos2(at, plot.bottom() + 4.0),
            Align2::CENTER_TOP,
            round.to_string(),
            font(),
            tokens.quiet,
        );
    }
}

/// A round number at or above the largest value, which can be halved.
fn scale_end(max: u64) -> u64 {
    let mut unit = 1;
    loop {
        for factor in [2, 4, 6, 8, 10, 14, 16] {
            if factor * unit >= max {
                return factor * unit;
            }
        }
        unit *= 10;
    }
}

/// The distance of the rounds that are named, so that there are at most so many.
fn round_step(rounds: usize, most: usize) -> usize {
    let enough = |step: &usize| rounds / step <= most.max(1);
    [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(enough).unwrap_or(500)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        for (max, end) in [(0, 2), (1, 2), (3, 4), (9, 10), (11, 14), (17, 20), (101, 140), (999, 1000)] {
            assert_eq!(scale_end(max), end);
        }
        for (rounds, most, step) in [(6, 8, 1), (12, 8, 2), (60, 8, 10), (100, 7, 20), (0, 0, 1)] {
            assert_eq!(round_step(rounds, most), step, "{rounds}");
        }
    }
}
