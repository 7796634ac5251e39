//! What was found for the last mask, and the pictures that undo goes back to, stored so that quitting does not lose them.

use super::results::{MAX_EARLIER_RESULTS, SearchResult};
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

/// Automata as text, those of the last search first. Text that cannot be read must not make the settings invalid.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredResults {
    /// The mask that the first ones draw.
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
    /// The mask that it and the next ones draw, if it is another one than that of the result before.
    #[serde(skip_serializing_if = "String::is_empty")]
    mask: String,
    /// It is of a search before the last one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    earlier: bool,
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
    pub results: Vec<SearchResult>,
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
                let size = result.bytes();
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
    /// Stores results.
    pub fn new<'a>(results: impl Iterator<Item = &'a SearchResult>) -> StoredResults {
        let mut results = results.peekable();
        let Some(first) = results.peek().map(|first| &first.mask) else { return StoredResults::default() };
        let (mut last, mut sum) = (first, 0);
        let stored = results.map(|SearchResult { found, mask, earlier }| {
            let is_new = mask != std::mem::replace(&mut last, mask);
            StoredResult {
                automaton: found.automaton.write(),
                method: found.method.to_string(),
                milliseconds: found.after.as_millis() as u64,
                mask: if is_new { mask.to_string() } else { String::new() },
                earlier: *earlier,
            }
        });
        let fits = |result: &StoredResult| {
            sum += result.bytes();
            sum <= MAX_BYTES
        };
        StoredResults { mask: first.to_string(), found: stored.take_while(fits).collect() }
    }

    /// The results that draw their masks.
    pub fn restored(&self) -> Vec<SearchResult> {
        let mut mask: Option<Mask> = self.mask.parse().ok();
        // A file that somebody else has written may hold any number of them.
        let found = self.found.iter().take(*SearchSettings::COUNT.end() + MAX_EARLIER_RESULTS);
        let restore = |result: &StoredResult| {
            if !result.mask.is_empty() {
                mask = result.mask.parse().ok();
            }
            result.restored(mask.as_ref()?)
        };
        let mut results: Vec<SearchResult> = found.filter_map(restore).collect();
        results.sort_by_key(|result| result.earlier);
        results
    }
}

impl StoredResult {
    fn restored(&self, mask: &Mask) -> Option<SearchResult> {
        let automaton = Automaton::read(self.automaton.as_bytes(), AutomatonKind::Picture).ok()?;
        drawn_sets(mask, &automaton)?;
        let after = Duration::from_millis(self.milliseconds);
        let found = Found { automaton, method: self.method.parse().ok()?, after };
        Some(SearchResult { found, mask: mask.clone(), earlier: self.earlier })
    }

    /// The space that it takes in the settings.
    fn bytes(&self) -> usize {
        bytes(&self.automaton) + bytes(&self.mask)
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
        let result = SearchResult { found, mask: mask.clone(), earlier: false };
        let stored = StoredResults::new([&result].into_iter());
        assert_eq!(stored.restored(), std::slice::from_ref(&result));
        let other = StoredResults { mask: "..#..\n".to_owned(), ..stored.clone() };
        assert!(other.restored().is_empty(), "another mask");
        let mut unknown = stored.clone();
        unknown.found[0].method = "water".to_owned();
        assert!(unknown.restored().is_empty(), "an unknown method");
        let mut damaged = stored;
        damaged.found[0].automaton.push_str("red");
        assert!(damaged.restored().is_empty(), "damaged text");
        assert!(StoredResults::default().restored().is_empty());
        let many = StoredResults::new(std::iter::repeat_n(&result, 100_000));
        assert!(many.found.len() > 10 && many.found.len() < 100_000);
    }

    #[test]
    fn earlier_results_keep_their_masks() {
        let table = wolfram::table(2, "90").unwrap();
        let result = |mask: &str, row: Vec<u8>, earlier| {
            let mask: Mask = mask.parse().unwrap();
            let automaton = Automaton::picture(&table, Boundary::default(), row, mask.height());
            let found = Found { automaton, method: Method::Beam, after: Duration::from_millis(3) };
            SearchResult { found, mask, earlier }
        };
        let new = result("..#..\n.#.#.\n", vec![0, 0, 1, 0, 0], false);
        let same = result("..#..\n.#.#.\n", vec![0, 0, 1, 0, 0], true);
        let other = result("#..\n.#.\n", vec![1, 0, 0], true);
        let results = [new, same, other];
        let stored = StoredResults::new(results.iter());
        let masks: Vec<bool> = stored.found.iter().map(|result| result.mask.is_empty()).collect();
        assert_eq!(masks, [true, true, false], "only a mask of its own is stored");
        assert_eq!(stored.restored(), results);
        let text = serde_json::to_string(&stored).unwrap();
        assert_eq!(serde_json::from_str::<StoredResults>(&text).unwrap(), stored);
        // Settings of versions without earlier results have neither masks of results nor marks.
        let automaton = results[2].found.automaton.write();
        let old = serde_json::json!({
            "mask": "#..\n.#.\n",
            "found": [{ "automaton": automaton, "method": "sat", "milliseconds": 12 }]
        });
        let old: StoredResults = serde_json::from_value(old).unwrap();
        let restored = old.restored();
        assert_eq!(restored.len(), 1);
        assert!(!restored[0].earlier && restored[0].mask == results[2].mask);
        let mut damaged = stored;
        damaged.mask.clear();
        assert_eq!(damaged.restored(), results[2..], "those with a mask of their own can be read");
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
        let new = SearchResult { found: found.clone(), mask: mask.clone(), earlier: false };
        let old = SearchResult { found, mask: mask.inverted(), earlier: true };
        let results = StoredResults::new(std::iter::once(&new).chain(std::iter::repeat_n(&old, 100)));
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
