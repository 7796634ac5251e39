//! Files of earlier versions, which kept everything directly in the folder of `--data-dir`. Each program takes its own.

use super::{Lock, make_folder};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The text that tells whose file it is comes in its first bytes.
const HEAD_BYTES: u64 = 4096;

/// Names that only one program uses: how they begin and end.
const NAMES: &[(&str, &str, &str)] = &[
    ("atoms", "solve-", ".checkpoint"),
    ("cell-editor", "unsaved-", ".yaml"),
    ("cellgame", "statistics.db", ""),
    ("gomoku", "", ".psq"),
    ("gomoku", "", ".sgf"),
    ("warlight", "maps", ""),
    ("warlight", "warlight.db", ""),
    ("warlight", "", ".warlight"),
];

/// Files that do not tell whose they are: every program gets a copy.
const SHARED: &[&str] = &["settings.yaml", "history.txt"];

/// Whether a saved game or a file of games says that it is of this program.
fn says_so(path: &Path, program: &str) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    let head = String::from_utf8_lossy(&head);
    let saved = head.starts_with("pentad: ") && head.contains(&format!("\ngame: {program}\n"));
    let arena =
        head.starts_with("{\"format\":\"pentad arena") && head.contains(&format!("\"game\":\"{program}\""));
    read.is_ok() && (saved || arena)
}

fn belongs_to(path: &Path, program: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let own = |(owner, start, end): &(&str, &str, &str)| {
        *owner == program && name.starts_with(start) && name.ends_with(end)
    };
    NAMES.iter().any(own) || (name.ends_with(".yaml") || name.ends_with(".jsonl")) && says_so(path, program)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    // The journal of a database moves before the database, which is never opened without it.
    files.sort_by(|a, b| b.cmp(a));
    files
}

/// Whether an earlier version has used this folder, so that what is in it is ours.
fn is_of_earlier_version(dir: &Path) -> bool {
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["autosave-", "finished-", "unsaved-"].iter().any(|start| name.starts_with(start))
    };
    let known = ["settings.yaml", "statistics.db", "warlight.db"].map(|name| dir.join(name));
    known.iter().any(|file| file.is_file()) || files(dir).iter().any(is_ours)
}

/// Moves the files of `program` from `dir` to its own folder when that folder is used for the first time. What cannot be
/// moved stays: nothing is replaced.
pub(super) fn adopt(dir: &Path, program: &str, own: &Path) {
    if own.exists() || !is_of_earlier_version(dir) {
        return;
    }
    let below = |name: &str| files(&dir.join(name)).into_iter();
    let all = files(dir).into_iter().chain(below("saves")).chain(below("arena"));
    let found: Vec<PathBuf> = all.filter(|path| belongs_to(path, program)).collect();
    // Another program of the same name, started at the same time, may do the same.
    let Ok(Some(_lock)) = Lock::take(&own.join("move.lock")) else { return };
    for path in found {
        let Ok(relative) = path.strip_prefix(dir) else { continue };
        let target = own.join(relative);
        let moved = || make_folder(target.parent()?).ok().and_then(|()| fs::rename(&path, &target).ok());
        if !target.exists() {
            moved();
        }
    }
    for name in SHARED.iter().filter(|name| dir.join(name).is_file()) {
        let _ = fs::copy(dir.join(name), own.join(name));
    }
    for folder in ["saves", "arena"] {
        // Only an empty folder goes.
        let _ = fs::remove_dir(dir.join(folder));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;

    #[test]
    fn each_program_takes_its_own_files() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("saves")).unwrap();
        let game = |name: &str| format!("pentad: 2\ngame: {name}\nseed: 1\n");
        for (name, text) in [
            ("settings.yaml", "theme: dark\n".to_owned()),
            ("autosave-1.yaml", game("qttt")),
            ("autosave-2.yaml", game("atoms")),
            ("saves/mine.yaml", game("atoms")),
            ("saves/five.psq", "Piskvorky 15x15\n".to_owned()),
            ("statistics.db", String::new()),
            ("statistics.db-wal", String::new()),
            ("notes.yaml", "game: atoms\n".to_owned()),
        ] {
            fs::write(at(name), text).unwrap();
        }
        let store = Store::open("atoms", Some(dir.path())).unwrap();
        assert_eq!(store.data(), at("atoms"));
        assert!(at("atoms/autosave-2.yaml").is_file() && !at("autosave-2.yaml").exists());
        assert!(at("atoms/saves/mine.yaml").is_file() && at("autosave-1.yaml").is_file());
        assert_eq!(fs::read_to_string(store.settings_file()).unwrap(), "theme: dark\n");
        assert!(at("settings.yaml").is_file() && at("notes.yaml").is_file());
        for program in ["qttt", "gomoku", "cellgame"] {
            Store::open(program, Some(dir.path())).unwrap();
        }
        assert!(at("qttt/autosave-1.yaml").is_file() && at("gomoku/saves/five.psq").is_file());
        assert!(at("cellgame/statistics.db").is_file() && at("cellgame/statistics.db-wal").is_file());
        assert!(!at("saves").exists(), "it is empty");

        fs::write(at("autosave-2.yaml"), game("atoms") + "newer: 1\n").unwrap();
        Store::open("atoms", Some(dir.path())).unwrap();
        assert!(at("autosave-2.yaml").exists(), "files are moved once");
        Store::open("warlight", Some(&dir.path().join("missing"))).unwrap();
        assert!(!at("missing").exists(), "a folder is made when there is something to write");
        assert!(files(&at("atoms")).iter().all(|file| file.extension().is_none_or(|lock| lock != "lock")));
    }
}
