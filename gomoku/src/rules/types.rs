//! Points, stones, sizes and setups: the game's own words.

use common::game::{BadOption, BadSize, BoardSize, Knob, KnobKind, Side};
use serde::{Deserialize, Serialize};

/// A point of the board, where a stone can be put.
pub use common::game::Square as Point;

/// The colour of a stone. Black begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first, and is held back by the rules of renju.
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
    /// The place of this colour in a list of both.
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
    /// In the opening `swap2`: takes the black stones and lets the opponent go on with white.
    Swap,
    /// In the opening `swap2`: puts a white and a black stone more, after which the opponent chooses.
    More,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
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
    /// Whether a row of so many stones wins for a colour.
    pub fn wins(self, colour: Colour, length: usize) -> bool {
        if self.exact(colour) { length == 5 } else { length >= 5 }
    }
}

/// How the first stones are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// One after the other, as all stones.
    #[default]
    Free,
    /// The first player puts three; the second takes a colour, or puts two more and lets the first take one.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// What wins.
    pub rule: Rule,
    /// How the first stones are put.
    pub opening: Opening,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { size: DEFAULT_SIZE, rule: Rule::default(), opening: Opening::default() }
    }
}

impl common::game::Setup for Setup {
    fn knobs() -> Vec<Knob> {
        let rules = Rule::ALL.map(|rule| (rule.name(), crate::text::rule(rule))).to_vec();
        let openings = Opening::ALL.map(|opening| (opening.name(), crate::text::opening(opening))).to_vec();
        vec![
            Knob { name: "Rule", about: crate::text::RULE, kind: KnobKind::Choice(rules) },
            Knob { name: "Size", about: crate::text::SIZE, kind: KnobKind::Text },
            Knob { name: "Opening", about: crate::text::OPENING, kind: KnobKind::Choice(openings) },
        ]
    }

    fn get(&self, name: &str) -> Option<String> {
        match name.to_ascii_lowercase().as_str() {
            "size" => Some(self.size.to_string()),
            "rule" => Some(self.rule.name().to_owned()),
            "opening" => Some(self.opening.name().to_owned()),
            _ => None,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let wrong = |name: &str, expected: &str| BadOption::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        let meant = |name: &str| name.eq_ignore_ascii_case(value.trim());
        match name.to_ascii_lowercase().as_str() {
            "size" => {
                self.size = value.parse().map_err(|why: BadSize| wrong("Size", &why.expected()))?;
            }
            "rule" => {
                let found = Rule::ALL.into_iter().find(|rule| meant(rule.name()));
                self.rule = found.ok_or_else(|| wrong("Rule", "freestyle, standard or renju"))?;
            }
            "opening" => {
                let found = Opening::ALL.into_iter().find(|opening| meant(opening.name()));
                self.opening = found.ok_or_else(|| wrong("Opening", "free or swap2"))?;
            }
            _ => return Err(BadOption::Unknown(name.to_owned())),
        }
        Ok(())
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
    /// The text names no point.
    NotUnderstood(String),
    /// The point is not on a board of this size.
    OffBoard(String, Size),
    /// There is a stone already.
    Taken(Point, Colour),
    /// The rules of renju forbid it.
    Forbidden(Point, Forbidden),
    /// It is no time to choose a colour or to put more stones.
    NotOffered(Move),
    /// The other side is to move.
    NotYourTurn(Side),
    /// The game is over.
    Over,
}

impl std::error::Error for Illegal {}
