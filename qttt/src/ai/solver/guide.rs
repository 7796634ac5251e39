//! What the first move of a process finds out, so that all others are quick: the values of the first two plies, and
//! moves that keep them.

use super::board::{PAIRS, spot_of};
use super::{Margin, Solver, State, Study};
use crate::rules::{Move, Place, Position};
use common::game::Side;

/// Moves that are known to keep the value of each position of two small marks, by the spots of both: a set of spots.
/// There may be more such moves, but to find them all would take longer than all the rest.
#[derive(Debug, Clone)]
pub struct Guide(Vec<u64>);

impl Study<'_> {
    /// Finds out what the first two plies are worth, of which every game has its own; later positions are cheaper.
    ///
    /// It begins with a solver that knows nothing, so that what it finds does not depend on what was asked before.
    pub fn warm_up(&mut self) -> Option<()> {
        if self.solver.guide.is_some() {
            return Some(());
        }
        let nodes = self.solver.nodes;
        *self.solver = Solver { nodes, ..Solver::new(self.solver.scoring) };
        let start = State::of(&Position::new(self.solver.scoring), &self.solver.keys);
        self.margin_of(&start)?;
        let mut seconds = Vec::new();
        for first in start.spots() {
            let first = start.placed(first, &self.solver.keys);
            self.margin_of(&first)?;
            for second in first.spots() {
                let second = first.placed(second, &self.solver.keys);
                seconds.push((second, self.margin_of(&second)?));
            }
        }
        let mut guide = Guide(Vec::new());
        for (second, value) in seconds {
            guide.0.push(if second.closed() { 0 } else { self.known_right(&second, value)? });
        }
        self.solver.guide = Some(guide);
        Some(())
    }

    /// The spots that are known to keep the value of a position in which x is to move.
    fn known_right(&mut self, state: &State, value: Margin) -> Option<u64> {
        let asked = (value.0 - Margin::Y_WINS.0) as u8;
        let mut known = 0;
        for spot in state.spots().filter(|spot| !state.closes(*spot)) {
            let next = state.placed(spot, &self.solver.keys);
            let least = self.solver.margins.get(next.key()).map_or(0, |bounds| bounds.least);
            known |= u64::from(least >= asked) << spot;
        }
        // Where the proof was a closed cycle, which is not kept, it is repeated.
        for spot in state.spots().filter(|_| known == 0) {
            let next = state.placed(spot, &self.solver.keys);
            if self.keeps(&next, Side::FIRST, value)? {
                return Some(1 << spot);
            }
        }
        Some(known)
    }

    /// Some moves that keep the value of a position of two small marks, known without any search; `None` for other
    /// positions and before [`Study::warm_up`].
    pub fn opening(&self, position: &Position) -> Option<Vec<Move>> {
        let places: Vec<Place> = position.marks().map(|(_, place)| place).collect();
        let [first @ Place::Two(..), second @ Place::Two(..)] = places[..] else { return None };
        let [first, second] = [first, second].map(|place| usize::from(spot_of(place)));
        let known = *self.solver.guide.as_ref()?.0.get(first * PAIRS + second)?;
        let moves: Vec<Move> =
            (0..PAIRS as u8).filter(|spot| known >> spot & 1 == 1).map(State::move_to).collect();
        (!moves.is_empty()).then_some(moves)
    }
}
