//! The strong player for small boards: it runs the exact solver first, and plays perfectly if the solver finishes in time.

use super::solve::Solver;
use super::strong::StrongPlayer;
use crate::board::Board;
use crate::rules::{Position, Square};
use common::game::Value;
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use common::search::Reversible;
use std::time::Duration;

/// Maximum board size for the solver. Larger boards are rarely solved within the time for a move.
pub const MAX_SQUARES: usize = 16;

/// Time for the solver if the move has no time limit.
const DEFAULT_SOLVER_TIME: Duration = Duration::from_secs(10);

/// Depth of the search that selects the first move to solve.
const ORDERING_DEPTH: u32 = 4;

/// The strong player with an exact solver.
#[derive(Debug)]
pub struct SolverBackedPlayer {
    strong: StrongPlayer<u64>,
    solver: Solver,
}

/// The result of the solver.
enum Solution {
    /// The side to move wins with this move.
    Win(Square),
    /// Every move loses.
    Loss,
    /// The time was not enough.
    Unknown,
}

impl SolverBackedPlayer {
    /// Both must be built for the same setup.
    pub fn new(strong: StrongPlayer<u64>, solver: Solver) -> SolverBackedPlayer {
        SolverBackedPlayer { strong, solver }
    }

    /// Solves a position within a share of the budget.
    fn solve(&mut self, position: &Position, budget: &Budget, running: &Running<'_>) -> Solution {
        let max_time = budget.time.map_or(DEFAULT_SOLVER_TIME, |time| time / 2);
        let mut keep_going = |_: &Solver| !budget.stop.raised() && running.elapsed() < max_time;
        let ordering = Budget {
            depth: Some(ORDERING_DEPTH),
            time: Some(max_time / 4),
            stop: budget.stop.clone(),
            ..Budget::default()
        };
        for square in self.strong.moves_best_first(&Board::of(position), &ordering) {
            let mut after = position.clone();
            after.apply(&square);
            match self.solver.solve(&after, &mut keep_going) {
                Some(winner) if winner == position.mover() => return Solution::Win(square),
                Some(_) => {}
                None => return Solution::Unknown,
            }
        }
        Solution::Loss
    }
}

impl Player<Position> for SolverBackedPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        let position = turn.view;
        // Depth and node limits apply to the search, not to the solver.
        if position.winner().is_some() || budget.depth.is_some() || budget.nodes.is_some() {
            return self.strong.choose(turn, budget, seen);
        }
        let running = budget.start();
        let states_before = self.solver.states();
        let solution = self.solve(position, budget, &running);
        let nodes = self.solver.states() - states_before;
        let report = |value: Value, line: Vec<String>, depth: u32| {
            let time = running.elapsed();
            seen(Thought { depth, value: Some(value), exact: true, line, nodes, time, ..Thought::default() });
        };
        let time = budget.time.map(|time| time.saturating_sub(running.elapsed()));
        let remaining = Budget { time, ..budget.clone() };
        match solution {
            Solution::Win(square) => {
                report(Value::POINT, vec![square.to_string()], 1);
                Ok(square)
            }
            Solution::Loss => {
                // The search delays the loss. It needs a time limit.
                let limited =
                    Budget { time: Some(remaining.time.unwrap_or(DEFAULT_SOLVER_TIME)), ..remaining };
                let lost = |thought: Thought| report(-Value::POINT, thought.line, thought.depth);
                self.strong.choose(turn, &limited, &lost)
            }
            Solution::Unknown => self.strong.choose(turn, &remaining, seen),
        }
    }
}
