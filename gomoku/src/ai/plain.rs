//! Threats and wins by fours, as plain as can be: every stone is put, looked at and taken away again. Slow, and short
//! enough to be trusted.

use super::Threat;
use crate::rules::{Cell, Colour, DIRECTIONS, Grid, Move, Point, Position, Rule, Setup};
use common::search::Reversible;

/// The same board with a colour to move.
fn turned(position: &Position, colour: Colour) -> Option<Position> {
    let stones: Vec<(Point, Colour)> = position.grid().stones().collect();
    Position::of(Setup { ..position.setup() }, &stones, colour)
}

/// Whether a stone of a colour on an empty point would win.
fn wins(position: &Position, point: Point, colour: Colour) -> bool {
    let mut grid = position.grid().clone();
    let index = Grid::index(point);
    grid.set(index, colour.into());
    DIRECTIONS.iter().any(|step| position.rule().wins(colour, grid.length(index, *step)))
}

/// The empty points within four steps of a point, along the four lines through it.
fn around(position: &Position, point: Point) -> Vec<Point> {
    let size = position.size();
    let far = |way: (i8, i8), n: i8| {
        let row = point.row.checked_add_signed(way.0 * n)?;
        let column = point.column.checked_add_signed(way.1 * n)?;
        Some(Point { row, column }).filter(|point| size.contains(*point))
    };
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
    let points = ways.iter().flat_map(|way| (1..=4).filter_map(move |n| far(*way, n)));
    points.filter(|point| position.grid().get(*point) == Cell::Empty).collect()
}

/// Where a colour would win with its next stone.
fn fives(position: &Position, near: &[Point], colour: Colour) -> Vec<Point> {
    near.iter().copied().filter(|point| wins(position, *point, colour)).collect()
}

/// What a stone would make, for the colour that is to move.
fn made(position: &Position, point: Point) -> Option<Threat> {
    let colour = position.colour();
    if wins(position, point, colour) {
        return Some(Threat::Five);
    }
    if position.forbidden(point).is_some() {
        return None;
    }
    let mut after = position.clone();
    after.apply(&Move::Stone(point));
    let near = around(&after, point);
    match fives(&after, &near, colour).len() {
        0 => {}
        1 => return Some(Threat::Four),
        _ => return Some(Threat::OpenFour),
    }
    let opens = |next: &Point| {
        let Some(mut next_turn) = turned(&after, colour) else { return false };
        if next_turn.forbidden(*next).is_some() {
            return false;
        }
        next_turn.apply(&Move::Stone(*next));
        fives(&next_turn, &around(&next_turn, *next), colour).len() > 1
    };
    near.iter().any(opens).then_some(Threat::OpenThree)
}

/// The points where a colour could make something that must be answered.
pub fn threats(position: &Position, colour: Colour) -> Vec<(Point, Threat)> {
    let Some(position) = turned(position, colour).filter(|position| position.end().is_none()) else {
        return Vec::new();
    };
    // A point far from every own stone makes nothing.
    let near = |point: &Point| {
        let own = |(stone, owner): (Point, Colour)| {
            owner == colour && stone.row.abs_diff(point.row) <= 4 && stone.column.abs_diff(point.column) <= 4
        };
        position.grid().stones().any(own)
    };
    let points: Vec<Point> = position.grid().empty().filter(near).collect();
    points.into_iter().filter_map(|point| Some((point, made(&position, point)?))).collect()
}

/// The shortest win of the side to move by fours alone, within so many of its stones: its stones and the answers in turn.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    if position.end().is_some() {
        return None;
    }
    (1..=stones).find_map(|stones| attack(position, stones))
}

fn attack(position: &Position, stones: usize) -> Option<Vec<Point>> {
    let (own, other) = (position.colour(), position.colour().other());
    let empty: Vec<Point> = position.grid().empty().collect();
    if let Some(five) = empty.iter().find(|point| wins(position, **point, own)) {
        return Some(vec![*five]);
    }
    if stones < 2 {
        return None;
    }
    let must = fives(position, &empty, other);
    let first = match must[..] {
        [] => empty,
        [point] => vec![point],
        _ => return None,
    };
    for point in first {
        if position.forbidden(point).is_some() {
            continue;
        }
        let mut after = position.clone();
        after.apply(&Move::Stone(point));
        let fives = fives(&after, &around(&after, point), own);
        let Some(answer) = fives.first() else { continue };
        // Black may not be able to answer at all, by the rules of renju.
        let stuck = after.rule() == Rule::Renju && after.forbidden(*answer).is_some();
        if fives.len() > 1 || stuck {
            if after.grid().empty().all(|point| !wins(&after, point, other)) {
                let last = fives[usize::from(fives.len() > 1)];
                return Some(vec![point, *answer, last]);
            }
            continue;
        }
        if wins(&after, *answer, other) || after.grid().empty().any(|point| wins(&after, point, other)) {
            continue;
        }
        after.apply(&Move::Stone(*answer));
        if let Some(line) = attack(&after, stones - 1) {
            return Some([vec![point, *answer], line].concat());
        }
    }
    None
}
