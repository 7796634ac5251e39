//! A hand-crafted evaluation for the easier levels: safe atoms, corners, edges, and blocks of critical atoms.

use crate::board::{Board, Shape, Word};

/// The evaluation for the side to move.
pub fn handcrafted_evaluation<W: Word>(shape: &Shape<W>, board: &Board<W>) -> i32 {
    let critical = board.critical(shape);
    let (mine, theirs) = board.counts();
    mine as i32 - theirs as i32 + positional_value(shape, board.mine, board.theirs, critical)
        - positional_value(shape, board.theirs, board.mine, critical)
}

/// The value of one side's atoms in addition to their electrons.
fn positional_value<W: Word>(shape: &Shape<W>, own: W, other: W, critical: W) -> i32 {
    let count = |squares: W| squares.count() as i32;
    let danger = shape.shifted(other & critical);
    let threatened = own & shape.neighbours(other & critical);
    let safe = own & !threatened;
    let at_risk: i32 = danger
        .into_iter()
        .map(|from| {
            let hit = own & from;
            3 * count(hit & shape.corner()) + 2 * count(hit & shape.edge()) + count(hit & shape.inner())
        })
        .sum();
    let good = 3 * count(safe & shape.corner()) + 2 * count(safe & shape.edge()) + 2 * count(safe & critical);
    let ready = own & critical;
    let blocks = 2 * count(ready & shape.neighbours(ready));
    good + blocks - at_risk
}
