//! How much a mask asks of the rules, as information.

use crate::mask::Mask;
use std::collections::BTreeMap;

/// The entropy of irregular masks, see [`entropy`].
pub const IRREGULAR: f64 = 0.8;

/// The bits that the rules and the start row can hold.
pub fn capacity(states: u8, width: usize) -> f64 {
    let bits = f64::from(states).log2();
    f64::from(states).powi(3) * bits + width as f64 * bits
}

/// The information of a cell in bits, if its left neighbour and the cell above are known: 1 for noise, little for a picture.
pub fn entropy(mask: &Mask) -> f64 {
    let mut counts: BTreeMap<(u8, u8), BTreeMap<u8, f64>> = BTreeMap::new();
    for y in 1..mask.height() {
        for x in 1..mask.width() {
            let context = (mask.get(x - 1, y), mask.get(x, y - 1));
            *counts.entry(context).or_default().entry(mask.get(x, y)).or_default() += 1.0;
        }
    }
    let bits = |colours: &BTreeMap<u8, f64>| -> f64 {
        let total: f64 = colours.values().sum();
        colours.values().map(|count| -count * (count / total).log2()).sum()
    };
    let cells = (mask.width() - 1) * (mask.height() - 1);
    counts.values().map(bits).sum::<f64>() / cells.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn noise_has_more_information_than_a_picture() {
        let mut noise = Mask::new(24, 24);
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for cell in 0..24 * 24 {
            noise.set(cell % 24, cell / 24, u8::from(dice.random_bool(0.5)));
        }
        let square: Mask = "........\n.######.\n.######.\n.######.\n........\n".parse().unwrap();
        assert!(entropy(&noise) > IRREGULAR, "{}", entropy(&noise));
        assert!(entropy(&square) < 0.6, "{}", entropy(&square));
        assert!(entropy(&Mask::new(1, 1)) < f64::EPSILON);
    }

    #[test]
    fn the_limit_of_information_is_as_published() {
        // The widths of random square masks that 4, 5, 6, 8 and 10 states can hold.
        for (states, width) in [(4, 12), (5, 18), (6, 24), (8, 40), (10, 59)] {
            let fits = |width: usize| (width * width) as f64 <= capacity(states, width);
            assert!(fits(width) && !fits(width + 1), "{states}");
        }
    }
}
