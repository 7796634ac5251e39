//! The board that machines think on: electrons counted in bit planes, so that all atoms of a wave explode at once, in a
//! few dozen instructions. A move allocates nothing, and a board is small enough to be copied instead of taken back.

mod word;

pub use word::{Wide, Word};

use crate::rules::{Connections, Position, Rule, Setup, Size};
use common::game::Side;

/// Everything about a board that does not change during a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape<W> {
    setup: Setup,
    /// The squares of critical mass 2, 3 and 4.
    corner: W,
    edge: W,
    inner: W,
    /// The squares that have a neighbour to the left or to the right.
    has_left: W,
    has_right: W,
    all: W,
    /// Corners and edges.
    outer: W,
    /// All squares if emptied atoms stay their owner's, else none.
    kept: W,
    squares: u32,
    stride: u32,
}

impl<W: Word> Shape<W> {
    /// The shape of a setup; `None` if the words are too small for it.
    pub fn new(setup: Setup) -> Option<Shape<W>> {
        let size = setup.size;
        if size.squares() > W::BITS {
            return None;
        }
        let those = |keep: &dyn Fn(crate::rules::Square) -> bool| {
            let squares = size.all().filter(|square| keep(*square));
            squares.fold(W::NONE, |set, square| set | W::bit(size.index(square)))
        };
        Some(Shape {
            setup,
            corner: those(&|square| size.critical(square) == 2),
            edge: those(&|square| size.critical(square) == 3),
            inner: those(&|square| size.critical(square) == 4),
            has_left: those(&|square| square.column > 0),
            has_right: those(&|square| square.column + 1 < size.columns()),
            all: those(&|_| true),
            outer: those(&|square| size.critical(square) < 4),
            kept: those(&|_| setup.rule == Rule::Kept),
            squares: size.squares() as u32,
            stride: u32::from(size.columns()),
        })
    }

    /// What the game was started with.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// All squares.
    #[inline]
    pub fn all(&self) -> W {
        self.all
    }

    /// How many squares there are.
    #[inline]
    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// The corners, which explode with two electrons.
    #[inline]
    pub fn corner(&self) -> W {
        self.corner
    }

    /// The squares at an edge, which explode with three electrons.
    #[inline]
    pub fn edge(&self) -> W {
        self.edge
    }

    /// The squares that explode with four electrons.
    #[inline]
    pub fn inner(&self) -> W {
        self.inner
    }

    /// The neighbours of some squares: to the right, to the left, above and below.
    #[inline]
    pub fn beside(&self, squares: W) -> [W; 4] {
        [
            (squares & self.has_right) << 1,
            (squares & self.has_left) >> 1,
            (squares << self.stride) & self.all,
            squares >> self.stride,
        ]
    }

    /// The squares that have a neighbour among some squares.
    #[inline]
    pub fn around(&self, squares: W) -> W {
        let [right, left, above, below] = self.beside(squares);
        right | left | above | below
    }
}

/// A position in bit planes, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<W> {
    /// The atoms of the side to move.
    pub mine: W,
    /// The atoms of the other side.
    pub theirs: W,
    /// The ones of the number of electrons …
    pub ones: W,
    /// … and its twos; at rest there are at most three.
    pub twos: W,
}

impl<W: Word> Board<W> {
    /// The empty board.
    pub const EMPTY: Board<W> = Board { mine: W::NONE, theirs: W::NONE, ones: W::NONE, twos: W::NONE };

    /// The board of a position that is not over.
    pub fn of(position: &Position) -> Board<W> {
        let mut board = Board::EMPTY;
        for (index, (_, atom)) in position.atoms().enumerate() {
            let bit = W::bit(index);
            match atom.owner {
                Some(owner) if owner == position.mover() => board.mine |= bit,
                Some(_) => board.theirs |= bit,
                None => {}
            }
            if atom.electrons & 1 != 0 {
                board.ones |= bit;
            }
            if atom.electrons & 2 != 0 {
                board.twos |= bit;
            }
        }
        board
    }

    /// The squares where the side to move may play.
    #[inline]
    pub fn moves(&self, shape: &Shape<W>) -> W {
        shape.all & !self.theirs
    }

    /// The atoms, of any side, that one electron more makes explode.
    #[inline]
    pub fn critical(&self, shape: &Shape<W>) -> W {
        // At rest a corner has at most one electron and an edge at most two.
        shape.corner & self.ones | self.twos & (shape.edge | shape.inner & self.ones)
    }

    /// How many electrons are on the board: as many as moves were made.
    #[inline]
    pub fn electrons(&self) -> u32 {
        self.ones.count() + 2 * self.twos.count()
    }

    /// The electrons of the side to move and of the other.
    #[inline]
    pub fn counts(&self) -> (u32, u32) {
        let of = |squares: W| (self.ones & squares).count() + 2 * (self.twos & squares).count();
        (of(self.mine), of(self.theirs))
    }

    /// Who is to move.
    pub fn mover(&self) -> Side {
        Side((self.ones.count() % 2) as u8)
    }

    /// Plays a legal move, given as a set of one square. The answer is true if that wins the game; the board is then of no
    /// further use.
    ///
    /// To look whether the opponent has lost everything is needed only where something explodes: before both have moved
    /// no atom has the two electrons it takes.
    #[inline]
    pub fn play(&mut self, shape: &Shape<W>, square: W) -> bool {
        let carry = self.ones & square;
        let overflow = self.twos & carry;
        self.ones ^= square;
        self.twos ^= carry;
        self.mine |= square;
        let explodes = overfull(shape, self.ones, self.twos, overflow) & square;
        let won = !explodes.is_empty() && self.explode(shape, explodes, overflow);
        std::mem::swap(&mut self.mine, &mut self.theirs);
        won
    }

    /// Lets atoms explode, wave after wave. `fours` completes their number of electrons.
    fn explode(&mut self, shape: &Shape<W>, mut explodes: W, mut fours: W) -> bool {
        let Board { mut mine, mut theirs, mut ones, mut twos } = *self;
        let won = loop {
            // Each loses its critical mass. A corner has 2 or 3 and loses its two; an inner atom has 4 to 7 and loses its
            // four; at an edge 3, 4 and 5 become 0, 1 and 2. Whatever has four or more explodes, so that no four is left.
            let edge = explodes & shape.edge;
            let five = edge & ones & fours;
            ones ^= edge;
            twos = twos & !(explodes & shape.outer) | five;
            mine &= ones | twos | !explodes | shape.kept;
            // Each neighbour receives one from each side; what explodes in this wave receives nothing.
            let [a, b, c, d] = shape.beside(explodes);
            let (ab, cd, both_ab, both_cd) = (a ^ b, c ^ d, a & b, c & d);
            let plus_one = ab ^ cd;
            let plus_two = both_ab ^ both_cd | ab & cd;
            let received = ab | cd | both_ab | both_cd;
            let carry = ones & plus_one;
            ones ^= plus_one;
            fours = both_ab & both_cd | twos & plus_two | carry & (twos | plus_two);
            twos ^= plus_two ^ carry;
            mine |= received;
            theirs &= !received;
            if theirs.is_empty() {
                break true;
            }
            explodes = overfull(shape, ones, twos, fours);
            if explodes.is_empty() {
                break false;
            }
        };
        *self = Board { mine, theirs, ones, twos };
        won
    }

    /// A key of the whole board.
    #[inline]
    pub fn key(&self) -> u64 {
        const ODD: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0xD6E8_FEB8_6659_FD93];
        let mut key = ODD[3];
        for (plane, odd) in [self.mine, self.theirs, self.ones, self.twos].into_iter().zip(ODD) {
            for limb in plane.limbs() {
                // Both halves of the product: in the low one alone the highest bits would hardly be mixed.
                let product = u128::from(key ^ limb) * u128::from(odd);
                key = product as u64 ^ (product >> 64) as u64;
            }
        }
        key
    }
}

/// The squares with their critical mass or more: four or more anywhere, three at an edge, two in a corner.
#[inline]
fn overfull<W: Word>(shape: &Shape<W>, ones: W, twos: W, fours: W) -> W {
    fours | twos & (shape.corner | shape.edge & ones)
}
