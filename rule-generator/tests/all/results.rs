//! Results are not lost: neither by another search nor by quitting.

use crate::driver::{Driver, GeneratorDriver};
use crate::window::noise;
use common::automaton::{Automaton, Boundary, wolfram};
use egui::Key;
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
    assert!(!driver.reads("Earlier result") && driver.sees("Save…"), "a new result takes its place");
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
