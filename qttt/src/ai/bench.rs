//! A fixed benchmark: node counts that change only when a search does, and their speed.

use super::depth_player::alpha_beta;
use super::{RandomPlayout, Solver};
use crate::rules::{Position, Scoring};
use common::game::{Dice, Enumerable};
use common::player::Budget;
use common::search::{AllMoves, Mcts, Reversible};
use common::speed::Speed;
use serde::Serialize;

/// Number of random positions for alpha-beta and MCTS.
const POSITIONS: u64 = 12;
/// Depth of alpha-beta.
const DEPTH: u32 = 4;
/// Playouts per position.
const PLAYOUTS: u64 = 2000;

/// The results of [`bench()`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The nodes of all searches; the same on every computer.
    pub nodes: u64,
    /// Solving the start position and all first moves, in both scorings.
    pub solver: Speed,
    /// Alpha-beta to a fixed depth.
    pub alphabeta: Speed,
    /// A fixed number of playouts.
    pub mcts: Speed,
}

/// Measures the searches. This takes a second or two.
pub fn bench() -> Bench {
    let solver = Speed::of(|| Scoring::ALL.into_iter().map(solve).sum());
    let alphabeta = Speed::of(|| {
        let nodes = |position: Position| {
            alpha_beta(0).search(&position, &Budget::depth(DEPTH), &|_| ()).map_or(0, |found| found.nodes)
        };
        positions().map(nodes).sum()
    });
    let mcts = Speed::of(|| {
        let nodes = |position: Position| {
            let mut search = Mcts::with(AllMoves, RandomPlayout::new(position.scoring()), Dice::new(0));
            let budget = Budget::nodes(PLAYOUTS);
            let found = search.search(&position, position.mover(), &budget, &|_| ());
            // Adds the depth of the tree, because the number of playouts alone never changes.
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
