//! The board that the strong machine thinks on: shapes, kinds and judgement of every point, kept up to date by each stone.

use super::kinds::{Code, Kind, Kinds, Mark};
use super::shapes::{REACH, Shapes};
use super::weights::{Weights, Worth};
use crate::rules::{CELLS, Cell, Colour, DIRECTIONS, Grid, Point, Position, Rule, STRIDE, Size, renju};
use std::sync::{Arc, LazyLock};

/// The tables of a rule.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: Shapes,
    kinds: Kinds,
}

impl Tables {
    /// The tables of a rule; they are made once.
    pub fn of(rule: Rule) -> &'static Tables {
        static FREESTYLE: LazyLock<Tables> = LazyLock::new(|| Tables::make(Rule::Freestyle));
        static STANDARD: LazyLock<Tables> = LazyLock::new(|| Tables::make(Rule::Standard));
        static RENJU: LazyLock<Tables> = LazyLock::new(|| Tables::make(Rule::Renju));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
        }
    }

    fn make(rule: Rule) -> Tables {
        Tables { rule, shapes: Shapes::new(rule), kinds: Kinds::new(rule) }
    }

    /// The kinds of a point for both colours, by the shapes on its lines.
    #[inline]
    fn marks(&self, shapes: u32) -> [Mark; 2] {
        [self.kinds.of(Colour::Black, code_of(shapes, 0)), self.kinds.of(Colour::White, code_of(shapes, 1))]
    }
}

/// Points of the board as bits.
pub const WORDS: usize = CELLS / 64;
type Bits = [u64; WORDS];
/// Room for the numbers of kinds: all that four bits can say, so that none has to be checked.
const KINDS: usize = 16;

/// What a stone changed, for taking it back.
#[derive(Debug, Clone)]
struct Frame {
    at: usize,
    /// How many changes had been made before.
    changes: usize,
    near: Bits,
}

/// An empty point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Spot {
    /// The shapes on its four lines, a byte each: black's in the lower half, white's in the upper.
    shapes: u32,
    /// The kinds that those make together, by colour.
    marks: [Mark; 2],
}

/// A point before and after a stone.
#[derive(Debug, Clone, Copy)]
struct Change {
    at: u16,
    before: Spot,
    after: Spot,
}

/// The sums of a judgement as they were with so many stones on the board.
#[derive(Debug, Clone)]
struct Sums {
    frames: usize,
    /// While a colour is to move, and while it waits.
    by_colour: [Worth; 2],
}

/// One colour's shapes on four lines, out of both colours'.
#[inline]
fn code_of(shapes: u32, colour: usize) -> Code {
    let own = shapes >> (4 * colour) & 0x0F0F_0F0F;
    let pairs = (own | own >> 4) & 0x00FF_00FF;
    (pairs | pairs >> 8) as Code
}

/// The line of a direction through a place.
fn line_of(index: usize, direction: usize) -> usize {
    let (row, column) = (index / STRIDE, index % STRIDE);
    match direction {
        0 => row,
        1 => column,
        2 => column + STRIDE - 1 - row,
        _ => column + row,
    }
}

/// How far along its line of a direction a place is.
fn on_line(index: usize, direction: usize) -> usize {
    if direction == 0 { index % STRIDE } else { index / STRIDE }
}

/// The board.
#[derive(Debug, Clone)]
pub struct Board {
    tables: &'static Tables,
    weights: Arc<Weights>,
    grid: Grid,
    mover: Colour,
    /// Every line of every direction as two bits a cell.
    lines: [[u64; 2 * STRIDE]; 4],
    /// What a stone would make of each point.
    spots: Box<[Spot; CELLS]>,
    /// The points of each kind, by colour.
    bits: [[Bits; KINDS]; 2],
    counts: [[u16; KINDS]; 2],
    /// The points with a stone near, and those without a stone.
    near: Bits,
    free: Bits,
    key: u64,
    frames: Vec<Frame>,
    changes: Vec<Change>,
    /// The sums of a judgement, for some of the boards between the first and this one. Searches of fours never ask for them, so
    /// they are brought up to date only when they are wanted.
    sums: Vec<Sums>,
    empty: usize,
}

impl Board {
    /// The board of a position.
    pub fn of(position: &Position, weights: &Arc<Weights>) -> Board {
        let size = position.size();
        let mut board = Board {
            tables: Tables::of(position.rule()),
            weights: Arc::clone(weights),
            grid: Grid::new(size),
            mover: Colour::Black,
            lines: [[u64::MAX; 2 * STRIDE]; 4],
            spots: Box::new([Spot::default(); CELLS]),
            bits: [[[0; WORDS]; KINDS]; 2],
            counts: [[0; KINDS]; 2],
            near: [0; WORDS],
            free: [0; WORDS],
            key: 0,
            frames: Vec::with_capacity(size.squares()),
            changes: Vec::with_capacity(40 * size.squares()),
            sums: Vec::with_capacity(size.squares()),
            empty: size.squares(),
        };
        for index in size.all().map(Grid::index) {
            board.free[index / 64] |= 1 << (index % 64);
            for direction in 0..4 {
                board.lines[direction][line_of(index, direction)] &= !(3 << (2 * on_line(index, direction)));
            }
        }
        for index in size.all().map(Grid::index) {
            for direction in 0..4 {
                let line = board.lines[direction][line_of(index, direction)];
                let both = board.tables.shapes.around(line >> (2 * (on_line(index, direction) - REACH)));
                board.spots[index].shapes |= u32::from(both) << (8 * direction);
            }
            board.spots[index].marks = board.tables.marks(board.spots[index].shapes);
            for colour in Colour::ALL {
                board.count(index, colour, 1);
            }
        }
        for (point, colour) in position.grid().stones() {
            board.mover = colour;
            board.play(Grid::index(point));
        }
        board.frames.clear();
        board.changes.clear();
        board.mover = position.colour();
        let by_colour = board.sums_anew();
        board.sums.push(Sums { frames: 0, by_colour });
        board
    }

    /// Counts a point in or out.
    #[inline]
    fn count(&mut self, index: usize, colour: Colour, sign: i16) {
        let c = colour.index();
        let kind = self.kind(colour, index) as usize;
        self.bits[c][kind][index / 64] ^= 1 << (index % 64);
        self.counts[c][kind] = self.counts[c][kind].wrapping_add_signed(sign);
    }

    /// The kind of a point changes, or not.
    #[inline]
    fn move_kind(&mut self, index: usize, c: usize, from: Mark, to: Mark) {
        let (from, to) = (from.kind_number(), to.kind_number());
        if from == to {
            return;
        }
        let (word, bit) = (index / 64 % WORDS, 1 << (index % 64));
        let (bits, counts) = (&mut self.bits[c], &mut self.counts[c]);
        bits[from][word] ^= bit;
        bits[to][word] ^= bit;
        counts[from] -= 1;
        counts[to] += 1;
    }

    /// The side to move puts a stone on an empty place.
    pub fn play(&mut self, index: usize) {
        let colour = self.mover;
        self.frames.push(Frame { at: index, changes: self.changes.len(), near: self.near });
        for each in Colour::ALL {
            self.count(index, each, -1);
        }
        self.grid.set(index, colour.into());
        self.key ^= key_of(index, colour);
        self.free[index / 64] ^= 1 << (index % 64);
        for row in 0..5 {
            let start = index + row * STRIDE - 2 * STRIDE - 2;
            self.near[start / 64] |= 31 << (start % 64);
        }
        let stone = Cell::from(colour) as u64;
        let reach = self.tables.shapes.reach();
        let tables = self.tables;
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let along = on_line(index, direction);
            let line = &mut self.lines[direction][line_of(index, direction)];
            *line |= stone << (2 * along);
            let line = *line;
            for n in 1..=reach {
                let start = along + n - REACH;
                if !self.renew(tables, index + n * step, direction, line >> (2 * start)) {
                    break;
                }
            }
            for n in 1..=reach {
                // Beyond the wall there is nothing to look at, and no window either.
                let Some(start) = (along - n).checked_sub(REACH) else { break };
                if !self.renew(tables, index - n * step, direction, line >> (2 * start)) {
                    break;
                }
            }
        }
        self.empty -= 1;
        self.mover = colour.other();
    }

    /// Looks at a point of a line again; says whether the board goes on there.
    #[inline]
    fn renew(&mut self, tables: &Tables, index: usize, direction: usize, window: u64) -> bool {
        let middle = window >> (2 * REACH) & 3;
        if middle != 0 {
            return middle != Cell::Wall as u64;
        }
        let index = index % CELLS;
        let both = tables.shapes.around(window);
        let before = self.spots[index];
        let changed = u32::from(both) ^ (before.shapes >> (8 * direction) & 255);
        if changed == 0 {
            return true;
        }
        let shapes = before.shapes ^ changed << (8 * direction);
        let after = Spot { shapes, marks: tables.marks(shapes) };
        self.spots[index] = after;
        self.changes.push(Change { at: index as u16, before, after });
        for c in 0..2 {
            self.move_kind(index, c, before.marks[c], after.marks[c]);
        }
        true
    }

    /// Takes back the latest stone.
    pub fn take_back(&mut self) {
        let Some(Frame { at: index, changes, near }) = self.frames.pop() else { return };
        let colour = self.mover.other();
        while self.changes.len() > changes {
            let Some(Change { at, before, after }) = self.changes.pop() else { break };
            let at = usize::from(at) % CELLS;
            self.spots[at] = before;
            for c in 0..2 {
                self.move_kind(at, c, after.marks[c], before.marks[c]);
            }
        }
        while self.sums.last().is_some_and(|sums| sums.frames > self.frames.len()) {
            self.sums.pop();
        }
        let stone = Cell::from(colour) as u64;
        for direction in 0..4 {
            let line = &mut self.lines[direction][line_of(index, direction)];
            *line &= !(stone << (2 * on_line(index, direction)));
        }
        self.grid.set(index, Cell::Empty);
        self.key ^= key_of(index, colour);
        self.free[index / 64] ^= 1 << (index % 64);
        for each in Colour::ALL {
            self.count(index, each, 1);
        }
        self.near = near;
        self.empty += 1;
        self.mover = colour;
    }

    /// The side to move does nothing.
    pub fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    /// Lets a colour move, whoever's turn it was.
    pub fn give_turn(&mut self, colour: Colour) {
        self.mover = colour;
    }

    /// The place of the last stone that was put.
    #[inline]
    pub fn last(&self) -> Option<usize> {
        self.frames.last().map(|frame| frame.at)
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.tables.rule
    }

    /// How many points have no stone.
    pub fn empty(&self) -> usize {
        self.empty
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        self.size().squares() - self.empty
    }

    /// Whether a place has no stone.
    pub fn is_empty(&self, index: usize) -> bool {
        self.grid.cell(index) == Cell::Empty
    }

    /// The empty places that have a stone near, or where either side would make a blocked three or more.
    pub fn candidates(&self) -> Places {
        let mut sum: Bits = std::array::from_fn(|n| self.near[n] & self.free[n]);
        for bits in &self.bits {
            for kind in &bits[Kind::BlockedThree as usize..Kind::COUNT] {
                for (word, more) in sum.iter_mut().zip(kind) {
                    *word |= more;
                }
            }
        }
        Places::of(sum)
    }

    /// A key of the stones and the side to move.
    pub fn key(&self) -> u64 {
        if self.mover == Colour::Black { self.key } else { !self.key }
    }

    /// What a stone of a colour on an empty place would make.
    #[inline]
    pub fn kind(&self, colour: Colour, index: usize) -> Kind {
        self.mark(colour, index).kind()
    }

    /// The same, with the two best shapes.
    #[inline]
    pub fn mark(&self, colour: Colour, index: usize) -> Mark {
        self.spots[index % CELLS].marks[colour.index()]
    }

    /// The shapes that a stone of a colour on an empty place would make.
    pub fn code(&self, colour: Colour, index: usize) -> Code {
        code_of(self.spots[index].shapes, colour.index())
    }

    /// On how many points a colour would make something of a kind.
    #[inline]
    pub fn count_of(&self, colour: Colour, kind: Kind) -> usize {
        usize::from(self.counts[colour.index()][kind as usize])
    }

    /// Those points.
    pub fn points_of(&self, colour: Colour, kind: Kind) -> impl Iterator<Item = usize> + use<> {
        Places::of(self.bits[colour.index()][kind as usize])
    }

    /// The first of those points.
    #[inline]
    pub fn first_of(&self, colour: Colour, kind: Kind) -> Option<usize> {
        self.points_of(colour, kind).next()
    }

    /// All points on which a colour would make a four or more.
    pub fn fours_of(&self, colour: Colour) -> Places {
        let bits = &self.bits[colour.index()];
        let mut sum = bits[Kind::Four as usize];
        for kind in &bits[Kind::Four as usize + 1..Kind::COUNT] {
            for (word, more) in sum.iter_mut().zip(kind) {
                *word |= more;
            }
        }
        Places::of(sum)
    }

    /// The judgement of the board for the side to move, in hundredths of a natural unit of odds.
    pub fn judge(&mut self) -> i32 {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        self.renew_sums();
        let Some(Sums { by_colour, .. }) = self.sums.last() else { return 0 };
        (by_colour[own][0] - by_colour[other][1] + self.weights.turn()) / Weights::FINE
    }

    /// Brings the sums up to date.
    fn renew_sums(&mut self) {
        let Some(known) = self.sums.last() else { return };
        if known.frames == self.frames.len() {
            return;
        }
        let mut by_colour = known.by_colour;
        let first = self.frames[known.frames].changes;
        for frame in &self.frames[known.frames..] {
            // Nothing changes a point that has a stone: this one is as it was when the stone was put on it.
            for (colour, sum) in Colour::ALL.into_iter().zip(&mut by_colour) {
                let worth = self.worth_of(colour, frame.at);
                *sum = [sum[0] - worth[0], sum[1] - worth[1]];
            }
        }
        for Change { before, after, .. } in &self.changes[first..] {
            // A stone changes one of a point's four lines.
            let changed = before.shapes ^ after.shapes;
            let shift = changed.trailing_zeros() & !7;
            for (c, sum) in by_colour.iter_mut().enumerate() {
                let shape = |spot: &Spot| self.weights.shape((spot.shapes >> shift >> (4 * c)) as u8);
                let (gone, come) = (shape(before), shape(after));
                *sum = [sum[0] + come[0] - gone[0], sum[1] + come[1] - gone[1]];
                if before.marks[c] != after.marks[c] {
                    let (gone, come) =
                        (self.weights.mark(before.marks[c]), self.weights.mark(after.marks[c]));
                    *sum = [sum[0] + come[0] - gone[0], sum[1] + come[1] - gone[1]];
                }
            }
        }
        self.sums.push(Sums { frames: self.frames.len(), by_colour });
    }

    /// The sums of a judgement, from all points.
    fn sums_anew(&self) -> [Worth; 2] {
        Colour::ALL.map(|colour| {
            Places::of(self.free).fold([0; 2], |sum, index| {
                let worth = self.worth_of(colour, index);
                [sum[0] + worth[0], sum[1] + worth[1]]
            })
        })
    }

    /// What a stone on a place is worth to a colour there, for putting moves in order.
    #[inline]
    pub fn worth(&self, colour: Colour, index: usize) -> i32 {
        self.worth_of(colour, index)[0] / Weights::FINE
    }

    #[inline]
    fn worth_of(&self, colour: Colour, index: usize) -> Worth {
        self.weights.point(self.code(colour, index), self.mark(colour, index))
    }

    /// Whether the side to move must not put a stone on an empty place.
    pub fn is_forbidden(&mut self, index: usize) -> bool {
        self.tables.rule == Rule::Renju
            && self.mover == Colour::Black
            && self.tables.kinds.is_suspect(code_of(self.spots[index].shapes, 0))
            && renju::forbidden(&mut self.grid, index).is_some()
    }

    /// The point of a place.
    pub fn point(index: usize) -> Point {
        Grid::point(index)
    }
}

/// Places, from bits.
#[derive(Debug, Clone)]
pub struct Places {
    bits: Bits,
    word: usize,
}

impl Places {
    fn of(bits: Bits) -> Places {
        Places { bits, word: 0 }
    }
}

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < WORDS {
            let bits = &mut self.bits[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

/// A number of its own for every stone on every place.
#[inline]
fn key_of(index: usize, colour: Colour) -> u64 {
    let mut mixed = (2 * index + colour.index() + 1) as u64;
    mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
