//! Which games are played: groups in which every player takes every side once, their openings and their seeds.
//! Everything about a game follows from the seed and its index, so threads and shards do not change a result.

use crate::game::{Dice, MAX_SIDES, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The maximum number of games of one match; a file that claims more is damaged.
pub const MAX_GAMES: u64 = 10_000_000;

/// The streams of opening dice start here, far from those of games.
const OPENING_DICE: u64 = 1 << 63;

/// A player of a match, counted from 0 in the order of the command line. Its text is A, B, C and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerIndex(pub usize);

impl PlayerIndex {
    /// The player that results are reported for.
    pub const A: PlayerIndex = PlayerIndex(0);

    /// All players of a match.
    pub fn all(count: usize) -> impl Iterator<Item = PlayerIndex> {
        (0..count).map(PlayerIndex)
    }

    /// The lower-case name, for files and JSON.
    pub fn key(self) -> String {
        self.to_string().to_ascii_lowercase()
    }
}

impl fmt::Display for PlayerIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: usize = 26;
        // There are fewer than 52 sides.
        let prefix = if self.0 < LETTERS { "" } else { "A" };
        write!(f, "{prefix}{}", char::from(b'A' + (self.0 % LETTERS) as u8))
    }
}

/// The error of a text that does not name a player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a player: use a, b, c and so on")]
pub struct NotAPlayer(String);

impl TryFrom<String> for PlayerIndex {
    type Error = NotAPlayer;
    fn try_from(text: String) -> Result<PlayerIndex, NotAPlayer> {
        PlayerIndex::all(MAX_SIDES).find(|player| player.key() == text).ok_or(NotAPlayer(text))
    }
}

impl From<PlayerIndex> for String {
    fn from(player: PlayerIndex) -> String {
        player.key()
    }
}

/// All games of a match. The games from `sides × g` on are the group `g`: in its game `i`, player `p` sits on side
/// `(p + i) mod sides`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The seed of everything random.
    pub seed: u64,
    /// The number of sides, and of players.
    pub sides: usize,
    /// Always a multiple of `sides`.
    pub games: u64,
    /// The number of openings; 0 means that every game begins at a start position.
    pub openings: u64,
}

/// The seeds of one game: of its dice, and of each player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeds {
    /// The seed of the game's dice.
    pub game: u64,
    /// The seed of each player, in the order of the command line.
    pub players: Vec<u64>,
}

impl Schedule {
    /// The games of one group.
    fn group_size(self) -> u64 {
        self.sides as u64
    }

    pub(super) fn groups(self) -> u64 {
        self.games / self.group_size()
    }

    /// The group of a game.
    pub(super) fn group(self, index: u64) -> u64 {
        index / self.group_size()
    }

    /// The number of openings that occur: with more openings than groups, the last ones never do.
    pub(super) fn used_openings(self) -> u64 {
        self.openings.min(self.groups())
    }

    /// The number of a game's opening. Without openings every group has a number of its own.
    pub(super) fn opening(self, index: u64) -> u64 {
        match self.openings {
            0 => self.group(index),
            openings => self.group(index) % openings,
        }
    }

    /// The seeds of the game of this index.
    pub fn seeds(self, index: u64) -> Seeds {
        let mut dice = Dice::of(self.seed, index);
        let game = dice.seed();
        Seeds { game, players: (0..self.sides).map(|_| dice.seed()).collect() }
    }

    /// The seed of the start position of a game without an opening: the same for all games of a group.
    pub fn start_seed(self, index: u64) -> u64 {
        self.seeds(self.group(index) * self.group_size()).game
    }

    /// The dice of the `attempt`-th attempt to find an opening.
    pub(super) fn opening_dice(self, attempt: u64) -> Dice {
        Dice::of(self.seed, OPENING_DICE + attempt)
    }

    /// The player of each side in the game of this index.
    pub fn seats(self, index: u64) -> Vec<PlayerIndex> {
        let rotation = (index % self.group_size()) as usize;
        (0..self.sides).map(|side| PlayerIndex((side + self.sides - rotation) % self.sides)).collect()
    }

    /// The side of a player in the game of this index.
    pub fn side(self, index: u64, player: PlayerIndex) -> Side {
        let rotation = (index % self.group_size()) as usize;
        Side(((player.0 + rotation) % self.sides) as u8)
    }
}

/// A part of a schedule, as in `--shard 2/3`. Shards consist of whole groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// The only shard of an undivided schedule.
    pub(super) const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether the game of this index belongs to the shard.
    pub(super) fn contains(self, schedule: Schedule, index: u64) -> bool {
        schedule.group(index) % self.of == self.part - 1
    }

    /// The number of games of the schedule that belong to the shard.
    pub(super) fn games(self, schedule: Schedule) -> u64 {
        (schedule.groups() + self.of - self.part) / self.of * schedule.group_size()
    }

    /// The index of the `n`-th game of the shard, counted from 0; `None` past its end.
    pub(super) fn game(self, schedule: Schedule, n: u64) -> Option<u64> {
        let size = schedule.group_size();
        let index = (n / size * self.of + self.part - 1) * size + n % size;
        (n < self.games(schedule)).then_some(index)
    }
}

/// Why a text does not name a shard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadShard {
    /// It has another form.
    #[error("a shard is written i/n, as in 1/3")]
    Form,
    /// There is no such shard.
    #[error("with {of} shards, i goes from 1 to {of}")]
    Range {
        /// The number of shards.
        of: u64,
    },
    /// There are too many shards, or none.
    #[error("there can be 1 to 100000 shards")]
    Count,
}

impl FromStr for Shard {
    type Err = BadShard;
    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| BadShard::Form);
        let (part, of) = text.split_once('/').ok_or(BadShard::Form)?;
        let (part, of) = (number(part)?, number(of)?);
        if !(1..=100_000).contains(&of) {
            return Err(BadShard::Count);
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

    fn seats(schedule: Schedule, index: u64) -> Vec<usize> {
        schedule.seats(index).iter().map(|player| player.0).collect()
    }

    #[test]
    fn sides_are_swapped_within_a_pair() {
        let schedule = Schedule { seed: 1, sides: 2, games: 12, openings: 2 };
        assert_eq!([0, 1, 2, 3].map(|index| seats(schedule, index)), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let side_of_a = |index| schedule.side(index, PlayerIndex::A);
        assert_eq!((side_of_a(4), side_of_a(5)), (Side::FIRST, Side::SECOND));
        let openings: Vec<_> = (0..12).map(|index| schedule.opening(index)).collect();
        assert_eq!(openings, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    }

    #[test]
    fn every_player_takes_every_side_once_in_a_group() {
        let schedule = Schedule { seed: 1, sides: 3, games: 9, openings: 0 };
        assert_eq!([3, 4, 5].map(|index| seats(schedule, index)), [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
        for index in 0..9 {
            for (side, player) in Side::all(3).zip(schedule.seats(index)) {
                assert_eq!(schedule.side(index, player), side);
            }
        }
        let starts: Vec<_> = (0..9).map(|index| schedule.start_seed(index)).collect();
        assert!(starts[0] == starts[2] && starts[3] == starts[5] && starts[0] != starts[3]);
        let puzzle = Schedule { sides: 1, ..schedule };
        assert_eq!((seats(puzzle, 4), puzzle.groups(), puzzle.opening(4)), (vec![0], 9, 4));
    }

    /// The seeds that matches of two players have had since the first version.
    #[test]
    fn seeds_of_games_do_not_change() {
        let schedule = Schedule { seed: 5, sides: 2, games: 40, openings: 7 };
        let mut dice = Dice::of(5, 11);
        let known = [dice.seed(), dice.seed(), dice.seed()];
        let Seeds { game, players } = schedule.seeds(11);
        assert_eq!([game, players[0], players[1]], known);
    }

    #[test]
    fn players_are_read_as_they_are_written() {
        let names: Vec<_> = PlayerIndex::all(MAX_SIDES).map(PlayerIndex::key).collect();
        assert_eq!((&*names[0], &*names[25], &*names[26], &*names[31]), ("a", "z", "aa", "af"));
        for (index, name) in names.into_iter().enumerate() {
            assert_eq!(PlayerIndex::try_from(name), Ok(PlayerIndex(index)));
        }
        for text in ["", "A", "ag", "aaa", "é"] {
            assert_eq!(PlayerIndex::try_from(text.to_owned()), Err(NotAPlayer(text.to_owned())));
        }
    }

    #[test]
    fn a_wrong_shard_says_what_is_wrong() {
        let why = |text: &str| text.parse::<Shard>().unwrap_err();
        assert_eq!(why("3"), BadShard::Form);
        assert_eq!(why("a/3"), BadShard::Form);
        assert_eq!(why("-1/3"), BadShard::Form);
        assert_eq!(why("0/3").to_string(), "with 3 shards, i goes from 1 to 3");
        assert_eq!(why("4/3"), BadShard::Range { of: 3 });
        assert_eq!(why("1/0"), BadShard::Count);
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }

    proptest! {
        #[test]
        fn shards_make_up_the_whole(groups in 0u64..60, of in 1u64..9, sides in 1usize..=5) {
            let games = groups * sides as u64;
            let schedule = Schedule { seed: 0, sides, games, openings: 0 };
            let mut all = Vec::new();
            for part in 1..=of {
                let shard = Shard { part, of };
                let games: Vec<_> = (0..).map_while(|n| shard.game(schedule, n)).collect();
                prop_assert_eq!(games.len() as u64, shard.games(schedule));
                prop_assert!(games.iter().all(|index| shard.contains(schedule, *index)));
                all.extend(games);
            }
            all.sort_unstable();
            prop_assert_eq!(all, (0..games).collect::<Vec<_>>());
        }
    }
}
