//! Keys that are equal only for positions that differ by a symmetry or by irrelevant details.
//!
//! Most subscripts are irrelevant. They count only when one collapse gives both players a line, and then only the
//! deciding subscript of each player's best line counts. Legal moves never depend on them.
//!
//! *`seed`, the line with the smallest subscript wins.* Three of x's marks 1, 3, 5, 7, 9 have 1, 3 or 5 as their
//! smallest, three of y's marks 2, 4, 6, 8 have 2 or 4. So x wins if x1 is in a line of x; else y wins if y2 is in a
//! line of y; else y's subscript is 4, and x wins exactly if x3 is in a line of x. Only the spots of x1, y2 and x3
//! matter: x5, x7, x9 can be exchanged, and so can y4, y6, y8.
//!
//! *`goff`, the lower largest subscript.* Three of x's marks have 5, 7 or 9 as their largest, three of y's 6 or 8. So
//! x wins if it has a line without x7 and x9; else y wins if it has a line without y8; else y's subscript is 8, and x
//! wins exactly if it has a line without x9. Only the spots of x7, y8 and x9 matter: x1, x3, x5 can be exchanged, and
//! so can y2, y4, y6.
//!
//! *Marks that cannot decide any more.* Two lines without a common cell are parallel rows or columns, since a diagonal
//! meets every line. So a single mark counts only while one of its cells is in a row (or column) without a mark of the
//! opponent, and another row (column) is without a mark of its own side. Otherwise it counts as a common mark.
//!
//! *Dead cells.* If all lines of a settled cell have settled marks of both sides, the cell cannot be in a future line,
//! and its owner is irrelevant: the key gives it to both. The side to move follows from the number of marks.
//!
//! *Equivalent entanglements.* A component of entangled cells is a tree. It collapses away from one of its cells, the
//! root, which the closing mark takes: every other mark goes to the cell of its pair that is farther from the root.
//! Take a set of cells entangled by common marks of one player. The cell nearest to the root goes to the mark that
//! leads there; all others go to that player, however they are entangled with each other. New marks only connect sets
//! of cells, so this holds for the rest of the game: only the set counts, and the key contains *all* pairs of its
//! cells.
//!
//! So a key is the set of spots of x's common marks, the set of y's (45 bits each, distinct for distinct sets;
//! positions with a closed cycle have no key), and the spots of the three single marks (6 bits each).

use super::board::{PAIR, PAIRS, SPOT, SPOTS, SYMMETRIC_SPOT, cells, single};
use crate::rules::Scoring;

/// Number of bits of a key; the rest of a `u128` stores the bounds.
pub const KEY_BITS: u32 = 2 * SPOTS as u32 + 3 * 6;

/// The keys of one position under the eight symmetries. The lowest is the canonical key.
pub type SymmetricKeys = [u128; 8];

/// The part of each mark in each spot; parts of different sets never overlap.
#[derive(Debug, Clone)]
pub struct Keys {
    parts: Vec<SymmetricKeys>,
    /// The class of each mark while its subscript counts.
    class: [u8; 9],
}

/// The three marks, counted from 0, whose individual spots count.
fn single_marks(scoring: Scoring) -> [usize; 3] {
    match scoring {
        Scoring::Seed => [0, 1, 2],
        Scoring::Goff => [6, 7, 8],
    }
}

impl Keys {
    pub fn new(scoring: Scoring) -> Keys {
        let singles = single_marks(scoring);
        let class = std::array::from_fn(|mark| {
            singles.iter().position(|single| *single == mark).map_or(mark % 2, |n| 2 + n) as u8
        });
        let part = |class: usize, spot: u8| match class {
            0 | 1 => 1 << (class * SPOTS + usize::from(spot)),
            _ => u128::from(spot + 1) << (2 * SPOTS + 6 * (class - 2)),
        };
        let symmetric =
            |class, spot: usize| std::array::from_fn(|symmetry| part(class, SYMMETRIC_SPOT[symmetry][spot]));
        let parts = (0..5).flat_map(|class| (0..SPOTS).map(move |spot| symmetric(class, spot))).collect();
        Keys { parts, class }
    }

    /// The class of a mark, counted from 0; marks of one class are interchangeable. `contested` are the cells in which
    /// subscripts of its owner can still decide.
    pub fn class(&self, mark: usize, spot: u8, contested: u16) -> u8 {
        let single = self.class[mark] > 1;
        if single && cells(spot) & contested == 0 { (mark % 2) as u8 } else { self.class[mark] }
    }

    /// Adds the mark after `spots` to the keys. `classes` includes the new mark.
    pub fn add(&self, keys_by_symmetry: &mut SymmetricKeys, spots: &[u8], classes: &[u8], spot: u8) {
        let class = classes[spots.len()];
        match PAIR.get(usize::from(spot)) {
            Some(&(a, b)) if usize::from(class) < 2 => {
                let (mut cells_of_a, cells_of_b) =
                    (connected_cells(spots, classes, class, a), connected_cells(spots, classes, class, b));
                while cells_of_a != 0 {
                    let mut others = cells_of_b;
                    while others != 0 {
                        let pair =
                            SPOT[cells_of_a.trailing_zeros() as usize][others.trailing_zeros() as usize];
                        self.add_part(keys_by_symmetry, class, pair);
                        others &= others - 1;
                    }
                    cells_of_a &= cells_of_a - 1;
                }
            }
            _ => self.add_part(keys_by_symmetry, class, spot),
        }
    }

    /// Adds a settled cell that cannot be in a future line.
    pub fn add_dead_cell(&self, keys_by_symmetry: &mut SymmetricKeys, cell: u8) {
        self.add_part(keys_by_symmetry, 0, single(cell));
        self.add_part(keys_by_symmetry, 1, single(cell));
    }

    fn add_part(&self, keys_by_symmetry: &mut SymmetricKeys, class: u8, spot: u8) {
        let parts = &self.parts[usize::from(class) * SPOTS + usize::from(spot)];
        for (key, part) in keys_by_symmetry.iter_mut().zip(parts) {
            *key |= part;
        }
    }
}

/// The cells that marks of one class connect to a cell, including the cell itself.
fn connected_cells(spots: &[u8], classes: &[u8], class: u8, cell: u8) -> u16 {
    let mut connected = 1 << cell;
    loop {
        let before = connected;
        for (spot, _) in
            spots.iter().zip(classes).filter(|(spot, of)| **of == class && usize::from(**spot) < PAIRS)
        {
            if cells(*spot) & connected != 0 {
                connected |= cells(*spot);
            }
        }
        if connected == before {
            return connected;
        }
    }
}

/// The lowest of the keys under all symmetries.
pub fn canonical_key(keys_by_symmetry: &SymmetricKeys) -> u128 {
    keys_by_symmetry.iter().fold(u128::MAX, |lowest, key| lowest.min(*key))
}
