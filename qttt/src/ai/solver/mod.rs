//! The exact solver: the value of any position with perfect play, by search and without an opening book.
//!
//! It asks only yes-or-no questions, "does x reach at least this?". It stores the answers for all positions with the
//! same [canonical key](key), and tries first the moves that [succeeded](order) before.

mod board;
mod distance;
mod key;
mod opening;
mod order;
mod pool;
mod run;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod traps;

pub use pool::SolverGuard;
pub use run::SolverRun;
pub(super) use state::State;

use crate::rules::{Move, Position, Scoring};
use common::game::{Side, Value};
use common::player::{Budget, Running};
use key::Keys;
use opening::OpeningCache;
use order::History;

use table::Table;

/// An absolute result: the points of x minus those of y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin(i8);

impl Margin {
    /// Equal points.
    pub const DRAW: Margin = Margin(0);
    const X_WINS: Margin = Margin(2);
    const Y_WINS: Margin = Margin(-2);

    /// One point for a side.
    fn won_by(side: Side) -> Margin {
        if side == Side::FIRST { Margin::X_WINS } else { Margin::Y_WINS }
    }

    /// The margin in half points, from −2 (y wins) to 2 (x wins).
    pub fn halves(self) -> i8 {
        self.0
    }

    /// The margin as the value for a side.
    pub fn value_for(self, side: Side) -> Value {
        let value = Value(i32::from(self.0) * Value::POINT.0 / 2);
        value.turned(Side::FIRST, side)
    }
}

/// A solver for one scoring. It stores its results, so that later questions are faster.
#[derive(Debug, Clone)]
pub struct Solver {
    scoring: Scoring,
    keys: Keys,
    /// The margin, in half points from 0 (y wins) to 4 (x wins).
    margins: Table,
    /// The distance to the win of won positions, in plies.
    distances: Table,
    /// How often moves succeeded.
    history: History,
    nodes: u64,
    /// The results for the first plies, once they are known.
    opening_cache: Option<OpeningCache>,
}

impl Solver {
    /// An empty solver.
    pub fn new(scoring: Scoring) -> Solver {
        Solver {
            scoring,
            keys: Keys::new(scoring),
            margins: Table::of_megabytes(64),
            distances: Table::of_megabytes(16),
            history: History::default(),
            nodes: 0,
            opening_cache: None,
        }
    }

    /// The scoring of the solver; the scoring of the positions is ignored.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The value of a position, without limits.
    ///
    /// ```
    /// use qttt::ai::Solver;
    /// use qttt::rules::{Position, Scoring};
    /// let value = Solver::new(Scoring::Goff).margin(&Position::new(Scoring::Goff));
    /// assert_eq!(value.halves(), 1);
    /// ```
    pub fn margin(&mut self, position: &Position) -> Margin {
        let budget = Budget::default();
        let running = budget.start();
        self.within(&running).margin(position).expect("nothing ends a search without limits")
    }

    /// A run of the solver within a budget.
    pub fn within<'a>(&'a mut self, running: &'a Running<'a>) -> SolverRun<'a> {
        SolverRun::new(self, running)
    }

    /// Number of positions in the table. Positions with a closed cycle are not stored.
    pub fn states(&self) -> usize {
        self.margins.len()
    }

    /// Number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        self.margins.bytes() + self.distances.bytes()
    }

    /// The step between margins; `seed` has no half points.
    fn step(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 2,
            Scoring::Goff => 1,
        }
    }

    /// The first question about a position: the value of the start, or just below, by measurement.
    fn first_goal(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 0,
            Scoring::Goff => 1,
        }
    }

    /// All moves with their positions, in the order of the rules.
    fn successors(&self, state: &State) -> Vec<(Move, State)> {
        if state.ended(self.scoring).is_some() {
            return Vec::new();
        }
        if state.closed() {
            let mut collapses = state.collapses();
            for next in &mut collapses {
                next.recompute_keys(&self.keys);
            }
            return state.collapse_moves().into_iter().zip(collapses).collect();
        }
        state.spots().map(|spot| (State::move_to(spot), state.after_mark(spot, &self.keys))).collect()
    }
}
