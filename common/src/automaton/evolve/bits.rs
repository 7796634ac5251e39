//! Two states: 64 cells in a word, and the whole table as one Boolean formula.

use crate::automaton::Table;

/// A table of two states as its algebraic normal form, the sum modulo 2 of products of the three cells: bit `i` of
/// the number says whether the product of the cells in `i` is in it (4 left, 2 middle, 1 right).
#[derive(Debug, Clone, Copy)]
pub struct Bits {
    form: u8,
}

impl Bits {
    /// The form of a table.
    pub fn new(table: &Table) -> Bits {
        let mut form = table.results().iter().enumerate().fold(0, |form, (i, result)| form | result << i);
        // Möbius transform: each cell in turn is added where it is set.
        form ^= (form & 0b0101_0101) << 1;
        form ^= (form & 0b0011_0011) << 2;
        form ^= (form & 0b0000_1111) << 4;
        Bits { form }
    }

    /// The next row; `row` has one more word at each end.
    pub fn step(self, row: &[u64], next: &mut [u64]) {
        let mask = |i: u32| 0u64.wrapping_sub(u64::from(self.form >> i & 1));
        let a: [u64; 8] = std::array::from_fn(|i| mask(i as u32));
        let words = row.iter().zip(&row[1..]).zip(&row[2..]);
        for (((before, word), after), next) in words.zip(next) {
            let left = word << 1 | before >> 63;
            let right = word >> 1 | after << 63;
            let without = a[0] ^ a[1] & right ^ word & (a[2] ^ a[3] & right);
            let with = a[4] ^ a[5] & right ^ word & (a[6] ^ a[7] & right);
            *next = without ^ left & with;
        }
    }
}
