//! Crash recovery of the map editor: changes that are not saved are kept in a file until they are.

use super::edit::Version;
use super::library::MapSource;
use crate::map::{self, Map, edit};
use common::limits::{self, YamlLimits};
use common::store::{self, AutosaveSlot, AutosaveSlots, BackgroundWriter};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The limits of a recovery file. It is longer than a map file, because it names regions by number, one on a line.
const LIMITS: YamlLimits = YamlLimits { bytes: limits::SAVE_BYTES, depth: 16, brackets: 4000 };

/// Changes of a map that are not saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedMap {
    /// The map that was opened, whose pictures are used.
    pub source: MapSource,
    /// Where it is to be saved.
    pub path: PathBuf,
    /// The map with the changes.
    pub version: Version,
}

/// The content of a recovery file.
#[derive(Debug, Serialize, Deserialize)]
struct WorkFile {
    /// The name of a built-in map; empty for a file.
    #[serde(default)]
    builtin: String,
    path: PathBuf,
    about: String,
    map: Map,
}

/// Keeps the changes of this run, and finds those of earlier ones.
#[derive(Debug, Default)]
pub struct Recovery {
    slots: Option<AutosaveSlots>,
    slot: Option<AutosaveSlot>,
    writer: Option<BackgroundWriter>,
    /// What was written last.
    written: Option<Version>,
    found: Vec<(AutosaveSlot, UnsavedMap)>,
}

impl Recovery {
    /// Looks for changes of earlier runs. Returns what is wrong with them, in a sentence.
    pub fn open(folder: &Path) -> (Recovery, Option<String>) {
        let found = AutosaveSlots::new(folder, "unsaved-map")
            .and_then(|slots| slots.unfinished().map(|unfinished| (slots, unfinished)));
        let (slots, unfinished) = match found {
            Ok(found) => found,
            Err(why) => {
                let why = format!("Changes of maps will not survive a crash: {why}.");
                return (Recovery::default(), Some(why));
            }
        };
        let (mut found, mut trouble) = (Vec::new(), None);
        for slot in unfinished {
            match read(slot.path()) {
                Ok(unsaved) => found.push((slot, unsaved)),
                Err(why) => {
                    let aside = store::set_aside(slot.path());
                    trouble = Some(format!("Unsaved changes of a map cannot be read: {why}; {aside}."));
                }
            }
        }
        (Recovery { slots: Some(slots), found, ..Recovery::default() }, trouble)
    }

    /// The newest changes of an earlier run.
    pub fn found(&self) -> Option<&UnsavedMap> {
        self.found.last().map(|(_, unsaved)| unsaved)
    }

    /// Goes on with the changes that were found. They are kept until they are saved.
    pub fn resume(&mut self) -> Option<UnsavedMap> {
        let (slot, unsaved) = self.found.pop()?;
        self.discard();
        self.slot = Some(slot);
        Some(unsaved)
    }

    /// The changes could not be restored: they stay on the disk for the next run.
    pub fn release(&mut self) {
        self.slot = None;
    }

    /// Drops the changes that were found.
    pub fn discard_found(&mut self) {
        if let Some((slot, _)) = self.found.pop() {
            slot.clear();
        }
    }

    /// Keeps the changes of the editor, if it has some that are not kept yet.
    pub fn keep(&mut self, unsaved: Option<UnsavedMap>) {
        let Some(UnsavedMap { source, path, version }) = unsaved else {
            self.discard();
            return;
        };
        if self.written.as_ref() == Some(&version) {
            return;
        }
        if self.slot.is_none() {
            self.slot = self.slots.as_ref().and_then(AutosaveSlots::free_slot);
        }
        let builtin = match source {
            MapSource::Builtin(name) => name.to_owned(),
            MapSource::File(_) => String::new(),
        };
        let file = WorkFile { builtin, path, about: version.about.clone(), map: Map::clone(&version.map) };
        if let (Some(slot), Ok(text)) = (&self.slot, serde_yaml::to_string(&file)) {
            self.writer.get_or_insert_with(BackgroundWriter::default).write(slot.path(), text);
        }
        self.written = Some(version);
    }

    /// Removes what is kept, because it is saved or not wanted any more.
    pub fn discard(&mut self) {
        self.written = None;
        if let Some(slot) = self.slot.take() {
            if let Some(writer) = &self.writer {
                writer.flush();
            }
            slot.clear();
        }
    }
}

fn read(path: &Path) -> Result<UnsavedMap, String> {
    let text = store::read_text(path, LIMITS.bytes).map_err(|why| why.to_string())?;
    let file: WorkFile = limits::parse_yaml(&text, LIMITS)?;
    if !edit::is_consistent(&file.map) {
        return Err("its regions do not fit together".to_owned());
    }
    let source = match file.builtin.as_str() {
        "" => MapSource::File(file.path.clone()),
        name => MapSource::Builtin(
            map::builtin().find(|known| *known == name).ok_or_else(|| format!("there is no map '{name}'"))?,
        ),
    };
    let version = Version { map: Arc::new(file.map), about: file.about };
    Ok(UnsavedMap { source, path: file.path, version })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsaved(name: &str) -> UnsavedMap {
        let mut map = Map::clone(&map::load_structure("brindle").unwrap());
        // A map with mistakes, as it may be while it is edited.
        map.regions[1].name = map.regions[0].name.clone();
        name.clone_into(&mut map.name);
        UnsavedMap {
            source: MapSource::Builtin("brindle"),
            path: PathBuf::from("maps/brindle-copy.yaml"),
            version: Version { map: Arc::new(map), about: "An island.".to_owned() },
        }
    }

    #[test]
    fn changes_survive_a_crash_until_they_are_saved() {
        let dir = tempfile::tempdir().unwrap();
        let (mut recovery, trouble) = Recovery::open(dir.path());
        assert!(trouble.is_none() && recovery.found().is_none());
        recovery.keep(Some(unsaved("First")));
        recovery.keep(Some(unsaved("Second")));
        drop(recovery);
        let (mut recovery, trouble) = Recovery::open(dir.path());
        assert_eq!((recovery.found(), trouble), (Some(&unsaved("Second")), None));
        assert_eq!(recovery.resume(), Some(unsaved("Second")));
        // Not saved yet, and the program ends again.
        drop(recovery);
        let (mut recovery, _) = Recovery::open(dir.path());
        let resumed = recovery.resume();
        recovery.keep(resumed);
        recovery.keep(None);
        drop(recovery);
        assert!(Recovery::open(dir.path()).0.found().is_none());
    }

    #[test]
    fn damaged_changes_are_set_aside() {
        let dir = tempfile::tempdir().unwrap();
        for text in ["nonsense: [", "builtin: nowhere\npath: x\nabout: ''\nmap: {}"] {
            std::fs::write(dir.path().join("unsaved-map-1.yaml"), text).unwrap();
            let (recovery, trouble) = Recovery::open(dir.path());
            let trouble = trouble.unwrap();
            assert!(recovery.found().is_none(), "{text}");
            assert!(trouble.starts_with("Unsaved changes of a map cannot be read: "), "{trouble}");
        }
    }
}
