//! What a stone makes of its four lines together: the kinds of moves that a search tells apart.

use super::shapes::{SHAPES, Shape};
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

/// Shapes that are alike for a judgement: nothing, two, three ranks of open twos, three, two ranks of open threes, four, and
/// more than that.
const RANKS: [u8; SHAPES + 1] = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 0, 0];
/// How many pairs of such ranks there are.
pub const PAIRS: usize = 55;

/// The number of the two best shapes of a code.
fn pair(code: Code) -> u8 {
    let mut ranks: [u8; 4] = std::array::from_fn(|n| RANKS[usize::from(code >> (4 * n) & 15)]);
    ranks.sort_unstable();
    let (best, second) = (ranks[3], ranks[2]);
    best * (best + 1) / 2 + second
}

/// A kind and a pair in one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark(u16);

impl Mark {
    fn new(kind: Kind, pair: u8) -> Mark {
        Mark(kind as u16 | u16::from(pair) << 4)
    }
    /// What a stone would make.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::ALL[self.kind_number()]
    }
    /// Its number.
    #[inline]
    pub fn kind_number(self) -> usize {
        usize::from(self.0 & 15)
    }
    /// The number of the two best shapes.
    #[inline]
    pub fn pair(self) -> usize {
        usize::from(self.0 >> 4)
    }
}

/// The kinds and pairs of all codes under a rule, for both colours.
#[derive(Debug)]
pub struct Kinds {
    table: Vec<[Mark; 2]>,
    rule: Rule,
}

impl Kinds {
    /// The kinds under a rule.
    pub fn new(rule: Rule) -> Kinds {
        let both = |code: usize| {
            let (tally, pair) = (tally(code as Code), pair(code as Code));
            let white = kind(tally);
            let black = if rule == Rule::Renju && is_certain(tally) { Kind::None } else { white };
            [Mark::new(black, pair), Mark::new(white, pair)]
        };
        Kinds { table: (0..1 << 16).map(both).collect(), rule }
    }

    /// The kind and pair of a code for a colour. Two threes of black in renju are told as such: whether they are allowed
    /// has to be asked.
    #[inline]
    pub fn of(&self, colour: Colour, code: Code) -> Mark {
        self.table[usize::from(code)][colour.index()]
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
