//! What is done to map files. Pictures take a while to be read and written, so everything runs in the background.

use super::super::art::MapArt;
use super::edit::Version;
use super::library::MapSource;
use super::recovery::UnsavedMap;
use crate::map::{self, LoadedMap, Map, Mistake, paint};
use common::store;
use common::window::exported_message;
use common::words::sentence;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map that is opened for editing.
#[derive(Debug)]
pub struct OpenedMap {
    /// Where it comes from.
    pub source: MapSource,
    /// Where it is saved.
    pub path: PathBuf,
    /// There is no file yet.
    pub is_new: bool,
    /// What it looks like.
    pub art: Arc<MapArt>,
    /// Its picture is painted from the template, so it changes with the map.
    pub is_painted: bool,
    /// Regions without a pixel in the template.
    pub missing: Vec<Mistake>,
    /// Changes that were not saved when the program ended.
    pub restored: Option<Version>,
}

/// What a task has done.
#[derive(Debug)]
pub enum TaskDone {
    /// A map is in the folder now.
    Kept {
        /// The map.
        source: MapSource,
        /// What happened, in a sentence.
        message: String,
        /// It is to be opened for editing.
        edit: bool,
    },
    /// A map is to be edited.
    Opened(Box<OpenedMap>),
    /// Something else, in a sentence.
    Done(String),
}

/// How a task ended. The error is a sentence.
pub type TaskResult = Result<TaskDone, String>;

fn told(error: impl std::fmt::Display) -> String {
    sentence(&error.to_string())
}

/// A name as the name of a file: small letters, digits and hyphens.
fn file_name(name: &str) -> String {
    let mut text = String::new();
    for char in name.to_lowercase().chars() {
        if char.is_alphanumeric() {
            text.push(char);
        } else if !text.is_empty() && !text.ends_with('-') {
            text.push('-');
        }
    }
    let text: String = text.trim_end_matches('-').chars().take(60).collect();
    if text.is_empty() { "map".to_owned() } else { text }
}

/// A file for a map of this name that does not exist yet, and has no name of a built-in map.
pub fn free_path(folder: &Path, name: &str) -> PathBuf {
    let stem = file_name(name);
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}"));
    let mut names = std::iter::once(stem.clone()).chain(numbered);
    let is_free = |name: &String| {
        map::builtin().all(|builtin| builtin != name)
            && map::files_of(&folder.join(format!("{name}.yaml"))).iter().all(|file| !store::exists(file))
    };
    let name = names.find(is_free).unwrap_or(stem);
    folder.join(format!("{name}.yaml"))
}

/// Writes a map to a file, whose folder is created if need be.
pub fn save(loaded: &LoadedMap, path: &Path) -> Result<(), String> {
    make_folder_of(path)?;
    loaded.save(path).map_err(told)
}

fn make_folder_of(path: &Path) -> Result<(), String> {
    path.parent().map_or(Ok(()), |folder| store::make_folder(folder).map_err(told))
}

/// Writes a map that has the pictures of a stored one. They are copied: to encode them takes much longer.
fn save_copy(loaded: &LoadedMap, source: &str, path: &Path) -> Result<(), String> {
    let Some(pictures) = map::stored_pictures(source) else { return save(loaded, path) };
    make_folder_of(path)?;
    loaded.save_with(path, &pictures).map_err(told)
}

/// Saves a new map in the folder.
pub fn keep(loaded: &LoadedMap, folder: &Path, edit: bool) -> TaskResult {
    let path = free_path(folder, &loaded.map.name);
    save(loaded, &path)?;
    Ok(kept(loaded, path, edit))
}

/// Saves a copy of a stored map in the folder.
fn keep_copy(loaded: &LoadedMap, source: &str, folder: &Path) -> TaskResult {
    let path = free_path(folder, &loaded.map.name);
    save_copy(loaded, source, &path)?;
    Ok(kept(loaded, path, false))
}

fn kept(loaded: &LoadedMap, path: PathBuf, edit: bool) -> TaskDone {
    let message = format!("{} is in your maps now.", loaded.map.name);
    TaskDone::Kept { source: MapSource::File(path), message, edit }
}

/// A map with another name.
fn renamed(loaded: LoadedMap, name: &str) -> LoadedMap {
    let map = Map { name: name.to_owned(), ..Map::clone(&loaded.map) };
    LoadedMap { map: Arc::new(map), ..loaded }
}

/// The name of a copy.
fn copy_name(name: &str) -> String {
    let short: String = name.chars().take(map::check::MAX_NAME - 5).collect();
    format!("{short} copy")
}

/// Copies a map.
pub fn duplicate(source: &MapSource, folder: &Path) -> TaskResult {
    let loaded = map::load(&source.text()).map_err(told)?;
    let name = copy_name(&loaded.map.name);
    keep_copy(&renamed(loaded, &name), &source.text(), folder)
}

/// Copies a map file into the folder.
pub fn add_file(path: &Path, folder: &Path) -> TaskResult {
    let source = path.to_string_lossy();
    let loaded = map::load(&source).map_err(told)?;
    keep_copy(&loaded, &source, folder)
}

/// Gives a map of the folder another name; its files too.
pub fn rename(path: &Path, name: &str, folder: &Path) -> TaskResult {
    let loaded = renamed(map::load(&path.to_string_lossy()).map_err(told)?, name);
    let mistakes = map::check::structure(&loaded.map);
    if let Some(mistake) = mistakes.first() {
        return Err(told(mistake));
    }
    let same = path.file_stem().is_some_and(|stem| stem.to_string_lossy() == file_name(name));
    let target = if same { path.to_path_buf() } else { free_path(folder, name) };
    save_copy(&loaded, &path.to_string_lossy(), &target)?;
    if !same {
        delete(path)?;
    }
    let message = format!("The map is named {name} now.");
    Ok(TaskDone::Kept { source: MapSource::File(target), message, edit: false })
}

/// Deletes the files of a map.
pub fn delete(path: &Path) -> Result<(), String> {
    for file in map::files_of(path).iter().filter(|file| store::exists(file)) {
        store::remove(file).map_err(told)?;
    }
    Ok(())
}

/// Writes a map to another place: all of it, or only its picture as PNG.
pub fn export(source: &MapSource, path: &Path) -> TaskResult {
    let loaded = map::load(&source.text()).map_err(told)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        let bytes = match map::stored_pictures(&source.text()) {
            Some([picture, _]) => picture,
            None => map::template::encode(&loaded.picture).map_err(told)?,
        };
        store::write_atomic(path, &bytes).map_err(told)?;
    } else {
        save_copy(&loaded, &source.text(), path)?;
    }
    Ok(TaskDone::Done(exported_message(path)))
}

/// Opens a map for editing. A built-in map is copied; the copy gets a file when it is saved.
pub fn open(source: &MapSource, folder: &Path) -> TaskResult {
    let (mut loaded, mistakes) = map::load_with_mistakes(&source.text()).map_err(told)?;
    let path = match source {
        MapSource::File(path) => path.clone(),
        MapSource::Builtin(_) => {
            let name = copy_name(&loaded.map.name);
            loaded = renamed(loaded, &name);
            free_path(folder, &name)
        }
    };
    Ok(opened(loaded, mistakes, source, path))
}

fn opened(mut loaded: LoadedMap, mistakes: Vec<Mistake>, source: &MapSource, path: PathBuf) -> TaskDone {
    loaded.id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_painted = paint::paint(&loaded.map, &loaded.template) == *loaded.picture;
    let missing = mistakes.into_iter().filter(|it| matches!(it, Mistake::MissingInTemplate { .. })).collect();
    let art = Arc::new(MapArt::new(loaded, false));
    let (source, is_new) = (source.clone(), source.file().is_none());
    TaskDone::Opened(Box::new(OpenedMap { source, path, is_new, art, is_painted, missing, restored: None }))
}

/// Opens a map with the changes that were not saved when the program ended.
pub fn restore(unsaved: UnsavedMap) -> TaskResult {
    let UnsavedMap { source, path, version } = unsaved;
    let name = &version.map.name;
    let (loaded, mistakes) = map::load_with_mistakes(&source.text())
        .map_err(|why| format!("The changes of {name} cannot be restored, but are kept: {why}."))?;
    let loaded = match source {
        MapSource::File(_) => loaded,
        // What was edited is a copy.
        MapSource::Builtin(_) => {
            let name = copy_name(&loaded.map.name);
            renamed(loaded, &name)
        }
    };
    let TaskDone::Opened(mut opened) = opened(loaded, mistakes, &source, path) else {
        return Err("The changes cannot be restored.".to_owned());
    };
    opened.restored = Some(version);
    Ok(TaskDone::Opened(opened))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_file_names() {
        for (name, file) in [
            ("World copy", "world-copy"),
            ("  Ostrov č. 3!", "ostrov-č-3"),
            ("../../etc", "etc"),
            ("***", "map"),
        ] {
            assert_eq!(file_name(name), file);
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            free_path(folder.path(), "World"),
            folder.path().join("world-2.yaml"),
            "world is built in"
        );
        std::fs::write(folder.path().join("isle.png"), "").unwrap();
        assert_eq!(free_path(folder.path(), "Isle"), folder.path().join("isle-2.yaml"));
    }

    #[test]
    fn a_map_is_copied_renamed_exported_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let maps = folder.path().join("maps");
        let Ok(TaskDone::Kept { source, .. }) = duplicate(&MapSource::Builtin("brindle"), &maps) else {
            panic!("it is copied")
        };
        let path = maps.join("brindle-copy.yaml");
        assert_eq!(source, MapSource::File(path.clone()));
        assert!(rename(&path, "", &maps).is_err() && path.exists());
        let Ok(TaskDone::Kept { source, .. }) = rename(&path, "Isle", &maps) else { panic!("it is renamed") };
        assert!(!path.exists());
        assert_eq!(map::load(&source.text()).unwrap().map.name, "Isle");
        let target = folder.path().join("out/isle.yaml");
        export(&source, &target).unwrap();
        let stored = |source: &str| map::stored_pictures(source).unwrap();
        assert!(stored(&target.to_string_lossy()) == stored("brindle"), "the pictures are copied");
        assert!(map::load(&target.to_string_lossy()).is_ok());
        delete(source.file().unwrap()).unwrap();
        assert_eq!(std::fs::read_dir(&maps).unwrap().count(), 0);
        assert!(open(&source, &maps).is_err(), "it was deleted meanwhile");
    }
}
