//! Statistics: a table of the grades, and a plot of the scores.

use crate::solver::Grade;
use crate::stats::GradeSummary;
use common::window::{Tokens, card, quiet, theme};
use common::words::capitalized;
use egui::{
    Align2, Color32, Grid, Painter, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2,
};

/// The smallest and the largest height of the plot.
const PLOT: std::ops::RangeInclusive<f32> = 220.0..=480.0;
/// The space between two columns of the table, and how much of it a wide page adds.
const COLUMN_GAP: std::ops::RangeInclusive<f32> = 8.0..=64.0;
/// The width of the table without these spaces, about.
const COLUMNS: f32 = 350.0;

/// Draws the table and the plot.
pub fn show(ui: &mut Ui, summary: &[GradeSummary]) {
    let played: Vec<&GradeSummary> = summary.iter().filter(|grade| grade.played > 0).collect();
    if played.is_empty() {
        card(ui, |ui| {
            ui.label(RichText::new("Statistics").font(theme::heavy(theme::size::TURN)));
            ui.label("Nothing here yet. Solve a puzzle, and its score and time appear here.");
        });
        return;
    }
    card(ui, |ui| {
        ui.label(RichText::new("Best scores").font(theme::heavy(theme::size::TURN)));
        table(ui, &played);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        ui.label(RichText::new("Scores over time").font(theme::heavy(theme::size::TEXT)));
        plot(ui, &played);
    });
}

fn table(ui: &mut Ui, played: &[&GradeSummary]) {
    let gap = ((ui.available_width() - COLUMNS) / 5.0).floor().clamp(*COLUMN_GAP.start(), *COLUMN_GAP.end());
    Grid::new("statistics").num_columns(6).spacing(vec2(gap, 8.0)).striped(true).show(ui, |ui| {
        for text in ["Grade", "Played", "Solved", "Best score", "Average", "Best time"] {
            ui.label(quiet(text));
        }
        ui.end_row();
        let tokens = Tokens::of(ui);
        for summary in played {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
                paint_mark(ui.painter(), rect.center(), summary.grade, 5.0, &tokens);
                ui.label(capitalized(summary.grade.name()));
            });
            ui.label(summary.played.to_string());
            ui.label(summary.solved.to_string());
            let solved = |text: String| if summary.solved > 0 { text } else { "–".to_owned() };
            ui.label(RichText::new(solved(summary.best_score.to_string())).strong());
            ui.label(solved(format!("{:.1}", summary.average_score)));
            ui.label(solved(time_text(summary.best_seconds)));
            ui.end_row();
        }
    });
}

/// "1:05" or "1:01:05".
fn time_text(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The place of a grade among all grades: its colour and its mark.
fn place(grade: Grade) -> usize {
    Grade::ALL.iter().position(|other| *other == grade).unwrap_or(0)
}

/// Each grade has a colour and a shape of its own.
fn paint_mark(painter: &Painter, at: Pos2, grade: Grade, size: f32, tokens: &Tokens) {
    let color = tokens.player(place(grade));
    let polygon = |points: &[(f32, f32)]| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y) * size).collect();
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match grade {
        Grade::Sweep => {
            painter.circle_filled(at, size * 0.9, color);
        }
        Grade::Easy => polygon(&[(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]),
        Grade::Medium => polygon(&[(0.0, -1.0), (1.0, 0.8), (-1.0, 0.8)]),
        Grade::Hard => polygon(&[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)]),
        Grade::Fiendish => polygon(&[(-1.0, -0.8), (1.0, -0.8), (0.0, 1.0)]),
        Grade::Classic => {
            painter.circle_stroke(at, size * 0.8, Stroke::new(2.0, color));
        }
    }
}

/// Round values for the axis, at most six.
fn ticks(low: i64, high: i64) -> Vec<i64> {
    let range = (high - low).max(1);
    let mut step = 1_i64;
    while range / step > 5 {
        step = match step.to_string().as_bytes()[0] {
            b'2' => step / 2 * 5,
            _ => step * 2,
        };
    }
    let first = low.div_euclid(step) * step;
    (0..=7).map(|n| first + n * step).filter(|tick| (low..=high).contains(tick)).collect()
}

/// Games from left to right, in the order of their days; games of the same day have places of their own.
fn points(played: &[&GradeSummary]) -> Vec<(Grade, i64, i64)> {
    let of = |summary: &&GradeSummary| {
        let grade = summary.grade;
        summary.history.iter().map(move |(day, score)| (grade, *day, *score)).collect::<Vec<_>>()
    };
    let mut points: Vec<(Grade, i64, i64)> = played.iter().flat_map(of).collect();
    points.sort_by_key(|(_, day, _)| *day);
    points
}

fn plot(ui: &mut Ui, played: &[&GradeSummary]) {
    let points = points(played);
    let tokens = Tokens::of(ui);
    let height = (ui.ctx().content_rect().height() * 0.42).clamp(*PLOT.start(), *PLOT.end());
    let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let count = points.len();
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("plot of {count} scores")));
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        let font = theme::plain(theme::size::SMALL);
        let text = "No puzzle was solved yet.";
        ui.painter().text(space.center(), Align2::CENTER_CENTER, text, font, tokens.quiet);
        return;
    };
    let scores = || points.iter().map(|(_, _, score)| *score);
    let low = scores().min().unwrap_or(0).min(0);
    let high = scores().max().unwrap_or(0).max(low + 1);
    let area = Rect::from_min_max(space.min + vec2(44.0, 24.0), space.max - vec2(10.0, 22.0));
    let y = |score: i64| {
        let part = (score - low) as f32 / (high - low) as f32;
        area.bottom() - part * area.height()
    };
    let painter = ui.painter();
    let font = theme::plain(12.0);
    for tick in ticks(low, high) {
        let at = y(tick).round() + 0.5;
        painter.hline(area.x_range(), at, Stroke::new(1.0, tokens.line));
        let place = Pos2::new(area.left() - 6.0, at);
        painter.text(place, Align2::RIGHT_CENTER, tick.to_string(), font.clone(), tokens.quiet);
    }
    let day = |day: i64| {
        let (year, month, day) = crate::daily::date(u64::try_from(day).unwrap_or(0));
        format!("{year}-{month:02}-{day:02}")
    };
    painter.text(space.left_top(), Align2::LEFT_TOP, "points", font.clone(), tokens.quiet);
    let below = area.bottom() + 6.0;
    let middle = Pos2::new(area.center().x, below);
    painter.text(middle, Align2::CENTER_TOP, "solved puzzles in their order", font.clone(), tokens.quiet);
    painter.text(Pos2::new(area.left(), below), Align2::LEFT_TOP, day(first.1), font.clone(), tokens.quiet);
    if last.1 != first.1 {
        painter.text(Pos2::new(area.right(), below), Align2::RIGHT_TOP, day(last.1), font, tokens.quiet);
    }
    let x = |index: usize| match count {
        1 => area.center().x,
        count => area.left() + 8.0 + (area.width() - 16.0) * index as f32 / (count - 1) as f32,
    };
    for grade in Grade::ALL {
        let line: Vec<Pos2> = points
            .iter()
            .enumerate()
            .filter(|(_, point)| point.0 == grade)
            .map(|(index, (_, _, score))| Pos2::new(x(index), y(*score)))
            .collect();
        let color: Color32 = tokens.player(place(grade));
        painter.add(Shape::line(line.clone(), Stroke::new(1.0, color.gamma_multiply(0.5))));
        for at in line {
            paint_mark(painter, at, grade, 4.0, &tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_has_a_few_round_values() {
        assert_eq!(ticks(0, 100), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(-35, 12), [-30, -20, -10, 0, 10]);
        assert_eq!(ticks(0, 1), [0, 1]);
        for (low, high) in [(0, 7), (-1000, 5), (0, 1_000_000), (-3, 0)] {
            let ticks = ticks(low, high);
            assert!((2..=7).contains(&ticks.len()), "{low}..{high}: {ticks:?}");
        }
    }

    #[test]
    fn times_are_short() {
        assert_eq!(
            (time_text(5), time_text(65), time_text(3665)),
            ("0:05".into(), "1:05".into(), "1:01:05".into())
        );
    }
}
