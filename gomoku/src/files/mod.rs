//! Game files of other programs: Piskvork's `.psq` and SGF. They store only stones: the moves `swap` and `more` of the
//! opening swap2 are lost.

pub mod psq;
pub mod sgf;

use crate::rules::{Move, Opening, Point, Position, Rule, Setup, Size};
use common::game::Game;
use common::search::Reversible;
use common::words::{Foreign, Format};

/// The supported formats.
pub const FORMATS: &[Format<Position>] = &[
    Format {
        extension: "psq",
        name: "a game of Piskvork",
        looks: psq::is_psq,
        read: |text| psq::read(text).map(GameRecord::into_game),
        write: |setup, moves| psq::write(&GameRecord::of(*setup, moves)),
    },
    Format {
        extension: "sgf",
        name: "a game of gomoku in SGF",
        looks: sgf::is_sgf,
        read: |text| sgf::read(text).map(GameRecord::into_game),
        write: |setup, moves| sgf::write(&GameRecord::of(*setup, moves)),
    },
];

/// A game record: the stones in the order of play, black first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The size of the board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// The stones.
    pub stones: Vec<Point>,
}

impl GameRecord {
    /// The stones of a list of moves.
    pub fn of(setup: Setup, moves: &[Move]) -> GameRecord {
        let stone = |m: &Move| match m {
            Move::Stone(point) => Some(*point),
            Move::Swap | Move::More => None,
        };
        GameRecord { size: setup.size, rule: setup.rule, stones: moves.iter().filter_map(stone).collect() }
    }

    /// Checks that the game can be played. Without a rule, the first rule that allows the game is taken. `location`
    /// describes where a stone is in the file.
    fn new(
        size: Size,
        rule: Option<Rule>,
        stones: Vec<Point>,
        location: impl Fn(usize) -> String,
    ) -> Result<GameRecord, String> {
        let rules = rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule]);
        let mut first_error = None;
        for rule in rules {
            match first_illegal(size, rule, &stones) {
                None => return Ok(GameRecord { size, rule, stones }),
                Some((number, why)) => {
                    first_error = first_error.or(Some(format!("{}: {why}", location(number))));
                }
            }
        }
        Err(first_error.unwrap_or_default())
    }

    fn into_game(self) -> Foreign<Setup> {
        let setup = Setup { size: self.size, rule: self.rule, opening: Opening::Free };
        Foreign { setup, moves: self.stones.iter().map(Point::to_string).collect() }
    }
}

/// The number of the first illegal stone, and the reason.
fn first_illegal(size: Size, rule: Rule, stones: &[Point]) -> Option<(usize, String)> {
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

/// Parses the name of a rule.
fn parse_rule(text: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text.trim()))
}

/// The beginning of a text, for error messages.
fn excerpt(text: &str) -> String {
    text.trim().chars().take(20).collect()
}
