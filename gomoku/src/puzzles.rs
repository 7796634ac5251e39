//! Exercises: positions in which the side to move has a VCF, a win by fours alone.

use crate::rules::{Colour, Move, Opening, Position, Rule, Setup, Size};
use common::game::{Game, Side};
use common::search::Reversible;
use serde::Deserialize;
use std::sync::LazyLock;

/// An exercise.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name, which identifies solved exercises in the settings.
    pub name: String,
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: Size,
    /// The moves that lead to the position.
    #[serde(rename = "moves")]
    text: String,
    /// Number of the attacker's stones, including the five.
    pub stones: usize,
}

impl Puzzle {
    /// The setup of the game.
    pub fn setup(&self) -> Setup {
        Setup { size: self.size, rule: self.rule, opening: Opening::Free }
    }

    /// The moves that lead to the position.
    pub fn moves(&self) -> impl Iterator<Item = &str> + Clone {
        self.text.split_whitespace()
    }

    /// The position after the moves.
    pub fn position(&self) -> Position {
        let mut position = Position::new(self.setup());
        for text in self.moves() {
            if let Ok(m @ Move::Stone(_)) = position.parse(position.mover(), text) {
                position.apply(&m);
            }
        }
        position
    }

    /// The side that has to win.
    pub fn attacker(&self) -> Side {
        if self.colour() == Colour::Black { Side::FIRST } else { Side::SECOND }
    }

    /// The colour that has to win.
    pub fn colour(&self) -> Colour {
        Colour::ALL[self.moves().count() % 2]
    }

    /// Difficulty from 1 to 3, by the number of stones.
    pub fn rating(&self) -> usize {
        match self.stones {
            0..=4 => 1,
            5..=7 => 2,
            _ => 3,
        }
    }
}

/// All exercises, the shortest first.
pub fn all() -> &'static [Puzzle] {
    static ALL: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        let mut puzzles: Vec<Puzzle> =
            serde_yaml::from_str(include_str!("../puzzles.yaml")).unwrap_or_default();
        puzzles.sort_by_key(|puzzle| puzzle.stones);
        puzzles
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::vcf;
    use std::collections::BTreeSet;

    #[test]
    fn every_puzzle_is_won_in_as_many_stones_as_it_says_and_not_faster() {
        let read: Result<Vec<Puzzle>, _> = serde_yaml::from_str(include_str!("../puzzles.yaml"));
        assert_eq!(read.map(|puzzles| puzzles.len()).ok(), Some(all().len()), "the file is sound");
        assert!(!all().is_empty());
        for puzzle in all() {
            let position = puzzle.position();
            assert_eq!(position.stones(), puzzle.moves().count(), "{}", puzzle.name);
            assert_eq!(position.mover(), puzzle.attacker(), "{}", puzzle.name);
            let line = vcf(&position, puzzle.stones).unwrap_or_default();
            assert_eq!(line.len().div_ceil(2), puzzle.stones, "{}: {line:?}", puzzle.name);
        }
        let names: BTreeSet<&str> = all().iter().map(|puzzle| puzzle.name.as_str()).collect();
        assert_eq!(names.len(), all().len(), "names differ");
    }
}
