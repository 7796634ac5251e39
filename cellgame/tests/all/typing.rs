//! Keys for the board: digits, and moves that are typed as they are written.

use crate::window::{CellPuzzle, DIGITS, Driver, board, board_of, hidden};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

#[test]
fn digits_are_for_the_selected_cell_while_a_button_has_the_focus() {
    let mut driver = Driver::begin("");
    let board = board();
    let (index, state) = hidden(&board)[0];
    driver.key(Key::ArrowDown);
    driver.go_to(board.layout.cell(index));
    driver.harness.get_by_label("Hint").focus();
    driver.settle();
    assert_eq!(driver.focused(), "Hint");
    driver.key(DIGITS[usize::from(state)]);
    assert_eq!((driver.ply(), driver.points()), (1, 1));
}

#[test]
fn arrows_and_digits_of_one_frame_act_in_their_order() {
    let board = board();
    let below = |(cell, _): &(usize, u8)| *cell >= board.layout.width();
    let cells: Vec<(usize, u8)> = hidden(&board).into_iter().filter(below).collect();
    let [(first, state), (second, other), ..] = cells[..] else { panic!("two hidden cells") };
    let (first, second) = (board.layout.cell(first), board.layout.cell(second));
    let mut driver = Driver::begin("");
    driver.key(Key::ArrowDown);
    driver.go_to(first);
    driver.key(Key::ArrowUp);
    driver.keys_at_once(&[Key::ArrowDown, DIGITS[usize::from(state)], Key::ArrowRight]);
    assert_eq!((driver.moves(), driver.points()), (format!("{first}={state}"), 1));
    // Enter opens the palette, which takes the digit.
    driver.go_to(second);
    driver.keys_at_once(&[Key::Enter, DIGITS[usize::from(other)], Key::ArrowUp]);
    assert_eq!(driver.moves(), format!("{first}={state} {second}={other}"));
    assert!(!driver.reads("enter state"), "the palette is closed");
}

#[test]
fn notes_typed_in_one_frame_are_all_written() {
    let board = board();
    let cell = board.layout.cell(hidden(&board)[0].0);
    let mut driver = Driver::begin("");
    driver.key(Key::ArrowDown);
    driver.go_to(cell);
    driver.key(Key::N);
    driver.keys_at_once(&[DIGITS[0], DIGITS[2]]);
    assert!(driver.sees(&format!("{cell}, hidden, noted 0 or 2")));
}

/// The keys of the text of a move.
fn keys_of(text: &str) -> Vec<Key> {
    let key = |letter: char| match letter {
        '=' => Key::Equals,
        '?' => Key::Questionmark,
        letter => Key::from_name(&letter.to_ascii_uppercase().to_string()).unwrap(),
    };
    text.chars().map(key).collect()
}

#[test]
fn a_move_is_typed_as_it_is_written() {
    let board = board();
    let cells = hidden(&board);
    let name = |n: usize| board.layout.cell(cells[n].0);
    let (first, second, third) = (name(0), name(1), name(2));
    let mut driver = Driver::begin("");
    // Nothing is selected, and the digit of the name enters nothing.
    let text = format!("{first}={}", cells[0].1);
    for key in keys_of(&text) {
        driver.key(key);
    }
    assert_eq!((driver.moves(), driver.points()), (text.clone(), 1));
    assert!(!driver.settings().contains("board-cell-size"), "= makes nothing larger");
    // A button has the focus, and all keys come at once.
    driver.harness.get_by_label("Hint").focus();
    driver.settle();
    driver.keys_at_once(&keys_of(&format!("{second}=")));
    driver.keys_at_once(&keys_of(&format!("{}", cells[1].1)));
    assert_eq!((driver.moves(), driver.points()), (format!("{text} {second}={}", cells[1].1), 2));
    for key in keys_of(&format!("{third}?02")) {
        driver.key(key);
    }
    assert!(driver.sees(&format!("{third}, hidden, noted 0 or 2")));
}

#[test]
fn a_typed_name_enters_nothing_until_its_sign() {
    let board = board();
    let cells = hidden(&board);
    let mut driver = Driver::begin("");
    driver.key(Key::ArrowDown);
    driver.go_to(board.layout.cell(cells[0].0));
    for key in keys_of("c44") {
        driver.key(key);
    }
    assert_eq!(driver.message(), "There is no cell c44: the columns are a to h, the rows 1 to 8.");
    assert_eq!(driver.ply(), 0);
    // Escape forgets the name, and only that.
    driver.key(Key::F6);
    driver.key(Key::C);
    driver.key(Key::Escape);
    assert!(driver.sees("Rules overview"), "what was typed is forgotten first");
    driver.key(Key::Escape);
    driver.go_to(board.layout.cell(cells[0].0));
    driver.key(Key::from_name(&cells[0].1.to_string()).unwrap());
    assert_eq!((driver.ply(), driver.points()), (1, 1));
    driver.key(Key::Equals);
    assert!(!driver.settings().contains("board-cell-size"));
    driver.key(Key::Plus);
    assert!(driver.settings().contains("board-cell-size"));
}

#[test]
fn a_shortcut_that_names_a_column_enters_nothing_by_surprise() {
    let setup = "setup: {automaton: odd-one-out-3, size: 12x8, grade: sweep, board-seed: 1}";
    let board = board_of("odd-one-out-3:12x8:sweep:flat#1");
    let cells = hidden(&board);
    let (first, state) = (board.layout.cell(cells[0].0), cells[0].1);
    let in_l = cells.iter().find(|(cell, _)| board.layout.cell(*cell).column == 11).unwrap();
    let l = board.layout.cell(in_l.0);
    let mut driver = Driver::with(&format!("players: [human]\nmotion: 'off'\n{setup}\n"));
    driver.click("Play");
    driver.key(Key::ArrowDown);
    driver.go_to(first);
    for key in keys_of(&format!("{l}={}", in_l.1)) {
        driver.key(key);
    }
    assert_eq!((driver.moves(), driver.points()), (format!("{l}={}", in_l.1), 1));
    // L and a digit for the selected cell: Enter says that the digit is meant.
    driver.go_to(first);
    driver.key(Key::L);
    driver.key(DIGITS[usize::from(state)]);
    if state > 0 {
        assert!(
            driver.message().contains(&format!("Press Enter for {state} in {first}")),
            "{}",
            driver.message()
        );
        assert_eq!(driver.ply(), 1);
        driver.key(Key::Enter);
        assert_eq!((driver.ply(), driver.points()), (2, 2));
    }
    // With Shift the letter is no shortcut.
    driver.key(Key::Escape);
    driver.keys(Modifiers::SHIFT, Key::N);
    assert_eq!(driver.message(), "There is no cell n: the columns are a to l, the rows 1 to 8.");
}

#[test]
fn enter_opens_the_palette_again_after_escape() {
    let board = board();
    let mut driver = Driver::begin("");
    driver.key(Key::ArrowDown);
    driver.go_to(board.layout.cell(hidden(&board)[0].0));
    for _ in 0..2 {
        driver.key(Key::Enter);
        assert!(driver.reads("enter state 1"));
        driver.key(Key::Escape);
        assert!(!driver.reads("enter state"));
    }
}

#[test]
fn notes_of_an_open_palette_follow_the_key() {
    let board = board();
    let cell = board.layout.cell(hidden(&board)[0].0);
    let mut driver = Driver::begin("");
    driver.click_cell(cell);
    assert!(driver.reads("enter state 1"));
    driver.key(Key::N);
    assert!(driver.reads("note state 1") && !driver.reads("enter state"));
    driver.key(Key::N);
    assert!(driver.reads("enter state 1"));
    // A letter is for the board.
    driver.key(Key::C);
    driver.key(DIGITS[1]);
    assert!(!driver.reads("enter state"));
    assert_eq!(driver.ply(), 0);
}
