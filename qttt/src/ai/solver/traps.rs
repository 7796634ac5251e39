//! The answers to a first move that are hardest to answer in turn. To count the right answers to each of them takes
//! seconds, so they are written down; they only choose among moves that are proven to be equal, and a test counts again.

use super::board::{PAIRS, SPOT, TURNED, spot_of};
use super::{State, Study};
use crate::rules::{Move, Place, Position, Scoring};

/// A first move and an answer that keeps the value and leaves x the fewest right moves. First moves that stand for
/// those that are the same but for symmetry, where y has a choice and has not won already.
type Trap = ([u8; 2], [u8; 2]);

const SEED: [Trap; 7] = [
    ([0, 1], [0, 4]),
    ([0, 2], [0, 4]),
    ([0, 5], [1, 4]),
    ([0, 8], [0, 4]),
    ([1, 3], [0, 2]),
    ([1, 4], [0, 2]),
    ([1, 7], [0, 2]),
];
const GOFF: [Trap; 8] = [
    ([0, 1], [0, 2]),
    ([0, 2], [1, 4]),
    ([0, 4], [0, 2]),
    ([0, 5], [0, 2]),
    ([0, 8], [0, 4]),
    ([1, 3], [2, 8]),
    ([1, 4], [6, 8]),
    ([1, 7], [0, 6]),
];

impl Study<'_> {
    /// The answers to a first move that leave x the fewest right moves, where they are known.
    pub fn traps(&self, position: &Position) -> Option<Vec<Move>> {
        let places: Vec<Place> = position.marks().map(|(_, place)| place).collect();
        let [first @ Place::Two(..)] = places[..] else { return None };
        let traps: &[Trap] = match self.solver.scoring {
            Scoring::Seed => &SEED,
            Scoring::Goff => &GOFF,
        };
        let spot = |pair: [u8; 2]| usize::from(SPOT[usize::from(pair[0])][usize::from(pair[1])]);
        let first = spot_of(first);
        let mut answers = 0u64;
        for (other, answer) in traps {
            for turned in TURNED.iter().filter(|turned| turned[spot(*other)] == first) {
                answers |= 1 << turned[spot(*answer)];
            }
        }
        let moves: Vec<Move> =
            (0..PAIRS as u8).filter(|spot| answers >> spot & 1 == 1).map(State::move_to).collect();
        (!moves.is_empty()).then_some(moves)
    }
}
