//! The board that the strong machine thinks on: shapes, kinds and judgement of every point, kept up to date by each stone.

use super::kinds::{Code, Kind, Kinds};
use super::shapes::{REACH, Shapes};
use super::weights::Weights;
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
    sums: [[i32; 2]; 2],
}

/// Where the lines of the four directions through a place are, and where the place is on each.
#[derive(Debug, Clone, Copy)]
struct Place {
    line: [u8; 4],
    shift: [u8; 4],
}

fn place(index: usize) -> Place {
    let (row, column) = (index / STRIDE, index % STRIDE);
    let line = [row, column, column + STRIDE - 1 - row, column + row];
    let along = [column, row, row, row];
    Place {
        line: line.map(|line| line as u8),
        // The window begins so many steps before the place.
        shift: along.map(|along| (2 * along.saturating_sub(REACH)) as u8),
    }
}

static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| (0..CELLS).map(place).collect());

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
    codes: [Vec<Code>; 2],
    /// The points of each kind, by colour.
    bits: [[Bits; Kind::COUNT]; 2],
    counts: [[u16; Kind::COUNT]; 2],
    /// How many stones are near.
    near: Vec<u8>,
    /// The empty points with a stone near.
    candidates: Bits,
    /// The judgement of all points by colour: while it is to move, and while it waits.
    sums: [[i32; 2]; 2],
    key: u64,
    frames: Vec<Frame>,
    changes: Vec<(u16, Code, Code)>,
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
            codes: [vec![Code::default(); CELLS], vec![Code::default(); CELLS]],
            bits: [[[0; WORDS]; Kind::COUNT]; 2],
            counts: [[0; Kind::COUNT]; 2],
            near: vec![0; CELLS],
            candidates: [0; WORDS],
            sums: [[0; 2]; 2],
            key: 0,
            frames: Vec::with_capacity(size.points()),
            changes: Vec::with_capacity(40 * size.points()),
            empty: size.points(),
        };
        for point in size.all() {
            let place = PLACES[Grid::index(point)];
            for direction in 0..4 {
                let bits = 3 << (2 * usize::from(on_line(Grid::index(point), direction)));
                board.lines[direction][usize::from(place.line[direction])] &= !bits;
            }
        }
        for point in size.all() {
            let index = Grid::index(point);
            let shapes = board.shapes_around(index);
            for colour in Colour::ALL {
                let code = shapes[colour.index()];
                board.codes[colour.index()][index] = code;
                board.count(index, colour, code, 1);
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

    fn shapes_around(&self, index: usize) -> [Code; 2] {
        let place = PLACES[index];
        let mut codes = [0; 2];
        for direction in 0..4 {
            let line = self.lines[direction][usize::from(place.line[direction])];
            let both = self.tables.shapes.around(line >> place.shift[direction]);
            codes[0] |= Code::from(both & 15) << (4 * direction);
            codes[1] |= Code::from(both >> 4) << (4 * direction);
        }
        codes
    }

    /// Counts a point in or out.
    #[inline]
    fn count(&mut self, index: usize, colour: Colour, code: Code, sign: i32) {
        let c = colour.index();
        let kind = self.tables.kinds.of(colour, code) as usize;
        self.bits[c][kind][index / 64] ^= 1 << (index % 64);
        self.counts[c][kind] = self.counts[c][kind].wrapping_add_signed(sign as i16);
        let [moving, waiting] = self.weights.worth(code);
        self.sums[c][0] += sign * moving;
        self.sums[c][1] += sign * waiting;
    }

    /// The shapes of a point change.
    #[inline]
    fn change(&mut self, index: usize, colour: Colour, to: Code) {
        let c = colour.index();
        let from = std::mem::replace(&mut self.codes[c][index], to);
        let (before, after) = (self.tables.kinds.of(colour, from), self.tables.kinds.of(colour, to));
        if before != after {
            let (word, bit) = (index / 64, 1 << (index % 64));
            self.bits[c][before as usize][word] ^= bit;
            self.bits[c][after as usize][word] ^= bit;
            self.counts[c][before as usize] -= 1;
            self.counts[c][after as usize] += 1;
        }
    }

    /// The side to move puts a stone on an empty place.
    pub fn play(&mut self, index: usize) {
        let colour = self.mover;
        self.frames.push(Frame { at: index, changes: self.changes.len(), sums: self.sums });
        for each in Colour::ALL {
            self.count(index, each, self.codes[each.index()][index], -1);
        }
        self.grid.set(index, colour.into());
        self.key ^= KEYS[2 * index + colour.index()];
        let stone = Cell::from(colour) as u64;
        for direction in 0..4 {
            let line = usize::from(PLACES[index].line[direction]);
            self.lines[direction][line] |= stone << (2 * usize::from(on_line(index, direction)));
            let bits = self.lines[direction][line];
            let step = DIRECTIONS[direction];
            for n in 1..=REACH {
                self.renew(index + n * step, direction, bits);
                self.renew(index - n * step, direction, bits);
            }
        }
        self.touch(index, 1);
        self.empty -= 1;
        self.mover = colour.other();
    }

    /// Looks at a point of a line again.
    #[inline]
    fn renew(&mut self, index: usize, direction: usize, line: u64) {
        if self.grid.cell(index) != Cell::Empty {
            return;
        }
        let both = self.tables.shapes.around(line >> PLACES[index].shift[direction]);
        let old = [self.codes[0][index], self.codes[1][index]];
        let mask = 15 << (4 * direction);
        let black = old[0] & !mask | Code::from(both & 15) << (4 * direction);
        let white = old[1] & !mask | Code::from(both >> 4) << (4 * direction);
        if [black, white] == old {
            return;
        }
        self.changes.push((index as u16, old[0], old[1]));
        for (colour, to) in [(Colour::Black, black), (Colour::White, white)] {
            let from = old[colour.index()];
            if from != to {
                let (gone, come) = (self.weights.worth(from), self.weights.worth(to));
                let sums = &mut self.sums[colour.index()];
                sums[0] += come[0] - gone[0];
                sums[1] += come[1] - gone[1];
                self.change(index, colour, to);
            }
        }
    }

    /// Takes back the latest stone.
    pub fn take_back(&mut self) {
        let Some(Frame { at: index, changes, sums }) = self.frames.pop() else { return };
        let colour = self.mover.other();
        while self.changes.len() > changes {
            if let Some((at, black, white)) = self.changes.pop() {
                let at = usize::from(at);
                self.change(at, Colour::Black, black);
                self.change(at, Colour::White, white);
            }
        }
        let stone = Cell::from(colour) as u64;
        for direction in 0..4 {
            let line = usize::from(PLACES[index].line[direction]);
            self.lines[direction][line] &= !(stone << (2 * usize::from(on_line(index, direction))));
        }
        self.grid.set(index, Cell::Empty);
        self.key ^= KEYS[2 * index + colour.index()];
        for each in Colour::ALL {
            self.count(index, each, self.codes[each.index()][index], 1);
        }
        self.sums = sums;
        self.touch(index, -1);
        self.empty += 1;
        self.mover = colour;
    }

    /// The side to move does nothing.
    pub fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    fn touch(&mut self, index: usize, by: i8) {
        for row in 0..5 {
            let start = index + row * STRIDE - 2 * STRIDE - 2;
            for at in start..start + 5 {
                self.near[at] = self.near[at].wrapping_add_signed(by);
                let is_one = self.near[at] > 0 && self.grid.cell(at) == Cell::Empty;
                let (word, bit) = (at / 64, at % 64);
                self.candidates[word] = self.candidates[word] & !(1 << bit) | u64::from(is_one) << bit;
            }
        }
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
        let mut sum = self.candidates;
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
        self.tables.kinds.of(colour, self.codes[colour.index()][index])
    }

    /// The shapes that a stone of a colour on an empty place would make.
    pub fn code(&self, colour: Colour, index: usize) -> Code {
        self.codes[colour.index()][index]
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
        (self.sums[own][0] - self.sums[other][1]) / Weights::FINE
    }

    /// What a stone on a place is worth to a colour there, for putting moves in order.
    #[inline]
    pub fn worth(&self, colour: Colour, index: usize) -> i32 {
        self.weights.worth(self.codes[colour.index()][index])[0] / Weights::FINE
    }

    /// Whether the side to move must not put a stone on an empty place.
    pub fn is_forbidden(&mut self, index: usize) -> bool {
        self.tables.rule == Rule::Renju
            && self.mover == Colour::Black
            && self.tables.kinds.is_suspect(self.codes[0][index])
            && renju::forbidden(&mut self.grid, index).is_some()
    }

    /// The point of a place.
    pub fn point(index: usize) -> Point {
        Grid::point(index)
    }
}

/// How far along its line of a direction a place is.
fn on_line(index: usize, direction: usize) -> u8 {
    (if direction == 0 { index % STRIDE } else { index / STRIDE }) as u8
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

static KEYS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut dice = common::game::Dice::new(0x60_30_C0);
    (0..2 * CELLS).map(|_| dice.seed()).collect()
});
