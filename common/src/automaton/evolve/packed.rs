//! A row of cells packed into words, with room for what stands beyond its ends.

use crate::automaton::{Plan, State};

/// Cells of 1, 2 or 4 bits each, the first one lowest. One more word stands before and one after them, so that every
/// word has neighbours; what lies beyond the last cell means nothing until `surround` is called.
#[derive(Debug, Clone)]
pub struct Packed {
    bits: u32,
    len: usize,
    words: Vec<u64>,
}

impl Packed {
    /// Packs a row.
    pub fn new(cells: &[State], bits: u32) -> Packed {
        let per_word = 64 / bits as usize;
        let word = |cells: &[State]| cells.iter().rev().fold(0, |word, cell| word << bits | u64::from(*cell));
        let inner = cells.chunks(per_word).map(word);
        let words = std::iter::once(0).chain(inner).chain(std::iter::once(0)).collect();
        Packed { bits, len: cells.len(), words }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The words with the one before and the one after.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words proper, to be written.
    pub fn words_mut(&mut self) -> &mut [u64] {
        let end = self.words.len() - 1;
        &mut self.words[1..end]
    }

    /// The word in which a cell is, and how far it is shifted there. The cell after the last one has a place too.
    fn place(&self, cell: usize) -> (usize, u32) {
        let per_word = 64 / self.bits as usize;
        (1 + cell / per_word, (cell % per_word) as u32 * self.bits)
    }

    fn cell(&self, cell: usize) -> u64 {
        let (word, shift) = self.place(cell);
        self.words[word] >> shift & ((1 << self.bits) - 1)
    }

    /// Puts the states beyond both ends into their places.
    pub fn surround(&mut self, plan: Plan) {
        let (before, after) = match plan {
            Plan::Flat { edge } => (u64::from(edge), u64::from(edge)),
            Plan::Cyclic => (self.cell(self.len - 1), self.cell(0)),
        };
        self.words[0] = before << (64 - self.bits);
        let (word, shift) = self.place(self.len);
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
