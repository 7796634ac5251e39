//! A driver for the window with the actions and queries of the tests.

use common::store::Store;
use common::testing::window;
use egui::{PointerButton, Pos2};
use rule_generator::view::Generator;
use std::fs;
use tempfile::TempDir;

pub type Driver = window::Driver<Generator>;

/// Actions and queries of the tests.
pub trait GeneratorDriver {
    fn open(dir: TempDir, file: Option<&str>) -> Driver;
    fn empty() -> Driver;
    fn with_mask(mask: &str) -> Driver;
    fn restart(self) -> Driver;
    fn mask(&self) -> String;
    fn message(&self) -> &str;
    fn drag(&mut self, button: PointerButton, cells: &[&str]);
    fn generate(&mut self);
    fn stored(&self) -> String;
}

impl GeneratorDriver for Driver {
    fn open(dir: TempDir, file: Option<&str>) -> Driver {
        let store = Store::at(&dir.path().join("data"));
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

    fn mask(&self) -> String {
        self.window().mask().to_string()
    }

    fn message(&self) -> &str {
        self.window().message()
    }

    /// Drags the pointer over cells.
    fn drag(&mut self, button: PointerButton, cells: &[&str]) {
        let places: Vec<Pos2> = cells.iter().map(|cell| self.centre(cell)).collect();
        self.drag_over(button, &places);
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
