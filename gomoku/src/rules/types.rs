//! Points, stones, sizes and setups.

use common::game::{BoardSize, NoSquare, Side};
use serde::Deserialize;

/// A point of the board, where a stone can be put.
pub use common::game::Square as Point;

/// The colour of a stone. Black begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first, and is restricted by the rules of renju.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// Both, in the order of their moves.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's colour.
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
    /// The index of this colour in a list of both.
    pub fn index(self) -> usize {
        match self {
            Colour::Black => 0,
            Colour::White => 1,
        }
    }
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on a point.
    Stone(Point),
    /// In the opening `swap2`: takes Black, and the opponent continues with White.
    Swap,
    /// In the opening `swap2`: places a white and a black stone, after which the opponent chooses.
    More,
}

impl Move {
    /// Reads a move on a board of this size.
    pub fn read(text: &str, size: Size) -> Result<Move, Illegal> {
        match text.trim().to_ascii_lowercase().as_str() {
            "swap" => Ok(Move::Swap),
            "more" => Ok(Move::More),
            _ => read_point(text, size).map(Move::Stone),
        }
    }
}

/// Reads a point on a board of this size.
pub fn read_point(text: &str, size: Size) -> Result<Point, Illegal> {
    Point::read(text, |point| size.contains(point)).map_err(|why| match why {
        NoSquare::NotUnderstood(text) => Illegal::NotUnderstood(text),
        NoSquare::OffBoard(text) => Illegal::OffBoard(text, size),
    })
}

/// The size of a board, 5×5 to 22×22.
pub type Size = BoardSize<5, 22>;

/// The size of a board unless the player chooses another one.
pub const DEFAULT_SIZE: Size = Size::new(15, 15).unwrap();

/// Points counted from the upper left corner, as in tournament protocols and in files of other programs.
pub trait FromTop: Copy {
    /// The point in column `x` and row `y`, both counted from 0.
    fn point_from_top(self, x: usize, y: usize) -> Option<Point>;
    /// The column and the row of a point, both counted from 0.
    fn point_to_top(self, point: Point) -> (usize, usize);
}

impl FromTop for Size {
    fn point_from_top(self, x: usize, y: usize) -> Option<Point> {
        let row = usize::from(self.rows()).checked_sub(y + 1)?;
        let point = Point { row: u8::try_from(row).ok()?, column: u8::try_from(x).ok()? };
        self.contains(point).then_some(point)
    }

    fn point_to_top(self, point: Point) -> (usize, usize) {
        (usize::from(point.column), usize::from(self.rows() - 1 - point.row))
    }
}

/// What wins, and what black must not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win; longer rows are worth nothing.
    Standard,
    /// Black wins with exactly five, and must make no longer row, no two fours and no two open threes at once.
    Renju,
}

impl Rule {
    /// All of them, the default first.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
        }
    }
    /// Whether only exactly five in a row win for a colour.
    pub fn exact(self, colour: Colour) -> bool {
        match self {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => colour == Colour::Black,
        }
    }
    /// Whether a row of this length wins for a colour.
    pub fn wins(self, colour: Colour, length: usize) -> bool {
        if self.exact(colour) { length == 5 } else { length >= 5 }
    }
}

/// How the game opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Opening {
    /// The first stones are ordinary moves.
    #[default]
    Free,
    /// The first player places three stones; the second takes a colour, or places two more and lets the first choose.
    Swap2,
}

impl Opening {
    /// Both, the default first.
    pub const ALL: [Opening; 2] = [Opening::Free, Opening::Swap2];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Opening::Free => "free",
            Opening::Swap2 => "swap2",
        }
    }
}

/// What can be chosen before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// What wins.
    pub rule: Rule,
    /// How the game opens.
    pub opening: Opening,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { size: DEFAULT_SIZE, rule: Rule::default(), opening: Opening::default() }
    }
}

/// Why black must not move to a point, by the rules of renju.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// It makes six or more in a row.
    Overline,
    /// It makes two fours.
    DoubleFour,
    /// It makes two open threes.
    DoubleThree,
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a point.
    NotUnderstood(String),
    /// The point is not on a board of this size.
    OffBoard(String, Size),
    /// There is a stone already.
    Taken(Point, Colour),
    /// The rules of renju forbid it.
    Forbidden(Point, Forbidden),
    /// This choice of the opening is not offered now.
    NotOffered(Move),
    /// The other side is to move.
    NotYourTurn(Side),
    /// The game is over.
    Over,
}

impl std::error::Error for Illegal {}
