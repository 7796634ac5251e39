//! Keys that are equal exactly for positions which differ by a symmetry or by marks that can be exchanged.
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
//! So a key is the set of spots of x's common marks, that of y's (45 bits each; two marks share a spot only while a
//! cycle waits for its collapse, and such positions get no key), and the spots of the three single marks (6 bits each).

use super::board::{SPOTS, TURNED};
use crate::rules::Scoring;

/// How many bits a key has; the rest of a `u128` is free for what is known of the position.
pub const KEY_BITS: u32 = 2 * SPOTS as u32 + 3 * 6;

/// The keys of one position as the eight symmetries show it. The least of them stands for all.
pub type Views = [u128; 8];

/// What each mark in each spot adds to the keys; the parts of a key never overlap.
#[derive(Debug)]
pub struct Keys {
    parts: Vec<Views>,
    /// Marks of one class can be exchanged, so they have the same parts.
    class: [usize; 9],
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
            singles.iter().position(|single| *single == mark).map_or(mark % 2, |n| 2 + n)
        });
        let part = |class: usize, spot: u8| match class {
            0 | 1 => 1 << (class * SPOTS + usize::from(spot)),
            _ => u128::from(spot + 1) << (2 * SPOTS + 6 * (class - 2)),
        };
        let views = |class, spot: usize| std::array::from_fn(|symmetry| part(class, TURNED[symmetry][spot]));
        let parts = (0..5).flat_map(|class| (0..SPOTS).map(move |spot| views(class, spot))).collect();
        Keys { parts, class }
    }

    /// Adds a mark, counted from 0, to the keys.
    pub fn add(&self, views: &mut Views, mark: usize, spot: u8) {
        let parts = &self.parts[self.class[mark] * SPOTS + usize::from(spot)];
        for (view, part) in views.iter_mut().zip(parts) {
            *view |= part;
        }
    }
}

/// The key that stands for all views.
pub fn least(views: &Views) -> u128 {
    views.iter().fold(u128::MAX, |least, view| least.min(*view))
}
