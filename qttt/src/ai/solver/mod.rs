//! The exact solver: what any position is worth with perfect play, by proof and without a book.
//!
//! It only asks yes-or-no questions, "does x reach at least this?", remembers the answers for all positions that are
//! the same but for symmetry and [what does not matter](key), and tries first what [was the answer](order) before.

mod board;
mod guide;
mod key;
mod order;
mod pace;
mod shared;
mod state;
mod study;
mod table;
#[cfg(test)]
mod tests;
mod traps;

pub use shared::Lent;
pub(super) use state::State;
pub use study::Study;

use crate::rules::{Move, Position, Scoring};
use common::game::{Side, Value};
use common::player::{Budget, Running};
use guide::Guide;
use key::Keys;
use order::History;

use table::Table;

/// An absolute result: the points of x minus those of y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin(i8);

impl Margin {
    /// Nobody has more points.
    pub const DRAW: Margin = Margin(0);
    const X_WINS: Margin = Margin(2);
    const Y_WINS: Margin = Margin(-2);

    /// A whole point for one side.
    fn won_by(side: Side) -> Margin {
        if side == Side::FIRST { Margin::X_WINS } else { Margin::Y_WINS }
    }

    /// The margin in half points, from −2 (y wins) to 2 (x wins).
    pub fn halves(self) -> i8 {
        self.0
    }

    /// The margin as `side` sees it.
    pub fn value_for(self, side: Side) -> Value {
        let value = Value(i32::from(self.0) * Value::POINT.0 / 2);
        value.turned(Side::FIRST, side)
    }
}

/// A solver for one scoring. It remembers what it has found out, so that each question makes the next ones cheaper.
#[derive(Debug, Clone)]
pub struct Solver {
    scoring: Scoring,
    keys: Keys,
    /// The margin, in half points from 0 (y wins) to 4 (x wins).
    margins: Table,
    /// The plies to the end of won positions.
    paces: Table,
    /// Which moves were the answer before.
    history: History,
    nodes: u64,
    /// What is kept of the first plies once they are known.
    guide: Option<Guide>,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(scoring: Scoring) -> Solver {
        Solver {
            scoring,
            keys: Keys::new(scoring),
            margins: Table::of_megabytes(64),
            paces: Table::of_megabytes(16),
            history: History::default(),
            nodes: 0,
            guide: None,
        }
    }

    /// The scoring it solves for; that of the positions it is asked about does not matter.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// What a position is worth, however long it takes.
    pub fn margin(&mut self, position: &Position) -> Margin {
        let budget = Budget::default();
        let running = budget.start();
        self.within(&running).margin(position).expect("nothing ends a search without limits")
    }

    /// A look at positions that ends when the budget does.
    pub fn within<'a>(&'a mut self, running: &'a Running<'a>) -> Study<'a> {
        Study::new(self, running)
    }

    /// Positions whose value is known, wholly or in part. Those with a closed cycle are not kept.
    pub fn states(&self) -> usize {
        self.margins.len()
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.margins.bytes() + self.paces.bytes()
    }

    /// The margins there are; in `seed` nobody wins by half a point.
    fn step(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 2,
            Scoring::Goff => 1,
        }
    }

    /// The first question to ask of a position: what the start is worth, or just below, as measuring showed.
    fn first_goal(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 0,
            Scoring::Goff => 1,
        }
    }

    /// All moves with the positions they lead to, in the order of the rules.
    fn next(&self, state: &State) -> Vec<(Move, State)> {
        if state.ended(self.scoring).is_some() {
            return Vec::new();
        }
        if state.closed() {
            let mut collapses = state.collapses();
            for next in &mut collapses {
                next.renew(&self.keys);
            }
            return state.collapse_moves().into_iter().zip(collapses).collect();
        }
        state.spots().map(|spot| (State::move_to(spot), state.placed(spot, &self.keys))).collect()
    }
}
