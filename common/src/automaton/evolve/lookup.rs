//! Evolution with more than two states: cells of 2 or 4 bits, and a lookup table for several cells at once.

use crate::automaton::{RuleTable, Triple};

/// Computes rows of cells with `BITS` bits each. With 2 bits per cell a window of 6 cells gives 4 results; with 4 bits a
/// window of 4 cells gives 2 results.
#[derive(Debug, Clone)]
pub struct LookupStepper<const BITS: u32> {
    /// The results of every window of cells, packed into one byte.
    results: Box<[u8; WINDOWS]>,
}

/// A window has at most 16 bits. With a fixed table size no bounds check is needed.
const WINDOWS: usize = 1 << 16;

impl<const BITS: u32> LookupStepper<BITS> {
    /// The number of results in a byte.
    const RESULTS: u32 = 8 / BITS;
    /// The bit mask of a window: the cells of the results and one more cell on each side.
    const WINDOW_MASK: u64 = (1 << ((Self::RESULTS + 2) * BITS)) - 1;

    /// Builds the lookup table of a rule table.
    pub fn new(table: &RuleTable) -> LookupStepper<BITS> {
        let mut results: Box<[u8; WINDOWS]> =
            vec![0; WINDOWS].try_into().unwrap_or_else(|_| unreachable!("the length is WINDOWS"));
        let cell = |window: usize, i: u32| (window >> (i * BITS)) as u8 & ((1 << BITS) - 1);
        for (window, result) in results.iter_mut().enumerate().take(Self::WINDOW_MASK as usize + 1) {
            for i in 0..Self::RESULTS {
                let triple = Triple::new(cell(window, i), cell(window, i + 1), cell(window, i + 2));
                // Other bit patterns occur only beyond the end of a row, where the results are not used.
                if triple.cells().iter().all(|state| *state < table.states()) {
                    *result |= table.result(triple) << (i * BITS);
                }
            }
        }
        LookupStepper { results }
    }

    /// Computes the next row. `row` has one extra word at each end.
    pub fn step(&self, row: &[u64], next: &mut [u64]) {
        let words = row.iter().zip(&row[1..]).zip(&row[2..]);
        for (((before, word), after), next) in words.zip(next) {
            // The word shifted by one cell in each direction: `low` contains the first windows, `high` the last ones.
            let low = word << BITS | before >> (64 - BITS);
            let high = word >> BITS | after << (64 - BITS);
            let lookup =
                |from: u64| u64::from(self.results[(from & Self::WINDOW_MASK) as usize & (WINDOWS - 1)]);
            let mut results = 0;
            for byte in 0..4 {
                results |= lookup(low >> (byte * 8)) << (byte * 8);
            }
            for byte in 4..8 {
                results |= lookup(high >> (byte * 8 - 2 * BITS)) << (byte * 8);
            }
            *next = results;
        }
    }
}
