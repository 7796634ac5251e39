//! Squares, atoms, sizes and setups: the game's own words.

use common::game::{BadOption, Knob, KnobKind, Side};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A square is also a move: its player puts an electron there.
pub use common::game::Square;

/// What stands on a square: a nucleus, whoever it belongs to, and its electrons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Atom {
    /// `None` for a neutral atom, which anybody may take.
    pub owner: Option<Side>,
    /// Less than the critical mass while a position stands still.
    pub electrons: u8,
}

/// The size of a board, 2×2 to 16×16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The shortest side of a board.
    pub const LEAST: u8 = 2;
    /// The longest side of a board.
    pub const MOST: u8 = 16;

    /// A size, if boards can have it.
    pub fn new(rows: u8, columns: u8) -> Option<Size> {
        let fits = |n| (Size::LEAST..=Size::MOST).contains(&n);
        (fits(rows) && fits(columns)).then_some(Size { rows, columns })
    }
    /// How many rows there are.
    pub fn rows(self) -> u8 {
        self.rows
    }
    /// How many columns there are.
    pub fn columns(self) -> u8 {
        self.columns
    }
    /// How many squares there are.
    pub fn squares(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }
    /// Whether a square is on the board.
    pub fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }
    /// All squares, from the lower left corner row by row.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        let row = move |row| (0..self.columns).map(move |column| Square { row, column });
        (0..self.rows).flat_map(row)
    }
    /// The place of a square in the order of [`Size::all`].
    pub fn index(self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
    }
    /// The square of a place in the order of [`Size::all`].
    pub fn square(self, index: usize) -> Square {
        let columns = usize::from(self.columns);
        Square { row: (index / columns) as u8, column: (index % columns) as u8 }
    }
    /// The squares beside a square: two for a corner, up to four.
    pub fn neighbours(self, square: Square) -> impl Iterator<Item = Square> {
        let Square { row, column } = square;
        [
            row.checked_add(1).map(|row| Square { row, column }),
            column.checked_add(1).map(|column| Square { row, column }),
            row.checked_sub(1).map(|row| Square { row, column }),
            column.checked_sub(1).map(|column| Square { row, column }),
        ]
        .into_iter()
        .flatten()
        .filter(move |square| self.contains(*square))
    }
    /// The electrons at which an atom explodes: one for each neighbour.
    pub fn critical(self, square: Square) -> u8 {
        let inside = |n, end| u8::from(n > 0) + u8::from(n + 1 < end);
        inside(square.row, self.rows) + inside(square.column, self.columns)
    }
    /// The most electrons with which a board can stand still.
    pub fn most_at_rest(self) -> usize {
        self.all().map(|square| usize::from(self.critical(square)) - 1).sum()
    }
}

impl Default for Size {
    fn default() -> Size {
        Size { rows: 8, columns: 8 }
    }
}

/// Why a text is no size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadSize;

impl std::error::Error for BadSize {}

impl FromStr for Size {
    type Err = BadSize;
    /// Reads `8x8`, rows first.
    fn from_str(text: &str) -> Result<Size, BadSize> {
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or(BadSize)?;
        let number = |text: &str| text.trim().parse::<u8>().map_err(|_| BadSize);
        Size::new(number(rows)?, number(columns)?).ok_or(BadSize)
    }
}

impl TryFrom<String> for Size {
    type Error = BadSize;
    fn try_from(text: String) -> Result<Size, BadSize> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> String {
        size.to_string()
    }
}

/// What becomes of an atom that has lost all its electrons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// It belongs to nobody again.
    #[default]
    Neutral,
    /// It stays its owner's.
    Kept,
}

impl Rule {
    /// Both, the default first.
    pub const ALL: [Rule; 2] = [Rule::Neutral, Rule::Kept];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Neutral => "neutral",
            Rule::Kept => "kept",
        }
    }
}

/// What can be chosen before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The size of the board.
    #[serde(default)]
    pub size: Size,
    /// What becomes of an atom without electrons.
    #[serde(default)]
    pub rule: Rule,
}

impl common::game::Setup for Setup {
    fn knobs() -> Vec<Knob> {
        let rules = Rule::ALL.map(|rule| (rule.name(), crate::text::rule(rule))).to_vec();
        vec![
            Knob { name: "Size", about: crate::text::SIZE, kind: KnobKind::Text },
            Knob { name: "Rule", about: crate::text::RULE, kind: KnobKind::Choice(rules) },
        ]
    }

    fn get(&self, name: &str) -> Option<String> {
        match name.to_ascii_lowercase().as_str() {
            "size" => Some(self.size.to_string()),
            "rule" => Some(self.rule.name().to_owned()),
            _ => None,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let wrong = |name: &str, expected: &str| BadOption::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        match name.to_ascii_lowercase().as_str() {
            "size" => {
                self.size = value.trim().parse().map_err(|_| wrong("Size", crate::text::SIZES))?;
            }
            "rule" => {
                let found = Rule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(value.trim()));
                self.rule = found.ok_or_else(|| wrong("Rule", "neutral or kept"))?;
            }
            _ => return Err(BadOption::Unknown(name.to_owned())),
        }
        Ok(())
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text names no square.
    NotUnderstood(String),
    /// The square is not on a board of this size.
    OffBoard(String, Size),
    /// The atom is the opponent's.
    Taken(Square, Side),
    /// The other side is to move.
    NotYourTurn(Side),
    /// The game is over.
    Over,
}

impl std::error::Error for Illegal {}
