//! Forms: saving under a name, the kinds of a new automaton, and the codes.

use crate::driver::{Driver, EditorDriver};
use common::automaton::{Automaton, AutomatonKind};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;

const NAME: &str = "Name or path of the file";

#[test]
fn a_name_without_an_extension_gets_that_of_the_kind() {
    let mut driver = Driver::rule("30");
    let save_as = Modifiers::COMMAND | Modifiers::SHIFT;
    driver.keys(save_as, Key::S);
    driver.type_into(NAME, driver.path("mine").to_str().unwrap());
    assert!(driver.reads("mine.ccell"), "the page says so");
    driver.click("Save");
    assert_eq!(Automaton::open(&driver.path("mine.ccell")).unwrap().kind(), AutomatonKind::Common);
    assert!(!driver.path("mine").exists());
    fs::write(driver.path("other.ccell"), "not ours").unwrap();
    driver.keys(save_as, Key::S);
    driver.type_into(NAME, driver.path("other").to_str().unwrap());
    assert!(driver.reads("other.ccell exists."));
    driver.key(Key::Enter);
    driver.click("Save");
    assert_eq!(driver.bytes("other.ccell"), b"not ours", "nothing is replaced without a question");
    driver.type_into(NAME, driver.path("mine.txt").to_str().unwrap());
    assert!(driver.reads("must end in .ccell"), "another extension is refused");
}

#[test]
fn the_form_for_a_new_automaton_explains_the_kinds() {
    let mut driver = Driver::empty();
    driver.click("New…");
    assert!(driver.reads("011 and 110 may give different results: 8 rules."));
    driver.click("Totalistic");
    assert!(driver.reads("011, 101 and 110 give the same result: 4 rules."));
}

#[test]
fn an_empty_number_is_not_an_error() {
    let mut driver = Driver::empty();
    driver.click("New…");
    driver.click("From a code");
    driver.type_into("Number", "");
    assert!(driver.sees("Type a number.") && !driver.reads("''"));
    driver.click("Create");
    assert!(driver.sees("New automaton"), "it cannot be created");
}

#[test]
fn the_field_of_a_wrong_formula_keeps_the_focus() {
    let mut driver = Driver::empty();
    driver.ctrl(Key::N);
    driver.click("From a formula");
    driver.type_into("Formula", "(l+c+r");
    driver.key(Key::Enter);
    assert!(driver.sees("New automaton") && driver.reads("The formula is not valid"));
    driver.type_text(")%k");
    driver.key(Key::Enter);
    assert_eq!(driver.automaton().formula(), Some("(l+c+r)%k"));
    driver.key(Key::ArrowRight);
    assert!(driver.focused().starts_with("rule "), "the rules get the keys: {}", driver.focused());
}

#[test]
fn an_export_lists_pictures_and_rules_and_opens_folders() {
    let mut driver = Driver::rule("30");
    fs::create_dir(driver.path("f")).unwrap();
    for file in ["one.png", "two.SVG", "f/three.rule", "f/four.png", "f/five.ccell"] {
        fs::write(driver.path(file), "").unwrap();
    }
    driver.ctrl(Key::E);
    assert!(driver.sees("one.png") && driver.sees("two.SVG") && driver.sees("f/"));
    assert!(!driver.sees("rule.ccell"), "an automaton is not exported");
    driver.type_into(NAME, "f/");
    assert!(!driver.reads("must end in") && driver.reads("This is a folder."));
    driver.key(Key::Enter);
    assert!(driver.sees("three.rule") && driver.sees("four.png") && !driver.sees("five.ccell"));
    assert!(!driver.reads("must end in"));
    driver.type_into(NAME, "g/");
    assert!(driver.reads("There is no folder") && !driver.reads("must end in"));
}

#[test]
fn copy_is_as_high_as_other_buttons() {
    let mut driver = Driver::rule("30");
    driver.click("Codes");
    let height = |label: &str| driver.harness.get_by_label(label).rect().height();
    assert!((height("Copy") - height("Play")).abs() < 1.0, "{} and {}", height("Copy"), height("Play"));
}
