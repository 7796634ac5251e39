//! Results of the first search of a process, so that later ones are fast: the values of the first two plies, and moves
//! that keep them.

use super::board::{PAIRS, spot_of};
use super::{Margin, Solver, SolverRun, State};
use crate::rules::{Move, Place, Position};
use common::game::Side;

/// Moves that keep the value of each position with two small marks, by the spots of both: a set of spots. There may be
/// more such moves; finding all of them would take too long.
#[derive(Debug, Clone)]
pub struct OpeningCache(Vec<u64>);

impl SolverRun<'_> {
    /// Solves the first two plies; later positions are cheaper.
    ///
    /// Starts with an empty solver, so that the result does not depend on earlier questions.
    pub fn warm_up(&mut self) -> Option<()> {
        if self.solver.opening_cache.is_some() {
            return Some(());
        }
        let nodes = self.solver.nodes;
        *self.solver = Solver { nodes, ..Solver::new(self.solver.scoring) };
        let start = State::of(&Position::new(self.solver.scoring), &self.solver.keys);
        self.margin_of(&start)?;
        let mut second_positions = Vec::new();
        for first in start.spots() {
            let first = start.after_mark(first, &self.solver.keys);
            self.margin_of(&first)?;
            for second in first.spots() {
                let second = first.after_mark(second, &self.solver.keys);
                second_positions.push((second, self.margin_of(&second)?));
            }
        }
        let mut opening_cache = OpeningCache(Vec::new());
        for (second, value) in second_positions {
            opening_cache.0.push(if second.closed() { 0 } else { self.known_optimal(&second, value)? });
        }
        self.solver.opening_cache = Some(opening_cache);
        Some(())
    }

    /// The spots that are known to keep the value of a position with x to move.
    fn known_optimal(&mut self, state: &State, value: Margin) -> Option<u64> {
        let goal_bound = (value.0 - Margin::Y_WINS.0) as u8;
        let mut known = 0;
        for spot in state.spots().filter(|spot| !state.closes(*spot)) {
            let next = state.after_mark(spot, &self.solver.keys);
            let lower = self.solver.margins.get(next.key()).map_or(0, |bounds| bounds.lower);
            known |= u64::from(lower >= goal_bound) << spot;
        }
        // A proof by a closed cycle is not stored, so it is repeated.
        for spot in state.spots().filter(|_| known == 0) {
            let next = state.after_mark(spot, &self.solver.keys);
            if self.keeps_value(&next, Side::FIRST, value)? {
                return Some(1 << spot);
            }
        }
        Some(known)
    }

    /// Some moves that keep the value of a position with two small marks, without a search; `None` for other positions
    /// and before [`SolverRun::warm_up`].
    pub fn opening(&self, position: &Position) -> Option<Vec<Move>> {
        let places: Vec<Place> = position.marks().map(|(_, place)| place).collect();
        let [first @ Place::Two(..), second @ Place::Two(..)] = places[..] else { return None };
        let [first, second] = [first, second].map(|place| usize::from(spot_of(place)));
        let known = *self.solver.opening_cache.as_ref()?.0.get(first * PAIRS + second)?;
        let moves: Vec<Move> =
            (0..PAIRS as u8).filter(|spot| known >> spot & 1 == 1).map(State::move_to).collect();
        (!moves.is_empty()).then_some(moves)
    }
}
