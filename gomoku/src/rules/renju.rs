//! What black must not do in renju.
//!
//! A move that makes exactly five is always allowed. Otherwise six or more in a row, two fours, and two threes are
//! forbidden. A four counts if one more stone makes it exactly five. A three counts if one more stone makes it a
//! straight four, which two different stones make a five, and if that stone may be put and makes no five itself: whether
//! a point is forbidden can so depend on whether others are.

use super::grid::{Cell, DIRECTIONS, Grid};
use super::types::Forbidden;

/// Why black must not move to an empty place; `None` if it may. The grid is the same afterwards.
pub fn forbidden(grid: &mut Grid, index: usize) -> Option<Forbidden> {
    grid.set(index, Cell::Black);
    let answer = judge(grid, index);
    grid.set(index, Cell::Empty);
    answer
}

/// The same for a black stone that has just been put.
fn judge(grid: &mut Grid, index: usize) -> Option<Forbidden> {
    let lengths = DIRECTIONS.map(|step| grid.length(index, step));
    if lengths.contains(&5) {
        return None;
    }
    if lengths.iter().any(|length| *length > 5) {
        return Some(Forbidden::Overline);
    }
    let fours = DIRECTIONS.map(|step| fours(grid, index, step));
    if fours.iter().sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let mut threes = 0;
    for (step, fours) in DIRECTIONS.into_iter().zip(fours) {
        if fours == 0 && is_three(grid, index, step) {
            threes += 1;
        }
    }
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// The empty places within four steps of a place, in a direction and its opposite, that no other colour parts from it.
fn near(grid: &Grid, index: usize, step: usize) -> impl Iterator<Item = usize> + use<> {
    let open = |cell| matches!(cell, Cell::Empty | Cell::Black);
    let reach = |forward: bool| {
        let at = move |n: usize| if forward { index + n * step } else { index - n * step };
        (1..=4).map(at).take_while(|at| open(grid.cell(*at))).filter(|at| grid.cell(*at) == Cell::Empty)
    };
    let mut found: Vec<usize> = reach(false).chain(reach(true)).collect();
    found.sort_unstable();
    found.into_iter()
}

/// Whether two black stones on a line are of one run.
fn joined(grid: &Grid, a: usize, b: usize, step: usize) -> bool {
    let (first, last) = grid.run(a, step);
    (first..=last).contains(&b)
}

/// How many fours a black stone is part of, in one direction. A straight four is one, though two stones complete it.
fn fours(grid: &mut Grid, index: usize, step: usize) -> usize {
    let mut completions = Vec::new();
    for at in near(grid, index, step) {
        grid.set(at, Cell::Black);
        if grid.length(at, step) == 5 && joined(grid, at, index, step) {
            completions.push(at);
        }
        grid.set(at, Cell::Empty);
    }
    match completions[..] {
        [a, b] if b - a == 5 * step => 1,
        _ => completions.len(),
    }
}

/// Whether a black stone is part of a three, in one direction.
fn is_three(grid: &mut Grid, index: usize, step: usize) -> bool {
    near(grid, index, step).any(|at| {
        grid.set(at, Cell::Black);
        let straight = joined(grid, at, index, step) && is_straight_four(grid, at, step);
        let may = straight
            && DIRECTIONS.iter().all(|step| grid.length(at, *step) != 5)
            && judge(grid, at).is_none();
        grid.set(at, Cell::Empty);
        may
    })
}

/// Whether the run through a black stone is a four that both its ends complete to exactly five.
fn is_straight_four(grid: &Grid, index: usize, step: usize) -> bool {
    let (first, last) = grid.run(index, step);
    (last - first) / step == 3
        && grid.cell(first - step) == Cell::Empty
        && grid.cell(last + step) == Cell::Empty
        && grid.cell(first - 2 * step) != Cell::Black
        && grid.cell(last + 2 * step) != Cell::Black
}
