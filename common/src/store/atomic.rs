//! Writing files so that a crash, a full disk or a kill never leaves half a file.

use super::{StoreError, notes, temporary};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Links to links to links are followed this far.
const MAX_LINKS: usize = 40;

/// Writes a file atomically: after a crash it has either its old content or all of `bytes`.
///
/// A link stays a link: the file that it points to is written. The file keeps its owner and its permissions.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_atomic_with(path, |file| file.write_all(bytes))
}

/// The same for content that is written in parts. An error of `content` leaves the old file.
pub fn write_atomic_with(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StoreError> {
    put(path, true, content).map_err(|why| StoreError::Write { path: path.to_path_buf(), why })
}

/// Writes a file that does not exist yet; one that exists is an error and stays as it is.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    put(path, false, |file| file.write_all(bytes)).map_err(|why| match why.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists(path.to_path_buf()),
        _ => StoreError::Write { path: path.to_path_buf(), why },
    })
}

/// Checks that a file can be written, before the work of making its content. Missing folders are created.
pub fn check_writable(path: &Path) -> Result<(), StoreError> {
    let check = || match Target::find(path)? {
        Target::Device => Ok(()),
        // Such a file has no name, so nothing is left of it.
        Target::File { path, .. } => tempfile::tempfile_in(folder_of(&path)).map(drop),
    };
    check().map_err(|why| StoreError::Write { path: path.to_path_buf(), why })
}

/// Whether a path is a terminal, a pipe or another thing that is written to and not replaced.
pub(super) fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// What a path stands for.
enum Target {
    Device,
    /// A file at the end of all links; `old` if it exists.
    File {
        path: PathBuf,
        old: Option<Metadata>,
    },
}

impl Target {
    fn find(path: &Path) -> io::Result<Target> {
        if path.file_name().is_none() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "the path has no file name"));
        }
        if is_device(path) {
            return Ok(Target::Device);
        }
        let path = follow_links(path)?;
        fs::create_dir_all(folder_of(&path))?;
        let old = match fs::metadata(&path) {
            Ok(data) if data.is_dir() => {
                return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
            }
            Ok(data) if data.permissions().readonly() => {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
            }
            Ok(data) => Some(data),
            Err(why) if why.kind() == ErrorKind::NotFound => None,
            Err(why) => return Err(why),
        };
        Ok(Target::File { path, old })
    }
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a path stands for, which may not exist.
pub(super) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("it is a link to itself"))
}

fn put(path: &Path, replace: bool, content: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let (path, old) = match Target::find(path)? {
        Target::Device => return content(&mut File::options().write(true).open(path)?),
        Target::File { path, old } => (path, old),
    };
    if old.is_some() && !replace {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let folder = folder_of(&path);
    temporary::tidy_once(folder);
    let _note = notes::note(folder);
    let mut file = temporary::create(folder)?;
    content(file.as_file_mut())?;
    if let Some(old) = &old {
        keep_owner_and_mode(&file, old)?;
    }
    file.as_file().sync_all()?;
    let done = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
    done.map_err(|failed| failed.error)?;
    // The rename must reach the disk too. Not every platform can sync a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn keep_owner_and_mode(file: &NamedTempFile, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let ours = file.as_file().metadata()?;
        if (ours.uid(), ours.gid()) != (old.uid(), old.gid()) {
            // Only an administrator can change the owner; otherwise the new file belongs to the user who writes it.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
    }
    file.as_file().set_permissions(old.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        write_atomic(&path, b"old").unwrap();
        let blocked = path.join("below a file");
        assert!(write_atomic(&blocked, b"new").unwrap_err().to_string().contains("cannot be written"));
        assert!(write_atomic(dir.path(), b"new").is_err());
        let failed = write_atomic_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().contains("the disk is full"));
        assert!(matches!(write_new(&path, b"new"), Err(StoreError::Exists(_))));
        check_writable(&path).unwrap();
        assert!(check_writable(dir.path()).is_err() && check_writable(&blocked).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::create_dir(at("below")).unwrap();
        fs::write(at("below/file"), "old").unwrap();
        fs::set_permissions(at("below/file"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("below/file", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        write_atomic(&at("second"), b"new").unwrap();
        assert!(at("second").is_symlink() && at("link").is_symlink());
        assert_eq!((fs::read(at("below/file")).unwrap(), mode("below/file")), (b"new".to_vec(), 0o640));

        symlink("below/missing", at("dangling")).unwrap();
        write_new(&at("dangling"), b"new").unwrap();
        assert!(at("dangling").is_symlink() && at("below/missing").is_file());
        fs::write(at("plain"), "").unwrap();
        assert_eq!(mode("below/missing"), mode("plain"), "a new file has the usual permissions");
        symlink("loop", at("loop")).unwrap();
        assert!(write_atomic(&at("loop"), b"").is_err());

        fs::set_permissions(at("plain"), fs::Permissions::from_mode(0o444)).unwrap();
        let refused = write_atomic(&at("plain"), b"new").unwrap_err().to_string();
        assert!(refused.contains("write-protected"), "{refused}");
        symlink("/dev/null", at("null")).unwrap();
        write_atomic(&at("null"), b"gone").unwrap();
        assert!(is_device(&at("null")));
    }
}
