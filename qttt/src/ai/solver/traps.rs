//! The answers to a first move that leave the fewest optimal replies. Counting takes seconds, so they are listed here.
//! They choose only among moves that are proved equal, and a test recounts them.

use super::board::{PAIRS, SPOT, SYMMETRIC_SPOT, spot_of};
use super::{SolverRun, State};
use crate::rules::{Move, Place, Position, Scoring};

/// A first move, and an answer that keeps the value and leaves x the fewest optimal moves. One first move for each
/// class of symmetry, if y has a choice and has not won already.
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

impl SolverRun<'_> {
    /// The answers to a first move that leave x the fewest optimal moves, if they are listed.
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
            for symmetric in SYMMETRIC_SPOT.iter().filter(|symmetric| symmetric[spot(*other)] == first) {
                answers |= 1 << symmetric[spot(*answer)];
            }
        }
        let moves: Vec<Move> =
            (0..PAIRS as u8).filter(|spot| answers >> spot & 1 == 1).map(State::move_to).collect();
        (!moves.is_empty()).then_some(moves)
    }
}
