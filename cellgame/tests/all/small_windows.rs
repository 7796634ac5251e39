//! What must stay in sight in small windows.

use crate::window::{CellPuzzle, DIGITS, Driver, board_of, hidden};
use egui::Key;
use egui_kittest::kittest::Queryable;

#[test]
fn the_result_is_in_sight_in_every_window() {
    let setup = "setup: {automaton: odd-one-out-3, size: 4x3, grade: sweep, board-seed: 1}";
    let board = board_of("odd-one-out-3:4x3:sweep:flat#1");
    for size in [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0]] {
        let mut driver = Driver::sized(&format!("players: [human]\nmotion: 'off'\n{setup}\n"), size);
        driver.click("Play");
        let (first, state) = hidden(&board)[0];
        driver.key(Key::ArrowDown);
        driver.go_to(board.layout.cell(first));
        driver.key(DIGITS[usize::from((state + 1) % 3)]);
        for (index, state) in hidden(&board) {
            driver.go_to(board.layout.cell(index));
            driver.key(DIGITS[usize::from(state)]);
        }
        assert!(driver.sees("Solved"), "{size:?}");
        assert_eq!(driver.points(), 1, "the mistake cost what the reward had earned");
        let place = |label: &str| driver.harness.get_by_label(label).rect();
        let bottom = if size[0] < 500.0 { place(driver.message()) } else { place("Moves") }.top();
        let details = driver.harness.query_all_by_label_contains("1 mistake, no hints, time ");
        // The line at the bottom says the same.
        assert!(details.map(|node| node.rect()).any(|place| place.bottom() < bottom), "{size:?}");
        for place in ["1 point", "New board"].map(place) {
            assert!(place.top() > 30.0 && place.bottom() < bottom, "{place:?} in {size:?}");
        }
    }
}

#[test]
fn the_states_stay_in_sight_in_a_small_window_and_beside_a_hint() {
    for size in [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0]] {
        let mut driver = Driver::sized("players: [human]\n", size);
        driver.click("Play");
        driver.wait("the board", |driver| driver.window().session().is_some());
        driver.settle();
        let place =
            |driver: &Driver| driver.harness.get_by_label_contains("every click enters state 0").rect();
        let before = place(&driver);
        assert!(before.top() > 30.0 && before.bottom() < size[1] - 36.0, "{before:?} in {size:?}");
        driver.ctrl(Key::H);
        driver.wait("the hint", |driver| driver.sees("Hint, stage 1 of 4"));
        driver.settle();
        let after = place(&driver);
        assert!(after.top() > 30.0 && after.bottom() < size[1] - 36.0, "{after:?} in {size:?}");
        assert!(size[0] < 500.0 || after == before, "a hint moves nothing: {size:?}");
    }
}

#[test]
fn the_rules_stay_in_sight_in_a_small_window_and_beside_a_hint() {
    let setup = "setup: {automaton: odd-one-out-3, size: 12x8, grade: sweep, board-seed: 1}";
    let board = board_of("odd-one-out-3:12x8:sweep:flat#1");
    for size in [[480.0, 480.0], [800.0, 600.0]] {
        let mut driver = Driver::sized(&format!("players: [human]\nmotion: 'off'\n{setup}\n"), size);
        driver.click("Play");
        driver.key(Key::ArrowDown);
        // The list of moves takes room from the rules.
        for (index, state) in hidden(&board).into_iter().take(4) {
            driver.go_to(board.layout.cell(index));
            driver.key(DIGITS[usize::from(state)]);
        }
        let small = size[0] < 500.0;
        let check = |driver: &Driver, names: &[&str]| {
            // The first row of the card of moves.
            let moves = driver.harness.get_by_label("animation speed").rect().top();
            let bottom = if small { size[1] - 36.0 } else { moves };
            for name in names {
                let place = driver.harness.get_by_label(name).rect();
                // In the smallest window the rules scroll, so that their digits can be read.
                let end = if small { place.top() + place.height() / 3.0 } else { place.bottom() };
                assert!(place.top() > 30.0 && end < bottom, "{name}: {place:?} in {size:?}");
            }
        };
        check(&driver, &["the 10 rules"]);
        driver.ctrl(Key::H);
        driver.wait("the hint", |driver| driver.sees("Hint, stage 1 of 4"));
        driver.settle();
        check(&driver, if small { &["the 10 rules"] } else { &["the 10 rules", "Next: −5 points"] });
    }
}
