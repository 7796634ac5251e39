//! More than two states: cells of 2 or 4 bits in words, and a table that gives several of them at once.

use crate::automaton::{Table, Triple};

/// Cells of `BITS` bits. With 2 bits, 6 cells in a row tell 4 results; with 4 bits, 4 cells tell 2.
#[derive(Debug, Clone)]
pub struct Lookup<const BITS: u32> {
    /// The results of every window of cells, packed into a byte.
    results: Box<[u8; WINDOWS]>,
}

/// The windows are numbers of 16 bits at most; a table of fixed size needs no check of its bounds.
const WINDOWS: usize = 1 << 16;

impl<const BITS: u32> Lookup<BITS> {
    /// The results in a byte.
    const OUT: u32 = 8 / BITS;
    /// The bits of a window: the cells of the results, and one more on each side.
    const WINDOW: u64 = (1 << ((Self::OUT + 2) * BITS)) - 1;

    /// Prepares the results of a table.
    pub fn new(table: &Table) -> Lookup<BITS> {
        let mut results: Box<[u8; WINDOWS]> =
            vec![0; WINDOWS].try_into().unwrap_or_else(|_| unreachable!("it has that length"));
        let cell = |window: usize, i: u32| (window >> (i * BITS)) as u8 & ((1 << BITS) - 1);
        for (window, result) in results.iter_mut().enumerate().take(Self::WINDOW as usize + 1) {
            for i in 0..Self::OUT {
                let triple = Triple::new(cell(window, i), cell(window, i + 1), cell(window, i + 2));
                // Bits that are no state stand beyond the end of a row only, where nobody looks.
                if triple.cells().iter().all(|state| *state < table.states()) {
                    *result |= table.result(triple) << (i * BITS);
                }
            }
        }
        Lookup { results }
    }

    /// The next row; `row` has one more word at each end.
    pub fn step(&self, row: &[u64], next: &mut [u64]) {
        let words = row.iter().zip(&row[1..]).zip(&row[2..]);
        for (((before, word), after), next) in words.zip(next) {
            // The word moved by one cell either way: the first windows lie in one, the last ones in the other.
            let low = word << BITS | before >> (64 - BITS);
            let high = word >> BITS | after << (64 - BITS);
            let at = |from: u64| u64::from(self.results[(from & Self::WINDOW) as usize & (WINDOWS - 1)]);
            let mut results = 0;
            for byte in 0..4 {
                results |= at(low >> (byte * 8)) << (byte * 8);
            }
            for byte in 4..8 {
                results |= at(high >> (byte * 8 - 2 * BITS)) << (byte * 8);
            }
            *next = results;
        }
    }
}
