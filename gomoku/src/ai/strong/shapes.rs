//! What a stone makes of a line: the shape it completes, by a table over everything that can stand around it.
//!
//! A shape is defined by what it can become: a four is one stone short of five, an open three one stone short of an open
//! four, and so on. So the table needs no list of patterns, and edges, gaps and overlines come out right by themselves.

use crate::rules::{Colour, Rule};

/// What a stone makes of one line, from nothing to five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// There is no room for five.
    Dead = 0,
    /// A stone that can become a blocked two.
    One = 1,
    /// A stone that can become an open two.
    OpenOne = 2,
    /// Can become a blocked three.
    Two = 3,
    /// Can become an open three in one way.
    OpenTwo = 4,
    /// Can become an open three in two ways.
    OpenTwoA = 5,
    /// Can become an open three in three ways or more.
    OpenTwoB = 6,
    /// Can become a four.
    Three = 7,
    /// Can become an open four in one way.
    OpenThree = 8,
    /// Can become an open four in two ways or more.
    OpenThreeA = 9,
    /// One point completes five.
    Four = 10,
    /// Two points complete five, and the stones stand together.
    OpenFour = 11,
    /// Two points complete five, each with other stones.
    TwoFours = 12,
    /// Five, or more where that wins.
    Five = 13,
    /// More than five where that does not win.
    Overline = 14,
}

/// How many shapes there are.
pub const SHAPES: usize = 15;

impl Shape {
    const ALL: [Shape; SHAPES] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::OpenTwo,
        Shape::OpenTwoA,
        Shape::OpenTwoB,
        Shape::Three,
        Shape::OpenThree,
        Shape::OpenThreeA,
        Shape::Four,
        Shape::OpenFour,
        Shape::TwoFours,
        Shape::Five,
        Shape::Overline,
    ];

    /// The shape of a number.
    pub fn of(number: u8) -> Shape {
        Shape::ALL[usize::from(number)]
    }
}

/// Whether shapes of a colour are judged by exactly five, and whether two fours on a line are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Law {
    exact: bool,
    renju: bool,
}

/// So many steps along a line can matter to a stone on it.
pub const REACH: usize = 5;
const CELLS: usize = 2 * REACH + 1;

/// A line around a stone: own stones, free points, and what blocks.
type Line = [u8; CELLS];
const FREE: u8 = 0;
const OWN: u8 = 1;
const BLOCK: u8 = 2;

/// The shapes of all lines, by the three kinds of cells on both sides.
struct Judge {
    law: Law,
    known: Vec<Option<Shape>>,
}

impl Judge {
    fn new(law: Law) -> Judge {
        Judge { law, known: vec![None; 3_usize.pow(2 * REACH as u32)] }
    }

    /// The place of a line in the list of what is known.
    fn code(line: &Line) -> usize {
        let around = line.iter().enumerate().filter(|(n, _)| *n != REACH);
        around.rev().fold(0, |code, (_, cell)| code * 3 + usize::from(*cell))
    }

    /// How long the row through the middle is.
    fn row(line: &Line) -> usize {
        let up = line[REACH + 1..].iter().take_while(|cell| **cell == OWN).count();
        let down = line[..REACH].iter().rev().take_while(|cell| **cell == OWN).count();
        1 + up + down
    }

    fn is_five(&self, line: &Line) -> bool {
        let row = Judge::row(line);
        if self.law.exact { row == 5 } else { row >= 5 }
    }

    /// Tries a stone on every free point.
    fn grown(line: &Line) -> impl Iterator<Item = (usize, Line)> {
        let free = (0..CELLS).filter(|n| line[*n] == FREE);
        free.map(|n| {
            let mut grown = *line;
            grown[n] = OWN;
            (n, grown)
        })
    }

    fn shape(&mut self, line: &Line) -> Shape {
        let code = Judge::code(line);
        if let Some(shape) = self.known[code] {
            return shape;
        }
        let shape = self.think(line);
        self.known[code] = Some(shape);
        shape
    }

    fn think(&mut self, line: &Line) -> Shape {
        if self.is_five(line) {
            return Shape::Five;
        }
        if Judge::row(line) > 5 {
            return Shape::Overline;
        }
        let mut fives = Judge::grown(line).filter(|(_, grown)| self.is_five(grown)).map(|(n, _)| n);
        match (fives.next(), fives.next()) {
            (None, _) => {}
            (Some(_), None) => return Shape::Four,
            (Some(first), Some(second)) if second - first == 5 => return Shape::OpenFour,
            _ => return Shape::TwoFours,
        }
        drop(fives);
        let mut ways = [0; SHAPES];
        for (_, grown) in Judge::grown(line) {
            ways[self.shape(&grown) as usize] += 1;
        }
        let count = |shapes: &[Shape]| shapes.iter().map(|shape| ways[*shape as usize]).sum::<usize>();
        let straight: &[Shape] =
            if self.law.renju { &[Shape::OpenFour] } else { &[Shape::OpenFour, Shape::TwoFours] };
        match count(straight) {
            0 => {}
            1 => return Shape::OpenThree,
            _ => return Shape::OpenThreeA,
        }
        if count(&[Shape::Four, Shape::TwoFours]) > 0 {
            return Shape::Three;
        }
        match count(&[Shape::OpenThree, Shape::OpenThreeA]) {
            0 => {}
            1 => return Shape::OpenTwo,
            2 => return Shape::OpenTwoA,
            _ => return Shape::OpenTwoB,
        }
        if count(&[Shape::Three]) > 0 {
            Shape::Two
        } else if count(&[Shape::OpenTwo, Shape::OpenTwoA, Shape::OpenTwoB]) > 0 {
            Shape::OpenOne
        } else if count(&[Shape::Two]) > 0 {
            Shape::One
        } else {
            Shape::Dead
        }
    }
}

/// The shapes that a stone of either colour makes, by what stands around it: two bits a cell.
#[derive(Debug)]
pub struct Shapes {
    /// Black's shape in the lower half of the byte, white's in the upper.
    table: Vec<u8>,
    /// Bits of one side of a line. Where longer rows win too, the fifth step cannot matter, and the table fits a cache.
    side: u32,
}

impl Shapes {
    /// The table of a rule.
    pub fn new(rule: Rule) -> Shapes {
        let law =
            |colour| Law { exact: rule.exact(colour), renju: rule == Rule::Renju && colour == Colour::Black };
        let reach = if rule == Rule::Freestyle { REACH - 1 } else { REACH };
        let side = 2 * reach;
        let mut table = vec![0; 1 << (2 * side)];
        for colour in Colour::ALL {
            let mut judge = Judge::new(law(colour));
            let (own, shift) = match colour {
                Colour::Black => (1, 0),
                Colour::White => (2, 4),
            };
            let kind = |stone| match stone {
                0 => FREE,
                stone if stone == own => OWN,
                _ => BLOCK,
            };
            // Both sides of a line as cells of three kinds, and their parts of the line's code, read once.
            let half = |bits: usize, first: usize| {
                let mut line = [BLOCK; CELLS];
                for n in 0..reach {
                    line[first + n] = kind(bits >> (2 * n) & 3);
                }
                line
            };
            let part = |line: &Line, cells: std::ops::Range<usize>| {
                let digit = |n: usize| if n < REACH { n } else { n - 1 };
                cells.map(|n| usize::from(line[n]) * 3_usize.pow(digit(n) as u32)).sum::<usize>()
            };
            let halves = |first: usize, cells: std::ops::Range<usize>| -> Vec<(Line, usize)> {
                let both = |bits| {
                    let line = half(bits, first);
                    (line, part(&line, cells.clone()))
                };
                (0..1_usize << side).map(both).collect()
            };
            let below = halves(REACH - reach, 0..REACH);
            let above = halves(REACH + 1, REACH + 1..CELLS);
            for (key, shapes) in table.iter_mut().enumerate() {
                let ((low, low_code), (high, high_code)) =
                    (&below[key & ((1 << side) - 1)], &above[key >> side]);
                let shape = judge.known[low_code + high_code].unwrap_or_else(|| {
                    let mut line = *high;
                    line[..REACH].copy_from_slice(&low[..REACH]);
                    line[REACH] = OWN;
                    judge.shape(&line)
                });
                *shapes |= (shape as u8) << shift;
            }
        }
        Shapes { table, side: side as u32 }
    }

    /// So many steps along a line matter.
    pub fn reach(&self) -> usize {
        self.side as usize / 2
    }

    /// Both colours' shapes around the middle of eleven cells of two bits each; what the middle itself is does not matter.
    #[inline]
    pub fn around(&self, window: u64) -> u8 {
        let mask = (1 << self.side) - 1;
        let below = window >> (2 * REACH as u32 - self.side) & mask;
        let above = window >> (2 * REACH as u32 + 2) & mask;
        self.table[(below | above << self.side) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the last letter in brackets makes of a line such as `..xx[x]..`; `|` is the edge.
    fn shape(rule: Rule, colour: Colour, line: &str) -> Shape {
        let middle = line.find('[').expect("a middle");
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
        let both = Shapes::new(rule).around(window);
        Shape::of(if colour == Colour::Black { both & 15 } else { both >> 4 })
    }

    #[test]
    fn shapes_are_what_they_can_become() {
        let free = |line| shape(Rule::Freestyle, Colour::Black, line);
        assert_eq!(free("..xx[x]xx.."), Shape::Five);
        assert_eq!(free("..xx[x]x..."), Shape::OpenFour);
        assert_eq!(free("oxx[x]x...."), Shape::Four);
        assert_eq!(free("..x.[x]xx.."), Shape::Four);
        assert_eq!(free("x.x[x]x.x"), Shape::TwoFours);
        assert_eq!(free("...x[x]x..."), Shape::OpenThreeA);
        assert_eq!(free("...x[x].x.."), Shape::OpenThree);
        assert_eq!(free("o.x[x]x.o"), Shape::Three);
        assert_eq!(free("|xx[x]...."), Shape::Three);
        assert_eq!(free("....x[x]...."), Shape::OpenTwoB);
        assert_eq!(free("ox[x]x|"), Shape::Dead);
        assert_eq!(free("....[x]...."), Shape::OpenOne);
    }

    #[test]
    fn rows_over_five_count_only_where_they_win() {
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
