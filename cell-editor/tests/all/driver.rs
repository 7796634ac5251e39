//! A driver for the window with the actions and queries of the tests.

use cell_editor::document::Document;
use cell_editor::view::Editor;
use common::automaton::{Automaton, AutomatonKind, Boundary, Triple, wolfram};
use common::store::Store;
use common::testing::window;
use egui::Modifiers;
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub type Driver = window::Driver<Editor>;

/// A test that waits longer than this hangs.
const HANG: Duration = Duration::from_mins(5);

/// Actions and queries of the editor tests.
pub trait EditorDriver {
    fn open(dir: TempDir, file: Option<&str>) -> Driver;
    fn sized(size: [f32; 2], name: &str, automaton: &Automaton) -> Driver;
    fn empty() -> Driver;
    fn with_file(name: &str, automaton: &Automaton) -> Driver;
    fn rule(number: &str) -> Driver;
    fn restart_after_kill(self, file: Option<&str>) -> Driver;
    fn bytes(&self, name: &str) -> Vec<u8>;
    fn document(&self) -> &Document;
    fn automaton(&self) -> &Automaton;
    fn wolfram_number(&self) -> String;
    fn result(&self, triple: &str) -> Option<u8>;
    fn message(&self) -> &str;
    fn click_with(&mut self, modifiers: Modifiers, label: &str);
    fn autosaves(&self) -> Vec<String>;
    fn wait_for_autosave(&mut self, text: &str);
    fn visible_rules(&self) -> usize;
}

impl EditorDriver for Driver {
    /// Opens the window with this data folder and a file in it.
    fn open(dir: TempDir, file: Option<&str>) -> Driver {
        let store = Store::at(&dir.path().join("data"));
        let file = file.map(|file| dir.path().join(file));
        Driver::start(dir, [1280.0, 800.0], move |ctx| Editor::new(store.clone(), file.as_deref(), ctx))
    }

    /// Opens a file that contains this automaton in a window of this size.
    fn sized(size: [f32; 2], name: &str, automaton: &Automaton) -> Driver {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(name);
        automaton.save(&file).unwrap();
        let store = Store::at(&dir.path().join("data"));
        Driver::start(dir, size, move |ctx| Editor::new(store.clone(), Some(&file), ctx))
    }

    fn empty() -> Driver {
        Driver::open(tempfile::tempdir().unwrap(), None)
    }

    /// Opens a file that contains this automaton.
    fn with_file(name: &str, automaton: &Automaton) -> Driver {
        let dir = tempfile::tempdir().unwrap();
        automaton.save(&dir.path().join(name)).unwrap();
        Driver::open(dir, Some(name))
    }

    fn rule(number: &str) -> Driver {
        let automaton = Automaton::new(AutomatonKind::Common, &wolfram::table(2, number).unwrap()).unwrap();
        Driver::with_file("rule.ccell", &automaton)
    }

    /// Drops the window without closing it, and opens another one with the same data folder.
    fn restart_after_kill(self, file: Option<&str>) -> Driver {
        let window::Driver { harness, dir } = self;
        drop(harness);
        Driver::open(dir, file)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn document(&self) -> &Document {
        self.window().document().expect("a document is open")
    }

    fn automaton(&self) -> &Automaton {
        self.document().automaton()
    }

    fn wolfram_number(&self) -> String {
        wolfram::number(&self.automaton().table())
    }

    fn result(&self, triple: &str) -> Option<u8> {
        let cells: Vec<u8> = triple.bytes().map(|digit| digit - b'0').collect();
        self.automaton().rule(Triple::new(cells[0], cells[1], cells[2]))
    }

    fn message(&self) -> &str {
        self.window().message()
    }

    fn click_with(&mut self, modifiers: Modifiers, label: &str) {
        self.harness.get_by_label(label).click_modifiers(modifiers);
        self.settle();
    }

    /// The content of the recovery files.
    fn autosaves(&self) -> Vec<String> {
        let files = fs::read_dir(self.path("data")).unwrap().map(|file| file.unwrap().path());
        let is_autosave = |path: &PathBuf| {
            path.file_name().unwrap().to_string_lossy().starts_with("unsaved-")
                && path.extension().is_some_and(|extension| extension == "yaml")
        };
        files.filter(is_autosave).map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    /// Lets frames pass until a recovery file contains this text.
    fn wait_for_autosave(&mut self, text: &str) {
        let start = Instant::now();
        while !self.autosaves().iter().any(|autosave| autosave.contains(text)) {
            assert!(start.elapsed() < HANG, "no recovery file contains {text:?}: {:?}", self.autosaves());
            thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
    }

    fn visible_rules(&self) -> usize {
        let is_rule = |label: &str| label.starts_with("rule ") || label.starts_with("no rule for ");
        self.harness.query_all_by(|node| node.label().is_some_and(|label| is_rule(&label))).count()
    }
}

/// A picture of 7 cells and 4 generations.
pub fn picture() -> Automaton {
    let table = wolfram::table(2, "90").unwrap();
    Automaton::picture(&table, Boundary::default(), vec![0, 0, 0, 1, 0, 0, 0], 4)
}
