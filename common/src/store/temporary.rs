//! Temporary files beside the files that they will replace, and the removal of those that killed programs have left.
//!
//! A program holds a lock on each of its temporary files, so a file without a lock belongs to no running program.

use super::lock::{is_at, remove_unlocked};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// The names of our temporary files begin and end like this.
pub(super) const PREFIX: &str = ".pentad-";
const SUFFIX: &str = ".tmp";
/// The names of lock files end like this.
pub(super) const LOCK_SUFFIX: &str = ".lock";

/// Makes an empty file with an unused, random name.
pub(super) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    create_named(folder, SUFFIX)
}

/// The same with another end of the name.
pub(super) fn create_named(folder: &Path, suffix: &str) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(suffix).rand_bytes(10);
    // As any other new file: the user's mask decides who may read it.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder).map_err(without_path)?;
        match file.as_file().try_lock() {
            Ok(()) if is_at(file.as_file(), file.path()) => return Ok(file),
            // Another program has just taken it for a file of a killed one.
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // This file system has no locks.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// The same error without the random name, which tells the user nothing: all messages name the file to be written.
fn without_path(why: io::Error) -> io::Error {
    match why.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(why.kind(), reason.to_owned()),
        None => why,
    }
}

/// Whether an entry of a folder is a file with such a name.
pub(super) fn name_is(entry: &DirEntry, wanted: impl Fn(&str) -> bool) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_file()) && entry.file_name().to_str().is_some_and(wanted)
}

fn is_ours(name: &str) -> bool {
    name.starts_with(PREFIX) && (name.ends_with(SUFFIX) || name.ends_with(LOCK_SUFFIX))
}

fn tidy(folder: &Path, wanted: impl Fn(&DirEntry) -> bool) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    for file in files.filter(|entry| wanted(entry)) {
        remove_unlocked(&file.path());
    }
}

/// Removes the temporary files and lock files that killed Pentad programs have left in this folder.
pub fn tidy_folder(folder: &Path) {
    tidy(folder, |entry| name_is(entry, is_ours));
}

/// The same for a folder of a program, where all lock files are ours. The lock file of work that is kept stays: the program
/// that continues that work takes the lock.
pub(super) fn tidy_own_folder(folder: &Path) {
    let stays = |name: &str| folder.join(name).with_extension("yaml").exists();
    tidy(folder, |entry| {
        let path = entry.path();
        let is_lock = path.extension() == Some(OsStr::new(&LOCK_SUFFIX[1..]));
        name_is(entry, |name| is_ours(name) || is_lock && !stays(name))
    });
}

/// Calls [`tidy_folder`] when this process uses a folder for the first time.
pub(super) fn tidy_once(folder: &Path) {
    static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if TIDIED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf()) {
        tidy_folder(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let dir = tempfile::tempdir().unwrap();
        let why = create(&dir.path().join("missing")).unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::NotFound);
        assert!(!why.to_string().contains(PREFIX), "{why}");
    }

    #[test]
    fn only_our_own_stale_files_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let running = create(dir.path()).unwrap();
        let running_name = running.path().file_name().unwrap().to_str().unwrap().to_owned();
        let others = ["autosave-1.lock", "autosave-1.yaml", "file.tmp", ".pentad-notes", "other.lock"];
        for name in [".pentad-0123456789.tmp", ".pentad-0123.lock"].iter().chain(&others) {
            fs::write(dir.path().join(name), "").unwrap();
        }
        tidy_folder(dir.path());
        let mut left = [&others[..], &[running_name.as_str()]].concat();
        left.sort_unstable();
        assert_eq!(names(dir.path()), left);
        tidy_own_folder(dir.path());
        left.retain(|name| *name != "other.lock");
        assert_eq!(names(dir.path()), left, "the lock of kept work stays");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_neither_followed_nor_removed() {
        let dir = tempfile::tempdir().unwrap();
        let precious = dir.path().join("precious");
        fs::write(&precious, "content").unwrap();
        std::os::unix::fs::symlink(&precious, dir.path().join(".pentad-0123456789.tmp")).unwrap();
        tidy_folder(dir.path());
        assert_eq!(names(dir.path()), [".pentad-0123456789.tmp", "precious"]);
    }
}
