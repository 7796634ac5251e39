//! How soon a won position is won, so that a perfect player does not dawdle, and loses as late as it can.

use super::order::Choices;
use super::table::Bounds;
use super::{Margin, State, Study};
use crate::rules::Position;
use common::game::{Game, Side};

/// More plies than any game has.
const NEVER: u8 = 15;

impl Study<'_> {
    /// The plies to the end of a position that one side wins by a whole point: the winner hurries, the other one
    /// resists. `Some(None)` if nobody wins so.
    pub fn plies_to_win(&mut self, position: &Position) -> Option<Option<u32>> {
        let state = State::of(position, &self.solver.keys);
        let winner = match self.margin_of(&state)? {
            Margin::X_WINS => Side::FIRST,
            Margin::Y_WINS => Side::SECOND,
            _ => return Some(None),
        };
        for plies in 0..=Position::FACTS.longest as u8 {
            if self.wins_within(&state, winner, plies)? {
                return Some(Some(u32::from(plies)));
            }
        }
        Some(None)
    }

    /// Whether `winner` can force a win by a whole point in so many plies.
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
        // A line comes from closing a cycle and its collapse, or from the last mark of all.
        if plies == 1 && !state.open().is_power_of_two() {
            return Some(false);
        }
        self.count()?;
        // Asked first, for what is kept is about the side that wins, whoever that is.
        let goal = Margin::won_by(winner).0;
        let won = match winner {
            Side::FIRST => self.mover_reaches(state, goal)?,
            _ => !self.mover_reaches(state, goal + self.solver.step())?,
        };
        if !won {
            return Some(false);
        }
        let key = state.key();
        let mut known = self.solver.paces.get(key).unwrap_or(Bounds { least: 1, most: NEVER });
        if known.most <= plies || known.least > plies {
            return Some(known.most <= plies);
        }
        let wanted = state.mover() == winner;
        let mut answer = !wanted;
        for spot in Choices::all(state, &self.solver.history) {
            let next = state.placed(spot, &self.solver.keys);
            if self.wins_within(&next, winner, plies - 1)? == wanted {
                answer = wanted;
                break;
            }
        }
        if answer {
            known.most = plies;
        } else {
            known.least = plies + 1;
        }
        self.solver.paces.put(key, known);
        Some(answer)
    }

    fn collapse_wins_within(&mut self, state: &State, winner: Side, plies: u8) -> Option<bool> {
        let wanted = state.mover() == winner;
        for mut next in state.collapses() {
            next.renew(&self.solver.keys);
            if self.wins_within(&next, winner, plies - 1)? == wanted {
                return Some(wanted);
            }
        }
        Some(!wanted)
    }
}
