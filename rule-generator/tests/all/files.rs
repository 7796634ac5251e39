//! Files and settings in the window, driven by accessible names, without a display.

use crate::driver::{Driver, GeneratorDriver};
use egui::Key;
use egui_kittest::kittest::Queryable;
use rule_generator::mask::picture;
use rule_generator::samples::SAMPLES;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[test]
fn pictures_are_imported_with_a_preview_and_exported() {
    let mut driver = Driver::with_mask("#..#\n.##.\n.##.\n");
    driver.ctrl(Key::E);
    let path = driver.path("mask.png");
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    assert!(fs::read(&path).unwrap().starts_with(&picture::SIGNATURE));
    driver.menu("Edit", "Clear");
    driver.menu("File", "Import picture");
    driver.click("mask.png");
    assert!(driver.sees("preview, 4 × 3 cells"));
    driver.click("Invert");
    driver.click("Import");
    assert_eq!(driver.mask(), ".##.\n#..#\n#..#\n");
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "....\n....\n....\n", "an import is one step");
    driver.menu("File", "Import picture");
    driver.click("mask.png");
    driver.harness.get_by_label("Columns").set_value_accesskit(8.0);
    driver.settle();
    assert!(driver.sees("preview, 8 × 6 cells"), "the height follows");
    driver.click("Cancel");
    fs::write(&path, b"\x89PNG\r\n\x1a\nrubbish").unwrap();
    driver.menu("File", "Import picture");
    driver.click("mask.png");
    assert!(driver.reads("mask.png: the picture is"), "damage is explained");
    driver.click("Cancel");
}

#[test]
fn a_picture_keeps_its_colours() {
    let mut driver = Driver::with_mask("#.a\n.b#\n");
    driver.ctrl(Key::E);
    let path = driver.path("mask.png");
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    driver.menu("Edit", "Clear");
    driver.menu("File", "Import picture");
    driver.click("mask.png");
    driver.click("Import");
    assert_eq!(driver.mask(), "#.a\n.b#\n");
    driver.menu("File", "Import picture");
    driver.click("mask.png");
    driver.click("Keep its 4 colours");
    driver.click("Import");
    assert!(!driver.mask().contains(['a', 'b']), "{}", driver.mask());
}

#[test]
fn settings_and_the_mask_survive_and_damaged_settings_are_set_aside() {
    let mut driver = Driver::empty();
    assert_eq!(driver.mask(), SAMPLES[0].text);
    driver.click("column 1, row 1, paper");
    driver.click("One state");
    driver.click("Symmetric");
    driver.menu("File", "Settings");
    driver.click("Dark");
    driver.click("Lines between cells");
    driver.click("Close");
    driver.wait("the settings", |driver| driver.stored().contains("border: false"));
    let mask = driver.mask();
    let driver = driver.restart();
    assert_eq!(driver.mask(), mask);
    let stored = driver.stored();
    assert!(
        stored.contains("ink: one") && stored.contains("symmetric: true") && stored.contains("theme: dark"),
        "{stored}"
    );
    fs::write(driver.path("data/settings.yaml"), "cell: [\n").unwrap();
    let driver = driver.restart();
    assert_eq!(driver.mask(), SAMPLES[0].text);
    assert!(driver.message().contains("set aside"), "{}", driver.message());
    assert!(driver.path("data/settings.yaml.damaged").exists());
}

#[test]
fn files_that_cannot_be_read_are_explained() {
    let driver = Driver::with_mask("..#\n.\n");
    assert!(driver.message().contains("line 2"), "{}", driver.message());
    assert_eq!(driver.mask(), SAMPLES[0].text);
    let driver = Driver::open(tempfile::tempdir().unwrap(), Some("gone.txt"));
    let message = driver.message();
    assert!(message.contains("gone.txt") && !message.contains("os error"), "{message}");
}

#[test]
fn only_files_that_can_be_written_are_listed() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    for name in ["a.txt", "b.png", "c.pcell"] {
        fs::write(driver.path(name), "").unwrap();
    }
    let listed = |driver: &Driver| ["a.txt", "b.png", "c.pcell"].map(|name| driver.sees(name));
    driver.ctrl(Key::S);
    assert_eq!(listed(&driver), [true, true, false]);
    let contradicts = |driver: &Driver| driver.reads("will be replaced") && driver.reads("The name must end");
    driver.type_into("Name or path of the file", "c.pcell");
    assert!(driver.reads("The name must end") && !contradicts(&driver));
    driver.key(Key::Escape);
    driver.generate();
    driver.ctrl(Key::S);
    assert_eq!(listed(&driver), [false, false, true]);
    driver.key(Key::Escape);
    driver.keys(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::O);
    assert_eq!(listed(&driver), [false, true, false], "an import is a picture");
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|why| why.to_string())
    }
}

#[test]
fn dropped_files_are_opened() {
    let mut driver = Driver::empty();
    let mut drop_file = |name: &str, content: &str| {
        let path = driver.path(name);
        fs::write(&path, content).unwrap();
        driver.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        driver.settle();
        (driver.mask(), driver.message().to_owned())
    };
    assert_eq!(drop_file("dropped.txt", "#.#\n.#.\n").0, "#.#\n.#.\n");
    let (mask, message) = drop_file("rule.ccell", "2\n");
    assert!(message.contains("only .pcell files have a picture"), "{message}");
    assert_eq!(mask, "#.#\n.#.\n");
    assert!(drop_file("broken.pcell", "red").1.contains("broken.pcell"));
}
