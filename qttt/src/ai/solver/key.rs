//! Keys that are equal only for positions which differ by a symmetry or by what does not matter.
//!
//! Most subscripts do not matter. Subscripts are only looked at when one collapse gives both players a line, and then
//! only the deciding subscript of each player's best line counts; the course of a game does not depend on them at all.
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
//! *Marks that cannot decide any more.* Two lines without a common cell are parallel rows or columns, for a diagonal
//! meets every line. So a single mark counts only while one of its cells lies in a row (or column) without a mark of
//! the enemy, and another row (column) is without a mark of its own side. Otherwise it is as good as a common mark.
//!
//! *Cells that are lost for both.* A settled cell whose lines all have settled marks of both sides can be in no line
//! to come, whoever owns it: both are taken to own it. Whose turn it is follows from the number of marks alone.
//!
//! *Ways of tying the same cells.* A component of ties is a tree, and it settles away from one of its cells, the root,
//! which the closing mark takes: every other mark goes to the cell of its pair that is farther from the root. Take a
//! set of cells tied by common marks of one player. One of these cells, that nearest to the root, goes to whatever
//! leads there; all others go to that player, however they are tied to each other. New ties only tie sets of cells,
//! so the same holds for the rest of the game: what counts is the set, and the key has *all* pairs of its cells.
//!
//! So a key is the set of spots of x's common marks, that of y's (45 bits each, and no two such sets look the same;
//! positions with a closed cycle get no key), and the spots of the three single marks (6 bits each).

use super::board::{PAIR, PAIRS, SPOT, SPOTS, TURNED, cells, single};
use crate::rules::Scoring;

/// How many bits a key has; the rest of a `u128` is free for what is known of the position.
pub const KEY_BITS: u32 = 2 * SPOTS as u32 + 3 * 6;

/// The keys of one position as the eight symmetries show it. The least of them stands for all.
pub type Views = [u128; 8];

/// What each mark in each spot adds to the keys; the parts of different sets never overlap.
#[derive(Debug, Clone)]
pub struct Keys {
    parts: Vec<Views>,
    /// The class of each mark while its subscript counts.
    class: [u8; 9],
}

/// The three marks, counted from 0, whose spots matter one by one.
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
        let views = |class, spot: usize| std::array::from_fn(|symmetry| part(class, TURNED[symmetry][spot]));
        let parts = (0..5).flat_map(|class| (0..SPOTS).map(move |spot| views(class, spot))).collect();
        Keys { parts, class }
    }

    /// The class of a mark, counted from 0; marks of one class can be exchanged. `contested` are the cells in which
    /// subscripts of its owner can still decide.
    pub fn class(&self, mark: usize, spot: u8, contested: u16) -> u8 {
        let single = self.class[mark] > 1;
        if single && cells(spot) & contested == 0 { (mark % 2) as u8 } else { self.class[mark] }
    }

    /// Adds the mark after `spots` to the keys. The classes are those of these marks and of the new one.
    pub fn add(&self, views: &mut Views, spots: &[u8], classes: &[u8], spot: u8) {
        let class = classes[spots.len()];
        match PAIR.get(usize::from(spot)) {
            Some(&(a, b)) if usize::from(class) < 2 => {
                let (mut kin_of_a, kin_of_b) = (kin(spots, classes, class, a), kin(spots, classes, class, b));
                while kin_of_a != 0 {
                    let mut others = kin_of_b;
                    while others != 0 {
                        let pair = SPOT[kin_of_a.trailing_zeros() as usize][others.trailing_zeros() as usize];
                        self.add_part(views, class, pair);
                        others &= others - 1;
                    }
                    kin_of_a &= kin_of_a - 1;
                }
            }
            _ => self.add_part(views, class, spot),
        }
    }

    /// Adds a settled cell in which no line can be completed any more.
    pub fn add_lost(&self, views: &mut Views, cell: u8) {
        self.add_part(views, 0, single(cell));
        self.add_part(views, 1, single(cell));
    }

    fn add_part(&self, views: &mut Views, class: u8, spot: u8) {
        let parts = &self.parts[usize::from(class) * SPOTS + usize::from(spot)];
        for (view, part) in views.iter_mut().zip(parts) {
            *view |= part;
        }
    }
}

/// The cells that marks of one class tie to a cell, itself among them.
fn kin(spots: &[u8], classes: &[u8], class: u8, cell: u8) -> u16 {
    let mut kin = 1 << cell;
    loop {
        let before = kin;
        for (spot, _) in
            spots.iter().zip(classes).filter(|(spot, of)| **of == class && usize::from(**spot) < PAIRS)
        {
            if cells(*spot) & kin != 0 {
                kin |= cells(*spot);
            }
        }
        if kin == before {
            return kin;
        }
    }
}

/// The key that stands for all views.
pub fn least(views: &Views) -> u128 {
    views.iter().fold(u128::MAX, |least, view| least.min(*view))
}
