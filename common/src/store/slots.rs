//! AutosaveSlots for work that is going on, so that it survives whatever ends the program. Each running program has its own.

use super::{Lock, StoreError, make_folder, remove, write_atomic};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// So many pieces of work are kept at once; one more takes the place of the oldest that nobody works on.
const COUNT: usize = 9;

/// All places of a folder.
#[derive(Debug, Clone)]
pub struct AutosaveSlots {
    folder: PathBuf,
    name: &'static str,
}

/// A file that only we write.
#[derive(Debug)]
pub struct AutosaveSlot {
    path: PathBuf,
    _lock: Lock,
}

impl AutosaveSlots {
    /// The places of a folder, which is made if need be; their files begin with `name`.
    pub fn new(folder: &Path, name: &'static str) -> Result<AutosaveSlots, StoreError> {
        make_folder(folder)?;
        Ok(AutosaveSlots { folder: folder.to_path_buf(), name })
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        (1..=COUNT).map(|n| self.folder.join(format!("{}-{n}.yaml", self.name)))
    }

    /// The places with work that nobody has under way now, the newest last.
    pub fn left(&self) -> Result<Vec<AutosaveSlot>, StoreError> {
        let mut left = Vec::new();
        for path in self.paths().filter(|path| path.exists()) {
            if let Some(lock) = Lock::take(&path.with_extension("lock"))? {
                left.push(AutosaveSlot { path, _lock: lock });
            }
        }
        left.sort_by_key(|place: &AutosaveSlot| modified(&place.path));
        Ok(left)
    }

    /// An empty place or, where there is none, that of the oldest work which nobody has under way.
    pub fn free(&self) -> Option<AutosaveSlot> {
        let mut paths: Vec<PathBuf> = self.paths().collect();
        paths.sort_by_key(|path| modified(path));
        let take = |path: PathBuf| {
            let lock = Lock::take(&path.with_extension("lock")).ok()??;
            Some(AutosaveSlot { path, _lock: lock })
        };
        paths.into_iter().find_map(take)
    }
}

impl AutosaveSlot {
    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the work as it is now.
    pub fn keep(&self, text: &str) -> Result<(), StoreError> {
        write_atomic(&self.path, text.as_bytes())
    }

    /// The work is done, or is not wanted any more.
    pub fn clear(self) {
        let _ = remove(&self.path);
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_left_where_it_was_and_places_are_our_own() {
        let dir = tempfile::tempdir().unwrap();
        let places = AutosaveSlots::new(dir.path(), "work").unwrap();
        let first = places.free().unwrap();
        first.keep("one").unwrap();
        let second = places.free().unwrap();
        assert_ne!(first.path(), second.path());
        second.keep("two").unwrap();
        assert!(places.left().unwrap().is_empty(), "both are under way");
        let path = first.path().to_path_buf();
        drop(first);
        let left = places.left().unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!((left[0].path(), fs::read(left[0].path()).unwrap()), (path.as_path(), b"one".to_vec()));
        left.into_iter().for_each(AutosaveSlot::clear);
        assert!(!path.exists() && places.left().unwrap().is_empty());
        assert!(second.path().exists());
    }
}
