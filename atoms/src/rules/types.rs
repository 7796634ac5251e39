//! Squares, atoms, sizes and setups: the game's own words.

use common::game::{BadOption, BadSize, BoardSize, Knob, KnobKind, Side};
use serde::{Deserialize, Serialize};

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
pub type Size = BoardSize<2, 16>;

/// The size of a board unless the player chooses another one.
pub const DEFAULT_SIZE: Size = Size::new(8, 8).unwrap();

/// How the squares of a board are connected.
pub trait Connections: Copy {
    /// The squares beside a square: two for a corner, up to four.
    fn neighbours(self, square: Square) -> impl Iterator<Item = Square>;
    /// The number of electrons at which an atom explodes: one for each neighbour.
    fn critical(self, square: Square) -> u8;
    /// The maximum number of electrons on a board without an explosion.
    fn max_at_rest(self) -> usize;
}

impl Connections for Size {
    fn neighbours(self, square: Square) -> impl Iterator<Item = Square> {
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

    fn critical(self, square: Square) -> u8 {
        let inside = |n, end| u8::from(n > 0) + u8::from(n + 1 < end);
        inside(square.row, self.rows()) + inside(square.column, self.columns())
    }

    fn max_at_rest(self) -> usize {
        self.all().map(|square| usize::from(self.critical(square)) - 1).sum()
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// What becomes of an atom without electrons.
    pub rule: Rule,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { size: DEFAULT_SIZE, rule: Rule::default() }
    }
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
                self.size = value.parse().map_err(|why: BadSize| wrong("Size", &why.expected()))?;
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
