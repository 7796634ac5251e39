//! A fixed benchmark: its node counts change only when the search does.

use super::{Minimax, plain, search};
use crate::rules::{Move, Point, Position, Setup};
use common::game::Dice;
use common::player::Budget;
use common::search::Reversible;
use common::speed::Speed;
use serde::Serialize;

/// Number of positions.
const POSITIONS: u64 = 8;
/// Stones in each position, as in the source document's measurement.
const STONES: usize = 6;
/// Depth of the plain search.
const PLAIN_DEPTH: u32 = 2;
/// The fast search repeats the same work this many times.
const REPEATS: u64 = 64;

/// The results of [`bench()`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The boards that `minimax` rated; the same on every computer.
    pub nodes: u64,
    /// `minimax` with its default options, four plies and thirty moves, on boards with six stones.
    pub minimax: Speed,
    /// Its seconds per move.
    pub seconds_per_move: f64,
    /// `minimax` with two plies.
    pub fast: Speed,
    /// The plain search, without pruning and incremental rating.
    pub plain: Speed,
    /// How many times slower the plain search is.
    pub ratio: f64,
}

/// Measures `minimax`. This takes about a second.
pub fn bench() -> Bench {
    let positions: Vec<Position> = (0..POSITIONS).map(opening).collect();
    let Minimax { depth, best } = Minimax::default();
    let nodes = |position, depth| search(position, depth, best, &Budget::default()).nodes;
    let minimax = Speed::of(|| positions.iter().map(|position| nodes(position, depth)).sum());
    // The two alternate, so that other load slows down both.
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
