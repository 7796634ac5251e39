//! What is seen in a pattern: a few traits with names, each worth something that was learned.

use super::patterns::{Seen, read};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How near to exploding an atom is that needs one electron more.
const CRITICAL: u8 = 3;

/// The traits, counted for the side to move less those of the other side, but for the two at the end, which are the mover's.
/// Exposed is what stands beside a critical atom of the enemy.
pub const TRAITS: [&str; 17] = [
    "corner, critical",
    "edge, two to go",
    "edge, critical",
    "inner, three to go",
    "inner, two to go",
    "inner, critical",
    "corner, critical, exposed",
    "edge, two to go, exposed",
    "edge, critical, exposed",
    "inner, three to go, exposed",
    "inner, two to go, exposed",
    "inner, critical, exposed",
    "critical beside critical",
    "two to go beside critical",
    "beside a friend",
    "critical enemies beside critical atoms",
    "the move",
];

/// How often each trait is in something.
pub type Counts = [i16; TRAITS.len()];

const EXPOSED: usize = 6;
const BESIDE: usize = 12;
const FRIEND: usize = 14;
const CONTACT: usize = 15;
/// The trait that every board has once.
pub const MOVE: usize = 16;

/// The traits of a pattern's middle.
pub fn traits(pattern: usize) -> Counts {
    let mut counts = [0; TRAITS.len()];
    let (middle, around) = read(pattern);
    let (sign, near) = match middle {
        Seen::Mine(near) => (1, near),
        Seen::Theirs(near) => (-1, near),
        Seen::Empty | Seen::Border => return counts,
    };
    let of = |mine: bool, near: u8| if mine { Seen::Mine(near) } else { Seen::Theirs(near) };
    let mine = sign > 0;
    let count = |wanted: Seen| around.iter().filter(|one| **one == wanted).count() as i16;
    let kind = match (count(Seen::Border), near) {
        (0, near) => 2 + usize::from(near),
        (1, CRITICAL) => 2,
        (1, _) => 1,
        _ => 0,
    };
    counts[kind] += sign;
    let enemies = count(of(!mine, CRITICAL));
    if enemies > 0 {
        counts[EXPOSED + kind] += sign;
    }
    if near == CRITICAL {
        counts[BESIDE] += sign * count(of(mine, CRITICAL));
        if mine {
            counts[CONTACT] += enemies;
        }
    } else if near + 1 == CRITICAL {
        counts[BESIDE + 1] += sign * count(of(mine, CRITICAL));
    }
    counts[FRIEND] += sign * (1..=CRITICAL).map(|near| count(of(mine, near))).sum::<i16>();
    counts
}

/// What each trait is worth at each stage, as logarithms of odds.
#[derive(Debug, Clone, PartialEq)]
pub struct Worths(pub [[f32; TRAITS.len()]; super::patterns::STAGES]);

#[derive(Serialize, Deserialize)]
struct File(BTreeMap<String, [f32; super::patterns::STAGES]>);

/// No file of ours is longer.
const LONGEST: u64 = 1 << 16;

impl Worths {
    /// Opens a file, which may be anything: a refusal says why.
    pub fn open(path: &Path) -> Result<Worths, String> {
        let known = std::fs::metadata(path).map_err(|why| why.to_string())?;
        if !known.is_file() || known.len() > LONGEST {
            return Err("it is no file of the tuner".to_owned());
        }
        Worths::read(&std::fs::read_to_string(path).map_err(|why| why.to_string())?)
    }

    /// Reads a file; every trait must be there.
    pub fn read(text: &str) -> Result<Worths, String> {
        let File(known) = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let mut worths = Worths([[0.0; TRAITS.len()]; super::patterns::STAGES]);
        for (n, name) in TRAITS.iter().enumerate() {
            let row = known.get(*name).ok_or_else(|| format!("the trait '{name}' is missing"))?;
            for (stage, worth) in worths.0.iter_mut().zip(row) {
                stage[n] = *worth;
            }
        }
        Ok(worths)
    }

    /// The text of a file: one line a trait, in their order.
    pub fn write(&self) -> String {
        let row = |(n, name): (usize, &&str)| {
            let worths: Vec<String> = self.0.iter().map(|stage| format!("{:.4}", stage[n])).collect();
            format!("  \"{name}\": [{}]", worths.join(", "))
        };
        let rows: Vec<String> = TRAITS.iter().enumerate().map(row).collect();
        format!("{{\n{}\n}}\n", rows.join(",\n"))
    }
}
