//! The guided first puzzle.

use cellgame::rules::Puzzle;
use cellgame::view::CellUi;
use common::testing::window;
use common::window::Shell;
use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Puzzle, CellUi>>;

fn start() -> Driver {
    let mut driver = Driver::with("players: [human]\nmotion: 'off'\n");
    driver.click("How to play");
    driver
}

fn can_go_on(driver: &Driver) -> bool {
    !driver.harness.get_by_label("Next").accesskit_node().is_disabled()
}

/// Tries states until one is right.
fn solve(driver: &mut Driver) {
    for state in 0..3 {
        if driver.reads("Right. ") {
            return;
        }
        driver.click(&format!("choose state {state}"));
    }
    assert!(driver.reads("Right. "), "one of three states is right");
}

#[test]
fn every_step_must_be_done_and_wrong_values_are_explained() {
    let mut driver = start();
    let mut objections = 0;
    for step in 1..=7 {
        assert!(driver.sees(&format!("Step {step} of 8")));
        assert!(!can_go_on(&driver), "step {step}");
        for state in 0..3 {
            if !driver.reads("Right. ") {
                driver.click(&format!("choose state {state}"));
                objections += usize::from(driver.reads("Not "));
            }
        }
        assert!(can_go_on(&driver), "step {step}");
        driver.click("Next");
    }
    assert!(objections > 0, "a wrong value names the rule against it");
    assert!(driver.sees("Step 8 of 8"));
}

#[test]
fn the_whole_tutorial_by_keyboard() {
    let mut driver = start();
    for step in 1..=7 {
        assert!(driver.sees(&format!("Step {step} of 8")));
        for digit in ["0", "1", "2"] {
            if !driver.reads("Right. ") {
                driver.harness.event(egui::Event::Text(digit.to_owned()));
                driver.settle();
            }
        }
        driver.key(Key::Enter);
    }
    assert!(driver.sees("Step 8 of 8"));
    let state = driver.harness.get_by_label("choose state 0");
    assert!(!state.accesskit_node().is_disabled(), "a hidden cell is selected");
    let hidden: Vec<String> = driver
        .harness
        .query_all_by_label_contains(", hidden")
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert!((2..=6).contains(&hidden.len()), "{hidden:?}");
    for name in hidden {
        driver.click(&name);
        // As after moving to it with arrow keys.
        driver.harness.get_by_label(&name).focus();
        driver.settle();
        for digit in ["0", "1", "2"] {
            if driver.sees(&name) {
                driver.harness.event(egui::Event::Text(digit.to_owned()));
                driver.settle();
            }
        }
        assert!(!driver.sees(&name), "{name} was found");
        assert!(driver.reads("Right. ") && !driver.reads(": right"), "it is said once");
    }
    assert!(driver.reads("Right. The board is solved"));
    assert_eq!(driver.focused(), "Play");
    driver.key(Key::Enter);
    assert!(!driver.reads("Step 8") && driver.window().session().is_some(), "a game begins");
}

#[test]
fn digits_are_for_the_cell_while_a_button_has_the_focus() {
    let mut driver = start();
    driver.harness.get_by_label("Leave").focus();
    driver.settle();
    assert_eq!(driver.focused(), "Leave");
    for digit in ["0", "1", "2"] {
        if !driver.reads("Right. ") {
            driver.type_text(digit);
        }
    }
    assert!(driver.reads("Right. "));
    assert_eq!(driver.focused(), "Next");
}

#[test]
fn the_cells_at_the_edge_can_be_read() {
    for theme in ["light", "dark"] {
        let mut driver = Driver::with(&format!("theme: {theme}\nplayers: [human]\nmotion: 'off'\n"));
        driver.click("How to play");
        driver.assert_readable(theme);
    }
}

#[test]
fn back_and_leave_work_and_hints_come_in_stages() {
    let mut driver = start();
    for _ in 1..=6 {
        solve(&mut driver);
        driver.click("Next");
    }
    assert!(driver.sees("Hints"));
    driver.click("Hint");
    assert!(driver.reads("Look at column"));
    driver.click("More");
    assert!(driver.reads("follows from one window") || driver.reads("follows from windows"));
    driver.click("Back");
    assert!(driver.sees("Step 6 of 8") && can_go_on(&driver), "a step that was done stays done");
    driver.click("Leave");
    assert!(!driver.reads("Step 6"));
}
