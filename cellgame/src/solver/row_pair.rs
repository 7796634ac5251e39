//! One transition: a row and the row below it, taken together.
//!
//! All assignments of the two rows that follow the rules are walked from left to right and from right to left, as sets of
//! pairs of neighbouring cells. So the result is exact: a candidate stays if and only if some assignment uses it.

use super::Candidates;
use super::window::{WindowTable, states_of};
use common::automaton::{Boundary, State};

/// For every state of a cell: the states of its left neighbour that are possible with it.
type Pairs = [Candidates; 10];

/// Keeps the candidates that occur in some assignment of both rows. False if there is none.
pub(super) fn narrow(
    table: &WindowTable,
    boundary: Boundary,
    upper: &mut [Candidates],
    lower: &mut [Candidates],
    scratch: &mut Scratch,
) -> bool {
    match boundary {
        Boundary::Flat { edge } => {
            scratch.upper.clear();
            scratch.upper.extend_from_slice(upper);
            scratch.lower.clear();
            scratch.lower.extend_from_slice(lower);
            scratch.kept_upper.clear();
            scratch.kept_upper.resize(upper.len(), 0);
            scratch.kept_lower.clear();
            scratch.kept_lower.resize(lower.len(), 0);
            let possible = scratch.pass(table, edge, edge);
            upper.copy_from_slice(&scratch.kept_upper);
            lower.copy_from_slice(&scratch.kept_lower);
            possible
        }
        Boundary::Cyclic => narrow_ring(table, upper, lower, scratch),
    }
}

/// Cuts the ring between the two neighbours with the fewest possible pairs, and tries each of these pairs.
fn narrow_ring(
    table: &WindowTable,
    upper: &mut [Candidates],
    lower: &mut [Candidates],
    scratch: &mut Scratch,
) -> bool {
    let width = upper.len();
    let pairs = |cut: usize| upper[(cut + width - 1) % width].count_ones() * upper[cut].count_ones();
    let cut = (0..width).min_by_key(|cut| pairs(*cut)).unwrap_or(0);
    upper.rotate_left(cut);
    lower.rotate_left(cut);
    scratch.kept_upper.clear();
    scratch.kept_upper.resize(width, 0);
    scratch.kept_lower.clear();
    scratch.kept_lower.resize(width, 0);
    let mut possible = false;
    for first in states_of(upper[0]) {
        for last in states_of(upper[width - 1]) {
            scratch.upper.clear();
            scratch.upper.extend_from_slice(upper);
            scratch.upper[0] = 1 << first;
            scratch.upper[width - 1] = 1 << last;
            scratch.lower.clear();
            scratch.lower.extend_from_slice(lower);
            possible |= scratch.pass(table, last, first);
        }
    }
    upper.copy_from_slice(&scratch.kept_upper);
    lower.copy_from_slice(&scratch.kept_lower);
    upper.rotate_right(cut);
    lower.rotate_right(cut);
    possible
}

/// Memory that is used again.
#[derive(Clone, Default)]
pub(super) struct Scratch {
    upper: Vec<Candidates>,
    lower: Vec<Candidates>,
    /// What was found possible so far.
    kept_upper: Vec<Candidates>,
    kept_lower: Vec<Candidates>,
    /// From the left: the pairs (cell before `x`, cell `x`) that the windows left of `x` allow.
    from_left: Vec<Pairs>,
}

impl Scratch {
    /// Walks the row with these states beyond its ends, and adds what is possible to what was kept.
    fn pass(&mut self, table: &WindowTable, left_edge: State, right_edge: State) -> bool {
        let width = self.upper.len();
        self.from_left.clear();
        self.from_left.resize(width + 1, [0; 10]);
        for state in states_of(self.upper[0]) {
            self.from_left[0][usize::from(state)] = 1 << left_edge;
        }
        let next_cells =
            |upper: &[Candidates], x: usize| upper.get(x + 1).copied().unwrap_or(1 << right_edge);
        for x in 0..width {
            let mut next: Pairs = [0; 10];
            for middle in states_of(self.upper[x]) {
                let lefts = self.from_left[x][usize::from(middle)];
                let rights = states_of(lefts)
                    .fold(0, |rights, left| rights | table.right_cells_of(left, middle, self.lower[x]));
                for right in states_of(rights & next_cells(&self.upper, x)) {
                    next[usize::from(right)] |= 1 << middle;
                }
            }
            self.from_left[x + 1] = next;
        }
        if self.from_left[width][usize::from(right_edge)] == 0 {
            return false;
        }
        // From the right: `after[c]` has the cells `b` left of `c` from which the rest of the row can be completed.
        let mut after: Pairs = [0; 10];
        after[usize::from(right_edge)] = self.from_left[width][usize::from(right_edge)];
        for x in (0..width).rev() {
            let mut before: Pairs = [0; 10];
            let cells = next_cells(&self.upper, x);
            for middle in states_of(self.upper[x]) {
                let rights = states_of(cells).filter(|right| after[usize::from(*right)] >> middle & 1 == 1);
                let rights: Candidates = rights.fold(0, |rights, right| rights | 1 << right);
                if rights == 0 {
                    continue;
                }
                for left in states_of(self.from_left[x][usize::from(middle)]) {
                    if table.right_cells_of(left, middle, self.lower[x]) & rights == 0 {
                        continue;
                    }
                    before[usize::from(middle)] |= 1 << left;
                    self.kept_upper[x] |= 1 << middle;
                    // Results that were found possible before need no second look.
                    for result in states_of(self.lower[x] & !self.kept_lower[x]) {
                        if table.right_cells(left, middle, result) & rights != 0 {
                            self.kept_lower[x] |= 1 << result;
                        }
                    }
                }
            }
            after = before;
        }
        true
    }
}
