//! Fixed work to measure by: its node counts change only when the search does.

use super::{Minimax, plain, search};
use crate::rules::{Move, Point, Position, Setup};
use common::game::Dice;
use common::player::Budget;
use common::search::Reversible;
use common::speed::Speed;
use serde::Serialize;

/// Positions that are searched.
const POSITIONS: u64 = 8;
/// Stones of each, as in the document's own measurement.
const STONES: usize = 6;
/// Plies that the plain search can see in a moment.
const PLAIN_DEPTH: u32 = 2;
/// The fast search is so much faster that it does the same so often.
const REPEATS: u64 = 64;

/// What [`bench()`] found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The boards that `minimax` rated, the same on every machine.
    pub nodes: u64,
    /// `minimax` as it plays unless told otherwise, four plies and thirty moves, on boards of six stones.
    pub minimax: Speed,
    /// Its seconds for a move.
    pub seconds_per_move: f64,
    /// `minimax` with two plies.
    pub fast: Speed,
    /// The same with everything counted from scratch and nothing pruned.
    pub plain: Speed,
    /// How many times as long the plain search takes for a move.
    pub ratio: f64,
}

/// Measures `minimax`. It takes about a second.
pub fn bench() -> Bench {
    let positions: Vec<Position> = (0..POSITIONS).map(opening).collect();
    let Minimax { depth, best } = Minimax::default();
    let nodes = |position, depth| search(position, depth, best, &Budget::default()).nodes;
    let minimax = Speed::of(|| positions.iter().map(|position| nodes(position, depth)).sum());
    // Both take turns, so that what else the machine does meanwhile slows both.
    let (mut fast, mut plain) = (Speed::NONE, Speed::NONE);
    for position in &positions {
        plain.add(Speed::of(|| plain::search(position, PLAIN_DEPTH, best).nodes));
        fast.add(Speed::of(|| (0..REPEATS).map(|_| nodes(position, PLAIN_DEPTH)).sum()));
    }
    let ratio = plain.seconds * REPEATS as f64 / fast.seconds;
    let seconds_per_move = minimax.seconds / POSITIONS as f64;
    Bench { nodes: minimax.nodes, minimax, seconds_per_move, fast, plain, ratio }
}

/// A position with a few stones near the centre.
fn opening(number: u64) -> Position {
    let mut dice = Dice::of(1, number);
    let mut position = Position::new(Setup::default());
    let Point { row, column } = position.size().centre();
    while position.stones() < STONES {
        let point = Point { row: row - 2 + dice.below(5) as u8, column: column - 2 + dice.below(5) as u8 };
        let m = Move::Stone(point);
        if position.check(m).is_ok() {
            position.apply(&m);
        }
    }
    position
}
