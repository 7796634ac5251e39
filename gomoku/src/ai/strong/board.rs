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
    pub fn of(rule: Rule) -> Arc<Tables> {
        static FREESTYLE: LazyLock<Arc<Tables>> = LazyLock::new(|| Tables::make(Rule::Freestyle));
        static STANDARD: LazyLock<Arc<Tables>> = LazyLock::new(|| Tables::make(Rule::Standard));
        static RENJU: LazyLock<Arc<Tables>> = LazyLock::new(|| Tables::make(Rule::Renju));
        Arc::clone(match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
        })
    }

    fn make(rule: Rule) -> Arc<Tables> {
        Arc::new(Tables { rule, shapes: Shapes::new(rule), kinds: Kinds::new(rule) })
    }
}

/// Points of the board as bits.
pub const WORDS: usize = CELLS / 64;
type Bits = [u64; WORDS];

/// What a stone changed, for taking it back.
#[derive(Debug, Clone)]
struct Frame {
    at: usize,
    /// How many changes had been made before.
    changes: usize,
    sums: [Worth; 2],
    near: Bits,
}

/// A point's shapes before they changed.
#[derive(Debug, Clone, Copy)]
struct Change {
    at: u16,
    codes: [Code; 2],
    marks: [Mark; 2],
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
    tables: Arc<Tables>,
    weights: Arc<Weights>,
    grid: Grid,
    mover: Colour,
    /// Every line of every direction as two bits a cell.
    lines: [[u64; 2 * STRIDE]; 4],
    /// The shapes that each colour makes on each point, four to a word.
    codes: Box<[[Code; 2]; CELLS]>,
    /// The kinds that those shapes make together.
    marks: Box<[[Mark; 2]; CELLS]>,
    /// The points of each kind, by colour.
    bits: [[Bits; Kind::COUNT]; 2],
    counts: [[u16; Kind::COUNT]; 2],
    /// The points with a stone near, and those without a stone.
    near: Bits,
    free: Bits,
    /// The judgement of all points by colour: while it is to move, and while it waits.
    sums: [Worth; 2],
    key: u64,
    frames: Vec<Frame>,
    changes: Vec<Change>,
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
            codes: Box::new([[0; 2]; CELLS]),
            marks: Box::new([[Mark::default(); 2]; CELLS]),
            bits: [[[0; WORDS]; Kind::COUNT]; 2],
            counts: [[0; Kind::COUNT]; 2],
            near: [0; WORDS],
            free: [0; WORDS],
            sums: [[0; 2]; 2],
            key: 0,
            frames: Vec::with_capacity(size.points()),
            changes: Vec::with_capacity(40 * size.points()),
            empty: size.points(),
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
                board.codes[index][0] |= Code::from(both & 15) << (4 * direction);
                board.codes[index][1] |= Code::from(both >> 4) << (4 * direction);
            }
            for colour in Colour::ALL {
                let mark = board.tables.kinds.of(colour, board.codes[index][colour.index()]);
                board.marks[index][colour.index()] = mark;
                board.count(index, colour, 1);
                let worth = board.worth_of(colour, index);
                let sums = &mut board.sums[colour.index()];
                *sums = [sums[0] + worth[0], sums[1] + worth[1]];
            }
        }
        for (point, colour) in position.grid().stones() {
            board.mover = colour;
            board.play(Grid::index(point));
        }
        board.frames.clear();
        board.changes.clear();
        board.mover = position.colour();
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

    /// The kind of a point changes.
    #[inline]
    fn move_kind(&mut self, index: usize, c: usize, from: Kind, to: Kind) {
        let (word, bit) = (index / 64 % WORDS, 1 << (index % 64));
        self.bits[c][from as usize][word] ^= bit;
        self.bits[c][to as usize][word] ^= bit;
        self.counts[c][from as usize] -= 1;
        self.counts[c][to as usize] += 1;
    }

    /// The side to move puts a stone on an empty place.
    pub fn play(&mut self, index: usize) {
        let colour = self.mover;
        self.frames.push(Frame { at: index, changes: self.changes.len(), sums: self.sums, near: self.near });
        for each in Colour::ALL {
            self.count(index, each, -1);
            let worth = self.worth_of(each, index);
            let sums = &mut self.sums[each.index()];
            *sums = [sums[0] - worth[0], sums[1] - worth[1]];
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
        let tables = Arc::clone(&self.tables);
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let along = on_line(index, direction);
            let line = &mut self.lines[direction][line_of(index, direction)];
            *line |= stone << (2 * along);
            let line = *line;
            for n in 1..=reach {
                if !self.renew(&tables, index + n * step, direction, line >> (2 * (along + n - REACH))) {
                    break;
                }
            }
            for n in 1..=reach {
                // Beyond the wall there is nothing to look at, and no window either.
                let Some(start) = (along - n).checked_sub(REACH) else { break };
                if !self.renew(&tables, index - n * step, direction, line >> (2 * start)) {
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
        let index = index % CELLS;
        match self.grid.cell(index) {
            Cell::Empty => {}
            Cell::Wall => return false,
            Cell::Black | Cell::White => return true,
        }
        let both = tables.shapes.around(window);
        let old = self.codes[index];
        let shift = 4 * direction;
        let before = (old[0] >> shift & 15) as u8 | ((old[1] >> shift & 15) as u8) << 4;
        if both == before {
            return true;
        }
        let marks = self.marks[index];
        self.changes.push(Change { at: index as u16, codes: old, marks });
        for (c, colour) in Colour::ALL.into_iter().enumerate() {
            let (from, to) = (before >> (4 * c) & 15, both >> (4 * c) & 15);
            if from == to {
                continue;
            }
            let code = old[c] ^ Code::from(from ^ to) << shift;
            self.codes[index][c] = code;
            let (gone, come) = (self.weights.shape(from), self.weights.shape(to));
            let (was, is) = (marks[c], tables.kinds.of(colour, code));
            let sums = &mut self.sums[c];
            sums[0] += come[0] - gone[0];
            sums[1] += come[1] - gone[1];
            if was != is {
                self.marks[index][c] = is;
                let (gone, come) = (self.weights.mark(was), self.weights.mark(is));
                sums[0] += come[0] - gone[0];
                sums[1] += come[1] - gone[1];
                if was.kind() != is.kind() {
                    self.move_kind(index, c, was.kind(), is.kind());
                }
            }
        }
        true
    }

    /// Takes back the latest stone.
    pub fn take_back(&mut self) {
        let Some(Frame { at: index, changes, sums, near }) = self.frames.pop() else { return };
        let colour = self.mover.other();
        while self.changes.len() > changes {
            let Some(Change { at, codes, marks }) = self.changes.pop() else { break };
            let at = usize::from(at) % CELLS;
            self.codes[at] = codes;
            let now = std::mem::replace(&mut self.marks[at], marks);
            for c in 0..2 {
                if now[c].kind() != marks[c].kind() {
                    self.move_kind(at, c, now[c].kind(), marks[c].kind());
                }
            }
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
        self.sums = sums;
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
        self.size().points() - self.empty
    }

    /// Whether a place has no stone.
    pub fn is_empty(&self, index: usize) -> bool {
        self.grid.cell(index) == Cell::Empty
    }

    /// The empty places that have a stone near, or where either side would make a blocked three or more.
    pub fn candidates(&self) -> Places {
        let mut sum: Bits = std::array::from_fn(|n| self.near[n] & self.free[n]);
        for bits in &self.bits {
            for kind in &bits[Kind::BlockedThree as usize..] {
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
        self.marks[index % CELLS][colour.index()]
    }

    /// The shapes that a stone of a colour on an empty place would make.
    pub fn code(&self, colour: Colour, index: usize) -> Code {
        self.codes[index][colour.index()]
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
        for kind in &bits[Kind::Four as usize + 1..] {
            for (word, more) in sum.iter_mut().zip(kind) {
                *word |= more;
            }
        }
        Places::of(sum)
    }

    /// The judgement of the board for the side to move, in hundredths of a natural unit of odds.
    #[inline]
    pub fn judge(&self) -> i32 {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        (self.sums[own][0] - self.sums[other][1] + self.weights.turn()) / Weights::FINE
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
            && self.tables.kinds.is_suspect(self.codes[index][0])
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
