//! What was found for the last mask, stored with it, so that quitting does not lose it.

use super::settings::SearchSettings;
use crate::generate::Found;
use crate::mask::Mask;
use crate::replay::drawn_sets;
use common::automaton::{Automaton, AutomatonKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Further automata are not stored: the settings must stay a small file.
const MAX_BYTES: usize = 256 << 10;

/// Automata as text. Text that cannot be read must not make the settings invalid.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredResults {
    /// The mask that they draw.
    mask: String,
    found: Vec<StoredResult>,
}

/// An automaton as the content of its file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredResult {
    automaton: String,
    method: String,
    /// When it was found.
    milliseconds: u64,
}

impl StoredResults {
    /// Stores what was found for a mask.
    pub fn new<'a>(mask: &Mask, found: impl Iterator<Item = &'a Found>) -> StoredResults {
        let mut bytes = 0;
        let stored = found.map(|found| StoredResult {
            automaton: found.automaton.write(),
            method: found.method.to_string(),
            milliseconds: found.after.as_millis() as u64,
        });
        let fits = |result: &StoredResult| {
            bytes += result.automaton.len();
            bytes <= MAX_BYTES
        };
        StoredResults { mask: mask.to_string(), found: stored.take_while(fits).collect() }
    }

    /// The mask and the automata that draw it.
    pub fn restored(&self) -> Option<(Mask, Vec<Found>)> {
        let mask: Mask = self.mask.parse().ok()?;
        // A file that somebody else has written may hold any number of them.
        let found = self.found.iter().take(*SearchSettings::COUNT.end());
        let found = found.filter_map(|result| result.restored(&mask)).collect();
        Some((mask, found))
    }
}

impl StoredResult {
    fn restored(&self, mask: &Mask) -> Option<Found> {
        let automaton = Automaton::read(self.automaton.as_bytes(), AutomatonKind::Picture).ok()?;
        drawn_sets(mask, &automaton)?;
        let after = Duration::from_millis(self.milliseconds);
        Some(Found { automaton, method: self.method.parse().ok()?, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Method;
    use common::automaton::{Boundary, wolfram};

    #[test]
    fn results_are_restored_if_they_draw_their_mask() {
        let table = wolfram::table(2, "90").unwrap();
        let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
        let found = Found { automaton, method: Method::Sat, after: Duration::from_millis(12) };
        let mask: Mask = "..#..\n.#.#.\n#...#\n".parse().unwrap();
        let stored = StoredResults::new(&mask, [&found].into_iter());
        assert_eq!(stored.restored(), Some((mask.clone(), vec![found.clone()])));
        let other = StoredResults { mask: "..#..\n".to_owned(), ..stored.clone() };
        assert!(other.restored().unwrap().1.is_empty(), "another mask");
        let mut unknown = stored.clone();
        unknown.found[0].method = "water".to_owned();
        assert!(unknown.restored().unwrap().1.is_empty(), "an unknown method");
        let mut damaged = stored;
        damaged.found[0].automaton.push_str("red");
        assert!(damaged.restored().unwrap().1.is_empty(), "damaged text");
        assert_eq!(StoredResults::default().restored(), None);
        let many = StoredResults::new(&mask, std::iter::repeat_n(&found, 100_000));
        assert!(many.found.len() > 10 && many.found.len() < 100_000);
    }
}
