//! Sides of a game, and small sets of them.

use serde::{Deserialize, Serialize};

/// One side of a game, counted from 0 in the order of the first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

impl Side {
    /// Who begins.
    pub const FIRST: Side = Side(0);
    /// Who answers.
    pub const SECOND: Side = Side(1);

    /// The place of this side in a list of sides.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opponent, in a game of two.
    pub fn other(self) -> Side {
        Side(1 - self.0)
    }
}

/// A set of sides, at most eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides(u8);

impl Sides {
    /// Nobody: the game is over.
    pub const NONE: Sides = Sides(0);

    /// Just one side.
    pub fn one(side: Side) -> Sides {
        Sides(1 << side.0)
    }

    /// This set with one side more.
    pub fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// Whether `side` is in the set.
    pub fn contains(self, side: Side) -> bool {
        self.0 & 1 << side.0 != 0
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first side of the set; in a game of turns, the side to move.
    pub fn first(self) -> Option<Side> {
        (self.0 != 0).then(|| Side(self.0.trailing_zeros() as u8))
    }

    /// The sides in order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..8).map(Side).filter(move |side| self.contains(*side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_sides_in_order() {
        let sides = Sides::one(Side(5)).with(Side(2));
        assert_eq!(sides.iter().collect::<Vec<_>>(), [Side(2), Side(5)]);
        assert_eq!(sides.first(), Some(Side(2)));
        assert!(sides.contains(Side(5)) && !sides.contains(Side(0)));
        assert_eq!(Sides::NONE.first(), None);
    }
}
