//! The window, driven by the accessible names of its widgets, without a display.

use common::game::Game;
use common::testing::window::{self, DEFAULT_SIZE};
use common::window::Shell;
use egui::Key;
use egui_kittest::kittest::{AccessKitNode, Queryable};
use qttt::rules::Position;
use qttt::view::QtttUi;

type Driver = window::Driver<Shell<Position, QtttUi>>;

/// Actions on this board.
trait Qttt {
    fn hot_seat() -> Driver;
    fn position(&self) -> &Position;
    fn cell(&mut self, n: usize);
    fn digits(&mut self, digits: &str);
}

impl Qttt for Driver {
    /// A new game of two humans.
    fn hot_seat() -> Driver {
        let mut driver = Driver::with("players: [human, human]\nmotion: 'off'\n");
        driver.click("Play");
        driver
    }

    fn position(&self) -> &Position {
        self.window().session().unwrap().position()
    }

    /// Clicks a cell, whatever marks it has.
    fn cell(&mut self, n: usize) {
        self.click_begin(&format!("cell {n}, "));
    }

    fn digits(&mut self, digits: &str) {
        for digit in digits.chars() {
            self.key(Key::from_name(&digit.to_string()).unwrap());
        }
    }
}

#[test]
fn the_collapses_are_in_sight_in_small_windows() {
    for size in [[480.0, 480.0], [800.0, 600.0], [390.0, 844.0]] {
        let window = egui::Rect::from_min_size(egui::pos2(0.0, 36.0), egui::vec2(size[0], size[1] - 72.0));
        let mut driver = Driver::sized("players: [human, human]\nmotion: 'off'\n", size);
        driver.click("Play");
        driver.digits("011404");
        let in_sight = |driver: &Driver| {
            let buttons = driver
                .harness
                .get_all_by(|node| node.label().is_some_and(|label| label.starts_with("collapse 3@")));
            buttons.map(|button| button.rect()).filter(|rect| window.contains_rect(*rect)).count()
        };
        assert_eq!(in_sight(&driver), 2, "{size:?}");
        driver.ctrl(Key::H);
        driver.wait("the hint", |driver| driver.message().starts_with("Hint: "));
        driver.settle();
        assert_eq!(in_sight(&driver), 2, "beside a hint: {size:?}");
        let is_hinted =
            |node: &AccessKitNode<'_>| node.label().is_some_and(|label| label.ends_with("The hint."));
        assert_eq!(driver.harness.get_all_by(is_hinted).count(), 1);
        driver.click_begin("collapse 3@4");
        assert_eq!(driver.moves(), "0-1 1-4 0-4 3@4");
    }
}

#[test]
fn the_source_documents_example_by_mouse() {
    let mut driver = Driver::hot_seat();
    for (a, b) in [(0, 1), (1, 4), (0, 4)] {
        driver.cell(a);
        driver.cell(b);
    }
    assert_eq!(driver.moves(), "0-1 1-4 0-4");
    assert!(
        driver.message().contains("A cycle: cells 0, 1 and 4 are entangled by x1, y2 and x3"),
        "{}",
        driver.message()
    );
    assert!(driver.sees("y's turn"));
    assert!(driver.sees("cell 0, small marks x1 and x3, on the cycle"));
    driver.click("let x1 settle in cell 0");
    assert_eq!(driver.moves(), "0-1 1-4 0-4 3@4");
    assert!(driver.sees("cell 0, big mark x1") && driver.sees("cell 4, big mark x3"));
    assert!(driver.sees("y's turn"), "the player who chose moves next");
}

#[test]
fn a_whole_game_by_digits_with_lines_of_both_players() {
    let mut driver = Driver::hot_seat();
    driver.digits("780206120826");
    assert!(driver.position().cycle().is_some());
    // Cell 2, then the mark y6 of the cycle in it.
    driver.digits("26");
    assert_eq!(driver.moves(), "7-8 0-2 0-6 1-2 0-8 2-6 6@2");
    assert!(driver.sees("x wins"));
    assert!(driver.reads("its lowest number is x1"));
    driver.click("Play again");
    assert_eq!(driver.moves(), "");
    assert!(driver.sees("x's turn"));
}

#[test]
fn in_a_small_window_a_new_game_begins_with_the_turn_in_sight() {
    let mut driver = Driver::sized("players: [human, human]\nmotion: 'off'\n", [480.0, 480.0]);
    driver.click("Play");
    // The list of moves beside it does not scroll.
    let title = |driver: &Driver| {
        let list = driver.harness.get_by_label_contains("None yet").rect();
        driver.harness.get_by_label("x's turn").rect().top() - list.top()
    };
    let before = title(&driver);
    driver.digits("011404");
    driver.menu("Move", "Resign…");
    driver.click("Resign");
    let again = driver.centre("Play again");
    driver.harness.event(egui::Event::PointerMoved(again));
    driver.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -30.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    });
    driver.settle();
    assert!(driver.centre("Play again").y < again.y, "it is scrolled");
    driver.click("Play again");
    assert!((title(&driver) - before).abs() < 5.0, "{} instead of {before}", title(&driver));
}

#[test]
fn collapses_are_chosen_and_previewed_from_their_pictures() {
    let mut driver = Driver::hot_seat();
    driver.digits("011404");
    let shapes = |driver: &Driver| format!("{:?}", driver.harness.output().shapes);
    let row = "collapse 3@4: x1 in 0, y2 in 1, x3 in 4.";
    // The pointer is where the game was started; a collapse may be there now.
    driver.harness.remove_cursor();
    driver.harness.run();
    let before = shapes(&driver);
    driver.harness.get_by_label(row).hover();
    driver.harness.run();
    assert!(before != shapes(&driver), "hovering a collapse shows it");
    assert_eq!(driver.moves(), "0-1 1-4 0-4", "hovering chooses nothing");
    driver.harness.remove_cursor();
    driver.harness.get_by_label(row).focus();
    driver.harness.run();
    assert!(before != shapes(&driver), "focus shows it too");
    driver.click(row);
    assert_eq!(driver.moves(), "0-1 1-4 0-4 3@4");
}

#[test]
fn wrong_clicks_are_explained_and_change_nothing() {
    let mut driver = Driver::hot_seat();
    driver.cell(4);
    driver.cell(4);
    assert!(driver.message().contains("no longer chosen"), "{}", driver.message());
    driver.digits("44");
    assert!(driver.message().contains("no longer chosen"), "{}", driver.message());
    driver.key(Key::Num9);
    assert!(driver.message().contains("no cell 9"), "{}", driver.message());
    driver.digits("01140538");
    assert_eq!(driver.moves(), "0-1 1-4 0-5 3-8");
    driver.digits("04");
    driver.cell(7);
    assert!(driver.message().contains("Cell 7 is empty"), "{}", driver.message());
    driver.cell(3);
    assert!(driver.message().contains("not on the cycle"), "{}", driver.message());
    driver.digits("04");
    assert!(driver.message().contains("not one of the two cycle marks"), "{}", driver.message());
    assert_eq!(driver.moves(), "0-1 1-4 0-5 3-8 0-4");
    driver.click("let x5 settle in cell 0");
    driver.cell(0);
    assert!(driver.message().contains("Cell 0 is closed"), "{}", driver.message());
}

#[test]
fn escape_drops_a_move_that_was_begun() {
    let mut driver = Driver::hot_seat();
    driver.digits("3");
    driver.key(Key::Escape);
    driver.digits("45");
    assert_eq!(driver.moves(), "4-5");
}

#[test]
fn undo_and_redo_by_button_shortcut_and_list() {
    let mut driver = Driver::hot_seat();
    driver.digits("011404");
    driver.click("Undo");
    assert_eq!(driver.moves(), "0-1 1-4");
    driver.ctrl(Key::Z);
    assert_eq!(driver.moves(), "0-1");
    driver.ctrl(Key::Y);
    driver.click("Redo");
    assert_eq!(driver.moves(), "0-1 1-4 0-4");
    driver.click("1.  x1 in 0 and 1");
    assert_eq!(driver.moves(), "0-1");
    driver.digits("58");
    assert_eq!(driver.moves(), "0-1 5-8", "playing on from an earlier position");
}

#[test]
fn a_hint_with_the_value_of_every_move() {
    let mut driver = Driver::hot_seat();
    driver.digits("780206120826");
    driver.click("Hint");
    driver.wait("a hint", |driver| !driver.window().session().unwrap().is_hinting());
    assert!(driver.reads("Hint: "));
    driver.click("Value of every move");
    assert!(driver.reads("6@2") && driver.reads("6@6"), "both collapses have a value");
}

#[test]
fn an_ai_player_answers_and_undo_gives_the_turn_back() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("settings.yaml"), "players: [human, random]\n").unwrap();
    let mut driver = Driver::in_folder(dir, DEFAULT_SIZE);
    driver.click("Play");
    driver.digits("01");
    driver.wait("the AI player's move", |driver| driver.ply() == 2);
    assert!(driver.sees("x's turn"));
    driver.click("Undo");
    assert_eq!(driver.moves(), "");
}

#[test]
fn saving_and_opening() {
    let mut driver = Driver::hot_seat();
    driver.digits("0114");
    driver.ctrl(Key::S);
    driver.key(Key::Enter);
    assert!(driver.message().starts_with("Saved as"), "{}", driver.message());
    driver.click("Undo");
    driver.ctrl(Key::O);
    driver.click_begin("game 1: 2 humans · 2 moves");
    assert_eq!(driver.moves(), "0-1 1-4");

    let file = driver.dir.path().join("saves/game 1.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    driver.ctrl(Key::O);
    driver.click_begin("game 1: ");
    assert!(driver.reads("cannot be opened: this saved game is cut off"));
    driver.click("Cancel");
    assert_eq!(driver.moves(), "0-1 1-4", "a damaged file changes nothing");
}

#[test]
fn a_killed_window_resumes_its_game() {
    let mut driver = Driver::hot_seat();
    driver.digits("011404");
    let Driver { harness, dir } = driver;
    // The window is not closed in order.
    drop(harness);
    let mut again = Driver::in_folder(dir, DEFAULT_SIZE);
    assert_eq!(again.moves(), "0-1 1-4 0-4");
    again.click("let x3 settle in cell 0");
    assert_eq!(again.moves(), "0-1 1-4 0-4 3@0");
}

#[test]
fn the_turn_stays_visible_above_a_long_list_of_moves() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("settings.yaml"), "players: [human, human]\nmotion: 'off'\n").unwrap();
    let mut driver = Driver::in_folder(dir, [800.0, 600.0]);
    driver.click("Play");
    driver.digits("0101" /* x1, y2 */);
    driver.digits("02" /* y2 settles in 0 */);
    driver.digits("2323");
    driver.digits("24" /* y4 settles in 2 */);
    let turn = driver.harness.get_by_label_contains("'s turn").rect();
    assert!(turn.top() > 30.0 && turn.bottom() < 120.0, "{turn:?}");
    assert_eq!(driver.window().session().unwrap().ply(), 6);
}

#[test]
fn the_tutorial_by_keys() {
    let mut driver = Driver::with("");
    driver.key(Key::F2);
    driver.key(Key::Enter);
    assert!(driver.sees("Superposition"));
    driver.key(Key::ArrowRight);
    assert!(driver.sees("Entanglement"));
    driver.key(Key::ArrowLeft);
    assert!(driver.sees("Superposition"));
    for title in ["Entanglement", "A cycle", "The other player chooses", "Collapse", "Stems settle too"] {
        driver.key(Key::ArrowRight);
        assert!(driver.sees(title), "{title}");
    }
    driver.key(Key::ArrowLeft);
    driver.key(Key::ArrowLeft);
    driver.key(Key::ArrowLeft);
    assert!(driver.sees("A cycle"));
    driver.key(Key::Escape);
    assert!(driver.sees("Play") && !driver.sees("A cycle"));
}

#[test]
fn the_tutorial_from_end_to_end() {
    let mut driver = Driver::with("");
    driver.click("How to play");
    for title in ["Superposition", "Entanglement", "A cycle", "The other player chooses"] {
        driver.click("Next");
        assert!(driver.sees(title), "{title}");
    }
    driver.click("let x3 settle in cell 4");
    assert!(driver.sees("Collapse") && driver.reads("x1 in 0, y2 in 1, x3 in 4"));
    driver.click("Back");
    driver.click("Next");
    for title in ["Stems settle too", "Three in a row"] {
        driver.click("Next");
        assert!(driver.sees(title), "{title}");
    }
    driver.click("Play");
    assert_eq!(driver.moves(), "", "a game starts");
    driver.digits("01");
    driver.key(Key::F2);
    driver.click("Leave");
    assert!(driver.moves().starts_with("0-1"), "the game goes on");
}

#[test]
fn every_page_opens_and_closes_in_every_size() {
    for size in [[1600.0, 1000.0], [800.0, 600.0], [480.0, 640.0]] {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("settings.yaml"), "theme: dark\nplayers: [human, human]\n").unwrap();
        let mut driver = Driver::in_folder(dir, size);
        driver.click("Play");
        driver.digits("01");
        for (menu, item) in [("Help", "Rules"), ("Help", "About"), ("Game", "Settings…")] {
            driver.click(menu);
            driver.click_begin(item);
            driver.click("Close");
        }
        assert_eq!(driver.moves(), "0-1");
    }
}

#[test]
fn settings_are_kept() {
    let mut driver = Driver::with("");
    driver.ctrl(Key::Comma);
    driver.click("Light");
    driver.click("Slow");
    driver.click("Close");
    let text = std::fs::read_to_string(driver.dir.path().join("settings.yaml")).unwrap();
    assert!(text.contains("theme: light") && text.contains("motion: slow"), "{text}");
}

#[test]
fn damaged_settings_do_not_stop_the_window() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("settings.yaml"), b"theme: [\xff").unwrap();
    let driver = Driver::in_folder(dir, DEFAULT_SIZE);
    assert!(driver.reads("The settings"));
    assert!(driver.sees("Play"));
}

#[test]
fn scoring_is_chosen_before_the_game() {
    let mut driver = Driver::with("");
    driver.click("More");
    driver.harness.get_by_label_contains("the other ½").click();
    driver.harness.run();
    driver.click("Play");
    assert_eq!(driver.window().session().unwrap().setup().scoring, qttt::rules::Scoring::Goff);
    assert!(driver.position().outcome().is_none());
}

#[test]
fn the_collapse_of_an_ai_player_waits_to_be_read() {
    let mut driver = Driver::with("players: [human, random]\nmotion: 'off'\nthoughts: true\n");
    driver.click("Play");
    let moves = |driver: &Driver| driver.moves().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    // The same two cells twice close a cycle, and the AI player chooses.
    driver.digits("01");
    driver.wait("an answer", |driver| driver.ply() == 2);
    driver.harness.run();
    if driver.position().cycle().is_some() {
        return;
    }
    driver.digits("01");
    driver.wait("the collapse", |driver| driver.ply() == 4);
    assert!(moves(&driver)[3].contains('@'));
    driver.harness.step();
    assert!(driver.reads("y chose a collapse: ") && driver.sees("y moves"));
    assert!(driver.reads("collapse: "), "the list keeps it");
    assert_eq!(driver.ply(), 4, "the AI player waits");
    driver.click("Skip");
    driver.wait("the next move", |driver| driver.ply() == 5);
    assert!(driver.message().contains("y chooses a collapse: ") && driver.message().contains("y puts y4"));
}

/// A game against an AI player that has just been asked to choose a collapse.
fn closed_cycle(motion: &str) -> Driver {
    let mut driver = Driver::with(&format!("players: [human, random]\nmotion: '{motion}'\n"));
    driver.click("Play");
    // In some games the AI player closes a cycle itself, and the human chooses.
    loop {
        driver.digits("01");
        driver.wait("an answer", |driver| driver.ply() == 2);
        if driver.position().cycle().is_none() {
            break;
        }
        driver.click("Undo");
        assert_eq!(driver.ply(), 0);
    }
    for digit in [Key::Num0, Key::Num1] {
        driver.harness.key_press(digit);
        driver.harness.step();
        driver.harness.step();
    }
    driver
}

#[test]
fn a_cycle_that_an_ai_player_collapses_is_seen_first() {
    for motion in ["off", "fast", "normal"] {
        let mut driver = closed_cycle(motion);
        assert_eq!(driver.ply(), 3, "{motion}");
        assert!(driver.reads("x closed a cycle. y chooses how it collapses."));
        assert!(driver.reads("on the cycle"));
        driver.harness.step();
        assert_eq!(driver.ply(), 3, "the AI player waits");
        driver.wait("the collapse", |driver| driver.ply() == 4);
        assert!(driver.moves().contains('@'));
    }
}

#[test]
fn the_pause_at_a_closed_cycle_can_be_skipped() {
    for key in [None, Some(Key::Space)] {
        let mut driver = closed_cycle("slow");
        match key {
            None => driver.harness.get_by_label("Skip").click(),
            Some(key) => driver.harness.key_press(key),
        }
        driver.harness.step();
        driver.harness.step();
        assert!(!driver.reads("x closed a cycle"), "{key:?}");
        driver.wait("the collapse", |driver| driver.ply() == 4);
    }
}

#[test]
fn the_list_of_moves_has_the_numbers_of_the_marks() {
    let mut driver = Driver::hot_seat();
    driver.digits("01140403");
    assert_eq!(driver.moves(), "0-1 1-4 0-4 3@0");
    driver.digits("58");
    assert!(driver.sees("4.  y4 in 5 and 8"), "the collapse has no number");
    assert!(driver.sees("collapse: x1 in 1, y2 in 4, x3 in 0"));
}

#[test]
fn a_dialog_over_the_tutorial_gets_the_keys() {
    let mut driver = Driver::with("");
    driver.key(Key::F2);
    assert!(driver.reads("Step 1 of"));
    driver.ctrl(Key::Comma);
    assert!(driver.sees("Same as system"));
    driver.key(Key::Escape);
    assert!(!driver.sees("Same as system") && driver.reads("Step 1 of"), "only the dialog is closed");
    driver.key(Key::Escape);
    assert!(!driver.reads("Step 1 of"));
}

#[test]
fn a_whole_game_by_arrows_and_enter() {
    let mut driver = Driver::hot_seat();
    driver.key(Key::ArrowUp);
    assert!(driver.focused().starts_with("cell 4"), "the first arrow shows the cursor: {}", driver.focused());
    driver.key(Key::Enter);
    driver.key(Key::ArrowUp);
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), "1-4");
    driver.key(Key::Enter);
    driver.key(Key::ArrowDown);
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), "1-4 1-4");
    // At the cycle the arrows go from mark to mark.
    driver.key(Key::ArrowRight);
    assert!(driver.focused().starts_with("let "), "{}", driver.focused());
    let first = driver.focused();
    driver.key(Key::ArrowRight);
    assert!(driver.focused().starts_with("let ") && driver.focused() != first, "{}", driver.focused());
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), 3);
    driver.key(Key::ArrowLeft);
    assert!(driver.focused().starts_with("cell "), "and on the cells again: {}", driver.focused());
}

#[test]
fn the_ties_of_small_marks_are_always_drawn() {
    let mut driver = Driver::hot_seat();
    driver.harness.remove_cursor();
    let dashes = |driver: &Driver| {
        let shapes = &driver.harness.output().shapes;
        shapes.iter().filter(|one| matches!(one.shape, egui::Shape::LineSegment { .. })).count()
    };
    let before = dashes(&driver);
    driver.digits("08");
    assert!(dashes(&driver) > before + 5, "a dashed line from 0 to 8");
}

#[test]
fn keys_of_one_frame_act_in_their_order() {
    let mut driver = Driver::hot_seat();
    driver.keys_at_once(&[Key::Num0, Key::Num1, Key::Num1, Key::Num4]);
    assert_eq!(driver.moves(), "0-1 1-4");
    driver.key(Key::ArrowUp);
    let keys = [Key::ArrowUp, Key::Enter, Key::ArrowDown, Key::ArrowRight, Key::Enter];
    driver.keys_at_once(&keys);
    assert_eq!(driver.moves(), "0-1 1-4 1-5");
}
