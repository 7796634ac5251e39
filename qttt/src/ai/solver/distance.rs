//! The distance to the win, so that a perfect player wins fast and loses slowly.

use super::order::MoveQueue;
use super::table::Bounds;
use super::{Margin, SolverRun, State};
use crate::rules::{MAX_PLIES, Position};
use common::game::Side;

/// More plies than any game has.
const MAX_DISTANCE: u8 = 15;

impl SolverRun<'_> {
    /// The number of plies to a win by a whole point, with best play of both sides. `Some(None)` if neither side wins
    /// by a whole point.
    pub fn plies_to_win(&mut self, position: &Position) -> Option<Option<u32>> {
        let state = State::of(position, &self.solver.keys);
        let winner = match self.margin_of(&state)? {
            Margin::X_WINS => Side::FIRST,
            Margin::Y_WINS => Side::SECOND,
            _ => return Some(None),
        };
        for plies in 0..=MAX_PLIES as u8 {
            if self.wins_within(&state, winner, plies)? {
                return Some(Some(u32::from(plies)));
            }
        }
        Some(None)
    }

    /// Whether `winner` can force a win by a whole point within this many plies.
    fn wins_within(&mut self, state: &State, winner: Side, plies: u8) -> Option<bool> {
        if let Some(end) = state.ended(self.solver.scoring) {
            return Some(end == Margin::won_by(winner));
        }
        if plies == 0 {
            return Some(false);
        }
        if state.closed() {
            return self.collapse_wins_within(state, winner, plies);
        }
        // A line needs a closed cycle and its collapse, or the last mark.
        if plies == 1 && !state.open().is_power_of_two() {
            return Some(false);
        }
        self.count_node()?;
        // Checked first, because the table stores the distance for the winning side only.
        let goal = Margin::won_by(winner).0;
        let won = match winner {
            Side::FIRST => self.mover_reaches(state, goal)?,
            _ => !self.mover_reaches(state, goal + self.solver.step())?,
        };
        if !won {
            return Some(false);
        }
        let key = state.key();
        let mut known = self.solver.distances.get(key).unwrap_or(Bounds { lower: 1, upper: MAX_DISTANCE });
        if known.upper <= plies || known.lower > plies {
            return Some(known.upper <= plies);
        }
        let wanted = state.mover() == winner;
        let mut answer = !wanted;
        for spot in MoveQueue::all(state, &self.solver.history) {
            let next = state.after_mark(spot, &self.solver.keys);
            if self.wins_within(&next, winner, plies - 1)? == wanted {
                answer = wanted;
                break;
            }
        }
        if answer {
            known.upper = plies;
        } else {
            known.lower = plies + 1;
        }
        self.solver.distances.put(key, known);
        Some(answer)
    }

    fn collapse_wins_within(&mut self, state: &State, winner: Side, plies: u8) -> Option<bool> {
        let wanted = state.mover() == winner;
        for mut next in state.collapses() {
            next.recompute_keys(&self.solver.keys);
            if self.wins_within(&next, winner, plies - 1)? == wanted {
                return Some(wanted);
            }
        }
        Some(!wanted)
    }
}
