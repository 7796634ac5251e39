//! The start page, and what stays in sight beside the board.

use atoms::rules::Position;
use atoms::view::AtomsUi;
use common::testing::window::{self, DEFAULT_SIZE};
use common::window::Shell;
use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Position, AtomsUi>>;

/// The sizes that every page must fit.
const SIZES: [[f32; 2]; 4] = [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0], [1600.0, 1000.0]];

fn seats(driver: &Driver) -> String {
    let session = driver.window().session().expect("a game");
    session.seats().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn can_play(driver: &Driver) -> bool {
    !driver.harness.get_by_label("Play").accesskit_node().is_disabled()
}

#[test]
fn a_new_player_begins_against_easy() {
    let mut driver = Driver::with("");
    driver.key(Key::Enter);
    assert_eq!(seats(&driver), "human easy");
}

#[test]
fn the_levels_are_chosen_by_a_click_and_remembered() {
    let mut driver = Driver::with("");
    driver.click("Strong");
    driver.click("Hard");
    assert!(driver.reads("Looks a few moves ahead"));
    driver.click("The opponent begins");
    driver.click("Play");
    assert_eq!(seats(&driver), "hard human");
    assert!(driver.settings().contains("- hard\n- human"), "{}", driver.settings());
    let mut again = Driver::in_folder(tempfile::tempdir().unwrap(), DEFAULT_SIZE);
    again.click("Source");
    again.click("Two players on this screen");
    again.click("Play");
    assert_eq!(seats(&again), "human human");
}

#[test]
fn the_page_is_used_with_the_keyboard_alone() {
    let mut driver = Driver::with("motion: 'off'\n");
    driver.key(Key::ArrowDown);
    assert_eq!(driver.focused(), "Easy", "the first arrow shows where the focus is");
    driver.key(Key::ArrowRight);
    assert_eq!(driver.focused(), "Medium", "an arrow chooses");
    driver.key(Key::Tab);
    assert_eq!(driver.focused(), "You begin", "Tab goes to the next group");
    driver.key(Key::ArrowRight);
    driver.key(Key::Enter);
    assert_eq!(seats(&driver), "medium human");
}

#[test]
fn nothing_moves_when_other_players_are_chosen() {
    for size in [[1280.0, 800.0], [800.0, 600.0], [480.0, 480.0]] {
        let mut driver = Driver::sized("", size);
        let place = |driver: &Driver| driver.harness.get_by_label("Play").rect().top();
        let before = place(&driver);
        for choice in ["Two players on this screen", "AI against AI", "Strong", "Source", "Random", "Easy"] {
            driver.click(choice);
            assert!((place(&driver) - before).abs() < 0.5, "{choice} in {size:?}");
        }
    }
}

#[test]
fn any_player_can_be_typed_for_a_side() {
    let mut driver = Driver::with("");
    driver.click("More");
    let field = "player of Orange as text";
    assert!(!driver.sees(field));
    driver.click("who plays Orange");
    driver.click("Other…");
    assert_eq!(driver.focused(), field);
    driver.key(Key::End);
    driver.harness.event(egui::Event::Text("x".to_owned()));
    driver.harness.run();
    assert!(driver.reads("There is no player 'easyx'") && !can_play(&driver));
    driver.key(Key::Backspace);
    assert!(can_play(&driver));
    driver.harness.event(egui::Event::Text(":depth=1".to_owned()));
    driver.harness.run();
    assert!(driver.sees(field), "a player with options is not in the list");
    driver.click("who plays Orange");
    driver.click("Human");
    assert!(!driver.sees(field));
    driver.click("who plays Orange");
    driver.click("Other…");
    driver.type_into(field, "easy:depth=1");
    driver.click("Play");
    assert_eq!(seats(&driver), "human easy:depth=1");
}

#[test]
fn escape_closes_more() {
    let mut driver = Driver::with("");
    driver.click("More");
    assert!(driver.sees("who plays Orange"));
    driver.key(Key::Escape);
    assert!(!driver.sees("who plays Orange"));
}

#[test]
fn a_wrong_size_disables_play_and_says_why() {
    let mut driver = Driver::with("");
    driver.click("More");
    driver.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Size").focus();
    driver.harness.run();
    driver.key(Key::End);
    driver.harness.event(egui::Event::Text("9".to_owned()));
    driver.harness.run();
    assert!(!can_play(&driver) && driver.reads("use 2 to 16 columns and rows"));
    driver.key(Key::Backspace);
    assert!(can_play(&driver));
}

#[test]
fn an_unfinished_game_is_offered_with_its_players_and_moves() {
    let mut driver = Driver::with("players: [human, human]\nmotion: 'off'\n");
    driver.click("Play");
    driver.click("a1, no electron, free");
    driver.click("b1, no electron, free");
    // A second time, the game is offered already.
    for _ in 0..2 {
        driver.ctrl(Key::N);
        assert!(driver.reads("2 humans") && driver.reads("2 moves"));
    }
    driver.click("Continue last game");
    assert_eq!(driver.moves(), "a1 b1");
}

#[test]
fn the_choices_are_in_the_window_in_every_size() {
    for size in SIZES {
        for theme in ["light", "dark"] {
            let driver = Driver::sized(&format!("theme: {theme}\n"), size);
            for name in ["Easy", "Strong", "Random", "You begin", "Play", "How to play", "More"] {
                let rect = driver.harness.get_by_label(name).rect();
                assert!(rect.min.x >= 0.0 && rect.max.x <= size[0], "{name} at {size:?}: {rect:?}");
                assert!(rect.max.y <= size[1], "{name} at {size:?}: {rect:?}");
            }
        }
    }
}

#[test]
fn the_turn_and_the_last_moves_stay_in_sight() {
    for size in SIZES {
        let settings =
            "players: [human, hard]\nmotion: 'off'\nthoughts: true\nvalues: true\nsetup: {size: 4x4}\n";
        let mut driver = Driver::sized(settings, size);
        driver.click("Play");
        for square in ["b2", "c3", "a4"] {
            let before = driver.ply();
            driver.click_begin(&format!("{square}, "));
            if driver.ply() == before {
                continue;
            }
            driver.wait("an answer", |driver| driver.ply().is_multiple_of(2));
        }
        driver.ctrl(Key::H);
        driver.wait("a hint", |driver| driver.message().contains("Hint"));
        driver.harness.run();
        let last = format!("{}.  ", driver.ply());
        let row = driver.harness.get_by_label_contains(&last).rect();
        let undo = driver.harness.get_by_label("Undo").rect();
        for rect in [row, undo] {
            assert!(rect.max.y <= size[1] && rect.max.x <= size[0], "{size:?}: {rect:?}");
        }
    }
}
