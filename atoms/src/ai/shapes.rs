//! A judgement by hand, of the kind that people who write such machines use: safe atoms, corners, edges, and blocks of
//! critical atoms. It is what the levels for people know.

use crate::board::{Board, Shape, Word};

/// How good the shapes of a board are for the side to move, less those of the opponent.
pub fn shapes<W: Word>(shape: &Shape<W>, board: &Board<W>) -> i32 {
    let critical = board.critical(shape);
    let (mine, theirs) = board.counts();
    mine as i32 - theirs as i32 + held(shape, board.mine, board.theirs, critical)
        - held(shape, board.theirs, board.mine, critical)
}

/// What the atoms of one side are worth besides their electrons.
fn held<W: Word>(shape: &Shape<W>, own: W, other: W, critical: W) -> i32 {
    let count = |squares: W| squares.count() as i32;
    let danger = shape.beside(other & critical);
    let threatened = own & shape.around(other & critical);
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
    let blocks = 2 * count(ready & shape.around(ready));
    good + blocks - at_risk
}
