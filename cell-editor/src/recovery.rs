//! Crash recovery: unsaved work is stored on disk until it is saved.

use crate::document::Document;
use crate::history::{AutomatonText, History};
use common::automaton::Automaton;
use common::limits;
use common::store::{self, AutosaveSlot, AutosaveSlots, Store};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The content of a recovery file.
#[derive(Debug, Serialize, Deserialize)]
struct WorkFile {
    name: String,
    path: Option<PathBuf>,
    #[serde(flatten)]
    automaton: AutomatonText,
    /// The edits that can be undone.
    #[serde(default)]
    history: Option<History>,
}

/// Work of an earlier run that was not saved.
#[derive(Debug)]
pub struct UnsavedWork {
    slot: AutosaveSlot,
    file: WorkFile,
    automaton: Automaton,
}

impl UnsavedWork {
    /// Whether the work belongs to this file.
    pub fn belongs_to(&self, path: &Path) -> bool {
        let canonical = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        self.file.path.as_deref().is_some_and(|own| canonical(own) == canonical(path))
    }
}

/// Stores the unsaved work of this run.
#[derive(Debug)]
pub struct Recovery {
    slots: Option<AutosaveSlots>,
    slot: Option<AutosaveSlot>,
    /// The revision that was written last.
    written: Option<u64>,
    warned: bool,
}

impl Recovery {
    /// Finds unsaved work of earlier runs, newest last. The messages describe problems.
    pub fn open(store: &Store) -> (Recovery, Vec<UnsavedWork>, Vec<String>) {
        let mut messages = Vec::new();
        let found =
            AutosaveSlots::new(store.data(), "unsaved").and_then(|slots| Ok((slots.unfinished()?, slots)));
        let (slots, left) = match found {
            Ok((left, slots)) => (Some(slots), left),
            Err(error) => {
                messages.push(format!("Unsaved work will not survive a crash: {error}."));
                (None, Vec::new())
            }
        };
        let mut unsaved = Vec::new();
        for slot in left {
            match read(slot.path()) {
                Ok((file, automaton)) => unsaved.push(UnsavedWork { slot, file, automaton }),
                Err(why) => {
                    let kept = store::set_aside(slot.path());
                    messages.push(format!("Unsaved work cannot be read: {why}; {kept}."));
                }
            }
        }
        (Recovery { warned: slots.is_none(), slots, ..Recovery::off() }, unsaved, messages)
    }

    /// Stores nothing.
    pub fn off() -> Recovery {
        Recovery { slots: None, slot: None, written: None, warned: true }
    }

    /// Continues with unsaved work of an earlier run.
    pub fn resume(&mut self, unsaved: UnsavedWork) -> Document {
        self.discard();
        self.slot = Some(unsaved.slot);
        let WorkFile { name, path, history, .. } = unsaved.file;
        Document::recovered(unsaved.automaton, name, path, history.as_ref())
    }

    /// Whether the document has unsaved changes that are not stored yet.
    pub fn needs_saving(&self, document: &Document) -> bool {
        document.is_changed() && self.written != Some(document.revision())
    }

    /// Stores the document if it has unsaved changes. Returns the first error as a message.
    pub fn save(&mut self, document: &Document) -> Option<String> {
        if !document.is_changed() {
            self.discard();
            return None;
        }
        if !self.needs_saving(document) {
            return None;
        }
        self.written = Some(document.revision());
        let slots = self.slots.as_ref()?;
        if self.slot.is_none() {
            self.slot = slots.free_slot();
        }
        let file = WorkFile {
            name: document.name().to_owned(),
            path: document.path().map(Path::to_path_buf),
            automaton: AutomatonText::new(document.automaton()),
            history: document.history(),
        };
        // JSON is YAML too, and its parser takes no longer for deep or long texts.
        let error = match (&self.slot, serde_json::to_string(&file)) {
            (Some(slot), Ok(text)) => slot.write(&text).err()?.to_string(),
            (None, _) => "too many editors have unsaved work".to_owned(),
            (_, Err(error)) => error.to_string(),
        };
        let first = !self.warned;
        self.warned = true;
        first.then(|| format!("Unsaved work will not survive a crash: {error}."))
    }

    /// Removes the stored work, because it is saved or not needed any more.
    pub fn discard(&mut self) {
        self.written = None;
        if let Some(slot) = self.slot.take() {
            slot.clear();
        }
    }
}

fn read(path: &Path) -> Result<(WorkFile, Automaton), String> {
    let text = store::read_text(path, limits::UNSAVED_WORK_BYTES).map_err(|why| why.to_string())?;
    let file: WorkFile = match serde_json::from_str(&text) {
        Err(why) if text.starts_with('{') => return Err(why.to_string()),
        // Earlier versions wrote YAML.
        Err(_) => limits::parse_yaml(&text, limits::SAVE_YAML)?,
        Ok(file) => file,
    };
    let automaton = file.automaton.read()?;
    Ok((file, automaton))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Edit;
    use common::automaton::{Triple, library};

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        (dir, store)
    }

    fn changed() -> Document {
        let sample = library::find("rule-030.ccell").unwrap();
        let mut document = Document::copy_of(sample.automaton, sample.file);
        document.edit(Edit::rule(Triple::new(1, 1, 1), 1));
        document
    }

    #[test]
    fn unsaved_work_is_recovered_after_a_crash() {
        let (_dir, store) = store();
        let (mut recovery, unsaved, messages) = Recovery::open(&store);
        assert!(unsaved.is_empty() && messages.is_empty());
        let document = changed();
        assert!(recovery.needs_saving(&document));
        assert_eq!(recovery.save(&document), None);
        assert!(!recovery.needs_saving(&document));
        assert!(Recovery::open(&store).1.is_empty(), "this run is using it");
        drop(recovery);
        let (mut recovery, mut unsaved, _) = Recovery::open(&store);
        let recovered = recovery.resume(unsaved.pop().unwrap());
        assert_eq!((recovered.automaton(), recovered.name()), (document.automaton(), document.name()));
        assert!(recovered.is_changed());
        let mut undone = recovered.clone();
        assert_eq!(undone.undo().as_deref(), Some("the rule for 111"));
        assert_eq!(undone.automaton(), &library::find("rule-030.ccell").unwrap().automaton);
        assert!(!undone.can_undo());
        recovery.discard();
        drop(recovery);
        assert!(Recovery::open(&store).1.is_empty());
    }

    #[test]
    fn without_its_edits_recovered_work_can_be_undone_as_one_step() {
        let (dir, store) = store();
        let path = dir.path().join("mine.ccell");
        let mut document = changed();
        document.save(&path, None).unwrap();
        let saved = document.automaton().clone();
        document.edit(Edit::rule(Triple::new(0, 0, 0), 1));
        document.edit(Edit::rule(Triple::new(0, 0, 1), 0));
        let (mut recovery, _, _) = Recovery::open(&store);
        recovery.save(&document);
        drop(recovery);
        let work = dir.path().join("unsaved-1.yaml");
        let text = std::fs::read_to_string(&work).unwrap();
        // The edits are damaged: they lead to another automaton.
        let damaged = text.replace("{\"rules\":\"001 0\"}", "{\"rules\":\"001 1\"}");
        assert_ne!(text, damaged);
        for (text, steps) in [(text, 3), (damaged, 1)] {
            std::fs::write(&work, text).unwrap();
            let (mut recovery, mut unsaved, _) = Recovery::open(&store);
            let mut recovered = recovery.resume(unsaved.pop().unwrap());
            assert!(recovered.is_changed());
            let undone = std::iter::from_fn(|| recovered.undo()).count();
            assert_eq!(undone, steps);
            if steps == 1 {
                assert_eq!((recovered.automaton(), recovered.is_changed()), (&saved, false));
            }
        }
    }

    #[test]
    fn saved_work_leaves_no_recovery_file() {
        let (dir, store) = store();
        let (mut recovery, _, _) = Recovery::open(&store);
        let mut document = changed();
        recovery.save(&document);
        document.save(&dir.path().join("mine.ccell"), None).unwrap();
        recovery.save(&document);
        drop(recovery);
        assert!(Recovery::open(&store).1.is_empty());
    }

    #[test]
    fn damaged_work_is_set_aside() {
        let (dir, store) = store();
        for damaged in ["", "name: x", "name: x\npath: null\nkind: ccell\nautomaton: '3'\n", "\u{0}"] {
            std::fs::write(dir.path().join("unsaved-1.yaml"), damaged).unwrap();
            let (_recovery, unsaved, messages) = Recovery::open(&store);
            assert!(unsaved.is_empty(), "{damaged:?}");
            assert!(messages[0].contains("set aside"), "{messages:?}");
        }
        assert!(dir.path().join("unsaved-1.yaml.damaged-3").exists());
    }
}
