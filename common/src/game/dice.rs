//! Randomness that is handed in, so that every game can be repeated.

use rand::{Rng, RngExt, SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use std::convert::Infallible;

/// A source of chance. `ChaCha8` is chosen because its numbers are the same on every machine and version.
///
/// ```
/// use common::game::Dice;
/// assert_eq!(Dice::of(7, 3).below(1000), Dice::of(7, 3).below(1000));
/// ```
#[derive(Debug, Clone)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice from a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The dice number `n` of a seed: those of a ply, of a game, of a thread. Each `n` is independent of the others.
    pub fn of(seed: u64, n: u64) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(n);
        Dice(rng)
    }

    /// A number from 0 to `n` − 1; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.0.random_range(0..n) }
    }

    /// True in a share `p` of the cases.
    pub fn chance(&mut self, p: f64) -> bool {
        self.0.random_bool(p.clamp(0.0, 1.0))
    }

    /// One of the items; `None` only of an empty list.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// Any algorithm of the `rand` family can be driven by our dice.
impl TryRng for Dice {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(dst);
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
    fn nothing_to_choose_from_is_no_panic() {
        assert_eq!(Dice::new(0).below(0), 0);
        assert_eq!(Dice::new(0).pick::<u8>(&[]), None);
    }
}
