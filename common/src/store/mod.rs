//! The folders of a program, and safe file access.

mod slots;
mod writer;

#[cfg(not(target_arch = "wasm32"))]
mod atomic;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod earlier;
#[cfg(not(target_arch = "wasm32"))]
mod lock;
#[cfg(not(target_arch = "wasm32"))]
mod notes;
#[cfg(not(target_arch = "wasm32"))]
mod output;
#[cfg(not(target_arch = "wasm32"))]
mod temporary;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
use self::web as disk;
#[cfg(target_arch = "wasm32")]
pub use self::web::{Lock, tidy_folder, write_atomic, write_atomic_with, write_new};
#[cfg(not(target_arch = "wasm32"))]
pub use self::{
    atomic::{check_writable, write_atomic, write_atomic_with, write_new},
    lock::Lock,
    notes::begin,
    output::OutFile,
    temporary::tidy_folder,
};
pub use disk::{
    exists, is_file, is_folder, is_usable_folder, length, list, make_folder, modified, open_file, read_bytes,
};
pub use slots::{AutosaveSlot, AutosaveSlots};
pub use writer::BackgroundWriter;

use crate::limits;
use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A failed file operation.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The platform reports no home folder.
    #[error("no home folder found; choose a folder with --data-dir")]
    NoHome,
    /// A file cannot be read.
    #[error("{} cannot be read: {}", path.display(), not_read(why))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// A file cannot be written. Its old content is unchanged.
    #[error("{} cannot be written: {}", path.display(), not_written(why))]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// A file exists and would be replaced.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// Another program is writing the same file.
    #[error("{} is being written by another program", .0.display())]
    InUse(PathBuf),
    /// A file has invalid content.
    #[error("{} {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it: the end of a sentence that starts with the path.
        what: String,
    },
}

/// What an error of the system means, in plain words: the end of a sentence.
pub fn system_error(why: &io::Error) -> String {
    describe(why, "there is no such file or folder")
}

/// Why a file cannot be read.
pub fn not_read(why: &io::Error) -> String {
    describe(why, "there is no such file")
}

/// Why a file cannot be written.
fn not_written(why: &io::Error) -> String {
    describe(why, "there is no such folder")
}

/// Without the number of the error, which tells nobody anything.
fn describe(why: &io::Error, missing: &str) -> String {
    let text = why.to_string();
    let words = match why.kind() {
        // It has a text of our own.
        _ if why.get_ref().is_some() => &text,
        ErrorKind::NotFound => missing,
        ErrorKind::PermissionDenied => "you have no permission",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::StorageFull => "the disk is full",
        _ => text.split(" (os error ").next().unwrap_or(&text),
    };
    words.to_owned()
}

/// The folders of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    config: PathBuf,
    data: PathBuf,
}

impl Store {
    /// The platform's folders for `program`, or a folder of its own in `data_dir` for everything.
    ///
    /// Files that an earlier version has left directly in `data_dir` are moved to the program's folder. Temporary files of
    /// programs that were killed are removed.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open(program: &str, data_dir: Option<&Path>) -> Result<Store, StoreError> {
        use etcetera::BaseStrategy;
        let store = if let Some(dir) = data_dir {
            let store = Store::at(&dir.join(program));
            earlier::adopt(dir, program, &store.data);
            store
        } else {
            let folders = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
            let folder = |base: PathBuf| base.join("pentad").join(program);
            Store { config: folder(folders.config_dir()), data: folder(folders.data_dir()) }
        };
        store.tidy();
        Ok(store)
    }

    /// A store with everything in this folder.
    pub fn at(folder: &Path) -> Store {
        Store { config: folder.to_path_buf(), data: folder.to_path_buf() }
    }

    /// The files of `program` in the storage of the browser.
    #[cfg(target_arch = "wasm32")]
    pub fn of_page(program: &str) -> Store {
        Store::at(&Path::new("/").join(program))
    }

    /// Removes what killed programs have left: temporary files, and lock files that belong to nothing.
    #[cfg(not(target_arch = "wasm32"))]
    fn tidy(&self) {
        notes::follow(&self.data);
        temporary::tidy_own_folder(&self.data);
        if self.config != self.data {
            temporary::tidy_own_folder(&self.config);
        }
        for folder in
            list(&self.data).into_iter().flatten().filter(|path| !path.is_symlink() && path.is_dir())
        {
            tidy_folder(&folder);
        }
    }

    /// The folder for saves and databases.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder for saved games.
    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// The settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.yaml")
    }

    /// Reads the settings. If the file is damaged, it is moved aside and the second value is a message for the user.
    pub fn settings<T: DeserializeOwned + Default>(&self) -> (T, Option<String>) {
        let path = self.settings_file();
        if !exists(&path) {
            return (T::default(), None);
        }
        let why = match read_text(&path, limits::SETTINGS_BYTES) {
            Ok(text) => match limits::parse_yaml(&text, limits::SETTINGS_YAML) {
                Ok(settings) => return (settings, None),
                Err(error) => format!("The settings file is damaged ({error})"),
            },
            Err(error) => format!("The settings cannot be read: {error}"),
        };
        let moved = set_aside(&path);
        (T::default(), Some(format!("{why}; {moved}. Default settings are used.")))
    }

    /// Writes the settings.
    pub fn save_settings<T: Serialize>(&self, settings: &T) -> Result<(), StoreError> {
        let path = self.settings_file();
        let text = serde_yaml::to_string(settings).map_err(|error| StoreError::Content {
            path: path.clone(),
            what: format!("cannot be created: {error}"),
        })?;
        write_atomic(&path, text.as_bytes())
    }

    /// The files of saved games, newest first: our own format, and files with one of these extensions.
    pub fn saved_games(&self, extensions: &[&str]) -> Vec<PathBuf> {
        let mut files: Vec<_> = list(&self.saves())
            .into_iter()
            .flatten()
            .filter(|path| {
                let is_save = |extension: &str| extension == "yaml" || extensions.contains(&extension);
                path.extension().and_then(std::ffi::OsStr::to_str).is_some_and(is_save)
            })
            .filter_map(|path| Some((path.clone(), modified(&path)?)))
            .collect();
        files.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        files.into_iter().map(|(path, _)| path).collect()
    }
}

/// The user's data folder for files that programs share, such as desktop menu entries.
#[cfg(not(target_arch = "wasm32"))]
pub fn shared_data() -> Result<PathBuf, StoreError> {
    use etcetera::BaseStrategy;
    Ok(etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?.data_dir())
}

/// Renames a damaged file to an unused name. Returns a clause that tells the user the new name.
pub fn set_aside(path: &Path) -> String {
    let name = |n: u32| {
        let suffix = if n == 0 { ".damaged".to_owned() } else { format!(".damaged-{n}") };
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let new_path = (0..100).map(name).find(|new_path| !exists(new_path)).unwrap_or_else(|| name(0));
    match disk::rename(path, &new_path) {
        Ok(()) => format!("it is set aside as {}", new_path.display()),
        Err(error) => format!("it could not be set aside: {error}"),
    }
}

/// Renames an existing file to `NAME.old`.
pub fn back_up(path: &Path) -> Result<(), StoreError> {
    let mut old = path.file_name().unwrap_or_default().to_owned();
    old.push(".old");
    match disk::rename(path, &path.with_file_name(old)) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            Err(StoreError::Write { path: path.to_path_buf(), why })
        }
        _ => Ok(()),
    }
}

/// Removes a file if it exists.
pub fn remove(path: &Path) -> Result<(), StoreError> {
    match disk::remove_file(path) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            Err(StoreError::Write { path: path.to_path_buf(), why })
        }
        _ => Ok(()),
    }
}

/// Reads a UTF-8 text file of at most `max` bytes.
pub fn read_text(path: &Path, max: u64) -> Result<String, StoreError> {
    let bytes = read_bytes(path, max)?;
    String::from_utf8(bytes)
        .map_err(|_| StoreError::Content { path: path.to_path_buf(), what: "is not text".to_owned() })
}

/// Reads a text file of another program. Invalid UTF-8 becomes the replacement character.
pub fn read_foreign_text(path: &Path, max: u64) -> Result<String, StoreError> {
    Ok(String::from_utf8_lossy(&read_bytes(path, max)?).into_owned())
}

/// Reads everything; `None` if there are more than `max` bytes.
pub fn read_at_most(source: impl Read, max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= max).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::fs::{self, File};

    type Settings = BTreeMap<String, u32>;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        (dir, store)
    }

    #[test]
    fn saved_settings_are_read_back() {
        let (_dir, store) = store();
        assert_eq!(store.settings::<Settings>(), (Settings::new(), None));
        let settings = Settings::from([("size".into(), 8)]);
        store.save_settings(&settings).unwrap();
        assert_eq!(store.settings::<Settings>(), (settings, None));
    }

    #[test]
    fn a_missing_file_is_explained_without_the_words_of_the_system() {
        let (dir, _) = store();
        let (file, below) = (dir.path().join("none.yaml"), dir.path().join("none/a.yaml"));
        let why = read_text(&file, 10).unwrap_err().to_string();
        assert_eq!(why, format!("{} cannot be read: there is no such file", file.display()));
        let why = StoreError::Write { path: below, why: ErrorKind::NotFound.into() }.to_string();
        assert!(why.ends_with("cannot be written: there is no such folder"), "{why}");
    }

    #[test]
    fn damaged_settings_are_set_aside_and_reported() {
        let (dir, store) = store();
        fs::write(store.settings_file(), b"size: [8\nx: \xff").unwrap();
        let (settings, notice) = store.settings::<Settings>();
        assert!(settings.is_empty());
        assert!(notice.unwrap().contains("settings.yaml.damaged"));
        assert!(dir.path().join("settings.yaml.damaged").exists());
        assert_eq!(store.settings::<Settings>().1, None, "the second start reports nothing");
    }

    #[test]
    fn an_old_file_is_backed_up() {
        let (dir, _) = store();
        let path = dir.path().join("file.data");
        back_up(&path).unwrap();
        write_atomic(&path, b"old").unwrap();
        back_up(&path).unwrap();
        assert_eq!(read_bytes(&dir.path().join("file.data.old"), 3).unwrap(), b"old");
        assert!(
            read_bytes(&dir.path().join("file.data.old"), 2)
                .unwrap_err()
                .to_string()
                .contains("at most 2 bytes")
        );
        write_atomic(&path, b"new").unwrap();
        remove(&path).unwrap();
        remove(&path).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_not_a_file_is_refused_at_once() {
        let (dir, _) = store();
        let error = |path: &Path| read_bytes(path, 999).unwrap_err().to_string();
        assert!(error(dir.path()).contains("it is a folder"));
        assert!(error(&dir.path().join("gone")).ends_with("cannot be read: there is no such file"));
        assert!(error(&dir.path().join("a".repeat(300))).ends_with("name too long"), "without a number");
        assert!(error(Path::new("/dev/zero")).contains("at most 999 bytes"));
        let pipe = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(error(&pipe).contains("is a pipe, not a file"));
        // The length of such a file says nothing about the memory that it would need.
        let hole = dir.path().join("hole");
        File::create(&hole).unwrap().set_len(1 << 40).unwrap();
        assert!(error(&hole).contains("too large: at most 999 bytes"));
    }

    #[test]
    fn settings_that_take_long_to_read_are_set_aside() {
        let (_dir, store) = store();
        fs::write(store.settings_file(), "size: ".to_owned() + &"{a: ".repeat(1000)).unwrap();
        let notice = store.settings::<Settings>().1.unwrap();
        assert!(notice.contains("nested more than 200 levels deep"), "{notice}");
        File::create(store.settings_file()).unwrap().set_len(100 << 20).unwrap();
        let notice = store.settings::<Settings>().1.unwrap();
        assert!(notice.contains("too large: at most 1 MB"), "{notice}");
    }

    #[test]
    fn failures_are_told_in_plain_words() {
        let dir = tempfile::tempdir().unwrap();
        let read = |name: &str| {
            let path = dir.path().join(name);
            let why = fs::read(&path).unwrap_err();
            StoreError::Read { path: name.into(), why }.to_string()
        };
        assert_eq!(read("none.yaml"), "none.yaml cannot be read: there is no such file");
        fs::create_dir(dir.path().join("folder")).unwrap();
        if cfg!(unix) {
            assert_eq!(read("folder"), "folder cannot be read: it is a folder");
        }
        let write = |why: io::Error| StoreError::Write { path: "a".into(), why }.to_string();
        assert_eq!(write(ErrorKind::NotFound.into()), "a cannot be written: there is no such folder");
        assert_eq!(write(ErrorKind::PermissionDenied.into()), "a cannot be written: you have no permission");
        let own = io::Error::new(ErrorKind::PermissionDenied, "it is write-protected");
        assert_eq!(write(own), "a cannot be written: it is write-protected");
    }
}
