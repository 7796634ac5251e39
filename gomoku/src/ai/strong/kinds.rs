//! Combines the shapes on the four lines through a point into one kind of move for the search.

use super::shapes::{SHAPES, Shape};
use crate::rules::{Colour, Rule};

/// The shapes of the four lines through a point, four bits each.
pub type LineShapes = u16;

/// What a stone on a point makes on all four lines together, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// No threat. Black's forbidden points are here too.
    None = 0,
    /// An open two.
    Two = 1,
    /// A blocked three.
    BlockedThree = 2,
    /// Two lines with an open two or a blocked three.
    WeakPair = 3,
    /// An open three.
    Three = 4,
    /// An open three, with an open two or a blocked three on another line.
    ThreePlus = 5,
    /// Two open threes.
    TwoThrees = 6,
    /// A four.
    Four = 7,
    /// A four, with an open two or a blocked three on another line.
    FourPlus = 8,
    /// A four and an open three.
    FourThree = 9,
    /// An open four, or two fours.
    OpenFour = 10,
    /// Five.
    Five = 11,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 12;
    /// All kinds, weakest first.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::None,
        Kind::Two,
        Kind::BlockedThree,
        Kind::WeakPair,
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

/// How often each shape occurs on the four lines.
#[derive(Debug, Default, Clone, Copy)]
struct ShapeCounts {
    twos: usize,
    blocked_threes: usize,
    threes: usize,
    fours: usize,
    open_fours: usize,
    double_fours: usize,
    five: bool,
    overline: bool,
}

fn count_shapes(shapes: LineShapes) -> ShapeCounts {
    let mut counts = ShapeCounts::default();
    for direction in 0..4 {
        let number = (shapes >> (4 * direction) & 15) as u8;
        // Number 15 is unused.
        match Shape::of(number.min(14)) {
            Shape::Dead | Shape::BlockedOne | Shape::OpenOne | Shape::BlockedTwo => {}
            Shape::OpenTwo1 | Shape::OpenTwo2 | Shape::OpenTwo3 => counts.twos += 1,
            Shape::BlockedThree => counts.blocked_threes += 1,
            Shape::OpenThree1 | Shape::OpenThree2 => counts.threes += 1,
            Shape::Four => counts.fours += 1,
            Shape::OpenFour => counts.open_fours += 1,
            Shape::DoubleFour => counts.double_fours += 1,
            Shape::Five => counts.five = true,
            Shape::Overline => counts.overline = true,
        }
    }
    counts
}

fn kind_of(counts: ShapeCounts) -> Kind {
    let weak = counts.twos + counts.blocked_threes;
    if counts.five {
        Kind::Five
    } else if counts.open_fours + counts.double_fours > 0 || counts.fours >= 2 {
        Kind::OpenFour
    } else if counts.fours == 1 {
        match (counts.threes, weak) {
            (0, 0) => Kind::Four,
            (0, _) => Kind::FourPlus,
            _ => Kind::FourThree,
        }
    } else if counts.threes >= 2 {
        Kind::TwoThrees
    } else if counts.threes == 1 {
        if weak > 0 { Kind::ThreePlus } else { Kind::Three }
    } else if weak >= 2 {
        Kind::WeakPair
    } else if counts.blocked_threes == 1 {
        Kind::BlockedThree
    } else if counts.twos == 1 {
        Kind::Two
    } else {
        Kind::None
    }
}

/// Groups of shapes that the evaluation treats alike: nothing, blocked two, three ranks of open twos, blocked three,
/// two ranks of open threes, four, and stronger.
const RANKS: [u8; SHAPES + 1] = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 0, 0];
/// Number of unordered pairs of ranks.
pub const PAIRS: usize = 55;

/// The number of the pair of the two best shapes.
fn best_pair(shapes: LineShapes) -> u8 {
    let mut ranks: [u8; 4] = std::array::from_fn(|n| RANKS[usize::from(shapes >> (4 * n) & 15)]);
    ranks.sort_unstable();
    let (best, second) = (ranks[3], ranks[2]);
    best * (best + 1) / 2 + second
}

/// The kind of a point and its pair of best shapes, packed into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointClass(u16);

impl PointClass {
    fn new(kind: Kind, pair: u8) -> PointClass {
        PointClass(kind as u16 | u16::from(pair) << 4)
    }
    /// The kind.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::ALL[self.kind_index()]
    }
    /// The kind as a number.
    #[inline]
    pub fn kind_index(self) -> usize {
        usize::from(self.0 & 15)
    }
    /// The number of the pair of the two best shapes.
    #[inline]
    pub fn pair(self) -> usize {
        usize::from(self.0 >> 4)
    }
}

/// The kinds and pairs for all combinations of shapes under a rule, for both colours.
#[derive(Debug)]
pub struct KindTable {
    table: Vec<[PointClass; 2]>,
    rule: Rule,
}

impl KindTable {
    /// Builds the table of a rule.
    pub fn new(rule: Rule) -> KindTable {
        let both = |shapes: usize| {
            let (counts, pair) = (count_shapes(shapes as LineShapes), best_pair(shapes as LineShapes));
            let white = kind_of(counts);
            let black = if rule == Rule::Renju && is_surely_forbidden(counts) { Kind::None } else { white };
            [PointClass::new(black, pair), PointClass::new(white, pair)]
        };
        KindTable { table: (0..1 << 16).map(both).collect(), rule }
    }

    /// The class of a point for a colour. A double three of black in renju stays a double three: whether it is
    /// forbidden needs a search.
    #[inline]
    pub fn of(&self, colour: Colour, shapes: LineShapes) -> PointClass {
        self.table[usize::from(shapes)][colour.index()]
    }

    /// Whether black's stone may be forbidden in renju.
    pub fn may_be_forbidden(&self, shapes: LineShapes) -> bool {
        let counts = count_shapes(shapes);
        self.rule == Rule::Renju && !counts.five && (is_surely_forbidden(counts) || counts.threes >= 2)
    }
}

/// Whether black's stone is forbidden in renju for certain.
fn is_surely_forbidden(counts: ShapeCounts) -> bool {
    !counts.five && (counts.overline || counts.fours + counts.open_fours + 2 * counts.double_fours >= 2)
}
