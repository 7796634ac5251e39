//! What a stone makes of its four lines together: the kinds of moves that a search tells apart.

use super::shapes::Shape;
use crate::rules::{Colour, Rule};

/// The shapes of the four lines through a point, four bits each.
pub type Code = u16;

/// What a stone on a point makes, from nothing to the win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Nothing that has to be looked at. Black's forbidden points are here too.
    None = 0,
    /// An open two.
    Two = 1,
    /// A three that is blocked.
    BlockedThree = 2,
    /// Two of those.
    Shape = 3,
    /// An open three.
    Three = 4,
    /// An open three and more.
    ThreePlus = 5,
    /// Two open threes.
    TwoThrees = 6,
    /// A four.
    Four = 7,
    /// A four and more.
    FourPlus = 8,
    /// A four and an open three.
    FourThree = 9,
    /// An open four, or two fours.
    OpenFour = 10,
    /// Five.
    Five = 11,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 12;
    /// All of them.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::None,
        Kind::Two,
        Kind::BlockedThree,
        Kind::Shape,
        Kind::Three,
        Kind::ThreePlus,
        Kind::TwoThrees,
        Kind::Four,
        Kind::FourPlus,
        Kind::FourThree,
        Kind::OpenFour,
        Kind::Five,
    ];
}

/// How often each shape occurs among the four lines of a code.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    twos: usize,
    blocked_threes: usize,
    threes: usize,
    fours: usize,
    open_fours: usize,
    two_fours: usize,
    five: bool,
    overline: bool,
}

fn tally(code: Code) -> Tally {
    let mut tally = Tally::default();
    for direction in 0..4 {
        let number = (code >> (4 * direction) & 15) as u8;
        // No line has the last number.
        match Shape::of(number.min(14)) {
            Shape::Dead | Shape::One | Shape::OpenOne | Shape::Two => {}
            Shape::OpenTwo | Shape::OpenTwoA | Shape::OpenTwoB => tally.twos += 1,
            Shape::Three => tally.blocked_threes += 1,
            Shape::OpenThree | Shape::OpenThreeA => tally.threes += 1,
            Shape::Four => tally.fours += 1,
            Shape::OpenFour => tally.open_fours += 1,
            Shape::TwoFours => tally.two_fours += 1,
            Shape::Five => tally.five = true,
            Shape::Overline => tally.overline = true,
        }
    }
    tally
}

fn kind(tally: Tally) -> Kind {
    let small = tally.twos + tally.blocked_threes;
    if tally.five {
        Kind::Five
    } else if tally.open_fours + tally.two_fours > 0 || tally.fours >= 2 {
        Kind::OpenFour
    } else if tally.fours == 1 {
        match (tally.threes, small) {
            (0, 0) => Kind::Four,
            (0, _) => Kind::FourPlus,
            _ => Kind::FourThree,
        }
    } else if tally.threes >= 2 {
        Kind::TwoThrees
    } else if tally.threes == 1 {
        if small > 0 { Kind::ThreePlus } else { Kind::Three }
    } else if small >= 2 {
        Kind::Shape
    } else if tally.blocked_threes == 1 {
        Kind::BlockedThree
    } else if tally.twos == 1 {
        Kind::Two
    } else {
        Kind::None
    }
}

/// The kinds of all codes under a rule.
#[derive(Debug)]
pub struct Kinds {
    /// Black's kind in the lower half of the byte, white's in the upper.
    table: Vec<u8>,
    rule: Rule,
}

impl Kinds {
    /// The kinds under a rule.
    pub fn new(rule: Rule) -> Kinds {
        let both = |code: usize| {
            let tally = tally(code as Code);
            let white = kind(tally);
            let black = if rule == Rule::Renju && is_certain(tally) { Kind::None } else { white };
            black as u8 | (white as u8) << 4
        };
        Kinds { table: (0..1 << 16).map(both).collect(), rule }
    }

    /// The kind of a code for a colour. Two threes of black in renju are told as such: whether they are allowed has to
    /// be asked.
    #[inline]
    pub fn of(&self, colour: Colour, code: Code) -> Kind {
        let both = self.table[usize::from(code)];
        let number = if colour == Colour::Black { both & 15 } else { both >> 4 };
        Kind::ALL[usize::from(number)]
    }

    /// Whether black's stone may be forbidden in renju.
    pub fn is_suspect(&self, code: Code) -> bool {
        let tally = tally(code);
        self.rule == Rule::Renju && !tally.five && (is_certain(tally) || tally.threes >= 2)
    }
}

/// Whether black's stone is forbidden in renju without any doubt.
fn is_certain(tally: Tally) -> bool {
    !tally.five && (tally.overline || tally.fours + tally.open_fours + 2 * tally.two_fours >= 2)
}
