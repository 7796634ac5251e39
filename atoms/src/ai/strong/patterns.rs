//! The strong machine's judgement: every square with its four neighbours is a pattern, and each pattern has a weight
//! made of what was learned from games. The weights of a board add up to the logarithm of the odds that the side to
//! move wins. To look them up is faster than to count what is in them.
//!
//! A square is written in three bits: two for how near the atom is to exploding, 3 being critical, and one for whether it
//! is the opponent's. What would be an opponent's atom without electrons stands for the border; under the rule `kept`,
//! where such atoms occur, they are seen as neutral.

use crate::board::{Board, Shape, Word};

/// So many patterns are there: five squares of three bits.
pub const PATTERNS: usize = 1 << 15;

/// A game is divided into so many stages, each with weights of its own.
pub const STAGES: usize = 4;

/// One unit of a judgement: so many of them multiply the odds by e.
pub const UNITS: i32 = 256;

/// How a square beyond the border is written.
const BORDER: u64 = 4;

/// The bits of a byte, three apart.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u32) << (3 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

#[inline]
fn spread(bits: u32) -> u64 {
    u64::from(SPREAD[(bits & 255) as usize]) | u64::from(SPREAD[(bits >> 8 & 255) as usize]) << 24
}

/// The stages begin with so many electrons on 64 squares.
const BEGIN: [u32; STAGES - 1] = [52, 90, 109];

/// The stage of a game: how full the board is.
#[inline]
pub fn stage<W: Word>(shape: &Shape<W>, board: &Board<W>) -> usize {
    let (electrons, squares) = (64 * board.electrons(), shape.squares());
    BEGIN.iter().filter(|begin| electrons >= **begin * squares).count()
}

/// Calls `see` with every pattern of a board, as the side to move sees it.
#[inline]
pub fn patterns<W: Word>(shape: &Shape<W>, board: &Board<W>, mut see: impl FnMut(usize)) {
    let (rows, columns) = (usize::from(shape.size().rows()), u32::from(shape.size().columns()));
    let Board { ones, twos, .. } = *board;
    let held = ones | twos;
    let theirs = board.theirs & held;
    // Atoms at the border are nearer to exploding: by one electron at an edge, by two in a corner.
    let (edge, corner) = (shape.edge(), shape.corner());
    let low = shape.inner() & ones | edge & twos | corner & held;
    let high = shape.inner() & twos | (edge | corner) & held;
    let border = (spread((1 << columns) - 1) * BORDER) << 3;
    let written = |row: usize| {
        let start = row * columns as usize;
        let squares = spread(low.row(start, columns))
            | spread(high.row(start, columns)) << 1
            | spread(theirs.row(start, columns)) << 2;
        BORDER | squares << 3 | BORDER << (3 * columns + 3)
    };
    let (mut below, mut here) = (border, written(0));
    for row in 0..rows {
        let above = if row + 1 < rows { written(row + 1) } else { border };
        let (mut low, mut middle, mut high) = (below >> 3, here, above >> 3);
        for _ in 0..columns {
            see((middle & 0x1FF | (low & 7) << 9 | (high & 7) << 12) as usize);
            low >>= 3;
            middle >>= 3;
            high >>= 3;
        }
        (below, here) = (here, above);
    }
}

/// A square of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Nobody's.
    Empty,
    /// Not on the board.
    Border,
    /// Of the side to move, so near to exploding.
    Mine(u8),
    /// Of the other side.
    Theirs(u8),
}

/// The square in the middle of a pattern, and those around it.
pub fn read(pattern: usize) -> (Seen, [Seen; 4]) {
    let at = |n: usize| match (pattern >> (3 * n) & 7) as u8 {
        0 => Seen::Empty,
        4 => Seen::Border,
        near @ 1..4 => Seen::Mine(near),
        near => Seen::Theirs(near - 4),
    };
    (at(1), [at(0), at(2), at(3), at(4)])
}
