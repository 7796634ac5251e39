//! Autosave slots: unfinished work survives a crash of the program. Each running process has its own slots.

use super::{Lock, StoreError, make_folder, remove, write_atomic};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Number of slots. If all are taken, the oldest unlocked one is reused.
const SLOT_COUNT: usize = 20;

/// The autosave slots of a folder.
#[derive(Debug, Clone)]
pub struct AutosaveSlots {
    folder: PathBuf,
    name: &'static str,
}

/// An autosave file that this process has locked.
#[derive(Debug)]
pub struct AutosaveSlot {
    path: PathBuf,
    _lock: Lock,
}

impl AutosaveSlots {
    /// The slots of a folder, which is created if it is missing. The file names begin with `name`.
    pub fn new(folder: &Path, name: &'static str) -> Result<AutosaveSlots, StoreError> {
        make_folder(folder)?;
        Ok(AutosaveSlots { folder: folder.to_path_buf(), name })
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        (1..=SLOT_COUNT).map(|n| self.folder.join(format!("{}-{n}.yaml", self.name)))
    }

    /// Locks and returns the slots that contain work of no running process, newest last.
    pub fn unfinished(&self) -> Result<Vec<AutosaveSlot>, StoreError> {
        let mut slots = Vec::new();
        for path in self.paths().filter(|path| path.exists()) {
            if let Some(lock) = Lock::take(&path.with_extension("lock"))? {
                slots.push(AutosaveSlot { path, _lock: lock });
            }
        }
        slots.sort_by_key(|slot: &AutosaveSlot| modified(&slot.path));
        Ok(slots)
    }

    /// The files with work of no running process, newest first. They are not locked.
    pub fn idle_files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let slots = self.unfinished()?;
        Ok(slots.into_iter().rev().map(|slot| slot.path).collect())
    }

    /// Locks and returns the slot of a file; `None` if it is gone or another process has it.
    pub fn take(&self, file: &Path) -> Option<AutosaveSlot> {
        let path = self.paths().find(|path| path == file && path.exists())?;
        let lock = Lock::take(&path.with_extension("lock")).ok()??;
        path.exists().then_some(AutosaveSlot { path, _lock: lock })
    }

    /// Locks and returns an empty slot, or else the slot with the oldest work of no running process.
    pub fn free_slot(&self) -> Option<AutosaveSlot> {
        let mut paths: Vec<PathBuf> = self.paths().collect();
        paths.sort_by_key(|path| modified(path));
        let lock = |path: PathBuf| {
            let held = Lock::take(&path.with_extension("lock")).ok()??;
            Some(AutosaveSlot { path, _lock: held })
        };
        paths.into_iter().find_map(lock)
    }
}

impl AutosaveSlot {
    /// The file of the slot.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the current state of the work.
    pub fn write(&self, text: &str) -> Result<(), StoreError> {
        write_atomic(&self.path, text.as_bytes())
    }

    /// Removes the file and releases the slot.
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
    fn slots_are_exclusive_and_unfinished_work_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let slots = AutosaveSlots::new(dir.path(), "work").unwrap();
        let first = slots.free_slot().unwrap();
        first.write("one").unwrap();
        let second = slots.free_slot().unwrap();
        assert_ne!(first.path(), second.path());
        second.write("two").unwrap();
        assert!(slots.unfinished().unwrap().is_empty(), "both are locked");
        let path = first.path().to_path_buf();
        drop(first);
        let unfinished = slots.unfinished().unwrap();
        assert_eq!(unfinished.len(), 1);
        assert_eq!(
            (unfinished[0].path(), fs::read(unfinished[0].path()).unwrap()),
            (path.as_path(), b"one".to_vec())
        );
        unfinished.into_iter().for_each(AutosaveSlot::clear);
        assert!(!path.exists() && slots.unfinished().unwrap().is_empty());
        assert!(second.path().exists());
    }
}
