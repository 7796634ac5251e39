//! The patterns of the evaluation: every square with its four neighbours is a pattern, and each pattern has a weight. The
//! weights of a board add up to the log odds that the side to move wins. A table lookup per pattern is faster than counting
//! its features.
//!
//! A square takes three bits: two for the level of the atom (how close it is to exploding; 3 is critical), and one for the
//! opponent's atoms. The code of an opponent's atom without electrons stands for the border. Under the rule `kept`, where
//! such atoms occur, they count as empty.

use crate::board::{Board, Shape, Word};

/// Number of patterns: five squares of three bits.
pub const PATTERNS: usize = 1 << 15;

/// Number of game stages. Each has its own weights.
pub const STAGES: usize = 4;

/// The score that multiplies the odds of winning by e.
pub const UNITS_PER_LOGIT: i32 = 256;

/// The code of a square outside the board.
const BORDER: u64 = 4;

/// Spreads the bits of a byte: bit n moves to bit 3n.
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

/// Number of electrons per 64 squares at which each later stage begins.
const STAGE_STARTS: [u32; STAGES - 1] = [52, 90, 109];

/// The game stage: how full the board is.
#[inline]
pub fn stage<W: Word>(shape: &Shape<W>, board: &Board<W>) -> usize {
    let (electrons, squares) = (64 * board.electrons(), shape.squares());
    STAGE_STARTS.iter().filter(|start| electrons >= **start * squares).count()
}

/// Calls `visit` with every pattern of a board, from the point of view of the side to move.
#[inline]
pub fn for_each_pattern<W: Word>(shape: &Shape<W>, board: &Board<W>, mut visit: impl FnMut(usize)) {
    let (rows, columns) = (usize::from(shape.size().rows()), u32::from(shape.size().columns()));
    let Board { ones, twos, .. } = *board;
    let occupied = ones | twos;
    let theirs = board.theirs & occupied;
    // The level of an atom is 4 minus the electrons it lacks, so atoms at an edge gain one and atoms in a corner two.
    let (edge, corner) = (shape.edge(), shape.corner());
    let low = shape.inner() & ones | edge & twos | corner & occupied;
    let high = shape.inner() & twos | (edge | corner) & occupied;
    let border = (spread((1 << columns) - 1) * BORDER) << 3;
    let encode_row = |row: usize| {
        let start = row * columns as usize;
        let squares = spread(low.row(start, columns))
            | spread(high.row(start, columns)) << 1
            | spread(theirs.row(start, columns)) << 2;
        BORDER | squares << 3 | BORDER << (3 * columns + 3)
    };
    let (mut below, mut here) = (border, encode_row(0));
    for row in 0..rows {
        let above = if row + 1 < rows { encode_row(row + 1) } else { border };
        let (mut low, mut middle, mut high) = (below >> 3, here, above >> 3);
        for _ in 0..columns {
            visit((middle & 0x1FF | (low & 7) << 9 | (high & 7) << 12) as usize);
            low >>= 3;
            middle >>= 3;
            high >>= 3;
        }
        (below, here) = (here, above);
    }
}

/// A square of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternSquare {
    /// An atom without owner or electrons.
    Empty,
    /// Outside the board.
    Border,
    /// An atom of the side to move, with its level.
    Mine(u8),
    /// An atom of the opponent, with its level.
    Theirs(u8),
}

/// The centre of a pattern and its four neighbours.
pub fn decode(pattern: usize) -> (PatternSquare, [PatternSquare; 4]) {
    let square = |n: usize| match (pattern >> (3 * n) & 7) as u8 {
        0 => PatternSquare::Empty,
        4 => PatternSquare::Border,
        level @ 1..4 => PatternSquare::Mine(level),
        level => PatternSquare::Theirs(level - 4),
    };
    (square(1), [square(0), square(2), square(3), square(4)])
}
