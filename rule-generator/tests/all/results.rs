//! Results are not lost: neither by another search nor by quitting.

use crate::driver::{Driver, GeneratorDriver};
use crate::window::noise;
use common::automaton::{Automaton, Boundary, RuleTable, wolfram};
use egui::Key;
use egui_kittest::kittest::Queryable;
use rule_generator::generate::{Found, Method, Report, Verdict};
use std::time::Duration;

const TRIANGLE: &str = "..#..\n.#.#.\n#...#\n";

/// A result for the triangle.
fn found() -> Found {
    let table = wolfram::table(2, "90").unwrap();
    let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
    Found { automaton, method: Method::Sat, after: Duration::from_millis(10) }
}

#[test]
fn a_search_without_a_result_keeps_the_earlier_one() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.generate();
    assert!(driver.sees("Save…") && !driver.reads("Earlier result"));
    let verdicts = vec![(2, Verdict::Impossible), (3, Verdict::NotFound)];
    driver.window_mut().show_report(Report { verdicts, ..Report::default() });
    driver.settle();
    assert!(driver.reads("Earlier result") && driver.sees("Save…"));
    for known in ["2 states: proved impossible.", "3 states: not found.", "4 to 10 states: not searched."] {
        assert!(driver.sees(known), "{known}");
    }
    driver.click_begin("result 1, ");
    assert!(driver.reads("picture of result 1"), "it can still be shown");
    driver.generate();
    assert!(driver.sees("Save…") && !driver.reads("Earlier"), "it was found again");
}

/// A result for the triangle with this number of states.
fn found_with(states: u8) -> Found {
    // State 1 is the only ink. The other states are paper.
    let table = RuleTable::from_fn(states, |triple| u8::from((triple.left == 1) != (triple.right == 1)));
    let row = vec![if states > 2 { states - 1 } else { 0 }, 0, 1, 0, 0];
    let automaton = Automaton::picture(&table, Boundary::default(), row, 3);
    Found { automaton, method: Method::Backtracking, after: Duration::from_millis(4400) }
}

#[test]
fn the_picture_takes_the_focus_from_the_buttons_of_the_result() {
    let mut driver = Driver::with_mask(TRIANGLE);
    end_search(&mut driver, vec![found()]);
    driver.harness.get_by_label("By state").focus();
    driver.settle();
    driver.ctrl(Key::R);
    assert_eq!(driver.focused(), "column 1, row 1, paper");
    driver.key(Key::ArrowRight);
    driver.key(Key::Space);
    assert_eq!(driver.mask(), ".##..\n.#.#.\n#...#\n");
    // What ends the view of the result in another way does not give its focus to another button.
    driver.ctrl(Key::R);
    driver.harness.get_by_label("By state").focus();
    driver.settle();
    driver.ctrl(Key::Z);
    assert!(driver.reads("column 1, row 1, paper") && driver.focused().is_empty(), "{}", driver.focused());
}

#[test]
fn one_rule_is_not_several() {
    let mut driver = Driver::with_mask("...\n...\n");
    driver.generate();
    assert!(driver.sees("1 rule"));
}

/// Ends a search with these results.
fn end_search(driver: &mut Driver, found: Vec<Found>) {
    let verdicts = vec![(2, Verdict::NotFound), (3, Verdict::Found)];
    driver.window_mut().show_report(Report { found, verdicts, ..Report::default() });
    driver.settle();
}

#[test]
fn another_search_keeps_what_was_found_before() {
    let mut driver = Driver::with_mask(TRIANGLE);
    end_search(&mut driver, vec![found_with(3)]);
    assert!(
        driver.sees("Backtracking, found\u{a0}after\u{a0}4.4\u{a0}s") && driver.sees("2 states: not found.")
    );
    assert!(!driver.sees("Earlier"));
    end_search(&mut driver, vec![found_with(4)]);
    assert!(driver.sees("Earlier"));
    assert!(driver.sees("result 1, 4 states") && driver.sees("result 2, 3 states, earlier"));
    assert!(driver.sees("state 1 is drawn as ink") && driver.sees("state 2 is not drawn"));
    assert!(driver.reads("picture of result 1") && driver.sees("2 states: not found."));
    driver.click_begin("result 2, ");
    assert!(driver.reads("picture of result 2") && driver.sees("Earlier result: 3 states"));
    let top = |label: &str| driver.harness.get_by_label(label).rect().top();
    assert!(top("Earlier result: 3 states") > top("result 1, 4 states"));
    assert!(top("Save…") < top("result 2, 3 states, earlier"), "the facts are not below the earlier results");
    assert!(!driver.sees("2 states: not found."), "that is about the last search");
    // It is saved like any other.
    driver.click("Save…");
    let path = driver.path("earlier.pcell");
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    assert_eq!(Automaton::open(&path).unwrap().states(), 3);
    // What is found again is there once.
    end_search(&mut driver, vec![found_with(3)]);
    assert!(driver.sees("result 1, 3 states") && driver.sees("result 2, 4 states, earlier"));
    assert!(!driver.reads("result 3"));
}

#[test]
fn a_changed_picture_keeps_the_result_of_the_old_one() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.generate();
    driver.ctrl(Key::R);
    driver.click("column 1, row 1, paper");
    driver.generate();
    assert!(driver.reads("result 2, 2 states, earlier"));
    let changed = "The picture has changed since this search.";
    assert!(!driver.reads(changed), "the new result draws the new picture");
    driver.click_begin("result 2, ");
    assert!(driver.reads(changed));
    driver.ctrl(Key::Z);
    assert!(driver.mask() == TRIANGLE && !driver.reads(changed), "it draws the old picture");
    driver.ctrl(Key::Y);
    assert!(driver.reads(changed));
    driver.wait("the stored results", |driver| {
        driver.stored().contains("earlier: true") && driver.stored().contains("\nmask: |\n  #.#..")
    });
    let mut driver = driver.restart();
    assert!(driver.sees("Earlier") && !driver.reads(changed));
    driver.click_begin("result 2, ");
    assert!(driver.reads("picture of result 2") && driver.reads(changed));
}

#[test]
fn only_some_earlier_results_are_kept() {
    let mut driver = Driver::with_mask(TRIANGLE);
    let coloured = |number: u8| {
        let mut found = found();
        found.automaton.set_name(0, &number.to_string());
        found
    };
    end_search(&mut driver, (0..20).map(coloured).collect());
    assert!(driver.sees("20 results"));
    end_search(&mut driver, Vec::new());
    assert!(driver.sees("20 earlier results"), "as long as there is nothing newer");
    end_search(&mut driver, vec![found_with(3)]);
    assert!(driver.reads("result 13, 2 states, earlier") && !driver.reads("result 14"));
    assert!(driver.sees("result 1, 3 states"));
}

#[test]
fn a_stopped_search_keeps_the_earlier_result() {
    // So much noise does not fit into the rules: nothing is ever found.
    let mut driver = Driver::with_mask(&noise(64));
    driver.window_mut().show_report(Report { found: vec![found()], ..Report::default() });
    driver.settle();
    driver.click("Generate");
    driver.wait("the search", |driver| driver.reads("Trying "));
    assert!(driver.reads("Earlier result"), "also while the search runs");
    driver.key(Key::Escape);
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    assert!(driver.message().starts_with("The search was stopped after"), "{}", driver.message());
    assert!(driver.reads("Earlier result") && driver.sees("Save…"));
}

#[test]
fn the_result_is_there_again_after_a_restart() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.generate();
    driver.wait("the stored result", |driver| driver.stored().contains("automaton:"));
    let mut driver = driver.restart();
    assert_eq!(driver.mask(), TRIANGLE);
    assert!(driver.sees("Save…") && !driver.reads("The picture has changed"));
    driver.ctrl(Key::R);
    assert!(driver.reads("picture of result 1"));
    driver.ctrl(Key::N);
    driver.click("Create");
    driver.wait("the stored picture", |driver| driver.stored().contains("\nearlier:\n-"));
    assert!(!driver.restart().sees("Save…"), "another picture has no result");
}

#[test]
fn undo_brings_back_earlier_pictures_and_their_results_after_a_restart() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.generate();
    driver.ctrl(Key::N);
    driver.click("Create");
    driver.click("column 1, row 1, paper");
    driver.click("File");
    driver.click_begin("Samples");
    driver.click("Cat");
    let first_row = format!("\nmask: |\n  {}\n", driver.mask().lines().next().unwrap());
    driver.wait("the stored picture", |driver| driver.stored().contains(&first_row));
    let mut driver = driver.restart();
    assert!(!driver.sees("Save…"));
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "#....\n.....\n.....\n");
    assert!(!driver.sees("Save…"));
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), TRIANGLE);
    assert!(driver.sees("Save…") && !driver.reads("The picture has changed"), "with its result");
    driver.ctrl(Key::Y);
    assert!(!driver.sees("Save…"), "redo leaves it again");
    driver.ctrl(Key::Z);
    driver.wait("the stored picture", |driver| driver.stored().contains("\nmask: |\n  ..#.."));
    let mut driver = driver.restart();
    assert_eq!(driver.mask(), TRIANGLE);
    assert!(driver.sees("Save…"), "it is the last picture now");
    driver.ctrl(Key::Z);
    assert_ne!(driver.mask(), TRIANGLE, "older pictures are kept too");
}

#[test]
fn a_changed_picture_keeps_its_result_after_a_restart() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.generate();
    driver.ctrl(Key::R);
    driver.click("column 1, row 1, paper");
    driver.wait("the stored picture", |driver| driver.stored().contains("#.#.."));
    let driver = driver.restart();
    assert_eq!(driver.mask(), "#.#..\n.#.#.\n#...#\n");
    assert!(driver.sees("Save…") && driver.reads("The picture has changed since this search."));
}

#[test]
fn a_shortcut_closes_the_colour_picker() {
    let mut driver = Driver::with_mask(TRIANGLE);
    driver.click("colour of ink");
    assert!(driver.reads("Green"));
    driver.ctrl(Key::G);
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    assert!(!driver.reads("Green") && driver.sees("Save…"));
}
