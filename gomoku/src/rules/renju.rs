//! The forbidden moves of black in renju.
//!
//! A move that makes exactly five is always allowed. Otherwise overlines (six or more), double fours and double threes
//! are forbidden. A four counts if one more stone makes exactly five. A three counts if one more stone makes a straight
//! four, and if that stone is allowed and does not make five itself. So whether a point is forbidden can depend on
//! other points.

use super::grid::{Cell, DIRECTIONS, Grid};
use super::types::Forbidden;

/// Why black must not play on an empty point; `None` if it may. The grid is unchanged afterwards.
pub fn forbidden(grid: &mut Grid, index: usize) -> Option<Forbidden> {
    grid.set(index, Cell::Black);
    let reason = check_placed(grid, index);
    grid.set(index, Cell::Empty);
    reason
}

/// The same for a black stone that is already on the grid.
fn check_placed(grid: &mut Grid, index: usize) -> Option<Forbidden> {
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
    // A line with a four has no three.
    let mut threes = 0;
    for (step, fours) in DIRECTIONS.into_iter().zip(fours) {
        if fours == 0 && is_three(grid, index, step) {
            threes += 1;
        }
    }
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// The empty cells at the ends of a black stone's run. Only there a stone can extend the run.
fn ends(grid: &Grid, index: usize, step: usize) -> impl Iterator<Item = usize> + use<> {
    let (first, last) = grid.run(index, step);
    let empty = [first - step, last + step].map(|end| Some(end).filter(|end| grid.cell(*end) == Cell::Empty));
    empty.into_iter().flatten()
}

/// Number of fours of a black stone in one direction. A straight four counts once, although two stones complete it.
fn fours(grid: &mut Grid, index: usize, step: usize) -> usize {
    let mut completions = 0;
    for end in ends(grid, index, step) {
        grid.set(end, Cell::Black);
        completions += usize::from(grid.length(end, step) == 5);
        grid.set(end, Cell::Empty);
    }
    if completions == 2 && grid.length(index, step) == 4 { 1 } else { completions }
}

/// Whether a black stone is part of a three in one direction.
fn is_three(grid: &mut Grid, index: usize, step: usize) -> bool {
    ends(grid, index, step).any(|end| {
        grid.set(end, Cell::Black);
        let counts = is_straight_four(grid, end, step)
            && DIRECTIONS.iter().all(|step| grid.length(end, *step) != 5)
            && check_placed(grid, end).is_none();
        grid.set(end, Cell::Empty);
        counts
    })
}

/// Whether the run through a black stone is a four that both ends complete to exactly five.
fn is_straight_four(grid: &Grid, index: usize, step: usize) -> bool {
    let (first, last) = grid.run(index, step);
    (last - first) / step == 3
        && grid.cell(first - step) == Cell::Empty
        && grid.cell(last + step) == Cell::Empty
        && grid.cell(first - 2 * step) != Cell::Black
        && grid.cell(last + 2 * step) != Cell::Black
}
