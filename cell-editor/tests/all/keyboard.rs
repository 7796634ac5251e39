//! The preview by keyboard.

use crate::driver::{Driver, EditorDriver, picture};
use egui::Key;
use egui_kittest::kittest::Queryable;

/// Presses Tab until the preview has the focus.
fn tab_to_preview(driver: &mut Driver) {
    let tabs = (0..60).find(|_| {
        driver.key(Key::Tab);
        driver.focused() == "preview"
    });
    assert!(tabs.is_some(), "Tab does not reach the preview");
}

/// Rule 30 with cells so large that those of the first row have names while it is in sight.
fn large_cells() -> Driver {
    let mut driver = Driver::rule("30");
    for _ in 0..5 {
        driver.click("+");
    }
    driver
}

const FIRST_CELL: &str = "start cell 1, state 0";

#[test]
fn keys_scroll_the_preview() {
    let mut driver = large_cells();
    assert!(driver.sees(FIRST_CELL));
    tab_to_preview(&mut driver);
    for (away, back) in [(Key::PageDown, Key::PageUp), (Key::End, Key::Home)] {
        driver.key(away);
        assert!(!driver.sees(FIRST_CELL), "{away:?}");
        driver.key(back);
        assert!(driver.sees(FIRST_CELL), "{back:?}");
    }
    driver.key(Key::ArrowDown);
    driver.key(Key::ArrowDown);
    assert!(!driver.sees(FIRST_CELL), "arrows scroll too");
    assert_eq!(driver.focused(), "preview", "they do not move the focus");
}

#[test]
fn a_maximised_preview_gets_the_keys_without_the_focus() {
    let mut driver = large_cells();
    driver.key(Key::F11);
    assert!(driver.sees(FIRST_CELL));
    driver.key(Key::PageDown);
    assert!(!driver.sees(FIRST_CELL));
    driver.key(Key::Home);
    assert!(driver.sees(FIRST_CELL));
}

#[test]
fn the_start_row_is_changed_by_keys() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    tab_to_preview(&mut driver);
    driver.key(Key::ArrowLeft);
    assert!(driver.reads("Generation 0, cell 4: state 1"), "the cursor is in the middle");
    assert_eq!(driver.automaton(), &picture());
    driver.key(Key::ArrowLeft);
    driver.key(Key::Space);
    assert_eq!(driver.automaton().start(), Some((&[0, 0, 1, 1, 0, 0, 0][..], 4)));
    driver.key(Key::Space);
    assert_eq!(driver.automaton().start(), picture().start());
}

#[test]
fn tab_goes_through_the_zoom_buttons_from_left_to_right() {
    let mut driver = large_cells();
    driver.harness.get_by_label("−").focus();
    driver.settle();
    driver.key(Key::Tab);
    assert_eq!(driver.focused(), "+");
    driver.key(Key::Tab);
    assert_eq!(driver.focused(), "Maximise");
    let left = |label: &str| driver.harness.get_by_label(label).rect().left();
    assert!(left("−") < left("+") && left("+") < left("Maximise"));
    let preview = driver.harness.get_by_label("Maximise").rect().right();
    assert!(preview <= 1280.0, "{preview}");
}

#[test]
fn keys_of_one_frame_act_in_their_order() {
    let mut driver = Driver::rule("0");
    driver.key(Key::Home);
    driver.keys_at_once(&[
        Key::Num1,
        Key::ArrowRight,
        Key::Enter,
        Key::ArrowRight,
        Key::ArrowRight,
        Key::Num1,
    ]);
    assert_eq!(driver.wolfram_number(), "11", "rules 000, 001 and 011");
}
