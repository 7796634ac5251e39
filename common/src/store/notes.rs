//! Notes about the folders of the user in which this program is writing, so that its next start can remove what a kill has
//! left there.
//!
//! A note is a file in the program's data folder that holds the path of the other folder. It exists as long as there may be a
//! temporary file or a lock file. The program's own folders need no notes: every start looks at them.

use super::lock::is_at;
use super::temporary::{self, PREFIX, tidy_folder};
use super::{Store, read_text};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The names of notes end like this.
const SUFFIX: &str = ".note";

/// No path is longer.
const MAX_BYTES: u64 = 1 << 16;

static STORE: Mutex<Option<Store>> = Mutex::new(None);

/// Removes what killed runs of this program have left in any folder, and keeps notes for its next start. Programs call it
/// first. Without a data folder there are no notes.
pub fn begin(program: &str, data_dir: Option<&Path>) {
    if let Ok(store) = Store::open(program, data_dir) {
        *STORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(store);
    }
}

/// A note that is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Note {
    _file: NamedTempFile,
    _folder: Option<MadeFolder>,
}

/// A folder that was made for a note, and that is removed if nothing else is in it.
#[derive(Debug)]
struct MadeFolder(PathBuf);

impl Drop for MadeFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Notes that a temporary file or a lock file will be in this folder. Nothing depends on it, so there is no error.
pub(super) fn note(folder: &Path) -> Option<Note> {
    let store = STORE.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    note_in(&store, folder)
}

fn note_in(store: &Store, folder: &Path) -> Option<Note> {
    let folder = std::path::absolute(folder).ok()?;
    if folder.starts_with(&store.data) || folder.starts_with(&store.config) {
        return None;
    }
    let made = (!store.data.exists()).then(|| MadeFolder(store.data.clone()));
    fs::create_dir_all(&store.data).ok()?;
    let mut file = temporary::create_named(&store.data, SUFFIX).ok()?;
    file.write_all(folder.to_str()?.as_bytes()).ok()?;
    Some(Note { _file: file, _folder: made })
}

/// Tidies the folders that killed programs have noted here.
pub(super) fn follow(data: &Path) {
    for entry in fs::read_dir(data).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_note = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !temporary::name_is(&entry, is_note) {
            continue;
        }
        // Nobody else holds the note, so the program that wrote it has ended.
        if let Ok(file) = File::options().write(true).open(&path)
            && file.try_lock().is_ok()
            && is_at(&file, &path)
        {
            if let Ok(folder) = read_text(&path, MAX_BYTES) {
                tidy_folder(Path::new(&folder));
            }
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_kill_leaves_in_a_folder_of_the_user_is_removed_at_the_next_start() {
        let dir = tempfile::tempdir().unwrap();
        let user = dir.path().join("of the user");
        fs::create_dir(&user).unwrap();
        for name in ["game.yaml", ".pentad-0123456789.tmp", ".pentad-0123.lock"] {
            fs::write(user.join(name), "").unwrap();
        }
        let store = Store::open("atoms", Some(dir.path())).unwrap();
        let note = note_in(&store, &user).unwrap();
        // While the program runs, another start leaves its note and its files alone.
        Store::open("atoms", Some(dir.path())).unwrap();
        assert_eq!((names(&store.data).len(), names(&user).len()), (1, 3));
        let text = fs::read(store.data.join(&names(&store.data)[0])).unwrap();
        drop(note);
        assert!(!store.data.exists(), "a program that needs no folder leaves none");
        // A kill leaves the note.
        fs::create_dir(&store.data).unwrap();
        fs::write(store.data.join(".pentad-abc.note"), text).unwrap();
        Store::open("atoms", Some(dir.path())).unwrap();
        assert_eq!((names(&store.data), names(&user)), (vec![], vec!["game.yaml".to_owned()]));
    }

    #[test]
    fn folders_of_the_program_need_no_notes_and_damaged_notes_do_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(&dir.path().join("atoms"));
        assert!(note_in(&store, &store.saves()).is_none());
        fs::create_dir(&store.data).unwrap();
        fs::write(dir.path().join(".pentad-0123456789.tmp"), "").unwrap();
        for (name, text) in [("a", "\u{0}"), ("b", "/no/such/folder"), ("c", "")] {
            fs::write(store.data.join(format!(".pentad-{name}.note")), text).unwrap();
        }
        follow(&store.data);
        assert_eq!(names(&store.data), Vec::<String>::new());
        assert_eq!(names(dir.path()), [".pentad-0123456789.tmp", "atoms"], "it is in no note");
    }
}
