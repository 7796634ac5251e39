//! One window: three neighbouring cells and the cell below them.

use super::Candidates;
use crate::layout::Layout;
use common::automaton::{State, triples};

/// Looks up which states of a window's four cells occur together.
#[derive(Clone)]
pub(crate) struct WindowTable {
    states: usize,
    /// By left cell, middle cell and result: the right cells that give the result.
    right_cells: Vec<Candidates>,
    /// By left and middle cell: the right cells that give any result.
    any_right: Vec<Candidates>,
    /// Answers to recent questions; the same windows are asked about again and again.
    cache: Vec<(u64, u64)>,
}

const CACHE_BITS: u32 = 13;

impl WindowTable {
    pub fn new(layout: &Layout) -> WindowTable {
        let states = usize::from(layout.states());
        let mut right_cells = vec![0; states * states * states];
        let mut any_right = vec![0; states * states];
        for triple in triples(layout.states()) {
            if let Some(result) = layout.result(triple) {
                let left_middle = usize::from(triple.left) * states + usize::from(triple.middle);
                right_cells[left_middle * states + usize::from(result)] |= 1 << triple.right;
                any_right[left_middle] |= 1 << triple.right;
            }
        }
        WindowTable { states, right_cells, any_right, cache: vec![(u64::MAX, 0); 1 << CACHE_BITS] }
    }

    /// The right cells that give `result`.
    pub fn right_cells(&self, left: State, middle: State, result: State) -> Candidates {
        self.right_cells
            [(usize::from(left) * self.states + usize::from(middle)) * self.states + usize::from(result)]
    }

    /// The right cells that give one of the `results`.
    pub fn right_cells_of(&self, left: State, middle: State, results: Candidates) -> Candidates {
        let left_middle = usize::from(left) * self.states + usize::from(middle);
        if results.count_ones() as usize == self.states {
            return self.any_right[left_middle];
        }
        let by_result = &self.right_cells[left_middle * self.states..][..self.states];
        states_of(results).fold(0, |right, result| right | by_result[usize::from(result)])
    }

    /// Keeps the candidates of left, middle, right and result that occur together in some rule; all are 0 if no rule
    /// fits.
    pub fn narrow(&mut self, window: [Candidates; 4]) -> [Candidates; 4] {
        let key = window.iter().fold(0, |key, candidates| key << 10 | u64::from(*candidates));
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - CACHE_BITS)) as usize;
        let (known, answer) = self.cache[slot];
        if known == key {
            return [30, 20, 10, 0].map(|shift| (answer >> shift & 0x3FF) as Candidates);
        }
        let narrowed = self.narrow_by_rules(window);
        let answer = narrowed.iter().fold(0, |answer, candidates| answer << 10 | u64::from(*candidates));
        self.cache[slot] = (key, answer);
        narrowed
    }

    fn narrow_by_rules(&self, [left, middle, right, result]: [Candidates; 4]) -> [Candidates; 4] {
        let mut kept = [0; 4];
        for l in states_of(left) {
            for m in states_of(middle) {
                for d in states_of(result) {
                    let fitting = self.right_cells(l, m, d) & right;
                    if fitting != 0 {
                        kept[0] |= 1 << l;
                        kept[1] |= 1 << m;
                        kept[2] |= fitting;
                        kept[3] |= 1 << d;
                    }
                }
            }
        }
        kept
    }
}

/// The states in a set of candidates, in ascending order.
pub fn states_of(candidates: Candidates) -> impl Iterator<Item = State> {
    let mut rest = candidates;
    std::iter::from_fn(move || {
        let state = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            state as State
        })
    })
}
