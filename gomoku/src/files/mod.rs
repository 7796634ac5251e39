//! Games as other programs write them: Piskvork's `.psq` and SGF. Only stones are written there: a game with the opening
//! swap2 becomes the stones that were put.

pub mod psq;
pub mod sgf;

use crate::rules::{Move, Opening, Point, Position, Rule, Setup, Size};
use common::game::Game;
use common::search::Reversible;
use common::words::{Foreign, Format};

/// The formats, for front ends.
pub const FORMATS: &[Format<Position>] = &[
    Format {
        ending: "psq",
        name: "a game of Piskvork",
        looks: psq::looks,
        read: |text| psq::read(text).map(Written::into_game),
        write: |setup, moves| psq::write(&Written::of(*setup, moves)),
    },
    Format {
        ending: "sgf",
        name: "a game of gomoku in SGF",
        looks: sgf::looks,
        read: |text| sgf::read(text).map(Written::into_game),
        write: |setup, moves| sgf::write(&Written::of(*setup, moves)),
    },
];

/// A game that was written down: the stones in the order in which they were put, black's first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The size of the board.
    pub size: Size,
    /// What wins.
    pub rule: Rule,
    /// The stones.
    pub stones: Vec<Point>,
}

impl Written {
    /// The stones of a game.
    pub fn of(setup: Setup, moves: &[Move]) -> Written {
        let stone = |m: &Move| match m {
            Move::Stone(point) => Some(*point),
            Move::Swap | Move::More => None,
        };
        Written { size: setup.size, rule: setup.rule, stones: moves.iter().filter_map(stone).collect() }
    }

    /// A game that can be played as it is written. Where the rule is not told it is the first by which that is so; `place`
    /// says where a stone is written.
    fn new(
        size: Size,
        rule: Option<Rule>,
        stones: Vec<Point>,
        place: impl Fn(usize) -> String,
    ) -> Result<Written, String> {
        let rules = rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule]);
        let mut trouble = None;
        for rule in rules {
            match wrong(size, rule, &stones) {
                None => return Ok(Written { size, rule, stones }),
                Some((number, why)) => trouble = trouble.or(Some(format!("{}: {why}", place(number)))),
            }
        }
        Err(trouble.unwrap_or_default())
    }

    fn into_game(self) -> Foreign<Setup> {
        let setup = Setup { size: self.size, rule: self.rule, opening: Opening::Free };
        Foreign { setup, moves: self.stones.iter().map(Point::to_string).collect() }
    }
}

/// The first stone that cannot be put, and why.
fn wrong(size: Size, rule: Rule, stones: &[Point]) -> Option<(usize, String)> {
    let mut position = Position::new(Setup { size, rule, opening: Opening::Free });
    for (number, point) in stones.iter().enumerate() {
        if position.outcome().is_some() {
            return Some((number, format!("{point} comes after the end of the game")));
        }
        let stone = Move::Stone(*point);
        if let Err(why) = position.check(stone) {
            return Some((number, why.to_string()));
        }
        position.apply(&stone);
    }
    None
}

/// The name of a rule, read.
fn rule_named(text: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text.trim()))
}

/// A few letters of what was found, to be shown again.
fn shown(text: &str) -> String {
    text.trim().chars().take(20).collect()
}
