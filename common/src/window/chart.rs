//! A chart of the balance over the plies of a game.

use super::{Tokens, theme};
use crate::game::Side;
use egui::{
    Align2, Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// The height of the chart, with the numbers of the moves below.
const HEIGHT: f32 = 92.0;
/// The height of the numbers.
const NUMBERS: f32 = 16.0;
/// The size of the text in a chart.
const TEXT: f32 = 11.0;
/// The smallest distance of two numbers of moves.
const MIN_NUMBER_GAP: f32 = 36.0;
/// The chart has room for this many plies from the beginning.
const MIN_PLIES: usize = 20;
/// The size of the signs of the players.
const SIGN: f32 = 14.0;

/// A pointer this close to a mark means the mark.
const MARK_REACH: f32 = 5.0;

/// A chart of the balance: a line over the plies, upwards where the first player is ahead.
pub struct BalanceChart<'a> {
    /// The subject of the chart, for its accessible name.
    pub title: &'a str,
    /// The balance after each ply, from the start position on. Positive values are good for the first player. Not a
    /// number where it is not known yet.
    pub values: &'a [f32],
    /// The value at the upper edge; its negative is at the lower edge.
    pub max: f32,
    /// The number of plies of the game; the last values may be missing.
    pub plies: usize,
    /// The ply that is shown on the board.
    pub ply: usize,
    /// The colours of the area where the first and where the second player is ahead.
    pub colors: [Color32; 2],
    /// What the upper and the lower edge mean, as in "Black is ahead"; empty for nothing.
    pub edges: [&'a str; 2],
    /// The balance after a ply in words.
    pub describe: &'a dyn Fn(usize) -> String,
    /// Paints the sign of a player.
    pub paint_sign: &'a dyn Fn(&Painter, Rect, Side),
}

/// A marked ply of a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartMark {
    /// The ply.
    pub ply: usize,
    /// Its colour.
    pub color: Color32,
    /// Its radius, so that colour is not the only sign.
    pub radius: f32,
}

impl BalanceChart<'_> {
    /// Draws the chart. Returns a ply when the user clicks one that is not shown on the board.
    pub fn show(&self, ui: &mut Ui) -> Option<usize> {
        self.show_marked(ui, &[])
    }

    /// The same with marked plies. A click close to a mark goes to it.
    pub fn show_marked(&self, ui: &mut Ui, marks: &[ChartMark]) -> Option<usize> {
        let tokens = Tokens::of(ui);
        let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::CLICK);
        let name = format!("{}: {}", self.title, (self.describe)(self.ply));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let plot = Rect::from_min_max(space.min + vec2(26.0, 8.0), space.max - vec2(8.0, 6.0 + NUMBERS));
        let painter = ui.painter().with_clip_rect(space.intersect(ui.clip_rect()));
        painter.rect_filled(space, CornerRadius::same(6), tokens.page);
        let words = self.paint_labels(&painter, space, plot, &tokens);
        self.paint(&painter, space, plot, words, &tokens);
        self.paint_marks(&painter, plot, marks, &tokens);
        let pointed = response.hover_pos().filter(|_| self.plies > 0).map(|pos| self.ply_at(plot, pos.x))?;
        let pointed = self.nearest_mark(plot, pointed, marks);
        let text = format!("After move {pointed}: {}.", (self.describe)(pointed));
        let clicked = response.on_hover_text_at_pointer(text).clicked();
        (clicked && pointed != self.ply).then_some(pointed)
    }

    /// The line. The one at the ply that is shown leaves out the words at the edges.
    fn paint(&self, painter: &Painter, space: Rect, plot: Rect, [top, bottom]: [Rect; 2], tokens: &Tokens) {
        for (side, y) in [(Side::FIRST, plot.top() + SIGN / 2.0), (Side::SECOND, plot.bottom() - SIGN / 2.0)]
        {
            let sign = Rect::from_center_size(pos2(space.left() + 14.0, y), vec2(SIGN, SIGN));
            (self.paint_sign)(painter, sign, side);
        }
        let zero = plot.center().y;
        painter.hline(plot.x_range(), zero, Stroke::new(1.0, tokens.line));
        let points = self.points(plot);
        for known in points.split(|point| point.y.is_nan()) {
            painter.add(Shape::mesh(area(known, zero, self.colors)));
            painter.add(Shape::line(known.to_vec(), Stroke::new(1.5, tokens.ink)));
        }
        if let Some(point) = points.get(self.ply) {
            let covers = |words: Rect| words.expand(2.0).x_range().contains(point.x);
            let from = if covers(top) { top.bottom() + 1.0 } else { plot.top() };
            let to = if covers(bottom) { bottom.top() - 1.0 } else { plot.bottom() };
            painter.vline(point.x, from..=to, Stroke::new(1.0, tokens.accent));
            if !point.y.is_nan() {
                painter.circle_filled(*point, 3.5, tokens.accent);
            }
        }
    }

    /// What the edges mean, and the numbers of the moves. Returns where the words at the edges are.
    fn paint_labels(&self, painter: &Painter, space: Rect, plot: Rect, tokens: &Tokens) -> [Rect; 2] {
        let text = |at: Pos2, align: Align2, text: &str| {
            painter.text(at, align, text, theme::plain(TEXT), tokens.quiet);
        };
        let points = self.points(plot);
        let words = [0, 1].map(|edge| {
            let words = self.edges[edge].to_owned();
            let galley = painter.layout_no_wrap(words, theme::plain(TEXT), tokens.quiet);
            let place = free_place(&points, plot, edge == 0, galley.size());
            painter.galley(place.min, galley, tokens.quiet);
            place
        });
        let step = number_step(plot.width() / self.width_in_plies());
        let last = self.width_in_plies() as usize;
        let y = space.bottom() - 2.0;
        let end = painter.layout_no_wrap("moves".to_owned(), theme::plain(TEXT), tokens.quiet).size().x;
        text(pos2(plot.right(), y), Align2::RIGHT_BOTTOM, "moves");
        for ply in (0..=last).step_by(step) {
            let x = plot.left() + plot.width() * ply as f32 / self.width_in_plies();
            if x + 16.0 < plot.right() - end {
                painter.vline(x, plot.bottom()..=plot.bottom() + 2.0, Stroke::new(1.0, tokens.quiet));
                text(pos2(x, y), Align2::CENTER_BOTTOM, &ply.to_string());
            }
        }
        words
    }

    fn paint_marks(&self, painter: &Painter, plot: Rect, marks: &[ChartMark], tokens: &Tokens) {
        let points = self.points(plot);
        for mark in marks {
            let Some(point) = points.get(mark.ply).filter(|point| !point.y.is_nan()) else { continue };
            painter.circle(*point, mark.radius, mark.color, Stroke::new(1.0, tokens.page));
            if mark.ply == self.ply {
                painter.circle_stroke(*point, mark.radius + 2.0, Stroke::new(1.5, tokens.accent));
            }
        }
    }

    /// The marked ply that is close to a pointed one; otherwise the pointed one.
    fn nearest_mark(&self, plot: Rect, pointed: usize, marks: &[ChartMark]) -> usize {
        let pixels = plot.width() / self.width_in_plies();
        let distance = |mark: &&ChartMark| mark.ply.abs_diff(pointed);
        let nearest = marks.iter().min_by_key(distance);
        nearest.filter(|mark| distance(mark) as f32 * pixels <= MARK_REACH).map_or(pointed, |mark| mark.ply)
    }

    /// The number of plies that fit into the width of the chart.
    fn width_in_plies(&self) -> f32 {
        self.plies.max(MIN_PLIES) as f32
    }

    fn points(&self, plot: Rect) -> Vec<Pos2> {
        let x = |ply: usize| plot.left() + plot.width() * ply as f32 / self.width_in_plies();
        let y = |value: f32| plot.center().y - plot.height() / 2.0 * value / self.max;
        self.values.iter().enumerate().map(|(ply, value)| pos2(x(ply), y(*value))).collect()
    }

    fn ply_at(&self, plot: Rect, x: f32) -> usize {
        let ply = ((x - plot.left()) / plot.width() * self.width_in_plies()).round().max(0.0) as usize;
        ply.min(self.plies)
    }
}

/// Where words of this size are crossed least by the line: if possible at the upper or lower edge of the plot, otherwise below
/// or above that, and as far to the left as possible.
fn free_place(points: &[Pos2], plot: Rect, top: bool, size: Vec2) -> Rect {
    let width = (plot.width() - size.x - 8.0).max(0.0);
    let rows =
        [0.0, size.y + 1.0].map(|row| if top { plot.top() + row } else { plot.bottom() - size.y - row });
    let lefts = (0..=8).map(|n| plot.left() + 4.0 + width * n as f32 / 8.0);
    let place = |left: f32, row: f32| Rect::from_min_size(pos2(left, row), size);
    let mut places = rows.into_iter().flat_map(|row| lefts.clone().map(move |left| place(left, row)));
    let crossed = |place: &Rect| {
        let near = place.expand(3.0);
        let between =
            |pair: &[Pos2]| (0..=4).filter(|n| near.contains(pair[0].lerp(pair[1], *n as f32 / 4.0))).count();
        points.windows(2).map(between).sum::<usize>()
    };
    let first = place(plot.left() + 4.0, rows[0]);
    places.by_ref().min_by_key(crossed).unwrap_or(first)
}

/// The plies from one number to the next: 1, 2 or 5 times a power of ten.
fn number_step(pixels_per_ply: f32) -> usize {
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|n| n * 10_usize.pow(power)));
    steps.take(12).find(|step| *step as f32 * pixels_per_ply >= MIN_NUMBER_GAP).unwrap_or(10_000)
}

/// The area between the line and zero, in one colour above it and in another one below.
fn area(points: &[Pos2], zero: f32, [above, below]: [Color32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let crosses = (from.y - zero) * (to.y - zero) < 0.0;
        let between = if crosses {
            let part = (zero - from.y) / (to.y - from.y);
            pos2(from.x + (to.x - from.x) * part, zero)
        } else {
            to
        };
        for (from, to) in [(from, between), (between, to)] {
            let color = if from.y.min(to.y) < zero { above } else { below };
            let first = mesh.vertices.len() as u32;
            for corner in [from, to, pos2(to.x, zero), pos2(from.x, zero)] {
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

    fn chart(values: &[f32], plies: usize, ply: usize) -> BalanceChart<'_> {
        BalanceChart {
            title: "balance",
            values,
            max: 10.0,
            plies,
            ply,
            colors: [Color32::BLUE, Color32::RED],
            edges: ["", ""],
            describe: &|ply| format!("value {ply}"),
            paint_sign: &|_, _, _| {},
        }
    }

    #[test]
    fn short_games_do_not_fill_the_width() {
        let plot = Rect::from_min_max(pos2(100.0, 0.0), pos2(300.0, 50.0));
        let short = chart(&[0.0, 10.0, -10.0], 2, 0);
        assert_eq!(short.points(plot), [pos2(100.0, 25.0), pos2(110.0, 0.0), pos2(120.0, 50.0)]);
        for (x, ply) in [(0.0, 0), (104.0, 0), (106.0, 1), (120.0, 2), (290.0, 2)] {
            assert_eq!(short.ply_at(plot, x), ply, "{x}");
        }
        let long = chart(&[], 40, 0);
        for (x, ply) in [(100.0, 0), (200.0, 20), (299.0, 40), (999.0, 40)] {
            assert_eq!(long.ply_at(plot, x), ply, "{x}");
        }
    }

    #[test]
    fn words_at_an_edge_are_not_crossed_by_the_line() {
        let plot = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 60.0));
        let size = vec2(60.0, 13.0);
        let place = |points: &[Pos2], top| free_place(points, plot, top, size);
        assert_eq!(place(&[], true).min, pos2(4.0, 0.0));
        assert_eq!(place(&[], false).max, pos2(64.0, 60.0));
        // The line is at the edge in the left half: the words are in the right half.
        let left = [pos2(0.0, 2.0), pos2(90.0, 2.0), pos2(95.0, 50.0)];
        assert!(place(&left, true).left() > 95.0 && place(&left, true).top() < 1.0);
        // The line is at the edge everywhere: the words are below it.
        let all: Vec<Pos2> = (0..=20).map(|n| pos2(n as f32 * 10.0, 1.0)).collect();
        assert!(place(&all, true).top() > 10.0 && place(&all, false).bottom() > 59.0);
    }

    #[test]
    fn numbers_of_moves_are_round_and_far_enough_apart() {
        for (pixels, step) in [(100.0, 1), (20.0, 2), (10.0, 5), (3.6, 10), (2.0, 20), (0.1, 500)] {
            assert_eq!(number_step(pixels), step, "{pixels}");
        }
    }

    #[test]
    fn the_area_changes_its_colour_at_zero() {
        let colors = [Color32::BLUE, Color32::RED];
        let mesh = area(&[pos2(0.0, 0.0), pos2(10.0, 20.0)], 10.0, colors);
        assert!(mesh.is_valid());
        let with = |color| mesh.vertices.iter().filter(move |vertex| vertex.color == color);
        assert!(with(Color32::BLUE).all(|vertex| vertex.pos.x < 5.01));
        assert!(with(Color32::RED).all(|vertex| vertex.pos.x > 4.99));
        assert_eq!((with(Color32::BLUE).count(), with(Color32::RED).count()), (4, 4));
        assert!(area(&[pos2(0.0, 0.0)], 10.0, colors).is_empty());
    }

    #[test]
    fn a_pointer_close_to_a_mark_means_the_mark() {
        let plot = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 50.0));
        let long = chart(&[], 100, 0);
        let marks = [10, 40].map(|ply| ChartMark { ply, color: Color32::RED, radius: 3.0 });
        for (pointed, ply) in [(8, 10), (10, 10), (13, 13), (39, 40), (60, 60)] {
            assert_eq!(long.nearest_mark(plot, pointed, &marks), ply, "{pointed}");
        }
        assert_eq!(long.nearest_mark(plot, 7, &[]), 7);
    }

    #[cfg(feature = "kittest")]
    #[test]
    fn a_click_goes_to_its_ply() {
        use egui_kittest::Harness;
        use egui_kittest::kittest::Queryable;
        let draw = |ui: &mut Ui, went: &mut Option<usize>| {
            let to = chart(&[0.0; 41], 40, 3).show(ui);
            *went = went.or(to);
        };
        let builder = Harness::builder().with_size([300.0, 100.0]);
        let mut harness = builder.with_context_setup(theme::apply).build_ui_state(draw, None);
        harness.run();
        harness.get_by_label("balance: value 3").click();
        harness.run();
        let went = harness.state().expect("a ply");
        assert!((18..=22).contains(&went), "{went}");
    }
}
