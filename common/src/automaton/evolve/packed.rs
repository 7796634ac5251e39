//! A row of cells packed into words, with space for the cells beyond its ends.

use crate::automaton::{Boundary, State};

/// Cells of 1, 2 or 4 bits each, the first cell in the lowest bits. There is one extra word at each end, so that every
/// word has neighbours. The bits beyond the last cell are undefined until `set_outer_cells` is called.
#[derive(Debug, Clone)]
pub struct PackedRow {
    bits: u32,
    len: usize,
    words: Vec<u64>,
}

impl PackedRow {
    /// Packs a row.
    pub fn new(cells: &[State], bits: u32) -> PackedRow {
        let per_word = 64 / bits as usize;
        let word = |cells: &[State]| cells.iter().rev().fold(0, |word, cell| word << bits | u64::from(*cell));
        let inner = cells.chunks(per_word).map(word);
        let words = std::iter::once(0).chain(inner).chain(std::iter::once(0)).collect();
        PackedRow { bits, len: cells.len(), words }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.len
    }

    /// All words, including the extra word at each end.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words without the extra words.
    pub fn words_mut(&mut self) -> &mut [u64] {
        let end = self.words.len() - 1;
        &mut self.words[1..end]
    }

    /// The word that contains a cell, and the shift of the cell in it. Also valid for the cell after the last.
    fn location(&self, cell: usize) -> (usize, u32) {
        let per_word = 64 / self.bits as usize;
        (1 + cell / per_word, (cell % per_word) as u32 * self.bits)
    }

    fn cell(&self, cell: usize) -> u64 {
        let (word, shift) = self.location(cell);
        self.words[word] >> shift & ((1 << self.bits) - 1)
    }

    /// Writes the states of the cells beyond both ends.
    pub fn set_outer_cells(&mut self, boundary: Boundary) {
        let (before, after) = match boundary {
            Boundary::Flat { edge } => (u64::from(edge), u64::from(edge)),
            Boundary::Cyclic => (self.cell(self.len - 1), self.cell(0)),
        };
        self.words[0] = before << (64 - self.bits);
        let (word, shift) = self.location(self.len);
        let mask = ((1 << self.bits) - 1) << shift;
        self.words[word] = self.words[word] & !mask | after << shift;
    }

    /// Unpacks the row.
    pub fn copy_to(&self, cells: &mut [State]) {
        let mask = (1 << self.bits) - 1;
        for (cells, word) in cells.chunks_mut(64 / self.bits as usize).zip(&self.words[1..]) {
            let mut word = *word;
            for cell in cells {
                *cell = (word & mask) as State;
                word >>= self.bits;
            }
        }
    }
}
