//! The shape that a stone makes on one line, looked up in a table by the cells around it.
//!
//! A shape is defined by what it can become: a four is one stone short of five, an open three is one stone short of an
//! open four, and so on. The table needs no list of patterns, and edges, gaps and overlines need no special cases.

use crate::rules::{Colour, Rule};

/// The shape that a stone makes on one line, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No room for five.
    Dead = 0,
    /// Can become a blocked two.
    BlockedOne = 1,
    /// Can become an open two.
    OpenOne = 2,
    /// Can become a blocked three.
    BlockedTwo = 3,
    /// Can become an open three in one way.
    OpenTwo1 = 4,
    /// Can become an open three in two ways.
    OpenTwo2 = 5,
    /// Can become an open three in three or more ways.
    OpenTwo3 = 6,
    /// Can become a four.
    BlockedThree = 7,
    /// Can become an open four in one way.
    OpenThree1 = 8,
    /// Can become an open four in two or more ways.
    OpenThree2 = 9,
    /// One point completes five.
    Four = 10,
    /// Two points complete five, and the four stones are adjacent.
    OpenFour = 11,
    /// Two points complete five, each with different stones.
    DoubleFour = 12,
    /// Five, or more if that wins.
    Five = 13,
    /// More than five if that does not win.
    Overline = 14,
}

/// Number of shapes.
pub const SHAPES: usize = 15;

impl Shape {
    const ALL: [Shape; SHAPES] = [
        Shape::Dead,
        Shape::BlockedOne,
        Shape::OpenOne,
        Shape::BlockedTwo,
        Shape::OpenTwo1,
        Shape::OpenTwo2,
        Shape::OpenTwo3,
        Shape::BlockedThree,
        Shape::OpenThree1,
        Shape::OpenThree2,
        Shape::Four,
        Shape::OpenFour,
        Shape::DoubleFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// The shape with this number.
    pub fn of(number: u8) -> Shape {
        Shape::ALL[usize::from(number)]
    }
}

/// The rule for one colour: whether only exactly five wins, and whether two fours on one line are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineRule {
    exactly_five: bool,
    renju: bool,
}

/// Number of cells on each side of a stone that can affect its shape.
pub const REACH: usize = 5;
const CELLS: usize = 2 * REACH + 1;

/// The line around a stone: own stones, free points, and blocked cells.
type Line = [u8; CELLS];
const FREE: u8 = 0;
const OWN: u8 = 1;
const BLOCK: u8 = 2;

/// Classifies lines, and caches the result by the cells on both sides.
struct Classifier {
    line_rule: LineRule,
    cache: Vec<Option<Shape>>,
}

impl Classifier {
    fn new(line_rule: LineRule) -> Classifier {
        Classifier { line_rule, cache: vec![None; 3_usize.pow(2 * REACH as u32)] }
    }

    /// The cache index of a line.
    fn index(line: &Line) -> usize {
        let around = line.iter().enumerate().filter(|(n, _)| *n != REACH);
        around.rev().fold(0, |index, (_, cell)| index * 3 + usize::from(*cell))
    }

    /// Length of the run through the middle.
    fn run_length(line: &Line) -> usize {
        let after = line[REACH + 1..].iter().take_while(|cell| **cell == OWN).count();
        let before = line[..REACH].iter().rev().take_while(|cell| **cell == OWN).count();
        1 + before + after
    }

    fn is_five(&self, line: &Line) -> bool {
        let length = Classifier::run_length(line);
        if self.line_rule.exactly_five { length == 5 } else { length >= 5 }
    }

    /// All lines with one more own stone on a free point.
    fn extensions(line: &Line) -> impl Iterator<Item = (usize, Line)> {
        let free = (0..CELLS).filter(|n| line[*n] == FREE);
        free.map(|n| {
            let mut with_stone = *line;
            with_stone[n] = OWN;
            (n, with_stone)
        })
    }

    fn shape(&mut self, line: &Line) -> Shape {
        let index = Classifier::index(line);
        if let Some(shape) = self.cache[index] {
            return shape;
        }
        let shape = self.classify(line);
        self.cache[index] = Some(shape);
        shape
    }

    fn classify(&mut self, line: &Line) -> Shape {
        if self.is_five(line) {
            return Shape::Five;
        }
        if Classifier::run_length(line) > 5 {
            return Shape::Overline;
        }
        let mut fives =
            Classifier::extensions(line).filter(|(_, with_stone)| self.is_five(with_stone)).map(|(n, _)| n);
        match (fives.next(), fives.next()) {
            (None, _) => {}
            (Some(_), None) => return Shape::Four,
            (Some(first), Some(second)) if second - first == 5 => return Shape::OpenFour,
            _ => return Shape::DoubleFour,
        }
        drop(fives);
        let mut counts = [0; SHAPES];
        for (_, with_stone) in Classifier::extensions(line) {
            counts[self.shape(&with_stone) as usize] += 1;
        }
        let count = |shapes: &[Shape]| shapes.iter().map(|shape| counts[*shape as usize]).sum::<usize>();
        let open_fours: &[Shape] =
            if self.line_rule.renju { &[Shape::OpenFour] } else { &[Shape::OpenFour, Shape::DoubleFour] };
        match count(open_fours) {
            0 => {}
            1 => return Shape::OpenThree1,
            _ => return Shape::OpenThree2,
        }
        if count(&[Shape::Four, Shape::DoubleFour]) > 0 {
            return Shape::BlockedThree;
        }
        match count(&[Shape::OpenThree1, Shape::OpenThree2]) {
            0 => {}
            1 => return Shape::OpenTwo1,
            2 => return Shape::OpenTwo2,
            _ => return Shape::OpenTwo3,
        }
        if count(&[Shape::BlockedThree]) > 0 {
            Shape::BlockedTwo
        } else if count(&[Shape::OpenTwo1, Shape::OpenTwo2, Shape::OpenTwo3]) > 0 {
            Shape::OpenOne
        } else if count(&[Shape::BlockedTwo]) > 0 {
            Shape::BlockedOne
        } else {
            Shape::Dead
        }
    }
}

/// The shape that a stone of either colour makes, by the cells around it with two bits each.
#[derive(Debug)]
pub struct ShapeTable {
    /// Black's shape in the lower four bits, white's in the upper four.
    table: Vec<u8>,
    /// Bits for one side of the window. In freestyle the fifth cell cannot matter, and the smaller table fits a cache.
    side_bits: u32,
}

impl ShapeTable {
    /// Builds the table of a rule.
    pub fn new(rule: Rule) -> ShapeTable {
        let line_rule = |colour| LineRule {
            exactly_five: rule.exact(colour),
            renju: rule == Rule::Renju && colour == Colour::Black,
        };
        let reach = if rule == Rule::Freestyle { REACH - 1 } else { REACH };
        let side_bits = 2 * reach;
        let mut table = vec![0; 1 << (2 * side_bits)];
        for colour in Colour::ALL {
            let mut classifier = Classifier::new(line_rule(colour));
            let (own, shift) = match colour {
                Colour::Black => (1, 0),
                Colour::White => (2, 4),
            };
            let cell_type = |stone| match stone {
                0 => FREE,
                stone if stone == own => OWN,
                _ => BLOCK,
            };
            // Both sides of a line as cells, and their share of the cache index, computed once.
            let half = |bits: usize, first: usize| {
                let mut line = [BLOCK; CELLS];
                for n in 0..reach {
                    line[first + n] = cell_type(bits >> (2 * n) & 3);
                }
                line
            };
            let index_part = |line: &Line, cells: std::ops::Range<usize>| {
                let digit = |n: usize| if n < REACH { n } else { n - 1 };
                cells.map(|n| usize::from(line[n]) * 3_usize.pow(digit(n) as u32)).sum::<usize>()
            };
            let halves = |first: usize, cells: std::ops::Range<usize>| -> Vec<(Line, usize)> {
                let both = |bits| {
                    let line = half(bits, first);
                    (line, index_part(&line, cells.clone()))
                };
                (0..1_usize << side_bits).map(both).collect()
            };
            let below = halves(REACH - reach, 0..REACH);
            let above = halves(REACH + 1, REACH + 1..CELLS);
            for (window, shapes) in table.iter_mut().enumerate() {
                let ((low, low_index), (high, high_index)) =
                    (&below[window & ((1 << side_bits) - 1)], &above[window >> side_bits]);
                let shape = classifier.cache[low_index + high_index].unwrap_or_else(|| {
                    let mut line = *high;
                    line[..REACH].copy_from_slice(&low[..REACH]);
                    line[REACH] = OWN;
                    classifier.shape(&line)
                });
                *shapes |= (shape as u8) << shift;
            }
        }
        ShapeTable { table, side_bits: side_bits as u32 }
    }

    /// Number of cells on each side that matter.
    pub fn reach(&self) -> usize {
        self.side_bits as usize / 2
    }

    /// Both colours' shapes for a window of eleven cells, two bits each. The middle cell is ignored.
    #[inline]
    pub fn lookup(&self, window: u64) -> u8 {
        let mask = (1 << self.side_bits) - 1;
        let below = window >> (2 * REACH as u32 - self.side_bits) & mask;
        let above = window >> (2 * REACH as u32 + 2) & mask;
        self.table[(below | above << self.side_bits) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that the stone in brackets makes on a line such as `..xx[x]..`; `|` is the edge.
    fn shape(rule: Rule, colour: Colour, line: &str) -> Shape {
        let middle = line.find('[').expect("a stone in brackets");
        let plain: Vec<char> = line.replace(['[', ']'], "").chars().collect();
        let mut window = 0_u64;
        for n in 0..CELLS {
            let at = (middle + n).checked_sub(REACH).and_then(|at| plain.get(at)).copied();
            let cell = match at {
                Some('.') => 0,
                Some('x') => 1,
                Some('o') => 2,
                _ => 3,
            };
            window |= cell << (2 * n);
        }
        let both = ShapeTable::new(rule).lookup(window);
        Shape::of(if colour == Colour::Black { both & 15 } else { both >> 4 })
    }

    #[test]
    fn shapes_are_defined_by_what_they_can_become() {
        let free = |line| shape(Rule::Freestyle, Colour::Black, line);
        assert_eq!(free("..xx[x]xx.."), Shape::Five);
        assert_eq!(free("..xx[x]x..."), Shape::OpenFour);
        assert_eq!(free("oxx[x]x...."), Shape::Four);
        assert_eq!(free("..x.[x]xx.."), Shape::Four);
        assert_eq!(free("x.x[x]x.x"), Shape::DoubleFour);
        assert_eq!(free("...x[x]x..."), Shape::OpenThree2);
        assert_eq!(free("...x[x].x.."), Shape::OpenThree1);
        assert_eq!(free("o.x[x]x.o"), Shape::BlockedThree);
        assert_eq!(free("|xx[x]...."), Shape::BlockedThree);
        assert_eq!(free("....x[x]...."), Shape::OpenTwo3);
        assert_eq!(free("ox[x]x|"), Shape::Dead);
        assert_eq!(free("....[x]...."), Shape::OpenOne);
    }

    #[test]
    fn overlines_count_as_five_only_if_they_win() {
        let line = "..xxx[x]xx..";
        assert_eq!(shape(Rule::Freestyle, Colour::Black, line), Shape::Five);
        assert_eq!(shape(Rule::Standard, Colour::Black, line), Shape::Overline);
        assert_eq!(shape(Rule::Renju, Colour::Black, line), Shape::Overline);
        let white = "..ooo[o]oo..";
        assert_eq!(shape(Rule::Renju, Colour::White, white), Shape::Five);
        assert_eq!(shape(Rule::Standard, Colour::White, white), Shape::Overline);
        // Both ends of this four would make six.
        assert_eq!(shape(Rule::Standard, Colour::Black, "x.xx[x]x.x"), Shape::Dead);
        assert_eq!(shape(Rule::Renju, Colour::Black, "x.xx[x]..."), Shape::Four);
    }
}
