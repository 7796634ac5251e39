//! Everything that is said in words: squares and boards as text, refusals, and what happened.

use crate::rules::{Atom, Illegal, Position, Rule, Size, Square};
use common::game::{Game, NoSquare, Side, Value};
use common::player::Level;
use common::words::Words;
use std::fmt;

/// The machines, weakest first, and what to expect of each.
pub const LEVELS: &[Level] = &[
    Level { name: "random", about: "any legal move" },
    Level { name: "easy", about: "looks at its own move only, slips often" },
    Level { name: "medium", about: "sees two plies, slips now and then" },
    Level { name: "source", about: "the original program: three plies, counts electrons" },
    Level { name: "hard", about: "sees four plies and knows good shapes" },
    Level { name: "strong", about: "the best there is: all the time it gets" },
];

/// What can be set behind a machine's name.
pub const LEVEL_OPTIONS: &str = "\
Options go behind a colon: depth of source (source:depth=5), depth and slip of easy, medium and hard
(hard:depth=6,slip=0.1), threads and hash, in megabytes, of strong (strong:threads=1,hash=64).";

/// What the choice of a size is about.
pub const SIZE: &str = "Columns and rows of the board";
/// What the choice of a rule is about.
pub const RULE: &str = "What becomes of an atom that has lost all its electrons";

/// A rule in a few words.
pub fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Neutral => "it belongs to nobody, and both may take it",
        Rule::Kept => "it stays its owner's",
    }
}

/// The name of a player.
pub fn name(side: Side) -> &'static str {
    if side == Side::FIRST { "Blue" } else { "Orange" }
}

/// Reads a square on a board of some size.
pub(crate) fn read_square(text: &str, size: Size) -> Result<Square, Illegal> {
    Square::read(text, |square| size.contains(square)).map_err(|why| match why {
        NoSquare::NotUnderstood(text) => Illegal::NotUnderstood(text),
        NoSquare::OffBoard(text) => Illegal::OffBoard(text, size),
    })
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => {
                write!(
                    f,
                    "'{text}' is no square; type the letter of a column and the number of a row, as in c4"
                )
            }
            Illegal::OffBoard(text, size) => {
                let (last, rows) = (Square::letter(size.columns() - 1), size.rows());
                write!(
                    f,
                    "there is no square {text} on this board; it has the columns a to {last} and the rows 1 to {rows}"
                )
            }
            Illegal::Taken(square, owner) => write!(
                f,
                "the atom on {square} is {}'s; choose one of your own or one that is neutral",
                name(*owner)
            ),
            Illegal::NotYourTurn(side) => write!(f, "it is not the turn of {}", name(*side)),
            Illegal::Over => write!(f, "the game is over"),
        }
    }
}

/// "one electron", "two electrons".
pub fn electrons(count: u32) -> String {
    match count {
        0 => "no electron".to_owned(),
        1 => "one electron".to_owned(),
        2 => "two electrons".to_owned(),
        3 => "three electrons".to_owned(),
        n => format!("{n} electrons"),
    }
}

/// The accessible name of a square: "c4, two electrons, Blue, critical".
pub fn square_name(position: &Position, square: Square) -> String {
    let Atom { owner, electrons: count } = position.atom(square);
    let owner = owner.map_or("neutral", name);
    let critical = if position.is_critical(square) { ", critical" } else { "" };
    format!("{square}, {}, {owner}{critical}", electrons(u32::from(count)))
}

/// How many squares and electrons a side has: "12 squares, 20 electrons".
pub(crate) fn holdings(position: &Position, side: Side) -> String {
    let (squares, electrons) = (position.squares(side), position.electrons(side));
    let many = |n: u64, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    format!("{}, {}", many(squares as u64, "square"), many(u64::from(electrons), "electron"))
}

impl Words for Position {
    fn side_name(side: Side) -> &'static str {
        name(side)
    }

    fn rules() -> &'static str {
        "\
Exploding Atoms. Blue (●) and Orange (■) move in turn; Blue begins.
A move puts one electron on an atom of your own, or on a neutral one, which becomes yours.
An atom explodes as soon as it has as many electrons as neighbours: two in a corner, three at an edge,
four elsewhere. Its electrons fly to the neighbours, which become yours with all their electrons, and may
explode in turn. An atom that has lost all its electrons is neutral again (rule 'neutral'), or stays its
owner's (rule 'kept'). Whoever has no atom left loses; there is no draw.

Squares are named by their column's letter and their row's number, counted from the bottom: c4.
On the board ●2 is an atom of Blue with two electrons, ■1 one of Orange with one; a ! behind it says that
the next electron makes it explode.
"
    }

    fn board(&self) -> String {
        let size = self.size();
        let letters: Vec<String> = (0..size.columns()).map(|n| format!("  {}", Square::letter(n))).collect();
        let row = |row| {
            let cells: Vec<String> =
                (0..size.columns()).map(|column| cell(self, Square { row, column })).collect();
            format!("{:>2}  {}\n", row + 1, cells.join(" "))
        };
        let rows: Vec<String> = (0..size.rows()).rev().map(row).collect();
        let counts: String = [Side::FIRST, Side::SECOND]
            .map(|side| format!("   {}: {}\n", name(side), holdings(self, side)))
            .concat();
        format!("{}   {}\n{counts}", rows.concat(), letters.join(" "))
    }

    fn ask(&self) -> String {
        if self.outcome().is_some() {
            return String::new();
        }
        // Nobody is sent off a small board.
        let usual = Square { row: 3, column: 2 };
        let example = if self.size().contains(usual) { usual } else { Square { row: 1, column: 1 } };
        format!("{}'s turn: a square for an electron, as in {example}", name(self.mover()))
    }

    fn told(&self, m: &Square, after: &Position) -> Vec<String> {
        let (who, other) = (self.mover(), self.mover().other());
        let mut said = vec![format!("{} puts an electron on {m}.", name(who))];
        let chain = self.chain(*m);
        let taken = self.squares(other) - after.squares(other);
        let what = match (chain.explosions(), chain.waves.len()) {
            (0, _) => return said,
            (1, _) => "It explodes".to_owned(),
            (explosions, waves) => format!("It sets off {explosions} explosions in {waves} waves"),
        };
        said.push(match taken {
            0 => format!("{what} and takes nothing."),
            1 => format!("{what} and takes one square of {}.", name(other)),
            n => format!("{what} and takes {n} squares of {}.", name(other)),
        });
        said
    }

    fn result(&self) -> String {
        match self.winner() {
            None => String::new(),
            Some(winner) => {
                let loser = name(winner.other());
                format!("{} wins after {} moves: {loser} has no atom left.", name(winner), self.plies())
            }
        }
    }

    fn judge(&self, value: Value, exact: bool) -> String {
        let (me, you) = (name(self.mover()), name(self.mover().other()));
        match (value.0, exact) {
            (v, true) if v > 0 => format!("{me} wins"),
            (v, true) if v < 0 => format!("{you} wins"),
            (-8..=8, _) => "about even".to_owned(),
            (v, _) if v > 0 => format!("better for {me} ({value})"),
            _ => format!("better for {you} ({})", -value),
        }
    }

    fn describe(&self, m: &Square) -> String {
        let explosions = self.chain(*m).explosions();
        match explosions {
            0 => m.to_string(),
            1 => format!("{m}, explodes"),
            n => format!("{m}, {n} explosions"),
        }
    }
}

/// A square in three letters.
fn cell(position: &Position, square: Square) -> String {
    let Atom { owner, electrons } = position.atom(square);
    let critical = if position.is_critical(square) { '!' } else { ' ' };
    match owner {
        None => " · ".to_owned(),
        Some(owner) => format!("{}{electrons}{critical}", if owner == Side::FIRST { '●' } else { '■' }),
    }
}
