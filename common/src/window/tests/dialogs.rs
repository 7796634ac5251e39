//! Dialogs and lists: saved games, messages, and the keyboard in them.

use super::*;
use egui::{Key, Modifiers};

/// A game of mines after its first move.
fn played() -> MinesWindow {
    let mut driver = MinesWindow::with("players: [human]\nsetup: {lives: 3}\n");
    driver.click("Play");
    driver.click("cell 1");
    assert_eq!(driver.ply(), 1);
    driver
}

#[test]
fn a_new_game_keeps_the_old_one_and_says_where_it_is() {
    let mut driver = played();
    driver.ctrl(Key::N);
    assert!(driver.sees("Continue last game"));
    driver.click("Play");
    assert_eq!(driver.message(), "A new game. Your unfinished game is kept: Game > Open.");
    driver.ctrl(Key::O);
    assert!(
        driver.focused().starts_with("Unfinished game: Cells 6, mines 2, lives 3, effort 0 · 1 move · "),
        "{}",
        driver.focused()
    );
    driver.key(Key::Enter);
    assert_eq!((driver.ply(), driver.message()), (1, "Resumed your last game."));
    driver.ctrl(Key::N);
    driver.click("Play");
    assert_eq!(driver.message(), "A new game. Your unfinished game is kept: Game > Open.");
    driver.click("cell 2");
    driver.ctrl(Key::O);
    assert!(driver.reads("Unfinished game: Cells 6, mines 2"));
    driver.key(Key::Enter);
    assert_eq!(driver.message(), "Resumed the game. Your unfinished game is kept: Game > Open.");
}

#[test]
fn games_are_saved_listed_and_deleted_by_keyboard() {
    let mut driver = played();
    driver.ctrl(Key::S);
    assert_eq!(driver.focused(), "Name, or path of a file");
    driver.key(Key::Enter);
    assert!(driver.message().starts_with("Saved as "), "{}", driver.message());
    driver.ctrl(Key::S);
    driver.harness.get_by_label("Name, or path of a file").type_text("x");
    driver.settle();
    driver.key(Key::Enter);
    driver.ctrl(Key::O);
    let details = "Cells 6, mines 2, lives 3, effort 0 · 1 move";
    assert!(["game 1", "x"].iter().all(|name| driver.reads(&format!("{name}: {details}"))));
    driver.key(Key::Delete);
    assert!(driver.sees("Delete this game?"));
    driver.key(Key::Escape);
    assert!(driver.sees("Open a game"), "Escape only leaves the question");
    driver.key(Key::Delete);
    assert_eq!(driver.focused(), "Delete");
    driver.key(Key::Enter);
    let left = ["game 1: ", "x: "].map(|name| driver.reads(name));
    assert!(left[0] != left[1], "one of the games is deleted");
    driver.key(Key::Escape);
    assert!(!driver.sees("Open a game"));
}

#[test]
fn an_existing_file_is_replaced_only_after_a_second_enter() {
    let mut driver = played();
    driver.ctrl(Key::S);
    driver.key(Key::Enter);
    let file = driver.dir.path().join("saves/game 1.yaml");
    let before = std::fs::read(&file).unwrap();
    driver.click("cell 2");
    driver.ctrl(Key::S);
    driver.keys(Modifiers::COMMAND, Key::A);
    driver.harness.get_by_label("Name, or path of a file").type_text("game 1");
    driver.settle();
    driver.key(Key::Enter);
    assert_eq!((driver.focused().as_str(), std::fs::read(&file).unwrap()), ("Replace", before.clone()));
    driver.key(Key::Enter);
    assert_ne!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_damaged_file_is_listed_with_the_reason() {
    let mut driver = played();
    let saves = driver.dir.path().join("saves");
    std::fs::create_dir_all(&saves).unwrap();
    std::fs::write(saves.join("bad.yaml"), "not a game").unwrap();
    driver.ctrl(Key::O);
    driver.click_begin("bad: This is not a saved game");
    assert!(driver.sees("Open a game") && driver.reads("cannot be opened"));
}

#[test]
fn the_first_control_of_a_page_has_the_focus_and_tab_stays_within() {
    let mut driver = played();
    driver.ctrl(Key::Comma);
    assert_eq!(driver.focused(), "Same as system");
    for _ in 0..30 {
        driver.key(Key::Tab);
        let focused = driver.focused();
        assert!(!["cell 1", "Undo", "Menu", "Game"].contains(&focused.as_str()), "{focused}");
    }
    driver.key(Key::Escape);
    driver.key(Key::F1);
    assert_eq!(driver.focused(), "Close");
    driver.key(Key::Enter);
    assert!(!driver.sees("Rules"));
}

#[test]
fn a_page_that_is_closed_returns_the_focus() {
    let mut driver = played();
    for _ in 0..30 {
        if driver.focused() == "Undo" {
            break;
        }
        driver.key(Key::Tab);
    }
    assert_eq!(driver.focused(), "Undo");
    for close in [Key::Escape, Key::Enter] {
        driver.key(Key::F1);
        assert_eq!(driver.focused(), "Close");
        driver.key(close);
        assert_eq!(driver.focused(), "Undo", "{close:?}");
    }
    assert!(driver.ply() > 0, "the key that closed the page did not press the button");
    driver.keys(Modifiers::ALT, Key::H);
    driver.key(Key::Enter);
    assert!(driver.sees("Close"));
    driver.key(Key::Escape);
    assert_eq!(driver.focused(), "Undo", "also after a page that was opened from a menu");
}

#[test]
fn messages_are_kept_in_a_list_and_those_that_matter_stay() {
    let mut driver = played();
    driver.paste("nonsense");
    assert!(driver.message().starts_with("Nothing was pasted"), "{}", driver.message());
    let failed = driver.message().to_owned();
    driver.window_mut().act(UiAction::Explain("Something less important.".to_owned()));
    driver.harness.run();
    assert!(driver.sees(&failed) && !driver.sees("Something less important."));
    driver.key(Key::ArrowDown);
    assert!(driver.sees("Something less important."), "the user has done something");
    driver.ctrl(Key::M);
    assert!(driver.sees("Messages") && driver.sees(&failed) && driver.reads("A new game."));
}

#[test]
fn the_menu_bar_answers_keys() {
    let mut driver = played();
    driver.keys(Modifiers::ALT, Key::M);
    assert!(driver.focused().starts_with("Undo"));
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), 0);
    driver.keys(Modifiers::ALT, Key::ArrowRight);
    assert_eq!(driver.ply(), 1, "Alt with an arrow still steps through the moves");
}

#[test]
fn a_finished_game_is_listed_with_its_result_and_opens_again() {
    let mut driver = MinesWindow::with("players: [human]\nsetup: {lives: 3}\n");
    driver.click("Play");
    for cell in 1..=6 {
        if driver.window().session().is_some_and(|session| session.end().is_none()) {
            driver.click(&format!("cell {cell}"));
        }
    }
    assert!(driver.sees("Solved") || driver.sees("Not solved"));
    let moves = driver.ply();
    driver.click("Menu");
    assert!(!driver.sees("Continue last game"), "there is nothing to continue");
    driver.click("Saved games");
    driver.wait("the result", |driver| driver.reads("solved · "));
    assert!(driver.focused().starts_with("Finished game: Cells 6, mines 2"), "{}", driver.focused());
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), moves);
    assert_eq!(driver.message(), "This game is finished. Review finds its mistakes.");
    driver.click("Menu");
    driver.click("Saved games");
    let listed = |driver: &MinesWindow| {
        driver.harness.get_all_by(|node| node.label().is_some_and(|l| l.starts_with("Finished game"))).count()
    };
    assert_eq!(listed(&driver), 1, "it is not kept twice");
}

#[test]
fn a_page_that_is_opened_from_a_menu_by_keyboard_stays() {
    let mut driver = MinesWindow::with("players: [human]\n");
    driver.keys(Modifiers::ALT, Key::H);
    driver.key(Key::A);
    driver.key(Key::Enter);
    assert!(driver.reads("part of Pentad"));
    driver.key(Key::Enter);
    assert!(!driver.reads("part of Pentad") && driver.sees("Play"));
}

#[test]
fn a_low_start_page_offers_the_unfinished_game_instead_of_the_tagline() {
    let mut driver = MinesWindow::sized("players: [human]\nsetup: {lives: 3}\n", [480.0, 480.0]);
    assert!(driver.sees("Open every safe cell.") && !driver.sees("Continue last game"));
    driver.click("Play");
    driver.click("cell 1");
    driver.ctrl(Key::N);
    assert!(!driver.sees("Open every safe cell.") && driver.sees("Continue last game"));
}
