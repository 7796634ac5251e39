//! Randomness that is passed in, so that every game can be repeated.

use super::Side;
use rand::{Rng, RngExt, SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use std::convert::Infallible;

/// A source of random numbers. `ChaCha8` produces the same numbers on every machine and version.
///
/// ```
/// use common::game::Dice;
/// assert_eq!(Dice::of(7, 3).below(1000), Dice::of(7, 3).below(1000));
/// ```
#[derive(Debug, Clone)]
pub struct Dice {
    rng: ChaCha8Rng,
    used: bool,
}

/// A random seed, small enough to be typed again.
pub fn fresh_seed() -> u64 {
    #[cfg(target_arch = "wasm32")]
    let random = crate::web::random_seed();
    #[cfg(not(target_arch = "wasm32"))]
    let random = {
        use std::hash::{BuildHasher, RandomState};
        RandomState::new().hash_one(0)
    };
    random % 1_000_000
}

/// What the numbers are for. Each purpose has its own stream, so that a player's numbers tell nothing about the game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// The moves: the dice of ply `n`.
    Ply(usize),
    /// The start position.
    Start,
    /// The AI player of a side.
    Player(Side),
    /// The hint player.
    Hint,
}

impl Stream {
    fn number(self) -> u64 {
        match self {
            Stream::Ply(ply) => ply as u64,
            Stream::Start => 1 << 40,
            Stream::Hint => 2 << 40,
            Stream::Player(side) => (3 << 40) + u64::from(side.0),
        }
    }
}

impl Dice {
    /// Dice from a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { rng: ChaCha8Rng::seed_from_u64(seed), used: false }
    }

    /// Stream number `n` of a seed. The streams are independent of each other.
    pub fn of(seed: u64, n: u64) -> Dice {
        let mut dice = Dice::new(seed);
        dice.rng.set_stream(n);
        dice
    }

    /// The dice of a game with this seed, for one purpose.
    pub fn for_game(seed: u64, stream: Stream) -> Dice {
        Dice::of(seed, stream.number())
    }

    /// Whether a number was taken: the dice have been thrown.
    pub fn used(&self) -> bool {
        self.used
    }

    fn rng(&mut self) -> &mut ChaCha8Rng {
        self.used = true;
        &mut self.rng
    }

    /// A number from 0 to `n` − 1; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.rng().random_range(0..n) }
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.rng().random_bool(p.clamp(0.0, 1.0))
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.rng().next_u64()
    }
}

/// Makes the algorithms of the `rand` family available.
impl TryRng for Dice {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.rng().next_u32())
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.rng().next_u64())
    }
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.rng().fill_bytes(dst);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let rolls = |n| {
            let mut dice = Dice::of(1, n);
            (0..8).map(|_| dice.below(1 << 20)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(4), rolls(4));
        assert_ne!(rolls(4), rolls(5));
    }

    #[test]
    fn dice_know_whether_they_were_thrown() {
        let mut dice = Dice::for_game(3, Stream::Ply(2));
        assert!(!dice.used() && dice.below(0) == 0 && !dice.used());
        dice.below(6);
        assert!(dice.used());
    }

    #[test]
    fn an_empty_choice_does_not_panic() {
        assert_eq!(Dice::new(0).below(0), 0);
        assert_eq!(Dice::new(0).pick::<u8>(&[]), None);
    }
}
