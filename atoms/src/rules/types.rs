//! Squares, atoms, sizes and setups.

use common::game::{BoardSize, Side};

/// A square is also a move: its player puts an electron there.
pub use common::game::Square;

/// The atom on a square: its owner and its electrons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Atom {
    /// `None` for a neutral atom, which either side may take.
    pub owner: Option<Side>,
    /// Less than the critical mass, except during a chain.
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

/// Who owns an atom that has lost all its electrons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// It is neutral again.
    #[default]
    Neutral,
    /// It keeps its owner.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// Who owns an atom without electrons.
    pub rule: Rule,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { size: DEFAULT_SIZE, rule: Rule::default() }
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a square.
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
