//! The file system, as far as programs use it outside this folder. A web page has `web` in its place.

use super::{StoreError, read_at_most};
use crate::limits::Bytes;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use web_time::SystemTime;

/// Whether there is a file or a folder.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether there is a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Whether files can be written to a folder without making it first.
pub fn is_usable_folder(path: &Path) -> bool {
    path.exists()
}

/// The files and folders in a folder, in no particular order.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect())
}

/// When a file was written.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Creates a folder and its parents if they are missing.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(|why| StoreError::Write { path: path.to_path_buf(), why })
}

/// Renames a file. One that has the new name is replaced.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Renames a file. One that has the new name is an error.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    // A link, unlike a rename, replaces nothing.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Err(why),
        Err(_) if to.exists() => Err(io::ErrorKind::AlreadyExists.into()),
        // Not every file system has hard links.
        Err(_) => fs::rename(from, to),
    }
}

/// Removes a file.
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Reads a file of at most `max` bytes.
pub fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, StoreError> {
    let file = open_file(path)?;
    let too_large = || {
        let what = format!("is too large: at most {} are read", Bytes(max));
        StoreError::Content { path: path.to_path_buf(), what }
    };
    // A size that is known saves reading; devices and pipes have none.
    if file.metadata().is_ok_and(|data| data.len() > max) {
        return Err(too_large());
    }
    let read = read_at_most(file, max).map_err(|why| StoreError::Read { path: path.to_path_buf(), why })?;
    read.ok_or_else(too_large)
}

/// Opens a file for reading. A pipe with a name is refused: nobody may ever write to it, and opening it would wait.
pub fn open_file(path: &Path) -> Result<File, StoreError> {
    let data = fs::metadata(path);
    if data.as_ref().is_ok_and(is_pipe) && !is_own_pipe(path) {
        let what = "is a pipe, not a file".to_owned();
        return Err(StoreError::Content { path: path.to_path_buf(), what });
    }
    let failed = |why| StoreError::Read { path: path.to_path_buf(), why };
    if data.is_ok_and(|data| data.is_dir()) {
        return Err(failed(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
    }
    File::open(path).map_err(failed)
}

/// The length of a file in bytes; a pipe has none.
pub fn length(file: &File) -> Option<u64> {
    file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len())
}

#[cfg(unix)]
fn is_pipe(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// Whether a shell made the pipe for us, as in `solve <(new)`: it is open already.
fn is_own_pipe(path: &Path) -> bool {
    ["/dev/fd", "/dev/stdin", "/proc"].iter().any(|folder| path.starts_with(folder))
}
