//! The exact solver for small boards: it proves who wins with perfect play.
//!
//! Electrons are never lost, so positions never repeat, every line ends, and there are no draws. The solver is a depth-first
//! search with two values: a position is won as soon as one move leads to a lost position. Five things make it fast:
//!
//! - a transposition table of exact positions, up to symmetry (`key`, `table`);
//! - moves that allow an immediate win of the opponent are not searched, and most of them not even generated (`threats`);
//! - all children are looked up in the table before the first of them is searched;
//! - children that leave the opponent few moves and critical atoms are searched first (`search`);
//! - moves are played on bit planes in a few nanoseconds.
//!
//! Proof-number search (df-pn) visits 17 times as many states on 4×3 and takes 20 times as long: it counts the proofs of
//! transpositions once for each path.

mod checkpoint;
mod key;
mod search;
mod table;
mod threats;

use crate::board::{Board, Shape};
use crate::rules::{Position, Setup, Size, Square};
use common::game::{Enumerable, Side};
use common::search::Reversible;
use key::PositionKeys;
use search::Child;
use std::collections::BTreeMap;
use table::SolverTable;
use thiserror::Error;

/// The reason why a solver cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SolverError {
    /// The board has more positions than there are keys.
    #[error(
        "a board of {0} has too many positions to be solved; the solver takes boards of up to about 24 squares"
    )]
    TooLarge(Size),
    /// The memory cannot be allocated.
    #[error("not enough memory for a table of {0} MB; choose less with --hash")]
    OutOfMemory(usize),
}

/// Called every few milliseconds during a search. Returns false to stop it.
pub type ProgressCallback<'a> = dyn FnMut(&Solver) -> bool + 'a;

/// Solves positions of one setup. It keeps its table between positions.
#[derive(Debug)]
pub struct Solver {
    shape: Shape<u64>,
    keys: PositionKeys,
    table: SolverTable,
    /// The solved root positions. Unlike table entries they are never replaced.
    solved: BTreeMap<u64, bool>,
    states: u64,
    /// The unsearched children of all positions on the current path.
    child_stack: Vec<Child>,
    /// For each of the first plies, the number of searched children and of all children.
    path: Vec<(usize, usize)>,
}

impl Solver {
    /// A solver with a table of `megabytes` MB.
    pub fn new(setup: Setup, megabytes: usize) -> Result<Solver, SolverError> {
        Solver::with_bytes(setup, megabytes << 20).map_err(|why| match why {
            SolverError::OutOfMemory(_) => SolverError::OutOfMemory(megabytes),
            too_large @ SolverError::TooLarge(_) => too_large,
        })
    }

    /// A solver with a table of `bytes` bytes. A small table makes it slow, but never wrong.
    pub fn with_bytes(setup: Setup, bytes: usize) -> Result<Solver, SolverError> {
        let too_large = SolverError::TooLarge(setup.size);
        let shape = Shape::new(setup).ok_or(too_large)?;
        let keys = PositionKeys::new(setup, table::MAX_KEYS).ok_or(too_large)?;
        let table = SolverTable::new(bytes).ok_or(SolverError::OutOfMemory(bytes >> 20))?;
        Ok(Solver {
            shape,
            keys,
            table,
            solved: BTreeMap::new(),
            states: 0,
            child_stack: Vec::new(),
            path: Vec::new(),
        })
    }

    /// The setup of the positions.
    pub fn setup(&self) -> Setup {
        self.shape.setup()
    }

    /// Number of searched positions.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The used share of the table, from 0 to 1.
    pub fn fill(&self) -> f64 {
        self.table.used() as f64 / self.table.capacity() as f64
    }

    /// The progress from 0 to 1, under the assumption that all moves of a position take equally long. It never decreases.
    pub fn progress(&self) -> f64 {
        let mut share = 1.0;
        self.path.iter().fold(0.0, |sum, (done, total)| {
            share /= *total as f64;
            sum + share * *done as f64
        })
    }

    /// The current path: for each of the first plies, the number of the move and the number of moves.
    pub fn path(&self) -> impl Iterator<Item = (usize, usize)> {
        self.path.iter().map(|(done, total)| (*done + 1, *total))
    }

    /// The winner of a position; `None` if `progress` stopped the search.
    pub fn solve(&mut self, position: &Position, progress: &mut ProgressCallback<'_>) -> Option<Side> {
        self.path.clear();
        self.winner(position, progress)
    }

    /// The winner after each move of a position; `None` if `progress` stopped the search.
    pub fn rate(
        &mut self,
        position: &Position,
        progress: &mut ProgressCallback<'_>,
    ) -> Option<Vec<(Square, Side)>> {
        let moves = position.moves();
        let mut rated = Vec::new();
        for (done, square) in moves.iter().enumerate() {
            self.path.clear();
            self.path.push((done, moves.len()));
            let mut after = position.clone();
            after.apply(square);
            rated.push((*square, self.winner(&after, progress)?));
        }
        self.path.clear();
        Some(rated)
    }

    fn winner(&mut self, position: &Position, progress: &mut ProgressCallback<'_>) -> Option<Side> {
        assert_eq!(position.setup(), self.setup(), "a solver is built for one setup");
        if let Some(winner) = position.winner() {
            return Some(winner);
        }
        let board = Board::of(position);
        let key = self.keys.of(&board);
        let wins = match self.solved.get(&key) {
            Some(wins) => *wins,
            None => self.wins_immediately(&board) || self.search(&board, self.path.len(), progress)?,
        };
        self.solved.insert(key, wins);
        Some(if wins { position.mover() } else { position.mover().other() })
    }
}
