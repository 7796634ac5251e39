//! Which games are played: pairs with sides swapped, their openings and their seeds. Everything about a game follows
//! from the seed and its index, so threads and shares do not change a result.

use crate::game::{Dice, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The most games of one run; a file that claims more is damaged.
pub(super) const MOST_GAMES: u64 = 10_000_000;

/// The dice of openings are counted from here, far from those of games.
const OPENING_DICE: u64 = 1 << 63;

/// One of the two players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Who {
    /// The player named first on the command line.
    A,
    /// The other one.
    B,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::A => "A",
            Who::B => "B",
        })
    }
}

/// All games of a match, whoever plays them and wherever. Games `2p` and `2p + 1` are the pair `p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Schedule {
    pub seed: u64,
    /// Always even.
    pub games: u64,
    /// How many openings there are; with none, every game begins at the start.
    pub openings: u64,
}

/// The seeds of one game: of its chance, and of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seeds {
    pub game: u64,
    pub a: u64,
    pub b: u64,
}

impl Schedule {
    pub(super) fn pairs(self) -> u64 {
        self.games / 2
    }

    /// The openings that are really used: with more openings than pairs, the last ones never occur.
    pub(super) fn used_openings(self) -> u64 {
        self.openings.min(self.pairs())
    }

    /// The number of the opening of a game; 0 also where every game begins at the start.
    pub(super) fn opening(self, index: u64) -> u64 {
        index / 2 % self.openings.max(1)
    }

    pub(super) fn seeds(self, index: u64) -> Seeds {
        let mut dice = Dice::of(self.seed, index);
        Seeds { game: dice.seed(), a: dice.seed(), b: dice.seed() }
    }

    /// The dice for the `attempt`-th try to find an opening.
    pub(super) fn opening_dice(self, attempt: u64) -> Dice {
        Dice::of(self.seed, OPENING_DICE + attempt)
    }
}

/// Who begins in the game of this index: A in the first game of a pair, B in the second.
pub(super) fn first(index: u64) -> Who {
    if index.is_multiple_of(2) { Who::A } else { Who::B }
}

/// The side that `who` has in the game of this index.
pub(super) fn side(index: u64, who: Who) -> Side {
    if first(index) == who { Side::FIRST } else { Side::SECOND }
}

/// One share of a schedule, as in `--shard 2/3`. Shares are made of whole pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// The only share of an undivided schedule.
    pub(super) const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether the game of this index belongs to the share.
    pub(super) fn has(self, index: u64) -> bool {
        index / 2 % self.of == self.part - 1
    }

    /// How many games of the schedule belong to the share.
    pub(super) fn games(self, schedule: Schedule) -> u64 {
        (schedule.pairs() + self.of - self.part) / self.of * 2
    }

    /// The index of the `n`-th game of the share, counted from 0; `None` past its end.
    pub(super) fn game(self, schedule: Schedule, n: u64) -> Option<u64> {
        let index = (n / 2 * self.of + self.part - 1) * 2 + n % 2;
        (n < self.games(schedule)).then_some(index)
    }
}

/// Why a text names no share.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadShard {
    /// It has another form.
    #[error("a share is written i/n, as in 1/3")]
    Form,
    /// There is no such share.
    #[error("with {of} shares, i goes from 1 to {of}")]
    Range {
        /// How many shares there should be.
        of: u64,
    },
    /// More shares than anybody has machines.
    #[error("there can be 1 to 100000 shares")]
    Many,
}

impl FromStr for Shard {
    type Err = BadShard;
    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| BadShard::Form);
        let (part, of) = text.split_once('/').ok_or(BadShard::Form)?;
        let (part, of) = (number(part)?, number(of)?);
        if !(1..=100_000).contains(&of) {
            return Err(BadShard::Many);
        }
        if !(1..=of).contains(&part) {
            return Err(BadShard::Range { of });
        }
        Ok(Shard { part, of })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = BadShard;
    fn try_from(text: String) -> Result<Shard, BadShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sides_are_swapped_within_a_pair() {
        assert_eq!([0, 1, 2, 3].map(first), [Who::A, Who::B, Who::A, Who::B]);
        assert_eq!((side(4, Who::A), side(5, Who::A)), (Side::FIRST, Side::SECOND));
        let schedule = Schedule { seed: 1, games: 12, openings: 2 };
        let openings: Vec<_> = (0..12).map(|index| schedule.opening(index)).collect();
        assert_eq!(openings, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    }

    #[test]
    fn a_wrong_share_says_what_is_wrong() {
        let why = |text: &str| text.parse::<Shard>().unwrap_err();
        assert_eq!(why("3"), BadShard::Form);
        assert_eq!(why("a/3"), BadShard::Form);
        assert_eq!(why("-1/3"), BadShard::Form);
        assert_eq!(why("0/3").to_string(), "with 3 shares, i goes from 1 to 3");
        assert_eq!(why("4/3"), BadShard::Range { of: 3 });
        assert_eq!(why("1/0"), BadShard::Many);
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }

    proptest! {
        #[test]
        fn shares_make_up_the_whole(pairs in 0u64..60, of in 1u64..9) {
            let schedule = Schedule { seed: 0, games: 2 * pairs, openings: 0 };
            let mut all = Vec::new();
            for part in 1..=of {
                let shard = Shard { part, of };
                let games: Vec<_> = (0..).map_while(|n| shard.game(schedule, n)).collect();
                prop_assert_eq!(games.len() as u64, shard.games(schedule));
                prop_assert!(games.iter().all(|index| shard.has(*index)));
                all.extend(games);
            }
            all.sort_unstable();
            prop_assert_eq!(all, (0..2 * pairs).collect::<Vec<_>>());
        }
    }
}
