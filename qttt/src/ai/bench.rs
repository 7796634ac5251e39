//! Fixed positions and fixed work: a node count that only changes when a search does, and how fast it goes.

use super::sight::searcher;
use super::{Rush, Solver};
use crate::rules::{Position, Scoring};
use common::game::{Dice, Enumerable};
use common::player::Budget;
use common::search::{AllMoves, Mcts, Reversible};
use common::speed::Speed;
use serde::Serialize;

/// Random positions for the two general searches.
const POSITIONS: u64 = 12;
/// Plies alpha-beta looks ahead.
const DEPTH: u32 = 4;
/// Playouts a position.
const PLAYOUTS: u64 = 2000;

/// What [`bench()`] found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The nodes of all searches together: the same on every machine, until a search changes.
    pub nodes: u64,
    /// Solving the start and all first moves, in both scorings.
    pub solver: Speed,
    /// Alpha-beta to a fixed depth.
    pub alphabeta: Speed,
    /// A fixed number of playouts.
    pub mcts: Speed,
}

/// Measures the searches. It takes a second or two.
pub fn bench() -> Bench {
    let solver = Speed::of(|| Scoring::ALL.into_iter().map(solve).sum());
    let alphabeta = Speed::of(|| {
        let nodes = |position: Position| {
            searcher(0).search(&position, &Budget::depth(DEPTH), &|_| ()).map_or(0, |found| found.nodes)
        };
        positions().map(nodes).sum()
    });
    let mcts = Speed::of(|| {
        let nodes = |position: Position| {
            let mut search = Mcts::with(AllMoves, Rush::new(position.scoring()), Dice::new(0));
            let budget = Budget::nodes(PLAYOUTS);
            let found = search.search(&position, position.mover(), &budget, &|_| ());
            // The deepest way differs as soon as any choice does, which the number of playouts does not.
            found.map_or(0, |found| found.nodes + u64::from(found.depth))
        };
        positions().map(nodes).sum()
    });
    Bench { nodes: solver.nodes + alphabeta.nodes + mcts.nodes, solver, alphabeta, mcts }
}

fn solve(scoring: Scoring) -> u64 {
    let mut solver = Solver::new(scoring);
    let budget = Budget::default();
    solver.within(&budget.start()).values(&Position::new(scoring));
    solver.nodes()
}

/// Random positions of two to five plies.
fn positions() -> impl Iterator<Item = Position> {
    (0..POSITIONS).map(|n| {
        let mut dice = Dice::of(1, n);
        let mut position = Position::new(Scoring::ALL[n as usize % 2]);
        for _ in 0..2 + n / 3 {
            if let Some(m) = dice.pick(&position.moves()) {
                position.apply(m);
            }
        }
        position
    })
}
