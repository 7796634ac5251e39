//! The board as an array with a wall around it, so that nobody has to ask where it ends.

use super::types::{Colour, Point, Size};
use std::fmt;

/// What is on a point, or beyond the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cell {
    /// No stone yet.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Beyond the edge.
    #[default]
    Wall = 3,
}

impl From<Colour> for Cell {
    fn from(colour: Colour) -> Cell {
        match colour {
            Colour::Black => Cell::Black,
            Colour::White => Cell::White,
        }
    }
}

impl Cell {
    /// The colour of the stone, if there is one.
    pub fn colour(self) -> Option<Colour> {
        match self {
            Cell::Black => Some(Colour::Black),
            Cell::White => Some(Colour::White),
            Cell::Empty | Cell::Wall => None,
        }
    }
}

/// The wall is so thick that five steps from any point lead nowhere else.
pub const MARGIN: usize = 5;
/// The distance between a point and the one above it. The largest board with its walls just fits.
pub const STRIDE: usize = 32;
/// How many cells there are, with the walls.
pub const CELLS: usize = STRIDE * STRIDE;
/// The steps along a row, a column, and the two diagonals.
pub const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// A board with stones.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    cells: [Cell; CELLS],
}

/// Without the walls, from the upper left corner row by row.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| match self.get(point) {
            Cell::Black => 'x',
            Cell::White => 'o',
            Cell::Empty | Cell::Wall => '.',
        };
        let row = |row| -> String {
            (0..self.size.columns()).map(|column| letter(Point { row, column })).collect()
        };
        f.debug_list().entries((0..self.size.rows()).rev().map(row)).finish()
    }
}

impl Grid {
    /// An empty board.
    pub fn new(size: Size) -> Grid {
        let mut grid = Grid { size, cells: [Cell::Wall; CELLS] };
        for point in size.all() {
            grid.cells[Grid::index(point)] = Cell::Empty;
        }
        grid
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where a point is in the array.
    pub fn index(point: Point) -> usize {
        (usize::from(point.row) + MARGIN) * STRIDE + usize::from(point.column) + MARGIN
    }

    /// The point of a place in the array, which must not be in the wall.
    pub fn point(index: usize) -> Point {
        Point { row: (index / STRIDE - MARGIN) as u8, column: (index % STRIDE - MARGIN) as u8 }
    }

    /// What is on a point.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[Grid::index(point)]
    }

    /// What is on a place of the array.
    pub fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    /// Puts something on a place of the array, or takes it away.
    pub fn set(&mut self, index: usize, cell: Cell) {
        self.cells[index] = cell;
    }

    /// All stones, from the lower left corner row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Colour)> {
        self.size.all().filter_map(|point| self.get(point).colour().map(|colour| (point, colour)))
    }

    /// All points without a stone, from the lower left corner row by row.
    pub fn empty(&self) -> impl Iterator<Item = Point> {
        self.size.all().filter(|point| self.get(*point) == Cell::Empty)
    }

    /// The ends of the run of equal cells through a place, in a direction: the first and the last of them.
    pub fn run(&self, index: usize, step: usize) -> (usize, usize) {
        let own = self.cells[index];
        let (mut first, mut last) = (index, index);
        while self.cells[first - step] == own {
            first -= step;
        }
        while self.cells[last + step] == own {
            last += step;
        }
        (first, last)
    }

    /// How many equal cells there are in the run through a place, in a direction.
    pub fn length(&self, index: usize, step: usize) -> usize {
        let (first, last) = self.run(index, step);
        (last - first) / step + 1
    }
}
