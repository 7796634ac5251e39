//! The source document's data structure: the runs of stones as disjoint sets that know how many stones they have and how
//! many of their ends are blocked, and the rating of the board, all kept from move to move.
//!
//! A run does not change but by the stones next to it. What a stone did to the runs is put on a stack, and is undone by it.

use super::worth::{FIVE, Worths};
use crate::rules::{
    CELLS, Cell, Colour, DIRECTIONS, Grid, MARGIN, Point, Position, Rule, STRIDE, Size, renju,
};

/// A stone that makes five gains more than this, and no other does. Five are worth 99,999, and what the stone joins is at
/// most a four, 5,000. Any other stone makes at most an open four, or takes an end from two of them, in each of four
/// directions: less than 40,000.
pub const GAIN_OF_FIVE: i32 = FIVE / 2;

/// A stone as part of a run. What is said of the run holds for the stone that stands for it: its own parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Member {
    parent: u16,
    size: u8,
    blocked: u8,
}

/// What was done to runs.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The run of the second stone became part of that of the first.
    Joined(u16, u16),
    /// The run of a stone lost an open end.
    Blocked(u16),
}

/// A stone that was put.
#[derive(Debug, Clone, Copy)]
struct Put {
    index: u16,
    /// The rating before.
    rating: i32,
    /// How many changes there were before.
    changes: u32,
}

/// The runs of all stones of a board.
#[derive(Debug, Clone)]
pub struct Groups {
    grid: Grid,
    rule: Rule,
    worths: Worths,
    members: [[Member; CELLS]; DIRECTIONS.len()],
    rating: i32,
    puts: Vec<Put>,
    changes: Vec<(u8, Change)>,
    /// The stones of each row of the grid, as bits.
    rows: [u32; STRIDE],
}

impl Groups {
    /// An empty board.
    pub fn new(size: Size, rule: Rule) -> Groups {
        Groups {
            grid: Grid::new(size),
            rule,
            worths: Worths::new(rule),
            members: [[Member::default(); CELLS]; DIRECTIONS.len()],
            rating: 0,
            puts: Vec::with_capacity(size.squares()),
            // A stone touches two runs in each direction.
            changes: Vec::with_capacity(size.squares() * 2 * DIRECTIONS.len()),
            rows: [0; STRIDE],
        }
    }

    /// The board of a position.
    pub fn of(position: &Position) -> Groups {
        let mut groups = Groups::new(position.size(), position.rule());
        for (point, colour) in position.grid().stones() {
            groups.put(Grid::index(point), colour);
        }
        groups
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What all runs of black are worth, less what those of white are.
    pub fn rating(&self) -> i32 {
        self.rating
    }

    /// The rating as a colour sees it.
    pub fn rating_for(&self, colour: Colour) -> i32 {
        match colour {
            Colour::Black => self.rating,
            Colour::White => -self.rating,
        }
    }

    /// Whether a colour may put a stone on an empty place.
    pub fn allows(&mut self, index: usize, colour: Colour) -> bool {
        self.rule != Rule::Renju
            || colour == Colour::White
            || renju::forbidden(&mut self.grid, index).is_none()
    }

    /// The stone that stands for the run of a stone. No path is shortened, which could not be undone; the larger run
    /// always takes the smaller one in, so the way is short.
    fn leader(&self, line: usize, index: usize) -> usize {
        let mut at = index;
        loop {
            let parent = usize::from(self.members[line][at].parent);
            if parent == at {
                return at;
            }
            at = parent;
        }
    }

    /// The run of a stone: how many stones it has, and how many of its ends are blocked.
    fn run(&self, line: usize, index: usize) -> (u8, u8) {
        let leader = self.members[line][self.leader(line, index)];
        (leader.size, leader.blocked)
    }

    /// Puts a stone on an empty place.
    pub fn put(&mut self, index: usize, colour: Colour) {
        let own = Cell::from(colour);
        let put = Put { index: index as u16, rating: self.rating, changes: self.changes.len() as u32 };
        let gain = self.gain(index, colour);
        self.rating += if colour == Colour::Black { gain } else { -gain };
        self.puts.push(put);
        self.grid.set(index, own);
        self.rows[index / STRIDE] |= 1 << (index % STRIDE);
        for (line, step) in DIRECTIONS.into_iter().enumerate() {
            let sides = [index - step, index + step].map(|side| (side, self.grid.cell(side)));
            // The edge blocks as an enemy's stone does.
            let blocks = |cell| cell != Cell::Empty && cell != own;
            let blocked = sides.iter().filter(|(_, cell)| blocks(*cell)).count() as u8;
            self.members[line][index] = Member { parent: index as u16, size: 1, blocked };
            for (side, cell) in sides {
                if cell == own {
                    self.join(line, index, side);
                } else if cell.colour().is_some() {
                    self.block(line, side);
                }
            }
        }
    }

    fn block(&mut self, line: usize, index: usize) {
        let leader = self.leader(line, index);
        self.members[line][leader].blocked += 1;
        self.changes.push((line as u8, Change::Blocked(leader as u16)));
    }

    fn join(&mut self, line: usize, a: usize, b: usize) {
        let (a, b) = (self.leader(line, a), self.leader(line, b));
        let members = &mut self.members[line];
        let (large, small) = if members[a].size >= members[b].size { (a, b) } else { (b, a) };
        members[large].size += members[small].size;
        members[large].blocked += members[small].blocked;
        members[small].parent = large as u16;
        self.changes.push((line as u8, Change::Joined(large as u16, small as u16)));
    }

    /// Takes the last stone back; without one nothing happens.
    pub fn take_back(&mut self) {
        let Some(put) = self.puts.pop() else { return };
        while self.changes.len() > put.changes as usize
            && let Some((line, change)) = self.changes.pop()
        {
            let members = &mut self.members[usize::from(line)];
            match change {
                Change::Blocked(leader) => members[usize::from(leader)].blocked -= 1,
                Change::Joined(large, small) => {
                    let (large, small) = (usize::from(large), usize::from(small));
                    members[large].size -= members[small].size;
                    members[large].blocked -= members[small].blocked;
                    members[small].parent = small as u16;
                }
            }
        }
        let index = usize::from(put.index);
        self.grid.set(index, Cell::Empty);
        self.rows[index / STRIDE] &= !(1 << (index % STRIDE));
        self.rating = put.rating;
    }

    /// What a stone on an empty place would add to the rating, as its colour sees it.
    pub fn gain(&self, index: usize, colour: Colour) -> i32 {
        let own = Cell::from(colour);
        let other = colour.other();
        let mut gain = 0;
        for (line, step) in DIRECTIONS.into_iter().enumerate() {
            let (mut size, mut blocked) = (1, 0);
            for neighbour in [index - step, index + step] {
                match self.grid.cell(neighbour) {
                    Cell::Empty => {}
                    Cell::Wall => blocked += 1,
                    cell if cell == own => {
                        let (more, ends) = self.run(line, neighbour);
                        gain -= self.worths.of(colour, more, ends);
                        size += more;
                        blocked += ends;
                    }
                    _ => {
                        let (more, ends) = self.run(line, neighbour);
                        gain += self.worths.of(other, more, ends) - self.worths.of(other, more, ends + 1);
                        blocked += 1;
                    }
                }
            }
            gain += self.worths.of(colour, size, blocked);
        }
        gain
    }

    /// Hands on every relevant place, from the lower left corner row by row: the empty ones with a stone at a distance of
    /// two or less; on an empty board the centre.
    pub fn relevant(&self, mut take: impl FnMut(usize)) {
        let size = self.grid.size();
        if self.puts.is_empty() {
            return take(Grid::index(size.centre()));
        }
        let board = ((1u32 << size.columns()) - 1) << MARGIN;
        let wide = |row: usize| {
            let stones = self.rows[row];
            stones << 2 | stones << 1 | stones | stones >> 1 | stones >> 2
        };
        for row in MARGIN..MARGIN + usize::from(size.rows()) {
            let near = (row - 2..=row + 2).fold(0, |near, row| near | wide(row));
            let mut places = near & board & !self.rows[row];
            while places != 0 {
                take(row * STRIDE + places.trailing_zeros() as usize);
                places &= places - 1;
            }
        }
    }

    /// Every relevant point.
    pub fn relevant_points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        self.relevant(|index| points.push(Grid::point(index)));
        points
    }
}
