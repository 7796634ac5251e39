//! Ties: a line from each small mark to the same mark in its other cell.
//!
//! Several curves are tried for each tie. The one that runs least through other marks and stays on the board is drawn.
//! A mark here is its symbol with its number.

use super::paint::{Geometry, MarkLayout, color, pale};
use crate::rules::{Cell, Mark, Place, Position};
use common::window::Tokens;
use egui::epaint::QuadraticBezierShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke};

/// How a tie is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Part of the cycle.
    Cycle,
    /// Tied to the cycle, settles with it.
    Stem,
    /// Any other mark.
    Loose,
    /// The same in the cell that is pointed at.
    Pointed,
}

/// How far a tie bends to the side if nothing is in the way, as a part of its length.
const BEND: f32 = 0.08;
/// How far it bends at most.
const MAX_BEND: f32 = 0.56;
/// How much the bends that are tried differ.
const BEND_STEP: f32 = 0.04;
/// Where its peak is, as a part of the way from one end to the other.
const PEAKS: [f32; 3] = [0.5, 0.3, 0.7];
/// The number of points of a curve that are compared with marks.
const SAMPLES: u16 = 40;
/// The space between a tie and a small mark, as a part of the size of the mark.
const CLEARANCE: f32 = 0.12;
/// The space between a tie and a big mark, as a part of its cell.
const BIG_CLEARANCE: f32 = 0.035;

/// The space between the circle around a mark and the ends of its own tie, in points.
const START_GAP: f32 = 1.5;

/// Something that a tie goes around.
#[derive(Debug, Clone, Copy)]
enum Obstacle {
    /// A small mark, and the circle around it while it can be chosen.
    Circle(Pos2, f32),
    /// The symbol or the number of a big mark.
    Box(Rect),
}

impl Obstacle {
    /// How deep a point is within it: 0 outside and at its edge, 1 in its centre.
    fn depth(&self, at: Pos2) -> f32 {
        let share = match self {
            Obstacle::Circle(center, radius) => at.distance(*center) / radius,
            Obstacle::Box(rect) => ((at - rect.center()).abs() / (rect.size() / 2.0)).max_elem(),
        };
        (1.0 - share).max(0.0)
    }
}

/// Draws a tie.
pub fn tie(
    painter: &Painter,
    geometry: &Geometry,
    position: &Position,
    which: Mark,
    kind: Tie,
    tokens: &Tokens,
) {
    let Some(Place::Two(a, b)) = position.place(which) else { return };
    let points = curve(geometry, position, which, a, b);
    let unit = geometry.board.width() / 400.0;
    let line = match kind {
        Tie::Cycle => tokens.accent,
        Tie::Stem => tokens.quiet,
        Tie::Loose => pale(color(which, tokens), 0.65, tokens),
        Tie::Pointed => color(which, tokens),
    };
    let width = match kind {
        Tie::Cycle => 3.0,
        Tie::Pointed => 2.4,
        Tie::Stem | Tie::Loose => 1.6,
    } * unit.max(0.6);
    let stroke = Stroke::new(width, line);
    let curve = QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke);
    if kind == Tie::Cycle {
        painter.add(curve);
    } else {
        painter.extend(Shape::dashed_line(&curve.flatten(Some(0.5)), stroke, 6.0 * unit, 5.0 * unit));
    }
}

/// The curve of a tie: its ends at the edges of the mark, and the control point between them.
fn curve(geometry: &Geometry, position: &Position, which: Mark, a: Cell, b: Cell) -> [Pos2; 3] {
    let (from, to) = (geometry.place(a, which).center(), geometry.place(b, which).center());
    let obstacles = obstacles(geometry, position, which);
    let board = geometry.board.shrink(geometry.board.width() * 0.01);
    let way = to - from;
    let side = way.rot90();
    // Away from the centre of the board a line covers less of the cells between.
    let outward = if side.dot(from + way / 2.0 - geometry.board.center()) < 0.0 { -1.0 } else { 1.0 };
    let radius = geometry.place(a, which).width() * 0.5 + START_GAP;
    let mut best: Option<(f32, [Pos2; 3])> = None;
    let steps = (MAX_BEND / BEND_STEP) as i16;
    for bend in (-steps..=steps).map(|step| f32::from(step) * BEND_STEP) {
        for peak in PEAKS {
            let control = from + way * peak + side * (2.0 * bend * outward);
            let ends = [from, to].map(|end| end + (control - end).normalized() * radius);
            let points = [ends[0], control, ends[1]];
            let detour = (bend - BEND).abs() + (peak - 0.5).abs() * 0.3;
            let cost = collisions(points, &obstacles) + outside(points, board) + detour * 0.5;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, points));
            }
        }
    }
    best.map_or([from, from, to], |(_, points)| points)
}

/// The other marks, big and small.
fn obstacles(geometry: &Geometry, position: &Position, which: Mark) -> Vec<Obstacle> {
    let around = |other: Mark, place: Place| match place {
        Place::One(cell) => {
            let cell = geometry.cell(cell);
            let MarkLayout { symbol, number, .. } = MarkLayout::big(cell, other);
            let clearance = cell.width() * BIG_CLEARANCE;
            [symbol, number].map(|part| Obstacle::Box(part.expand(clearance))).to_vec()
        }
        Place::Two(a, b) => {
            let places = [a, b].map(|cell| geometry.place(cell, other));
            let circle = |place: Rect| Obstacle::Circle(place.center(), place.width() * (0.5 + CLEARANCE));
            places.map(circle).to_vec()
        }
    };
    position
        .marks()
        .filter(|(other, _)| *other != which)
        .flat_map(|(mark, place)| around(mark, place))
        .collect()
}

/// A point of a curve, from 0 to 1.
fn point([from, control, to]: [Pos2; 3], part: f32) -> Pos2 {
    let first = from.lerp(control, part);
    first.lerp(control.lerp(to, part), part)
}

fn samples(points: [Pos2; 3]) -> impl Iterator<Item = Pos2> {
    (0..=SAMPLES).map(move |n| point(points, f32::from(n) / f32::from(SAMPLES)))
}

/// How much of a curve runs through obstacles: a part of its points, more where it comes near a centre.
fn collisions(points: [Pos2; 3], obstacles: &[Obstacle]) -> f32 {
    let depth = |at: Pos2| -> f32 { obstacles.iter().map(|obstacle| obstacle.depth(at)).sum() };
    samples(points).map(|at| if depth(at) > 0.0 { 0.3 + depth(at) } else { 0.0 }).sum()
}

/// How much of a curve is outside the board: more than any collision.
fn outside(points: [Pos2; 3], board: Rect) -> f32 {
    samples(points).filter(|at| !board.contains(*at)).count() as f32 * 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::game::{Dice, Game};
    use common::search::Reversible;
    use egui::Vec2;

    /// The marks that the tie of `which` runs through: their symbols or their numbers, its own ones too.
    fn crossed(position: &Position, which: Mark) -> usize {
        let geometry = Geometry { board: Rect::from_min_size(Pos2::ZERO, Vec2::splat(400.0)) };
        let Some(Place::Two(a, b)) = position.place(which) else { return 0 };
        let points = curve(&geometry, position, which, a, b);
        assert!(samples(points).all(|at| geometry.board.contains(at)), "{which} leaves the board");
        let layouts = position.marks().flat_map(|(other, place)| match place {
            Place::One(cell) => vec![MarkLayout::big(geometry.cell(cell), other)],
            Place::Two(a, b) => {
                [a, b].map(|cell| MarkLayout::of(geometry.place(cell, other), other)).to_vec()
            }
        });
        // Half the width of the line.
        let parts = |layout: &MarkLayout| [layout.symbol, layout.number].map(|part| part.expand(1.2));
        let touches = |layout: &MarkLayout| {
            parts(layout).iter().any(|part| samples(points).any(|at| part.contains(at)))
        };
        layouts.filter(touches).count()
    }

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::new(crate::rules::Scoring::Seed);
        for text in moves {
            let m = position.parse(position.mover(), text).unwrap();
            position.apply(&m);
        }
        position
    }

    #[test]
    fn ties_go_around_other_marks() {
        for moves in [
            &["0-1", "0-1"][..],
            &["0-1", "3-4", "1-2", "1-2"],
            &["0-4", "0-4", "1@4", "1-2", "3-5"],
            &["0-1", "1-4", "0-4", "3@0", "5-8", "2-6", "2-6"],
            // The fifth mark has settled in the centre, between the two cells of the seventh.
            &["0-3", "0-3", "2@0", "4-8", "2-5", "4-6", "6-8", "5@4", "1-7"],
            &["0-8", "0-4", "1-5"],
            &["0-1", "0-8", "1-4", "4-5", "0-4"],
        ] {
            let position = after(moves);
            for (which, _) in position.marks() {
                assert_eq!(crossed(&position, which), 0, "{moves:?}: {which}");
            }
        }
    }

    #[test]
    fn hardly_any_tie_of_a_random_game_crosses_a_mark() {
        let (mut ties, mut bad) = (0, 0);
        for seed in 0..200 {
            let mut dice = Dice::new(seed);
            let mut position = Position::new(crate::rules::Scoring::Seed);
            while position.outcome().is_none() {
                for (which, place) in position.marks() {
                    if matches!(place, Place::Two(..)) {
                        ties += 1;
                        bad += usize::from(crossed(&position, which) > 0);
                    }
                }
                let Some(m) = position.random_move(position.mover(), &mut dice) else { break };
                position.apply(&m);
            }
        }
        assert!(bad * 400 <= ties, "{bad} of {ties} ties cross a mark");
    }
}
