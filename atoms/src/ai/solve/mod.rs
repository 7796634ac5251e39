//! The exact solver of small boards: who wins with perfect play, proved.
//!
//! Electrons are never lost, so positions never repeat and every line ends; there is no draw. What is left is a
//! question of yes or no, asked depth first: a position is won as soon as one move leads to a position that is lost. Five
//! things make that quick:
//!
//! - a table of exact positions, up to symmetry (`key`, `table`);
//! - moves that let the opponent win at once are not searched at all, and most of them not even tried (`threats`);
//! - all children are looked up before the first of them is searched;
//! - the first child is the one that leaves the opponent the fewest moves and critical atoms (`search`);
//! - moves are played on bit planes, in a few nanoseconds.
//!
//! Proof-number search (df-pn) was measured too: on 4×3 it visits 17 times as many states and takes 20 times as long, because the
//! same positions are reached in many ways and it counts their proofs again for each of them.

mod checkpoint;
mod key;
mod search;
mod table;
mod threats;

use crate::board::{Board, Shape};
use crate::rules::{Position, Setup, Size, Square};
use common::game::{Enumerable, Side};
use common::search::Reversible;
use key::Keys;
use search::Child;
use std::collections::BTreeMap;
use table::Table;
use thiserror::Error;

/// Why there is no solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoSolver {
    /// The positions of this board cannot be told apart by the keys.
    #[error(
        "a board of {0} has too many positions to be solved; the solver takes boards of up to about 24 squares"
    )]
    TooLarge(Size),
    /// The machine has no such memory.
    #[error("there is no room for a table of {0} MB on this machine; choose less with --hash")]
    NoRoom(usize),
}

/// What looks after a search: it is shown the solver now and then, and says whether to go on.
pub type Watch<'a> = dyn FnMut(&Solver) -> bool + 'a;

/// Solves positions of one setup. What it has found out it keeps for the next question.
#[derive(Debug)]
pub struct Solver {
    shape: Shape<u64>,
    keys: Keys,
    table: Table,
    /// What was asked for: never forgotten, however small the table.
    known: BTreeMap<u64, bool>,
    states: u64,
    /// The children that wait, of all positions between the root and the one that is looked at.
    waiting: Vec<Child>,
    /// On each of the first plies, how many children are done and how many there are.
    path: Vec<(usize, usize)>,
}

impl Solver {
    /// A solver with a table of so many megabytes.
    pub fn new(setup: Setup, megabytes: usize) -> Result<Solver, NoSolver> {
        Solver::with_bytes(setup, megabytes << 20).map_err(|why| match why {
            NoSolver::NoRoom(_) => NoSolver::NoRoom(megabytes),
            too_large @ NoSolver::TooLarge(_) => too_large,
        })
    }

    /// A solver with a table of so many bytes. With hardly any it is slow, and still right.
    pub fn with_bytes(setup: Setup, bytes: usize) -> Result<Solver, NoSolver> {
        let too_large = NoSolver::TooLarge(setup.size);
        let shape = Shape::new(setup).ok_or(too_large)?;
        let keys = Keys::new(setup, table::MOST_KEYS).ok_or(too_large)?;
        let table = Table::new(bytes).ok_or(NoSolver::NoRoom(bytes >> 20))?;
        let (waiting, path) = (Vec::new(), Vec::new());
        Ok(Solver { shape, keys, table, known: BTreeMap::new(), states: 0, waiting, path })
    }

    /// What it solves positions of.
    pub fn setup(&self) -> Setup {
        self.shape.setup()
    }

    /// How many positions were searched.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How full the table is, from 0 to 1.
    pub fn fill(&self) -> f64 {
        self.table.used() as f64 / self.table.room() as f64
    }

    /// How much of the question is answered, from 0 to 1, if all moves of a position took equally long. It never goes back.
    pub fn progress(&self) -> f64 {
        let mut share = 1.0;
        self.path.iter().fold(0.0, |sum, (done, of)| {
            share /= *of as f64;
            sum + share * *done as f64
        })
    }

    /// Where the search is: on each of the first plies, the number of the move that is searched, and of how many.
    pub fn path(&self) -> impl Iterator<Item = (usize, usize)> {
        self.path.iter().map(|(done, of)| (*done + 1, *of))
    }

    /// Who wins a position of this solver's setup; `None` if `watch` says to stop before that is known.
    pub fn solve(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Side> {
        self.path.clear();
        self.winner(position, watch)
    }

    /// Who wins after each move of a position; `None` if `watch` says to stop before all are known.
    pub fn rate(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Vec<(Square, Side)>> {
        let moves = position.moves();
        let mut rated = Vec::new();
        for (done, square) in moves.iter().enumerate() {
            self.path.clear();
            self.path.push((done, moves.len()));
            let mut after = position.clone();
            after.apply(square);
            rated.push((*square, self.winner(&after, watch)?));
        }
        self.path.clear();
        Some(rated)
    }

    fn winner(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Side> {
        assert_eq!(position.setup(), self.setup(), "a solver is made for one setup");
        if let Some(winner) = position.winner() {
            return Some(winner);
        }
        let board = Board::of(position);
        let key = self.keys.of(&board);
        let wins = match self.known.get(&key) {
            Some(wins) => *wins,
            None => self.wins_at_once(&board) || self.search(&board, self.path.len(), watch)?,
        };
        self.known.insert(key, wins);
        Some(if wins { position.mover() } else { position.mover().other() })
    }
}
