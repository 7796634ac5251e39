//! Evolution: generation after generation of a row of cells, as fast as the number of states allows.

mod bits;
mod lookup;
mod packed;
pub mod plain;
#[cfg(test)]
mod tests;

use super::{Plan, State, Table};
use bits::Bits;
use lookup::Lookup;
use packed::Packed;

/// The generations of an automaton, the start row first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceTime {
    width: usize,
    cells: Vec<State>,
}

impl SpaceTime {
    /// The number of cells in a generation.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of generations, with the start row.
    pub fn generations(&self) -> usize {
        self.cells.len() / self.width
    }

    /// A generation; the start row is number 0.
    pub fn row(&self, generation: usize) -> &[State] {
        &self.cells[generation * self.width..][..self.width]
    }

    /// All generations, the start row first.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[State]> {
        self.cells.chunks_exact(self.width)
    }
}

/// So many generations of a row, which is the first of them.
///
/// # Panics
/// If the row is empty, or holds something that is no state of the table.
pub fn evolve(table: &Table, plan: Plan, start: &[State], generations: usize) -> SpaceTime {
    let width = start.len();
    let mut cells = vec![0; width * generations];
    let mut evolution = Evolution::new(table, plan, start);
    for (generation, row) in cells.chunks_exact_mut(width).enumerate() {
        if generation > 0 {
            evolution.step();
        }
        evolution.copy_to(row);
    }
    SpaceTime { width, cells }
}

/// A row that goes on from generation to generation.
///
/// ```
/// use common::automaton::{Evolution, Plan, wolfram};
/// let rule = wolfram::table(2, "30").unwrap();
/// let mut row = Evolution::new(&rule, Plan::Cyclic, &[0, 0, 1, 0, 0]);
/// row.step();
/// assert_eq!(row.cells(), [0, 1, 1, 1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Evolution {
    plan: Plan,
    row: Packed,
    next: Packed,
    engine: Engine,
}

/// What computes the next row: a formula on single bits, or a table that gives several cells at once.
#[derive(Debug, Clone)]
enum Engine {
    Two(Bits),
    Four(Box<Lookup<2>>),
    Ten(Box<Lookup<4>>),
}

impl Evolution {
    /// A row at its start.
    ///
    /// # Panics
    /// If the row is empty, or it or the edge holds something that is no state of the table.
    pub fn new(table: &Table, plan: Plan, start: &[State]) -> Evolution {
        assert!(!start.is_empty(), "a row has at least one cell");
        let (left, right) = plan.beyond(start);
        let fits = start.iter().chain([&left, &right]).all(|state| *state < table.states());
        assert!(fits, "a row holds states of its table only");
        let (engine, bits) = match table.states() {
            2 => (Engine::Two(Bits::new(table)), 1),
            3 | 4 => (Engine::Four(Box::new(Lookup::new(table))), 2),
            _ => (Engine::Ten(Box::new(Lookup::new(table))), 4),
        };
        let row = Packed::new(start, bits);
        Evolution { plan, next: row.clone(), row, engine }
    }

    /// One generation on.
    pub fn step(&mut self) {
        self.row.surround(self.plan);
        let (row, next) = (self.row.words(), self.next.words_mut());
        match &self.engine {
            Engine::Two(bits) => bits.step(row, next),
            Engine::Four(lookup) => lookup.step(row, next),
            Engine::Ten(lookup) => lookup.step(row, next),
        }
        std::mem::swap(&mut self.row, &mut self.next);
    }

    /// Many generations on.
    pub fn steps(&mut self, generations: usize) {
        (0..generations).for_each(|_| self.step());
    }

    /// The row as it is now.
    pub fn cells(&self) -> Vec<State> {
        let mut cells = vec![0; self.row.len()];
        self.copy_to(&mut cells);
        cells
    }

    /// Copies the row as it is now.
    pub fn copy_to(&self, cells: &mut [State]) {
        self.row.copy_to(cells);
    }
}
