//! Who has how much, and how that went over the game.

use super::paint;
use crate::rules::Position;
use crate::text;
use common::game::Side;
use common::session::Session;
use common::window::{Tokens, theme};
use egui::{
    Align2, Color32, CornerRadius, Mesh, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// The height of the chart.
const HEIGHT: f32 = 68.0;
/// Smaller leads than this do not fill the chart: the first moves of a game decide nothing.
const LEAST_LEAD: i32 = 8;
/// A game that has just begun does not fill it either.
const LEAST_PLIES: usize = 16;

/// A row for each side: its squares and its electrons.
pub fn counts(ui: &mut Ui, position: &Position, tokens: &Tokens) {
    let width = ui.available_width();
    let (small, text, heavy) =
        (theme::plain(theme::size::SMALL), theme::plain(theme::size::TEXT), theme::heavy(theme::size::TEXT));
    ui.spacing_mut().item_spacing.y = 2.0;
    let (squares_at, electrons_at) = (width - 92.0, width - 2.0);
    let (head, _) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
    for (x, what) in [(squares_at, "squares"), (electrons_at, "electrons")] {
        let at = pos2(head.left() + x, head.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, what, small.clone(), tokens.quiet);
    }
    for side in [Side::FIRST, Side::SECOND] {
        let (row, response) = ui.allocate_exact_size(vec2(width, 24.0), Sense::hover());
        let words = format!("{}: {}", text::name(side), text::holdings(position, side));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        let sign = Rect::from_min_size(row.min + vec2(0.0, 2.0), vec2(20.0, 20.0));
        paint::sign(ui.painter(), sign, side, tokens);
        let at = pos2(row.left() + 28.0, row.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, text::name(side), text.clone(), tokens.ink);
        let numbers = [(squares_at, position.squares(side) as u32), (electrons_at, position.electrons(side))];
        for (x, number) in numbers {
            let at = pos2(row.left() + x, row.center().y);
            ui.painter().text(at, Align2::RIGHT_CENTER, number.to_string(), heavy.clone(), tokens.ink);
        }
    }
    ui.add_space(6.0);
}

/// How many electrons Blue has more than Orange.
fn lead(position: &Position) -> i32 {
    position.electrons(Side::FIRST) as i32 - position.electrons(Side::SECOND) as i32
}

/// The lead in electrons after each move, Blue's upwards. A click goes to the move.
pub fn chart(ui: &mut Ui, session: &Session<Position>, at: usize, tokens: &Tokens) -> Option<usize> {
    let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::CLICK);
    // A move that is new and not yet seen is not told here; when a known game is watched again, the whole of it is.
    let plies = if at == session.ply() || session.can_redo() { session.record().len() } else { at };
    let leads: Vec<i32> = (0..=plies).filter_map(|n| session.position_after(n)).map(lead).collect();
    let now = leads.get(at).copied().unwrap_or(0);
    let words = told(now);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("balance of electrons: {words}")));
    let painter = ui.painter().with_clip_rect(space);
    painter.rect_filled(space, CornerRadius::same(6), tokens.page);
    let plot = Rect::from_min_max(space.min + vec2(26.0, 8.0), space.max - vec2(8.0, 8.0));
    for (side, y) in [(Side::FIRST, plot.top() + 6.0), (Side::SECOND, plot.bottom() - 6.0)] {
        let sign = Rect::from_center_size(pos2(space.left() + 14.0, y), vec2(14.0, 14.0));
        paint::sign(&painter, sign, side, tokens);
    }
    let most = leads.iter().map(|lead| lead.abs()).max().unwrap_or(0).max(LEAST_LEAD) as f32;
    let last = plies.max(LEAST_PLIES) as f32;
    let x = |n: f32| plot.left() + plot.width() * n / last;
    let y = |lead: f32| plot.center().y - plot.height() / 2.0 * lead / most;
    painter.hline(plot.x_range(), y(0.0), Stroke::new(1.0, tokens.line));
    // After a move of Blue it is one electron ahead for no merit of its own; without this the line would be a saw.
    let merit = |(n, lead): (usize, &i32)| pos2(x(n as f32), y((*lead - (n % 2) as i32) as f32));
    let points: Vec<Pos2> = leads.iter().enumerate().map(merit).collect();
    painter.add(Shape::mesh(area(&points, y(0.0), tokens)));
    painter.add(Shape::line(points.clone(), Stroke::new(1.5, tokens.ink)));
    if let Some(point) = points.get(at) {
        painter.vline(point.x, plot.y_range(), Stroke::new(1.0, tokens.accent));
        painter.circle_filled(*point, 3.5, tokens.accent);
    }
    let pointer = response.hover_pos();
    let pointed = pointer
        .map(|pos| (((pos.x - plot.left()) / plot.width() * last).round().max(0.0) as usize).min(plies));
    let response = match pointed {
        Some(n) if plies > 0 => {
            let words = told(leads.get(n).copied().unwrap_or(0));
            response.on_hover_text_at_pointer(format!("After move {n}: {words}."))
        }
        _ => response,
    };
    pointed.filter(|n| response.clicked() && plies > 0 && *n != at)
}

fn told(lead: i32) -> String {
    let ahead =
        |side: Side| format!("{} has {} more", text::name(side), text::electrons(lead.unsigned_abs()));
    match lead {
        0 => "as many electrons on both sides".to_owned(),
        1.. => ahead(Side::FIRST),
        _ => ahead(Side::SECOND),
    }
}

/// What lies between the line and the middle, in the colour of who is ahead.
fn area(points: &[Pos2], middle: f32, tokens: &Tokens) -> Mesh {
    let mut mesh = Mesh::default();
    let tint = |side: Side| tokens.player(side.index()).gamma_multiply(0.35);
    let mut quad = |from: Pos2, to: Pos2| {
        let above = from.y.min(to.y) < middle;
        let color: Color32 = tint(if above { Side::FIRST } else { Side::SECOND });
        let first = mesh.vertices.len() as u32;
        for corner in [from, to, pos2(to.x, middle), pos2(from.x, middle)] {
            mesh.colored_vertex(corner, color);
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    };
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        if (from.y - middle) * (to.y - middle) < 0.0 {
            let part = (middle - from.y) / (to.y - from.y);
            let cross = pos2(from.x + (to.x - from.x) * part, middle);
            quad(from, cross);
            quad(cross, to);
        } else {
            quad(from, to);
        }
    }
    mesh
}
