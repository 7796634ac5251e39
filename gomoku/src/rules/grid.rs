//! The board as an array with a wall around it, so that loops need no bounds checks.

use super::types::{Colour, Point, Size};
use std::fmt;

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cell {
    /// An empty point.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// A cell beyond the edge.
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

/// Thickness of the wall: five steps from any point stay in the array and in its row.
pub const MARGIN: usize = 5;
/// The distance between a point and the one above it. The largest board with its wall just fits.
pub const STRIDE: usize = 32;
/// Number of cells, including the wall.
pub const CELLS: usize = STRIDE * STRIDE;
/// The steps along a row, a column, and the two diagonals.
pub const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The stones on a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    cells: [Cell; CELLS],
}

/// Rows as text without the wall, from the top.
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

    /// The index of a point in the array.
    pub fn index(point: Point) -> usize {
        (usize::from(point.row) + MARGIN) * STRIDE + usize::from(point.column) + MARGIN
    }

    /// The point of an index, which must not be in the wall.
    pub fn point(index: usize) -> Point {
        Point { row: (index / STRIDE - MARGIN) as u8, column: (index % STRIDE - MARGIN) as u8 }
    }

    /// The content of a point.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[Grid::index(point)]
    }

    /// The content of an index.
    pub fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    /// Sets the content of an index.
    pub fn set(&mut self, index: usize, cell: Cell) {
        self.cells[index] = cell;
    }

    /// All stones, from the lower left corner row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Colour)> {
        self.size.all().filter_map(|point| self.get(point).colour().map(|colour| (point, colour)))
    }

    /// All empty points, from the lower left corner row by row.
    pub fn empty(&self) -> impl Iterator<Item = Point> {
        self.size.all().filter(|point| self.get(*point) == Cell::Empty)
    }

    /// The first and the last index of the run of equal cells through an index.
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

    /// The length of the run of equal cells through an index.
    pub fn length(&self, index: usize, step: usize) -> usize {
        let (first, last) = self.run(index, step);
        (last - first) / step + 1
    }
}
