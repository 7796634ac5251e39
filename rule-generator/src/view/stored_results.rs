//! What was found for the last mask, and the pictures that undo goes back to, stored so that quitting does not lose them.

use super::settings::SearchSettings;
use crate::generate::Found;
use crate::mask::Mask;
use crate::replay::drawn_sets;
use common::automaton::{Automaton, AutomatonKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The space for the automata of the last mask. Further ones are not stored: the settings must stay a small file.
const MAX_BYTES: usize = 384 << 10;
/// The space for earlier pictures, and for the automata of one picture a quarter of it. Older pictures are not stored.
const MAX_EARLIER_BYTES: usize = 256 << 10;
/// The maximum number of earlier pictures.
pub const MAX_EARLIER: usize = 8;
/// The indentation of a line of text in the settings.
const INDENTATION: usize = 8;

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

/// A picture that undo goes back to, with what was found for it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredPicture {
    name: String,
    mask: String,
    results: StoredResults,
}

/// A picture that was read again.
pub struct RestoredPicture {
    pub name: String,
    pub mask: Mask,
    /// The mask of the search, and the automata that draw it.
    pub results: Option<(Mask, Vec<Found>)>,
}

impl StoredPicture {
    /// Stores a picture.
    pub fn new(name: &str, mask: &Mask, results: StoredResults) -> StoredPicture {
        StoredPicture { name: name.to_owned(), mask: mask.to_string(), results }
    }

    /// Keeps as many of the newest pictures as there is space for. They are in the order of time.
    pub fn newest(pictures: Vec<StoredPicture>) -> Vec<StoredPicture> {
        let mut space = MAX_EARLIER_BYTES;
        let mut newest = Vec::new();
        for mut picture in pictures.into_iter().rev().take(MAX_EARLIER) {
            let masks = [&picture.name, &picture.mask, &picture.results.mask].map(|text| bytes(text));
            let Some(rest) = space.checked_sub(masks.into_iter().sum()) else { break };
            space = rest;
            let mut share = space.min(MAX_EARLIER_BYTES / 4);
            let fits = |result: &StoredResult| {
                let size = bytes(&result.automaton);
                let fits = size <= share;
                if fits {
                    (space, share) = (space - size, share - size);
                }
                fits
            };
            picture.results.found = picture.results.found.into_iter().take_while(fits).collect();
            newest.push(picture);
        }
        newest.reverse();
        newest
    }

    /// The picture, if its text can be read.
    pub fn restored(&self) -> Option<RestoredPicture> {
        let mask = self.mask.parse().ok()?;
        Some(RestoredPicture { name: self.name.clone(), mask, results: self.results.restored() })
    }
}

impl StoredResults {
    /// Stores what was found for a mask.
    pub fn new<'a>(mask: &Mask, found: impl Iterator<Item = &'a Found>) -> StoredResults {
        let mut sum = 0;
        let stored = found.map(|found| StoredResult {
            automaton: found.automaton.write(),
            method: found.method.to_string(),
            milliseconds: found.after.as_millis() as u64,
        });
        let fits = |result: &StoredResult| {
            sum += bytes(&result.automaton);
            sum <= MAX_BYTES
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

/// The space that a text takes in the settings.
fn bytes(text: &str) -> usize {
    text.len() + INDENTATION * text.lines().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Method;
    use crate::mask::MAX_SIDE;
    use crate::view::Settings;
    use common::automaton::{Boundary, wolfram};
    use common::store::Store;

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

    #[test]
    fn the_newest_pictures_are_kept() {
        let picture = |side: usize| StoredPicture::new("", &Mask::new(side, 1), StoredResults::default());
        let sides = |pictures: Vec<StoredPicture>| -> Vec<usize> {
            let masks = StoredPicture::newest(pictures).into_iter().filter_map(|picture| picture.restored());
            masks.map(|picture| picture.mask.width()).collect()
        };
        assert_eq!(sides((1..=20).map(picture).collect()), (21 - MAX_EARLIER..=20).collect::<Vec<_>>());
        let large = StoredPicture { name: " ".repeat(MAX_EARLIER_BYTES), ..picture(2) };
        assert_eq!(sides(vec![picture(1), large, picture(3), picture(4)]), [3, 4]);
        assert!(sides(Vec::new()).is_empty());
        assert!(
            StoredPicture { mask: "#\n##".to_owned(), ..picture(1) }.restored().is_none(),
            "damaged text"
        );
    }

    #[test]
    fn the_largest_settings_can_be_read_again() {
        let table = wolfram::table(10, "1").unwrap();
        let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        let found = Found { automaton, method: Method::Sat, after: Duration::ZERO };
        let mask = Mask::new(MAX_SIDE, MAX_SIDE);
        let results = StoredResults::new(&mask, std::iter::repeat_n(&found, 100));
        let picture = StoredPicture::new("name", &mask, results.clone());
        let earlier = StoredPicture::newest(vec![picture; 20]);
        let kept: Vec<usize> = earlier.iter().map(|picture| picture.results.found.len()).collect();
        assert!(kept.len() > 2 && kept.last().is_some_and(|count| *count > 2), "{kept:?}");
        let settings = Settings { mask: mask.to_string(), earlier, results, ..Settings::default() };
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        store.save_settings(&settings).unwrap();
        let (read, notice) = store.settings::<Settings>();
        assert_eq!(notice, None);
        assert!(read == settings);
    }
}
