//! Invented names of regions.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

const ONSETS: &[&str] = &[
    "b", "br", "c", "d", "dr", "f", "g", "gl", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "th", "tr",
    "v", "w",
];
const VOWELS: &[&str] = &["a", "a", "e", "e", "i", "o", "o", "u", "ai", "ea"];
const MIDDLES: &[&str] = &["l", "m", "n", "r", "s", "v", "d", "nd", "rn", "ld", "ll", "st", "rr", "th"];
const REGION_ENDS: &[&str] =
    &["or", "en", "ia", "um", "ar", "is", "ona", "eth", "oss", "ane", "ick", "ale", "ond"];
const SUPER_REGION_ENDS: &[&str] = &["ia", "land", "mark", "aria", "moor", "reach", "ora"];

/// Makes names that do not repeat.
#[derive(Debug, Default)]
pub struct Names {
    used: HashSet<String>,
}

impl Names {
    /// A new name of a region.
    pub fn region(&mut self, dice: &mut ChaCha8Rng) -> String {
        self.unused(REGION_ENDS, dice)
    }

    /// A new name of a super region.
    pub fn super_region(&mut self, dice: &mut ChaCha8Rng) -> String {
        self.unused(SUPER_REGION_ENDS, dice)
    }

    fn unused(&mut self, ends: &[&str], dice: &mut ChaCha8Rng) -> String {
        loop {
            let mut pick = |parts: &[&'static str]| parts[dice.random_range(0..parts.len())];
            let mut name = pick(ONSETS).to_owned() + pick(VOWELS) + pick(MIDDLES);
            name += ends[dice.random_range(0..ends.len())];
            name[..1].make_ascii_uppercase();
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}
