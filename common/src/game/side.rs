//! Sides of a game, and small sets of them.

use std::fmt;
use std::str::FromStr;

/// The largest number of sides a game may have.
pub const MAX_SIDES: usize = 32;

/// One side of a game, counted from 0 in the order of the first turns. Its text is `p1`, `p2`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Side(pub u8);

impl Side {
    /// The side that moves first.
    pub const FIRST: Side = Side(0);
    /// The side that moves second.
    pub const SECOND: Side = Side(1);

    /// The index of this side in a list of sides.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opponent, in a game of two.
    pub fn other(self) -> Side {
        Side(1 - self.0)
    }

    /// The first `count` sides, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Side> + Clone {
        (0..count.min(MAX_SIDES) as u8).map(Side)
    }

    /// The text of a move together with its side: `p1:c4`. Saved games and arena files use it.
    pub fn label(self, text: &str) -> String {
        format!("{self}:{text}")
    }

    /// Splits `p1:c4` into the side and the move. A text without a side is returned whole.
    ///
    /// ```
    /// use common::game::Side;
    /// assert_eq!(Side::split("p2:c4"), (Some(Side(1)), "c4"));
    /// assert_eq!(Side::split("c4"), (None, "c4"));
    /// ```
    pub fn split(text: &str) -> (Option<Side>, &str) {
        match text.split_once(':') {
            Some((side, rest)) => match side.parse() {
                Ok(side) => (Some(side), rest),
                Err(NotASide) => (None, text),
            },
            None => (None, text),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", u16::from(self.0) + 1)
    }
}

/// The error of a text that does not name a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a side is written p1, p2 and so on up to p{MAX_SIDES}")]
pub struct NotASide;

impl FromStr for Side {
    type Err = NotASide;
    fn from_str(text: &str) -> Result<Side, NotASide> {
        let digits = text.strip_prefix('p').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse::<usize>().ok());
        match number {
            Some(number @ 1..=MAX_SIDES) => Ok(Side(number as u8 - 1)),
            _ => Err(NotASide),
        }
    }
}

/// A set of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides(u32);

impl Sides {
    /// The empty set: the game is over.
    pub const NONE: Sides = Sides(0);

    /// A set with a single side.
    pub fn one(side: Side) -> Sides {
        Sides(1 << side.0)
    }

    /// The first `count` sides.
    pub fn all(count: usize) -> Sides {
        Side::all(count).fold(Sides::NONE, Sides::with)
    }

    /// This set with one more side.
    pub fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// This set without a side.
    pub fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side.0))
    }

    /// Whether `side` is in the set.
    pub fn contains(self, side: Side) -> bool {
        self.0 & 1 << side.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of sides in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first side of the set; in a game of turns, the side to move.
    pub fn first(self) -> Option<Side> {
        (self.0 != 0).then(|| Side(self.0.trailing_zeros() as u8))
    }

    /// The sides in order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::all(MAX_SIDES).filter(move |side| self.contains(*side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_returns_its_sides_in_order() {
        let sides = Sides::one(Side(31)).with(Side(2)).with(Side(5)).without(Side(5));
        assert_eq!(sides.iter().collect::<Vec<_>>(), [Side(2), Side(31)]);
        assert_eq!((sides.first(), sides.len()), (Some(Side(2)), 2));
        assert!(sides.contains(Side(31)) && !sides.contains(Side(0)));
        assert_eq!(Sides::NONE.first(), None);
        assert_eq!(Sides::all(MAX_SIDES).len(), MAX_SIDES);
    }

    #[test]
    fn sides_are_read_as_they_are_written() {
        for side in Side::all(MAX_SIDES) {
            assert_eq!(side.to_string().parse(), Ok(side));
            assert_eq!(Side::split(&side.label("a b:c")), (Some(side), "a b:c"));
        }
        for text in ["", "p", "p0", "p33", "p-1", "p+1", "1", "P1", "p1 ", "p99999999999999999999"] {
            assert_eq!(text.parse::<Side>(), Err(NotASide), "{text}");
        }
        assert_eq!(Side::split("deploy:3"), (None, "deploy:3"));
    }
}
