//! Files that the user names for a result.

use super::atomic::{folder_of, follow_links, is_device};
use super::notes::{self, Note};
use super::temporary::{LOCK_SUFFIX, PREFIX, tidy_once};
use super::{Lock, StoreError, check_writable, write_atomic, write_new};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// A file for a result, claimed before the work begins: it can be written, it replaces nothing unless the user wants that,
/// and no other program has claimed it.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    /// The file may be replaced, or this process has written it.
    replace: bool,
    _lock: Option<Lock>,
    _note: Option<Note>,
}

impl OutFile {
    /// Claims a file. One that exists is refused unless it may be replaced.
    pub fn claim(path: &Path, replace: bool) -> Result<OutFile, StoreError> {
        let failed = |why| StoreError::Write { path: path.to_path_buf(), why };
        if is_device(path) {
            return Ok(OutFile { path: path.to_path_buf(), replace: true, _lock: None, _note: None });
        }
        let target = follow_links(path).map_err(failed)?;
        if !replace && target.is_file() {
            return Err(StoreError::Exists(path.to_path_buf()));
        }
        check_writable(path)?;
        let folder = folder_of(&target);
        tidy_once(folder);
        let mut hasher = DefaultHasher::new();
        target.file_name().hash(&mut hasher);
        let lock = folder.join(format!("{PREFIX}{:016x}{LOCK_SUFFIX}", hasher.finish()));
        let note = notes::note(folder);
        let lock = Lock::take(&lock)?.ok_or_else(|| StoreError::InUse(path.to_path_buf()))?;
        // The program that had it before us may have written it meanwhile.
        if !replace && target.is_file() {
            return Err(StoreError::Exists(path.to_path_buf()));
        }
        Ok(OutFile { path: path.to_path_buf(), replace, _lock: Some(lock), _note: note })
    }

    /// Where the file is or will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file, atomically. It may be written again with more content.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        if self.replace { write_atomic(&self.path, bytes) } else { write_new(&self.path, bytes) }?;
        self.replace = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_claimed_file_replaces_nothing_and_has_one_owner() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("result");
        let mut first = OutFile::claim(&path, false).unwrap();
        assert!(matches!(OutFile::claim(&path, false), Err(StoreError::InUse(_))));
        assert!(matches!(OutFile::claim(&path, true), Err(StoreError::InUse(_))));
        OutFile::claim(&dir.path().join("other"), false).unwrap();
        assert!(!path.exists(), "a claim writes nothing");
        first.write(b"one").unwrap();
        first.write(b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        drop(first);
        assert!(matches!(OutFile::claim(&path, false), Err(StoreError::Exists(_))));
        OutFile::claim(&path, true).unwrap().write(b"three").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "the locks are removed");

        let path = dir.path().join("late");
        let mut claimed = OutFile::claim(&path, false).unwrap();
        fs::write(&path, "of another program").unwrap();
        assert!(matches!(claimed.write(b"new"), Err(StoreError::Exists(_))));
        assert_eq!(fs::read(&path).unwrap(), b"of another program");
    }
}
