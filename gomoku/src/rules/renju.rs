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
    // No line has a three besides a four: that one need not be looked for.
    let mut threes = 0;
    for (step, fours) in DIRECTIONS.into_iter().zip(fours) {
        if fours == 0 && is_three(grid, index, step) {
            threes += 1;
        }
    }
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// The empty places next to the run of a black stone, in one direction. A stone that makes the run longer can only be put there.
fn ends(grid: &Grid, index: usize, step: usize) -> impl Iterator<Item = usize> + use<> {
    let (first, last) = grid.run(index, step);
    let empty = [first - step, last + step].map(|end| Some(end).filter(|end| grid.cell(*end) == Cell::Empty));
    empty.into_iter().flatten()
}

/// How many fours a black stone is part of, in one direction. A straight four is one, though two stones complete it.
fn fours(grid: &mut Grid, index: usize, step: usize) -> usize {
    let mut completions = 0;
    for end in ends(grid, index, step) {
        grid.set(end, Cell::Black);
        completions += usize::from(grid.length(end, step) == 5);
        grid.set(end, Cell::Empty);
    }
    if completions == 2 && grid.length(index, step) == 4 { 1 } else { completions }
}

/// Whether a black stone is part of a three, in one direction.
fn is_three(grid: &mut Grid, index: usize, step: usize) -> bool {
    ends(grid, index, step).any(|end| {
        grid.set(end, Cell::Black);
        let may = is_straight_four(grid, end, step)
            && DIRECTIONS.iter().all(|step| grid.length(end, *step) != 5)
            && judge(grid, end).is_none();
        grid.set(end, Cell::Empty);
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
