//! Evolution of a row of cells, with a fast implementation for each number of states.

mod lookup;
pub mod naive;
mod packed;
#[cfg(test)]
mod tests;
mod two_state;

use super::{Boundary, RuleTable, State};
use lookup::LookupStepper;
use packed::PackedRow;
use two_state::TwoStateStepper;

/// The generations of an automaton, starting with the start row.
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

    /// The number of generations, including the start row.
    pub fn generations(&self) -> usize {
        self.cells.len() / self.width
    }

    /// A generation. The start row is generation 0.
    pub fn row(&self, generation: usize) -> &[State] {
        &self.cells[generation * self.width..][..self.width]
    }

    /// All generations, starting with the start row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[State]> {
        self.cells.chunks_exact(self.width)
    }
}

/// Computes `generations` generations, including the start row.
///
/// # Panics
/// If the row is empty or contains a state that the table does not have.
pub fn evolve(table: &RuleTable, boundary: Boundary, start: &[State], generations: usize) -> SpaceTime {
    let width = start.len();
    let mut cells = vec![0; width * generations];
    let mut evolution = Evolution::new(table, boundary, start);
    for (generation, row) in cells.chunks_exact_mut(width).enumerate() {
        if generation > 0 {
            evolution.step();
        }
        evolution.copy_to(row);
    }
    SpaceTime { width, cells }
}

/// A row that can be advanced generation by generation.
///
/// ```
/// use common::automaton::{Evolution, Boundary, wolfram};
/// let rule = wolfram::table(2, "30").unwrap();
/// let mut row = Evolution::new(&rule, Boundary::Cyclic, &[0, 0, 1, 0, 0]);
/// row.step();
/// assert_eq!(row.cells(), [0, 1, 1, 1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Evolution {
    boundary: Boundary,
    row: PackedRow,
    next: PackedRow,
    stepper: Stepper,
}

/// The implementation that computes the next row, by the number of bits per cell.
#[derive(Debug, Clone)]
enum Stepper {
    OneBit(TwoStateStepper),
    TwoBits(Box<LookupStepper<2>>),
    FourBits(Box<LookupStepper<4>>),
}

impl Evolution {
    /// Starts with a row.
    ///
    /// # Panics
    /// If the row is empty, or if the row or the boundary contains a state that the table does not have.
    pub fn new(table: &RuleTable, boundary: Boundary, start: &[State]) -> Evolution {
        assert!(!start.is_empty(), "the row must have at least one cell");
        let (left, right) = boundary.outer_states(start);
        let valid = start.iter().chain([&left, &right]).all(|state| *state < table.states());
        assert!(valid, "the row must contain only states of the table");
        let (stepper, bits) = match table.states() {
            2 => (Stepper::OneBit(TwoStateStepper::new(table)), 1),
            3 | 4 => (Stepper::TwoBits(Box::new(LookupStepper::new(table))), 2),
            _ => (Stepper::FourBits(Box::new(LookupStepper::new(table))), 4),
        };
        let row = PackedRow::new(start, bits);
        Evolution { boundary, next: row.clone(), row, stepper }
    }

    /// Advances by one generation.
    pub fn step(&mut self) {
        self.row.set_outer_cells(self.boundary);
        let (row, next) = (self.row.words(), self.next.words_mut());
        match &self.stepper {
            Stepper::OneBit(stepper) => stepper.step(row, next),
            Stepper::TwoBits(stepper) => stepper.step(row, next),
            Stepper::FourBits(stepper) => stepper.step(row, next),
        }
        std::mem::swap(&mut self.row, &mut self.next);
    }

    /// Advances by several generations.
    pub fn advance(&mut self, generations: usize) {
        (0..generations).for_each(|_| self.step());
    }

    /// The current row.
    pub fn cells(&self) -> Vec<State> {
        let mut cells = vec![0; self.row.len()];
        self.copy_to(&mut cells);
        cells
    }

    /// Copies the current row into `cells`.
    pub fn copy_to(&self, cells: &mut [State]) {
        self.row.copy_to(cells);
    }
}
