//! Autosave slots: unfinished work survives a crash of the program. Each running process has its own slots.

use super::{Lock, StoreError, disk, exists, make_folder, modified, remove, write_atomic};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Number of slots.
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
    lock: Lock,
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

    /// Locks and returns the slots that contain work of no running process, newest last. The work of a page that is loaded
    /// again is the last one.
    pub fn unfinished(&self) -> Result<Vec<AutosaveSlot>, StoreError> {
        let mut slots = Vec::new();
        for path in self.paths().filter(|path| exists(path)) {
            if let Some(lock) = Lock::take(&path.with_extension("lock"))? {
                slots.push(AutosaveSlot { path, lock });
            }
        }
        slots.sort_by_key(|slot: &AutosaveSlot| (slot.lock.was_ours(), modified(&slot.path)));
        Ok(slots)
    }

    /// The files with work of no running process, newest first. They are not locked.
    pub fn idle_files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let slots = self.unfinished()?;
        Ok(slots.into_iter().rev().map(|slot| slot.path).collect())
    }

    /// Locks and returns the slot of a file; `None` if it is gone or another process has it.
    pub fn take(&self, file: &Path) -> Option<AutosaveSlot> {
        let path = self.paths().find(|path| path == file && exists(path))?;
        AutosaveSlot::lock(path).filter(|slot| exists(&slot.path))
    }

    /// Locks and returns an empty slot; `None` if all of them contain work.
    pub fn free_slot(&self) -> Option<AutosaveSlot> {
        // Another process may have filled the slot before we locked it.
        let lock = |path: PathBuf| AutosaveSlot::lock(path).filter(|slot| !exists(&slot.path));
        self.paths().filter(|path| !exists(path)).find_map(lock)
    }

    /// Locks and returns the slot with the oldest work of no running process.
    pub fn oldest_slot(&self) -> Option<AutosaveSlot> {
        let mut paths: Vec<PathBuf> = self.paths().filter(|path| exists(path)).collect();
        paths.sort_by_key(|path| modified(path));
        paths.into_iter().find_map(AutosaveSlot::lock)
    }
}

impl AutosaveSlot {
    fn lock(path: PathBuf) -> Option<AutosaveSlot> {
        let held = Lock::take(&path.with_extension("lock")).ok()??;
        Some(AutosaveSlot { path, lock: held })
    }

    /// The file of the slot.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the current state of the work.
    pub fn write(&self, text: &str) -> Result<(), StoreError> {
        write_atomic(&self.path, text.as_bytes())
    }

    /// Moves the work to an unused name in another folder and releases the slot. Returns the new path.
    pub fn move_to(self, folder: &Path) -> Result<PathBuf, StoreError> {
        make_folder(folder)?;
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let number = |n: u32| folder.join(format!("{name}-{n}.yaml"));
        let failed = |path: &Path, why| StoreError::Write { path: path.to_path_buf(), why };
        for path in (1..10_000).map(number) {
            match disk::rename_new(&self.path, &path) {
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                done => return done.map(|()| path.clone()).map_err(|why| failed(&path, why)),
            }
        }
        Err(failed(folder, ErrorKind::AlreadyExists.into()))
    }

    /// Removes the file and releases the slot.
    pub fn clear(self) {
        let _ = remove(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_last_slot_drops_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let slots = AutosaveSlots::new(dir.path(), "work").unwrap();
        for n in 0..SLOT_COUNT {
            slots.free_slot().unwrap().write(&n.to_string()).unwrap();
        }
        assert!(slots.free_slot().is_none());
        let kept = dir.path().join("kept");
        fs::create_dir(&kept).unwrap();
        fs::write(kept.join("work-1-1.yaml"), "another one").unwrap();
        let moved = slots.oldest_slot().unwrap().move_to(&kept).unwrap();
        assert_eq!((fs::read_to_string(&moved).unwrap().as_str(), moved), ("0", kept.join("work-1-2.yaml")));
        assert!(slots.free_slot().is_some());
        let left = fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(left, SLOT_COUNT, "the work of all other slots, a folder, and no lock files");
    }

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
