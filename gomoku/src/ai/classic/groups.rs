//! The source document's data structure: the runs of stones as disjoint sets with their size and number of blocked
//! ends, and the rating of the board. All are updated incrementally.
//!
//! Only stones next to a run change it. A stack holds the changes, for undo.

use super::run_values::{FIVE, RunValues};
use crate::rules::{
    CELLS, Cell, Colour, DIRECTIONS, Grid, MARGIN, Point, Position, Rule, STRIDE, Size, renju,
};

/// Only a stone that makes five gains more than this. Five is rated 99,999, and the runs that the stone joins are at
/// most a four, 5,000. Any other stone makes at most an open four, or blocks two of them, in each of four directions:
/// less than 40,000.
pub const MIN_GAIN_OF_FIVE: i32 = FIVE / 2;

/// A stone as a node of a disjoint set. The size and the blocked ends of a run are stored at its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Node {
    parent: u16,
    size: u8,
    blocked: u8,
}

/// A change to runs.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The run of the second stone was merged into that of the first.
    Joined(u16, u16),
    /// The run of a stone lost an open end.
    Blocked(u16),
}

/// A placed stone.
#[derive(Debug, Clone, Copy)]
struct Placed {
    index: u16,
    /// The rating before.
    rating: i32,
    /// Number of changes before.
    changes: u32,
}

/// The runs of all stones on a board.
#[derive(Debug, Clone)]
pub struct Groups {
    grid: Grid,
    rule: Rule,
    values: RunValues,
    nodes: [[Node; CELLS]; DIRECTIONS.len()],
    rating: i32,
    placed: Vec<Placed>,
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
            values: RunValues::new(rule),
            nodes: [[Node::default(); CELLS]; DIRECTIONS.len()],
            rating: 0,
            placed: Vec::with_capacity(size.squares()),
            // A stone touches two runs in each direction.
            changes: Vec::with_capacity(size.squares() * 2 * DIRECTIONS.len()),
            rows: [0; STRIDE],
        }
    }

    /// Sets up a position.
    pub fn of(position: &Position) -> Groups {
        let mut groups = Groups::new(position.size(), position.rule());
        for (point, colour) in position.grid().stones() {
            groups.place_stone(Grid::index(point), colour);
        }
        groups
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The value of all runs of black, minus that of white.
    pub fn rating(&self) -> i32 {
        self.rating
    }

    /// The rating for a colour.
    pub fn rating_for(&self, colour: Colour) -> i32 {
        match colour {
            Colour::Black => self.rating,
            Colour::White => -self.rating,
        }
    }

    /// Whether a colour may play on an empty point.
    pub fn is_legal(&mut self, index: usize, colour: Colour) -> bool {
        self.rule != Rule::Renju
            || colour == Colour::White
            || renju::forbidden(&mut self.grid, index).is_none()
    }

    /// The root of a stone's run. There is no path compression, because it could not be undone; union by size keeps the
    /// paths short.
    fn root(&self, line: usize, index: usize) -> usize {
        let mut node = index;
        loop {
            let parent = usize::from(self.nodes[line][node].parent);
            if parent == node {
                return node;
            }
            node = parent;
        }
    }

    /// The run of a stone: its size and the number of its blocked ends.
    fn run(&self, line: usize, index: usize) -> (u8, u8) {
        let root = self.nodes[line][self.root(line, index)];
        (root.size, root.blocked)
    }

    /// Puts a stone on an empty point.
    pub fn place_stone(&mut self, index: usize, colour: Colour) {
        let own = Cell::from(colour);
        let placed = Placed { index: index as u16, rating: self.rating, changes: self.changes.len() as u32 };
        let gain = self.gain(index, colour);
        self.rating += if colour == Colour::Black { gain } else { -gain };
        self.placed.push(placed);
        self.grid.set(index, own);
        self.rows[index / STRIDE] |= 1 << (index % STRIDE);
        for (line, step) in DIRECTIONS.into_iter().enumerate() {
            let sides = [index - step, index + step].map(|side| (side, self.grid.cell(side)));
            // The edge blocks like an opponent's stone.
            let blocks = |cell| cell != Cell::Empty && cell != own;
            let blocked = sides.iter().filter(|(_, cell)| blocks(*cell)).count() as u8;
            self.nodes[line][index] = Node { parent: index as u16, size: 1, blocked };
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
        let root = self.root(line, index);
        self.nodes[line][root].blocked += 1;
        self.changes.push((line as u8, Change::Blocked(root as u16)));
    }

    fn join(&mut self, line: usize, a: usize, b: usize) {
        let (a, b) = (self.root(line, a), self.root(line, b));
        let nodes = &mut self.nodes[line];
        let (large, small) = if nodes[a].size >= nodes[b].size { (a, b) } else { (b, a) };
        nodes[large].size += nodes[small].size;
        nodes[large].blocked += nodes[small].blocked;
        nodes[small].parent = large as u16;
        self.changes.push((line as u8, Change::Joined(large as u16, small as u16)));
    }

    /// Undoes the last stone, if there is one.
    pub fn take_back(&mut self) {
        let Some(placed) = self.placed.pop() else { return };
        while self.changes.len() > placed.changes as usize
            && let Some((line, change)) = self.changes.pop()
        {
            let nodes = &mut self.nodes[usize::from(line)];
            match change {
                Change::Blocked(root) => nodes[usize::from(root)].blocked -= 1,
                Change::Joined(large, small) => {
                    let (large, small) = (usize::from(large), usize::from(small));
                    nodes[large].size -= nodes[small].size;
                    nodes[large].blocked -= nodes[small].blocked;
                    nodes[small].parent = small as u16;
                }
            }
        }
        let index = usize::from(placed.index);
        self.grid.set(index, Cell::Empty);
        self.rows[index / STRIDE] &= !(1 << (index % STRIDE));
        self.rating = placed.rating;
    }

    /// How much a stone on an empty point would add to the rating of its colour.
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
                        let (size_there, blocked_there) = self.run(line, neighbour);
                        gain -= self.values.of(colour, size_there, blocked_there);
                        size += size_there;
                        blocked += blocked_there;
                    }
                    _ => {
                        let (size_there, blocked_there) = self.run(line, neighbour);
                        gain += self.values.of(other, size_there, blocked_there)
                            - self.values.of(other, size_there, blocked_there + 1);
                        blocked += 1;
                    }
                }
            }
            gain += self.values.of(colour, size, blocked);
        }
        gain
    }

    /// Visits all relevant points, from the lower left corner row by row: the empty points with a stone at a distance
    /// of two or less; on an empty board the centre.
    pub fn relevant(&self, mut visit: impl FnMut(usize)) {
        let size = self.grid.size();
        if self.placed.is_empty() {
            return visit(Grid::index(size.centre()));
        }
        let board = ((1u32 << size.columns()) - 1) << MARGIN;
        let spread = |row: usize| {
            let stones = self.rows[row];
            stones << 2 | stones << 1 | stones | stones >> 1 | stones >> 2
        };
        for row in MARGIN..MARGIN + usize::from(size.rows()) {
            let near = (row - 2..=row + 2).fold(0, |near, row| near | spread(row));
            let mut cells = near & board & !self.rows[row];
            while cells != 0 {
                visit(row * STRIDE + cells.trailing_zeros() as usize);
                cells &= cells - 1;
            }
        }
    }

    /// All relevant points.
    pub fn relevant_points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        self.relevant(|index| points.push(Grid::point(index)));
        points
    }
}
