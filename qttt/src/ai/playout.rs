//! Random playouts for Monte Carlo tree search, played on the solver's compact positions.

use super::solver::State;
use crate::rules::{Position, Scoring};
use common::game::{Dice, Outcome, Side};
use common::search::{Playout, Reward, Scores};

/// Plays random moves to the end. Half a point counts as half a win.
#[derive(Debug, Clone, Copy)]
pub struct RandomPlayout {
    scoring: Scoring,
}

impl RandomPlayout {
    /// Playouts with this scoring.
    pub fn new(scoring: Scoring) -> RandomPlayout {
        RandomPlayout { scoring }
    }
}

impl Playout<Position> for RandomPlayout {
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
                state.add_mark(spot);
            }
        }
    }

    fn end(&self, outcome: Outcome) -> Scores {
        Reward::Points.scores(outcome)
    }
}
