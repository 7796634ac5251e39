//! Everything that is said in words: points and boards as text, refusals, and what happened.

use crate::rules::{
    Cell, Colour, End, Forbidden, Illegal, Move, Opening, Point, Position, Rule, Setup, Size,
};
use common::game::{Game, NoSquare, Side, Value};
use common::player::Level;
use common::words::{Entry, Format, Words};
use std::fmt;

/// The machines, weakest first, and what to expect of each.
pub const LEVELS: &[Level] = &[
    Level { name: "random", about: "any point near the stones" },
    Level { name: "rule", about: "completes, blocks and extends rows, the longest first" },
    Level { name: "minimax", about: "looks four plies ahead, at the thirty best moves of each board" },
    Level { name: "combined", about: "minimax that first completes and blocks rows of four" },
    Level { name: "medium", about: "the strong machine in a hurry: some hundred positions a move" },
    Level { name: "hard", about: "the strong machine with some ten thousand positions a move" },
    Level { name: "strong", about: "the best there is: all the time it gets" },
];

/// What can be set behind a machine's name.
pub const LEVEL_OPTIONS: &str = "\
Options go behind a colon: depth, in plies, and best, the moves of each board, of minimax and
combined (minimax:depth=2,best=50); nodes of medium and hard (hard:nodes=5000); threads, hash, in
megabytes, and lines, how many of the best it tells, of strong (strong:threads=1,hash=64).";

/// What other programs must speak.
pub const PROTOCOL: &str = "the Gomocup protocol";

/// What the choice of a size is about.
pub const SIZE: &str = "Columns and rows of the board";
/// What the choice of a rule is about.
pub const RULE: &str = "What wins, and what black must not do";
/// What the choice of an opening is about.
pub const OPENING: &str = "How the first stones are put";

/// A rule in a few words.
pub fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "five or more in a row win",
        Rule::Standard => "exactly five in a row win, longer rows count for nothing",
        Rule::Renju => "black must not make six in a row, two fours or two open threes",
    }
}

/// An opening in a few words.
pub fn opening(opening: Opening) -> &'static str {
    match opening {
        Opening::Free => "black puts the first stone where he likes",
        Opening::Swap2 => "one puts three stones, the other chooses a colour or puts two more",
    }
}

/// The name of a colour.
pub fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// Why a point is forbidden, in a few words.
pub fn forbidden(why: Forbidden) -> &'static str {
    match why {
        Forbidden::Overline => "six or more in a row",
        Forbidden::DoubleFour => "two fours at once",
        Forbidden::DoubleThree => "two open threes at once",
    }
}

/// The canonical text of a move: a point, `swap` or `more`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stone(point) => write!(f, "{point}"),
            Move::Swap => write!(f, "swap"),
            Move::More => write!(f, "more"),
        }
    }
}

/// Reads a move on a board of some size.
pub fn read_move(text: &str, size: Size) -> Result<Move, Illegal> {
    match text.trim().to_ascii_lowercase().as_str() {
        "swap" => Ok(Move::Swap),
        "more" => Ok(Move::More),
        _ => read_point(text, size).map(Move::Stone),
    }
}

/// Reads a point on a board of some size.
pub fn read_point(text: &str, size: Size) -> Result<Point, Illegal> {
    Point::read(text, |point| size.contains(point)).map_err(|why| match why {
        NoSquare::NotUnderstood(text) => Illegal::NotUnderstood(text),
        NoSquare::OffBoard(text) => Illegal::OffBoard(text, size),
    })
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => write!(
                f,
                "'{text}' is no point; type the letter of a column and the number of a row, as in h8"
            ),
            Illegal::OffBoard(text, size) => {
                let (last, rows) = (Point::letter(size.columns() - 1), size.rows());
                write!(
                    f,
                    "there is no point {text} on this board; it has the columns a to {last} and the rows 1 to {rows}"
                )
            }
            Illegal::Taken(point, owner) => {
                write!(
                    f,
                    "there is a {} stone on {point}; choose an empty point",
                    colour(*owner).to_lowercase()
                )
            }
            Illegal::Forbidden(point, why) => {
                write!(f, "{point} is forbidden to Black: it makes {}", forbidden(*why))
            }
            Illegal::NotOffered(Move::More) => {
                write!(f, "two stones more can be put only after the first three, in the opening swap2")
            }
            Illegal::NotOffered(_) => {
                write!(f, "colours can be swapped only after the first stones, in the opening swap2")
            }
            Illegal::NotYourTurn(Side::FIRST) => write!(f, "it is not the first player's turn"),
            Illegal::NotYourTurn(_) => write!(f, "it is not the second player's turn"),
            Illegal::Over => write!(f, "the game is over"),
        }
    }
}

/// The accessible name of a point: "h8, black stone, move 1", "j10, empty".
pub fn point_name(position: &Position, point: Point, number: Option<usize>) -> String {
    match position.grid().get(point).colour() {
        Some(owner) => {
            let number = number.map_or_else(String::new, |number| format!(", move {number}"));
            format!("{point}, {} stone{number}", colour(owner).to_lowercase())
        }
        None => match position.forbidden(point) {
            Some(why) => format!("{point}, forbidden: {}", forbidden(why)),
            None => format!("{point}, empty"),
        },
    }
}

/// What a side is called in a position: by its colour, as soon as it has one.
pub fn called(position: &Position, side: Side) -> &'static str {
    match position.colour_of(side) {
        Some(own) => colour(own),
        None if side == Side::FIRST => "First player",
        None => "Second player",
    }
}

impl Words for Position {
    fn side_name(side: Side) -> &'static str {
        if side == Side::FIRST { "Black" } else { "White" }
    }

    fn called(&self, side: Side) -> &'static str {
        called(self, side)
    }

    fn terms(setup: &Setup) -> String {
        let opening = match setup.opening {
            Opening::Free => "",
            Opening::Swap2 => " · swap2",
        };
        format!("{} · {}{opening}", setup.rule.name(), setup.size)
    }

    fn formats() -> &'static [Format<Position>] {
        crate::files::FORMATS
    }

    fn rules() -> &'static str {
        "\
Gomoku. Black (●) and White (○) put a stone on an empty point in turn; Black begins.
Whoever first has five stones in a row wins: along a row, a column or a diagonal. A full board is a draw.
  freestyle  five or more in a row win
  standard   exactly five win; a longer row counts for nothing
  renju      Black wins with exactly five, and must not make six or more in a row, two fours at once or two
             open threes at once, unless the stone makes five; White wins with five or more
With the opening swap2 the first player puts three stones (black, white, black). The second player goes on
with White, takes Black (swap), or puts a white and a black stone more (more) and lets the first choose.

Points are named by their column's letter and their row's number, counted from the bottom: h8.
"
    }

    fn board(&self) -> String {
        let size = self.size();
        let letters: Vec<String> = (0..size.columns()).map(|n| Point::letter(n).to_string()).collect();
        let banned: Vec<Point> = self.forbidden_points().into_iter().map(|(point, _)| point).collect();
        let cell = |point: Point| match self.grid().get(point) {
            Cell::Black => "●",
            Cell::White => "○",
            _ if banned.contains(&point) => "×",
            _ => "·",
        };
        let row = |row| {
            let cells: Vec<&str> = (0..size.columns()).map(|column| cell(Point { row, column })).collect();
            format!("{:>2} {}\n", row + 1, cells.join(" "))
        };
        let rows: Vec<String> = (0..size.rows()).rev().map(row).collect();
        format!(
            "{}   {}\n   {}: {}\n",
            rows.concat(),
            letters.join(" "),
            self.rule().name(),
            rule(self.rule())
        )
    }

    fn ask(&self) -> String {
        if self.outcome().is_some() {
            return String::new();
        }
        let who = called(self, self.mover());
        let example = self.size().centre();
        if self.offers(Move::More) {
            return format!(
                "{who}'s turn: a point, as in {example}, to go on with White; swap to take Black; more to put two stones and let the other choose"
            );
        }
        if self.choosing() {
            return format!(
                "{who}'s turn: a point, as in {example}, to go on with White; swap to take Black"
            );
        }
        let stone = colour(self.colour()).to_lowercase();
        match self.black() {
            None => format!("{who}'s turn: a point for a {stone} stone, as in {example}"),
            Some(_) => format!("{who}'s turn: a point for a stone, as in {example}"),
        }
    }

    fn told(&self, m: &Move, after: &Position) -> Vec<String> {
        let who = called(self, self.mover());
        match m {
            Move::Stone(point) if self.choosing() => {
                vec![format!("{who} goes on with White and plays {point}.")]
            }
            Move::Stone(point) if self.black().is_none() => {
                vec![format!("{who} puts a {} stone on {point}.", colour(self.colour()).to_lowercase())]
            }
            Move::Stone(point) => vec![format!("{who} plays {point}.")],
            Move::Swap => vec![format!(
                "{who} takes Black; {} goes on with White.",
                called(self, after.mover()).to_lowercase()
            )],
            Move::More => vec![format!("{who} puts two stones more.")],
        }
    }

    fn result(&self) -> String {
        match self.end() {
            None => String::new(),
            Some(End::Five(winner, row)) => {
                let (first, last) = (row[0], row[row.len() - 1]);
                let many = match row.len() {
                    5 => "five",
                    _ => "more than five",
                };
                format!(
                    "{} wins after {} stones: {many} in a row from {first} to {last}.",
                    colour(*winner),
                    self.stones()
                )
            }
            Some(End::Full) => "A draw: the board is full.".to_owned(),
            Some(End::NoMove) => "A draw: only forbidden points are left for Black.".to_owned(),
        }
    }

    fn judge(&self, value: Value, exact: bool) -> String {
        let (me, you) = (called(self, self.mover()), called(self, self.mover().other()));
        match (value.0, exact) {
            (v, true) if v > 0 => format!("{me} wins"),
            (v, true) if v < 0 => format!("{you} wins"),
            (-8..=8, _) => "about even".to_owned(),
            (v, _) if v > 0 => format!("better for {me} ({value})"),
            _ => format!("better for {you} ({})", -value),
        }
    }

    fn describe(&self, m: &Move) -> String {
        match m {
            Move::Stone(point) => point.to_string(),
            Move::Swap => "swap: take Black".to_owned(),
            Move::More => "more: two stones more".to_owned(),
        }
    }
    /// Words of the opening are moves, whenever they are said: the rules tell when they are none.
    fn enter(&self, _: &str, line: &str) -> Entry<Position> {
        match read_move(line, self.size()) {
            Ok(choice @ (Move::Swap | Move::More)) => Entry::Move(choice),
            _ => self.parse(line).map_or_else(Entry::Wrong, Entry::Move),
        }
    }
}
