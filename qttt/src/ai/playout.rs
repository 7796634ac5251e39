//! Random games to the end for Monte Carlo tree search, played on the solver's small positions instead of the rules'.

use super::solver::State;
use crate::rules::{Position, Scoring};
use common::game::{Dice, Outcome, Side};
use common::search::{Playout, Reward, Scores};

/// Plays random moves to the end. Half a point more is worth half a win.
#[derive(Debug, Clone, Copy)]
pub struct Rush {
    scoring: Scoring,
}

impl Rush {
    /// Random games counted in this way.
    pub fn new(scoring: Scoring) -> Rush {
        Rush { scoring }
    }
}

impl Playout<Position> for Rush {
    fn run(&self, position: Position, dice: &mut Dice) -> Scores {
        let mut state = State::unkeyed(&position);
        loop {
            if let Some(end) = state.ended(self.scoring) {
                return Scores::from_value(end.value_for(Side::FIRST), Side::FIRST);
            }
            if state.closed() {
                state = state.collapses()[dice.below(2)];
            } else {
                let spots = state.spots();
                let Some(spot) = spots.clone().nth(dice.below(spots.count())) else {
                    return Scores([0.5; 8]);
                };
                state.put(spot);
            }
        }
    }

    fn end(&self, outcome: Outcome) -> Scores {
        Reward::Points.scores(outcome)
    }
}
