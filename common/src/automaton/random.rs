//! Random rule tables.

use super::{AutomatonKind, RuleTable, triples};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

impl RuleTable {
    /// A random table. The same seed gives the same table. For [`AutomatonKind::Totalistic`] the order of the cells
    /// does not matter. `density` is the percentage of triples whose result is not 0; the other states are equally
    /// likely.
    pub fn random(kind: AutomatonKind, states: u8, seed: u64, density: u8) -> RuleTable {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let results: Vec<u8> = triples(states).map(|_| random_result(&mut random, states, density)).collect();
        RuleTable::from_fn(states, |triple| {
            let triple = if kind == AutomatonKind::Totalistic { triple.sorted() } else { triple };
            results[triple.index(states)]
        })
    }
}

fn random_result(random: &mut impl Rng, states: u8, density: u8) -> u8 {
    if random.random_range(0..100) < density { random.random_range(1..states) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_table_and_the_density_is_respected() {
        let table = |kind, seed, density| RuleTable::random(kind, 10, seed, density);
        assert_eq!(table(AutomatonKind::Common, 1, 60), table(AutomatonKind::Common, 1, 60));
        assert_ne!(table(AutomatonKind::Common, 1, 60), table(AutomatonKind::Common, 2, 60));
        assert_eq!(table(AutomatonKind::Totalistic, 1, 60).check_totalistic(), Ok(()));
        assert!(table(AutomatonKind::Common, 1, 60).check_totalistic().is_err());
        let filled = |density| {
            table(AutomatonKind::Common, 3, density).results().iter().filter(|state| **state > 0).count()
        };
        assert_eq!((filled(0), filled(100)), (0, 1000));
        assert!((250..350).contains(&filled(30)), "{}", filled(30));
    }
}
