//! Files in the storage of a browser. The page has all of them in its memory and passes changes on to the browser's
//! database and to the program's other tabs; see `web/page.js`.

use super::StoreError;
use crate::limits::Bytes;
use crate::web;
use std::io::{self, Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::SystemTime;

/// A file in memory.
pub type File = Cursor<Vec<u8>>;

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether there is a file or a folder.
pub fn exists(path: &Path) -> bool {
    is_file(path) || is_folder(path)
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    web::modified(&name(path)).is_some()
}

/// Whether there is a folder: something whose path begins with it.
pub fn is_folder(path: &Path) -> bool {
    web::files().iter().any(|file| Path::new(file).starts_with(path) && Path::new(file) != path)
}

/// Whether files can be written to a folder without making it first: folders are not made.
pub fn is_usable_folder(_: &Path) -> bool {
    true
}

/// The files and folders in a folder, in no particular order. A folder that is missing is empty.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for file in web::files() {
        let Ok(below) = Path::new(&file).strip_prefix(folder) else { continue };
        if let Some(first) = below.components().next() {
            found.push(folder.join(first));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// When a file was written.
pub fn modified(path: &Path) -> Option<SystemTime> {
    let milliseconds = web::modified(&name(path))?;
    Some(SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds as u64))
}

/// Folders need not be created.
pub fn make_folder(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Renames a file. One that has the new name is replaced.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = web::read(&name(from)).ok_or(ErrorKind::NotFound)?;
    web::write(&name(to), &bytes).map_err(io::Error::other)?;
    web::remove(&name(from));
    Ok(())
}

/// Renames a file. One that has the new name is an error.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    if is_file(to) { Err(ErrorKind::AlreadyExists.into()) } else { rename(from, to) }
}

/// Removes a file.
#[expect(clippy::unnecessary_wraps, reason = "as on the desktop, where it can fail")]
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    web::remove(&name(path));
    Ok(())
}

/// Reads a file of at most `max` bytes.
pub fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, StoreError> {
    let missing = || StoreError::Read { path: path.to_path_buf(), why: ErrorKind::NotFound.into() };
    let bytes = web::read(&name(path)).ok_or_else(missing)?;
    if bytes.len() as u64 > max {
        let what = format!("is too large: at most {} are read", Bytes(max));
        return Err(StoreError::Content { path: path.to_path_buf(), what });
    }
    Ok(bytes)
}

/// Opens a file for reading.
pub fn open_file(path: &Path) -> Result<File, StoreError> {
    read_bytes(path, u64::MAX).map(Cursor::new)
}

/// The length of a file in bytes.
pub fn length(file: &File) -> Option<u64> {
    Some(file.get_ref().len() as u64)
}

/// Writes a file.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let failed = |why: String| StoreError::Write { path: path.to_path_buf(), why: io::Error::other(why) };
    web::write(&name(path), bytes).map_err(failed)
}

/// The same for content that is written in parts. An error of `content` leaves the old file.
pub fn write_atomic_with(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StoreError> {
    let mut file = File::default();
    content(&mut file).map_err(|why| StoreError::Write { path: path.to_path_buf(), why })?;
    write_atomic(path, file.get_ref())
}

/// Writes a file that does not exist yet; one that exists is an error and stays as it is.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    if is_file(path) { Err(StoreError::Exists(path.to_path_buf())) } else { write_atomic(path, bytes) }
}

/// Nothing is left behind by tabs that were closed.
pub fn tidy_folder(_: &Path) {}

/// Something that one tab holds. The browser releases it when the tab is closed.
#[derive(Debug)]
pub struct Lock {
    name: String,
    was_ours: bool,
}

impl Lock {
    /// Takes the lock. `None` if another tab, or this one, holds it.
    pub fn take(path: &Path) -> Result<Option<Lock>, StoreError> {
        let name = name(path);
        let was_ours = web::owns_lock(&name);
        Ok(web::lock(&name).then(|| Lock { name, was_ours }))
    }

    /// Whether the page that was in this tab before had the lock too: the page was loaded again.
    pub(super) fn was_ours(&self) -> bool {
        self.was_ours
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        web::unlock(&self.name);
    }
}
