//! Who is better, and how that went over the game.

use super::paint;
use crate::ai;
use crate::rules::{Colour, End, Position};
use common::session::Session;
use common::window::{Tokens, quiet, theme};
use egui::{
    Color32, CornerRadius, Mesh, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};
use std::time::Duration;
use web_time::Instant;

/// The height of the chart.
const HEIGHT: f32 = 64.0;
/// A game that has just begun does not fill the chart.
const LEAST_PLIES: usize = 20;
/// So long a frame may take to judge positions; the rest of a game that was opened comes with the next ones.
const PATIENCE: Duration = Duration::from_millis(12);
/// A game that is won, as Black sees it.
const WON: i32 = 100;

/// How good every position of a game is for Black, in hundredths of a won game. Each is judged once.
#[derive(Debug, Default)]
pub struct Balance(Vec<Judged>);

#[derive(Debug)]
struct Judged {
    position: Position,
    value: i32,
}

impl Balance {
    /// Judges what is new. True if there is more to do.
    fn update(&mut self, session: &Session<Position>) -> bool {
        let known = |n: &usize| self.0.get(*n).map(|judged| &judged.position) == session.position_after(*n);
        let plies = session.record().len();
        let same = (0..=plies).take_while(known).count();
        self.0.truncate(same);
        let since = Instant::now();
        for n in same..=plies {
            let Some(position) = session.position_after(n) else { return false };
            self.0.push(Judged { position: position.clone(), value: for_black(position) });
            if since.elapsed() > PATIENCE {
                return n < plies;
            }
        }
        false
    }

    fn value(&self, at: usize) -> i32 {
        self.0.get(at).map_or(0, |judged| judged.value)
    }
}

/// The value of a position as Black sees it.
fn for_black(position: &Position) -> i32 {
    match position.end() {
        Some(End::Five(Colour::Black, _)) => WON,
        Some(End::Five(Colour::White, _)) => -WON,
        Some(End::Full | End::NoMove) => 0,
        None => {
            let value = ai::quick_value(position).0.clamp(-WON, WON);
            if position.colour() == Colour::Black { value } else { -value }
        }
    }
}

/// A value in words.
fn told(value: i32) -> &'static str {
    match value {
        WON.. => "won for Black",
        60..WON => "much better for Black",
        15..60 => "better for Black",
        -14..15 => "about even",
        -59..-14 => "better for White",
        -99..-59 => "much better for White",
        _ => "won for White",
    }
}

/// A bar and a chart. A click goes to the move.
pub fn show(ui: &mut Ui, balance: &mut Balance, session: &Session<Position>) -> Option<usize> {
    if balance.update(session) {
        ui.ctx().request_repaint();
    }
    bar(ui, balance.value(session.ply()));
    chart(ui, balance, session)
}

/// The share of each colour.
fn bar(ui: &mut Ui, value: i32) {
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        let words = told(value);
        let galley = ui.painter().layout_no_wrap(
            "much better for White".to_owned(),
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
        // As long as nothing is decided, something is left for the other side.
        let most = if value.abs() >= WON { 1.0 } else { 0.95 };
        let share = (0.5 + 0.5 * value as f32 / WON as f32).clamp(1.0 - most, most);
        let part = Rect::from_min_max(rect.min, pos2(rect.left() + rect.width() * share, rect.bottom()));
        ui.painter().with_clip_rect(part.intersect(ui.clip_rect())).rect_filled(rect, round, black);
        ui.painter().rect_stroke(rect, round, Stroke::new(1.0, tokens.quiet), StrokeKind::Inside);
        let middle = rect.center().x;
        ui.painter().vline(middle, rect.expand2(vec2(0.0, 2.0)).y_range(), Stroke::new(1.0, tokens.accent));
        ui.label(quiet(words));
    });
}

fn chart(ui: &mut Ui, balance: &Balance, session: &Session<Position>) -> Option<usize> {
    let tokens = Tokens::of(ui);
    let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::CLICK);
    let (at, plies) = (session.ply(), session.record().len());
    let words = told(balance.value(at));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("chart of the game: {words}")));
    let painter = ui.painter().with_clip_rect(space.intersect(ui.clip_rect()));
    painter.rect_filled(space, CornerRadius::same(6), tokens.page);
    let plot = Rect::from_min_max(space.min + vec2(26.0, 6.0), space.max - vec2(8.0, 6.0));
    for (colour, y) in [(Colour::Black, plot.top() + 7.0), (Colour::White, plot.bottom() - 7.0)] {
        let sign = Rect::from_center_size(pos2(space.left() + 14.0, y), vec2(14.0, 14.0));
        paint::sign(&painter, sign, Some(colour), &tokens);
    }
    let last = plies.max(LEAST_PLIES) as f32;
    let x = |n: usize| plot.left() + plot.width() * n as f32 / last;
    let y = |value: i32| plot.center().y - plot.height() / 2.0 * value as f32 / WON as f32;
    painter.hline(plot.x_range(), y(0), Stroke::new(1.0, tokens.line));
    let point = |(n, judged): (usize, &Judged)| pos2(x(n), y(judged.value));
    let points: Vec<Pos2> = balance.0.iter().enumerate().map(point).collect();
    painter.add(Shape::mesh(area(&points, y(0), tokens.quiet.gamma_multiply(0.3))));
    painter.add(Shape::line(points.clone(), Stroke::new(1.5, tokens.ink)));
    if let Some(point) = points.get(at) {
        painter.vline(point.x, plot.y_range(), Stroke::new(1.0, tokens.accent));
        painter.circle_filled(*point, 3.5, tokens.accent);
    }
    let pointed = response
        .hover_pos()
        .map(|pos| (((pos.x - plot.left()) / plot.width() * last).round().max(0.0) as usize).min(plies));
    let response = match pointed {
        Some(n) if plies > 0 => {
            response.on_hover_text_at_pointer(format!("After move {n}: {}.", told(balance.value(n))))
        }
        _ => response,
    };
    pointed.filter(|n| response.clicked() && plies > 0 && *n != at)
}

/// What lies between the line and the middle.
fn area(points: &[Pos2], middle: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let crosses = (from.y - middle) * (to.y - middle) < 0.0;
        let between = if crosses {
            let part = (middle - from.y) / (to.y - from.y);
            pos2(from.x + (to.x - from.x) * part, middle)
        } else {
            to
        };
        for (from, to) in [(from, between), (between, to)] {
            let first = mesh.vertices.len() as u32;
            for corner in [from, to, pos2(to.x, middle), pos2(from.x, middle)] {
                mesh.colored_vertex(corner, color);
            }
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Setup};
    use common::game::Game;
    use common::search::Reversible;

    #[test]
    fn a_won_game_is_won_for_its_winner() {
        let mut position = Position::new(Setup::default());
        for text in "a1 a2 b1 b2 c1 c2 d1 d2 e1".split_whitespace() {
            let m: Move = position.parse(text).unwrap();
            position.apply(&m);
        }
        assert_eq!(told(for_black(&position)), "won for Black");
        assert_eq!(told(-for_black(&position)), "won for White");
        assert_eq!(
            (told(0), told(-14), told(-15), told(15)),
            ("about even", "about even", "better for White", "better for Black")
        );
    }
}
