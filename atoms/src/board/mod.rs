//! The bitboard of the AI players. Electrons are counted in bit planes, so a whole wave explodes in a few dozen instructions.
//! A move allocates nothing, and a board is small enough to copy instead of undoing moves.

mod word;

pub use word::{Wide, Word};

use crate::rules::{Connections, Position, Rule, Setup, Size};
use common::game::Side;

/// The geometry of a board: the constants of a setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape<W> {
    setup: Setup,
    /// The squares of critical mass 2, 3 and 4.
    corner: W,
    edge: W,
    inner: W,
    /// The squares that have a left or right neighbour.
    has_left: W,
    has_right: W,
    all: W,
    /// Corners and edges.
    outer: W,
    /// All squares if emptied atoms keep their owner, otherwise none.
    kept: W,
    squares: u32,
    stride: u32,
}

impl<W: Word> Shape<W> {
    /// The shape of a setup; `None` if `W` has too few bits.
    pub fn new(setup: Setup) -> Option<Shape<W>> {
        let size = setup.size;
        if size.squares() > W::BITS {
            return None;
        }
        let squares_where = |keep: &dyn Fn(crate::rules::Square) -> bool| {
            let squares = size.all().filter(|square| keep(*square));
            squares.fold(W::NONE, |set, square| set | W::bit(size.index(square)))
        };
        Some(Shape {
            setup,
            corner: squares_where(&|square| size.critical(square) == 2),
            edge: squares_where(&|square| size.critical(square) == 3),
            inner: squares_where(&|square| size.critical(square) == 4),
            has_left: squares_where(&|square| square.column > 0),
            has_right: squares_where(&|square| square.column + 1 < size.columns()),
            all: squares_where(&|_| true),
            outer: squares_where(&|square| size.critical(square) < 4),
            kept: squares_where(&|_| setup.rule == Rule::Kept),
            squares: size.squares() as u32,
            stride: u32::from(size.columns()),
        })
    }

    /// The setup of the game.
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

    /// Number of squares.
    #[inline]
    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// The corners: critical mass 2.
    #[inline]
    pub fn corner(&self) -> W {
        self.corner
    }

    /// The edge squares without corners: critical mass 3.
    #[inline]
    pub fn edge(&self) -> W {
        self.edge
    }

    /// The inner squares: critical mass 4.
    #[inline]
    pub fn inner(&self) -> W {
        self.inner
    }

    /// The right, left, upper and lower neighbours of a set of squares.
    #[inline]
    pub fn shifted(&self, squares: W) -> [W; 4] {
        [
            (squares & self.has_right) << 1,
            (squares & self.has_left) >> 1,
            (squares << self.stride) & self.all,
            squares >> self.stride,
        ]
    }

    /// All neighbours of a set of squares.
    #[inline]
    pub fn neighbours(&self, squares: W) -> W {
        let [right, left, above, below] = self.shifted(squares);
        right | left | above | below
    }
}

/// A position in bit planes, from the point of view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<W> {
    /// The atoms of the side to move.
    pub mine: W,
    /// The atoms of the other side.
    pub theirs: W,
    /// Bit 0 of the number of electrons.
    pub ones: W,
    /// Bit 1 of the number of electrons. A stable atom has at most three.
    pub twos: W,
}

impl<W: Word> Board<W> {
    /// The empty board.
    pub const EMPTY: Board<W> = Board { mine: W::NONE, theirs: W::NONE, ones: W::NONE, twos: W::NONE };

    /// The board of an unfinished position.
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

    /// The legal moves.
    #[inline]
    pub fn moves(&self, shape: &Shape<W>) -> W {
        shape.all & !self.theirs
    }

    /// The atoms of both sides that one more electron makes explode.
    #[inline]
    pub fn critical(&self, shape: &Shape<W>) -> W {
        // A stable corner has at most one electron, a stable edge at most two.
        shape.corner & self.ones | self.twos & (shape.edge | shape.inner & self.ones)
    }

    /// Number of electrons on the board, which equals the number of moves made.
    #[inline]
    pub fn electrons(&self) -> u32 {
        self.ones.count() + 2 * self.twos.count()
    }

    /// Number of electrons of the side to move, and of the opponent.
    #[inline]
    pub fn counts(&self) -> (u32, u32) {
        let of = |squares: W| (self.ones & squares).count() + 2 * (self.twos & squares).count();
        (of(self.mine), of(self.theirs))
    }

    /// The side to move.
    pub fn mover(&self) -> Side {
        Side((self.ones.count() % 2) as u8)
    }

    /// Plays a legal move, given as a set of one square. Returns whether it wins the game; the board is then invalid.
    ///
    /// Only an explosion can win. It needs an atom with two electrons, so both sides have moved before.
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

    /// Explodes atoms wave by wave. `fours` is bit 2 of the numbers of electrons. Returns whether the chain wins.
    fn explode(&mut self, shape: &Shape<W>, mut explodes: W, mut fours: W) -> bool {
        let Board { mut mine, mut theirs, mut ones, mut twos } = *self;
        let won = loop {
            // Each atom loses its critical mass. A corner has 2 or 3 and loses 2. An inner atom has 4 to 7 and loses 4. At an
            // edge 3, 4 and 5 become 0, 1 and 2. Every atom with four or more explodes, so bit 2 is clear afterwards.
            let edge = explodes & shape.edge;
            let five = edge & ones & fours;
            ones ^= edge;
            twos = twos & !(explodes & shape.outer) | five;
            mine &= ones | twos | !explodes | shape.kept;
            // Each neighbour receives one electron per explosion beside it. An exploding atom receives none in its own wave.
            let [a, b, c, d] = shape.shifted(explodes);
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

    /// A hash key of the board.
    #[inline]
    pub fn key(&self) -> u64 {
        const ODD: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0xD6E8_FEB8_6659_FD93];
        let mut key = ODD[3];
        for (plane, odd) in [self.mine, self.theirs, self.ones, self.twos].into_iter().zip(ODD) {
            for limb in plane.limbs() {
                // XOR of both halves of the product: the low half alone mixes the highest bits poorly.
                let product = u128::from(key ^ limb) * u128::from(odd);
                key = product as u64 ^ (product >> 64) as u64;
            }
        }
        key
    }
}

/// The squares at or above their critical mass: four or more anywhere, three at an edge, two in a corner.
#[inline]
fn overfull<W: Word>(shape: &Shape<W>, ones: W, twos: W, fours: W) -> W {
    fours | twos & (shape.corner | shape.edge & ones)
}
