//! Tables made at random.

use super::{Kind, Table, triples};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

impl Table {
    /// A random table, the same for the same seed; of a totalistic one the order of the cells does not matter.
    /// `density` is the share of triples, in percent, that give another state than 0: each of those equally often.
    pub fn random(kind: Kind, states: u8, seed: u64, density: u8) -> Table {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let results: Vec<u8> = triples(states).map(|_| result(&mut random, states, density)).collect();
        Table::from_fn(states, |triple| {
            let triple = if kind == Kind::Totalistic { triple.sorted() } else { triple };
            results[triple.index(states)]
        })
    }
}

fn result(random: &mut impl Rng, states: u8, density: u8) -> u8 {
    if random.random_range(0..100) < density { random.random_range(1..states) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_table_and_the_density_is_kept() {
        let table = |kind, seed, density| Table::random(kind, 10, seed, density);
        assert_eq!(table(Kind::Common, 1, 60), table(Kind::Common, 1, 60));
        assert_ne!(table(Kind::Common, 1, 60), table(Kind::Common, 2, 60));
        assert_eq!(table(Kind::Totalistic, 1, 60).totalistic(), Ok(()));
        assert!(table(Kind::Common, 1, 60).totalistic().is_err());
        let filled =
            |density| table(Kind::Common, 3, density).results().iter().filter(|state| **state > 0).count();
        assert_eq!((filled(0), filled(100)), (0, 1000));
        assert!((250..350).contains(&filled(30)), "{}", filled(30));
    }
}
