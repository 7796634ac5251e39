//! Small windows: what must stay in sight, and what must stay in place.

use crate::driver::{Driver, GeneratorDriver};
use common::store::Store;
use egui::{Key, Modifiers, Pos2, Rect, pos2, vec2};
use egui_kittest::kittest::Queryable;
use rule_generator::mask::Mask;
use rule_generator::view::Generator;
use std::fs;

/// A window of this size that shows a mask.
fn window_of(size: [f32; 2], mask: &str) -> Driver {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mask.txt");
    fs::write(&file, mask).unwrap();
    let store = Store::at(&dir.path().join("data"));
    Driver::start(dir, size, move |ctx| Generator::new(store.clone(), Some(&file), ctx))
}

#[test]
fn in_a_small_window_the_picture_stays_where_its_result_is() {
    for size in [[480.0, 480.0], [800.0, 600.0], [1024.0, 768.0]] {
        let mut driver = window_of(size, "..#..\n.#.#.\n#...#\n");
        driver.generate();
        let result = driver.harness.get_by_label("picture of result 1").rect();
        driver.ctrl(Key::R);
        let cell = driver.harness.get_by_label("column 1, row 1, paper").rect();
        assert!((cell.min - result.min).length() < 1.0, "{size:?}: {cell:?} and {result:?}");
        assert!(driver.sees("Undo") && driver.sees("Redo"), "{size:?}");
    }
    let mut driver = window_of([480.0, 480.0], "....\n....\n");
    driver.click("Tool");
    driver.click("Fill");
    driver.click("column 2, row 1, paper");
    assert_eq!(driver.mask(), "####\n####\n", "the tools are a list");
}

/// Whether a control is inside an area of the window.
fn is_inside(driver: &Driver, label: &str, area: Rect) -> bool {
    area.contains_rect(driver.harness.get_by_label(label).rect())
}

#[test]
fn a_low_panel_shows_the_buttons_of_a_result() {
    let mut driver = window_of([480.0, 480.0], "..#..\n.#.#.\n#...#\n");
    driver.generate();
    assert!(driver.reads("Result: 2 states"));
    let visible = Rect::from_min_max(Pos2::ZERO, pos2(480.0, 440.0));
    for button in ["Save…", "Open in the editor", "Play as a puzzle"] {
        assert!(is_inside(&driver, button, visible), "{button}");
    }
}

#[test]
fn a_low_panel_shows_the_button_for_an_impossible_picture() {
    let mut driver = window_of([480.0, 480.0], "###.###\n.#.....\n");
    driver.harness.get_by_label("One state").scroll_to_me();
    driver.settle();
    driver.click("One state");
    driver.generate();
    let visible = Rect::from_min_max(Pos2::ZERO, pos2(480.0, 440.0));
    assert!(is_inside(&driver, "Use sets of states", visible));
}

#[test]
fn a_new_message_stays_until_the_pointer_moves() {
    let mut driver = window_of([480.0, 480.0], "..#..\n.#.#.\n#...#\n");
    driver.harness.get_by_label("column 3, row 2, paper").hover();
    driver.settle();
    assert!(driver.sees("Column 3, row 2, paper."));
    driver.ctrl(Key::G);
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    let message = driver.message().to_owned();
    assert!(message.starts_with("Found an automaton") && driver.sees(&message));
    driver.harness.get_by_label("picture of result 1").hover();
    driver.settle();
    driver.harness.event(egui::Event::PointerMoved(driver.centre("picture of result 1") + vec2(30.0, 0.0)));
    driver.settle();
    assert!(driver.reads("Column ") && !driver.sees(&message));
}

#[test]
fn recent_files_can_be_opened_from_the_welcome() {
    for size in [[480.0, 480.0], [1280.0, 800.0]] {
        let mut driver = window_of(size, ".#..\n....\n");
        driver.ctrl(Key::N);
        driver.click("Create");
        assert_eq!(driver.mask(), "....\n....\n");
        let visible = Rect::from_min_max(Pos2::ZERO, pos2(size[0], size[1] - 40.0));
        assert!(is_inside(&driver, "open mask.txt", visible), "{size:?}");
        driver.click("open mask.txt");
        assert_eq!(driver.mask(), ".#..\n....\n");
    }
}

#[test]
fn the_import_fits_into_a_small_window() {
    let mut driver = window_of([480.0, 480.0], "....\n....\n");
    let picture = driver.path("picture.png");
    let mask: Mask = "#..#\n.##.\n".parse().unwrap();
    rule_generator::files::save(&picture, &mask, 8).unwrap();
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    driver.type_into("Or type a file or a folder", picture.to_str().unwrap());
    driver.click("Open");
    driver.wait("the preview", |driver| driver.reads("preview, "));
    driver.settle();
    let window = Rect::from_min_size(Pos2::ZERO, vec2(480.0, 480.0)).shrink(8.0);
    for label in ["Import a picture", "Invert", "Import", "Cancel"] {
        assert!(is_inside(&driver, label, window), "{label}");
    }
}

#[test]
fn the_rare_options_are_in_sight_when_they_open() {
    let mut driver = window_of([800.0, 600.0], "....\n....\n");
    driver.harness.get_by_label("More").scroll_to_me();
    driver.settle();
    driver.click("More");
    driver.settle();
    let visible = Rect::from_min_max(Pos2::ZERO, pos2(800.0, 560.0));
    assert!(is_inside(&driver, "Fewest rules", visible));
}

#[test]
fn the_outcome_of_a_search_is_in_sight() {
    let mut driver = window_of([800.0, 600.0], "###.###\n.#.....\n");
    driver.generate();
    driver.harness.get_by_label("Symmetric").scroll_to_me();
    driver.settle();
    driver.click("One state");
    driver.ctrl(Key::G);
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    let visible = Rect::from_min_max(pos2(0.0, 60.0), pos2(800.0, 560.0));
    let card = driver.harness.get_all_by_label("No automaton draws this picture with one ink state.");
    assert!(card.into_iter().any(|title| visible.contains_rect(title.rect()) && title.rect().left() > 400.0));
}

#[test]
fn a_control_with_the_focus_is_in_sight() {
    for size in [[480.0, 480.0], [800.0, 600.0]] {
        let mut driver = window_of(size, "....\n....\n");
        let tabs = (0..60).find(|_| {
            driver.key(Key::Tab);
            driver.focused() == "Symmetric"
        });
        assert!(tabs.is_some(), "{size:?}: Tab does not reach the option");
        let top = driver.harness.get_by_label("Generate").rect().top();
        let visible = Rect::from_min_max(pos2(0.0, top), pos2(size[0], size[1] - 40.0));
        assert!(is_inside(&driver, "Symmetric", visible), "{size:?}");
    }
}

#[test]
fn a_message_is_not_cut_for_the_size_of_the_picture() {
    let picture = format!("{}\n", ".".repeat(100)).repeat(100);
    let message = "Drag to paint a filled rectangle. The right button erases.";
    let width = |size: [f32; 2]| {
        let mut driver = window_of(size, &picture);
        driver.key(Key::R);
        driver.harness.get_by_label(message).rect().width()
    };
    let (small, large) = (width([480.0, 480.0]), width([1280.0, 800.0]));
    assert!((small - large).abs() < 1.0, "{small} and {large}");
}

#[test]
fn the_cell_under_the_pointer_is_named_as_by_the_keyboard() {
    for size in [[480.0, 480.0], [1280.0, 800.0]] {
        let mut driver = window_of(size, "....\n....\n");
        driver.key(Key::ArrowRight);
        driver.key(Key::Space);
        let name = "Column 2, row 1, ink.";
        assert!(driver.sees(name), "{size:?}: the keyboard");
        driver.key(Key::R);
        assert!(!driver.sees(name), "{size:?}");
        driver.harness.get_by_label("column 2, row 1, ink").hover();
        driver.settle();
        assert!(driver.sees(name), "{size:?}: the pointer");
    }
}
