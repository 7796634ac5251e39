//! Evolution with two states: 64 cells per word, and the rule table as one Boolean formula.

use crate::automaton::RuleTable;

/// A two-state rule table in algebraic normal form: a sum modulo 2 of products of the three cells. Bit `i` says
/// whether the sum contains the product of the cells in `i` (4 left, 2 middle, 1 right).
#[derive(Debug, Clone, Copy)]
pub struct TwoStateStepper {
    normal_form: u8,
}

impl TwoStateStepper {
    /// Computes the algebraic normal form of a table.
    pub fn new(table: &RuleTable) -> TwoStateStepper {
        let mut form = table.results().iter().enumerate().fold(0, |form, (i, result)| form | result << i);
        // Möbius transform.
        form ^= (form & 0b0101_0101) << 1;
        form ^= (form & 0b0011_0011) << 2;
        form ^= (form & 0b0000_1111) << 4;
        TwoStateStepper { normal_form: form }
    }

    /// Computes the next row. `row` has one extra word at each end.
    pub fn step(self, row: &[u64], next: &mut [u64]) {
        let mask = |i: u32| 0u64.wrapping_sub(u64::from(self.normal_form >> i & 1));
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
