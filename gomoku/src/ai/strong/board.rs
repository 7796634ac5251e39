//! The board of the strong engine. It updates the shapes, kinds and evaluation of all points with each stone.

use super::kinds::{Kind, KindTable, LineShapes, PointClass};
use super::shapes::{REACH, ShapeTable};
use super::weights::{WeightPair, Weights};
use crate::rules::{CELLS, Cell, Colour, DIRECTIONS, Grid, Point, Position, Rule, STRIDE, Size, renju};
use std::sync::{Arc, LazyLock};

/// The lookup tables of a rule.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: ShapeTable,
    kinds: KindTable,
}

impl Tables {
    /// The tables of a rule, built on first use.
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
        Tables { rule, shapes: ShapeTable::new(rule), kinds: KindTable::new(rule) }
    }

    /// The classes of a point for both colours, by the shapes on its lines.
    #[inline]
    fn classes(&self, shapes: u32) -> [PointClass; 2] {
        [
            self.kinds.of(Colour::Black, shapes_of_colour(shapes, 0)),
            self.kinds.of(Colour::White, shapes_of_colour(shapes, 1)),
        ]
    }
}

/// One bit for each cell of the grid.
pub const WORDS: usize = CELLS / 64;
type Bits = [u64; WORDS];
/// Number of kinds, rounded up to four bits to avoid bounds checks.
const KINDS: usize = 16;

/// What is needed to undo a stone.
#[derive(Debug, Clone)]
struct UndoFrame {
    index: usize,
    /// Number of changes before this stone.
    changes: usize,
    near: Bits,
}

/// The evaluation of one empty point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct EmptyPoint {
    /// The shapes on its four lines, a byte each: black's in the lower four bits, white's in the upper four.
    shapes: u32,
    /// The combined kind for each colour.
    classes: [PointClass; 2],
}

/// A point before and after a stone.
#[derive(Debug, Clone, Copy)]
struct PointChange {
    index: u16,
    before: EmptyPoint,
    after: EmptyPoint,
}

/// The evaluation sums after a number of stones.
#[derive(Debug, Clone)]
struct EvaluationSums {
    stones: usize,
    /// For each colour: the sum while it is to move, and while it is not.
    by_colour: [WeightPair; 2],
}

/// One colour's shapes on the four lines.
#[inline]
fn shapes_of_colour(shapes: u32, colour: usize) -> LineShapes {
    let own = shapes >> (4 * colour) & 0x0F0F_0F0F;
    let pairs = (own | own >> 4) & 0x00FF_00FF;
    (pairs | pairs >> 8) as LineShapes
}

/// The number of the line through a cell in a direction.
fn line_number(index: usize, direction: usize) -> usize {
    let (row, column) = (index / STRIDE, index % STRIDE);
    match direction {
        0 => row,
        1 => column,
        2 => column + STRIDE - 1 - row,
        _ => column + row,
    }
}

/// The position of a cell along its line.
fn position_on_line(index: usize, direction: usize) -> usize {
    if direction == 0 { index % STRIDE } else { index / STRIDE }
}

/// The board.
#[derive(Debug, Clone)]
pub struct Board {
    tables: &'static Tables,
    weights: Arc<Weights>,
    grid: Grid,
    mover: Colour,
    /// All lines of all directions, two bits a cell.
    lines: [[u64; 2 * STRIDE]; 4],
    /// The evaluation of each empty point.
    points: Box<[EmptyPoint; CELLS]>,
    /// The points of each kind, by colour.
    kind_bits: [[Bits; KINDS]; 2],
    kind_counts: [[u16; KINDS]; 2],
    /// Points near a stone, and empty points.
    near: Bits,
    free: Bits,
    key: u64,
    frames: Vec<UndoFrame>,
    changes: Vec<PointChange>,
    /// Evaluation sums for some of the boards since the root. The threat search never needs them, so they are updated
    /// lazily.
    sums: Vec<EvaluationSums>,
    empty: usize,
}

impl Board {
    /// Sets up a position.
    pub fn of(position: &Position, weights: &Arc<Weights>) -> Board {
        let size = position.size();
        let mut board = Board {
            tables: Tables::of(position.rule()),
            weights: Arc::clone(weights),
            grid: Grid::new(size),
            mover: Colour::Black,
            lines: [[u64::MAX; 2 * STRIDE]; 4],
            points: Box::new([EmptyPoint::default(); CELLS]),
            kind_bits: [[[0; WORDS]; KINDS]; 2],
            kind_counts: [[0; KINDS]; 2],
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
                board.lines[direction][line_number(index, direction)] &=
                    !(3 << (2 * position_on_line(index, direction)));
            }
        }
        for index in size.all().map(Grid::index) {
            for direction in 0..4 {
                let line = board.lines[direction][line_number(index, direction)];
                let both =
                    board.tables.shapes.lookup(line >> (2 * (position_on_line(index, direction) - REACH)));
                board.points[index].shapes |= u32::from(both) << (8 * direction);
            }
            board.points[index].classes = board.tables.classes(board.points[index].shapes);
            for colour in Colour::ALL {
                board.toggle_kind(index, colour, 1);
            }
        }
        for (point, colour) in position.grid().stones() {
            board.mover = colour;
            board.play(Grid::index(point));
        }
        board.frames.clear();
        board.changes.clear();
        board.mover = position.colour();
        let by_colour = board.sums_from_scratch();
        board.sums.push(EvaluationSums { stones: 0, by_colour });
        board
    }

    /// Adds a point to the set of its kind, or removes it.
    #[inline]
    fn toggle_kind(&mut self, index: usize, colour: Colour, sign: i16) {
        let c = colour.index();
        let kind = self.kind(colour, index) as usize;
        self.kind_bits[c][kind][index / 64] ^= 1 << (index % 64);
        self.kind_counts[c][kind] = self.kind_counts[c][kind].wrapping_add_signed(sign);
    }

    /// Moves a point from one kind to another.
    #[inline]
    fn update_kind(&mut self, index: usize, c: usize, from: PointClass, to: PointClass) {
        let (from, to) = (from.kind_index(), to.kind_index());
        if from == to {
            return;
        }
        let (word, bit) = (index / 64 % WORDS, 1 << (index % 64));
        let (bits, counts) = (&mut self.kind_bits[c], &mut self.kind_counts[c]);
        bits[from][word] ^= bit;
        bits[to][word] ^= bit;
        counts[from] -= 1;
        counts[to] += 1;
    }

    /// Puts a stone of the side to move on an empty point.
    pub fn play(&mut self, index: usize) {
        let colour = self.mover;
        self.frames.push(UndoFrame { index, changes: self.changes.len(), near: self.near });
        for each in Colour::ALL {
            self.toggle_kind(index, each, -1);
        }
        self.grid.set(index, colour.into());
        self.key ^= stone_key(index, colour);
        self.free[index / 64] ^= 1 << (index % 64);
        for row in 0..5 {
            let start = index + row * STRIDE - 2 * STRIDE - 2;
            self.near[start / 64] |= 31 << (start % 64);
        }
        let stone = Cell::from(colour) as u64;
        let reach = self.tables.shapes.reach();
        let tables = self.tables;
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let along = position_on_line(index, direction);
            let line = &mut self.lines[direction][line_number(index, direction)];
            *line |= stone << (2 * along);
            let line = *line;
            for n in 1..=reach {
                let start = along + n - REACH;
                if !self.refresh_point(tables, index + n * step, direction, line >> (2 * start)) {
                    break;
                }
            }
            for n in 1..=reach {
                // Beyond the wall there is no point and no window.
                let Some(start) = (along - n).checked_sub(REACH) else { break };
                if !self.refresh_point(tables, index - n * step, direction, line >> (2 * start)) {
                    break;
                }
            }
        }
        self.empty -= 1;
        self.mover = colour.other();
    }

    /// Updates a point after a stone on its line. Returns whether the board continues there.
    #[inline]
    fn refresh_point(&mut self, tables: &Tables, index: usize, direction: usize, window: u64) -> bool {
        let middle = window >> (2 * REACH) & 3;
        if middle != 0 {
            return middle != Cell::Wall as u64;
        }
        let index = index % CELLS;
        let both = tables.shapes.lookup(window);
        let before = self.points[index];
        let changed = u32::from(both) ^ (before.shapes >> (8 * direction) & 255);
        if changed == 0 {
            return true;
        }
        let shapes = before.shapes ^ changed << (8 * direction);
        let after = EmptyPoint { shapes, classes: tables.classes(shapes) };
        self.points[index] = after;
        self.changes.push(PointChange { index: index as u16, before, after });
        for c in 0..2 {
            self.update_kind(index, c, before.classes[c], after.classes[c]);
        }
        true
    }

    /// Undoes the last stone.
    pub fn take_back(&mut self) {
        let Some(UndoFrame { index, changes, near }) = self.frames.pop() else { return };
        let colour = self.mover.other();
        while self.changes.len() > changes {
            let Some(PointChange { index: changed, before, after }) = self.changes.pop() else { break };
            let changed = usize::from(changed) % CELLS;
            self.points[changed] = before;
            for c in 0..2 {
                self.update_kind(changed, c, after.classes[c], before.classes[c]);
            }
        }
        while self.sums.last().is_some_and(|sums| sums.stones > self.frames.len()) {
            self.sums.pop();
        }
        let stone = Cell::from(colour) as u64;
        for direction in 0..4 {
            let line = &mut self.lines[direction][line_number(index, direction)];
            *line &= !(stone << (2 * position_on_line(index, direction)));
        }
        self.grid.set(index, Cell::Empty);
        self.key ^= stone_key(index, colour);
        self.free[index / 64] ^= 1 << (index % 64);
        for each in Colour::ALL {
            self.toggle_kind(index, each, 1);
        }
        self.near = near;
        self.empty += 1;
        self.mover = colour;
    }

    /// Null move: the other side is to move.
    pub fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    /// Sets the side to move.
    pub fn set_mover(&mut self, colour: Colour) {
        self.mover = colour;
    }

    /// The index of the last stone.
    #[inline]
    pub fn last(&self) -> Option<usize> {
        self.frames.last().map(|frame| frame.index)
    }

    /// The side to move.
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

    /// Number of empty points.
    pub fn empty(&self) -> usize {
        self.empty
    }

    /// Number of stones.
    pub fn stones(&self) -> usize {
        self.size().squares() - self.empty
    }

    /// Whether a point is empty.
    pub fn is_empty(&self, index: usize) -> bool {
        self.grid.cell(index) == Cell::Empty
    }

    /// Empty points near a stone, and points where either side would make at least a blocked three.
    pub fn candidates(&self) -> BitIndices {
        let mut candidates: Bits = std::array::from_fn(|n| self.near[n] & self.free[n]);
        for bits in &self.kind_bits {
            for kind in &bits[Kind::BlockedThree as usize..Kind::COUNT] {
                for (word, more) in candidates.iter_mut().zip(kind) {
                    *word |= more;
                }
            }
        }
        BitIndices::of(candidates)
    }

    /// Hash key of the stones and the side to move.
    pub fn key(&self) -> u64 {
        if self.mover == Colour::Black { self.key } else { !self.key }
    }

    /// What a stone of a colour on an empty point would make.
    #[inline]
    pub fn kind(&self, colour: Colour, index: usize) -> Kind {
        self.class(colour, index).kind()
    }

    /// The kind of a point with its pair of best shapes.
    #[inline]
    pub fn class(&self, colour: Colour, index: usize) -> PointClass {
        self.points[index % CELLS].classes[colour.index()]
    }

    /// The shapes that a stone of a colour on an empty point would make.
    pub fn line_shapes(&self, colour: Colour, index: usize) -> LineShapes {
        shapes_of_colour(self.points[index].shapes, colour.index())
    }

    /// Number of points where a colour would make this kind.
    #[inline]
    pub fn count_of(&self, colour: Colour, kind: Kind) -> usize {
        usize::from(self.kind_counts[colour.index()][kind as usize])
    }

    /// The points where a colour would make this kind.
    pub fn points_of(&self, colour: Colour, kind: Kind) -> impl Iterator<Item = usize> + use<> {
        BitIndices::of(self.kind_bits[colour.index()][kind as usize])
    }

    /// The first point where a colour would make this kind.
    #[inline]
    pub fn first_of(&self, colour: Colour, kind: Kind) -> Option<usize> {
        self.points_of(colour, kind).next()
    }

    /// All points where a colour would make a four or better.
    pub fn fours_of(&self, colour: Colour) -> BitIndices {
        let bits = &self.kind_bits[colour.index()];
        let mut sum = bits[Kind::Four as usize];
        for kind in &bits[Kind::Four as usize + 1..Kind::COUNT] {
            for (word, more) in sum.iter_mut().zip(kind) {
                *word |= more;
            }
        }
        BitIndices::of(sum)
    }

    /// The evaluation for the side to move, in hundredths of a logit.
    pub fn evaluate(&mut self) -> i32 {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        self.update_sums();
        let Some(EvaluationSums { by_colour, .. }) = self.sums.last() else { return 0 };
        (by_colour[own][0] - by_colour[other][1] + self.weights.tempo()) / Weights::SCALE
    }

    /// Brings the evaluation sums up to date.
    fn update_sums(&mut self) {
        let Some(known) = self.sums.last() else { return };
        if known.stones == self.frames.len() {
            return;
        }
        let mut by_colour = known.by_colour;
        let first = self.frames[known.stones].changes;
        for frame in &self.frames[known.stones..] {
            // Occupied points do not change, so this one is as it was before its stone.
            for (colour, sum) in Colour::ALL.into_iter().zip(&mut by_colour) {
                let weights = self.point_weights(colour, frame.index);
                *sum = [sum[0] - weights[0], sum[1] - weights[1]];
            }
        }
        for PointChange { before, after, .. } in &self.changes[first..] {
            // A stone changes only one of a point's four lines.
            let changed = before.shapes ^ after.shapes;
            let shift = changed.trailing_zeros() & !7;
            for (c, sum) in by_colour.iter_mut().enumerate() {
                let shape = |point: &EmptyPoint| self.weights.shape((point.shapes >> shift >> (4 * c)) as u8);
                let (old, new) = (shape(before), shape(after));
                *sum = [sum[0] + new[0] - old[0], sum[1] + new[1] - old[1]];
                if before.classes[c] != after.classes[c] {
                    let (old, new) =
                        (self.weights.class(before.classes[c]), self.weights.class(after.classes[c]));
                    *sum = [sum[0] + new[0] - old[0], sum[1] + new[1] - old[1]];
                }
            }
        }
        self.sums.push(EvaluationSums { stones: self.frames.len(), by_colour });
    }

    /// The evaluation sums, computed from all points.
    fn sums_from_scratch(&self) -> [WeightPair; 2] {
        Colour::ALL.map(|colour| {
            BitIndices::of(self.free).fold([0; 2], |sum, index| {
                let weights = self.point_weights(colour, index);
                [sum[0] + weights[0], sum[1] + weights[1]]
            })
        })
    }

    /// The value of a stone of this colour on this point, for move ordering.
    #[inline]
    pub fn point_value(&self, colour: Colour, index: usize) -> i32 {
        self.point_weights(colour, index)[0] / Weights::SCALE
    }

    #[inline]
    fn point_weights(&self, colour: Colour, index: usize) -> WeightPair {
        self.weights.point(self.line_shapes(colour, index), self.class(colour, index))
    }

    /// Whether the side to move must not play on an empty point.
    pub fn is_forbidden(&mut self, index: usize) -> bool {
        self.tables.rule == Rule::Renju
            && self.mover == Colour::Black
            && self.tables.kinds.may_be_forbidden(shapes_of_colour(self.points[index].shapes, 0))
            && renju::forbidden(&mut self.grid, index).is_some()
    }

    /// The point of an index.
    pub fn point(index: usize) -> Point {
        Grid::point(index)
    }
}

/// Iterates over the indices of the set bits.
#[derive(Debug, Clone)]
pub struct BitIndices {
    bits: Bits,
    word: usize,
}

impl BitIndices {
    fn of(bits: Bits) -> BitIndices {
        BitIndices { bits, word: 0 }
    }
}

impl Iterator for BitIndices {
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

/// The hash key of a stone on a point.
#[inline]
fn stone_key(index: usize, colour: Colour) -> u64 {
    let mut mixed = (2 * index + colour.index() + 1) as u64;
    mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
