//! A driver for the window with the actions and queries of the tests.

use common::store::Store;
use common::testing::window;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;
use rule_generator::view::Generator;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

pub type Driver = window::Driver<Generator>;

/// Actions and queries of the tests.
pub trait GeneratorDriver {
    fn open(dir: TempDir, file: Option<&str>) -> Driver;
    fn empty() -> Driver;
    fn with_mask(mask: &str) -> Driver;
    fn restart(self) -> Driver;
    fn path(&self, name: &str) -> PathBuf;
    fn mask(&self) -> String;
    fn message(&self) -> &str;
    fn menu(&mut self, menu: &str, item: &str);
    fn type_into(&mut self, field: &str, text: &str);
    fn centre(&self, label: &str) -> Pos2;
    fn button(&mut self, at: Pos2, button: PointerButton, pressed: bool);
    fn drag(&mut self, button: PointerButton, cells: &[&str]);
    fn generate(&mut self);
    fn stored(&self) -> String;
}

impl GeneratorDriver for Driver {
    fn open(dir: TempDir, file: Option<&str>) -> Driver {
        let store = Store::open("rule-generator", Some(&dir.path().join("data"))).unwrap();
        let file = file.map(|file| dir.path().join(file));
        Driver::start(dir, [1280.0, 800.0], move |ctx| Generator::new(store.clone(), file.as_deref(), ctx))
    }

    fn empty() -> Driver {
        Driver::open(tempfile::tempdir().unwrap(), None)
    }

    /// Opens a file that contains this mask.
    fn with_mask(mask: &str) -> Driver {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("mask.txt"), mask).unwrap();
        Driver::open(dir, Some("mask.txt"))
    }

    /// Drops the window and opens another one with the same data folder.
    fn restart(self) -> Driver {
        let window::Driver { harness, dir } = self;
        drop(harness);
        Driver::open(dir, None)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn mask(&self) -> String {
        self.window().mask().to_string()
    }

    fn message(&self) -> &str {
        self.window().message()
    }

    fn menu(&mut self, menu: &str, item: &str) {
        self.click(menu);
        self.click_begin(item);
    }

    /// Replaces the text in a field.
    fn type_into(&mut self, field: &str, text: &str) {
        self.harness.get_by_label(field).focus();
        self.settle();
        self.ctrl(Key::A);
        self.key(Key::Backspace);
        for letter in text.chars() {
            self.harness.event(Event::Text(letter.to_string()));
            self.settle();
        }
    }

    fn centre(&self, label: &str) -> Pos2 {
        self.harness.get_by_label(label).rect().center()
    }

    fn button(&mut self, at: Pos2, button: PointerButton, pressed: bool) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        self.settle();
    }

    /// Drags the pointer over cells.
    fn drag(&mut self, button: PointerButton, cells: &[&str]) {
        let places: Vec<Pos2> = cells.iter().map(|cell| self.centre(cell)).collect();
        self.button(places[0], button, true);
        for place in &places {
            self.harness.event(Event::PointerMoved(*place));
            self.settle();
        }
        self.button(*places.last().unwrap(), button, false);
    }

    /// Generates and waits for the end.
    fn generate(&mut self) {
        self.click("Generate");
        self.wait("the end of the search", |driver| !driver.window().is_searching());
        self.settle();
    }

    fn stored(&self) -> String {
        fs::read_to_string(self.path("data/settings.yaml")).unwrap_or_default()
    }
}
