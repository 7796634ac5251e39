//! What is being edited, kept on disk as long as it is not saved, so that it survives whatever ends the program.

use crate::document::Document;
use common::automaton::{Automaton, Kind};
use common::store::{self, AutosaveSlot, AutosaveSlots, Store};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Unsaved work, as it stands on disk.
#[derive(Debug, Serialize, Deserialize)]
struct Work {
    name: String,
    path: Option<PathBuf>,
    /// The ending of its kind.
    kind: String,
    automaton: String,
}

/// Work that was not saved when its program ended.
#[derive(Debug)]
pub struct Lost {
    place: AutosaveSlot,
    work: Work,
    automaton: Automaton,
}

impl Lost {
    /// Whether it was about this file.
    pub fn is_of(&self, path: &Path) -> bool {
        let same = |one: &Path| std::fs::canonicalize(one).unwrap_or_else(|_| one.to_path_buf());
        self.work.path.as_deref().is_some_and(|own| same(own) == same(path))
    }
}

/// Keeps what is being edited.
#[derive(Debug)]
pub struct Recovery {
    places: Option<AutosaveSlots>,
    place: Option<AutosaveSlot>,
    /// The revision that was written last.
    written: Option<u64>,
    complained: bool,
}

impl Recovery {
    /// Gets ready, and finds what was lost, the newest last. The sentences tell what could not be done.
    pub fn open(store: &Store) -> (Recovery, Vec<Lost>, Vec<String>) {
        let mut said = Vec::new();
        let found = AutosaveSlots::new(store.data(), "unsaved").and_then(|places| Ok((places.unfinished()?, places)));
        let (places, left) = match found {
            Ok((left, places)) => (Some(places), left),
            Err(error) => {
                said.push(format!("Unsaved work will not survive a crash: {error}."));
                (None, Vec::new())
            }
        };
        let mut lost = Vec::new();
        for place in left {
            match read(place.path()) {
                Ok((work, automaton)) => lost.push(Lost { place, work, automaton }),
                Err(why) => {
                    let kept = store::set_aside(place.path());
                    said.push(format!("Unsaved work cannot be read: {why}; {kept}."));
                }
            }
        }
        (Recovery { complained: places.is_none(), places, ..Recovery::off() }, lost, said)
    }

    /// No keeping at all.
    pub fn off() -> Recovery {
        Recovery { places: None, place: None, written: None, complained: true }
    }

    /// Goes on with what was lost.
    pub fn adopt(&mut self, lost: Lost) -> Document {
        self.forget();
        self.place = Some(lost.place);
        Document::recovered(lost.automaton, lost.work.name, lost.work.path)
    }

    /// Whether this state of the document is still to be written.
    pub fn is_behind(&self, document: &Document) -> bool {
        document.is_changed() && self.written != Some(document.revision())
    }

    /// Keeps the document while it is unsaved. Tells once if that does not work.
    pub fn keep(&mut self, document: &Document) -> Option<String> {
        if !document.is_changed() {
            self.forget();
            return None;
        }
        if !self.is_behind(document) {
            return None;
        }
        self.written = Some(document.revision());
        let places = self.places.as_ref()?;
        if self.place.is_none() {
            self.place = places.free_slot();
        }
        let work = Work {
            name: document.name().to_owned(),
            path: document.path().map(Path::to_path_buf),
            kind: document.automaton().kind().ending().to_owned(),
            automaton: document.automaton().write(),
        };
        let error = match (&self.place, serde_yaml::to_string(&work)) {
            (Some(place), Ok(text)) => place.write(&text).err()?.to_string(),
            (None, _) => "too many editors have unsaved work".to_owned(),
            (_, Err(error)) => error.to_string(),
        };
        let first = !self.complained;
        self.complained = true;
        first.then(|| format!("Unsaved work will not survive a crash: {error}."))
    }

    /// The work is saved, or not wanted any more.
    pub fn forget(&mut self) {
        self.written = None;
        if let Some(place) = self.place.take() {
            place.clear();
        }
    }
}

fn read(path: &Path) -> Result<(Work, Automaton), String> {
    let text = store::read_text(path).map_err(|why| why.to_string())?;
    let work: Work = serde_yaml::from_str(&text).map_err(|why| why.to_string())?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.ending() == work.kind);
    let kind = kind.ok_or_else(|| format!("'{}' is no kind of automaton", work.kind))?;
    let automaton = Automaton::read(work.automaton.as_bytes(), kind).map_err(|why| why.to_string())?;
    Ok((work, automaton))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Edit;
    use common::automaton::{Triple, library};

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open("cell-editor", Some(dir.path())).unwrap();
        (dir, store)
    }

    fn changed() -> Document {
        let sample = library::named("rule-030.ccell").unwrap();
        let mut document = Document::copy_of(sample.automaton, sample.file);
        document.edit(Edit::rule(Triple::new(1, 1, 1), 1));
        document
    }

    #[test]
    fn unsaved_work_comes_back_after_a_crash() {
        let (_dir, store) = store();
        let (mut recovery, lost, said) = Recovery::open(&store);
        assert!(lost.is_empty() && said.is_empty());
        let document = changed();
        assert!(recovery.is_behind(&document));
        assert_eq!(recovery.keep(&document), None);
        assert!(!recovery.is_behind(&document));
        assert!(Recovery::open(&store).1.is_empty(), "it is under way here");
        drop(recovery);
        let (mut recovery, mut lost, _) = Recovery::open(&store);
        let back = recovery.adopt(lost.pop().unwrap());
        assert_eq!((back.automaton(), back.name()), (document.automaton(), document.name()));
        assert!(back.is_changed());
        recovery.forget();
        drop(recovery);
        assert!(Recovery::open(&store).1.is_empty());
    }

    #[test]
    fn what_is_saved_leaves_nothing_behind() {
        let (dir, store) = store();
        let (mut recovery, _, _) = Recovery::open(&store);
        let mut document = changed();
        recovery.keep(&document);
        document.save(&dir.path().join("mine.ccell"), None).unwrap();
        recovery.keep(&document);
        drop(recovery);
        assert!(Recovery::open(&store).1.is_empty());
    }

    #[test]
    fn damaged_work_is_set_aside() {
        let (dir, store) = store();
        for damaged in ["", "name: x", "name: x\npath: null\nkind: ccell\nautomaton: '3'\n", "\u{0}"] {
            std::fs::write(dir.path().join("unsaved-1.yaml"), damaged).unwrap();
            let (_recovery, lost, said) = Recovery::open(&store);
            assert!(lost.is_empty(), "{damaged:?}");
            assert!(said[0].contains("set aside"), "{said:?}");
        }
        assert!(dir.path().join("unsaved-1.yaml.damaged-3").exists());
    }
}
