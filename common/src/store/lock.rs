//! Lock files.

use super::{StoreError, make_folder};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A lock file that one process holds. It is removed with the lock; the system releases it when the process is killed.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// A program that removes lock files of killed programs holds each of them for a moment: the lock is tried more than once.
const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(2);

impl Lock {
    /// Takes the lock. `None` if another process holds it.
    pub fn take(path: &Path) -> Result<Option<Lock>, StoreError> {
        let failed = |why| StoreError::Write { path: path.to_path_buf(), why };
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        for _ in 0..TRIES {
            let file = File::options().create(true).truncate(false).write(true).open(path).map_err(failed)?;
            match file.try_lock() {
                // The holder before us may have removed the file after we opened it.
                Ok(()) if is_at(&file, path) => return Ok(Some(Lock { file, path: path.to_path_buf() })),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(why)) => return Err(failed(why)),
            }
        }
        Ok(None)
    }

    /// Whether a process before had the same lock in the same place: only in a web page, which can be loaded again.
    #[expect(clippy::unused_self, reason = "as in a web page")]
    pub(super) fn was_ours(&self) -> bool {
        false
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes a file that no process has locked.
pub(super) fn remove_unlocked(path: &Path) {
    if let Ok(file) = File::options().write(true).open(path)
        && file.try_lock().is_ok()
        && is_at(&file, path)
    {
        let _ = fs::remove_file(path);
    }
}

/// Whether an open file still has this path.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: &fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(theirs)) => identity(&ours) == identity(&theirs),
        _ => false,
    }
}

/// Whether an open file still has this path.
#[cfg(not(unix))]
pub(super) fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_has_one_holder_and_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let held = Lock::take(&path).unwrap();
        assert!(held.is_some());
        assert!(Lock::take(&path).unwrap().is_none());
        remove_unlocked(&path);
        assert!(path.exists(), "a lock that is held stays");
        drop(held);
        assert!(!path.exists());
        fs::write(&path, "").unwrap();
        assert!(Lock::take(&path).unwrap().is_some(), "the file of a killed process is no lock");
        fs::write(&path, "").unwrap();
        remove_unlocked(&path);
        assert!(!path.exists());
    }
}
