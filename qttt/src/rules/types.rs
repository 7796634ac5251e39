//! Cells, marks, moves and setups: the game's own words.

use common::game::{BadOption, Knob, KnobKind, Side};
use serde::{Deserialize, Serialize};

/// A cell of the board, 0 to 8 row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a number, if it is on the board.
    pub fn new(n: u8) -> Option<Cell> {
        (n < 9).then_some(Cell(n))
    }
    /// All nine, in order.
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

/// A mark, named by its subscript 1 to 9: odd ones are x's, even ones y's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(pub u8);

impl Mark {
    /// Whose mark it is.
    pub fn owner(self) -> Side {
        if self.0 % 2 == 1 { Side::FIRST } else { Side::SECOND }
    }
    /// Its place in a list of all marks.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

/// Where a mark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In superposition: small, in two cells at once.
    Two(Cell, Cell),
    /// Settled: big, in one cell for good.
    One(Cell),
}

impl Place {
    /// Whether a small mark of this place is in `cell`.
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
    /// A number of its own for each place.
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
    /// No mark at all.
    Empty,
    /// Small marks, and no cycle through them.
    Small,
    /// On a cycle that waits for its collapse.
    Entangled,
    /// One big mark, for good.
    Settled(Mark),
}

/// A move: a mark in two cells, the choice of a collapse, or the last mark in the last cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// The next mark goes into these two cells.
    Pair(Cell, Cell),
    /// This mark of the cycle settles in this cell, and everything tied to it follows.
    Collapse {
        /// The mark; canonically the one that closed the cycle.
        mark: Mark,
        /// Where it settles.
        cell: Cell,
    },
    /// The next mark goes whole into the only open cell.
    Single(Cell),
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text is no move at all.
    NotUnderstood(String),
    /// A number that is no cell.
    NotACell(String),
    /// A number that is no mark.
    NotAMark(String),
    /// A mark needs two different cells.
    SameCell(Cell),
    /// A mark needs two cells, and there was one.
    NeedsTwoCells(Cell),
    /// Only one cell is open, so a pair is impossible.
    OneCellLeft(Cell),
    /// The cell has its big mark already.
    Settled(Cell, Mark),
    /// A cycle waits for its collapse.
    CollapseFirst,
    /// There is no cycle.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// The source document's rule: the line that contains the smallest subscript wins.
    #[default]
    Seed,
    /// Allan Goff's rule: the line whose largest subscript is lower gets 1 point, the other ½.
    Goff,
}

impl Scoring {
    /// Both, the default first.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Who wins when one collapse gives both players a line.
    #[serde(default)]
    pub scoring: Scoring,
}

impl common::game::Setup for Setup {
    fn knobs() -> Vec<Knob> {
        vec![Knob {
            name: "Scoring",
            about: crate::text::SCORING,
            kind: KnobKind::Choice(
                Scoring::ALL.map(|scoring| (scoring.name(), crate::text::scoring(scoring))).to_vec(),
            ),
        }]
    }

    fn get(&self, name: &str) -> Option<String> {
        name.eq_ignore_ascii_case("scoring").then(|| self.scoring.name().to_owned())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        if !name.eq_ignore_ascii_case("scoring") {
            return Err(BadOption::Unknown(name.to_owned()));
        }
        let found = Scoring::ALL.into_iter().find(|scoring| scoring.name().eq_ignore_ascii_case(value));
        self.scoring = found.ok_or_else(|| BadOption::Value {
            name: "Scoring".to_owned(),
            value: value.to_owned(),
            expected: "seed or goff".to_owned(),
        })?;
        Ok(())
    }
}
