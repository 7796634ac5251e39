//! Cells, marks, moves and setups.

use super::Cycle;
use common::game::Side;

/// A cell of the board, 0 to 8 row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in the centre.
    pub const CENTRE: Cell = Cell(4);

    /// The cell of a number, if it is on the board.
    pub fn new(n: u8) -> Option<Cell> {
        (n < 9).then_some(Cell(n))
    }
    /// All nine cells, in order.
    pub fn all() -> impl Iterator<Item = Cell> + Clone {
        (0..9).map(Cell)
    }
    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// Its row and column, counted from the top left.
    pub fn row_column(self) -> (usize, usize) {
        (self.index() / 3, self.index() % 3)
    }
}

/// A mark, named by its subscript 1 to 9. Odd marks belong to x, even marks to y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(pub u8);

impl Mark {
    /// The side that made it.
    pub fn owner(self) -> Side {
        if self.0 % 2 == 1 { Side::FIRST } else { Side::SECOND }
    }
    /// Its index in a list of all marks.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

/// The cells of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In superposition: small, in two cells at once.
    Two(Cell, Cell),
    /// Settled: big, in one cell until the end.
    One(Cell),
}

impl Place {
    /// Whether this is a small mark in `cell`.
    pub fn is_small_in(self, cell: Cell) -> bool {
        matches!(self, Place::Two(a, b) if a == cell || b == cell)
    }
    /// The other cell of a small mark.
    pub fn other(self, cell: Cell) -> Option<Cell> {
        match self {
            Place::Two(a, b) if a == cell => Some(b),
            Place::Two(a, b) if b == cell => Some(a),
            _ => None,
        }
    }
    /// A unique number for the hash key.
    pub(super) fn code(self) -> u8 {
        match self {
            Place::Two(a, b) => a.0 * 9 + b.0,
            Place::One(cell) => 81 + cell.0,
        }
    }
}

/// The four states of a cell, as the source document lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// No mark.
    Empty,
    /// Small marks, but not on a cycle.
    Small,
    /// On a cycle that waits for its collapse.
    Entangled,
    /// One big mark, until the end.
    Settled(Mark),
}

/// A move: a mark in two cells, the choice of a collapse, or the last mark in the last cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// The next mark goes into these two cells.
    Pair(Cell, Cell),
    /// This mark of the cycle settles in this cell, and every mark tied to it settles too.
    Collapse {
        /// The mark; in canonical form the one that closed the cycle.
        mark: Mark,
        /// Where it settles.
        cell: Cell,
    },
    /// The next mark goes whole into the only open cell.
    Single(Cell),
}

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The cycle that it closed.
    pub cycle: Option<Cycle>,
    /// The marks that settled, each with its cell.
    pub settled: Vec<(Mark, Cell)>,
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a move.
    NotUnderstood(String),
    /// The number is not a cell.
    NotACell(String),
    /// The text is not a mark.
    NotAMark(String),
    /// A pair of the same cell.
    SameCell(Cell),
    /// A single cell while two are required.
    NeedsTwoCells(Cell),
    /// A pair while only one cell is open.
    OneCellLeft(Cell),
    /// The cell already has a big mark.
    Settled(Cell, Mark),
    /// A mark while a cycle waits for its collapse.
    CollapseFirst,
    /// A collapse while there is no cycle.
    NothingToCollapse,
    /// At a collapse: the cell is empty.
    EmptyCell(Cell),
    /// At a collapse: the cell has marks but is not on the cycle.
    NotOnCycle(Cell),
    /// At a collapse: the mark is not one of the cell's two cycle marks.
    NotACycleMark(Cell, Mark),
    /// The other side is to move.
    NotYourTurn(Side),
    /// The game is over.
    Over,
}

impl std::error::Error for Illegal {}

/// Who wins when one collapse gives both players a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// The source document's rule: the line that contains the smallest subscript wins.
    #[default]
    Seed,
    /// Allan Goff's rule: the line whose largest subscript is lower gets 1 point, the other ½.
    Goff,
}

impl Scoring {
    /// Both scorings, the default first.
    pub const ALL: [Scoring; 2] = [Scoring::Seed, Scoring::Goff];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Seed => "seed",
            Scoring::Goff => "goff",
        }
    }
}

/// What can be chosen before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Setup {
    /// Who wins when one collapse gives both players a line.
    pub scoring: Scoring,
}
