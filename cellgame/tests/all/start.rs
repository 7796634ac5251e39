//! The options behind *More*.

use cellgame::rules::Puzzle;
use cellgame::view::CellUi;
use common::testing::window;
use common::window::Shell;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Puzzle, CellUi>>;

/// Large enough that nothing has to be scrolled into sight.
fn more(setup: &str) -> Driver {
    let settings = format!("players: [human]\nmotion: 'off'\nsetup: {{{setup}}}\n");
    let mut driver = Driver::sized(&settings, [1100.0, 1300.0]);
    driver.click("More");
    driver
}

fn sees_field(driver: &Driver, name: &str) -> bool {
    driver.harness.query_by_role_and_label(Role::TextInput, name).is_some()
}

fn type_into(driver: &mut Driver, field: &str, text: &str) {
    driver.harness.get_by_role_and_label(Role::TextInput, field).focus();
    driver.settle();
    driver.type_text(text);
}

fn can_play(driver: &Driver) -> bool {
    !driver.harness.get_by_label("Play").accesskit_node().is_disabled()
}

const BOARD: &str = "automaton: rule-110, board: '01.0/1..0/....'";

#[test]
fn a_board_is_removed_and_another_one_typed() {
    let mut driver = more(BOARD);
    assert!(driver.sees("4x3 cells") && !sees_field(&driver, "Board"));
    driver.click("Remove");
    assert!(!driver.sees("4x3 cells") && can_play(&driver));
    // The first three rows are a board already; the field stays for the fourth one.
    type_into(&mut driver, "Board", "01../1.../..../....");
    assert!(sees_field(&driver, "Board") && can_play(&driver));
    driver.key(Key::Escape);
    driver.key(Key::Escape);
    driver.click("More");
    assert!(driver.sees("4x4 cells") && !sees_field(&driver, "Board"));
}

#[test]
fn the_size_of_a_board_is_its_own() {
    let mut driver = more(BOARD);
    driver.harness.get_by_role_and_label(Role::TextInput, "Size").focus();
    driver.settle();
    driver.ctrl(Key::A);
    driver.type_text("12x8");
    assert!(driver.sees("4x3 cells"));
}

#[test]
fn a_board_that_is_not_one_can_be_corrected_later() {
    let mut driver = more(BOARD);
    driver.click("Remove");
    type_into(&mut driver, "Board", "12");
    assert!(driver.reads("'12' is not valid for Board: use rows of digits") && !can_play(&driver));
    driver.click("More");
    assert!(!sees_field(&driver, "Board") && !can_play(&driver));
    driver.click("More");
    assert!(sees_field(&driver, "Board"), "what is wrong can be seen");
    driver.harness.get_by_role_and_label(Role::TextInput, "Board").focus();
    driver.settle();
    driver.ctrl(Key::A);
    driver.key(Key::Backspace);
    assert!(can_play(&driver));
}

#[test]
fn an_automaton_is_chosen_from_the_list_or_typed() {
    let mut driver = more("automaton: rule-110");
    driver.harness.get_by_role_and_label(Role::ComboBox, "Automaton").click();
    driver.settle();
    driver.scroll_to("Other…");
    driver.click("Other…");
    assert_eq!(driver.focused(), "Automaton");
    driver.ctrl(Key::A);
    driver.type_text("rule-3");
    assert!(!can_play(&driver));
    driver.type_text("0");
    assert!(can_play(&driver));
    // Escape leaves the field, then closes the options. Then the list shows what was typed.
    driver.key(Key::Escape);
    assert!(sees_field(&driver, "Automaton"));
    driver.key(Key::Escape);
    driver.click("More");
    let list = driver.harness.get_by_role_and_label(Role::ComboBox, "Automaton").accesskit_node();
    assert!(list.value().is_some_and(|value| value.starts_with("rule-030")), "{:?}", list.value());
    assert!(!sees_field(&driver, "Automaton"));
}
