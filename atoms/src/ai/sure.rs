//! The strong machine on boards that are small enough to be solved: it asks the solver first, and plays perfectly where
//! that answers in time.

use super::solve::Solver;
use super::strong::Strong;
use crate::board::Board;
use crate::rules::{Position, Square};
use common::game::Value;
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::Reversible;
use std::time::Duration;

/// Boards up to so many squares are asked about; larger ones are hardly ever solved while somebody waits.
pub const MOST_SQUARES: usize = 16;

/// How long the solver is waited for where nobody waits for the move.
const LONGEST: Duration = Duration::from_secs(10);

/// Plies of the look ahead that says which moves to ask about first.
const GLANCE: u32 = 4;

/// The strong machine with a solver.
#[derive(Debug)]
pub struct Sure {
    strong: Strong<u64>,
    solver: Solver,
}

/// What the solver says of a position.
enum Answer {
    /// The side to move wins with this move.
    Wins(Square),
    /// Every move loses.
    Loses,
    /// There was no time to find out.
    Unknown,
}

impl Sure {
    /// Both must be made for the same setup.
    pub fn new(strong: Strong<u64>, solver: Solver) -> Sure {
        Sure { strong, solver }
    }

    /// What the solver says, if it knows in time.
    fn ask(&mut self, position: &Position, budget: &Budget, running: &Running<'_>) -> Answer {
        let share = budget.time.map_or(LONGEST, |time| time / 2);
        let mut go_on = |_: &Solver| !budget.stop.raised() && running.elapsed() < share;
        let glance = Budget {
            depth: Some(GLANCE),
            time: Some(share / 4),
            stop: budget.stop.clone(),
            ..Budget::default()
        };
        for square in self.strong.preferred(&Board::of(position), &glance) {
            let mut after = position.clone();
            after.apply(&square);
            match self.solver.solve(&after, &mut go_on) {
                Some(winner) if winner == position.mover() => return Answer::Wins(square),
                Some(_) => {}
                None => return Answer::Unknown,
            }
        }
        Answer::Loses
    }
}

impl Player<Position> for Sure {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        let position = turn.view;
        // A limit on depth or nodes is about the search.
        if position.winner().is_some() || budget.depth.is_some() || budget.nodes.is_some() {
            return self.strong.choose(turn, budget, seen);
        }
        let running = budget.start();
        let before = self.solver.states();
        let known = self.ask(position, budget, &running);
        let nodes = self.solver.states() - before;
        let tell = |value: Value, line: Vec<String>, depth: u32| {
            let time = running.elapsed();
            seen(Thought { depth, value: Some(value), exact: true, line, nodes, time, ..Thought::default() });
        };
        let time = budget.time.map(|time| time.saturating_sub(running.elapsed()));
        let rest = Budget { time, ..budget.clone() };
        match known {
            Answer::Wins(square) => {
                tell(Value::POINT, vec![square.to_string()], 1);
                Ok(square)
            }
            Answer::Loses => {
                // The search makes it last, but it need not think for ever.
                let rest = Budget { time: Some(rest.time.unwrap_or(LONGEST)), ..rest };
                let lost = |thought: Thought| tell(-Value::POINT, thought.line, thought.depth);
                self.strong.choose(turn, &rest, &lost)
            }
            Answer::Unknown => self.strong.choose(turn, &rest, seen),
        }
    }
}
